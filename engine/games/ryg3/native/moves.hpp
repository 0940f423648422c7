// The second engine's moves: which there are, in its order, and what making one changes.
#pragma once

#include <bit>
#include <cassert>
#include <string>

#include "engine/games/ryg3/native/board.hpp"

namespace ryg::engine::ryg3 {

/// Unlike `engine::Move` in squares of geometry B.
struct Ryg3Move {
    Square start = 0;
    Square dest = 0;

    auto operator<=>(const Ryg3Move&) const = default;
};

/// The same move in the other geometry.
using engine::mirrored;
constexpr engine::Move mirrored(Ryg3Move move) {
    return {mirrored(move.start), mirrored(move.dest)};
}
constexpr Ryg3Move mirrored(engine::Move move) { return {mirrored(move.from), mirrored(move.to)}; }

/// `E1F2`, as the programs print moves.
[[nodiscard]] inline std::string to_string(Ryg3Move move) {
    std::string text;
    for (const Square square : {move.start, move.dest}) {
        text += static_cast<char>('A' + square % 8);
        text += static_cast<char>('1' + square / 8);
    }
    return text;
}

/// Where a step off the board leads, and the start of a move that is not there.
inline constexpr Square no_square = 0xff;

/// Destinations by start: the mouse SW, SE, NE, NW; a cat SW, SE.
template <std::size_t Directions>
using Destinations = std::array<std::array<Square, Directions>, 64>;

namespace detail {

struct Direction {
    int ranks, files;
};

template <std::size_t Directions>
consteval Destinations<Directions> destinations(const std::array<Direction, Directions>& steps) {
    Destinations<Directions> all{};
    for (int square = 0; square < 64; ++square) {
        for (std::size_t i = 0; i < Directions; ++i) {
            const int rank = square / 8 + steps[i].ranks, file = square % 8 + steps[i].files;
            const bool inside = rank >= 0 && rank < 8 && file >= 0 && file < 8;
            all[static_cast<std::size_t>(square)][i] =
                inside ? static_cast<Square>(8 * rank + file) : no_square;
        }
    }
    return all;
}

}  // namespace detail

inline constexpr Destinations<4> mouse_destinations =
    detail::destinations<4>({{{-1, -1}, {-1, 1}, {1, 1}, {1, -1}}});
inline constexpr Destinations<2> cat_destinations = detail::destinations<2>({{{-1, -1}, {-1, 1}}});

using MoveList = MovesInPlace<Ryg3Move>;

/// The moves of the side to move in the 6502's order: pieces as they are met from A1 up to H8,
/// each in the order of its directions. A mouse on rank 8 still has moves here.
[[nodiscard]] constexpr MoveList generate_moves(const Board& board) {
    std::uint64_t pieces = 0;
    for (Piece cat = 1; cat < piece_count; ++cat) pieces |= std::uint64_t{1} << board.squares[cat];
    const std::uint64_t mouse = std::uint64_t{1} << board.squares[mouse_piece];
    const std::uint64_t taken = pieces | mouse;
    MoveList moves;
    const auto add = [&](Square start, const auto& destinations) {
        for (const Square dest : destinations) {
            if (dest != no_square && (taken >> dest & 1) == 0) moves.push_back({start, dest});
        }
    };
    if (board.side == Side::mouse) {
        const Square start = board.squares[mouse_piece];
        add(start, mouse_destinations[start]);
        return moves;
    }
    for (; pieces != 0; pieces &= pieces - 1) {
        const auto start = static_cast<Square>(std::countr_zero(pieces));
        add(start, cat_destinations[start]);
    }
    return moves;
}

[[nodiscard]] constexpr bool is_legal(const Board& board, Ryg3Move move) {
    for (const Ryg3Move candidate : generate_moves(board)) {
        if (candidate == move) return true;
    }
    return false;
}

/// The board after one of its moves.
[[nodiscard]] constexpr Board apply(Board board, Ryg3Move move) {
    const Piece piece = piece_at(board, move.start);
    assert(piece != empty_square);
    board.squares[piece] = move.dest;
    board.side = other(board.side);
    return board;
}

/// A board whose hash and lock follow each move, as `makeMove` and `takeBack` keep them from
/// version 05 on. The tables must outlive it.
class HashedBoard {
  public:
    constexpr HashedBoard(const Board& board, const RandomTables& tables)
        : board_(board),
          tables_(&tables),
          hash_(hash_of(board, tables)),
          lock_(lock_of(board, tables)) {}
    HashedBoard(const Board& board, RandomTables&& tables) = delete;

    [[nodiscard]] constexpr const Board& board() const { return board_; }
    [[nodiscard]] constexpr Byte hash() const { return hash_; }
    [[nodiscard]] constexpr Byte lock() const { return lock_; }

    /// One of the moves that `generate_moves` gives.
    constexpr void make(Ryg3Move move) { go(move.start, move.dest); }
    /// The last move made.
    constexpr void take_back(Ryg3Move move) { go(move.dest, move.start); }

  private:
    constexpr void go(Square from, Square to) {
        const Piece piece = piece_at(board_, from);
        assert(piece != empty_square);
        const auto& hash = tables_->hash[piece];
        const auto& lock = tables_->lock[piece];
        hash_ = static_cast<Byte>(hash_ ^ hash[from] ^ hash[to]);
        lock_ = static_cast<Byte>(lock_ ^ lock[from] ^ lock[to]);
        board_ = apply(board_, {from, to});
    }

    Board board_;
    const RandomTables* tables_;
    Byte hash_;
    Byte lock_;
};

static_assert(generate_moves(Board{})[0] == Ryg3Move{4, 13} &&
              generate_moves(Board{})[1] == Ryg3Move{4, 11});

}  // namespace ryg::engine::ryg3
