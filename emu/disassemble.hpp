// One instruction as text, in the syntax that ca65 reads back.
#pragma once

#include <array>
#include <string>

#include "emu/opcodes.hpp"

namespace emu {

struct Disassembly {
    std::string text;  ///< lower case, e.g. "lda ($fb),y"
    unsigned length;   ///< bytes used: 1 to 3
};

/// `bytes` are those at `pc`, the last two don't count where the instruction is shorter. Branches
/// show their target. All 256 opcodes have a name; an undocumented one that ca65's `6502X` set
/// does not encode the same way (several NOPs and JAMs share a name) still reads the same.
[[nodiscard]] Disassembly disassemble(Address pc, std::array<Byte, 3> bytes);

}  // namespace emu
