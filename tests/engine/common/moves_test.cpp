// Positions, moves, the end of the game, perft: against the numbers of the game and a plain second
// engine.
#include "engine/common/moves.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <set>
#include <string_view>
#include <vector>

#include "engine/common/choices.hpp"
#include "engine/common/perft.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;

namespace ryg {
namespace {

std::vector<Move> moves_of(std::string_view fen) {
    const MoveList moves = generate_moves(parse_fen(fen));
    return {moves.begin(), moves.end()};
}

Move step(int from_row, int from_column, int to_row, int to_column) {
    return {square_at(from_row, from_column), square_at(to_row, to_column)};
}

}  // namespace

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
    const auto is_noticed = [](DarkSet cats, Square mouse) {
        return !is_well_formed({cats, mouse, Side::mouse});
    };
    const DarkSet cats = start_position().cats;
    EXPECT_FALSE(is_noticed(cats, 59));
    EXPECT_TRUE(is_noticed(cats, 2)) << "mouse on a cat";
    EXPECT_TRUE(is_noticed(cats, 58)) << "mouse on a light square";
    EXPECT_TRUE(is_noticed(cats, 73)) << "mouse beyond the board";
    EXPECT_TRUE(is_noticed(0x7, 59)) << "three cats";
    EXPECT_TRUE(is_noticed(0x1f, 59)) << "five cats";
}

TEST(NativePosition, ThereAreAMillionAndSixThousandPlacements) {
    int placements = 0;
    naive::for_each_cats([&](DarkSet cats) {
        Position position{.cats = cats};
        for (Square square = 0; square < 64; ++square) {
            position.mouse = square;
            placements += is_well_formed(position);
        }
    });
    EXPECT_EQ(placements, 1'006'880);
}

TEST(NativeMoves, MouseMovesComeUpLeftUpRightDownLeftDownRight) {
    EXPECT_EQ(
        moves_of("c1c1c1c1/8/8/8/2M5/8/8/8 w"),
        (std::vector{step(4, 2, 3, 1), step(4, 2, 3, 3), step(4, 2, 5, 1), step(4, 2, 5, 3)}));
}

TEST(NativeMoves, CatMovesComeByScanRankLeftThenRight) {
    EXPECT_EQ(
        moves_of("c5c1/8/8/3c4/4M3/8/8/7c b"),
        (std::vector{step(0, 0, 1, 1), step(0, 6, 1, 5), step(0, 6, 1, 7), step(3, 3, 4, 2)}));
}

TEST(NativeMoves, MovesAgreeWithNestedLoopsInKindAndOrder) {
    Random random(3);
    for (int count = 0; count < 20000; ++count) {
        const Position position = naive::random_placement(random);
        const naive::Board board = naive::board_of(position);
        const auto steps = naive::steps_of(board, board.mouse_to_move);
        const MoveList moves = generate_moves(position);
        ASSERT_EQ(moves.size(), steps.size()) << to_fen(position);
        for (std::size_t index = 0; index < steps.size(); ++index) {
            ASSERT_EQ(moves[index], steps[index].move()) << to_fen(position);
            ASSERT_TRUE(is_legal(position, moves[index])) << to_fen(position);
            const Position next = apply(position, moves[index]);
            ASSERT_TRUE(is_well_formed(next)) << to_fen(position);
            const naive::Board expected = naive::after(board, steps[index]);
            const naive::Board got = naive::board_of(next);
            ASSERT_EQ(got.cells, expected.cells) << to_fen(position);
            ASSERT_EQ(got.mouse_to_move, expected.mouse_to_move) << to_fen(position);
        }
    }
}

TEST(NativeMoves, ThereIsNoMoveToATakenSquareOrOfThePieceOfTheOtherSide) {
    const Position position = parse_fen("c1c1c1c1/1M6/8/8/8/8/8/8 b");
    EXPECT_FALSE(is_legal(position, step(0, 0, 1, 1)));
    EXPECT_FALSE(is_legal(position, step(1, 1, 2, 0)));
    EXPECT_FALSE(is_legal(position, step(0, 2, 2, 4)));
    EXPECT_TRUE(is_legal(position, step(0, 2, 1, 3)));
}

TEST(NativeMoves, AMoveIsLegalIfItIsGeneratedAndNoOtherPairOfSquaresIs) {
    Random random(15);
    for (int count = 0; count < 300; ++count) {
        const Position position = random_position(random);
        const MoveList moves = generate_moves(position);
        for (int from = 0; from < 64; ++from) {
            for (int to = 0; to < 64; ++to) {
                const Move move{static_cast<Square>(from), static_cast<Square>(to)};
                ASSERT_EQ(is_legal(position, move), std::ranges::find(moves, move) != moves.end())
                    << to_fen(position) << " " << from << " " << to;
            }
        }
    }
}

