// What a board is worth to the mouse in the second engine: its rank against the cats' lanes.
#pragma once

#include "engine/games/ryg3/native/board.hpp"

namespace ryg::engine::ryg3 {

/// What each cat is worth by its rank, rank 1 first, while it is on its lane.
inline constexpr std::array<Byte, 8> lane_points{0, 7, 13, 18, 22, 25, 27, 28};

/// A cat's lane is the zig-zag that it walks if it steps left and right in turn: its start file on
/// ranks 2, 4, 6, 8, the file to the left on the others: B/A, D/C, F/E, H/G.
constexpr bool on_own_lane(Piece cat, Square square) {
    const int rank_index = square / 8, start_file = 2 * cat - 1;
    return square % 8 == (rank_index % 2 == 1 ? start_file : start_file - 1);
}

/// `evalBoard`: $80 + the mouse's rank index - the cats' points; from $10 to $87.
[[nodiscard]] constexpr Byte evaluate(const Board& board) {
    int value = 0x80 + board.squares[mouse_piece] / 8;
    for (Piece cat = 1; cat < piece_count; ++cat) {
        const Square square = board.squares[cat];
        if (on_own_lane(cat, square)) value -= lane_points[static_cast<std::size_t>(square / 8)];
    }
    return static_cast<Byte>(value);
}

static_assert(evaluate(Board{}) == 0x10);

}  // namespace ryg::engine::ryg3
