// The comparison can fail: faults planted in the assembly are found, placed, and named.
#include <gtest/gtest.h>

#include "engine/common/notation.hpp"
#include "engine/programs.hpp"
#include "engine/ryg/campaign.hpp"

namespace ryg {
namespace {

using crosscheck::CampaignOptions;
using engine::Version;

crosscheck::CampaignResult campaign_of(std::string_view program) {
    CampaignOptions options;
    options.depths = {2};
    options.positions = 60;
    options.program = c64::from_embedded(*crosscheck::find_program(program));
    return crosscheck::run_campaign(options);
}

TEST(PlantedFault, TheSoundProgramHasNone) {
    const auto result = campaign_of("ryg16");
    EXPECT_EQ(result.total.differences, 0u);
    EXPECT_EQ(result.total.searches, 60u);
    EXPECT_FALSE(result.first);
}

TEST(PlantedFault, TwoCatsOnOneSquareIsFoundInTheShapeOfTheTree) {
    const auto result = campaign_of("ryg16_fallo1");  // validaJugada looks at tableroActual
    ASSERT_TRUE(result.first);
    EXPECT_GT(result.total.differences, 0u);
    const crosscheck::Difference& first = *result.first;
    EXPECT_TRUE(first.field.starts_with("hijos") || first.field.starts_with("matriz"))
        << first.field;
    EXPECT_NE(first.written_by.find("desarrollaArbolJugadas"), std::string::npos)
        << first.written_by;
    EXPECT_NE(first.reproduce.find(engine::to_fen(first.position)), std::string::npos);
}

TEST(PlantedFault, AWrongTableEntryIsFoundInTheValueOfALeaf) {
    const auto result = campaign_of("ryg16_fallo2");
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "valor");
    EXPECT_NE(result.first->path, "-");
    EXPECT_NE(result.first->written_by.find("evaluaTablero"), std::string::npos)
        << result.first->written_by;
}

TEST(PlantedFault, AWrongBranchInMinValorHijosIsFoundInAValueOfTheCats) {
    const auto result = campaign_of("ryg16_fallo3");  // bcc for bcs
    ASSERT_TRUE(result.first);
    EXPECT_EQ(result.first->field, "valor");
    EXPECT_NE(result.first->written_by.find("minValorHijos"), std::string::npos)
        << result.first->written_by;
}

TEST(PlantedFault, ItsPositionShowsItAgain) {
    const auto first = campaign_of("ryg16_fallo2").first;
    ASSERT_TRUE(first);
    CampaignOptions options;
    options.depths = {first->depth};
    options.position = engine::parse_fen(engine::to_fen(first->position));
    options.program = c64::from_embedded(*crosscheck::find_program("ryg16_fallo2"));
    const auto again = crosscheck::run_campaign(options);
    ASSERT_TRUE(again.first);
    EXPECT_EQ(again.first->path, first->path);
    EXPECT_EQ(again.first->written_by, first->written_by);
}

TEST(Campaign, FindsTheSameWhateverTheNumberOfThreads) {
    CampaignOptions options;
    options.versions = {Version::v14, Version::v16};
    options.depths = {1, 2};
    options.games = 4;
    options.positions = 12;
    const auto one = crosscheck::run_campaign(options);
    options.jobs = 3;
    const auto three = crosscheck::run_campaign(options);
    ASSERT_EQ(one.rows.size(), 4u);
    for (std::size_t row = 0; row < one.rows.size(); ++row) {
        EXPECT_EQ(one.rows[row].searches, three.rows[row].searches);
        EXPECT_EQ(one.rows[row].nodes, three.rows[row].nodes);
        EXPECT_EQ(one.rows[row].cycles, three.rows[row].cycles);
        EXPECT_EQ(one.rows[row].games, 4u);
        EXPECT_EQ(one.rows[row].differences, 0u);
    }
    EXPECT_GT(one.total.referee_calls, 0u);
    options.seed = 2;
    EXPECT_NE(crosscheck::run_campaign(options).total.cycles, one.total.cycles);
}

TEST(Campaign, KeepsWhatWasDoneWhenItIsStopped) {
    std::atomic<bool> stop = true;
    CampaignOptions options;
    options.positions = 1000;
    options.stop = &stop;
    const auto result = crosscheck::run_campaign(options);
    EXPECT_TRUE(result.stopped);
    EXPECT_LT(result.total.searches, 1000u);
}

}  // namespace
}  // namespace ryg
