// Moves: generates them in the 6502's order, makes them, and detects the end of the game.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>

#include "engine/common/position.hpp"

namespace ryg::engine {

/// A move from one square to another.
struct Move {
    Square from = 0;
    Square to = 0;

    auto operator<=>(const Move&) const = default;
};

/// Up to eight moves, in place: no position has more (four cats with two moves each).
template <class Move>
class MovesInPlace {
  public:
    static constexpr std::size_t capacity = 8;

    constexpr void push_back(Move move) {
        assert(size_ < moves_.size());
        moves_[size_++] = move;
    }
    [[nodiscard]] constexpr std::size_t size() const { return size_; }
    [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
    [[nodiscard]] constexpr const Move& operator[](std::size_t index) const {
        assert(index < size_);
        return moves_[index];
    }
    [[nodiscard]] constexpr Move* begin() { return moves_.data(); }
    [[nodiscard]] constexpr Move* end() { return moves_.data() + size_; }
    [[nodiscard]] constexpr const Move* begin() const { return moves_.data(); }
    [[nodiscard]] constexpr const Move* end() const { return moves_.data() + size_; }

  private:
    std::array<Move, capacity> moves_{};
    std::size_t size_ = 0;
};
using MoveList = MovesInPlace<Move>;

// All squares of a set make the same diagonal step at once. One diagonal keeps the place in the
// row of four (index -+ 4), the other changes it by one; masks remove the squares whose step would
// leave the board at the side. Rows beyond 0 and 7 are shifted out of the word.
constexpr DarkSet step_up_left(DarkSet s) {
    return (s & 0x0e0e0e0eU) >> 5 | (s & 0xf0f0f0f0U) >> 4;
}
constexpr DarkSet step_up_right(DarkSet s) {
    return (s & 0x0f0f0f0fU) >> 4 | (s & 0x70707070U) >> 3;
}
constexpr DarkSet step_down_left(DarkSet s) {
    return (s & 0x0e0e0e0eU) << 3 | (s & 0xf0f0f0f0U) << 4;
}
constexpr DarkSet step_down_right(DarkSet s) {
    return (s & 0x0f0f0f0fU) << 4 | (s & 0x70707070U) << 5;
}

constexpr DarkSet forward_of(DarkSet s) { return step_down_left(s) | step_down_right(s); }
constexpr DarkSet neighbours_of(DarkSet s) {
    return forward_of(s) | step_up_left(s) | step_up_right(s);
}

/// The squares to which the mouse could move, whoever is to move.
constexpr DarkSet mouse_targets(const Position& position) {
    return neighbours_of(dark_bit(position.mouse)) & ~position.cats;
}
/// The squares to which a cat could move, whoever is to move.
constexpr DarkSet cat_targets(const Position& position) {
    return forward_of(position.cats) & ~(position.cats | dark_bit(position.mouse));
}

constexpr DarkSet goal_row = 0x0000000f;
constexpr bool mouse_on_goal(const Position& position) { return row_of(position.mouse) == 0; }
constexpr bool mouse_stuck(const Position& position) { return mouse_targets(position) == 0; }
constexpr bool cats_stuck(const Position& position) { return cat_targets(position) == 0; }

/// The winner, if the game is over. A mouse on the goal row has won whoever is to move; a side that
/// cannot move loses only on its own turn. In play the mouse reaches the goal row with the cats to
/// move, so the order of tests is the 6502's: row 0 and stuck cats after the mouse's move, a stuck
/// mouse after the cats'.
constexpr std::optional<Side> winner(const Position& position) {
    if (mouse_on_goal(position)) return Side::mouse;
    if (position.side == Side::cats && cats_stuck(position)) return Side::mouse;
    if (position.side == Side::mouse && mouse_stuck(position)) return Side::cats;
    return std::nullopt;
}
constexpr bool is_over(const Position& position) { return winner(position).has_value(); }

/// The moves of the side to move, in the order in which the 6502 makes children: the mouse
/// (-1,-1) (-1,+1) (+1,-1) (+1,+1); cats by number, each (+1,-1) (+1,+1). That is ascending order
/// of from, then to. A won game still has moves here, since the 6502's tree continues past it; use
/// `is_over` where the rules matter.
constexpr MoveList generate_moves(const Position& position) {
    MoveList moves;
    if (position.side == Side::mouse) {
        for (DarkSet to = mouse_targets(position); to != 0;) {
            moves.push_back({position.mouse, take_first(to)});
        }
        return moves;
    }
    const DarkSet taken = position.cats | dark_bit(position.mouse);
    for (DarkSet cats = position.cats; cats != 0;) {
        const Square from = take_first(cats);
        for (DarkSet to = forward_of(dark_bit(from)) & ~taken; to != 0;) {
            moves.push_back({from, take_first(to)});
        }
    }
    return moves;
}

/// Whether `generate_moves` lists the move.
constexpr bool is_legal(const Position& position, Move move) {
    for (const Move& candidate : generate_moves(position)) {
        if (candidate == move) return true;
    }
    return false;
}

/// The position after a legal move; meaningless for any other move.
constexpr Position apply(const Position& position, Move move) {
    Position next{position.cats, position.mouse, other(position.side)};
    if (position.side == Side::mouse) {
        next.mouse = move.to;
    } else {
        next.cats ^= dark_bit(move.from) | dark_bit(move.to);
    }
    return next;
}

static_assert(generate_moves(start_position()).size() == 2);
static_assert(generate_moves(start_position())[0] == Move{square_at(7, 3), square_at(6, 2)});
static_assert(generate_moves(apply(start_position(), {59, 50})).size() == 7);
static_assert(!is_over(start_position()));

}  // namespace ryg::engine
