// VELOZ as the list of games has it: 16's moves, to depth 12, without a tree in memory.
#pragma once

#include "engine/claims/game.hpp"
#include "engine/common/position.hpp"

namespace ryg::engine {

[[nodiscard]] const claims::Game& veloz_game();

namespace veloz {

/// States the value and the move that a search of a position leaves, and the numbers that
/// veloz_cuenta counts.
[[nodiscard]] std::function<void(const Position&, claims::Expected&)> searches(
    const c64::Labels& labels, int depth);
/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace veloz
}  // namespace ryg::engine
