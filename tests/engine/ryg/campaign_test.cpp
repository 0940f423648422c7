// Campaigns of the first game: faults planted in the assembly are found, placed, and named; the
// signature kept in the tree, and a profile that loses no cycle.
#include <fstream>
#include <gtest/gtest.h>

#include "c64/debug/profile.hpp"
#include "engine/ryg/bench.hpp"
#include "engine/ryg/game.hpp"
#include "tests/support/planted_faults.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using engine::Version;
using engine::first::AsmEngine;
using harness::CampaignResult;
using harness::Values;

CampaignResult campaign_of(const Values& values, const c64::Image* program = nullptr,
                           const harness::PieceOptions& options = {}) {
    return harness::run(engine::first::plan_campaign(values, program), options);
}

const Values sixty{{"version", "16"}, {"depth", "2"}, {"positions", "60"}};

TEST(Campaign, FindsNoDifferenceInTheSoundProgram) {
    const auto result = campaign_of(sixty);
    EXPECT_EQ(result.count("differences"), 0u);
    EXPECT_EQ(result.count("searches"), 60u);
    EXPECT_FALSE(result.first);
}

struct Planted {
    std::string_view name;
    int fault;
    std::vector<std::string_view> fields;  // that may differ first
    std::string_view written_by;
};
class PlantedFault : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFault, IsFoundPlacedAndShownAgainByItsPosition) {
    const auto& [name, fault, fields, written_by] = GetParam();
    const c64::Image program = tests::faulty_ryg16(fault);
    const auto result = campaign_of(sixty, &program);
    EXPECT_GT(result.count("differences"), 0u);
    ASSERT_TRUE(result.first);
    const harness::Difference& first = *result.first;
    EXPECT_TRUE(std::ranges::any_of(fields, [&](auto each) {
        return first.field.starts_with(each);
    })) << first.field;
    EXPECT_NE(first.written_by.find(written_by), std::string::npos) << first.written_by;
    if (fault == 2) {
        EXPECT_NE(first.place, "-") << "a leaf";
    }

    EXPECT_EQ(first.again.values.text("position"), first.position);
    const auto again = campaign_of(first.again.values, &program);
    ASSERT_TRUE(again.first);
    EXPECT_EQ(again.first->place, first.place);
    EXPECT_EQ(again.first->written_by, first.written_by);
}

const Planted planted[]{
    {"TwoCatsOnOneSquareInTheShapeOfTheTree", 1, {"hijos", "matriz"}, "desarrollaArbolJugadas"},
    {"AWrongTableEntryInTheValueOfALeaf", 2, {"valor"}, "evaluaTablero"},
    {"AWrongBranchInAValueOfTheCats", 3, {"valor"}, "minValorHijos"}};
INSTANTIATE_TEST_SUITE_P(Ryg, PlantedFault, testing::ValuesIn(planted), tests::name_of_row);

TEST(Campaign, FindsTheSameWhateverTheNumberOfThreads) {
    for (const char* version : {"14", "16"}) {
        Values values{{"version", version}, {"games", "4"}, {"positions", "12"}, {"seed", "1"}};
        const auto one = campaign_of(values);
        const auto three = campaign_of(values, nullptr, {.jobs = 3});
        ASSERT_EQ(one.rows.size(), 3u);
        for (std::size_t row = 0; row < one.rows.size(); ++row) {
            EXPECT_EQ(one.rows[row].counts, three.rows[row].counts);
            EXPECT_EQ(one.count("games", one.rows[row]), 4u);
            EXPECT_EQ(one.count("differences", one.rows[row]), 0u);
        }
        EXPECT_EQ(one.count("referee_calls") > 0, version == std::string_view("16"));
        EXPECT_NE(campaign_of(values.set("seed", 2)).count("cycles"), one.count("cycles"));
    }
}

TEST(Campaign, KeepsWhatWasDoneWhenItIsStopped) {
    std::atomic<bool> stop = true;
    const auto result =
        campaign_of({{"version", "16"}, {"positions", "1000"}}, nullptr, {.stop = &stop});
    EXPECT_TRUE(result.stopped);
    EXPECT_LT(result.count("searches"), 1000u);
}

