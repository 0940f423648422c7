// VELOZ as the list of games has it: 16's moves, to depth 12, without a tree in memory.
#pragma once

#include "engine/claims/game.hpp"

namespace ryg::claims {
struct Suite;
}

namespace ryg::engine {

[[nodiscard]] const claims::Game& veloz_game();

namespace veloz {

/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace veloz
}  // namespace ryg::engine
