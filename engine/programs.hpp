// The assembled programs of all games.
#pragma once

#include "engine/hints/programs.hpp"
#include "engine/ryg/programs.hpp"
#include "engine/ryg3/programs.hpp"

namespace ryg::crosscheck {

/// By name, or by that of its file (`ryg3.prg`); nullptr if there is none.
[[nodiscard]] const c64::EmbeddedImage* find_program(std::string_view name);

}  // namespace ryg::crosscheck
