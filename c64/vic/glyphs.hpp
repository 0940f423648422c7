// A character ROM of our own: two sets of 256 characters of 8 x 8 pixels, drawn with strokes.
#pragma once

#include <array>

#include "emu/types.hpp"

namespace ryg::c64 {

/// The characters of a C64 without a character ROM: upper case with graphics, then lower case with
/// upper case; the second half of each set is the first in reverse. Eight bytes per character, top
/// row first, bit 7 on the left.
[[nodiscard]] std::array<emu::Byte, 4096> drawn_characters();

}  // namespace ryg::c64
