// The second engine's programs against their native twin: searches, sessions, routines; planted faults.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <thread>

#include "c64/debug/step.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/games/ryg3/native/root.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {

using namespace engine::ryg3;
namespace ryg3 = engine::ryg3;
using harness::Host;
using work::CampaignResult;
using work::Row;
using work::Values;

namespace {

/// On all cores, unless `jobs` says on how many.
CampaignResult campaign_of(const Values& values, const c64::Image* program = nullptr,
                           unsigned jobs = std::max(1U, std::thread::hardware_concurrency()),
                           const std::atomic<bool>* stop = nullptr) {
    return work::run(
        engine::ryg3_game().verify->plan({.values = values, .instead = program, .stop = stop}),
        {.jobs = jobs, .stop = stop});
}

std::string report(const CampaignResult& result) {
    return result.first ? describe(*result.first, "") : "the engines agree";
}

CampaignResult campaign_with_fault(int fault, Values values,
                                   unsigned jobs = std::thread::hardware_concurrency()) {
    const c64::Image program = tests::faulty_ryg3(fault);
    return campaign_of(values.set("version", 11), &program, jobs);
}

/// A program that is ready to search with our tables.
Host ready(Version version) {
    Host host(ryg3::program(version));
    prepare(host, fixed_tables());
    return host;
}

}  // namespace

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

TEST(Ryg3Campaign, ProgramsThatDoNotSearchHaveRoutinesAndThoseThatArePlayedSessions) {
    const auto result = campaign_of({{"routines", "2"}, {"sessions", "1"}, {"seed", "1"}});
    EXPECT_EQ(result.count("differences"), 0U) << report(result);
    std::string rows;
    for (const Row& row : result.rows) {
        EXPECT_GT(result.count("cycles", row), 20'000U) << row.name;
        rows += row.name + ' ';
    }
    EXPECT_EQ(rows, "ryg3-03 ryg3-04 ryg3-09 ryg3-10 ryg3-11 ");
}

TEST(Ryg3Campaign, BoardsAndTablesAreReadAsTheyAreWritten) {
    engine::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Root root{played_board(random, 60), random.below(2) * random.next()};
        const Root read = root_from(to_text(root));
        EXPECT_EQ(read.board, root.board) << to_text(root);
        EXPECT_EQ(read.tables, root.tables) << to_text(root);
    }
    for (const char* const wrong : {", tables ", ", tables x", ", tables 1 2", ", cats a1"}) {
        EXPECT_ANY_THROW(static_cast<void>(root_from(to_text(Board{}) + wrong))) << wrong;
    }
}

TEST(Ryg3Campaign, SearchThatIsStoppedReturnsTheIterationsThatWereDone) {
    std::atomic<bool> stop = false;
    const ryg3::SearchWatch watch{&stop, [&stop](int depth) { stop = depth == 3; }};
    for (const Version version : {Version::v08, Version::v11}) {
        ryg3::Thinker native{.version = version, .random = fixed_tables()};
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 3U);
        stop = false;
        Host host = ready(version);
        EXPECT_EQ(think(host, version, {}, 5, watch).iterations.size(), 3U);
        EXPECT_EQ(native.think({}, 5, nullptr, watch).size(), 0U) << "stopped beforehand";
        EXPECT_EQ(think(host, version, {}, 5, watch).iterations.size(), 0U);
        stop = false;
        EXPECT_EQ(think(host, version, {}, 5).iterations.size(), 5U)
            << "a search after one that was stopped";
    }
}

TEST(Ryg3Campaign, LabelsOfEventsArePassedAsOftenAsTheTwinCounts) {
    for (const Version version : ryg3::searching_versions) {
        Host host = ready(version);
        ryg3::Thinker thinker{.version = version, .random = fixed_tables()};
        put(host, Board{}, 5);
        std::map<emu::Address, std::uint64_t> passes;
        c64::debug::watched_call(host.machine(), host.labels().at("think"), 1'000'000'000,
                                 [&](const c64::debug::Step& step) { ++passes[step.before.pc]; });
        const auto passed = [&](const char* label) { return passes[host.labels().at(label)]; };
        const ryg3::Iteration last = thinker.think({}, 5).back();
        EXPECT_EQ(passed("nodeEntered"), last.nodes) << number_of(version);
        EXPECT_EQ(passed("cutOff"), last.counts.cut_offs) << number_of(version);
        EXPECT_EQ(passed("hashHitMouse") + passed("hashHitCats"), last.counts.found);
        EXPECT_EQ(passed("hashMissMouse") + passed("hashMissCats"), last.counts.empty);
        EXPECT_EQ(passed("lockMissMouse") + passed("lockMissCats"), last.counts.other_lock);
    }
}

