// The dense position index: every position of the game has a number, every number a position.
#pragma once

#include <array>

#include "engine/common/indexing/combinations.hpp"
#include "engine/common/position.hpp"

namespace ryg::engine::indexing {

// A minimal perfect hash of the 35,960 sets of cats, the side to move, and the mouse's place among
// the 28 squares without a cat. The cats are the most significant part, the mouse the least:
//
//     rank of the cats           0                        1                  ..  35,959
//     to move            mouse       cats         mouse       cats
//     place of the mouse 0 .. 27     0 .. 27      0 .. 27     0 .. 27
//     index              0 .. 27    28 .. 55     56 .. 83    84 .. 111       ..  2,013,759
//
// Every move leads to a greater index: a cat moves to a higher square, so the cats' rank grows; a
// mouse's move keeps the cats and passes the turn to them. So a loop from the last index to the
// first reaches each position after all positions that can follow it. That is how solution.hpp
// solves the game.

using PositionIndex = std::uint32_t;

inline constexpr PositionIndex mouse_places = 32 - 4;
inline constexpr PositionIndex position_count = set_count<4> * 2 * mouse_places;

/// The sets of cats by rank: the inverse of `rank_of<4>`, tabulated (140 KB).
extern const std::array<DarkSet, set_count<4>> cats_by_rank;

/// The index of a well-formed position, 0 to position_count - 1.
/// Time: some 4 ns, the same for every position; allocates nothing.
constexpr PositionIndex dense_index(const Position& position) {
    assert(is_well_formed(position));
    const DarkSet below_mouse = dark_bit(position.mouse) - 1;
    const int place = dark_index(position.mouse) - std::popcount(position.cats & below_mouse);
    const PositionIndex side = position.side == Side::cats ? 1 : 0;
    return (rank_of<4>(position.cats) * 2 + side) * mouse_places +
           static_cast<PositionIndex>(place);
}

/// The side to move in the position with this index.
constexpr Side side_at(PositionIndex index) {
    return index / mouse_places % 2 != 0 ? Side::cats : Side::mouse;
}

/// The position with this index, which must be below `position_count`.
inline Position position_at(PositionIndex index) {
    assert(index < position_count);
    const DarkSet cats = cats_by_rank[index / (2 * mouse_places)];
    // Each cat on a square at or below the mouse's raises that by one.
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
