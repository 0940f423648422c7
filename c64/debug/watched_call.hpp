// Calls a routine one instruction at a time and shows each to an observer.
#pragma once

#include <span>

#include "c64/board/machine.hpp"
#include "c64/debug/step.hpp"
#include "emu/recording_bus.hpp"

namespace ryg::c64::debug {

/// One instruction that has been executed, with all it did on the bus.
struct Step {
    emu::Registers before, after;
    std::span<const emu::BusAccess> accesses;  ///< the first is the opcode's

    [[nodiscard]] emu::Byte opcode() const { return accesses.front().value; }
    [[nodiscard]] emu::Cycle cycles() const { return accesses.size(); }
};

/// Calls `routine` as Machine::call does, interrupts masked, and calls `observer(step)` after
/// every instruction. The registers stay as the routine leaves them. Returns how it ended.
/// Time: some twenty times a plain call.
template <class Observer>
Ended watched_call(Machine& machine, Address routine, Cycle limit, Observer&& observer) {
    // Nothing is ever executed at $0000: the call ends in front of it.
    constexpr Address nowhere = 0x0000, pushed = 0xffff;
    emu::Cpu& cpu = machine.cpu;
    const auto push = [&](Byte value) {
        machine.ram()[0x100u | cpu.registers.s] = value;
        --cpu.registers.s;
    };
    push(emu::high(pushed));
    push(emu::low(pushed));
    cpu.registers.p |= emu::Flag::I;
    cpu.jump(routine);

    emu::RecordingBus bus{machine.board};
    const Cycle begin = cpu.cycle;
    while (cpu.registers.pc != nowhere) {
        if (cpu.cycle - begin >= limit) return Ended::cycle_limit;
        const emu::Registers before = cpu.registers;
        bus.accesses.clear();
        if (cpu.step(bus) == emu::Outcome::jammed) return Ended::jammed;
        observer(Step{before, cpu.registers, bus.accesses});
    }
    return Ended::returned;
}

}  // namespace ryg::c64::debug
