// All games. A new one is a folder and a word in the list of engine/CMakeLists.txt.
#pragma once

#include "engine/claims/game.hpp"

namespace ryg::engine {

/// The first is the default where none is named.
[[nodiscard]] std::span<const claims::Game* const> games();

/// Any game's program by name, or by that of its file (`NAME.prg`); nullptr if there is none.
[[nodiscard]] inline const c64::EmbeddedImage* find_program(std::string_view name) {
    return claims::find_program(games(), name);
}

}  // namespace ryg::engine
