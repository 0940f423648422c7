// The table of perfect play: which squares of the even rows are safe for the mouse, set by set.
#pragma once

#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/common/solution.hpp"

namespace ryg::engine::perfecto {

// Who wins a position with the mouse to move is one bit. For a set of cats these bits are a mask
// over the squares; half of it is stored. The other half follows by one move of each side: the
// mouse on an odd row steps to an even one, and a cat answers.
//
//     row      0         2          4          6
//     bit   0  1 2 3   4 5 6 7   8 9 .. 11  12 .. 15      clear: the cats win, mouse to move

using Safe = std::uint16_t;

constexpr bool in_even_row(Square square) { return row_of(square) % 2 == 0; }

/// The squares of the even rows, four bits each.
constexpr Safe even_rows(DarkSet set) {
    return static_cast<Safe>((set & 0xf) | (set >> 4 & 0xf0) | (set >> 8 & 0xf00) |
                             (set >> 12 & 0xf000));
}

/// The squares to look up for a mouse: its own, or from an odd row those it could step to. The
/// cats, about to answer, win the position if none of these is safe.
constexpr Safe asked_of(Square mouse) {
    const DarkSet square = dark_bit(mouse);
    return even_rows(in_even_row(mouse) ? square : neighbours_of(square));
}

/// A byte for each set of cats, by rank, that names one of the masks. Frequent masks have low
/// names.
struct Table {
    std::vector<Byte> names;
    std::vector<Safe> masks;

    /// From the exact solution.
    explicit Table(const Solution& solution);

    [[nodiscard]] Safe operator[](DarkSet cats) const {
        return masks[names[indexing::rank_of<4>(cats)]];
    }
};

/// Made on first use.
[[nodiscard]] const Table& table();

/// Bytes that the program carries under a label.
struct Labelled {
    std::string label;
    std::vector<Byte> bytes;
};
/// The tables by which it finds the rank of a set of cats, and the masks. `names` is where it has a
/// name for each set.
[[nodiscard]] std::vector<Labelled> ranking_tables(unsigned names);

/// Names as the program carries them. Each token is a name of its own or a run that was there
/// before; numbers are n >= 1, in Elias' gamma code: as many zeros as n has digits after the
/// first, then n.
///
///     0, name in 7 bits                              a name
///     1, 0, length                                   a run from as far back as the last one
///     1, 1, length, (back - 1) / 64 + 1, low 6 bits  a run that begins `back` names before
///
/// Bits are taken from each byte upward from bit 7. What ends it is the number of names.
[[nodiscard]] std::vector<Byte> pack(std::span<const Byte> names);

/// Throws std::invalid_argument if this is not what `pack` makes of `count` names.
[[nodiscard]] std::vector<Byte> unpack(std::span<const Byte> packed, std::size_t count);

}  // namespace ryg::engine::perfecto
