// The header blocks of the first engine: which programs, what their inputs are, what is expected.
#pragma once

#include "ryg/engine/contracts/suite.hpp"

namespace ryg::contracts {

[[nodiscard]] const Suite& ryg_suite();

}  // namespace ryg::contracts