TEST(NativeMoves, AGameIsWonByTheFirstOfItsRulesThatHolds) {
    Random random(151);
    for (int count = 0; count < 2000; ++count) {
        Position position = start_position();
        for (std::uint32_t ply = random.below(70); ply > 0; --ply) {
            if (generate_moves(position).empty()) break;
            position = apply(position, random_move(position, random));  // past the end of a game
        }
        const bool stuck =
            naive::steps_of(naive::board_of(position), position.side == Side::mouse).empty();
        const auto expected = row_of(position.mouse) == 0 ? std::optional(Side::mouse)
                              : stuck                     ? std::optional(other(position.side))
                                                          : std::nullopt;
        ASSERT_EQ(winner(position), expected) << to_fen(position);
    }
}

TEST(NativeMoves, MouseWinsOnTheGoalRow) {
    EXPECT_FALSE(mouse_on_goal(start_position()));
    EXPECT_FALSE(is_over(start_position()));
    for (const char* fen : {"2M5/1c1c1c1c/8/8/8/8/8/8 b", "2M5/1c1c4/8/1c1c4/8/8/8/8 w"}) {
        EXPECT_TRUE(mouse_on_goal(parse_fen(fen))) << fen;
        EXPECT_EQ(winner(parse_fen(fen)), Side::mouse) << fen << ": even if it is stuck";
    }
}

TEST(NativeMoves, MouseWinsWhenTheCatsOnMoveAreStuck) {
    Position position = parse_fen("8/8/8/8/8/1M6/8/1c1c1c1c b");
    EXPECT_TRUE(cats_stuck(position));
    EXPECT_EQ(winner(position), Side::mouse);
    position.side = Side::mouse;
    EXPECT_TRUE(cats_stuck(position)) << "a test of the board, whoever moves";
    EXPECT_EQ(winner(position), std::nullopt) << "it is not their turn yet";
}

TEST(NativeMoves, CatsWinWhenTheMouseOnMoveIsStuck) {
    Position position = parse_fen("8/8/8/8/8/8/c3c1c1/1M5c w");
    EXPECT_EQ(winner(position), std::nullopt);
    position = parse_fen("8/8/8/8/8/8/c1c3c1/1M5c w");
    EXPECT_TRUE(mouse_stuck(position));
    EXPECT_EQ(winner(position), Side::cats);
    position.side = Side::cats;
    EXPECT_TRUE(mouse_stuck(position)) << "a test of the board, whoever moves";
    EXPECT_EQ(winner(position), std::nullopt) << "it is not its turn yet";
}

TEST(NativeMoves, AWonGameStillHasMovesForTheTree) {
    EXPECT_EQ(moves_of("2M5/1c1c1c1c/8/8/8/8/8/8 b").size(), 7U);
    EXPECT_EQ(moves_of("2M5/5c1c/c1c5/8/8/8/8/8 w").size(), 2U);
}

TEST(NativePerft, StartGivesTheNumbersOfTheGame) {
    const std::uint64_t leaves[] = {1, 2, 14, 56, 344, 1032, 6264, 23387, 141427};
    for (int depth = 0; depth <= 8; ++depth) {
        EXPECT_EQ(perft(start_position(), depth), leaves[depth]) << "depth " << depth;
    }
}

TEST(NativePerft, RandomPlacementsAgreeWithNestedLoops) {
    Random random(4);
    for (int count = 0; count < 400; ++count) {
        const Position position = naive::random_placement(random);
        for (int depth = 0; depth <= 5; ++depth) {
            ASSERT_EQ(perft(position, depth), naive::perft(naive::board_of(position), depth))
                << "ryg perft " << depth << " --position '" << to_fen(position) << "'";
        }
    }
}

TEST(NativePositions, ExtremeOnesAreDrawnMoreOftenThanByChance) {
    constexpr DarkSet first_row = 0xf, last_row = 0xf0000000, last_rows = 0xfff00000;
    int in_first_and_last = 0, at_the_end = 0, in_one_row = 0;
    for (std::uint32_t seed = 0; seed < 2'000; ++seed) {
        Choices choices(seed);
        const DarkSet cats = draw_position(choices).cats;
        const bool is_in_both = (cats & first_row) != 0 && (cats & last_row) != 0;
        in_first_and_last += is_in_both && (cats & ~(first_row | last_row)) == 0 ? 1 : 0;
        at_the_end += (cats & ~last_rows) == 0 ? 1 : 0;
        for (int row = 0; row < 8; ++row) in_one_row += cats == first_row << 4 * row ? 1 : 0;
    }
    EXPECT_GT(in_first_and_last, 100);  // by chance 4 of them
    EXPECT_GT(at_the_end, 150);         // by chance 28
    EXPECT_GT(in_one_row, 100);         // by chance none
}

TEST(NativePerft, AFinishedGameHasNoChildren) {
    for (const char* fen :
         {"8/8/8/8/8/1M6/8/1c1c1c1c b", "8/8/8/8/8/8/c1c3c1/1M5c w", "M7/3c1c1c/8/1c6/8/8/8/8 b"}) {
        const Position position = parse_fen(fen);
        EXPECT_EQ(perft(position, 0), 1U) << fen;
        EXPECT_EQ(perft(position, 1), 0U) << fen;
        EXPECT_EQ(perft(position, 3), 0U) << fen;
    }
}

TEST(NativePerft, ImpossibleDepthsAreRefused) {
    EXPECT_THROW((void)perft(start_position(), -1), std::invalid_argument);
}

}  // namespace ryg
