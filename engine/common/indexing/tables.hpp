// Tables over all positions, with an optional bijection of the board applied when they are filled.
#pragma once

#include <bit>
#include <vector>

#include "engine/common/indexing/positions.hpp"

namespace ryg::engine::indexing {

// To tabulate a function d of positions, index the table by the dense index f: positions themselves
// (32 bits of cats, 64 squares of the mouse) are too sparse as keys.
//
//                   f                 table
//     position x  ----->  f(x)  ---------------->  d(x)          table = d o f^-1
//
//     for every position x:  table[f(x)] = d(x)                  without computing f^-1
//
// If each position has to go through a bijection r before the look-up (the reader's board is turned
// by 180 degrees, say), apply r when the table is filled:
//
//     for every position x:  table[f(x)] = d(r(x))               table = (d o r) o f^-1
//
// The look-up stays the same: table[f(x)] is now d(r(x)).

/// Every well-formed position once, in the order of the dense index.
template <class Visit>
constexpr void for_each_position(Visit visit) {
    DarkSet cats = start_position().cats;
    for (std::uint32_t rank = 0; rank < set_count<4>; ++rank, cats = next_set(cats)) {
        for (const Side side : {Side::mouse, Side::cats}) {
            for (DarkSet free = ~cats; free != 0;) visit(Position{cats, take_first(free), side});
        }
    }
}

/// The table of d: `table[dense_index(x)]` is d(x).
template <class Function>
auto tabulate(Function d) {
    std::vector<decltype(d(start_position()))> table(position_count);
    for_each_position([&](const Position& x) { table[dense_index(x)] = d(x); });
    return table;
}

/// The table of d o r: `table[dense_index(x)]` is d(r(x)).
template <class Function, class Bijection>
auto tabulate(Function d, Bijection r) {
    return tabulate([&](const Position& x) { return d(r(x)); });
}

/// The board turned by 180 degrees: square s becomes 63 - s. This converts between the geometries:
/// a position in B's numbers (A1 = 0, the cats at home on 57 .. 63), turned, is the same position
/// in A's. Dark square i becomes 31 - i, so the word of the cats is reversed.
constexpr Position turned(const Position& position) {
    DarkSet cats = position.cats;
    cats = (cats & 0x55555555U) << 1 | (cats >> 1 & 0x55555555U);  // swap neighbours,
    cats = (cats & 0x33333333U) << 2 | (cats >> 2 & 0x33333333U);  // then pairs,
    cats = (cats & 0x0f0f0f0fU) << 4 | (cats >> 4 & 0x0f0f0f0fU);
    cats = (cats & 0x00ff00ffU) << 8 | (cats >> 8 & 0x00ff00ffU);
    cats = std::rotl(cats, 16);  // and finally the halves
    return {cats, mirrored(position.mouse), position.side};
}

static_assert(turned(start_position()) == Position{0xf0000000, 4, Side::mouse});
static_assert(turned(turned(start_position())) == start_position());

}  // namespace ryg::engine::indexing
