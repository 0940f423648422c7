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
    std::string_view before, after;  ///< text around the number
};
/// More specific forms come first; of two that look alike, the one with the shorter operand.
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

/// The operand's value (for a branch, its target); 0 if there is no operand.
[[nodiscard]] Address operand_of(Address pc, std::array<Byte, 3> bytes);

/// An instruction as text.
struct Disassembly {
    std::string text;  ///< lower case, e.g. "lda ($fb),y"
    unsigned length;   ///< bytes used: 1 to 3
};

/// `bytes` are those at `pc`; those beyond a shorter instruction are ignored. Branches show their
/// target. An absolute address below $0100 is written `a:$0012` where ca65 would otherwise take the
/// zero page form. All 256 opcodes have a name. With `.setcpu "6502X"` ca65 assembles the text to
/// the same bytes, except for opcodes that duplicate another (NOPs, JAMs, $2B, $EB): those become
/// the duplicate that ca65 knows. `operand`, unless empty, replaces the number.
[[nodiscard]] Disassembly disassemble(Address pc, std::array<Byte, 3> bytes,
                                      std::string_view operand = {});

}  // namespace ryg::emu
