// What is counted of a hash, on small cases that are known, and which hash is called good or bad.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <numeric>
#include <regex>
#include <set>
#include <sstream>

#include "engine/common/indexing/positions.hpp"
#include "engine/games/ryg3/study/hash_jury.hpp"
#include "engine/games/ryg3/study/hash_sources.hpp"
#include "tests/support/folder.hpp"

namespace ryg {

using namespace ryg::engine::ryg3;
using engine::Byte;
using engine::Random;
using engine::ryg3::Board;
using engine::ryg3::RandomTables;
using TableSource = HashSource::TableSource;

namespace {

std::vector<HashKey> random_keys(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<HashKey> keys(count);
    for (HashKey& key : keys) key = static_cast<HashKey>(random.next());
    return keys;
}

RandomTables random_tables(std::uint64_t seed) {
    Random random(seed);
    return host_tables(random);
}

/// A hundredth of all boards, which are soon judged.
const HashBoards& few_boards() {
    static const HashBoards boards = [] {
        HashBoards few = all_boards();
        few.distinct.resize(20'000);
        return few;
    }();
    return boards;
}

const HashJury& jury() {
    static const HashJury called = *HashJury::call(few_boards(), {.jobs = 2});
    return called;
}

c64::Sid chip_that_makes_noise() {
    c64::Sid sid;
    sid.write(0x0E, 0xFF, 0);
    sid.write(0x0F, 0xFF, 4);
    sid.write(0x12, 0x81, 10);
    return sid;
}

HashJudgement judged(const RandomTables& tables) {
    return jury().judge(hash_figures(few_boards(), tables));
}

}  // namespace

TEST(HashFill, CurveIsTheSolutionOfItsRecurrence) {
    double u = 0;
    for (int i = 0; i < 2000; ++i) {
        ASSERT_NEAR(expected_fill(256, i), u, 1e-9) << i;
        u += 1 - u / 256;
    }
}

TEST(HashFill, ExpectedFillAndItsDeviationAreThoseOfRandomTables) {
    constexpr int tables = 4'000;
    for (const std::size_t insertions : {64U, 256U, 1024U}) {
        double sum = 0, squares = 0;
        for (int i = 0; i < tables; ++i) {
            const auto keys = random_keys(insertions, static_cast<std::uint64_t>(i));
            const double taken = fill_figures(keys, 256).taken.back();
            sum += taken;
            squares += taken * taken;
        }
        const double mean = sum / tables, count = static_cast<double>(insertions);
        const double deviation = fill_deviation(256, count);
        EXPECT_NEAR(mean, expected_fill(256, count), 4 * deviation / std::sqrt(tables)) << count;
        EXPECT_NEAR(std::sqrt(squares / tables - mean * mean) / deviation, 1,
                    4 / std::sqrt(2.0 * tables))
            << count;
    }
}

TEST(HashFill, CurveOfFewValuesIsFarBelowTheory) {
    std::vector<HashKey> keys = random_keys(1024, 1);
    for (HashKey& key : keys) key &= 0x3F;
    const FillFigures figures = fill_figures(keys, 256);
    EXPECT_LT(figures.sigmas, -20);
    EXPECT_EQ(figures.taken.size(), 1024U);
    EXPECT_EQ(figures.taken.back(), 64U);
}

TEST(HashCounts, FarthestCountAndChiSquareAreThoseByHand) {
    // Eight keys to four slots: 5, 1, 2, 0, where 2 is expected everywhere.
    const std::vector<HashKey> keys{0, 0, 0, 0, 0, 1, 2, 2};
    const CountFigures figures = count_figures(keys, 4);
    EXPECT_EQ(figures.counts, (std::vector<std::uint32_t>{5, 1, 2, 0}));
    EXPECT_DOUBLE_EQ(figures.chi_square, (9 + 1 + 0 + 4) / 2.0);
    EXPECT_DOUBLE_EQ(figures.sigmas, 3 / std::sqrt(8 * 0.25 * 0.75));
}

TEST(HashCounts, EqualPairsAreCounted) {
    EXPECT_EQ(equal_pairs(std::vector<HashKey>{1, 2, 3}), 0U);
    EXPECT_EQ(equal_pairs(std::vector<HashKey>{7, 7, 7, 0x107, 0x107}), 3U + 1U);
}

TEST(HashCounts, NumbersOfAllBoardsFillPrimeEntriesEvenly) {
    HashBoards boards = few_boards();
    boards.sample = boards.distinct.size();
    const auto [least, most] =
        std::ranges::minmax(count_figures(perfect_keys(boards), prime_slots).counts);
    EXPECT_LE(most - least, 1U);
    std::fill_n(boards.distinct.begin(), 1000, Board{});
    EXPECT_GT(std::ranges::max(count_figures(perfect_keys(boards), prime_slots).counts), 1000U)
        << "equal boards have one number";
}

TEST(HashKeys, KeyIsHashAndLockOfTheBoard) {
    const RandomTables tables = random_tables(4);
    const auto boards = std::span(few_boards().distinct).first(1000);
    const auto keys = keys_of(boards, tables);
    for (std::size_t i = 0; i < boards.size(); ++i) {
        ASSERT_EQ(hash_in(keys[i]), hash_of(boards[i], tables)) << i;
        ASSERT_EQ(lock_in(keys[i]), lock_of(boards[i], tables)) << i;
    }
}

TEST(HashLock, LookUpsAreToldApart) {
    const Board one{}, two{{13, 57, 59, 61, 63}}, three{{11, 57, 59, 61, 63}};
    Board cats_turn = one;
    cats_turn.side = engine::Side::cats;
    const std::vector<Board> boards{one, one, cats_turn, two, three, one};
    // All have one hash. Locks: two differs from one in bit 0, three from two in bit 7 only.
    const std::vector<HashKey> keys{0x0005, 0x0005, 0x0005, 0x0105, 0x8105, 0x0005};
    const LockFigures figures = lock_figures(boards, keys);
    EXPECT_EQ(figures.look_ups, 6U);
    EXPECT_EQ(figures.empty, 2U) << "one table a side";
    EXPECT_EQ(figures.own, 1U);
    EXPECT_EQ(figures.other, 3U);
    // Without a lock, with bit 0 alone, with all bits.
    EXPECT_TRUE(std::ranges::equal(std::span(figures.missed).first(3), std::array{3U, 1U, 0U}));
}

TEST(HashLock, CollisionsOfDifferentBoardsAreExpectedByTheory) {
    RandomTables tables = random_tables(5);
    planted_faults()[0].plant(tables);
    const HashFigures figures = hash_figures(few_boards(), tables);
    EXPECT_NEAR(figures.expected_collisions(), 8192 - 256 * (1 - std::pow(255.0 / 256, 8192)),
                1e-6);
    EXPECT_EQ(figures.lock.missed[0], 8192U - 16U) << "all but the first of each of four bits";
}

TEST(HashTables, EqualBytesAreCountedPairByPair) {
    RandomTables tables;
    Byte next = 0;
    for (auto& table : tables.hash) {
        for (Byte& byte : table) byte = next++;
    }
    tables.lock = tables.hash;
    TableFigures figures = table_figures(tables);
    EXPECT_EQ(figures.equal_hash, 0U);
    EXPECT_EQ(figures.equal_both, 0U);

    tables.hash[2][4] = tables.hash[2][13] = tables.hash[2][5] = 0xFF;
    figures = table_figures(tables);
    EXPECT_EQ(figures.equal_hash, 3U);
    EXPECT_EQ(figures.equal_lock, 0U);
    tables.lock[2][4] = tables.lock[2][13];
    figures = table_figures(tables);
    EXPECT_EQ(figures.equal_lock, 1U);
    EXPECT_EQ(figures.equal_both, 1U);
}

TEST(HashTables, RankIsThatOfTheKeysOverTwoElements) {
    EXPECT_EQ(table_figures(RandomTables{}).rank, 0U);
    RandomTables tables;
    tables.hash[0][0] = 3;
    tables.hash[1][0] = 5;
    tables.hash[2][0] = 6;  // 3 eor 5
    tables.hash[3][1] = 8;  // B1 is light
    EXPECT_EQ(table_figures(tables).rank, 2U);
    EXPECT_EQ(table_figures(random_tables(1)).rank, 16U);
}

TEST(HashTables, SerialCorrelationIsPearsons) {
    std::vector<Byte> bytes(4096);
    std::iota(bytes.begin(), bytes.end(), Byte{0});
    EXPECT_GT(serial_correlation(bytes, 1), 0.97);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = i % 2 == 0 ? 10 : 20;
    EXPECT_NEAR(serial_correlation(bytes, 1), -1, 1e-3);
    EXPECT_NEAR(serial_correlation(bytes, 2), 1, 1e-3);
    EXPECT_EQ(serial_correlation(std::vector<Byte>(64, 9), 1), 0);
}

TEST(HashBoardSets, AllBoardsAreThereOnceInAnyOrder) {
    const HashBoards boards = all_boards();
    EXPECT_EQ(boards.distinct.size(), all_placements);
    EXPECT_FALSE(std::ranges::is_sorted(boards.distinct, {}, &Board::squares));
    std::vector<bool> seen(engine::indexing::position_count);
    for (const Board& board : boards.distinct) {
        const auto index = engine::indexing::dense_index(position_of(board));
        ASSERT_FALSE(seen[index]);
        seen[index] = true;
        ASSERT_TRUE(std::ranges::is_sorted(board.squares.begin() + 1, board.squares.end()));
    }
}

TEST(HashBoardSets, ReachableBoardsAreThereOnce) {
    const std::vector<Board> boards = reachable_boards();
    EXPECT_EQ(boards.size(), all_reachable);
    std::vector<bool> seen(std::size_t{1} << 25), met(engine::indexing::position_count);
    for (Board board : boards) {
        std::size_t key = 0;
        for (const auto square : board.squares) key = key << 5 | square / 2U;
        auto is_seen = seen[key];
        ASSERT_FALSE(is_seen);
        is_seen = true;
        board.side = engine::Side::mouse;  // a placement counts once
        met[engine::indexing::dense_index(position_of(board))] = true;
    }
    EXPECT_EQ(std::ranges::count(met, true), 895'280) << "placements";
}

TEST(HashBoardSets, SearchLeavesEachPlacementOnce) {
    const HashBoards boards = boards_of_search(Board{}, 10);
    EXPECT_EQ(boards.met.size(), 45963U);
    EXPECT_EQ(boards.met[0], Board{});
    std::set<decltype(Board::squares)> placements;
    for (const Board& board : boards.met) placements.insert(board.squares);
    EXPECT_EQ(boards.distinct.size(), placements.size());
}

TEST(HashSources, NoiseIsReadWhenTheProgramReadsIt) {
    // The first readings of a chip from power-on, by the sequence of its register: see sid tests.
    const RandomTables tables = tables_of({});
    c64::Sid sid = chip_that_makes_noise();
    int byte = sid.read(0x1B, 14);
    for (unsigned square = 0; square < 20; ++square) {
        byte ^= sid.read(0x1B, 32 + 26 * square);
        ASSERT_EQ(tables.hash[0][square], byte) << square;
    }
}

TEST(HashSources, TheProgramReadsInTheCyclesThatAreStatedForIt) {
    for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {1}, {2}}) {
        const RandomTables machine = tables_of({.kind = TableSource::machine,
                                                .seed = seed,
                                                .timing = c64::Timing::cpu,
                                                .version = engine::ryg3::Ryg3Version::v03});
        EXPECT_EQ(machine.hash, tables_of({.seed = seed}).hash);
    }
}

TEST(HashSources, BadlinesAndRunningNoiseMakeOtherTables) {
    constexpr c64::Timing cpu = c64::Timing::cpu;
    const RandomTables cold = tables_of({.kind = TableSource::machine, .timing = cpu});
    EXPECT_NE(tables_of({.kind = TableSource::machine}), cold);
    EXPECT_NE(tables_of({.kind = TableSource::machine, .wait = 5000, .timing = cpu}), cold);
    EXPECT_EQ(tables_of({.kind = TableSource::machine, .timing = cpu}), cold);
}

// The loop as first published: no test for zero, so 16 cycles to the first byte, then 24.
TEST(HashSources, ThePublishedLoopIsReadInItsOwnCycles) {
    const RandomTables tables = tables_of({.cadence = seed_cadence});
    c64::Sid sid = chip_that_makes_noise();
    int byte = sid.read(0x1B, 14);
    for (unsigned table = 0; table < 5; ++table) {
        for (unsigned square = 0; square < 64; ++square) {
            byte ^= sid.read(0x1B, 30 + table * (64 * 24 + 13) + 24 * square);
            ASSERT_EQ(tables.hash[table][square], byte) << table << ' ' << square;
        }
    }
}

TEST(HashSources, WaitingMendsTheTablesFromTwoThousandCyclesOn) {
    const auto equal = [](Cycle wait) {
        return table_figures(tables_of({.wait = wait})).equal_hash;
    };
    for (Cycle wait = 2'000; wait <= 20'000; wait += 100) EXPECT_LE(equal(wait), 58U) << wait;
    EXPECT_GT(equal(1'800), 58U) << "random bytes: 39.4 +- 6.2";
}

TEST(HashSources, CadenceBelowTheNoisesOwnRepeatsReadings) {
    constexpr double by_chance = 1.0 / 256;
    for (const auto& [cadence, forced] :
         {std::pair{Cycle{4}, 0.75}, {Cycle{8}, 0.5}, {Cycle{12}, 0.25}, {Cycle{16}, 0.0}}) {
        EXPECT_NEAR(cadence_figures(cadence).repeated, forced + (1 - forced) * by_chance, 0.01)
            << cadence;
    }
    // Two shifts apart the top tap's neighbour follows it: bits 6, 3 and 0 become 7, 4 and 1, so
    // the coefficient is (64 * 128 + 8 * 16 + 1 * 2) / (1 + 4 + 16 + .. + 16384).
    EXPECT_NEAR(cadence_figures(32).of_readings, 8322 / 21845.0, 0.03);
    EXPECT_NEAR(cadence_figures(16).of_readings, 0, 0.03);
}

TEST(HashVerdicts, PlantedFaultsAreCalledBad) {
    for (const PlantedFault& fault : planted_faults()) {
        RandomTables tables = random_tables(5);
        EXPECT_EQ(judged(tables).overall, HashVerdict::good) << "before " << fault.name;
        fault.plant(tables);
        EXPECT_EQ(judged(tables).overall, HashVerdict::bad) << fault.name;
    }
}

TEST(HashVerdicts, FaultIsFoundByTheTestThatLooksForIt) {
    constexpr std::string_view rank = "rank of the keys";
    const auto planted = [](std::string_view name) {
        RandomTables tables = random_tables(5);
        for (const PlantedFault& fault : planted_faults()) {
            if (fault.name == name) fault.plant(tables);
        }
        return judged(tables);
    };
    for (const std::string_view test : std::initializer_list<std::string_view>{
             rank, "fill curve, farthest from theory", "overwrites, farthest entry",
             "overwrites, chi-square"}) {
        EXPECT_EQ(planted("four-bits")[test].verdict, HashVerdict::bad);
        EXPECT_NE(planted("no-lock")[test].verdict,
                  test == rank ? HashVerdict::good : HashVerdict::bad);
    }
    for (const auto& [fault, test] : {std::pair{"lock-is-hash", "collisions the lock misses"},
                                      {"equal-tables", "pairs of equal hash and lock"},
                                      {"counter", "serial correlation of the bytes"}}) {
        EXPECT_EQ(planted(fault)[test].verdict, HashVerdict::bad) << fault;
    }
}

// 1000 sets at the stated rates: at most one in 20 not good, at most 11 in 1000 bad. Bounds are
// four deviations above; seeds are fixed, so the test says the same every time.
TEST(HashVerdicts, RandomTablesAreCalledGoodAtTheStatedRate) {
    constexpr int sets = 1000;
    int not_good = 0, bad = 0;
    for (std::uint64_t seed = 1; seed <= sets; ++seed) {
        const HashVerdict verdict = judged(random_tables(seed)).overall;
        if (verdict != HashVerdict::good) ++not_good;
        if (verdict == HashVerdict::bad) ++bad;
    }
    EXPECT_LE(not_good, 50 + 28);
    EXPECT_LE(bad, 11 + 13);
    EXPECT_GE(not_good, 10) << "the tests never say no";
}

// Its rows: | `sid`, cold, `--wait 2000` | equal pairs | collisions | their p | verdict on all boards |
TEST(HashVerdicts, OnTheSidsTablesAreThoseOfTheDocument) {
    const HashBoards of_search = boards_of_search(Board{}, 10), all = all_boards();
    const HashJury by_search = *HashJury::call(of_search, {.jobs = 2});
    const HashJury by_all = *HashJury::call(all, {.jobs = 2});
    const std::regex row(R"((\| `(sid|machine)`, (?:cold|warm)(?:, `--(\w+) (\d+)`)? \|).*)");
    std::istringstream document(tests::content(RYG_SOURCE_DIR "/docs/games.md"));
    int rows = 0;
    for (std::string line; std::getline(document, line);) {
        std::smatch found;
        if (!std::regex_match(line, found, row)) continue;
        HashSource source{.kind = found[2] == "sid" ? TableSource::sid : TableSource::machine};
        const Cycle number = found[4].matched ? std::stoul(found[4]) : 0;
        if (found[3] == "seed") source.seed = number;
        if (found[3] == "wait") source.wait = number;
        if (found[3] == "idle") source.idle = number;
        if (found[3] == "cadence") source.cadence = number;
        const RandomTables tables = tables_of(source);
        const HashFigures figures = hash_figures(of_search, tables);
        const double p = by_search.judge(figures)["collisions in the order met"].p;
        const auto verdict = by_all.judge(hash_figures(all, tables)).overall;
        EXPECT_EQ(line, fmt::format("{} {} | {},{:03} | {:.3f} | {} |", found[1].str(),
                                    figures.tables.equal_hash, figures.lock.other / 1000,
                                    figures.lock.other % 1000, p, to_string(verdict)));
        ++rows;
    }
    EXPECT_EQ(rows, 8);
}

TEST(HashVerdicts, AWorseMeasureHasASmallerP) {
    RandomTables tables = random_tables(5);
    const HashFigures good = hash_figures(few_boards(), tables);
    HashFigures worse = good;
    const std::string_view test = "equal bytes in hash tables";
    worse.tables.equal_hash = static_cast<unsigned>(jury().badness()[6].back());
    const double p = jury().judge(worse)[test].p;
    EXPECT_GE(p, 2.0 / 1000) << "one of the jury is as bad";
    EXPECT_LT(p, jury().judge(good)[test].p);
    ++worse.tables.equal_hash;
    EXPECT_EQ(jury().judge(worse)[test].p, 1.0 / 1000);
    EXPECT_THROW(static_cast<void>(jury().judge(good)["collisions in the order met"]),
                 std::out_of_range)
        << "no board is met twice";
}

TEST(HashVerdicts, JuryDoesNotDependOnTheNumberOfThreads) {
    HashBoards boards = few_boards();
    boards.distinct.resize(boards.sample = 1000);
    const auto one = HashJury::call(boards, {.jobs = 1}, 50);
    const auto three = HashJury::call(boards, {.jobs = 3}, 50);
    EXPECT_EQ(one->badness(), three->badness());
}

}  // namespace ryg
