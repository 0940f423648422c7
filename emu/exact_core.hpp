// The core that makes every access on the bus and knows when the chip polls its interrupts.
//
// The fast loop (emu/threaded.hpp) leaves to it every interrupt sequence and every instruction
// before or during which a line requests an interrupt. For a board that never delays a read,
// support for RDY costs one comparison at CLI, SEI, SHA, SHX, SHY, TAS and interrupt sequences; for
// a board without lines it costs nothing.
#pragma once

#include <array>
#include <utility>

#include "emu/bus.hpp"
#include "emu/execute.hpp"

#define RYG_INLINE [[gnu::always_inline]] inline

namespace ryg::emu {

/// A board with separate access functions for the core that is compiled with them. They give the
/// same results in the same cycles, but their rare calls preserve all registers.
template <class B>
concept HasExactAccesses = requires(B& bus, Address address, Byte value, Cycle& now) {
    { bus.read_exactly(address, now) } -> std::same_as<Byte>;
    bus.write_exactly(address, value, now);
};

/// One instruction or interrupt sequence; emu/execute.hpp says which accesses it makes. `B` is a
/// board, or AnyBus.
template <class B>
struct ExactCore {
    using Word = State::Word;

    B& bus;
    State& s;
    const Unstable& unstable;
    bool jammed = false;
    bool asked = false;  ///< a poll before the end found an interrupt
    bool polls_at_end = true;
    Cycle first_try = s.now - 1;  ///< when the last access began, before any delay by RDY

    RYG_INLINE Byte read(Word address) {
        first_try = s.now;
        const auto place = static_cast<Address>(address);
        Byte value;
        if constexpr (HasExactAccesses<B>) {
            value = bus.read_exactly(place, s.now);
        } else {
            value = bus.read(place, s.now);
        }
        ++s.now;
        return value;
    }
    RYG_INLINE void write(Word address, Byte value) {
        first_try = s.now;
        const auto place = static_cast<Address>(address);
        if constexpr (HasExactAccesses<B>) {
            bus.write_exactly(place, value, s.now);
        } else {
            bus.write(place, value, s.now);
        }
        ++s.now;
    }
    RYG_INLINE Byte read_code() {
        if constexpr (is_quiet) {
            first_try = s.now++;
            return bus.quiet_code(s.pc);
        } else {
            return read(s.pc);
        }
    }
    /// Zero page and stack.
    RYG_INLINE Byte read_low(Word address) {
        if constexpr (is_quiet) {
            first_try = s.now++;
            return bus.quiet_low(static_cast<Address>(address));
        } else {
            return read(address);
        }
    }
    RYG_INLINE Byte fetch() {
        const Byte value = read_code();
        s.pc = is_quiet ? s.pc + 1 : (s.pc + 1) & 0xFFFF;
        return value;
    }
    RYG_INLINE void look() { read_code(); }
    RYG_INLINE void look_if(bool looks, Word address) {
        if constexpr (is_quiet) {
            bus.quiet_look(looks, static_cast<Address>(address));
            s.now += looks ? 1 : 0;
            first_try = s.now - 1;
        } else {
            if (looks) read(address);
        }
    }
    RYG_INLINE Byte read_zero(Word address) { return read_low(address); }
    RYG_INLINE void write_zero(Word address, Byte value) { write(address, value); }
    RYG_INLINE void look_at_stack() { read_low(0x100 | s.s); }
    RYG_INLINE void push(Byte value) {
        write(0x100 | s.s, value);
        s.s = (s.s - 1) & 0xFF;
    }
    RYG_INLINE Byte pull() {
        s.s = (s.s + 1) & 0xFF;
        return read_low(0x100 | s.s);
    }

    /// Whether RDY delayed the last access.
    [[nodiscard]] RYG_INLINE bool held() const { return first_try != s.now - 1; }

    RYG_INLINE void poll() { asked = asked || asked_now(); }
    /// Polls for the first try only; the poll at the end covers the other tries.
    RYG_INLINE void poll_first_try() {
        const Lines* lines = its_lines();
        asked = lines != nullptr &&
                (lines->nmi_seen_by(first_try - 1) ||
                 (!s.irq_masked() && lines->irq_low_between(first_try - 1, first_try - 1)));
        polls_at_end = held();
        ++first_try;
    }
    RYG_INLINE void no_poll_at_end() { polls_at_end = false; }
    RYG_INLINE void jam() { jammed = true; }

    /// Whether the lines request an interrupt, by their levels in the cycle before the last access.
    /// When RDY delayed that access, the chip polled at each try: an IRQ that was low in any cycle
    /// from the one before the first try on counts, even if released since.
    [[nodiscard]] RYG_INLINE bool asked_now() const {
        const Lines* lines = its_lines();
        if (lines == nullptr) return false;
        return lines->nmi_seen_by(s.now - 2) ||
               (!s.irq_masked() && lines->irq_low_between(first_try - 1, s.now - 2));
    }

    /// Whether an interrupt sequence follows the instruction that has just ended.
    [[nodiscard]] RYG_INLINE bool interrupt_follows() const {
        return asked || (polls_at_end && asked_now());
    }

    /// The board's interrupt lines; nullptr if it has none.
    [[nodiscard]] RYG_INLINE Lines* its_lines() const {
        if constexpr (BusWithLines<B>) {
            return &static_cast<Lines&>(bus.lines);
        } else if constexpr (std::same_as<B, const AnyBus>) {
            return bus.lines();
        } else {
            return nullptr;
        }
    }

    /// The last two cycles of an interrupt sequence or BRK, which fetch the handler's address.
    ///
    /// The vector is chosen while P is being pushed, and an NMI that came by the cycle before, the
    /// sequence's fourth, wins; RDY can't come between, since these cycles are writes. While the
    /// low byte is read the edge of an NMI that wins is cleared, together with any that comes just
    /// then. If another vector has been chosen, the chip misses an edge that came too late to win,
    /// unless the line is still low at the first try to read the high byte. A sequence does not
    /// look at the lines at its end, but an NMI by the last cycle in which RDY delayed that read is
    /// seen: its own sequence comes before the handler's first instruction.  [NESDEV]
    Word read_vector() {
        Lines no_lines;
        Lines& lines = its_lines() != nullptr ? *its_lines() : no_lines;
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

    void instruction() { handlers[fetch()](*this); }
    /// Seven cycles: the next instruction is read twice and discarded.
    void interrupt() {
        look();
        look();
        execute::enter_handler(*this, 0);
    }
    /// Seven cycles: an interrupt's pushes become reads, and S drops by three.
    void reset() {
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
        if (Lines* lines = its_lines()) lines->answer_nmi();
    }

  private:
    /// On a view of plain memory (emu/threaded.hpp) the bytes of code, zero page and stack need no
    /// check, and code does not reach the last address. No board has members of these names.
    static constexpr bool is_quiet = requires(B & view, Address address) {
        view.quiet_code(address);
        view.quiet_low(address);
        view.quiet_look(true, address);
    };

    using Handler = void (*)(ExactCore&);
    template <std::size_t... opcode>
    static constexpr std::array<Handler, 256> all(std::index_sequence<opcode...>) {
        return {[](ExactCore& core) { execute::instruction<opcodes[opcode]>(core); }...};
    }
    static constexpr std::array<Handler, 256> handlers = all(std::make_index_sequence<256>{});
};

}  // namespace ryg::emu

#undef RYG_INLINE
