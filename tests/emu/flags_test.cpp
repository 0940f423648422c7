// Every opcode's flags: which it may change, by a table of the manual's columns, and what they say.
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "emu/opcodes.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using emu::Flag;
using emu::Operation;
using emu::Registers;

/// The flags that each operation changes. [PM] appendix B; the undocumented ones are made of these.
const std::map<std::string_view, std::string_view> columns{
    {"nvzc", "adc sbc rra isc arr"},
    {"nzc", "asl cmp cpx cpy lsr rol ror slo rla sre dcp anc alr axs"},
    {"nvz", "bit"},
    {"nz", "and dec dex dey eor inc inx iny lda ldx ldy ora pla tax tay tsx txa tya lax las ane"},
    {"",
     "bcc bcs beq bmi bne bpl bvc bvs jmp jsr nop pha php rts sta stx sty txs sax sha shx shy "
     "tas"},
    {"c", "clc sec"},
    {"d", "cld sed"},
    {"i", "cli sei brk"},
    {"v", "clv"},
    {"nvdizc", "plp rti"}};

Byte mask_of(std::string_view letters) {
    constexpr std::string_view all = "czidbuvn";
    Byte mask = 0;
    for (const char letter : letters) mask |= static_cast<Byte>(1U << all.find(letter));
    return mask;
}

Byte may_change(Operation operation) {
    for (const auto& [letters, names] : columns) {
        if (names.find(emu::name(operation)) != std::string_view::npos) return mask_of(letters);
    }
    ADD_FAILURE() << emu::name(operation) << " has no column";
    return 0;
}

/// The byte that N and Z describe, of operations that put it into a register.
const Byte* described(Operation operation, const Registers& after) {
    using enum Operation;
    switch (operation) {
        // clang-format off
        case AND: case EOR: case LDA: case ORA: case PLA: case TXA: case TYA: case ADC: case SBC:
        case LAX: case LAS: case ANE: case SLO: case RLA: case SRE: case RRA: case ISC: case ANC:
        case ALR: case ARR: return &after.a;
        case DEX: case INX: case LDX: case TAX: case TSX: case AXS: return &after.x;
        case DEY: case INY: case LDY: case TAY: return &after.y;
        // clang-format on
        default: return nullptr;
    }
}

template <class SomeBoard>
void check_all() {
    constexpr Address program = 0x1000;
    Dice dice(1980);
    SomeBoard board;
    // Each value is met in each register and in memory; decimal sums have flags of their own.
    for (unsigned value = 0; value < 256; ++value) {
        board.ram.fill(static_cast<Byte>(value));
        for (unsigned opcode = 0; opcode < 256; ++opcode) {
            const Operation operation = emu::opcodes[opcode].operation;
            if (operation == Operation::JAM) continue;
            const Byte mask = may_change(operation);
            poke(board.ram, program, {static_cast<Byte>(opcode)});
            const auto draw = [&] { return dice(2) == 0 ? static_cast<Byte>(value) : dice.byte(); };
            const unsigned d = operation == Operation::CLD ? Flag::D : 0;
            emu::Cpu cpu;
            cpu.registers = {.pc = program, .a = draw(), .x = draw(), .y = draw(), .s = draw()};
            constexpr unsigned drawn = 0xFFU & ~(unsigned{Flag::B} | Flag::D);
            cpu.registers.p = static_cast<Byte>((dice.byte() & drawn) | unsigned{Flag::unused} | d);
            const Registers before = cpu.registers;
            cpu.step(board);
            const Registers& after = cpu.registers;
            ASSERT_EQ((before.p ^ after.p) & ~mask, 0)
                << emu::name(operation) << " $" << std::hex << opcode << " of $" << value;
            const Byte* const result = described(operation, after);
            if (result == nullptr) continue;
            ASSERT_EQ((after.p & Flag::Z) != 0, *result == 0) << emu::name(operation) << value;
            ASSERT_EQ((after.p & Flag::N) != 0, *result >= 0x80) << emu::name(operation) << value;
        }
    }
}

TEST(FlagColumns, NoOperationChangesAnyOtherFlagAndNAndZSayWhatItLeft) { check_all<Board>(); }
TEST(FlagColumns, AreTheSameInTheFastCore) { check_all<emu::FlatMemory>(); }

TEST(FlagColumns, TransfersThroughTheStackPointerSayWhatTheyMoved) {
    for (unsigned value = 0; value < 256; ++value) {
        Board board;
        poke(board.ram, 0x1000, {0x9A, 0xBA});  // txs, tsx
        emu::Cpu cpu;
        for (const Byte p : {Byte{0x20}, Byte{0xE3}}) {
            cpu.registers = {.pc = 0x1000, .x = static_cast<Byte>(value), .s = 0x55, .p = p};
            cpu.step(board);
            EXPECT_EQ(cpu.registers.s, value);
            EXPECT_EQ(cpu.registers.p, p) << "txs changes no flag";
            cpu.registers.x = static_cast<Byte>(~value);
            cpu.step(board);
            EXPECT_EQ(cpu.registers.x, value);
            const unsigned expected = (p & ~0x82U) | (value & 0x80) | (value == 0 ? 2U : 0U);
            EXPECT_EQ(cpu.registers.p, expected) << value;
        }
    }
}

}  // namespace
}  // namespace ryg
