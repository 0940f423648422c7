// The player that makes no mistake, PERFECTO, as the list of games has it.
#pragma once

#include "engine/claims/game.hpp"
#include "engine/common/position.hpp"

namespace ryg::images {
extern const c64::EmbeddedImage perfecto;
}

namespace ryg::engine {

[[nodiscard]] const claims::Game& perfecto_game();

namespace perfecto {

/// States what `think` leaves of a position.
[[nodiscard]] std::function<void(const Position&, claims::Expected&)> thinks(
    const c64::Labels& labels);
/// What the header blocks of its program are checked with.
[[nodiscard]] const claims::Suite& suite();

}  // namespace perfecto
}  // namespace ryg::engine
