// The core that makes every access on the bus and knows when the chip looks at its interrupts.
#pragma once

#include <array>
#include <utility>

#include "emu/bus.hpp"
#include "emu/execute.hpp"

namespace ryg::emu {

/// What differs from chip to chip and with its temperature: the bits that appear in A when ANE
/// ($8B) and LXA ($AB) put it on the internal bus. $EE is what most programs expect.  [64DOC]
struct Unstable {
    Byte ane = 0xEE;
    Byte lxa = 0xEE;
    static constexpr auto members() { return std::tuple{&Unstable::ane, &Unstable::lxa}; }
    bool operator==(const Unstable&) const = default;
};

constexpr Address nmi_vector = 0xFFFA, reset_vector = 0xFFFC, irq_vector = 0xFFFE;

template <Bus B>
struct ExactCore {
    using Word = State::Word;

    B& bus;
    State& s;
    const Unstable& unstable;
    bool jammed = false;
    bool asked = false;  ///< a look at the lines before the end found an interrupt
    bool polls_at_end = true;

    Byte read(Word address) {
        const Byte value = bus.read(static_cast<Address>(address), s.now);
        ++s.now;
        return value;
    }
    void write(Word address, Byte value) {
        bus.write(static_cast<Address>(address), value, s.now);
        ++s.now;
    }
    Byte fetch() {
        const Byte value = read(s.pc);
        s.pc = (s.pc + 1) & 0xFFFF;
        return value;
    }
    void look() { read(s.pc); }
    void look_if(bool looks, Word address) {
        if (looks) read(address);
    }
    Byte read_zero(Word address) { return read(address); }
    void write_zero(Word address, Byte value) { write(address, value); }
    void look_at_stack() { read(0x100 | s.s); }
    void push(Byte value) {
        write(0x100 | s.s, value);
        s.s = (s.s - 1) & 0xFF;
    }
    Byte pull() {
        s.s = (s.s + 1) & 0xFF;
        return read(0x100 | s.s);
    }

    void poll() { asked = asked || asked_now(); }
    void no_poll_at_end() { polls_at_end = false; }
    void jam() { jammed = true; }

    /// Do the lines ask for an interrupt? They count as they were in the cycle before the last
    /// access. When RDY delayed that access, this is a cycle of the delay: the chip repeats the
    /// read, but the detectors behind its lines go on, each cycle's output is the level of the
    /// cycle before, and what counts is the output when the read succeeds.  [NESDEV]
    [[nodiscard]] bool asked_now() const {
        if constexpr (BusWithLines<B>) {
            const Cycle polled = s.now - 2;
            return bus.lines.nmi_seen_by(polled) ||
                   (!s.irq_masked() && bus.lines.irq_low_at(polled));
        }
        return false;
    }

    /// Does an interrupt sequence follow the instruction that has just ended?
    [[nodiscard]] bool interrupt_follows() const { return asked || (polls_at_end && asked_now()); }

    /// The vector is chosen while P is being pushed, and an NMI that came by the cycle before, the
    /// sequence's fourth, wins. RDY can't come between, since these cycles are writes.  [NESDEV]
    Word choose_vector() {
        if constexpr (BusWithLines<B>) {
            if (bus.lines.nmi_seen_by(s.now - 2)) {
                bus.lines.answer_nmi();
                return nmi_vector;
            }
        }
        return irq_vector;
    }

    using Handler = void (*)(ExactCore&);
    template <unsigned opcode>
    static void handle(ExactCore& core) {
        execute::instruction<opcodes[opcode]>(core);
    }
    template <std::size_t... opcode>
    static constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
        return {handle<opcode>...};
    }
    static constexpr std::array<Handler, 256> handlers = all(std::make_index_sequence<256>{});

    void instruction() { handlers[fetch()](*this); }

    /// Seven cycles: the next instruction is looked at twice and thrown away.
    void interrupt() {
        look();
        look();
        execute::enter_handler(*this, 0);
    }
};

}  // namespace ryg::emu
