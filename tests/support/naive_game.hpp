// The game once more, plainly: an 8 x 8 array and nested loops, to check the fast engine against.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <ostream>
#include <vector>

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"

namespace ryg::engine {

inline void PrintTo(const Position& position, std::ostream* out) { *out << to_fen(position); }
inline void PrintTo(const Move& move, std::ostream* out) {
    *out << to_string(move, Geometry::rows);
}

}  // namespace ryg::engine

namespace ryg::naive {

using engine::Move;
using engine::Position;
using engine::Side;

struct Board {
    std::array<std::array<char, 8>, 8> cells{};  // 'M', 'c' or 0
    bool mouse_to_move = true;

    [[nodiscard]] char at(int row, int column) const {
        if (row < 0 || row > 7 || column < 0 || column > 7) return '#';
        return cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
    char& cell(int row, int column) {
        return cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
};

inline Board board_of(const Position& position) {
    Board board;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const auto square = static_cast<engine::Square>(8 * row + column);
            if (engine::has_cat(position, square)) board.cell(row, column) = 'c';
            if (position.mouse == square) board.cell(row, column) = 'M';
        }
    }
    board.mouse_to_move = position.side == Side::mouse;
    return board;
}

struct Step {
    int from_row, from_column, to_row, to_column;

    [[nodiscard]] Move move() const {
        return {static_cast<engine::Square>(8 * from_row + from_column),
                static_cast<engine::Square>(8 * to_row + to_column)};
    }
};

inline std::vector<Step> steps_of(const Board& board, bool mouse) {
    std::vector<Step> steps;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            if (board.at(row, column) != (mouse ? 'M' : 'c')) continue;
            for (int down = mouse ? -1 : 1; down <= 1; down += 2) {
                for (int right = -1; right <= 1; right += 2) {
                    if (board.at(row + down, column + right) == 0) {
                        steps.push_back({row, column, row + down, column + right});
                    }
                }
            }
        }
    }
    return steps;
}

inline Board after(Board board, const Step& step) {
    board.cell(step.to_row, step.to_column) = board.at(step.from_row, step.from_column);
    board.cell(step.from_row, step.from_column) = 0;
    board.mouse_to_move = !board.mouse_to_move;
    return board;
}

inline bool mouse_home(const Board& board) {
    for (int column = 0; column < 8; ++column) {
        if (board.at(0, column) == 'M') return true;
    }
    return false;
}

inline std::size_t perft(const Board& board, int depth) {
    if (depth == 0) return 1;
    if (mouse_home(board)) return 0;
    std::size_t leaves = 0;
    for (const Step& step : steps_of(board, board.mouse_to_move)) {
        leaves += perft(after(board, step), depth - 1);
    }
    return leaves;
}

/// Every set of four cats, by nested loops: what is tested has no part in it.
template <class Visit>
void for_each_cats(const Visit& visit) {
    for (int a = 0; a < 32; ++a) {
        for (int b = a + 1; b < 32; ++b) {
            for (int c = b + 1; c < 32; ++c) {
                for (int d = c + 1; d < 32; ++d) visit(1U << a | 1U << b | 1U << c | 1U << d);
            }
        }
    }
}

/// Every placement of the pieces, with the mouse to move.
template <class Visit>
void for_each_placement(const Visit& visit) {
    for_each_cats([&](engine::DarkSet cats) {
        for (int mouse = 0; mouse < 32; ++mouse) {
            if ((cats >> mouse & 1U) == 0) {
                visit(Position{cats, engine::dark_square(mouse), Side::mouse});
            }
        }
    });
}

/// Any placement at all, reachable or not.
inline Position random_placement(engine::Random& random) {
    Position position{.cats = 0, .mouse = 0, .side = Side::mouse};
    while (std::popcount(position.cats) < 4) position.cats |= 1U << random.below(32);
    do {
        position.mouse = engine::dark_square(static_cast<int>(random.below(32)));
    } while (engine::has_cat(position, position.mouse));
    if (random.below(2) == 1) position.side = Side::cats;
    return position;
}

}  // namespace ryg::naive
