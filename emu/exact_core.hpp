// The core that makes every access on the bus and knows when the chip polls its interrupts.
//
// The fast loop (emu/threaded.hpp) leaves to it every interrupt sequence and every instruction
// before or during which a line requests an interrupt. For a board that never delays a read,
// support for RDY costs one comparison at CLI, SEI, SHA, SHX, SHY, TAS and interrupt sequences; for
// a board without lines it costs nothing.
#pragma once

#include "emu/bus.hpp"
#include "emu/state.hpp"

namespace ryg::emu {

/// One instruction or interrupt sequence; emu/execute.hpp says which accesses it makes.
struct ExactCore {
    using Word = State::Word;

    const AnyBus& bus;
    State& s;
    const Unstable& unstable;
    bool jammed = false;
    bool asked = false;  ///< a poll before the end found an interrupt
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

    /// Whether RDY delayed the last access.
    [[nodiscard]] bool held() const { return first_try != s.now - 1; }

    void poll() { asked = asked || asked_now(); }
    /// Polls for the first try only; the poll at the end covers the other tries.
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

    /// Whether the lines request an interrupt, by their levels in the cycle before the last access.
    /// When RDY delayed that access, the chip polled at each try: an IRQ that was low in any cycle
    /// from the one before the first try on counts, even if released since.
    [[nodiscard]] bool asked_now() const {
        const Lines* lines = bus.lines();
        if (lines == nullptr) return false;
        return lines->nmi_seen_by(s.now - 2) ||
               (!s.irq_masked() && lines->irq_low_between(first_try - 1, s.now - 2));
    }

    /// Whether an interrupt sequence follows the instruction that has just ended.
    [[nodiscard]] bool interrupt_follows() const { return asked || (polls_at_end && asked_now()); }

    /// The last two cycles of an interrupt sequence or BRK, which fetch the handler's address.
    Word read_vector();

    void instruction();
    /// Seven cycles: the next instruction is read twice and discarded.
    void interrupt();
    /// Seven cycles: an interrupt's pushes become reads, and S drops by three.
    void reset();
};

}  // namespace ryg::emu
