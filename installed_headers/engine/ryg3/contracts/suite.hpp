// The header blocks of the second engine: which programs, what their inputs are, what is expected.
#pragma once

#include "ryg/engine/contracts/suite.hpp"

namespace ryg::contracts {

[[nodiscard]] const Suite& ryg3_suite();

}  // namespace ryg::contracts
