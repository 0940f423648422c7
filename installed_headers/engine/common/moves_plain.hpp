// Moves by nested loops over an 8 x 8 array: what the sets of moves.hpp are measured against.
#pragma once

#include "ryg/engine/common/moves.hpp"

namespace ryg::engine {

/// The game's board as one would first write it. Only the benchmark and its test use it.
struct PlainBoard {
    enum class Cell : std::uint8_t { nothing, cat, mouse };

    explicit constexpr PlainBoard(const Position& position) : side(position.side) {
        for (Square square = 0; square < 64; ++square) {
            if (has_cat(position, square)) cells[square] = Cell::cat;
        }
        cells[position.mouse] = Cell::mouse;
    }

    std::array<Cell, 64> cells{};
    Side side;
};

/// The same moves as `generate_moves` finds, in the same order.
constexpr MoveList generate_moves_plain(const PlainBoard& board) {
    using Cell = PlainBoard::Cell;
    const Cell mover = board.side == Side::mouse ? Cell::mouse : Cell::cat;
    MoveList moves;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            const Square from = square_at(row, column);
            if (board.cells[from] != mover) continue;
            for (int down = mover == Cell::mouse ? -1 : 1; down <= 1; down += 2) {
                for (int right = -1; right <= 1; right += 2) {
                    const int to_row = row + down, to_column = column + right;
                    if (to_row < 0 || to_row > 7 || to_column < 0 || to_column > 7) continue;
                    const Square to = square_at(to_row, to_column);
                    if (board.cells[to] == Cell::nothing) moves.push_back({from, to});
                }
            }
        }
    }
    return moves;
}

}  // namespace ryg::engine
