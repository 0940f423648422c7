// The keyboard as CIA 1 sees it: 64 keys where eight columns cross eight rows.
#pragma once

#include <array>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;

/// A key by its number in the matrix, column * 8 + row, as the KERNAL leaves it in $cb (203).
struct Key {
    Byte column = 0, row = 0;
    [[nodiscard]] static constexpr Key number(Byte n) {
        return {static_cast<Byte>(n >> 3), static_cast<Byte>(n & 7)};
    }
};

/// The switches of a joystick; add them to close several at once.
struct Joystick {
    static constexpr Byte up = 0x01, down = 0x02, left = 0x04, right = 0x08, fire = 0x10;
};

/// Which keys are down, and which switches of the joysticks are closed. Columns are wired to port A
/// of CIA 1, rows to port B; a pressed key connects the two, so a line pulled low on one side is
/// low on the other, and through more keys on further lines. Joystick 1 pulls rows low, joystick 2
/// columns. Source: [C64PRG] keyboard matrix.
class Keyboard {
  public:
    void press(Key key) { down_[key.column & 7] |= static_cast<Byte>(1 << (key.row & 7)); }
    void release(Key key) {
        Byte& rows = down_[key.column & 7];
        rows = static_cast<Byte>(rows & ~(1 << (key.row & 7)));
    }
    void release_all() { down_.fill(0); }
    /// `number` is 1 or 2.
    void move_joystick(unsigned number, Byte closed) { joysticks_[number == 1 ? 0 : 1] = closed; }

    /// The levels of the eight column and the eight row lines, a bit each.
    struct Levels {
        Byte columns, rows;
    };
    /// The resulting levels when the ports drive these.
    [[nodiscard]] Levels levels(Byte columns, Byte rows) const {
        Levels level{static_cast<Byte>(columns & ~joysticks_[1]),
                     static_cast<Byte>(rows & ~joysticks_[0])};
        while (down_ != std::array<Byte, 8>{}) {
            const Levels next{static_cast<Byte>(level.columns & this->columns(level.rows)),
                              static_cast<Byte>(level.rows & this->rows(level.columns))};
            if (next.columns == level.columns && next.rows == level.rows) return level;
            level = next;
        }
        return level;
    }

    /// The levels of the rows, given those of the columns.
    [[nodiscard]] Byte rows(Byte columns) const {
        unsigned low = 0;
        for (unsigned column = 0; column < 8; ++column) {
            if ((columns >> column & 1) == 0) low |= down_[column];
        }
        return static_cast<Byte>(~low);
    }
    /// The levels of the columns, given those of the rows.
    [[nodiscard]] Byte columns(Byte rows) const {
        unsigned low = 0;
        for (unsigned column = 0; column < 8; ++column) {
            if ((down_[column] & ~rows & 0xFF) != 0) low |= 1U << column;
        }
        return static_cast<Byte>(~low);
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) { list(&Keyboard::down_, &Keyboard::joysticks_); }
    bool operator==(const Keyboard&) const = default;

  private:
    std::array<Byte, 8> down_{};
    std::array<Byte, 2> joysticks_{};
};

}  // namespace ryg::c64
