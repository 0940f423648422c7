// NIDO as the harness knows it: the cats only, from the start only, by a book.
#pragma once

#include "ryg/engine/harness/game.hpp"
#include "ryg/engine/perfecto/native/strategy.hpp"

namespace ryg::engine {

[[nodiscard]] const harness::Game& nido_game();

namespace perfecto {

[[nodiscard]] c64::Image nido_program();

/// Made when they are first asked for.
[[nodiscard]] const Strategy& strategy();
[[nodiscard]] const Book& book();

/// What `verify` does: it walks through all that the mouse can do against the program, which has
/// won each time. A position that can come about in several ways is gone on from once, since the
/// program's answer reads the position only; lines are counted as if it had been each time.
///
/// - answers: calls of the program's routine, on a machine that is copied wherever lines part.
/// - keyed: a whole game for each move that the mouse has in any of the positions, in which it is
///   made: typed, and read from the screen.
///
/// Values: only.
[[nodiscard]] harness::Campaign plan_walk(const harness::Values& values,
                                          const c64::Image* instead = nullptr);

}  // namespace perfecto
}  // namespace ryg::engine
