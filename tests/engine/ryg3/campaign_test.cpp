// The second engine's programs against the native twin: tables, routines, searches; planted faults.
#include "engine/ryg3/campaign.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <thread>

#include "c64/debug/watched_call.hpp"
#include "engine/programs.hpp"
#include "engine/ryg/asm_engine.hpp"
#include "engine/ryg3/bench.hpp"
#include "engine/ryg3/study/hash_boards.hpp"
#include "engine/ryg3/work.hpp"

using namespace ryg::crosscheck;
using ryg3::Version;

namespace ryg {
namespace {

Ryg3CampaignOptions on_all_cores() {
    Ryg3CampaignOptions options;
    options.pieces.jobs = std::max(1U, std::thread::hardware_concurrency());
    return options;
}

std::string report(const Ryg3CampaignResult& result) {
    return result.first ? describe(*result.first) : "the engines agree";
}

Ryg3CampaignOptions with_fault(char number) {
    Ryg3CampaignOptions options = on_all_cores();
    options.versions = {Version::v11};
    options.program = c64::from_embedded(*find_program(std::string("ryg3_fault") + number));
    return options;
}

/// What routines alone show of a fault.
Ryg3CampaignResult routines_of(char fault) {
    Ryg3CampaignOptions options = with_fault(fault);
    options.routines = 2;
    return run_ryg3_campaign(options);
}

/// What games alone show of a fault.
Ryg3CampaignResult games_of(char fault) {
    Ryg3CampaignOptions options = with_fault(fault);
    options.depths = {4};
    options.games = 4;
    return run_ryg3_campaign(options);
}

}  // namespace

TEST(CrosscheckRyg3, RoutinesOfEveryVersionDoWhatTheTwinDoes) {
    Ryg3CampaignOptions options = on_all_cores();
    options.routines = 6;
    const Ryg3CampaignResult result = run_ryg3_campaign(options);
    EXPECT_EQ(result.total.differences, 0U) << report(result);
    EXPECT_EQ(result.rows.size(), 2U * 3U + 5U * 4U);
    for (const Ryg3CampaignRow& row : result.rows) {
        EXPECT_GT(row.calls, 20U) << row.name;
        EXPECT_GT(row.cycles, 10'000U) << row.name;
    }
}

TEST(CrosscheckRyg3, SearchesAreTheSameAfterEachIteration) {
    Ryg3CampaignOptions options = on_all_cores();
    options.games = 3;
    options.positions = 30;
    const Ryg3CampaignResult result = run_ryg3_campaign(options);
    EXPECT_EQ(result.total.differences, 0U) << report(result);
    EXPECT_EQ(result.rows.size(), 5U * 6U);
    for (const Ryg3CampaignRow& row : result.rows) {
        EXPECT_EQ(row.games, 3U);
        EXPECT_GT(row.searches, 40U) << row.name;
        EXPECT_GE(row.nodes, row.searches) << row.name;
    }
}

TEST(CrosscheckRyg3, BoardsOfASearchHaveTheTwinsHashAndLock) {
    const std::vector<ryg3::Board> boards = boards_of_search(ryg3::Board{}, 12).distinct;
    EXPECT_GT(boards.size(), 4000U);
    EXPECT_TRUE(std::ranges::any_of(boards, [](const ryg3::Board& board) {
        return ryg3::board_from(position_of(board)).squares != board.squares;
    })) << "cats that have passed each other";
    Ryg3Worker::Outcome outcome = Ryg3Worker(AsmRyg3(Version::v11), 1).hashes_of(boards);
    EXPECT_EQ(outcome.differences, 0U) << describe(*outcome.first);
    EXPECT_EQ(outcome.calls, 2 * boards.size());
}

TEST(CrosscheckRyg3, SearchThatIsStoppedReturnsTheIterationsThatWereDone) {
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

TEST(CrosscheckRyg3, FixedTablesAreTheTwins) {
    AsmRyg3 assembly(Version::v11);
    assembly.call("fixedTables");
    EXPECT_EQ(assembly.random_tables(), ryg3::fixed_tables());
}

TEST(CrosscheckRyg3, LinesOnTheScreenAreTheTwins) {
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

TEST(CrosscheckRyg3, LabelsOfEventsArePassedAsOftenAsTheTwinCounts) {
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

TEST(CrosscheckRyg3, BenchHasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/ryg3/signature.txt");
    std::string kept;
    std::getline(file, kept);
    EXPECT_EQ(to_string(run_ryg3_bench().signature), kept)
        << "behaviour or cost of the second engine have changed: if that is meant, put the new "
           "line into tests/engine/ryg3/signature.txt and say it in the commit";
}

TEST(CrosscheckRyg3, ThreadsDoNotChangeWhatIsFound) {
    Ryg3CampaignOptions options = with_fault('1');
    options.depths = {3};
    options.games = 6;
    options.routines = 2;
    options.pieces.jobs = 1;
    const Ryg3CampaignResult one = run_ryg3_campaign(options);
    options.pieces.jobs = 3;
    const Ryg3CampaignResult three = run_ryg3_campaign(options);
    EXPECT_EQ(one.total.cycles, three.total.cycles);
    EXPECT_EQ(one.total.differences, three.total.differences);
    EXPECT_EQ(report(one), report(three));
}

TEST(CrosscheckRyg3, StopEndsACampaignAndSaysSo) {
    const std::atomic<bool> stop = true;
    Ryg3CampaignOptions options;
    options.routines = 3;
    options.pieces.stop = &stop;
    const Ryg3CampaignResult result = run_ryg3_campaign(options);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.total.calls, 0U);
}

TEST(CrosscheckRyg3, StopEndsASearchThatNobodyWouldWaitFor) {
    std::atomic<bool> stop = false;
    Ryg3CampaignOptions options;
    options.versions = {Version::v11};
    options.depths = {20};
    options.games = 1;
    options.pieces.stop = &stop;
    const std::jthread somebody([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        stop = true;
    });
    const Ryg3CampaignResult result = run_ryg3_campaign(options);
    EXPECT_TRUE(result.stopped);
    EXPECT_EQ(result.total.differences, 0U) << report(result);
    EXPECT_EQ(result.total.games + result.total.searches, 0U) << "nothing that was cut off counts";
}

TEST(PlantedRyg3Fault, WrongTableOfLocksIsFoundInWhatALookUpSays) {
    const Ryg3CampaignResult result = routines_of('1');  // lookUpCats compares the mouse's locks
    ASSERT_TRUE(result.first);
    EXPECT_TRUE(result.first->stage.starts_with("lookUpCats")) << report(result);
    EXPECT_NE(result.first->written_by.find("lookUpCats"), std::string::npos) << report(result);
    for (const Ryg3CampaignRow& row : result.rows) {
        EXPECT_EQ(row.differences != 0, row.name == "entries") << row.name;
    }
    const Ryg3CampaignResult games = games_of('1');
    ASSERT_TRUE(games.first) << "a search trusts moves of other boards, or none";
    EXPECT_GT(games.first->depth, 0);
}

TEST(PlantedRyg3Fault, SquareThatIsForgottenIsFoundInTheHashAfterAMove) {
    const Ryg3CampaignResult result = routines_of('2');
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->stage, "makeMove") << report(result);
    EXPECT_EQ(result.first->field, "hash") << report(result);
    EXPECT_NE(result.first->written_by.find("makeMove"), std::string::npos) << report(result);
    const Ryg3CampaignResult games = games_of('2');
    ASSERT_TRUE(games.first);
    EXPECT_TRUE(games.first->field.starts_with("hashpos_")) << report(games);
    EXPECT_NE(games.first->written_by.find("addHashPos"), std::string::npos) << report(games);
}

TEST(PlantedRyg3Fault, WindowThatIsNotHandedOnIsFoundInASearch) {
    EXPECT_FALSE(routines_of('3').first) << "every routine by itself is right";
    const Ryg3CampaignResult games = games_of('3');
    ASSERT_TRUE(games.first);
    EXPECT_TRUE(games.first->stage.starts_with("iteration")) << report(games);
}

TEST(PlantedRyg3Fault, SeedOfTheFirstDifferenceShowsItAgainAsTheFirstPiece) {
    const Ryg3CampaignResult many = [] {
        Ryg3CampaignOptions options = with_fault('1');
        options.depths = {3};
        options.games = 12;
        return run_ryg3_campaign(options);
    }();
    ASSERT_TRUE(many.first);
    const std::string& command = many.first->reproduce;
    EXPECT_TRUE(command.starts_with("./ryg verify --game ryg3 --version 11 --depth 3")) << command;
    Ryg3CampaignOptions options = with_fault('1');
    options.depths = {3};
    options.games = 1;
    options.seed = std::stoull(command.substr(command.find("--seed ") + 7));
    const Ryg3CampaignResult again = run_ryg3_campaign(options);
    EXPECT_EQ(report(again), report(many));
}

TEST(CrosscheckRyg3, RoutineThatDoesNotReturnIsAFault) {
    AsmRyg3 assembly(Version::v11);
    const Address code = assembly.labels().at("getHash");
    assembly.machine().ram()[code] = 0x4c;  // JMP to itself
    assembly.machine().ram()[code + 1U] = emu::low(code);
    assembly.machine().ram()[code + 2U] = emu::high(code);
    EXPECT_THROW(assembly.get_hash(), EngineFault);
}

}  // namespace ryg
