// The assembled programs of the first engine: its versions, and variants for the tests.
#pragma once

#include "engine/harness/programs.hpp"
#include "engine/ryg/native/evaluate.hpp"

namespace ryg::crosscheck {

/// In order: ryg12 .. ryg16, ryg16_fallo1 .. 3 (a fault planted on purpose each), ryg16_desempate
/// (ties broken by the jiffy clock).
[[nodiscard]] Programs ryg_programs();

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(engine::Version version);

}  // namespace ryg::crosscheck
