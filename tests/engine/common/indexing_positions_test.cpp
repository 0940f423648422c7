// The dense index of positions and tables over it: all two million, both ways, turned or not.
#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "engine/common/indexing/tables.hpp"
#include "engine/common/moves.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;
using namespace ryg::engine::indexing;

namespace ryg {
namespace {

/// Something that tells positions apart, for tables to hold.
std::uint64_t fingerprint(const Position& position) {
    return position.cats ^ std::uint64_t{position.mouse} << 32 ^
           static_cast<std::uint64_t>(position.side) << 40;
}

}  // namespace

TEST(NativePositionIndex, EveryPositionHasAnIndexOfItsOwnAndEveryIndexAPosition) {
    // Nested loops, so that the enumeration does not rest on what is tested.
    std::vector<bool> taken(position_count);
    PositionIndex count = 0;
    for (int a = 0; a < 32; ++a) {
        for (int b = a + 1; b < 32; ++b) {
            for (int c = b + 1; c < 32; ++c) {
                for (int d = c + 1; d < 32; ++d) {
                    const DarkSet cats = 1U << a | 1U << b | 1U << c | 1U << d;
                    for (int mouse = 0; mouse < 32; ++mouse) {
                        if ((cats >> mouse & 1U) != 0) continue;
                        for (const Side side : {Side::mouse, Side::cats}) {
                            const Position position{cats, dark_square(mouse), side};
                            const PositionIndex index = dense_index(position);
                            ASSERT_LT(index, position_count) << to_fen(position);
                            ASSERT_FALSE(taken[index]) << to_fen(position);
                            ASSERT_EQ(position_at(index), position) << to_fen(position);
                            taken[index] = true;
                            ++count;
                        }
                    }
                }
            }
        }
    }
    EXPECT_EQ(count, position_count) << "as many as there are numbers: none is left over";
    EXPECT_EQ(count, 2'013'760U);
}

TEST(NativePositionIndex, EveryMoveLeadsToAGreaterIndex) {
    for (PositionIndex index = 0; index < position_count; ++index) {
        const Position position = position_at(index);
        for (const Move& move : generate_moves(position)) {
            ASSERT_GT(dense_index(apply(position, move)), index)
                << to_fen(position) << " " << to_string(move);
        }
    }
}

TEST(NativePositionIndex, PositionsAreVisitedOnceEachInTheOrderOfTheIndex) {
    PositionIndex index = 0;
    for_each_position([&](const Position& position) {
        ASSERT_TRUE(is_well_formed(position));
        ASSERT_EQ(dense_index(position), index) << to_fen(position);
        ++index;
    });
    EXPECT_EQ(index, position_count);
}

TEST(NativeTables, ATableGivesWhatItsFunctionGives) {
    const auto table = tabulate(fingerprint);
    ASSERT_EQ(table.size(), position_count);
    for (PositionIndex index = 0; index < position_count; ++index) {
        ASSERT_EQ(table[index], fingerprint(position_at(index)));
    }
}

TEST(NativeTables, TurningIsABijectionThatMovesEverySquare) {
    std::vector<bool> reached(position_count);
    for_each_position([&](const Position& position) {
        const Position there = turned(position);
        ASSERT_TRUE(is_well_formed(there));
        ASSERT_EQ(there.side, position.side);
        for (Square square = 0; square < 64; ++square) {
            if (!is_dark(square)) continue;
            ASSERT_EQ(has_cat(there, mirrored(square)), has_cat(position, square))
                << to_fen(position);
        }
        ASSERT_EQ(there.mouse, 63 - position.mouse);
        ASSERT_EQ(turned(there), position);
        reached[dense_index(there)] = true;
    });
    EXPECT_EQ(std::ranges::count(reached, true), position_count);
}

// A reader who numbers squares as geometry B does and knows nothing of A looks up the number of
// moves. The table has been filled through the turn; the reader's code is the plain one.
TEST(NativeTables, ATableFilledThroughTheTurnServesTheOtherGeometry) {
    const auto count_moves = [](const Position& position) {
        return static_cast<Byte>(generate_moves(position).size());
    };
    const auto read = [](const std::vector<Byte>& table, const Position& position) {
        return table[dense_index(position)];
    };
    const auto in_a = tabulate(count_moves), in_b = tabulate(count_moves, turned);

    Position b_numbers{.cats = 0, .mouse = 4, .side = Side::cats};  // B's start: E1; B8 D8 F8 H8
    for (const Square cat : std::array<Square, 4>{57, 59, 61, 63}) b_numbers.cats |= dark_bit(cat);
    EXPECT_EQ(read(in_b, b_numbers), 7);

    int differ = 0;
    for_each_position([&](const Position& position) {
        ASSERT_EQ(read(in_b, position), read(in_a, turned(position))) << to_fen(position);
        differ += read(in_b, position) != read(in_a, position);
    });
    EXPECT_GT(differ, 100'000) << "the turn would not be noticed if it were left out";
}

}  // namespace ryg
