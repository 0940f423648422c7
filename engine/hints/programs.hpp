// The assembled program of the hint finder.
#pragma once

#include "engine/harness/programs.hpp"

namespace ryg::engine::hints {

[[nodiscard]] harness::Programs hints_programs();

}  // namespace ryg::engine::hints
