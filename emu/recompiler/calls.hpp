// Repeated calls of one routine in translated code (emu/many_calls.hpp).
#pragma once

#include "emu/recompiler/recompiler.hpp"

namespace ryg::emu::recompiler {

/// Executes translated code from `state.pc` to address `stop` in at most `longest` cycles. False if
/// not all of it is translated or touches plain memory only; `state` is then the state where the
/// code was left, possibly the initial one, and `run` can continue from there. Costs a few
/// nanoseconds besides the code itself. `window` must not move until another one is used.
[[nodiscard]] bool call(const Window& window, State& state, Cycle longest, std::uint64_t stop);

}  // namespace ryg::emu::recompiler
