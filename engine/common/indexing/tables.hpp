// Tables over all positions, filled by walking the positions, through any bijection of the board.
#pragma once

#include <bit>
#include <vector>

#include "engine/common/indexing/positions.hpp"

namespace ryg::engine::indexing {

// A function d of positions is to become a table. As keys positions are sparse (32 bits of cats, 64
// squares), so the table stands over the dense index f instead:
//
//                   f                 table
//     position x  ----->  f(x)  ---------------->  d(x)          table = d o f^-1
//
//     for every position x:  table[f(x)] = d(x)                  and f^-1 is never asked
//
// If x is to be changed by a bijection r before it is looked up (a board that the reader sees
// turned), r can go into the table when it is filled:
//
//     for every position x:  table[f(x)] = d(r(x))               table = (d o r) o f^-1
//
// The reader does not notice: the same code, table[f(x)], now gives d(r(x)).

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

/// The board turned by 180 degrees, square s to 63 - s. This joins the two geometries: a position
/// written in B's numbers (A1 = 0, the cats at home on 57 .. 63) is, turned, the same position in
/// A's. Reading the word of the cats backwards is all, since dark square i goes to 31 - i.
constexpr Position turned(const Position& position) {
    DarkSet cats = position.cats;
    cats = (cats & 0x55555555U) << 1 | (cats >> 1 & 0x55555555U);  // neighbours change places,
    cats = (cats & 0x33333333U) << 2 | (cats >> 2 & 0x33333333U);  // then pairs,
    cats = (cats & 0x0f0f0f0fU) << 4 | (cats >> 4 & 0x0f0f0f0fU);
    cats = (cats & 0x00ff00ffU) << 8 | (cats >> 8 & 0x00ff00ffU);
    cats = std::rotl(cats, 16);  // and at last the halves
    return {cats, mirrored(position.mouse), position.side};
}

static_assert(turned(start_position()) == Position{0xf0000000, 4, Side::mouse});
static_assert(turned(turned(start_position())) == start_position());

}  // namespace ryg::engine::indexing
