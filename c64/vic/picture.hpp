// A frame of the VIC-II as a picture of colour numbers.
#pragma once

#include <array>
#include <vector>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

class Machine;

/// The 16 colours as red, green, blue. The chip has no such numbers; these look right.
constexpr std::array<std::array<Byte, 3>, 16> palette{{
    {0x00, 0x00, 0x00},
    {0xFF, 0xFF, 0xFF},
    {0x8B, 0x3A, 0x35},
    {0x68, 0xB4, 0xBC},
    {0x8B, 0x40, 0x98},
    {0x58, 0xA0, 0x4C},
    {0x40, 0x34, 0x90},
    {0xC0, 0xCC, 0x74},
    {0x8C, 0x56, 0x2A},
    {0x58, 0x44, 0x04},
    {0xB8, 0x6C, 0x66},
    {0x50, 0x50, 0x50},
    {0x78, 0x78, 0x78},
    {0x98, 0xE0, 0x8C},
    {0x7A, 0x6C, 0xC4},
    {0xA0, 0xA0, 0xA0},
}};

/// 320 x 200 pixels within a border of 32 on each side, 35 above and 37 below; with NTSC the last
/// lines are the first of the next frame.
struct Picture {
    static constexpr unsigned width = 384, height = 272, left = 32, top = 35, text_lines = 200;
    static constexpr unsigned first_line = 16;                                   ///< of the raster
    std::vector<Byte> colours = std::vector<Byte>(std::size_t{width} * height);  ///< row by row

    [[nodiscard]] Byte& at(unsigned x, unsigned y) { return colours[std::size_t{y} * width + x]; }
    bool operator==(const Picture&) const = default;
};

/// The next whole frame that the machine shows: a copy runs for up to two frames, so the machine
/// itself is unchanged. See Beam for what is modelled.
[[nodiscard]] Picture picture_of(const Machine& machine);
/// What is on the screen just before cycle `end`, at least two frames from now: below the beam it
/// still shows the frame before.
[[nodiscard]] Picture picture_of(const Machine& machine, Cycle end);

/// The characters of a C64 without a character ROM: upper case with graphics, then lower case with
/// upper case; the second half of each set is the first in reverse. Eight bytes per character, top
/// row first, bit 7 on the left.
[[nodiscard]] std::array<emu::Byte, 4096> drawn_characters();

}  // namespace ryg::c64
