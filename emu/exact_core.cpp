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
