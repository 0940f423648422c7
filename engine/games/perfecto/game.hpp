// The player that makes no mistake, PERFECTO, as the list of games has it.
#pragma once

#include "engine/claims/game.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage perfecto;
}

namespace ryg::engine {

[[nodiscard]] const claims::Game& perfecto_game();

namespace perfecto {

/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace perfecto
}  // namespace ryg::engine
