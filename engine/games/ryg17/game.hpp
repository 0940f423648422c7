// RYG 17 as the list of games has it: 16's moves, to depth 12, without a tree in memory.
#pragma once

#include "engine/claims/game.hpp"

namespace ryg::claims {
struct Suite;
}

namespace ryg::engine {

[[nodiscard]] const claims::Game& ryg17_game();

namespace ryg17 {

/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace ryg17
}  // namespace ryg::engine
