// Calls of routines on boards without a machine round them, what they touch, and devices.
#include "emu/call.hpp"

#include <gtest/gtest.h>

#include "emu/device.hpp"
#include "emu/many_calls.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using emu::RunEnd;
using Counts = emu::Touched::Counts;

/// Adds up A bytes from $2000,x on, and leaves the sum at $12: stx $11, tax, lda #0, clc, loop:
/// adc $1fff,x, dex, bne loop, sta $12, ldx $11, rts.
constexpr std::initializer_list<Byte> add_up{0x86, 0x11, 0xAA, 0xA9, 0,    0x18, 0x7D, 0xFF, 0x1F,
                                             0xCA, 0xD0, 0xFA, 0x85, 0x12, 0xA6, 0x11, 0x60};

TEST(Calls, NeedNothingButABoardAndLeaveTheProcessorAsItWas) {
    emu::FlatMemory memory;
    poke(memory.ram, 0x1000, add_up);
    poke(memory.ram, 0x2000, {10, 20, 30});
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1234, .a = 1, .s = 0x01};
    const auto result = emu::call(cpu, memory, 0x1000, {.a = 3, .x = 7});
    EXPECT_TRUE(result.returned());
    EXPECT_EQ(result.registers.a, 60);
    EXPECT_EQ(result.registers.x, 7);
    EXPECT_EQ(result.cycles, 3U + 2 + 2 + 2 + 3 * 5 + 3 * 2 + 3 * 3 - 1 + 3 + 3 + 6);
    EXPECT_EQ(cpu.registers, (emu::Registers{.pc = 0x1234, .a = 1, .s = 0x01}));
    EXPECT_EQ(cpu.cycle, result.cycles);
}

/// Translated code, the loop before it is translated, and decimal mode.
TEST(ManyCalls, GiveWhatCallsOneByOneGive) {
    emu::FlatMemory memory, other;
    // sta $13, sed, adc $12, cld, bcc +2, inc $14, tay, rts
    const std::initializer_list<Byte> add{0x85, 0x13, 0xF8, 0x65, 0x12, 0xD8,
                                          0x90, 0x02, 0xE6, 0x14, 0xA8, 0x60};
    for (auto* each : {&memory, &other}) poke(each->ram, 0x1000, add);
    emu::Cpu cpu, single;
    single.registers.s = 0xEF;
    emu::ManyCalls calls(cpu, memory, {.routine = 0x1000, .back = 0, .limit = 100});
    for (unsigned i = 0; i < 500'000; ++i) {
        const auto a = static_cast<Byte>(i), b = static_cast<Byte>(i >> 8);
        const auto p = static_cast<Byte>(emu::Flag::unused | emu::Flag::I | (i >> 16 & 1));
        memory.ram[0x12] = other.ram[0x12] = b;
        emu::Registers registers{.a = a, .x = 7, .s = 0xED, .p = p};
        ASSERT_TRUE(calls.call(registers)) << i;
        const auto result = emu::call(single, other, 0x1000, {a, 7, 0, (p & emu::Flag::C) != 0}, 100);
        ASSERT_EQ(registers, result.registers) << i;
        ASSERT_EQ(calls.cycles(), result.cycles) << i;
    }
    EXPECT_EQ(memory.ram[0x13], other.ram[0x13]);
    EXPECT_EQ(memory.ram[0x14], other.ram[0x14]);
    poke(memory.ram, 0x1000, {0x4C, 0x00, 0x10});
    emu::Registers registers{.s = 0xED};
    EXPECT_FALSE(calls.call(registers));
    EXPECT_GE(calls.cycles(), 100U);
}

TEST(Calls, CountWhatTheyTouchWithoutAnyDifferenceOtherwise) {
    Board board;
    poke(board.ram, 0x1000, add_up);
    emu::Cpu cpu, other;
    cpu.registers.s = other.registers.s = 0xFD;
    emu::Touched touched;
    const auto counted = emu::call(cpu, board, 0x1000, {.a = 3}, 1000, &touched);
    const auto plain = emu::call(other, board, 0x1000, {.a = 3}, 1000);
    EXPECT_EQ(counted.cycles, plain.cycles);
    EXPECT_EQ(counted.registers, plain.registers);
    EXPECT_EQ(cpu, other);
    EXPECT_EQ(touched.executed, (Counts{{0x1000, 1},
                                        {0x1002, 1},
                                        {0x1003, 1},
                                        {0x1005, 1},
                                        {0x1006, 3},
                                        {0x1009, 3},
                                        {0x100A, 3},
                                        {0x100C, 1},
                                        {0x100E, 1},
                                        {0x1010, 1}}));
    // The carry into $2000 has a dummy read at $1f00 + x; RTS looks at the stack and pulls.
    EXPECT_EQ(touched.read, (Counts{{0x11, 1},
                                    {0x1F00, 1},
                                    {0x1F01, 1},
                                    {0x1F02, 1},
                                    {0x2000, 1},
                                    {0x2001, 1},
                                    {0x2002, 1},
                                    {0x1FB, 1},
                                    {0x1FC, 1},
                                    {0x1FD, 1}}));
    EXPECT_EQ(touched.written, (Counts{{0x11, 1}, {0x12, 1}}));
}

TEST(Calls, ThatDoNotReturnAreReportedWithTheRegistersOfThatMoment) {
    for (const bool counted : {false, true}) {
        emu::Touched touched;
        emu::FlatMemory memory;
        emu::Cpu cpu;
        poke(memory.ram, 0x1000, {0xE8, 0x4C, 0x00, 0x10});  // inx; jmp
        auto result = emu::call(cpu, memory, 0x1000, {}, 50, counted ? &touched : nullptr);
        EXPECT_EQ(result.ended, RunEnd::reached_cycle);
        EXPECT_EQ(result.registers.x, 10);
        EXPECT_EQ(cpu.registers, result.registers);
        poke(memory.ram, 0x1001, {0x02});
        result = emu::call(cpu, memory, 0x1000, {}, 50, counted ? &touched : nullptr);
        EXPECT_EQ(result.ended, RunEnd::jammed);
        EXPECT_FALSE(result.returned());
    }
}

TEST(MappedMemory, HasDevicesAnywhereAndTheLaterOneAnswers) {
    emu::MappedMemory memory;
    std::string terminal;
    const auto give = [](Byte value) { return [value](Address, Cycle) { return value; }; };
    memory.devices.map({.first = 0x0080, .last = 0x0081, .read = give('A')});
    memory.devices.map({.first = 0x0081, .last = 0x0081, .read = give('B')});
    memory.devices.map({.first = 0xF000, .last = 0xFFFF, .write = [&](Address, Byte value, Cycle) {
                            terminal += static_cast<char>(value);
                        }});
    // lda $80; sta $f000; lda $81; sta $ffff; sta $80; rts
    poke(memory.ram, 0x1000,
         {0xA5, 0x80, 0x8D, 0x00, 0xF0, 0xA5, 0x81, 0x8D, 0xFF, 0xFF, 0x85, 0x80, 0x60});
    emu::Cpu cpu;
    EXPECT_TRUE(emu::call(cpu, memory, 0x1000).returned());
    EXPECT_EQ(terminal, "AB");
    EXPECT_EQ(memory.ram[0x80], 'B') << "without a function for it a write goes to RAM";
    EXPECT_EQ(memory.ram[0xFFFF], 0);
}

}  // namespace
}  // namespace ryg
