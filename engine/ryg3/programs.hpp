// The assembled programs of the second engine: its versions, and variants for the tests.
#pragma once

#include "engine/harness/programs.hpp"
#include "engine/ryg3/native/version.hpp"

namespace ryg::crosscheck {

/// In order: ryg3-03, -04, -07 .. -10, ryg3 (version 11), ryg3_fault1 .. 3.
[[nodiscard]] Programs ryg3_programs();

/// The program of a version, with its labels.
[[nodiscard]] c64::Image program(engine::ryg3::Version version);

}  // namespace ryg::crosscheck
