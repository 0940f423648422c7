// One instruction as text, in the syntax that ca65 reads back.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "emu/opcodes.hpp"

namespace ryg::emu {

/// How assemblers write the operand of a mode.
struct OperandForm {
    Mode mode;
    std::string_view before, after;  ///< the number
};
/// The more particular come first, and the short one of two that look alike.
inline constexpr std::array<OperandForm, 11> operand_forms{{{Mode::imm, "#", ""},
                                                            {Mode::izx, "(", ",x)"},
                                                            {Mode::izy, "(", "),y"},
                                                            {Mode::ind, "(", ")"},
                                                            {Mode::zpx, "", ",x"},
                                                            {Mode::abx, "", ",x"},
                                                            {Mode::zpy, "", ",y"},
                                                            {Mode::aby, "", ",y"},
                                                            {Mode::rel, "", ""},
                                                            {Mode::zp, "", ""},
                                                            {Mode::abs, "", ""}}};

/// The operand's value, for a branch its target; 0 without an operand.
[[nodiscard]] Address operand_of(Address pc, std::array<Byte, 3> bytes);

struct Disassembly {
    std::string text;  ///< lower case, e.g. "lda ($fb),y"
    unsigned length;   ///< bytes used: 1 to 3
};

/// `bytes` are those at `pc`, the last two don't count where the instruction is shorter. Branches
/// show their target. An absolute address below $0100 is written `a:$0012` where ca65 would take
/// the zero page form without. All 256 opcodes have a name, and with `.setcpu "6502X"` ca65 turns
/// the text into the same bytes but for the opcodes that are one more copy of another (NOPs, JAMs,
/// $2B, $EB): those become the one that it knows. `operand` stands in place of the number.
[[nodiscard]] Disassembly disassemble(Address pc, std::array<Byte, 3> bytes,
                                      std::string_view operand = {});

}  // namespace ryg::emu
