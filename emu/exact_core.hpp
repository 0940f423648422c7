// The core that makes every access on the bus and knows when the chip looks at its interrupts.
#pragma once

#include <array>
#include <utility>

#include "emu/bus.hpp"
#include "emu/execute.hpp"

namespace emu {

/// What differs from chip to chip and with its temperature: the bits that appear in A when ANE
/// ($8B) and LXA ($AB) put it on the internal bus. $EE is what most programs expect.  [64DOC]
struct Unstable {
    Byte ane = 0xEE;
    Byte lxa = 0xEE;
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
    bool early = false;  ///< the lines were looked at a cycle earlier than usual
    Word polled_i = s.vdic & State::flag_i;  ///< the I flag as it was when they were
    bool i_changed_late = false;

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

    void polled_early() { early = true; }
    void polled_before_change() { i_changed_late = true; }
    void jam() { jammed = true; }

    /// The vector is chosen two cycles before it is read, and an NMI that was seen by then wins.
    Word choose_vector() {
        if constexpr (BusWithLines<B>) {
            if (bus.lines.nmi_seen_by(s.now - 2)) {
                bus.lines.answer_nmi();
                return nmi_vector;
            }
        }
        return irq_vector;
    }

    /// Does an interrupt sequence follow the instruction that has just ended? The lines count as
    /// they were in its last cycle but one, and I as it was before CLI, SEI or PLP changed it.
    [[nodiscard]] bool interrupt_follows() const {
        if constexpr (BusWithLines<B>) {
            const Cycle polled = s.now - (early ? 3 : 2);
            const bool masked = ((i_changed_late ? polled_i : s.vdic) & State::flag_i) != 0;
            return bus.lines.nmi_seen_by(polled) || (!masked && bus.lines.irq_low_at(polled));
        }
        return false;
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

}  // namespace emu
