// RDY: the processor waits at its next read while the line is low; writes pass.  [HM]
#include <gtest/gtest.h>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using What = LineChange::What;

/// The cycles of an instruction's accesses, reads as numbers and writes in brackets.
std::string cycles(std::initializer_list<Byte> code, Cycle low_from, Cycle low_to) {
    ScriptedBoard board{.rdy_from = low_from, .rdy_to = low_to};
    poke(board.ram, 0x1000, code);
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .s = 0xFD};
    emu::RecordingBus bus{board};
    cpu.step(bus);
    std::string all;
    for (const emu::BusAccess& access : bus.accesses) {
        const auto [before, after] = access.is_write ? std::pair{"[", "]"} : std::pair{"", ""};
        all += fmt::format("{}{}{}{}", all.empty() ? "" : " ", before, access.cycle, after);
    }
    EXPECT_EQ(cpu.cycle, bus.accesses.back().cycle + 1);
    return all;
}

TEST(Ready, ReadsWaitUntilTheLineIsHighDummyReadsTooAndWritesPass) {
    struct Row {
        std::initializer_list<Byte> code;
        Cycle low_from, low_to;
        const char* accesses;
    };
    for (const Row& row : {Row{{0xAD, 0x00, 0x40}, 0, 0, "0 1 2 3"},  // lda $4000
                           {{0xAD, 0x00, 0x40}, 0, 3, "3 4 5 6"},
                           {{0xAD, 0x00, 0x40}, 2, 42, "0 1 42 43"},
                           {{0xAD, 0x00, 0x40}, 3, 4, "0 1 2 4"},
                           {{0xAD, 0x00, 0x40}, 4, 44, "0 1 2 3"},
                           {{0xE8}, 1, 5, "0 5"},                          // inx
                           {{0xB5, 0x10}, 2, 5, "0 1 5 6"},                // lda zp,x
                           {{0x20, 0x00, 0x40}, 2, 5, "0 1 5 [6] [7] 8"},  // jsr: the stack
                           {{0x20, 0x00, 0x40}, 3, 43, "0 1 2 [3] [4] 43"},
                           {{0x8D, 0x00, 0x40}, 3, 43, "0 1 2 [3]"},        // sta $4000
                           {{0xEE, 0x00, 0x40}, 4, 44, "0 1 2 3 [4] [5]"},  // inc $4000
                           {{0xEE, 0x00, 0x40}, 3, 43, "0 1 2 43 [44] [45]"},
                           // brk: three writes in a row are the most that the chip makes.
                           {{0x00, 0x00}, 2, 42, "0 1 [2] [3] [4] 42 43"}}) {
        EXPECT_EQ(cycles(row.code, row.low_from, row.low_to), row.accesses);
    }
}

/// The cycle of the first fetch from the IRQ handler at $2000, nops all around.
Cycle entry(std::initializer_list<Byte> code, Cycle low_from, Cycle low_to,
            std::vector<LineChange> script, bool masked = false) {
    ScriptedBoard board{.script = std::move(script), .rdy_from = low_from, .rdy_to = low_to};
    board.ram.fill(0xEA);
    poke(board.ram, 0x1000, code);
    poke_word(board.ram, emu::irq_vector, 0x2000);
    emu::Cpu cpu;
    const Byte i_flag = masked ? emu::Flag::I : Byte{0};
    cpu.registers = {.pc = 0x1000, .s = 0xFD, .p = static_cast<Byte>(emu::Flag::unused | i_flag)};
    EXPECT_EQ(cpu.run_to(board, 0x2000, 200), emu::RunEnd::reached_address);
    return cpu.cycle;
}

TEST(Ready, TheInterruptLinesAreSeenWhileTheProcessorWaits) {
    // lda abs, its last read in cycle 43 instead of 3
    const auto entered = [](std::vector<LineChange> script) {
        return entry({0xAD, 0x00, 0x40}, 3, 43, std::move(script));
    };
    for (const Cycle arrival : {2u, 3u, 20u, 42u}) {
        EXPECT_EQ(entered({{arrival, What::pull_irq}}), 44u + 7u);
        // One cycle of the wait, or the one before it, is enough.
        EXPECT_EQ(entered({{arrival, What::pull_irq}, {arrival + 1, What::release_irq}}), 44u + 7u);
    }
    // The nop that follows, cycles 44 and 45, sees this one.
    EXPECT_EQ(entered({{43, What::pull_irq}}), 46u + 7u);
    EXPECT_EQ(entered({{1, What::pull_irq}, {2, What::release_irq}, {50, What::pull_irq}}),
              52u + 7u);
    // A wait before the last cycle but one only shifts the look.
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 1, 11, {{12, What::pull_irq}}), 14u + 7u);
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 1, 11, {{13, What::pull_irq}}), 16u + 7u);
}

TEST(Ready, CliAndSeiChangeIAtTheFirstTryOfADelayedRead) {
    const auto irq_from_0 = std::vector<LineChange>{{0, What::pull_irq}};
    EXPECT_EQ(entry({0x58}, 0, 0, irq_from_0, true), 4u + 7u);    // cli, nop, then the sequence
    EXPECT_EQ(entry({0x58}, 1, 11, irq_from_0, true), 12u + 7u);  // cli, and at once
    EXPECT_EQ(entry({0x78, 0xEA, 0x58}, 0, 0, irq_from_0), 2u + 7u);
    EXPECT_EQ(entry({0x78, 0x58}, 1, 11, irq_from_0), 12u + 7u);  // the first try still saw it
    EXPECT_EQ(entry({0x78, 0x58}, 1, 11, {{1, What::pull_irq}}), 16u + 7u);  // sei masked it
}

