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

std::string operand(Opcode opcode, Address pc, Byte first, Byte second) {
    const Address address = word(first, second);
    switch (opcode.mode) {
        case Mode::imp: return "";
        case Mode::acc: return " a";
        case Mode::imm: return fmt::format(" #${:02x}", first);
        case Mode::zp: return fmt::format(" ${:02x}", first);
        case Mode::zpx: return fmt::format(" ${:02x},x", first);
        case Mode::zpy: return fmt::format(" ${:02x},y", first);
        case Mode::abs: return fmt::format(" {}${:04x}", prefix(opcode, address), address);
        case Mode::abx: return fmt::format(" {}${:04x},x", prefix(opcode, address), address);
        case Mode::aby: return fmt::format(" {}${:04x},y", prefix(opcode, address), address);
        case Mode::izx: return fmt::format(" (${:02x},x)", first);
        case Mode::izy: return fmt::format(" (${:02x}),y", first);
        case Mode::ind: return fmt::format(" (${:04x})", address);
        case Mode::rel:
            return fmt::format(" ${:04x}",
                               static_cast<Address>(pc + 2 + static_cast<std::int8_t>(first)));
    }
    return "";
}

}  // namespace

Disassembly disassemble(Address pc, std::array<Byte, 3> bytes) {
    const Opcode opcode = opcodes[bytes[0]];
    return {fmt::format("{}{}", name(opcode.operation), operand(opcode, pc, bytes[1], bytes[2])),
            length(opcode.mode)};
}

}  // namespace ryg::emu
