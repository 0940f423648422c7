// The player that makes no mistake as the harness knows it: PERFECTO, either side.
#pragma once

#include "engine/harness/game.hpp"

namespace ryg::contracts {
struct Suite;
}
namespace ryg::engine::perfecto {
/// What the header blocks of its programs are checked with.
[[nodiscard]] const contracts::Suite& suite();
}  // namespace ryg::engine::perfecto

namespace ryg::engine {

[[nodiscard]] const harness::Game& perfecto_game();

namespace perfecto {

/// What `verify` compares with the native twin, and checks against the exact solution:
///
/// - sets: for each set of cats the rank that the program gives it, and what its table says there.
/// - positions: all there are, both sides to move: each move's cost, the best one, and that it
///   keeps what the position is worth.
/// - games: whole ones from the start against each mouse; keyed: typed, and read from the screen.
///
/// Values: only, games, keyed, seed, position.
[[nodiscard]] work::Campaign plan_campaign(const work::Values& values,
                                           const c64::Image* instead = nullptr,
                                           const c64::Setup& setup = {});

}  // namespace perfecto
}  // namespace ryg::engine
