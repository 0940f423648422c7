// RAM with a terminal and devices: the recompiler runs below them as the exact core does.
#include "emu/console.hpp"

#include <gtest/gtest.h>

#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using emu::Address;
using emu::Byte;

/// Reads keys up to 0, adds each to a sum that it prints, and asks a device 64,000 times.
///     again: lda getc, beq done, clc, adc $10, sta $10, sta putc, jmp again
///     done:  ldx #0, ldy #250, next: lda device, adc $11, sta $11, dex, bne next, dey, bne next, rts
void put_program(emu::Console& board) {
    emu_test::poke(board.ram, 0x1000,
                   {0xAD, 0xF1, 0xFF, 0xF0, 0x0B, 0x18, 0x65, 0x10, 0x85, 0x10, 0x8D, 0xF0,
                    0xFF, 0x4C, 0x00, 0x10, 0xA2, 0x00, 0xA0, 0xFA, 0xAD, 0x05, 0xC0, 0x65,
                    0x11, 0x85, 0x11, 0xCA, 0xD0, 0xF6, 0x88, 0xD0, 0xF3, 0x60});
}

TEST(Consoles, DoTheSameInEveryCore) {
    std::vector<emu::Cycle> cycles;
    std::vector<Byte> sums;
    for (const auto core : {emu::Core::exact, emu::Core::interpreter, emu::Core::recompiler}) {
        emu::Console board{.terminal = {.putc = 0xFFF0, .getc = 0xFFF1, .keys = {1, 2, 3}}};
        int asked = 0;
        board.map({.first = 0xC005, .last = 0xC005, .read = [&asked](Address, emu::Cycle now) {
                       ++asked;
                       return static_cast<Byte>(now);
                   }});
        board.map(
            {.first = 0xD000, .last = 0xD000, .read = [](Address, emu::Cycle) { return Byte{0}; }});
        put_program(board);
        emu::Cpu cpu;
        cpu.core = core;
        cpu.registers.s = 0xFD;
        cpu.jump(0x1000);
        EXPECT_EQ(cpu.run_to(board, 0x1021, 10'000'000), emu::RunEnd::reached_address);
        EXPECT_EQ(board.terminal.printed, "\1\3\6");
        EXPECT_EQ(asked, 64'000);
        cycles.push_back(cpu.cycle);
        sums.push_back(board.ram[0x11]);
    }
    EXPECT_EQ(cycles, std::vector(3, cycles.front()));
    EXPECT_EQ(sums, std::vector(3, sums.front()));
}

}  // namespace
}  // namespace ryg
