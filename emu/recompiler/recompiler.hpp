// Translates frequently executed 6502 code to host code and runs it. See docs/processor.md.
#pragma once

#include "emu/recompiler/window.hpp"
#include "emu/state.hpp"

namespace ryg::emu::recompiler {

/// Whether this build and this host support it: x86-64 with AVX2, and asmjit when the library was
/// built. Otherwise the boards run in the interpreter.
[[nodiscard]] bool is_available();

/// How a run of translated code ended, and how long to interpret before the next look-up.
struct Rest {
    bool stopped = false;  ///< pc is the address to stop at
    Cycle cycles = 0;      ///< interpret only instructions that start within this many cycles
    unsigned halts = 0;    ///< RDY stalls passed; each moved the limit by a period
    Byte last = 0;         ///< the opcode that ended after the limit, if one did
    bool over = false;     ///< an access to a chip ended the plan: make a new one
};

/// An access that is not plain, to `base`, or indexed, with the dummy read before if there is one.
struct ChipAccess {
    Address base = 0;
    Byte index = 0;
    bool writes = false, indexed = false;
    Byte value = 0;
    Cycle now = 0;  ///< of its first read or write
};
/// How translated code accesses the chips of a board.
struct Chips {
    void* bus = nullptr;
    /// False if the code has to be left after the instruction: another event has been planned, or
    /// memory is mapped differently. nullptr: all such accesses are left to the interpreter.
    bool (*access)(Chips& its, const Window& window, ChipAccess& made) = nullptr;
    bool irq_low = true;  ///< no instruction may clear I
};

/// RDY stalls at equal distances, the first at the limit, with no other event between them.
struct Halts {
    unsigned count = 0;  ///< stalls that may be passed
    Cycle period = 0, length = 0;
};
/// Stalls closer together than this are not passed: a basic block has to fit between two.
constexpr Cycle shortest_way = 64;

/// Executes instructions that start before cycle `limit`, as far as there is code for them and their
/// accesses are plain or made by `chips`; never one at address `stop`. May execute none. Translated code belongs
/// to the thread, not to a machine: each region compares its bytes with memory when it is entered.
[[nodiscard]] Rest run(const Window& window, State& state, Cycle limit, std::uint64_t stop,
                       const Halts& halts, Chips chips = {});

/// What this thread interprets before its next look-up. Events may split a slice, and another
/// machine may run in between; neither matters.
struct Slice {
    const Byte* ram = nullptr;  ///< identifies the machine
    Cycle from = 0, length = 0;

    /// Cycles left of the slice; 0 if `now` is outside it.
    [[nodiscard]] Cycle left(const Window& window, Cycle now) const {
        return ram == window.ram && now - from < length ? length - (now - from) : 0;
    }
};
extern thread_local constinit Slice cold_slice;

/// Executes translated code from `state.pc` to address `stop` in at most `longest` cycles. False if
/// not all of it is translated or touches plain memory only; `state` is then the state where the
/// code was left, possibly the initial one, and `run` can continue from there. Costs a few
/// nanoseconds besides the code itself. `window` must not move until another one is used.
[[nodiscard]] bool call(const Window& window, State& state, Cycle longest, std::uint64_t stop);

}  // namespace ryg::emu::recompiler
