// The keyboard as CIA 1 sees it: 64 keys where eight columns cross eight rows.
#pragma once

#include <array>

#include "emu/types.hpp"

namespace c64 {

using emu::Byte;

/// A key by its number in the matrix, column * 8 + row, as the KERNAL leaves it in $cb (203).
struct Key {
    Byte column = 0, row = 0;
    [[nodiscard]] static constexpr Key number(Byte n) {
        return {static_cast<Byte>(n >> 3), static_cast<Byte>(n & 7)};
    }
};

/// Which keys are down. Columns hang on port A of CIA 1, rows on port B; a key joins the two, so a
/// line pulled low at one side is low at the other.
/// Not modelled: ghost keys through three others, joysticks.  Source: [C64PRG] keyboard matrix.
class Keyboard {
  public:
    void press(Key key) { down_[key.column & 7] |= static_cast<Byte>(1 << (key.row & 7)); }
    void release(Key key) {
        Byte& rows = down_[key.column & 7];
        rows = static_cast<Byte>(rows & ~(1 << (key.row & 7)));
    }
    void release_all() { down_.fill(0); }

    /// The rows' levels when `columns` has the levels of the columns.
    [[nodiscard]] Byte rows(Byte columns) const {
        unsigned low = 0;
        for (unsigned column = 0; column < 8; ++column) {
            if ((columns >> column & 1) == 0) low |= down_[column];
        }
        return static_cast<Byte>(~low);
    }
    /// The columns' levels when `rows` has the levels of the rows.
    [[nodiscard]] Byte columns(Byte rows) const {
        unsigned low = 0;
        for (unsigned column = 0; column < 8; ++column) {
            if ((down_[column] & ~rows & 0xFF) != 0) low |= 1U << column;
        }
        return static_cast<Byte>(~low);
    }

    bool operator==(const Keyboard&) const = default;

  private:
    std::array<Byte, 8> down_{};
};

}  // namespace c64
