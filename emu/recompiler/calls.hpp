// Translated code that is called again and again (emu/many_calls.hpp).
#pragma once

#include "emu/recompiler/recompiler.hpp"

namespace ryg::emu::recompiler {

/// For one call after another of the same code: executes it from `state.pc` to address `stop`, within
/// `longest` cycles, if all of it has been translated and touches plain memory only, and returns
/// true. Otherwise `state` is how far that went, maybe nowhere: then `run` does the rest. Takes a few
/// nanoseconds more than the code itself. The window has to stay where it is until another one is used.
[[nodiscard]] bool call(const Window& window, State& state, Cycle longest, std::uint64_t stop);

}  // namespace ryg::emu::recompiler
