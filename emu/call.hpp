// Calls one routine on any board, optionally counting what it touches.
//
//     emu::FlatMemory memory;                                 // with your code at $1000
//     emu::Cpu cpu;
//     emu::Touched touched;
//     const auto result = emu::call(cpu, memory, 0x1000, {.a = 7}, 1'000'000, &touched);
//     fmt::print("{} in {} cycles, {} bytes written\n", result.registers.a, result.cycles,
//                touched.written.size());
#pragma once

#include <cstdint>
#include <map>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"

namespace ryg::emu {

/// Registers and flags with which a routine is called.
struct CallInput {
    Byte a = 0, x = 0, y = 0;
    bool carry = false;
    bool interrupts = false;  ///< enabled during the call
};

/// The result of a call: how it ended, its cycles, the registers.
struct CallResult {
    RunEnd ended = RunEnd::reached_cycle;
    Cycle cycles = 0;     ///< from the routine's first cycle to the last of its RTS
    Registers registers;  ///< as the routine left them

    [[nodiscard]] bool returned() const { return ended == RunEnd::reached_address; }
    [[nodiscard]] bool carry() const { return (registers.p & Flag::C) != 0; }
};

/// How often each address was touched; untouched addresses are absent. An instruction's fetches do
/// not count as reads; dummy reads do, since a chip sees them as reads.
struct Touched {
    using Counts = std::map<Address, std::uint64_t>;
    Counts executed;  ///< instructions that began there
    Counts read, written;
};

/// Executes one instruction or interrupt sequence and counts it in `touched`. Its accesses stay in
/// `bus`.
template <Bus B>
RunEnd step(Cpu& cpu, RecordingBus<B>& bus, Touched& touched) {
    if (!cpu.interrupt_follows() && !cpu.jammed) ++touched.executed[cpu.registers.pc];
    bus.accesses.clear();
    const RunEnd outcome = cpu.step(bus);
    DataReads data;
    for (const BusAccess& access : bus.accesses) {
        if (access.is_write) {
            ++touched.written[access.address];
        } else if (data.has(access.address, access.value)) {
            ++touched.read[access.address];
        }
    }
    return outcome;
}

/// Sets the registers to `input`, pushes the return address `back` as a JSR would, and jumps to
/// `routine`.
void enter(Cpu& cpu, const AnyBus& bus, Address routine, const CallInput& input, Address back);

/// The result of the call. If it has returned, restores the registers to `before`, so that whatever
/// was running can continue.
CallResult leave(Cpu& cpu, const Registers& before, Cycle begin, RunEnd outcome);

/// Calls a routine, with return address $0000; no code may run there. Fails after `limit` cycles.
/// Time: with `touched` about a hundred times that of a plain call on FlatMemory.
template <Bus B>
CallResult call(Cpu& cpu, B& board, Address routine, const CallInput& input = {},
                Cycle limit = 1'000'000'000, Touched* touched = nullptr) {
    constexpr Address nowhere = 0x0000;
    const Registers before = cpu.registers;
    const Cycle begin = cpu.cycle, end = begin + limit;
    enter(cpu, board, routine, input, nowhere);
    if (touched == nullptr) return leave(cpu, before, begin, cpu.run_to(board, nowhere, end));
    RecordingBus bus{board};
    auto outcome = RunEnd::reached_cycle;
    while (outcome == RunEnd::reached_cycle && cpu.cycle < end) {
        outcome = step(cpu, bus, *touched);
        const bool back = cpu.registers.pc == nowhere && !cpu.interrupt_follows();
        if (back && !cpu.jammed) outcome = RunEnd::reached_address;
    }
    return leave(cpu, before, begin, outcome);
}

}  // namespace ryg::emu
