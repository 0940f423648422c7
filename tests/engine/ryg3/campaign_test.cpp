// The second engine's programs against the native twin: tables, routines, searches; planted faults.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <thread>

#include "c64/debug/step.hpp"
#include "engine/ryg3/bench.hpp"
#include "engine/ryg3/game.hpp"
#include "engine/ryg3/study/hash_boards.hpp"
#include "engine/ryg3/work.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {

using namespace engine::ryg3;
namespace ryg3 = engine::ryg3;
using harness::CampaignResult;
using harness::Row;
using harness::Values;

namespace {

/// On all cores, unless `jobs` says on how many.
CampaignResult campaign_of(const Values& values, const c64::Image* program = nullptr,
                           unsigned jobs = std::max(1U, std::thread::hardware_concurrency()),
                           const std::atomic<bool>* stop = nullptr) {
    return harness::run(plan_campaign(values, program, stop), {.jobs = jobs, .stop = stop});
}

std::string report(const CampaignResult& result) {
    return result.first ? describe(*result.first, "") : "the engines agree";
}

CampaignResult campaign_with_fault(int fault, Values values,
                                   unsigned jobs = std::thread::hardware_concurrency()) {
    const c64::Image program = tests::faulty_ryg3(fault);
    return campaign_of(values.set("version", 11), &program, jobs);
}

/// What routines alone show of a fault.
CampaignResult routines_of(int fault) {
    return campaign_with_fault(fault, {{"routines", "2"}, {"seed", "1"}});
}

/// What games alone show of a fault.
CampaignResult games_of(int fault) {
    return campaign_with_fault(fault, {{"depth", "4"}, {"games", "4"}, {"seed", "1"}});
}

}  // namespace

TEST(Ryg3Campaign, RoutinesOfEveryVersionDoWhatTheTwinDoes) {
    const auto result = campaign_of({{"routines", "6"}, {"seed", "1"}});
    EXPECT_EQ(result.count("differences"), 0U) << report(result);
    EXPECT_EQ(result.rows.size(), 2U * 3U + 5U * 4U);
    for (const Row& row : result.rows) {
        EXPECT_GT(result.count("calls", row), 20U) << row.name;
        EXPECT_GT(result.count("cycles", row), 10'000U) << row.name;
    }
}

TEST(Ryg3Campaign, SearchesAreTheSameAfterEachIteration) {
    const auto result = campaign_of({{"games", "3"}, {"positions", "30"}, {"seed", "1"}});
    EXPECT_EQ(result.count("differences"), 0U) << report(result);
    EXPECT_EQ(result.rows.size(), 5U * 6U);
    for (const Row& row : result.rows) {
        EXPECT_EQ(result.count("games", row), 3U);
        EXPECT_GT(result.count("searches", row), 40U) << row.name;
        EXPECT_GE(result.count("nodes", row), result.count("searches", row)) << row.name;
    }
}

TEST(Ryg3Campaign, BoardsOfASearchHaveTheTwinsHashAndLock) {
    const std::vector<ryg3::Board> boards = boards_of_search(ryg3::Board{}, 12).distinct;
    EXPECT_GT(boards.size(), 4000U);
    EXPECT_TRUE(std::ranges::any_of(boards, [](const ryg3::Board& board) {
        return ryg3::board_from(position_of(board)).squares != board.squares;
    })) << "cats that have passed each other";
    const harness::Outcome outcome = Worker(AsmRyg3(Version::v11), 1).hashes_of(boards);
    EXPECT_EQ(outcome.counts[Worker::differences], 0U) << describe(*outcome.first, "");
    EXPECT_EQ(outcome.counts[Worker::calls], 2 * boards.size());
}

TEST(Ryg3Campaign, SearchThatIsStoppedReturnsTheIterationsThatWereDone) {
    std::atomic<bool> stop = false;
    const ryg3::SearchWatch watch{&stop, [&stop](int depth) { stop = depth == 3; }};
    for (const Version version : {Version::v08, Version::v11}) {
        ryg3::Thinker native{.version = version, .random = ryg3::fixed_tables()};
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 3U);
        stop = false;
        AsmRyg3 assembly(version);
        assembly.put(native.random);
        assembly.put(ryg3::HashTables{});
        EXPECT_EQ(assembly.think({}, 5, watch).size(), 3U);
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 0U) << "stopped beforehand";
        EXPECT_EQ(assembly.think({}, 5, watch).size(), 0U);
        stop = false;
        assembly.put(ryg3::HashTables{});
        EXPECT_EQ(assembly.think({}, 5).size(), 5U) << "a search after one that was stopped";
    }
}

TEST(Ryg3Campaign, FixedTablesAreTheTwins) {
    AsmRyg3 assembly(Version::v11);
    assembly.call("fixedTables");
    EXPECT_EQ(assembly.random_tables(), ryg3::fixed_tables());
}

