// The second engine's programs against their native twin: searches, sessions, routines; planted faults.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <thread>

#include "c64/debug/step.hpp"
#include "engine/claims/searcher.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/work/report.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {

using namespace engine::ryg3;
namespace ryg3 = engine::ryg3;
using claims::Host;
using work::PartTotal;
using work::Totals;
using work::Values;

namespace {

const work::RunOptions on_all_cores{{.jobs = std::max(1U, std::thread::hardware_concurrency())}};

std::string report(const Totals& totals) {
    return totals.first ? describe(*totals.first, "") : "the engines agree";
}

Totals verify_with_fault(int fault, const Values& values,
                         const work::RunOptions& options = on_all_cores) {
    const c64::Image program = tests::faulty_ryg3(fault);
    return tests::verify("ryg3-11", values, &program, options);
}

/// A program that is ready to search the start with our tables.
claims::Searcher<Ryg3Root> ready(Ryg3Version version, int depth) {
    claims::Searcher<Ryg3Root> program(door(), fmt::format("ryg3-{:02}", number_of(version)),
                                       depth);
    program.prepare({});
    return program;
}

}  // namespace

TEST(VerifyRyg3, SearchesAreTheSameAfterEachIteration) {
    const Totals result =
        tests::verify("ryg3:all", {{"games", "3"}, {"positions", "30"}}, nullptr, on_all_cores);
    EXPECT_EQ(result.sum().differing, 0U) << report(result);
    EXPECT_EQ(result.parts.size(), 5U * 6U);
    for (const auto& [part, sums, histogram, shards, shards_done, seconds] : result.parts) {
        EXPECT_EQ(sums.own[0], 3U) << "games";
        EXPECT_GT(sums.searches, 40U) << part.name;
        EXPECT_GE(sums.nodes, sums.searches) << part.name;
    }
}

TEST(VerifyRyg3, ProgramsThatDoNotSearchHaveRoutinesAndThoseThatArePlayedSessions) {
    const Totals result =
        tests::verify("ryg3:all", {{"routines", "2"}, {"sessions", "1"}}, nullptr, on_all_cores);
    EXPECT_EQ(result.sum().differing, 0U) << report(result);
    std::string rows;
    for (const PartTotal& total : result.parts) {
        EXPECT_GT(total.sums.cycles, 20'000U) << total.part.name;
        rows += total.part.name + ' ';
    }
    EXPECT_EQ(rows, "ryg3-03 ryg3-04 ryg3-09 ryg3-10 ryg3-11 ");
}

TEST(VerifyRyg3, BoardsAndTablesAreReadAsTheyAreWritten) {
    engine::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Ryg3Root root{played_board(random, 60), random.below(2) * random.next()};
        const Ryg3Root read = root_from(to_text(root));
        EXPECT_EQ(read.board, root.board) << to_text(root);
        EXPECT_EQ(read.tables, root.tables) << to_text(root);
    }
    for (const char* const wrong : {", tables ", ", tables x", ", tables 1 2", ", cats a1"}) {
        EXPECT_ANY_THROW(static_cast<void>(root_from(to_text(Board{}) + wrong))) << wrong;
    }
}

TEST(VerifyRyg3, SearchThatIsStoppedReturnsTheIterationsThatWereDone) {
    std::atomic<bool> stop = false;
    const ryg3::SearchWatch watch{&stop, [&stop](int depth) { stop = depth == 3; }};
    for (const Ryg3Version version : {Ryg3Version::v08, Ryg3Version::v11}) {
        ryg3::Thinker native{.version = version, .random = fixed_tables()};
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 3U);
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 0U) << "stopped beforehand";
        stop = false;
        claims::Searcher<Ryg3Root> program = ready(version, 5);
        program.setting.stop = &stop;
        int passed = 0;
        const auto search = [&](int last) {
            passed = 0;
            program.prepare({});
            return claims::search_in_stages(program, [&] { stop = ++passed == last; }).size();
        };
        EXPECT_EQ(search(3), 3U);
        EXPECT_EQ(search(3), 0U) << "stopped beforehand";
        stop = false;
        EXPECT_EQ(search(6), 5U) << "a search after one that was stopped";
    }
}