/// BRK in the cycles 0 to 6, with RDY low for `held` cycles from `low_from` on, and the NMI low
/// from `from` to the cycle before `to`: the cycle in which its handler begins, or never.
struct ShortNmi {
    Cycle low_from, held, from, to, handled;
};
void expect_nmi(const ShortNmi& row) {
    ScriptedBoard board{.script = {{row.from, What::pull_nmi}, {row.to, What::release_nmi}},
                        .rdy_from = row.low_from,
                        .rdy_to = row.low_from + row.held};
    board.ram.fill(0xEA);
    poke(board.ram, 0x1000, {0x00});
    poke_word(board.ram, emu::irq_vector, 0x2000);
    poke_word(board.ram, emu::nmi_vector, 0x3000);
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .s = 0xFD};
    const emu::RunEnd outcome = cpu.run_to(board, 0x3000, 100);
    EXPECT_EQ(outcome == emu::RunEnd::reached_address ? cpu.cycle : emu::never, row.handled)
        << row.held << " " << row.from << " " << row.to;
    if (row.to > cpu.cycle) return;  // still low
    board.lines.pull_nmi(cpu.cycle);
    EXPECT_EQ(cpu.run_to(board, 0x3000, cpu.cycle + 100), emu::RunEnd::reached_address);
}

TEST(Ready, AnNmiInASequenceWhoseLastReadIsDelayedComesBeforeTheHandler) {
    for (const auto& [arrival, delayed, handled] : {std::tuple{3u, 0u, 7u},
                                                    {4u, 0u, 9u + 7u},
                                                    {4u, 1u, 8u + 7u},
                                                    {5u, 1u, 8u + 7u},
                                                    {6u, 1u, 8u + 7u},
                                                    {7u, 1u, 10u + 7u}}) {
        expect_nmi({6, delayed, arrival, emu::never, handled});
    }
}

TEST(Ready, AShortNmiIsMissedAfterTheChoiceOfTheVectorUnlessLowAtTheLastRead) {
    using emu::never;
    for (const ShortNmi& row : {ShortNmi{5, 0, 3, 4, 7},
                                {5, 0, 4, 5, never},
                                {5, 0, 4, 6, never},
                                {5, 0, 4, 7, 9 + 7},
                                {5, 0, 5, 6, never},
                                {5, 0, 5, 7, 9 + 7},
                                {5, 0, 6, 7, 9 + 7},
                                {5, 3, 4, 9, never},
                                {5, 3, 7, 9, never},
                                {5, 3, 4, 10, 12 + 7},
                                {5, 3, 7, 10, 12 + 7}}) {
        expect_nmi(row);
    }
}

TEST(Ready, AneAndLxaLoseBitZeroOfTheirConstantWhenTheirOperandIsDelayed) {
    for (const Byte opcode : {Byte{0x8B}, Byte{0xAB}}) {
        for (const Cycle held : {0u, 1u, 40u}) {
            ScriptedBoard board{.rdy_from = 1, .rdy_to = 1 + held};
            poke(board.ram, 0x1000, {opcode, 0xFF});
            emu::Cpu cpu;
            cpu.registers = {.pc = 0x1000, .x = 0xFF};
            cpu.unstable = {.ane = 0xEF, .lxa = 0xEF};
            cpu.step(board);
            EXPECT_EQ(cpu.registers.a, held == 0 ? 0xEF : 0xEE) << held;
        }
    }
}

TEST(Ready, StoresOfTheHighByteLoseTheirAndWhenTheReadBeforeIsDelayed) {
    for (const bool delayed : {false, true}) {
        for (const Byte index : {Byte{0x10}, Byte{0xFF}}) {
            ScriptedBoard board{.rdy_from = 3, .rdy_to = delayed ? 5u : 3u};
            poke(board.ram, 0x1000, {0x9E, 0x10, 0x40});  // shx $4010,y
            emu::Cpu cpu;
            cpu.registers = {.pc = 0x1000, .x = 0xC3, .y = index, .s = 0xFD};
            cpu.step(board);
            const Address at = index == 0x10 ? 0x4020 : 0x410F;
            EXPECT_EQ(board.ram[at], delayed ? 0xC3 : 0x41) << delayed << " " << +index;
        }
    }
}

TEST(Ready, ATakenBranchDoesNotLookWhileItWaitsForItsThirdCycle) {
    // Its accesses are 0, 1 and 12, and it looks in cycle 0; the nop at its target in 13.
    EXPECT_EQ(entry({0xD0, 0x10}, 2, 12, {{0, What::pull_irq}}), 13u + 7u);
    EXPECT_EQ(entry({0xD0, 0x10}, 2, 12, {{5, What::pull_irq}}), 15u + 7u);
    // Its accesses are 0, 11 and 12; the nop at its target, 13 and 14, looks in 13.
    EXPECT_EQ(entry({0xD0, 0x10}, 1, 11, {{10, What::pull_irq}}), 13u + 7u);
    EXPECT_EQ(entry({0xD0, 0x10}, 1, 11, {{11, What::pull_irq}}), 15u + 7u);
}

TEST(Ready, ResetWaitsToo) {
    ScriptedBoard board{.rdy_from = 3, .rdy_to = 13};
    emu::Cpu cpu;
    cpu.reset(board);
    EXPECT_EQ(cpu.cycle, 17u);
}

}  // namespace
}  // namespace ryg
