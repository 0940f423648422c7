// How runs go on and end: fast where the board can, access by access where it cannot.
#include "emu/cpu.hpp"

#include <algorithm>

#include "emu/core.hpp"
#include "emu/exact_core.hpp"

namespace ryg::emu {

void Cpu::reset(const AnyBus& bus) {
    State state = State::from(registers, cycle);
    ExactCore{bus, state, unstable}.reset();
    registers = state.registers();
    cycle = state.now;
    jammed = false;
    interrupt_follows_ = false;
}

void Cpu::step_exactly(const AnyBus& bus, State& state) {
    ExactCore core{bus, state, unstable};
    if (interrupt_follows_) {
        core.interrupt();
    } else {
        core.instruction();
    }
    jammed = core.jammed;
    interrupt_follows_ = core.interrupt_follows();
}

Outcome Cpu::step(const AnyBus& bus) {
    if (jammed) return Outcome::jammed;
    State state = State::from(registers, cycle);
    step_exactly(bus, state);
    registers = state.registers();
    cycle = state.now;
    return jammed ? Outcome::jammed : Outcome::reached_cycle;
}

Outcome Cpu::run(const AnyBus& bus, Cycle until) { return run_until(bus, {until}); }

Outcome Cpu::run_to(const AnyBus& bus, Address address, Cycle until) {
    if (!jammed && cycle >= until) return Outcome::reached_cycle;
    if (const Outcome outcome = step(bus); outcome == Outcome::jammed) return outcome;
    return run_until(bus, {until, address});
}

Outcome Cpu::run_to(const AnyBus& bus, std::span<const Address> addresses, Cycle until) {
    if (!jammed && cycle >= until) return Outcome::reached_cycle;
    if (const Outcome outcome = step(bus); outcome == Outcome::jammed) return outcome;
    return run_until(bus, {until}, addresses);
}

Outcome Cpu::run_until(const AnyBus& bus, const Stop& stop, std::span<const Address> others) {
    const auto is_end = [&](State::Word pc) {
        return pc == stop.address || std::ranges::find(others, pc) != others.end();
    };
    State state = State::from(registers, cycle);
    Outcome outcome = Outcome::jammed;
    const bool may_be_fast = chosen_core() != Core::exact;
    while (!jammed) {
        // An interrupt comes between two instructions, so an address counts only without one.
        if (!interrupt_follows_ && is_end(state.pc)) {
            outcome = Outcome::reached_address;
            break;
        }
        if (state.now >= stop.until) {
            outcome = Outcome::reached_cycle;
            break;
        }
        if (may_be_fast && !interrupt_follows_ && bus.run_fast(state, stop)) {
            interrupt_follows_ = ExactCore{bus, state, unstable}.interrupt_follows();
        } else {
            step_exactly(bus, state);
        }
    }
    registers = state.registers();
    cycle = state.now;
    return outcome;
}

}  // namespace ryg::emu