TEST(VerifyRyg3, LabelsOfEventsArePassedAsOftenAsTheTwinCounts) {
    for (const Ryg3Version version : ryg3::searching_versions) {
        Host host = ready(version, 5).host;
        ryg3::Thinker thinker{.version = version, .random = fixed_tables()};
        std::map<emu::Address, std::uint64_t> passes;
        c64::debug::watched_call(host.machine(), host.labels().at("think"), 1'000'000'000,
                                 [&](const c64::debug::Step& step) { ++passes[step.before.pc]; });
        const auto passed = [&](const char* label) { return passes[host.labels().at(label)]; };
        const ryg3::Iteration last = thinker.think({}, 5).back();
        EXPECT_EQ(passed("nodeEntered"), last.nodes) << number_of(version);
        EXPECT_EQ(passed("cutOff"), last.counts.cut_offs) << number_of(version);
        EXPECT_EQ(passed("evalBoard"), last.counts.leaves) << number_of(version);
        EXPECT_EQ(passed("hashHitMouse") + passed("hashHitCats"), last.counts.found);
        EXPECT_EQ(passed("hashMissMouse") + passed("hashMissCats"), last.counts.empty);
        EXPECT_EQ(passed("lockMissMouse") + passed("lockMissCats"), last.counts.other_lock);
        // The move is on the board if scoreHashMove goes on after its `cpy #None; beq @end`.
        constexpr std::array<emu::Byte, 3> not_there{0xc0, 0xff, 0xf0};
        const auto orders =
            host.labels().find("scoreHashMove");  // early versions have it elsewhere
        EXPECT_EQ(orders.has_value(), version >= Ryg3Version::v10);
        if (!orders) continue;
        const auto code = host.machine().ram().subspan(*orders, 32);
        const auto found = std::ranges::search(code, not_there);
        ASSERT_FALSE(found.empty());
        const auto after = static_cast<emu::Address>(*orders + (found.begin() - code.begin()) + 4);
        EXPECT_EQ(passes[after], last.counts.hash_moves) << number_of(version);
        EXPECT_GT(last.counts.hash_moves, 0U);
    }
}

TEST(VerifyRyg3, BenchHasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/games/ryg3/signature.txt");
    std::string kept;
    std::getline(file, kept);
    const auto& bench = *engine::ryg3_game().bench;
    claims::Order order;
    for (const std::string_view name : bench.programs) {
        order.programs.push_back(claims::find_program(engine::ryg3_game().programs, name));
    }
    const std::string text = bench.run(order, {}).text;
    EXPECT_TRUE(text.ends_with("\nSignature: " + kept + '\n'))
        << text
        << "behaviour or cost of the second engine have changed: if that is meant, put the new "
           "line into tests/engine/games/ryg3/signature.txt and say it in the commit";
}

TEST(VerifyRyg3, ThreadsDoNotChangeWhatIsFound) {
    const Values values{{"depth", "3"}, {"games", "6"}, {"seed", "1"}};
    const Totals one = verify_with_fault(1, values, {{.jobs = 1}});
    const Totals three = verify_with_fault(1, values, {{.jobs = 3}});
    EXPECT_EQ(one.sum().cycles, three.sum().cycles);
    EXPECT_EQ(one.sum().differing, three.sum().differing);
    EXPECT_EQ(report(one), report(three));
}

TEST(VerifyRyg3, StopEndsASearchThatNobodyWouldWaitFor) {
    for (const char* const program : {"ryg3-07", "ryg3-11"}) {
        std::atomic<bool> stop = false;
        const std::jthread interrupter([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop = true;
        });
        const Totals result =
            tests::verify(program, {{"depth", "20"}, {"games", "1"}}, nullptr, {{.stop = &stop}});
        EXPECT_TRUE(result.stopped);
        EXPECT_EQ(result.sum().differing, 0U) << report(result);
        EXPECT_EQ(result.sum().own[0] + result.sum().searches, 0U)
            << "nothing that was cut off counts";
    }
}

struct Found {
    int fault;
    std::string_view field, writer;
};

TEST(PlantedRyg3Fault, IsFoundInGamesWithItsWriterAndShownAgain) {
    for (const auto& [fault, field, writer] :
         {Found{1, "", "lookUpCats <"}, {2, "hashpos_", "movePiece <"}, {3, "", "search <"}}) {
        SCOPED_TRACE(fault);
        const auto games =
            verify_with_fault(fault, {{"depth", "4"}, {"games", "4"}, {"seed", "1"}});
        ASSERT_TRUE(games.first);
        EXPECT_TRUE(games.first->place.starts_with("iteration")) << report(games);
        EXPECT_TRUE(games.first->field.starts_with(field)) << report(games);
        EXPECT_TRUE(games.first->first_wrong.starts_with(writer)) << report(games);
        const auto again = verify_with_fault(fault, games.first->again.values);
        EXPECT_EQ(report(again), report(games));
    }
}

