// The header blocks of PERFECTO and NIDO: their programs, and what is expected of each routine.
#pragma once

#include "ryg/engine/contracts/suite.hpp"

namespace ryg::contracts {

[[nodiscard]] const Suite& perfecto_suite();

}  // namespace ryg::contracts
