// Sets of positions: sound programs agree, planted faults are found and shown again by a command.
#include <gtest/gtest.h>

#include "engine/common/indexing/positions.hpp"
#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

using work::Difference;
using work::Values;

struct PositionsOfAFile : testing::Test {
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

void expect_found(std::string_view program, const Values& values,
                  c64::Image (*with_fault)(int fault)) {
    const work::Totals sound = tests::verify(program, values);
    EXPECT_EQ(sound.sum().differing, 0U);
    EXPECT_EQ(sound.sum().pieces, 60U);
    for (const int fault : {1, 2, 3}) {
        SCOPED_TRACE(fault);
        const c64::Image faulty = with_fault(fault);
        const auto found = tests::verify(program, values, &faulty, tests::until_one_differs);
        ASSERT_TRUE(found.first);
        EXPECT_NE(found.first->written_by, "-") << found.first->field;
        const auto again = tests::verify(program, found.first->again.values, &faulty);
        ASSERT_TRUE(again.first);
        EXPECT_EQ(again.first->place, found.first->place);
        EXPECT_EQ(again.first->field, found.first->field);
    }
}

/// With `--position` each call in a search is judged by its block, and its inputs, too.
TEST(Blocks, HoldForEachCallInSearchesOfSoundPrograms) {
    engine::Random random(9);
    for (int i = 0; i < 2; ++i) {
        const engine::Position position = engine::random_position(random);
        for (const auto& [program, geometry] :
             {std::pair{"ryg:all", engine::Geometry::a}, {"ryg3:all", engine::Geometry::b}}) {
            const auto result = tests::verify(
                program,
                {{"position", to_fen(position, geometry)}, {"depth", "1-3"}, {"noise", "3"}});
            ASSERT_FALSE(result.first) << describe(*result.first, "");
            EXPECT_GT(result.sum().searches, 10U);
        }
    }
}

TEST_F(PositionsOfAFile, FindEachPlantedFaultOfTheFirstGame) {
    expect_found("ryg16", {{"depth", "2"}, {"positions", positions(engine::Geometry::a)}},
                 tests::faulty_ryg16);
}

TEST_F(PositionsOfAFile, FindEachPlantedFaultOfTheSecondGame) {
    expect_found("ryg3-11", {{"depth", "4"}, {"positions", positions(engine::Geometry::b)}},
                 tests::faulty_ryg3);
}

TEST_F(PositionsOfAFile, FindAProgramThatNeverEnds) {
    c64::Image program = tests::image_of("ryg16");
    const emu::Address at = program.labels.at("evaluaArbolJugadas");
    tests::Bytes jump{0x4c, emu::low(at), emu::high(at)};
    std::ranges::copy(jump, program.bytes.begin() + (at - program.load_address));
    const auto work = tests::work_of(
        "ryg16", {{"depth", "1"}, {"positions", positions(engine::Geometry::a)}}, &program);
    EXPECT_TRUE(work.hire()->run(0, 0).differs);
}

TEST(Sets, AreOfTheSizesThatTheDocumentsName) {
    const auto first = tests::work_of("ryg16", {{"depth", "1"}, {"positions", "reachable"}});
    EXPECT_EQ(first.pieces(), 415'753U);
    const std::string name = first.name(0, 0);
    EXPECT_EQ(name, to_fen(engine::parse_position(name, engine::Geometry::a)));
    EXPECT_EQ(first.again(0, 0).values.text("position"), name);
    const auto all = tests::work_of("perfecto", {{"positions", "all"}});
    EXPECT_EQ(all.pieces(), engine::indexing::position_count);
}

TEST(Depths, AreListsOfNumbers) {
    using claims::depths_in;
    EXPECT_EQ(depths_in("3,1-2, 2", 1, 5), (std::vector{1, 2, 3}));
    for (const char* list : {"", "0", "6", "2-1", "1,", "1;2", "x", "1-", "4-9"}) {
        EXPECT_THROW(static_cast<void>(depths_in(list, 1, 5)), std::invalid_argument) << list;
    }
}

}  // namespace
}  // namespace ryg