TEST(Campaign, OfAMillionPiecesIsPlannedWithoutARecordOfEach) {
    const auto campaign = engine::first::plan_campaign(
        {{"all", ""}, {"games", "1000000000000"}, {"positions", "1000000000000"}});
    EXPECT_EQ(campaign.pieces, 3 * (3 * 2 + 2) * 1'000'000'000'000U);
}

TEST(Bench, HasTheSignatureThatIsKeptInTheTree) {
    std::ifstream file(RYG_SOURCE_DIR "/tests/engine/ryg/signature.txt");
    std::string kept;
    std::getline(file, kept);
    AsmEngine assembly(Version::v16);
    EXPECT_EQ(harness::to_string(engine::first::run_bench(assembly).signature), kept)
        << "behaviour or cost of ryg16 have changed: if that is meant, put the new line into "
           "tests/engine/ryg/signature.txt and say it in the commit";
}

TEST(Profile, SelfCyclesAddUpToAllCycles) {
    AsmEngine assembly(Version::v16);
    engine::SearchOptions options{.depth = 2, .tree_base = assembly.tree_start()};
    const auto position = engine::first::bench_positions()[5];
    const auto plain = assembly.search(position, options);

    assembly.prepare(position, options);
    emu::Cycle self = 0, inclusive = 0;
    for (const auto routine : assembly.search_routines()) {
        const auto address = assembly.labels().at(routine);
        c64::debug::Profile profile(address);
        c64::debug::watched_call(assembly.machine(), address, 1'000'000'000,
                                 [&](const c64::debug::Step& step) { profile.note(step); });
        const auto rows = profile.finish();
        EXPECT_EQ(rows.front().routine, address);  // nothing costs more than all
        inclusive += rows.front().inclusive;
        for (const auto& row : rows) {
            self += row.self;
            EXPECT_LE(row.self, row.inclusive);
            EXPECT_LE(row.inclusive, rows.front().inclusive);
        }
    }
    EXPECT_EQ(self, plain.cycles);
    EXPECT_EQ(inclusive, plain.cycles);
}

TEST(Profile, CountsARecursiveRoutineOnceForEachStack) {
    AsmEngine assembly(Version::v16);
    const auto shares = engine::first::profile_searches(assembly, 2);
    emu::Cycle total = 0;
    std::uint64_t mini_max_calls = 0;
    for (const auto& share : shares) {
        total += share.self;
        if (share.routine == "miniMax") mini_max_calls = share.calls;
    }
    std::uint64_t nodes = 0;
    for (const auto& position : engine::first::bench_positions()) {
        nodes += engine::search(position, {.depth = 2}).nodes;
    }
    EXPECT_EQ(mini_max_calls, nodes);
    for (const auto& share : shares) EXPECT_LE(share.inclusive, total) << share.routine;
}

TEST(CallStack, FollowsARoutineThatThrowsItsReturnAddressAway) {
    using emu::Registers;
    c64::debug::CallStack calls;
    const auto at = [](emu::Address pc, emu::Byte s) { return Registers{.pc = pc, .s = s}; };
    calls.note({at(0x1000, 0xff), at(0x2000, 0xfd), 0x20});  // jsr a
    calls.note({at(0x2000, 0xfd), at(0x3000, 0xfb), 0x20});  // a: jsr b
    ASSERT_EQ(calls.frames().size(), 2u);
    calls.note({at(0x3000, 0xfb), at(0x3001, 0xfc), 0x68});                 // b: pla
    calls.note({at(0x3001, 0xfc), at(0x3002, 0xfd), 0x68});                 // b: pla
    EXPECT_EQ(calls.frames().size(), 2u);                                   // no transfer yet
    EXPECT_EQ(calls.note({at(0x3002, 0xfd), at(0x1003, 0xff), 0x60}), 2u);  // b: rts, for a as well
    EXPECT_TRUE(calls.frames().empty());
}

}  // namespace
}  // namespace ryg
