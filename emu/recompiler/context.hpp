// What translated code and its caller share: registers, time, and why the code was left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "emu/recompiler/recompiler.hpp"
#include "emu/recompiler/region.hpp"

namespace ryg::emu::recompiler {

/// Why translated code returned; `pc` is the next instruction, which has not begun.
enum class Left : std::uint32_t {
    time,         ///< the next block might not end in time
    instruction,  ///< the interpreter has to execute the instruction at pc
    missing,      ///< no code for pc, or memory has changed since it was made
    stop,         ///< pc is the address to stop at
    over,         ///< an access to a chip has ended the plan
};
constexpr std::size_t left_count = 5;

/// Bits of Context::access.
constexpr std::uint32_t chip_write = 1, chip_indexed = 2;

/// While translated code runs, the members from `cycles` to `v` are in host registers.
struct Context {
    Byte* ram = nullptr;
    const void* const* table = nullptr;  ///< code by pc, for the current D
    std::int64_t cycles = 0;             ///< left to run
    std::uint32_t a = 0, x = 0, y = 0, s = 0;
    std::uint32_t nz = 0, c = 0, v = 0;  ///< nz as in emu::State; c, v: 0 or 1
    std::uint32_t i = 0;                 ///< 0 or Flag::I
    std::uint32_t pc = 0;
    /// RDY stalls that may still be passed, what each adds to `cycles`, and the value of `cycles`
    /// at or above which the last stall was passed too early.
    std::uint32_t halts = 0;
    std::int64_t after_halt = 0, early = 0;
    std::uint32_t last = 0;  ///< the opcode that used up the time, if it overran
    Left left = Left::time;
    /// Accesses that are not plain: translated code calls the first two (gates.cpp), which call the
    /// two functions. What follows is passed to these and back.
    const void* read_nibble = nullptr;
    const void* access_chip = nullptr;
    void (*look)(Context*, Address, std::int64_t left) = nullptr;
    bool (*ask)(Context*, unsigned address, unsigned index, std::int64_t left) = nullptr;
    Byte looked = 0;           ///< the byte that is read or written
    std::uint32_t access = 0;  ///< what `ask` does
    /// Set by `ask`, and reset after the instruction: 0: no access, 1: made, 2: and left after it.
    std::uint32_t asked = 0;
    std::uint32_t irq_low = 0;  ///< 0 or 1
    Chips* chips = nullptr;
    const Window* window = nullptr;
    std::array<std::uint32_t, most_pointers> pointers{};  ///< loaded by a loop
    Cycle end = 0;  ///< cycle in which `cycles` would be 0 if no stall were passed
    const Halts* passed = nullptr;
    std::array<const void* const*, 2> tables{};      ///< by D
    std::array<const void*, left_count> leave_by{};  ///< by `Left`: code that leaves, pc in eax
};

/// The host code through which all translated code is entered and left.
using Enter = void (*)(Context*, const void* code);

}  // namespace ryg::emu::recompiler