TEST(Ryg3Campaign, BenchHasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/games/ryg3/signature.txt");
    std::string kept;
    std::getline(file, kept);
    const std::string text = engine::ryg3_game().bench->run({}, {}).text;
    EXPECT_TRUE(text.ends_with("\nSignature: " + kept + '\n'))
        << text
        << "behaviour or cost of the second engine have changed: if that is meant, put the new "
           "line into tests/engine/games/ryg3/signature.txt and say it in the commit";
}

TEST(Ryg3Campaign, ThreadsDoNotChangeWhatIsFound) {
    const Values values{{"depth", "3"}, {"games", "6"}, {"seed", "1"}};
    const CampaignResult one = campaign_with_fault(1, values, 1);
    const CampaignResult three = campaign_with_fault(1, values, 3);
    EXPECT_EQ(one.count("cycles"), three.count("cycles"));
    EXPECT_EQ(one.count("differences"), three.count("differences"));
    EXPECT_EQ(report(one), report(three));
}

TEST(Ryg3Campaign, StopEndsASearchThatNobodyWouldWaitFor) {
    for (const char* const version : {"7", "11"}) {
        std::atomic<bool> stop = false;
        const std::jthread interrupter([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop = true;
        });
        const auto result =
            campaign_of({{"version", version}, {"depth", "20"}, {"games", "1"}}, nullptr, 1, &stop);
        EXPECT_TRUE(result.stopped);
        EXPECT_EQ(result.count("differences"), 0U) << report(result);
        EXPECT_EQ(result.count("games") + result.count("searches"), 0U)
            << "nothing that was cut off counts";
    }
}

struct Found {
    int fault;
    std::string_view field, writer;
};

TEST(PlantedRyg3Fault, IsFoundInGamesWithItsWriterAndShownAgain) {
    for (const auto& [fault, field, writer] : {Found{1, "", "search"},  // moves of other boards
                                               {2, "hashpos_", "addHashPos"},
                                               {3, "", "search"}}) {
        SCOPED_TRACE(fault);
        const auto games =
            campaign_with_fault(fault, {{"depth", "4"}, {"games", "4"}, {"seed", "1"}});
        ASSERT_TRUE(games.first);
        EXPECT_TRUE(games.first->place.starts_with("iteration")) << report(games);
        EXPECT_TRUE(games.first->field.starts_with(field)) << report(games);
        const std::string named = games.first->written_by + games.first->belongs_to;
        EXPECT_NE(named.find(writer), std::string::npos) << report(games);
        const auto again = campaign_with_fault(fault, games.first->again.values);
        EXPECT_EQ(report(again), report(games));
    }
}

TEST(PlantedRyg3Fault, IsShownAgainWithTheTablesThatWereDrawn) {
    const auto many = campaign_with_fault(1, {{"depth", "4"}, {"positions", "300"}, {"seed", "1"}});
    ASSERT_TRUE(many.first);
    const std::string position = many.first->again.values.text("position");
    EXPECT_NE(position.find(", tables "), std::string::npos) << position;
    EXPECT_EQ(report(campaign_with_fault(1, many.first->again.values)), report(many));
}

using tests::Bytes;

using tests::Hole;
class OldRyg3Hole : public testing::TestWithParam<Hole> {};

TEST_P(OldRyg3Hole, IsClosed) {
    const std::string version = GetParam().values.text("version");
    tests::expect_closed(GetParam(), "ryg3-" + (version.size() == 1 ? '0' + version : version),
                         [](const Values& values, const c64::Image& program) {
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
const Values routines{{"version", "4"}, {"routines", "1"}, {"seed", "1"}};
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
    {"EndlessIterations", [](auto& i) { Bytes end = tests::absolute(0xec, i, "max_depth"); tests::patch(i, "iterationDone", end, {0xe0, 0xff, tests::nop}); }, searches, "once too often"},
    {"RandomizeThatNeverEnds", [](auto& i) { put_at(i, "randomize", tests::absolute(0x4c, i, "randomize")); }, routines, "randomize did not return"},
    {"ByteThatIsNotMixed", [](auto& i) { drop(i, "randLockCat2", tests::absolute(0x4d, i, "seed")); }, routines, "randLockCat2"},
    {"LocksOfTheOtherTable", [](auto& i) { tests::patch(i, "lookUpCats", tests::absolute(0xbd, i, "hashpos_cats_lock"), tests::absolute(0xbd, i, "hashpos_mouse_lock")); }, routines, "lookUpCats"},
    {"ListWithoutLocks", [](auto& i) { drop(i, "printPositionsCats", tests::absolute(0xbc, i, "hashpos_cats_lock")); }, routines, "printed"},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Ryg3, OldRyg3Hole, testing::ValuesIn(holes), tests::name_of_row);

}  // namespace ryg
