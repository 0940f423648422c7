// The VIC-II's registers by number.
#pragma once

namespace ryg::c64::vic {

// clang-format off
enum Register : unsigned {
    SPRITES_X_HIGH = 0x10, CONTROL1, RASTER, LIGHT_PEN, CONTROL2 = 0x16, MEMORY = 0x18, FLAGS, MASK,
    BEHIND, MULTICOLOUR, WIDE, COLLISIONS, COLOURS = 0x20, BORDER = 0x20, BACKGROUND,
    SPRITE_COLOURS = 0x25, SPRITE_COLOUR = 0x27, NOTHING = 0x2F
};
// clang-format on

}  // namespace ryg::c64::vic
