// The header blocks of the hint finder: its program, and what is expected of each routine.
#pragma once

#include "ryg/engine/contracts/suite.hpp"

namespace ryg::contracts {

[[nodiscard]] const Suite& hints_suite();

}  // namespace ryg::contracts
