// Positions: squares, the mirror of the two geometries, the number of placements.
#include "engine/common/position.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "tests/support/naive_game.hpp"

using namespace ryg::engine;

TEST(NativePosition, StartHasTheCatsOnTheHomeRowAndTheMouseBelow) {
    const Position start = start_position();
    EXPECT_EQ(cat_squares(start), (std::array<Square, 4>{0, 2, 4, 6}));
    EXPECT_EQ(start.mouse, 59);
    EXPECT_EQ(start.side, Side::mouse);
    EXPECT_TRUE(is_well_formed(start));
}

TEST(NativePosition, DarkSquaresAreTheThirtyTwoWithEvenRowPlusColumn) {
    int index = 0;
    for (int square = 0; square < 64; ++square) {
        const bool dark = (square / 8 + square % 8) % 2 == 0;
        ASSERT_EQ(is_dark(static_cast<Square>(square)), dark) << square;
        if (!dark) continue;
        EXPECT_EQ(dark_index(static_cast<Square>(square)), index);
        EXPECT_EQ(dark_square(index), square);
        ++index;
    }
    EXPECT_EQ(index, 32);
}

TEST(NativePosition, SecondGeometryCountsTheSameSquaresBackwards) {
    const std::set<int> cats_in_b{57, 59, 61, 63};
    for (const Square cat : cat_squares(start_position())) {
        EXPECT_TRUE(cats_in_b.contains(mirrored(cat)));
    }
    EXPECT_EQ(mirrored(start_position().mouse), 4);
    // E1 of geometry B is file 4, rank 1; its square in A is drawn on the same row.
    for (int square = 0; square < 64; ++square) {
        const auto a = static_cast<Square>(square);
        const std::string name = square_name(a, Geometry::b);
        EXPECT_EQ(mirrored(a), 8 * (name[1] - '1') + (name[0] - 'a')) << name;
    }
}

TEST(NativePosition, CatsAreNumberedByTheScanOfTheBoard) {
    const Position position = parse_fen("8/3c4/8/1c3c2/8/8/2M5/7c b", Geometry::a);
    EXPECT_EQ(cat_squares(position), (std::array<Square, 4>{11, 25, 29, 63}));
}

TEST(NativePosition, MalformedPositionsAreNoticed) {
    Position position = start_position();
    position.mouse = 2;
    EXPECT_FALSE(is_well_formed(position)) << "mouse on a cat";
    position.mouse = 58;
    EXPECT_FALSE(is_well_formed(position)) << "mouse on a light square";
    position.mouse = 73;
    EXPECT_FALSE(is_well_formed(position)) << "mouse beyond the board";
    position = start_position();
    position.cats = 0x7;
    EXPECT_FALSE(is_well_formed(position)) << "three cats";
    position.cats = 0x1f;
    EXPECT_FALSE(is_well_formed(position)) << "five cats";
}

TEST(NativePosition, ThereAreAMillionAndSixThousandPlacements) {
    int placements = 0;
    for (int a = 0; a < 32; ++a) {
        for (int b = a + 1; b < 32; ++b) {
            for (int c = b + 1; c < 32; ++c) {
                for (int d = c + 1; d < 32; ++d) {
                    Position position;
                    position.cats = 1U << a | 1U << b | 1U << c | 1U << d;
                    for (int square = 0; square < 64; ++square) {
                        position.mouse = static_cast<Square>(square);
                        placements += is_well_formed(position);
                    }
                }
            }
        }
    }
    EXPECT_EQ(placements, 1'006'880);
}
