// The one opcode table: all 256 of the NMOS 6502, in the chip's own order.
#pragma once

#include <array>
#include <string_view>

#include "emu/types.hpp"

namespace ryg::emu {

/// What an instruction does. The names are the data sheet's; those after TYA are the undocumented
/// ones, under the names that ca65 gives them with `.setcpu "6502X"`. LXA, the unstable LAX
/// immediate, is written LAX there, too.  [64DOC]
// clang-format off
enum class Operation : Byte {
    ADC, AND, ASL, BCC, BCS, BEQ, BIT, BMI, BNE, BPL, BRK, BVC, BVS, CLC, CLD, CLI, CLV, CMP, CPX,
    CPY, DEC, DEX, DEY, EOR, INC, INX, INY, JMP, JSR, LDA, LDX, LDY, LSR, NOP, ORA, PHA, PHP, PLA,
    PLP, ROL, ROR, RTI, RTS, SBC, SEC, SED, SEI, STA, STX, STY, TAX, TAY, TSX, TXA, TXS, TYA,
    ALR, ANC, ANE, ARR, AXS, DCP, ISC, JAM, LAS, LAX, LXA, RLA, RRA, SAX, SHA, SHX, SHY, SLO, SRE,
    TAS,
};
inline constexpr std::array<std::string_view, 76> operation_names{
    "adc", "and", "asl", "bcc", "bcs", "beq", "bit", "bmi", "bne", "bpl", "brk", "bvc", "bvs",
    "clc", "cld", "cli", "clv", "cmp", "cpx", "cpy", "dec", "dex", "dey", "eor", "inc", "inx",
    "iny", "jmp", "jsr", "lda", "ldx", "ldy", "lsr", "nop", "ora", "pha", "php", "pla", "plp",
    "rol", "ror", "rti", "rts", "sbc", "sec", "sed", "sei", "sta", "stx", "sty", "tax", "tay",
    "tsx", "txa", "txs", "tya",
    "alr", "anc", "ane", "arr", "axs", "dcp", "isc", "jam", "las", "lax", "lax", "rla", "rra",
    "sax", "sha", "shx", "shy", "slo", "sre", "tas",
};

/// Where the operand is: implied, accumulator, immediate, zero page (,x ,y), absolute (,x ,y),
/// (zp,x), (zp),y, (absolute), relative.
enum class Mode : Byte { imp, acc, imm, zp, zpx, zpy, abs, abx, aby, izx, izy, ind, rel };
// clang-format on

/// An instruction without its operand's value.
struct Opcode {
    Operation operation;
    Mode mode;
    constexpr bool operator==(const Opcode&) const = default;
};

namespace table {

/// A cell of the table: an operation, and its mode if that is not the row's.
struct OpcodeCell {
    Operation operation;
    Mode mode = Mode::imp;
    bool own_mode = false;
    constexpr OpcodeCell(Operation op) : operation(op) {}  // NOLINT: a bare name reads as a cell
    constexpr OpcodeCell(Operation op, Mode m) : operation(op), mode(m), own_mode(true) {}
};
/// The eight opcodes that share their low five bits.
struct OpcodeRow {
    Byte low_bits;
    Mode mode;
    std::array<OpcodeCell, 8> columns;
};

using enum Operation;
using enum Mode;

/// Bits 4-0 of the opcode choose the row and with it the mode, bits 7-5 the column and with it
/// the operation.  [PM] [64DOC]
// clang-format off
inline constexpr std::array<OpcodeRow, 32> rows{{
    // bits      $00        $20        $40        $60        $80        $A0        $C0        $E0
    {0x00, imm, {{{BRK,imp}, {JSR,abs}, {RTI,imp}, {RTS,imp}, NOP,       LDY,       CPY,       CPX      }}},
    {0x01, izx, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x02, imm, {{{JAM,imp}, {JAM,imp}, {JAM,imp}, {JAM,imp}, NOP,       LDX,       NOP,       NOP      }}},
    {0x03, izx, {{SLO,       RLA,       SRE,       RRA,       SAX,       LAX,       DCP,       ISC      }}},
    {0x04, zp,  {{NOP,       BIT,       NOP,       NOP,       STY,       LDY,       CPY,       CPX      }}},
    {0x05, zp,  {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x06, zp,  {{ASL,       ROL,       LSR,       ROR,       STX,       LDX,       DEC,       INC      }}},
    {0x07, zp,  {{SLO,       RLA,       SRE,       RRA,       SAX,       LAX,       DCP,       ISC      }}},
    {0x08, imp, {{PHP,       PLP,       PHA,       PLA,       DEY,       TAY,       INY,       INX      }}},
    {0x09, imm, {{ORA,       AND,       EOR,       ADC,       NOP,       LDA,       CMP,       SBC      }}},
    {0x0A, imp, {{{ASL,acc}, {ROL,acc}, {LSR,acc}, {ROR,acc}, TXA,       TAX,       DEX,       NOP      }}},
    {0x0B, imm, {{ANC,       ANC,       ALR,       ARR,       ANE,       LXA,       AXS,       SBC      }}},
    {0x0C, abs, {{NOP,       BIT,       JMP,       {JMP,ind}, STY,       LDY,       CPY,       CPX      }}},
    {0x0D, abs, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x0E, abs, {{ASL,       ROL,       LSR,       ROR,       STX,       LDX,       DEC,       INC      }}},
    {0x0F, abs, {{SLO,       RLA,       SRE,       RRA,       SAX,       LAX,       DCP,       ISC      }}},
    {0x10, rel, {{BPL,       BMI,       BVC,       BVS,       BCC,       BCS,       BNE,       BEQ      }}},
    {0x11, izy, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x12, imp, {{JAM,       JAM,       JAM,       JAM,       JAM,       JAM,       JAM,       JAM      }}},
    {0x13, izy, {{SLO,       RLA,       SRE,       RRA,       SHA,       LAX,       DCP,       ISC      }}},
    {0x14, zpx, {{NOP,       NOP,       NOP,       NOP,       STY,       LDY,       NOP,       NOP      }}},
    {0x15, zpx, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x16, zpx, {{ASL,       ROL,       LSR,       ROR,       {STX,zpy}, {LDX,zpy}, DEC,       INC      }}},
    {0x17, zpx, {{SLO,       RLA,       SRE,       RRA,       {SAX,zpy}, {LAX,zpy}, DCP,       ISC      }}},
    {0x18, imp, {{CLC,       SEC,       CLI,       SEI,       TYA,       CLV,       CLD,       SED      }}},
    {0x19, aby, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x1A, imp, {{NOP,       NOP,       NOP,       NOP,       TXS,       TSX,       NOP,       NOP      }}},
    {0x1B, aby, {{SLO,       RLA,       SRE,       RRA,       TAS,       LAS,       DCP,       ISC      }}},
    {0x1C, abx, {{NOP,       NOP,       NOP,       NOP,       SHY,       LDY,       NOP,       NOP      }}},
    {0x1D, abx, {{ORA,       AND,       EOR,       ADC,       STA,       LDA,       CMP,       SBC      }}},
    {0x1E, abx, {{ASL,       ROL,       LSR,       ROR,       {SHX,aby}, {LDX,aby}, DEC,       INC      }}},
    {0x1F, abx, {{SLO,       RLA,       SRE,       RRA,       {SHA,aby}, {LAX,aby}, DCP,       ISC      }}},
}};
// clang-format on

consteval std::array<Opcode, 256> expand() {
    std::array<Opcode, 256> all{};
    for (const OpcodeRow& row : rows)
        for (unsigned column = 0; column < 8; ++column) {
            const OpcodeCell& cell = row.columns[column];
            all[column << 5 | row.low_bits] = {cell.operation,
                                               cell.own_mode ? cell.mode : row.mode};
        }
    return all;
}

}  // namespace table

inline constexpr std::array<Opcode, 256> opcodes = table::expand();

static_assert(opcodes[0xA9] == Opcode{Operation::LDA, Mode::imm});
static_assert(opcodes[0x6C] == Opcode{Operation::JMP, Mode::ind});
static_assert(opcodes[0xB6] == Opcode{Operation::LDX, Mode::zpy});

constexpr std::string_view name(Operation operation) {
    return operation_names[static_cast<Byte>(operation)];
}
static_assert(name(Operation::TYA) == "tya" && name(Operation::TAS) == "tas");
static_assert(name(Operation::AXS) == "axs" && name(Operation::LXA) == "lax");

/// Whether the 6502's manual has an opcode; or it is a JAM, at which a program ends in any case.
constexpr bool is_documented(Byte opcode) {
    constexpr Byte nop = 0xEA, other_sbc = 0xEB;
    const Operation operation = opcodes[opcode].operation;
    if (operation == Operation::NOP) return opcode == nop;
    return (operation <= Operation::TYA && opcode != other_sbc) || operation == Operation::JAM;
}

/// Bytes of an instruction: 1, 2 or 3. JAM counts 1; BRK's signature byte is not counted.
constexpr unsigned length(Mode mode) {
    switch (mode) {
        case Mode::imp:
        case Mode::acc: return 1;
        case Mode::abs:
        case Mode::abx:
        case Mode::aby:
        case Mode::ind: return 3;
        default: return 2;
    }
}

}  // namespace ryg::emu
