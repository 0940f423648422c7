// Text from the opcode table: the mode gives the form of the operand.
#include "emu/disassemble.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::emu {
namespace {

/// An assembler takes the zero page form for an address below $100 if there is one; `a:` says that
/// this is the long form.
std::string_view prefix(Opcode opcode, Address address) {
    const auto is_short_form = [opcode](Opcode other) {
        return other.operation == opcode.operation &&
               ((opcode.mode == Mode::abs && other.mode == Mode::zp) ||
                (opcode.mode == Mode::abx && other.mode == Mode::zpx) ||
                (opcode.mode == Mode::aby && other.mode == Mode::zpy));
    };
    return address < 0x100 && std::ranges::any_of(opcodes, is_short_form) ? "a:" : "";
}

}  // namespace

Address operand_of(Address pc, std::array<Byte, 3> bytes) {
    const Mode mode = opcodes[bytes[0]].mode;
    if (mode == Mode::rel) return static_cast<Address>(pc + 2 + static_cast<std::int8_t>(bytes[1]));
    const unsigned count = length(mode);
    return word(count > 1 ? bytes[1] : Byte{0}, count > 2 ? bytes[2] : Byte{0});
}

Disassembly disassemble(Address pc, std::array<Byte, 3> bytes, std::string_view operand) {
    const Opcode opcode = opcodes[bytes[0]];
    const unsigned count = length(opcode.mode);
    std::string text(name(opcode.operation));
    if (opcode.mode == Mode::acc) text += " a";
    const auto form = std::ranges::find(operand_forms, opcode.mode, &OperandForm::mode);
    if (form != operand_forms.end()) {
        const Address value = operand_of(pc, bytes);
        const int digits = count == 3 || opcode.mode == Mode::rel ? 4 : 2;
        text += fmt::format(" {}{}{}{}", form->before, prefix(opcode, value),
                            operand.empty() ? fmt::format("${:0{}x}", value, digits) : operand,
                            form->after);
    }
    return {text, count};
}

}  // namespace ryg::emu
