// One instruction of a machine, and what it does on the bus.
#pragma once

#include <bitset>
#include <span>
#include <vector>

#include "c64/board/machine.hpp"
#include "emu/opcodes.hpp"
#include "emu/recording_bus.hpp"

namespace ryg::c64::debug {

/// The result of a step: an instruction, or an interrupt sequence in its place.
struct Executed {
    emu::Registers before{}, after{};
    Byte opcode = 0;
    bool interrupt = false;
    bool jammed = false;          ///< or waits for a key of a terminal
    Cycle begin = 0, cycles = 0;  ///< 0 cycles: the processor had jammed before
};

/// The kinds of access, as bits.
struct AccessKind {
    static constexpr Byte exec = 1, load = 2, store = 4;
};

/// A watched load or store.
struct WatchedAccess {
    Address address = 0;
    Byte value = 0;
    Byte before = 0;  ///< of a store: the byte that the processor would have read there
    bool is_store = false;
    Byte opcode = 0;  ///< opcode of the instruction that made it

    bool operator==(const WatchedAccess&) const = default;
};

/// The addresses executed, loaded from and stored to in some period.
struct Footprint {
    std::bitset<65536> executed, loaded, stored;

    void add(const Footprint& other) {
        executed |= other.executed;
        loaded |= other.loaded;
        stored |= other.stored;
    }
};

/// Collects a step's loads and stores: all accesses except those that fetch the instruction. Dummy
/// reads are loads, since a chip sees them as reads.
struct Tap {
    const Byte* wanted = nullptr;        ///< kinds of access to record in `found`, by address
    std::vector<WatchedAccess> found{};  ///< added to, step after step
    Footprint* footprint = nullptr;      ///< if set, records all accesses
};

/// Time: about ten times that of a plain run.
Executed step(Machine& machine, Tap& tap);

/// One instruction of an observed call, with all its bus accesses.
struct Step : Executed {
    std::span<const emu::BusAccess> accesses;  ///< the first is the opcode's
};

/// Calls `routine` as Machine::call does, interrupts masked, and calls `observer(step)` after
/// every instruction. The registers stay as the routine leaves them. Returns how it ended.
/// Time: about twenty times that of a plain call.
template <class Observer>
Ended watched_call(Machine& machine, Address routine, Cycle limit, Observer&& observer) {
    // Nothing is ever executed at $0000: the call ends before it.
    constexpr Address nowhere = 0x0000, pushed = 0xffff;
    emu::Cpu& cpu = machine.cpu;
    for (const Byte byte : {emu::high(pushed), emu::low(pushed)}) {
        machine.ram()[0x100u | cpu.registers.s--] = byte;
    }
    cpu.registers.p |= emu::Flag::I;
    cpu.jump(routine);

    emu::RecordingBus bus{machine.board};
    const auto go = [&] {
        const Cycle begin = cpu.cycle;
        while (cpu.registers.pc != nowhere) {
            if (cpu.cycle - begin >= limit) return Ended::cycle_limit;
            machine.offer_key();
            Step step{{.before = cpu.registers, .begin = cpu.cycle}, {}};
            bus.accesses.clear();
            if (cpu.step(bus) == emu::RunEnd::jammed) return Ended::jammed;
            step.after = cpu.registers;
            step.opcode = bus.accesses.front().value;
            step.cycles = bus.accesses.size();
            step.accesses = bus.accesses;
            observer(step);
        }
        return Ended::returned;
    };
    machine.board.connect_irq(false, cpu.cycle);
    const Ended ended = go();
    machine.board.connect_irq(true, cpu.cycle);
    return ended;
}

}  // namespace ryg::c64::debug
