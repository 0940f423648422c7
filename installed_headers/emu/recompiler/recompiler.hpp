// Runs a 6502 in host code that is made from what it executes often. See docs/recompiler.md.
#pragma once

#include "ryg/emu/recompiler/window.hpp"
#include "ryg/emu/state.hpp"

namespace ryg::emu::recompiler {

/// Whether this build and this host can do it: x86-64 with SSE4.1, and asmjit when the library was
/// built. Without it the boards run in the interpreter.
[[nodiscard]] bool is_available();

/// How far the interpreter is to go before it asks again.
struct Rest {
    bool stopped = false;  ///< pc is the address to stop at
    Cycle cycles = 0;      ///< it starts no instruction later than this many cycles from now
};

/// Executes instructions that end in cycle `limit` or before and touch plain memory only, as far as
/// there is code for them; never one at `stop.address`. May execute none. Translated code belongs to
/// the thread: machines have no part in it, since each region compares its bytes with memory where
/// it is entered.
[[nodiscard]] Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop);

/// What this thread has translated. For tests and measurements.
struct Statistics {
    std::uint64_t regions = 0;   ///< translated so far
    std::uint64_t flushes = 0;   ///< how often everything was thrown away
    std::size_t code_bytes = 0;  ///< in use
};
[[nodiscard]] Statistics statistics();

/// Translates in this thread what is come to for the first time, not what is come to often.
void translate_at_once(bool at_once);
/// Forgets what this thread has translated.
void forget();

}  // namespace ryg::emu::recompiler
