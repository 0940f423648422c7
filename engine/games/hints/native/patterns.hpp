// Seed 004's patterns: from a line's mask of one kind to the stones that would complete a run.
//
//     place         7 6 5 4 3 2 1 0      m marks one kind of stone in a line; "low" and "high" say
//     m             0 1 1 0 0 1 0 1      where along it, as the bits are numbered
//     xx            . X . . . . . .      the higher stone of two side by side
//     xox           . . . . . X . .      the higher stone of two with one place between them
//     missing high  o . . . . . . .      a stone here would complete the xx below it
//     missing low   . . . o . . . .      ... the xx above it
//     missing any   o . . o . . o .      ... any of these, or the xox round it
//
// A stone can come to a missing place from either neighbouring line, and along the line from
// the side where the pair is not.
#pragma once

#include <type_traits>

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// How a mask is moved along its line when it holds one line: places that leave the word are off
/// the board. Places past the end of a shorter line hold no stone, so nothing is found there.
struct OneLine {
    static constexpr Mask higher(Mask m, int by) { return m << by; }
    static constexpr Mask lower(Mask m, int by) { return m >> by; }
};

/// The same when it holds eight lines of eight places, one in each byte: what leaves its byte is
/// taken away.
struct EightLines {
    static constexpr Mask every_line = 0x0101010101010101;
    static constexpr Mask higher(Mask m, int by) { return (m & (0xffU >> by) * every_line) << by; }
    static constexpr Mask lower(Mask m, int by) { return (m >> by) & (0xffU >> by) * every_line; }
};

/// What one kind's stones in a line lack, and where. A mask may be of another type, such as that
/// of a proof, which knows none of its bits.
template <class M>
struct MissingOf {
    M xx, xox;         ///< where patterns begin, counted from the high end
    M low, high, any;  ///< places
};
using Missing = MissingOf<Mask>;

template <class Shift, class M = Mask>
constexpr MissingOf<M> missing_in(std::type_identity_t<M> m) {
    const M xx = m & Shift::higher(m, 1);
    const M xox = m & Shift::higher(m, 2);
    const M low = Shift::lower(xx, 2);
    const M high = Shift::higher(xx, 1);
    return {xx, xox, low, high, low | high | Shift::lower(xox, 1)};
}

/// Which swaps along the line complete a run along it: marked at the lower of the two places.
/// `others` are the places where a stone of another kind lies, for only that can be swapped away.
template <class Shift, class M>
constexpr M swaps_along(std::type_identity_t<M> m, const MissingOf<M>& missing,
                        std::type_identity_t<M> others) {
    return (missing.high & others & Shift::lower(m, 1)) |
           (m & Shift::lower(missing.low & others, 1));
}

/// Which swaps between a line and a neighbour complete a run in the line; `m` is the neighbour's
/// mask of the same kind.
template <class M>
constexpr M swaps_across(std::type_identity_t<M> m, const MissingOf<M>& missing,
                         std::type_identity_t<M> others) {
    return missing.any & others & m;
}

}  // namespace ryg::engine::hints