TEST(PlantedRyg3Fault, IsShownAgainWithTheTablesThatWereDrawn) {
    const auto many = verify_with_fault(1, {{"depth", "4"}, {"positions", "300"}, {"seed", "1"}});
    ASSERT_TRUE(many.first);
    const std::string position = many.first->again.values.text("position");
    EXPECT_NE(position.find(", tables "), std::string::npos) << position;
    EXPECT_EQ(report(verify_with_fault(1, many.first->again.values)), report(many));
}

using tests::Bytes;

using tests::Hole;
class OldRyg3Hole : public testing::TestWithParam<Hole> {};

TEST_P(OldRyg3Hole, IsClosed) { tests::expect_closed(GetParam()); }

void put_at(c64::Image& image, std::string_view label, const Bytes& bytes) {
    std::ranges::copy(bytes, image.bytes.begin() + image.labels.at(label) - image.load_address);
}
void drop(c64::Image& image, std::string_view in, Bytes instruction) {
    const Bytes nops(instruction.size(), tests::nop);
    tests::patch(image, in, instruction, nops);
}
/// The comparison of a key with a blank.
void blank_is(c64::Image& image, emu::Byte key) {
    tests::patch(image, "readLine", {0xc9, ' ', 0x90}, {0xc9, key, 0x90});
}

const Values sessions{{"sessions", "4"}, {"seed", "1"}};
const Values routines{{"routines", "1"}, {"seed", "1"}};
const Values searches{{"depth", "2"}, {"positions", "2"}, {"seed", "1"}};

// clang-format off
const Hole holes[]{
    {"LimitOfAMinute", [](auto& i) { put_at(i, "time_limit", {1}); }, "ryg3-11", sessions, "time_limit"},
    {"TablesThatAreNotClearedAtTheStart", [](auto& i) { drop(i, "start", tests::absolute(0x20, i, "clearHashPos")); }, "ryg3-11", sessions, "hashpos_mouse"},
    {"TableOfWhichAPartIsNotCleared", [](auto& i) { drop(i, "clearHashPos", tests::absolute(0x9d, i, "hashpos_cats_lock")); }, "ryg3-11", sessions, "hashpos_cats_lock"},
    {"PlyAfterAMoveTakenBack", [](auto& i) { drop(i, "doUndo", tests::absolute(0x8d, i, "ply")); }, "ryg3-11", sessions, "ply"},
    {"EndOfTheTableOfCommands", [](auto& i) { tests::patch(i, "command", {0xa2, 12}, {0xa2, 11}); }, "ryg3-11", sessions, "prints ?"},
    {"BlankThatIsNotTaken", [](auto& i) { blank_is(i, ' ' + 1); }, "ryg3-11", sessions, "prints"},
    {"KeyBelowTheBlank", [](auto& i) { blank_is(i, ' ' - 1); }, "ryg3-11", sessions, "prints <1f>"},
    {"LineOfOneCharacterMore", [](auto& i) { tests::patch(i, "readLine", {0xe0, 16}, {0xe0, 17}); }, "ryg3-11", sessions, "prints"},
    {"EndlessIterations", [](auto& i) { Bytes end = tests::absolute(0xec, i, "max_depth"); tests::patch(i, "iterationDone", end, {0xe0, 0xff, tests::nop}); }, "ryg3-11", searches, "once too often"},
    {"RandomizeThatNeverEnds", [](auto& i) { put_at(i, "randomize", tests::absolute(0x4c, i, "randomize")); }, "ryg3-04", routines, "randomize did not return"},
    {"ByteThatIsNotMixed", [](auto& i) { drop(i, "randLockCat2", tests::absolute(0x4d, i, "seed")); }, "ryg3-04", routines, "randLockCat2"},
    {"LocksOfTheOtherTable", [](auto& i) { tests::patch(i, "lookUpCats", tests::absolute(0xbd, i, "hashpos_cats_lock"), tests::absolute(0xbd, i, "hashpos_mouse_lock")); }, "ryg3-04", routines, "lookUpCats"},
    {"ListWithoutLocks", [](auto& i) { drop(i, "printPositionsCats", tests::absolute(0xbc, i, "hashpos_cats_lock")); }, "ryg3-04", routines, "printed"},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Ryg3, OldRyg3Hole, testing::ValuesIn(holes), tests::name_of_row);

}  // namespace ryg
