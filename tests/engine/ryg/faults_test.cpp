// The comparison can fail: faults planted in the assembly are found, placed, and named.
#include <gtest/gtest.h>

#include "engine/ryg/game.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using harness::CampaignResult;
using harness::Values;

CampaignResult campaign_of(const Values& values, const c64::Image* program = nullptr,
                           const harness::PieceOptions& options = {}) {
    return harness::run(engine::first::plan_campaign(values, program), options);
}

const Values sixty{{"version", "16"}, {"depth", "2"}, {"positions", "60"}};

CampaignResult campaign_with_fault(int fault) {
    const c64::Image program = tests::faulty_ryg16(fault);
    return campaign_of(sixty, &program);
}

TEST(PlantedFault, TheSoundProgramHasNone) {
    const auto result = campaign_of(sixty);
    EXPECT_EQ(result.count("differences"), 0u);
    EXPECT_EQ(result.count("searches"), 60u);
    EXPECT_FALSE(result.first);
}

TEST(PlantedFault, TwoCatsOnOneSquareIsFoundInTheShapeOfTheTree) {
    const auto result = campaign_with_fault(1);  // validaJugada looks at tableroActual
    ASSERT_TRUE(result.first);
    EXPECT_GT(result.count("differences"), 0u);
    const harness::Difference& first = *result.first;
    EXPECT_TRUE(first.field.starts_with("hijos") || first.field.starts_with("matriz"))
        << first.field;
    EXPECT_NE(first.written_by.find("desarrollaArbolJugadas"), std::string::npos)
        << first.written_by;
    EXPECT_EQ(first.again.values.text("position"), first.position);
}

TEST(PlantedFault, AWrongTableEntryIsFoundInTheValueOfALeaf) {
    const auto result = campaign_with_fault(2);
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "valor");
    EXPECT_NE(result.first->place, "-");
    EXPECT_NE(result.first->written_by.find("evaluaTablero"), std::string::npos)
        << result.first->written_by;
}

TEST(PlantedFault, AWrongBranchInMinValorHijosIsFoundInAValueOfTheCats) {
    const auto result = campaign_with_fault(3);  // bcc for bcs
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "valor");
    EXPECT_NE(result.first->written_by.find("minValorHijos"), std::string::npos)
        << result.first->written_by;
}

TEST(PlantedFault, ItsPositionShowsItAgain) {
    const auto first = campaign_with_fault(2).first;
    ASSERT_TRUE(first);
    const c64::Image program = tests::faulty_ryg16(2);
    const auto again = campaign_of(first->again.values, &program);
    ASSERT_TRUE(again.first);
    EXPECT_EQ(again.first->place, first->place);
    EXPECT_EQ(again.first->written_by, first->written_by);
}

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

}  // namespace
}  // namespace ryg
