// The meaning of undocumented opcodes on a 65C02.
#include "c64/debug/undocumented.hpp"

#include <fmt/format.h>
#include <map>

#include "emu/disassemble.hpp"

namespace ryg::c64::debug {
namespace {

/// The 65C02's instruction for an opcode that the 6502 lacks.  [65C02]
std::string on_65c02(emu::Byte opcode) {
    static const std::map<emu::Byte, std::string_view> names{
        {0x04, "tsb zp"},      {0x0C, "tsb abs"},  {0x14, "trb zp"},   {0x1A, "inc a"},
        {0x1C, "trb abs"},     {0x34, "bit zp,x"}, {0x3A, "dec a"},    {0x3C, "bit abs,x"},
        {0x5A, "phy"},         {0x64, "stz zp"},   {0x74, "stz zp,x"}, {0x7A, "ply"},
        {0x7C, "jmp (abs,x)"}, {0x80, "bra"},      {0x89, "bit #"},    {0x9C, "stz abs"},
        {0x9E, "stz abs,x"},   {0xCB, "wai"},      {0xDA, "phx"},      {0xDB, "stp"},
        {0xFA, "plx"}};
    if (const auto found = names.find(opcode); found != names.end()) {
        return std::string(found->second);
    }
    constexpr std::array<const char*, 4> bits{"rmb", "smb", "bbr", "bbs"};
    const unsigned bit = opcode >> 4 & 7U, is_set = opcode >> 7;
    if ((opcode & 7) != 7) return "nop";
    return fmt::format("{}{}", bits[(opcode & 8) / 4 + is_set], bit);
}

}  // namespace

std::string undocumented(emu::Address at, const std::array<emu::Byte, 3>& bytes) {
    return fmt::format("{}, opcode ${:02x}, is undocumented; on a 65C02 it is {}",
                       emu::disassemble(at, bytes).text, bytes[0], on_65c02(bytes[0]));
}

}  // namespace ryg::c64::debug
