// The manual's table of cycles and lengths, typed in, against what the bus measures.  [PM] [64DOC]
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string_view>

#include "emu/cpu.hpp"
#include "emu/disassemble.hpp"
#include "emu/flat_memory.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

/// Cycles; `p` one more when the index carries into another page; `b` one more when taken and two
/// when taken into another page; `--` never ends.
constexpr std::array<std::string_view, 16> documented_cycles{
    // x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 xA xB xC xD xE xF
    "7  6  -- 8  3  3  5  5  3  2  2  2  4  4  6  6 ",  // 0x
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // 1x
    "6  6  -- 8  3  3  5  5  4  2  2  2  4  4  6  6 ",  // 2x
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // 3x
    "6  6  -- 8  3  3  5  5  3  2  2  2  3  4  6  6 ",  // 4x
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // 5x
    "6  6  -- 8  3  3  5  5  4  2  2  2  5  4  6  6 ",  // 6x
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // 7x
    "2  6  2  6  3  3  3  3  2  2  2  2  4  4  4  4 ",  // 8x
    "2b 6  -- 6  4  4  4  4  2  5  2  5  5  5  5  5 ",  // 9x
    "2  6  2  6  3  3  3  3  2  2  2  2  4  4  4  4 ",  // Ax
    "2b 5p -- 5p 4  4  4  4  2  4p 2  4p 4p 4p 4p 4p",  // Bx
    "2  6  2  8  3  3  5  5  2  2  2  2  4  4  6  6 ",  // Cx
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // Dx
    "2  6  2  8  3  3  5  5  2  2  2  2  4  4  6  6 ",  // Ex
    "2b 5p -- 8  4  4  6  6  2  4p 2  7  4p 4p 7  7 ",  // Fx
};

/// Bytes. BRK has one byte, and a second that it skips.
// clang-format off
constexpr std::array<std::string_view, 16> documented_lengths{
    "1212222212123333", "2212222213133333",  // 0x, 1x
    "3212222212123333", "2212222213133333",  // 2x, 3x
    "1212222212123333", "2212222213133333",  // 4x, 5x
    "1212222212123333", "2212222213133333",  // 6x, 7x
    "2222222212123333", "2212222213133333",  // 8x, 9x
    "2222222212123333", "2212222213133333",  // Ax, Bx
    "2222222212123333", "2212222213133333",  // Cx, Dx
    "2222222212123333", "2212222213133333",  // Ex, Fx
};
// clang-format on

unsigned cycles(unsigned opcode) {
    const char digit = documented_cycles[opcode >> 4][3 * (opcode & 15)];
    return digit == '-' ? 0 : static_cast<unsigned>(digit - '0');
}
char penalty(unsigned opcode) { return documented_cycles[opcode >> 4][3 * (opcode & 15) + 1]; }
unsigned bytes(unsigned opcode) {
    return static_cast<unsigned>(documented_lengths[opcode >> 4][opcode & 15] - '0');
}

/// One instruction at $1000 with the operand bytes `first` and `second` and both indexes the same.
struct Measured {
    Cycle exact = 0, fast = 0;
    Address pc = 0;

    Measured(unsigned opcode, Byte first, Byte second, Byte index, Byte p) {
        emu::FlatMemory memory;
        poke(memory.ram, 0x1000, {static_cast<Byte>(opcode), first, second});
        poke(memory.ram, 0x0080, {first, second});  // where the pointers are
        emu::Cpu cpu;
        cpu.registers = {.pc = 0x1000, .x = index, .y = index, .s = 0xFD, .p = p};
        emu::Cpu fast_cpu = cpu;
        emu::FlatMemory fast_memory = memory;
        cpu.step(memory);
        fast_cpu.run(fast_memory, 1);
        exact = cpu.cycle;
        fast = fast_cpu.cycle;
        pc = cpu.registers.pc;
    }
};

std::string named(unsigned opcode) {
    return fmt::format("${:02x} {}", opcode,
                       emu::disassemble(0, {static_cast<Byte>(opcode), 0x34, 0x12}).text);
}

