// The core that makes every access on the bus and knows when the chip looks at its interrupts.
//
// The fast loop (emu/threaded.hpp) leaves to it every instruction before which or in which a line
// asks, and all sequences of interrupts. A board that never delays a read pays for what is said of
// RDY with one comparison at CLI, SEI, SHA, SHX, SHY, TAS and sequences; one without lines pays
// for none of it.
#pragma once

#include "ryg/emu/bus.hpp"
#include "ryg/emu/state.hpp"

namespace ryg::emu {

/// One instruction or interrupt sequence; emu/execute.hpp says which accesses it makes.
struct ExactCore {
    using Word = State::Word;

    const AnyBus& bus;
    State& s;
    const Unstable& unstable;
    bool jammed = false;
    bool asked = false;  ///< a look at the lines before the end found an interrupt
    bool polls_at_end = true;
    Cycle first_try = s.now - 1;  ///< of the last access, which RDY may have delayed

    Byte read(Word address) {
        first_try = s.now;
        const Byte value = bus.read(static_cast<Address>(address), s.now);
        ++s.now;
        return value;
    }
    void write(Word address, Byte value) {
        first_try = s.now;
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

    /// Did RDY delay the last access?
    [[nodiscard]] bool held() const { return first_try != s.now - 1; }

    void poll() { asked = asked || asked_now(); }
    /// The look at the first try only; the other tries are looked at in the end.
    void poll_first_try() {
        const Lines* lines = bus.lines();
        asked = lines != nullptr &&
                (lines->nmi_seen_by(first_try - 1) ||
                 (!s.irq_masked() && lines->irq_low_between(first_try - 1, first_try - 1)));
        polls_at_end = held();
        ++first_try;
    }
    void no_poll_at_end() { polls_at_end = false; }
    void jam() { jammed = true; }

    /// Do the lines ask for an interrupt? They count as they were in the cycle before the last
    /// access. When RDY delayed that access, the chip looked at each try: an IRQ that was low in
    /// any cycle from the one before the first try on counts, though released since.
    [[nodiscard]] bool asked_now() const {
        const Lines* lines = bus.lines();
        if (lines == nullptr) return false;
        return lines->nmi_seen_by(s.now - 2) ||
               (!s.irq_masked() && lines->irq_low_between(first_try - 1, s.now - 2));
    }

    /// Does an interrupt sequence follow the instruction that has just ended?
    [[nodiscard]] bool interrupt_follows() const { return asked || (polls_at_end && asked_now()); }

    /// The last two cycles of an interrupt's sequence or of BRK: where the handler is.
    Word read_vector();

    void instruction();
    /// Seven cycles: the next instruction is looked at twice and thrown away.
    void interrupt();
    /// Seven cycles: the pushes of an interrupt turned into reads, S three lower.
    void reset();
};

}  // namespace ryg::emu
