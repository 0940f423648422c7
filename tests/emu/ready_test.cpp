// RDY: the processor waits at its next read while the line is low; writes pass.  [HM]
#include <gtest/gtest.h>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using What = LineChange::What;

/// RDY is low in the cycles from `low_from` to `low_to` - 1; the lines follow a script.
struct ReadyBoard {
    Memory ram{};
    Cycle low_from = 0, low_to = 0;
    emu::Lines lines{};
    std::vector<LineChange> script{};
    std::size_t done = 0;

    void advance(Cycle now) {
        for (; done < script.size() && script[done].cycle <= now; ++done)
            apply(lines, script[done]);
    }
    Byte read(Address address, Cycle& now) {
        if (low_from <= now && now < low_to) now = low_to;
        advance(now);
        return ram[address];
    }
    void write(Address address, Byte value, Cycle now) {
        advance(now);
        ram[address] = value;
    }
};

/// The cycles of an instruction's accesses, reads as numbers and writes in brackets.
std::string cycles(std::initializer_list<Byte> code, Cycle low_from, Cycle low_to) {
    ReadyBoard board;
    poke(board.ram, 0x1000, code);
    board.low_from = low_from;
    board.low_to = low_to;
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .s = 0xFD};
    emu::RecordingBus bus{board};
    cpu.step(bus);
    std::string all;
    for (const emu::BusAccess& access : bus.accesses) {
        if (!all.empty()) all += ' ';
        all +=
            access.is_write ? fmt::format("[{}]", access.cycle) : fmt::format("{}", access.cycle);
    }
    EXPECT_EQ(cpu.cycle, bus.accesses.back().cycle + 1);
    return all;
}

TEST(Ready, AReadWaitsUntilTheLineIsHigh) {
    EXPECT_EQ(cycles({0xAD, 0x00, 0x40}, 0, 0), "0 1 2 3");
    EXPECT_EQ(cycles({0xAD, 0x00, 0x40}, 0, 3), "3 4 5 6");
    EXPECT_EQ(cycles({0xAD, 0x00, 0x40}, 2, 42), "0 1 42 43");
    EXPECT_EQ(cycles({0xAD, 0x00, 0x40}, 3, 4), "0 1 2 4");
    EXPECT_EQ(cycles({0xAD, 0x00, 0x40}, 4, 44), "0 1 2 3");
}

TEST(Ready, DummyReadsWaitToo) {
    EXPECT_EQ(cycles({0xE8}, 1, 5), "0 5");                          // inx
    EXPECT_EQ(cycles({0xB5, 0x10}, 2, 5), "0 1 5 6");                // lda zp,x
    EXPECT_EQ(cycles({0x20, 0x00, 0x40}, 2, 5), "0 1 5 [6] [7] 8");  // jsr looks at the stack
}

TEST(Ready, WritesPass) {
    EXPECT_EQ(cycles({0x8D, 0x00, 0x40}, 3, 43), "0 1 2 [3]");
    EXPECT_EQ(cycles({0xEE, 0x00, 0x40}, 4, 44), "0 1 2 3 [4] [5]");
    EXPECT_EQ(cycles({0xEE, 0x00, 0x40}, 3, 43), "0 1 2 43 [44] [45]");
    EXPECT_EQ(cycles({0x20, 0x00, 0x40}, 3, 43), "0 1 2 [3] [4] 43");  // jsr
    // Three writes in a row are the most that the chip makes: it has stopped in the fourth cycle.
    EXPECT_EQ(cycles({0x00, 0x00}, 2, 42), "0 1 [2] [3] [4] 42 43");
}

/// The cycle of the first fetch from the IRQ handler at $2000, nops all around.
Cycle entry(std::initializer_list<Byte> code, Cycle low_from, Cycle low_to,
            std::vector<LineChange> script) {
    ReadyBoard board;
    board.ram.fill(0xEA);
    poke(board.ram, 0x1000, code);
    poke_word(board.ram, 0xFFFE, 0x2000);
    board.low_from = low_from;
    board.low_to = low_to;
    board.script = std::move(script);
    emu::Cpu cpu;
    cpu.registers = {.pc = 0x1000, .s = 0xFD, .p = emu::Flag::unused};
    EXPECT_EQ(cpu.run_to(board, 0x2000, 200), emu::Outcome::reached_address);
    return cpu.cycle;
}

TEST(Ready, TheInterruptLinesAreSeenWhileTheProcessorWaits) {
    // lda abs, its last read in cycle 43 instead of 3: an IRQ by cycle 42 is in time.
    for (const Cycle arrival : {2u, 3u, 20u, 42u})
        EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 3, 43, {{arrival, What::pull_irq}}), 44u + 7u);
    // The nop behind it, cycles 44 and 45, sees this one.
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 3, 43, {{43, What::pull_irq}}), 46u + 7u);
    // Low in time but not to the end of the wait: the level of cycle 42 is what counts.
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 3, 43,
                    {{2, What::pull_irq}, {42, What::release_irq}, {50, What::pull_irq}}),
              52u + 7u);
}

TEST(Ready, AWaitBeforeTheLastButOneCycleOnlyShiftsTheLook) {
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 1, 11, {{12, What::pull_irq}}), 14u + 7u);
    EXPECT_EQ(entry({0xAD, 0x00, 0x40}, 1, 11, {{13, What::pull_irq}}), 16u + 7u);
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
    ReadyBoard board;
    board.low_from = 3;
    board.low_to = 13;
    emu::Cpu cpu;
    cpu.reset(board);
    EXPECT_EQ(cpu.cycle, 17u);
}

}  // namespace
}  // namespace ryg
