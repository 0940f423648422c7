// Text from the opcode table: the mode gives the form of the operand.
#include "emu/disassemble.hpp"

#include <fmt/format.h>

namespace emu {
namespace {

std::string operand(Mode mode, Address pc, Byte first, Byte second) {
    const Address address = word(first, second);
    switch (mode) {
        case Mode::imp: return "";
        case Mode::acc: return " a";
        case Mode::imm: return fmt::format(" #${:02x}", first);
        case Mode::zp: return fmt::format(" ${:02x}", first);
        case Mode::zpx: return fmt::format(" ${:02x},x", first);
        case Mode::zpy: return fmt::format(" ${:02x},y", first);
        case Mode::abs: return fmt::format(" ${:04x}", address);
        case Mode::abx: return fmt::format(" ${:04x},x", address);
        case Mode::aby: return fmt::format(" ${:04x},y", address);
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
    return {
        fmt::format("{}{}", name(opcode.operation), operand(opcode.mode, pc, bytes[1], bytes[2])),
        length(opcode.mode)};
}

}  // namespace emu
