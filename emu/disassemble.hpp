// One instruction as text, in the syntax that ca65 reads back.
#pragma once

#include <array>
#include <string>

#include "emu/opcodes.hpp"

namespace ryg::emu {

struct Disassembly {
    std::string text;  ///< lower case, e.g. "lda ($fb),y"
    unsigned length;   ///< bytes used: 1 to 3
};

/// `bytes` are those at `pc`, the last two don't count where the instruction is shorter. Branches
/// show their target. An absolute address below $0100 is written `a:$0012` where ca65 would take
/// the zero page form without. All 256 opcodes have a name, and with `.setcpu "6502X"` ca65 turns
/// the text into the same bytes but for the opcodes that are one more copy of another (NOPs, JAMs,
/// $2B, $EB): those become the one that it knows.
[[nodiscard]] Disassembly disassemble(Address pc, std::array<Byte, 3> bytes);

}  // namespace ryg::emu
