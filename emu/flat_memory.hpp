// 64 KB of RAM and nothing else: the simplest board that runs at full speed.
#pragma once

#include <array>

#include "emu/recompiler/window.hpp"

namespace ryg::emu {

/// For programs that need no machine around them, and for measuring the processor alone.
struct FlatMemory {
    std::array<Byte, 0x10000> ram{};

    Byte read(Address address, Cycle&) { return ram[address]; }
    void write(Address address, Byte value, Cycle) { ram[address] = value; }

    [[nodiscard]] const Byte* code(Address pc) const { return pc <= 0xFFFC ? ram.data() : nullptr; }
    [[nodiscard]] Byte read_low(Address address) const { return ram[address]; }
    void write_low(Address address, Byte value, Cycle) { ram[address] = value; }
    [[nodiscard]] recompiler::Window window() { return {ram.data(), 0xFFFD, 0x10000, 0, 0x10000}; }
    bool run_fast(Core core, State& state, const RunLimit& stop);
    ExactEnd run_exactly(State& state, const RunLimit& stop, const Unstable& unstable);
};

}  // namespace ryg::emu
