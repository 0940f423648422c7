// Routines that come to call themselves, whose cases multiply with each call.
#pragma once

#include "engine/contracts/program.hpp"

namespace ryg::contracts::prove {

/// The first routine that is called while it runs, if one is called by a routine or by what that
/// calls. Jumps through a pointer are not followed.
[[nodiscard]] std::optional<Address> find_recursion(const Program& program, Address routine);

}  // namespace ryg::contracts::prove