TEST(Ryg3Campaign, LinesOnTheScreenAreTheTwins) {
    engine::Random random(18);
    bool broken = false;
    for (const Version version : {Version::v08, Version::v09, Version::v10, Version::v11}) {
        for (int i = 0; i < 6; ++i) {
            AsmRyg3 assembly(version);
            const ryg3::RandomTables tables = drawn_tables(random);
            const ryg3::Board board = played_board(random, 40);
            assembly.put(tables);
            assembly.put(ryg3::HashTables{});
            assembly.prepare(board, 5);
            assembly.machine().ram()[assembly.labels().at("show_lines")] = 1;
            ASSERT_TRUE(assembly.machine().call(assembly.labels().at("think")).returned());
            std::string lines;
            for (const auto& iteration :
                 ryg3::Thinker{.version = version, .random = tables}.think(board, 5)) {
                lines += shown_line(version, iteration) + '\n';
            }
            EXPECT_TRUE(assembly.machine().screen_text().ends_with(lines))
                << to_text(board) << ", version " << number_of(version) << "\n"
                << lines << "is not the end of\n"
                << assembly.machine().screen_text();
            broken = broken || lines.find("...") != std::string::npos;
        }
    }
    EXPECT_TRUE(broken) << "some chain must break";
}

TEST(Ryg3Campaign, LabelsOfEventsArePassedAsOftenAsTheTwinCounts) {
    for (const Version version : ryg3::searching_versions) {
        AsmRyg3 assembly(version);
        ryg3::Thinker thinker{.version = version, .random = ryg3::fixed_tables()};
        assembly.put(thinker.random);
        assembly.put(thinker.tables);
        assembly.prepare(ryg3::Board{}, 5);
        std::map<Address, std::uint64_t> passes;
        c64::debug::watched_call(assembly.machine(), assembly.labels().at("think"), 1'000'000'000,
                                 [&](const c64::debug::Step& step) { ++passes[step.before.pc]; });
        const auto passed = [&](const char* label) { return passes[assembly.labels().at(label)]; };
        const ryg3::Iteration last = thinker.think(ryg3::Board{}, 5).back();
        EXPECT_EQ(passed("nodeEntered"), last.nodes) << number_of(version);
        EXPECT_EQ(passed("cutOff"), last.counts.cut_offs) << number_of(version);
        EXPECT_EQ(passed("hashHitMouse") + passed("hashHitCats"), last.counts.found);
        EXPECT_EQ(passed("hashMissMouse") + passed("hashMissCats"), last.counts.empty);
        EXPECT_EQ(passed("lockMissMouse") + passed("lockMissCats"), last.counts.other_lock);
    }
}

TEST(Ryg3Campaign, BenchHasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/ryg3/signature.txt");
    std::string kept;
    std::getline(file, kept);
    EXPECT_EQ(to_string(run_bench().signature), kept)
        << "behaviour or cost of the second engine have changed: if that is meant, put the new "
           "line into tests/engine/ryg3/signature.txt and say it in the commit";
}

TEST(Ryg3Campaign, ThreadsDoNotChangeWhatIsFound) {
    const Values values{{"depth", "3"}, {"games", "6"}, {"routines", "2"}, {"seed", "1"}};
    const CampaignResult one = campaign_with_fault(1, values, 1);
    const CampaignResult three = campaign_with_fault(1, values, 3);
    EXPECT_EQ(one.count("cycles"), three.count("cycles"));
    EXPECT_EQ(one.count("differences"), three.count("differences"));
    EXPECT_EQ(report(one), report(three));
}

TEST(Ryg3Campaign, StopEndsACampaignAndSaysSo) {
    const std::atomic<bool> stop = true;
    const auto result = campaign_of({{"routines", "3"}}, nullptr, 1, &stop);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.count("calls"), 0U);
}

TEST(Ryg3Campaign, StopEndsASearchThatNobodyWouldWaitFor) {
    std::atomic<bool> stop = false;
    const std::jthread interrupter([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop = true;
    });
    const auto result =
        campaign_of({{"version", "11"}, {"depth", "20"}, {"games", "1"}}, nullptr, 1, &stop);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.count("differences"), 0U) << report(result);
    EXPECT_EQ(result.count("games") + result.count("searches"), 0U)
        << "nothing that was cut off counts";
}

TEST(PlantedRyg3Fault, WrongTableOfLocksIsFoundInWhatALookUpSays) {
    const CampaignResult result = routines_of(1);  // lookUpCats compares the mouse's locks
    ASSERT_TRUE(result.first);
    EXPECT_TRUE(result.first->place.starts_with("lookUpCats")) << report(result);
    EXPECT_NE(result.first->written_by.find("lookUpCats"), std::string::npos) << report(result);
    for (const Row& row : result.rows) {
        EXPECT_EQ(result.count("differences", row) != 0, row.name == "version 11 entries")
            << row.name;
    }
    const CampaignResult games = games_of(1);
    ASSERT_TRUE(games.first) << "a search trusts moves of other boards, or none";
    EXPECT_GT(games.first->depth, 0);
}

