// The assembled programs of the second engine.
#pragma once

#include "engine/harness/programs.hpp"
#include "engine/ryg3/native/version.hpp"

namespace ryg::engine::ryg3 {

/// As CMakeLists.txt lists them: ryg3-03, -04, -07 .. -10, ryg3 (version 11).
[[nodiscard]] harness::Programs ryg3_programs();

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(Version version);

}  // namespace ryg::engine::ryg3
