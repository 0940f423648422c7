// Perft: one function a side, and the last ply is counted as a set of squares, not played. It gives what
// the plain recursion gives:
//
//     if (depth == 0) return 1;
//     for (const Move& move : generate_moves(position)) {
//         leaves += perft(apply(position, move), depth - 1);
//     }
#include "engine/common/perft.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace ryg::engine {
namespace {

// Two cats may step to the same square, so the two directions are counted apart, in one word.
std::uint64_t count_cat_moves(DarkSet cats, DarkSet mouse) {
    const DarkSet empty = ~(cats | mouse);
    const std::uint64_t left = step_down_left(cats) & empty;
    const std::uint64_t right = step_down_right(cats) & empty;
    return static_cast<std::uint64_t>(std::popcount(left | right << 32));
}

std::uint64_t cats_to_move(DarkSet cats, DarkSet mouse, int depth);

// Here the mouse is not on the goal row.
std::uint64_t mouse_to_move(DarkSet cats, DarkSet mouse, int depth) {
    DarkSet targets = neighbours_of(mouse) & ~cats;
    if (depth == 1) return static_cast<std::uint64_t>(std::popcount(targets));
    targets &= ~goal_row;  // those games end there
    std::uint64_t leaves = 0;
    for (; targets != 0; targets &= targets - 1) {
        leaves += cats_to_move(cats, targets & (0 - targets), depth - 1);
    }
    return leaves;
}

// Here the mouse is not on the goal row.
std::uint64_t cats_to_move(DarkSet cats, DarkSet mouse, int depth) {
    if (depth == 1) return count_cat_moves(cats, mouse);
    const DarkSet empty = ~(cats | mouse);
    std::uint64_t leaves = 0;
    for (DarkSet rest = cats; rest != 0; rest &= rest - 1) {
        const DarkSet from = rest & (0 - rest);
        for (DarkSet to = forward_of(from) & empty; to != 0; to &= to - 1) {
            leaves += mouse_to_move(cats ^ from ^ (to & (0 - to)), mouse, depth - 1);
        }
    }
    return leaves;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
    if (depth < 0) {
        throw std::invalid_argument("perft of depth " + std::to_string(depth) +
                                    ": use a depth of 0 or more");
    }
    if (depth == 0) return 1;
    if (mouse_on_goal(position)) return 0;
    const auto side_to_move = position.side == Side::mouse ? mouse_to_move : cats_to_move;
    return side_to_move(position.cats, dark_bit(position.mouse), depth);
}

}  // namespace ryg::engine
