// The dense position index: every position of the game has a number, every number a position.
#pragma once

#include <array>

#include "engine/common/indexing/combinations.hpp"
#include "engine/common/position.hpp"

namespace ryg::engine::indexing {

// A minimal perfect hash: 35,960 sets of cats, the side to move, and the mouse's place among the
// 28 squares that the cats leave. The cats come first, the mouse last:
//
//     rank of the cats           0                        1                  ..  35,959
//     to move            mouse       cats         mouse       cats
//     place of the mouse 0 .. 27     0 .. 27      0 .. 27     0 .. 27
//     index              0 .. 27    28 .. 55     56 .. 83    84 .. 111       ..  2,013,759
//
// That order has a meaning. A cat moves to a higher square, so the cats' rank grows; the mouse's
// move leaves the cats and leads from the left half of a block to its right half. Every move leads
// to a greater index: a walk down from the last one meets every position after all that can follow
// from it. solution.hpp solves the game so, in one loop.

using PositionIndex = std::uint32_t;

inline constexpr PositionIndex mouse_places = 32 - 4;
inline constexpr PositionIndex position_count = set_count<4> * 2 * mouse_places;

/// The sets of cats by rank: the inverse of `rank_of<4>`, tabulated (140 KB).
extern const std::array<DarkSet, set_count<4>> cats_by_rank;

/// A well-formed position's number.
/// Time: some 4 ns; nothing is allocated, nothing depends on the position.
constexpr PositionIndex dense_index(const Position& position) {
    assert(is_well_formed(position));
    const DarkSet below_mouse = dark_bit(position.mouse) - 1;
    const int place = dark_index(position.mouse) - std::popcount(position.cats & below_mouse);
    const PositionIndex side = position.side == Side::cats ? 1 : 0;
    return (rank_of<4>(position.cats) * 2 + side) * mouse_places +
           static_cast<PositionIndex>(place);
}

/// Who is to move in the position of a number.
constexpr Side side_at(PositionIndex index) {
    return index / mouse_places % 2 != 0 ? Side::cats : Side::mouse;
}

/// The position of a number below `position_count`.
inline Position position_at(PositionIndex index) {
    assert(index < position_count);
    const DarkSet cats = cats_by_rank[index / (2 * mouse_places)];
    // The cats at or below the mouse push it up, one after the other.
    int mouse = static_cast<int>(index % mouse_places);
    DarkSet rest = cats;
    for (int cat = 0; cat < 4; ++cat) {
        mouse += std::countr_zero(rest) <= mouse ? 1 : 0;
        rest &= rest - 1;
    }
    return {cats, dark_square(mouse), side_at(index)};
}

static_assert(position_count == 2'013'760 && position_count == 2 * 32 * combinations(31, 4));
static_assert(dense_index(start_position()) == 29 - 4);

}  // namespace ryg::engine::indexing
