// The text screen as a picture: characters in their colours, with a border.
#pragma once

#include <array>
#include <vector>

#include "c64/board/board.hpp"

namespace ryg::c64 {

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

/// 320 x 200 points of text within a border of 32 on each side, 36 above and below.
struct Picture {
    static constexpr unsigned width = 384, height = 272, left = 32, top = 36;
    std::vector<Byte> colours = std::vector<Byte>(std::size_t{width} * height);  ///< row by row

    [[nodiscard]] Byte& at(unsigned x, unsigned y) { return colours[std::size_t{y} * width + x]; }
};

/// The screen as it is now, from memory and the chip's registers; characters from the character
/// ROM or from RAM, as $d018 says. With DEN off it is all border.
/// Not modelled: bitmap and multicolour modes, sprites, scrolling, changes while the beam goes
/// down.
[[nodiscard]] Picture picture_of(const Board& board);

}  // namespace ryg::c64