TEST(PlantedRyg3Fault, SquareThatIsForgottenIsFoundInTheHashAfterAMove) {
    const CampaignResult result = routines_of(2);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->place, "makeMove") << report(result);
    EXPECT_EQ(result.first->field, "hash") << report(result);
    EXPECT_NE(result.first->written_by.find("makeMove"), std::string::npos) << report(result);
    const CampaignResult games = games_of(2);
    ASSERT_TRUE(games.first);
    EXPECT_TRUE(games.first->field.starts_with("hashpos_")) << report(games);
    EXPECT_NE(games.first->written_by.find("addHashPos"), std::string::npos) << report(games);
}

TEST(PlantedRyg3Fault, WindowThatIsNotHandedOnIsFoundInASearch) {
    EXPECT_FALSE(routines_of(3).first) << "every routine by itself is right";
    const CampaignResult games = games_of(3);
    ASSERT_TRUE(games.first);
    EXPECT_TRUE(games.first->place.starts_with("iteration")) << report(games);
}

TEST(PlantedRyg3Fault, SeedOfTheFirstDifferenceShowsItAgainAsTheFirstPiece) {
    const CampaignResult many =
        campaign_with_fault(1, {{"depth", "3"}, {"games", "12"}, {"sessions", "0"}, {"seed", "1"}});
    ASSERT_TRUE(many.first);
    const Values& values = many.first->again.values;
    EXPECT_EQ(values.text("depth"), "3");
    EXPECT_EQ(values.text("games"), "1");
    EXPECT_EQ(report(campaign_with_fault(1, values)), report(many));
}

using tests::Bytes;

using tests::Hole;
class OldRyg3Hole : public testing::TestWithParam<Hole> {};

TEST_P(OldRyg3Hole, IsClosed) {
    tests::expect_closed(GetParam(), "ryg3", [](const Values& values, const c64::Image& program) {
        return campaign_of(values, &program, 1);
    });
}

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

const Values sessions{{"version", "11"}, {"sessions", "4"}, {"seed", "1"}};
const Values routines{{"version", "11"}, {"routines", "1"}, {"seed", "1"}};
const Values searches{{"version", "11"}, {"depth", "2"}, {"positions", "2"}, {"seed", "1"}};

// clang-format off
const Hole holes[]{
    {"LimitOfAMinute", [](auto& i) { put_at(i, "time_limit", {1}); }, sessions, "time_limit"},
    {"TablesThatAreNotClearedAtTheStart", [](auto& i) { drop(i, "start", tests::absolute(0x20, i, "clearHashPos")); }, sessions, "hashpos_mouse"},
    {"TableOfWhichAPartIsNotCleared", [](auto& i) { drop(i, "clearHashPos", tests::absolute(0x9d, i, "hashpos_cats_lock")); }, sessions, "hashpos_cats_lock"},
    {"PlyAfterAMoveTakenBack", [](auto& i) { drop(i, "doUndo", tests::absolute(0x8d, i, "ply")); }, sessions, "ply"},
    {"EndOfTheTableOfCommands", [](auto& i) { tests::patch(i, "command", {0xa2, 12}, {0xa2, 11}); }, sessions, "prints ?"},
    {"BlankThatIsNotTaken", [](auto& i) { blank_is(i, ' ' + 1); }, sessions, "prints"},
    {"KeyBelowTheBlank", [](auto& i) { blank_is(i, ' ' - 1); }, sessions, "prints <1f>"},
    {"LineOfOneCharacterMore", [](auto& i) { tests::patch(i, "readLine", {0xe0, 16}, {0xe0, 17}); }, sessions, "prints"},
    {"EndlessIterations", [](auto& i) { Bytes end = tests::absolute(0xec, i, "max_depth"); tests::patch(i, "iterationDone", end, {0xe0, 0xff, tests::nop}); }, searches, "an iteration too many"},
    {"RandomizeThatNeverEnds", [](auto& i) { put_at(i, "randomize", tests::absolute(0x4c, i, "randomize")); }, routines, "randomize did not return"},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Ryg3, OldRyg3Hole, testing::ValuesIn(holes), tests::name_of_row);

TEST(Ryg3Campaign, RoutineThatDoesNotReturnIsAFault) {
    AsmRyg3 assembly(Version::v11);
    const Address code = assembly.labels().at("getHash");
    assembly.machine().ram()[code] = 0x4c;  // JMP to itself
    assembly.machine().ram()[code + 1U] = emu::low(code);
    assembly.machine().ram()[code + 2U] = emu::high(code);
    EXPECT_THROW(assembly.get_hash(), harness::EngineFault);
}

}  // namespace ryg
