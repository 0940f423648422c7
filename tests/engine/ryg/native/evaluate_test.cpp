// The three criteria of evaluation: their tables, and their sum by version.
#include "engine/ryg/native/evaluate.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "tests/support/naive_game.hpp"

namespace ryg {

using namespace ryg::engine;

TEST(NativeEvaluate, EveryMouseRowHasItsPoints) {
    const int points[8] = {0x20, 6, 5, 4, 3, 2, 1, 0};
    for (int square = 0; square < 64; ++square) {
        Position position;
        position.mouse = static_cast<Square>(square);
        EXPECT_EQ(mouse_row_score(position), points[square / 8]) << square;
    }
}

TEST(NativeEvaluate, FewerMouseMovesAreWorseWhoeverIsToMove) {
    const struct {
        const char* fen;
        int points;
    } table[] = {
        {"c1c1c1c1/8/8/8/2M5/8/8/8 w", 0x00},  {"c1c3c1/8/8/1c6/2M5/8/8/8 w", 0xff},
        {"c1c5/8/8/1c1c4/2M5/8/8/8 w", 0xfe},  {"c7/8/8/1c1c4/2M5/1c6/8/8 b", 0xfd},
        {"8/8/8/1c1c4/2M5/1c1c4/8/8 b", 0xe0},
    };
    for (const auto& entry : table) {
        EXPECT_EQ(mouse_moves_score(parse_fen(entry.fen)), entry.points) << entry.fen;
    }
}

TEST(NativeEvaluate, CatsGainByAClosedRowOnly) {
    const struct {
        const char* fen;
        int points;
    } table[] = {
        {"8/8/8/1c1c1c1c/8/8/8/1M6 w", 0xf0},
        {"8/8/8/1c1c3c/4c3/8/8/1M6 w", 0xf8},
        {"8/8/8/1c1c3c/8/5c2/8/1M6 w", 0x00},
        {"c7/8/8/1c1c4/8/8/8/1M5c w", 0x00},
    };
    for (const auto& entry : table) {
        EXPECT_EQ(cat_row_spread_score(parse_fen(entry.fen)), entry.points) << entry.fen;
    }
}

TEST(NativeEvaluate, TheSumIsTheNeutralValueAndTheCriteriaOfTheVersion) {
    Random random(6);
    for (int count = 0; count < 20000; ++count) {
        const Position position = naive::random_placement(random);
        const naive::Board board = naive::board_of(position);
        int lowest = 7, highest = 0, mouse_row = 0;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column) {
                if (board.at(row, column) == 'M') mouse_row = row;
                if (board.at(row, column) != 'c') continue;
                lowest = std::min(lowest, row);
                highest = std::max(highest, row);
            }
        }
        const int moves = static_cast<int>(naive::steps_of(board, true).size());
        const int by_row = mouse_row == 0 ? 32 : 7 - mouse_row;
        const int by_moves = moves == 0 ? -32 : moves - 4;
        const int by_spread = highest == lowest ? -16 : highest - lowest == 1 ? -8 : 0;
        for (const Version version : all_versions) {
            const int third = number_of(version) == 16 ? by_spread : 0;
            EXPECT_EQ(evaluate(position, version), 0x80 + by_row + by_moves + third)
                << to_fen(position) << " version " << number_of(version);
        }
    }
}

TEST(NativeEvaluate, VersionsOutsideTwelveToSixteenAreRefused) {
    for (int number = 12; number <= 16; ++number) {
        EXPECT_EQ(number_of(version_from(number)), number);
    }
    for (const int number : {-1, 0, 11, 17, 268}) {
        EXPECT_THROW((void)version_from(number), std::invalid_argument) << number;
    }
}

}  // namespace ryg
