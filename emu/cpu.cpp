// Running and stopping: fast where the board can, access by access where it cannot.
#include "emu/cpu.hpp"

#include <algorithm>

#include "emu/exact_core.hpp"

namespace ryg::emu {

void Cpu::reset(const AnyBus& bus) {
    State state = State::from(registers, cycle);
    ExactCore<const AnyBus>{bus, state, unstable}.reset();
    registers = state.registers();
    cycle = state.now;
    jammed = false;
    interrupt_follows_ = false;
}

void Cpu::step_exactly(const AnyBus& bus, State& state) {
    ExactCore<const AnyBus> exact{bus, state, unstable};
    if (interrupt_follows_) {
        exact.interrupt();
    } else {
        exact.instruction();
    }
    jammed = exact.jammed;
    interrupt_follows_ = exact.interrupt_follows();
}

bool Cpu::run_fast(const AnyBus& bus, State& state, const RunLimit& stop) {
    if (core == Core::exact || interrupt_follows_) return false;
    if (!bus.run_fast(core, state, stop)) return false;
    interrupt_follows_ = ExactCore<const AnyBus>{bus, state, unstable}.interrupt_follows();
    return true;
}

RunEnd Cpu::step(const AnyBus& bus) {
    if (jammed) return RunEnd::jammed;
    State state = State::from(registers, cycle);
    step_exactly(bus, state);
    registers = state.registers();
    cycle = state.now;
    return jammed ? RunEnd::jammed : RunEnd::reached_cycle;
}

RunEnd Cpu::run(const AnyBus& bus, Cycle until) { return run_until(bus, {until}); }

RunEnd Cpu::run_to(const AnyBus& bus, Address address, Cycle until) {
    if (!jammed && cycle >= until) return RunEnd::reached_cycle;
    if (const RunEnd outcome = step(bus); outcome == RunEnd::jammed) return outcome;
    return run_until(bus, {until, address});
}

RunEnd Cpu::run_to(const AnyBus& bus, std::span<const Address> addresses, Cycle until) {
    if (!jammed && cycle >= until) return RunEnd::reached_cycle;
    if (const RunEnd outcome = step(bus); outcome == RunEnd::jammed) return outcome;
    return run_until(bus, {until}, addresses);
}

RunEnd Cpu::run_until(const AnyBus& bus, const RunLimit& stop, std::span<const Address> others) {
    const auto is_end = [&](State::Word pc) {
        return pc == stop.address || std::ranges::find(others, pc) != others.end();
    };
    State state = State::from(registers, cycle);
    RunEnd outcome = RunEnd::jammed;
    while (!jammed) {
        // An interrupt comes between two instructions, so an address counts only without one.
        if (!interrupt_follows_ && is_end(state.pc)) {
            outcome = RunEnd::reached_address;
            break;
        }
        if (state.now >= stop.until) {
            outcome = RunEnd::reached_cycle;
            break;
        }
        if (run_fast(bus, state, stop)) continue;
        if (interrupt_follows_ || !bus.is_exact_bus()) {
            step_exactly(bus, state);
        } else {
            const bool is_whole = core == Core::exact && others.empty();
            const ExactEnd end =
                bus.run_exactly(state, is_whole ? stop : RunLimit{state.now + 1}, unstable);
            jammed = end.jammed;
            interrupt_follows_ = end.interrupt_follows;
        }
    }
    registers = state.registers();
    cycle = state.now;
    return outcome;
}

}  // namespace ryg::emu
