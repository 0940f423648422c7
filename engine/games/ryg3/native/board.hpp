// The second engine's board as a value: who stands where, who moves, and its hash and lock.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "engine/common/moves.hpp"
#include "engine/games/ryg3/native/tables.hpp"

namespace ryg::engine::ryg3 {

inline constexpr Piece empty_square = 6;
using BoardBytes = std::array<Byte, 64>;

/// Squares are those of geometry B: A1 = 0 .. H8 = 63, as the 6502 numbers them.
///
///      +---+---+---+---+---+---+---+---+
///    8 |   | 1 |   | 2 |   | 3 |   | 4 |   56 .. 63   the mouse's goal
///    7 | . |   | . |   | . |   | . |   |   48 .. 55
///    6 |   | . |   | . |   | . |   | . |   40 .. 47
///    5 | . |   | . |   | . |   | . |   |   32 .. 39
///    4 |   | . |   | . |   | . |   | . |   24 .. 31
///    3 | . |   | . |   | . |   | . |   |   16 .. 23
///    2 |   | . |   | . |   | . |   | . |    8 .. 15
///    1 | . |   | . |   | M |   | . |   |    0 .. 7
///      +---+---+---+---+---+---+---+---+
///        A   B   C   D   E   F   G   H
///
/// Unlike in the first engine a cat keeps its number when it moves, and the number counts: hash,
/// lock and evaluation take each cat by its own. So one `engine::Position` has 24 boards.
struct Board {
    std::array<Square, piece_count> squares{4, 57, 59, 61, 63};  ///< square of each piece
    Side side = Side::mouse;                                     ///< to move

    auto operator<=>(const Board&) const = default;
};

/// The cats numbered by ascending square, as at the start of a game.
[[nodiscard]] constexpr Board board_from(const Position& position) {
    Board board{.squares = {mirrored(position.mouse)}, .side = position.side};
    const auto cats = cat_squares(position);
    for (std::size_t i = 0; i < cats.size(); ++i) board.squares[4 - i] = mirrored(cats[i]);
    return board;
}

[[nodiscard]] constexpr Position position_of(const Board& board) {
    Position position{0, mirrored(board.squares[mouse_piece]), board.side};
    for (Piece cat = 1; cat < piece_count; ++cat) {
        position.cats |= dark_bit(mirrored(board.squares[cat]));
    }
    return position;
}

/// Who stands on a square, or `empty_square`.
[[nodiscard]] constexpr Piece piece_at(const Board& board, Square square) {
    for (Piece piece = 0; piece < piece_count; ++piece) {
        if (board.squares[piece] == square) return piece;
    }
    return empty_square;
}

/// `board` as it lies in the 6502's memory.
[[nodiscard]] constexpr BoardBytes to_bytes(const Board& board) {
    BoardBytes bytes{};
    bytes.fill(empty_square);
    for (Piece piece = 0; piece < piece_count; ++piece) bytes[board.squares[piece]] = piece;
    return bytes;
}

/// Nothing unless each piece is there once and all else is empty.
[[nodiscard]] constexpr std::optional<Board> board_from(std::span<const Byte, 64> bytes,
                                                        Side side) {
    Board board{.squares = {}, .side = side};
    unsigned seen = 0;
    for (Square square = 0; square < bytes.size(); ++square) {
        const Piece piece = bytes[square];
        if (piece == empty_square) continue;
        if (piece >= piece_count || (seen >> piece & 1) != 0) return std::nullopt;
        seen |= 1U << piece;
        board.squares[piece] = square;
    }
    return seen == 0x1f ? std::optional(board) : std::nullopt;
}

/// `getHash`: the EOR of each piece's byte on its square. The side to move is not in it.
[[nodiscard]] constexpr Byte hash_of(const Board& board, const RandomTables& tables) {
    unsigned hash = 0;
    for (Piece p = 0; p < piece_count; ++p) hash ^= tables.hash[p][board.squares[p]];
    return static_cast<Byte>(hash);
}

/// `getLock`: a second hash, of tables of its own.
[[nodiscard]] constexpr Byte lock_of(const Board& board, const RandomTables& tables) {
    unsigned lock = 0;
    for (Piece p = 0; p < piece_count; ++p) lock ^= tables.lock[p][board.squares[p]];
    return static_cast<Byte>(lock);
}

static_assert(board_from(start_position()) == Board{});
static_assert(position_of(Board{}) == start_position());
static_assert(to_bytes(Board{})[4] == mouse_piece && to_bytes(Board{})[63] == 4);
static_assert(board_from(to_bytes(Board{}), Side::mouse) == Board{});

}  // namespace ryg::engine::ryg3
