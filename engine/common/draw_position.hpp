// Positions of the mouse and the cats to try routines on.
#pragma once

#include "engine/common/choices.hpp"
#include "engine/common/position.hpp"

namespace ryg::engine {

/// Any position; those that routines find extreme come oftener than by chance: cats that block
/// the mouse, cats at the end of the board, in one row or in the first and the last, cats that
/// have all their moves.
[[nodiscard]] Position draw_position(Choices& choices);

/// Four different squares out of a set that are not `taken`; when it has too few, out of all.
[[nodiscard]] DarkSet four_of(DarkSet set, DarkSet taken, Choices& choices);

}  // namespace ryg::engine
