// The assembled programs of the first engine.
#pragma once

#include "engine/games/ryg1/native/evaluate.hpp"
#include "engine/harness/host.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg12 .. ryg16, and ryg16_desempate (ties broken by the jiffy
/// clock).
[[nodiscard]] harness::Programs ryg1_programs();

namespace ryg1 {

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(Version version);

}  // namespace ryg1
}  // namespace ryg::engine
