// A character ROM of our own: the two sets of 256 characters of 8 x 8 points, drawn with strokes.
#pragma once

#include <array>

#include "emu/types.hpp"

namespace ryg::c64 {

/// What a C64 without a character ROM shows: upper case with graphics, then lower case with upper
/// case; in each set the second half is the first one in reverse. Eight bytes per character, top
/// row first, bit 7 on the left.
[[nodiscard]] std::array<emu::Byte, 4096> drawn_characters();

}  // namespace ryg::c64
