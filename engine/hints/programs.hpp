// The assembled programs of the hint finder: it, and variants for the tests.
#pragma once

#include "engine/harness/programs.hpp"

namespace ryg::crosscheck {

/// In order: hints, hints_fault1 .. 3.
[[nodiscard]] Programs hints_programs();

}  // namespace ryg::crosscheck
