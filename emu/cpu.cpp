// How runs go on and end, fast or access by access, and what the exact core does in them.
#include "emu/cpu.hpp"

#include <array>
#include <utility>

#include "emu/exact_core.hpp"
#include "emu/execute.hpp"

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

Outcome Cpu::run_until(const AnyBus& bus, const Stop& stop) {
    State state = State::from(registers, cycle);
    Outcome outcome = Outcome::jammed;
    while (!jammed) {
        // An interrupt comes between two instructions, so an address counts only without one.
        if (!interrupt_follows_ && state.pc == stop.address) {
            outcome = Outcome::reached_address;
            break;
        }
        if (state.now >= stop.until) {
            outcome = Outcome::reached_cycle;
            break;
        }
        if (!interrupt_follows_ && bus.run_fast(state, stop)) {
            interrupt_follows_ = ExactCore{bus, state, unstable}.interrupt_follows();
        } else {
            step_exactly(bus, state);
        }
    }
    registers = state.registers();
    cycle = state.now;
    return outcome;
}

// -------------------------------------------------------------------------------- access by access

namespace {

using Handler = void (*)(ExactCore&);

template <unsigned opcode>
void handle(ExactCore& core) {
    execute::instruction<opcodes[opcode]>(core);
}
template <std::size_t... opcode>
constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
    return {handle<opcode>...};
}
constexpr std::array<Handler, 256> handlers = all(std::make_index_sequence<256>{});

}  // namespace

void ExactCore::instruction() { handlers[fetch()](*this); }

void ExactCore::interrupt() {
    look();
    look();
    execute::enter_handler(*this, 0);
}

/// The vector is chosen while P is being pushed, and an NMI that came by the cycle before, the
/// sequence's fourth, wins; RDY can't come between, since these cycles are writes. While the low
/// byte is read the edge of an NMI that wins is cleared, together with any that comes just then.
/// If another vector has been chosen, the chip misses an edge that came too late to win, unless the
/// line is still low at the first try to read the high byte. A sequence does not look at the lines at its
/// end, but an NMI by the last cycle in which RDY delayed that read is seen: its own sequence comes
/// before the handler's first instruction.  [NESDEV]
State::Word ExactCore::read_vector() {
    Lines no_lines;
    Lines& lines = bus.lines() != nullptr ? *bus.lines() : no_lines;
    const bool nmi_wins = lines.nmi_seen_by(s.now - 2);
    const Word vector = nmi_wins ? nmi_vector : irq_vector;
    if (nmi_wins) lines.answer_nmi();
    const Word low_byte = read(vector);
    if (nmi_wins && lines.nmi_seen_by(s.now - 1)) lines.answer_nmi();
    const Word high_byte = read(vector + 1);
    if (!nmi_wins) lines.miss_nmi_before(first_try);
    asked = held() && lines.nmi_seen_by(s.now - 2);
    polls_at_end = false;
    return low_byte | high_byte << 8;
}

void ExactCore::reset() {
    look();
    look();
    for (int push = 0; push < 3; ++push) {
        look_at_stack();
        s.s = (s.s - 1) & 0xFF;
    }
    const Byte low_byte = read(reset_vector);
    const Byte high_byte = read(reset_vector + 1);
    s.pc = word(low_byte, high_byte);
    s.vdic |= State::flag_i;
    if (Lines* lines = bus.lines()) lines->answer_nmi();
}

}  // namespace ryg::emu
