// Runs a 6502 as host code, translated from what it executes often. See docs/processor.md.
#pragma once

#include "emu/recompiler/window.hpp"
#include "emu/state.hpp"

namespace ryg::emu::recompiler {

/// Whether this build and this host support it: x86-64 with AVX2, and asmjit when the library was
/// built. Otherwise the boards run in the interpreter.
[[nodiscard]] bool is_available();

/// How long to interpret before asking for code again.
struct Rest {
    bool stopped = false;  ///< pc is the address to stop at
    Cycle cycles = 0;      ///< it starts no instruction later than this many cycles from now
    unsigned halts = 0;    ///< how many have been passed; each moved the limit by a period
    Byte last = 0;         ///< the opcode that ended after the limit, if one did
};

/// Halts of the processor, the first at the limit, with no other event between them.
struct Halts {
    unsigned count = 0;  ///< how many may be passed
    Cycle period = 0, length = 0;
};
/// Halts closer together than this are not passed: a piece of code has to fit between them.
constexpr Cycle shortest_way = 64;

/// Executes instructions that start before cycle `limit` and touch plain memory only, as far as
/// there is code for them; never one at address `stop`. May execute none. Translated code belongs
/// to the thread, not to a machine: each region compares its bytes with memory when it is entered.
[[nodiscard]] Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
                       const Halts& halts);

/// What this thread interprets before it asks for code again. Events may split it, and another
/// machine may run in between; neither matters.
struct Slice {
    const Byte* ram = nullptr;  ///< of the machine it is for
    Cycle from = 0, length = 0;

    /// How much of it is left; 0 if `now` is not in it.
    [[nodiscard]] Cycle left(const Window& window, Cycle now) const {
        return ram == window.ram && now - from < length ? length - (now - from) : 0;
    }
};
extern thread_local constinit Slice cold_slice;

}  // namespace ryg::emu::recompiler
