// The assembled programs of the first engine.
#pragma once

#include "ryg/engine/harness/host.hpp"
#include "ryg/engine/ryg/native/evaluate.hpp"

namespace ryg::engine {

/// As CMakeLists.txt lists them: ryg12 .. ryg16, and ryg16_desempate (ties broken by the jiffy
/// clock).
[[nodiscard]] harness::Programs ryg_programs();

namespace first {

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(Version version);

}  // namespace first
}  // namespace ryg::engine
