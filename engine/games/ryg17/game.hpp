// RYG 17 as the list of games has it: 16's moves, to depth 12, without a tree in memory.
#pragma once

#include "engine/harness/game.hpp"

namespace ryg::contracts {
struct Suite;
}

namespace ryg::engine {

[[nodiscard]] const harness::Game& ryg17_game();

namespace ryg17 {

/// What the header blocks of its program are checked with.
[[nodiscard]] const contracts::Suite& suite();

}  // namespace ryg17
}  // namespace ryg::engine
