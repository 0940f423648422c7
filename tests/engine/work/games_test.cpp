// The games' surveys: sound programs agree, planted faults are found and shown again by a command.
#include <gtest/gtest.h>

#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg3/game.hpp"
#include "engine/work/database/shard.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using work::Difference;
using work::Survey;
using work::Values;

struct SurveyOf : testing::Test {
    tests::Folder folder;

    /// Some positions of played games.
    std::string positions(engine::Geometry geometry) const {
        engine::Random random(1);
        std::string lines;
        for (int i = 0; i < 60; ++i) {
            lines += to_fen(engine::random_position(random), geometry) + '\n';
        }
        return folder.write("positions", lines);
    }
};

struct Found {
    std::vector<Difference> told;
    work::Done done;
};

/// Does the whole of a survey's first series.
Found do_all(const Survey& survey) {
    Found found;
    const auto tell = [&](const Difference& difference) {
        found.told.push_back(difference);
        return describe(difference, "");
    };
    found.done = *work::do_shard(survey, {.series = 0, .first = 0, .count = survey.pieces},
                                 survey.make_worker(), tell, nullptr);
    return found;
}

TEST_F(SurveyOf, TheFirstGameFindsEachPlantedFault) {
    const Values values{
        {"versions", "16"}, {"depths", "2"}, {"positions", positions(engine::Geometry::a)}};
    EXPECT_EQ(do_all(engine::ryg1_game().proof->plan({.values = values})).done.differing, 0U);
    for (const int fault : {1, 2, 3}) {
        SCOPED_TRACE(fault);
        const c64::Image program = tests::faulty_ryg16(fault);
        const Found found =
            do_all(engine::ryg1_game().proof->plan({.values = values, .instead = &program}));
        ASSERT_GT(found.done.differing, 0U);
        const Difference& first = found.told.front();
        EXPECT_NE(first.written_by, "-") << first.field;
        const auto again = work::run(
            engine::ryg1_game().verify->plan({.values = first.again.values, .instead = &program}),
            {});
        ASSERT_TRUE(again.first);
        EXPECT_EQ(again.first->place, first.place);
        EXPECT_EQ(again.first->field, first.field);
    }
}

TEST_F(SurveyOf, TheSecondGameFindsEachPlantedFault) {
    const Values values{
        {"versions", "11"}, {"depths", "4"}, {"positions", positions(engine::Geometry::b)}};
    EXPECT_EQ(do_all(engine::ryg3_game().proof->plan({.values = values})).done.differing, 0U);
    for (const int fault : {1, 2, 3}) {
        SCOPED_TRACE(fault);
        const c64::Image program = tests::faulty_ryg3(fault);
        const Found found =
            do_all(engine::ryg3_game().proof->plan({.values = values, .instead = &program}));
        ASSERT_GT(found.done.differing, 0U);
        const Difference& first = found.told.front();
        EXPECT_NE(first.written_by, "-") << first.field;
        const auto result = work::run(
            engine::ryg3_game().verify->plan({.values = first.again.values, .instead = &program}),
            {});
        ASSERT_TRUE(result.first);
        EXPECT_EQ(result.first->place, first.place);
        EXPECT_EQ(result.first->field, first.field);
    }
}

TEST_F(SurveyOf, AProgramThatNeverEndsIsADifference) {
    const Values values{
        {"versions", "16"}, {"depths", "1"}, {"positions", positions(engine::Geometry::a)}};
    c64::Image program = tests::image_of("ryg16");
    const emu::Address at = program.labels.at("evaluaArbolJugadas");
    tests::Bytes jump{0x4c, emu::low(at), emu::high(at)};
    std::ranges::copy(jump, program.bytes.begin() + (at - program.load_address));
    const auto survey = engine::ryg1_game().proof->plan({.values = values, .instead = &program});
    EXPECT_TRUE(survey.make_worker()(0, 0).differs);
}

TEST(Surveys, AreOfTheSizesThatTheDocumentsName) {
    const Values values{{"versions", "16"}, {"depths", "1"}, {"positions", "reachable"}};
    const auto first = engine::ryg1_game().proof->plan({.values = values});
    EXPECT_EQ(first.pieces, 415'753U);
    EXPECT_EQ(first.name(0), to_fen(engine::parse_position(first.name(0), engine::Geometry::a)));
    Values second = values;
    second.set("versions", "7-9,11");
    const auto boards = engine::ryg3_game().proof->plan({.values = second});
    EXPECT_EQ(boards.pieces, 6'266'406U);
    EXPECT_EQ(boards.series.size(), 4U);
}

TEST(Surveys, ReadListsOfNumbers) {
    using work::numbers_in;
    EXPECT_EQ(numbers_in("3,1-2, 2", "n", 1, 5), (std::vector{1, 2, 3}));
    for (const char* list : {"", "0", "6", "2-1", "1,", "1;2", "x", "1-", "4-9"}) {
        if (std::string(list) == "1,") continue;  // an end, not a number
        EXPECT_THROW(static_cast<void>(numbers_in(list, "n", 1, 5)), std::invalid_argument) << list;
    }
}

}  // namespace
}  // namespace ryg
