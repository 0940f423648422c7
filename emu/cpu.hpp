// The NMOS 6502/6510: a value that is lent a bus.
//
//     Board board;                              // your bus (emu/bus.hpp), or emu::FlatMemory
//     emu::Cpu cpu;
//     cpu.reset(board);                         // 7 cycles, pc from $fffc
//     cpu.run(board, cpu.cycle + 1'000'000);    // about a second of a C64
//     fmt::print("a = {:02x} after {} cycles\n", cpu.registers.a, cpu.cycle);
#pragma once

#include "emu/exact_core.hpp"
#include "emu/halt.hpp"
#include "emu/threaded.hpp"

namespace ryg::emu {

/// Why a run ended.
enum class Outcome {
    reached_cycle,    ///< the next instruction would start at `until` or later
    reached_address,  ///< the next instruction stands at the address asked for
    jammed,           ///< a JAM opcode stopped the chip; only reset() gets it going
};

/// One 6502. Owns its registers and its time and nothing else: copy it to keep it, compare two.
/// Every cycle is one access on the bus it is lent, in the chip's order; so the number of accesses
/// is the time, and there is no table of cycle counts here.
///
/// Not modelled: the decay of the unstable opcodes' constants (settable, `unstable`), and the
/// influence of RDY on what SHA, SHX, SHY and TAS store.
/// Sources: [PM] [HM] for documented behaviour, [64DOC] for undocumented, [NESDEV] interrupts.
class Cpu {
  public:
    Registers registers;
    Cycle cycle = 0;  ///< accesses made so far
    bool jammed = false;
    Unstable unstable;

    /// The reset sequence: 7 cycles, the pushes of an interrupt turned into reads, S three lower.
    template <Bus B>
    void reset(B& bus);

    /// One instruction, or one interrupt sequence if the lines asked for it.
    /// Returns jammed, or reached_cycle.
    template <Bus B>
    Outcome step(B& bus);

    /// Instructions that start before cycle `until`; the last one may end after it.
    template <Bus B>
    Outcome run(B& bus, Cycle until) {
        return run_until<false>(bus, {until});
    }

    /// The same, and stops in front of the instruction at `address` (even if that is also where
    /// the time is up). At least one instruction is executed, so a loop can be run once round.
    template <Bus B>
    Outcome run_to(B& bus, Address address, Cycle until) {
        if (!jammed && cycle >= until) return Outcome::reached_cycle;
        if (const Outcome outcome = step(bus); outcome == Outcome::jammed) return outcome;
        return run_until<true>(bus, {until, address});
    }

    /// Goes on at `address` with the next instruction, as if the chip had jumped there; an
    /// interrupt that was about to be taken is looked for again after that instruction. A jammed
    /// chip stays so.
    void jump(Address address) {
        registers.pc = address;
        interrupt_follows_ = false;
    }

    /// True when the next step is the sequence of an interrupt, not the instruction at pc.
    [[nodiscard]] bool interrupt_follows() const { return interrupt_follows_; }

    /// All of it, for who saves and loads it (c64/board/members.hpp).
    static constexpr auto members() {
        return std::tuple{&Cpu::registers, &Cpu::cycle, &Cpu::jammed, &Cpu::unstable,
                          &Cpu::interrupt_follows_};
    }
    bool operator==(const Cpu&) const = default;

  private:
    template <bool stops_at_address, Bus B>
    Outcome run_until(B& bus, const Stop& stop);
    template <bool stops_at_address, ScheduledBus B>
    static void run_fast(B& bus, State& state, const Stop& stop);
    template <Bus B>
    void step_exactly(B& bus, State& state);

    bool interrupt_follows_ = false;
};

template <Bus B>
void Cpu::reset(B& bus) {
    State state = State::from(registers, cycle);
    auto&& exact = exact_bus(bus);
    ExactCore core{exact, state, unstable};
    core.look();
    core.look();
    for (int push = 0; push < 3; ++push) {
        core.look_at_stack();
        state.s = (state.s - 1) & 0xFF;
    }
    const Byte low_byte = core.read(reset_vector);
    const Byte high_byte = core.read(reset_vector + 1);
    state.pc = word(low_byte, high_byte);
    state.vdic |= State::flag_i;
    registers = state.registers();
    cycle = state.now;
    jammed = false;
    interrupt_follows_ = false;
    if constexpr (BusWithLines<B>) bus.lines.answer_nmi();
}

template <Bus B>
void Cpu::step_exactly(B& bus, State& state) {
    ExactCore<B> core{bus, state, unstable};
    if (interrupt_follows_) {
        core.interrupt();
    } else {
        core.instruction();
    }
    jammed = core.jammed;
    interrupt_follows_ = core.interrupt_follows();
}

template <Bus B>
Outcome Cpu::step(B& bus) {
    if (jammed) return Outcome::jammed;
    State state = State::from(registers, cycle);
    auto&& exact = exact_bus(bus);
    step_exactly(exact, state);
    registers = state.registers();
    cycle = state.now;
    return jammed ? Outcome::jammed : Outcome::reached_cycle;
}

template <bool stops_at_address, ScheduledBus B>
void Cpu::run_fast(B& bus, State& state, const Stop& stop) {
    if constexpr (HaltedBus<B>) {
        const auto halt = bus.halt();
        const Byte last = Threaded<B, stops_at_address>::run(bus, state, stop);
        if (state.now > halt.from) {
            state.now = end_with_halt(opcodes[last], state.now, halt.from, halt.to);
        }
    } else {
        Threaded<B, stops_at_address>::run(bus, state, stop);
    }
}

template <bool stops_at_address, Bus B>
Outcome Cpu::run_until(B& bus, const Stop& stop) {
    State state = State::from(registers, cycle);
    Outcome outcome = Outcome::reached_cycle;
    while (true) {
        if (jammed) {
            outcome = Outcome::jammed;
            break;
        }
        // An interrupt comes between two instructions, so an address counts only without one.
        if (stops_at_address && !interrupt_follows_ && state.pc == stop.address) {
            outcome = Outcome::reached_address;
            break;
        }
        if (state.now >= stop.until) break;
        if constexpr (HaltedBus<B>) state.now = bus.wait(state.now);
        if constexpr (ScheduledBus<B>) {
            const bool irq_wanted = bus.lines.irq_low() && !state.irq_masked();
            if (!interrupt_follows_ && !irq_wanted && !bus.lines.nmi_waits()) {
                bus.plan(stop.until);
                if (const Cycle before = state.now; before < bus.fast_until) {
                    run_fast<stops_at_address>(bus, state, stop);
                    if (state.now != before) {
                        auto&& exact = bus.exact();
                        interrupt_follows_ = ExactCore{exact, state, unstable}.interrupt_follows();
                        continue;
                    }
                }
            }
            auto&& exact = bus.exact();
            step_exactly(exact, state);
        } else if constexpr (PlainCode<B> && !BusWithLines<B>) {
            const Cycle before = state.now;
            Threaded<B, stops_at_address>::run(bus, state, stop);
            if (state.now == before) step_exactly(bus, state);
        } else {
            step_exactly(bus, state);
        }
    }
    registers = state.registers();
    cycle = state.now;
    return outcome;
}

}  // namespace ryg::emu