TEST(CycleCounts, EveryInstructionTakesItsBaseCountAndReadsOneMoreIfTheIndexCarries) {
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        if (cycles(opcode) == 0 || penalty(opcode) == 'b') continue;
        for (const unsigned index : {0x00u, 0x01u, 0x7Fu, 0x80u, 0xFFu}) {
            // $2080 + $7f is still in the page; the pointer of (zp),y is at $80
            const Measured measured(opcode, 0x80, 0x20, static_cast<Byte>(index), 0x20);
            const bool penalised = penalty(opcode) == 'p' && index >= 0x80;
            EXPECT_EQ(measured.exact, cycles(opcode) + (penalised ? 1 : 0)) << named(opcode);
            EXPECT_EQ(measured.fast, measured.exact) << named(opcode);
        }
    }
}

TEST(CycleCounts, ATakenBranchCostsOneCycleMoreAndTwoIntoAnotherPage) {
    unsigned taken_ways = 0;
    for (unsigned opcode = 0x10; opcode < 256; opcode += 0x20) {
        ASSERT_EQ(penalty(opcode), 'b');
        for (const Byte p : {Byte{0x20}, Byte{0xE3}}) {  // N V Z C all clear, all set
            for (int distance = -128; distance < 128; ++distance) {
                const Measured measured(opcode, static_cast<Byte>(distance), 0, 0, p);
                // bit 5 of a branch says which level of its flag takes it
                const bool taken = ((opcode & 0x20) != 0) == (p == 0xE3);
                const int target = 0x1002 + (taken ? distance : 0);
                const unsigned more = !taken ? 0 : target < 0x1000 ? 2 : 1;
                taken_ways += taken ? 1 : 0;
                EXPECT_EQ(measured.exact, 2 + more) << named(opcode) << " by " << distance;
                EXPECT_EQ(measured.fast, 2 + more) << named(opcode) << " by " << distance;
                EXPECT_EQ(measured.pc, target) << named(opcode) << " by " << distance;
            }
        }
    }
    EXPECT_EQ(taken_ways, 8u * 256u);
}

TEST(CycleCounts, ABranchForwardIntoTheNextPageCostsTwoCyclesMore) {
    for (const auto& [distance, count] : {std::pair{Byte{0x0D}, 3u}, {Byte{0x0E}, 4u}}) {
        emu::FlatMemory memory;
        poke(memory.ram, 0x10F0, {0xD0, distance});  // $10f2 + $0d = $10ff
        emu::Cpu cpu;
        cpu.registers.pc = 0x10F0;
        cpu.step(memory);
        EXPECT_EQ(cpu.cycle, count);
        EXPECT_EQ(cpu.registers.pc, 0x10F2 + distance);
    }
}

TEST(CycleCounts, TheOpcodesWithoutCountAreTheTwelveThatJam) {
    unsigned jams = 0;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        const bool is_jam = emu::opcodes[opcode].operation == emu::Operation::JAM;
        EXPECT_EQ(is_jam, cycles(opcode) == 0) << named(opcode);
        jams += is_jam ? 1 : 0;
    }
    EXPECT_EQ(jams, 12u);
}

TEST(Lengths, TheTableAndTheDisassemblerKnowTheDocumentedLengths) {
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        EXPECT_EQ(emu::length(emu::opcodes[opcode].mode), bytes(opcode)) << named(opcode);
        EXPECT_EQ(emu::disassemble(0, {static_cast<Byte>(opcode), 0, 0}).length, bytes(opcode))
            << named(opcode);
    }
}

TEST(Lengths, InstructionsThatDoNotJumpAdvanceByTheirLength) {
    using enum emu::Operation;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        const emu::Operation operation = emu::opcodes[opcode].operation;
        if (std::ranges::count(std::array{BRK, JSR, RTI, RTS, JMP, JAM}, operation) != 0) continue;
        const Measured measured(opcode, 0x00, 0x20, 0x01, 0x20);
        EXPECT_EQ(measured.pc, 0x1000 + bytes(opcode)) << named(opcode);
    }
}

}  // namespace
}  // namespace ryg
