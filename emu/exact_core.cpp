// What the exact core does for each of the 256 opcodes, for an interrupt, and for a reset.
#include "emu/exact_core.hpp"

#include <array>
#include <utility>

#include "emu/execute.hpp"

namespace ryg::emu {
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
