// What the VIC-II reads in each cycle, which is what the processor finds on an open bus.
#include "tests/c64/vic/naive.hpp"
#include "tests/support/c64_testing.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

TEST(OpenBus, ReadsAreThoseOfTheRulesHoweverSeldomOneLooks) {
    for (const Model model : models) {
        tests::Dice dice(static_cast<unsigned>(model) + 1);
        Vic vic(model);
        vic_test::NaiveVic naive(model);
        const auto write = [&](unsigned index, unsigned value, Cycle now) {
            naive.write(index, static_cast<Byte>(value));
            vic.write(index, static_cast<Byte>(value), now);
        };
        for (Cycle now = 0; now < 40 * vic.frame_cycles(); ++now) {
            naive.step();
            const VicRead& expected = naive.chip_read;
            const Cycle frame = now / vic.frame_cycles();
            const bool quiet = frame % 16 > 8, gaps = quiet && frame % 32 < 16;  // long ones
            if (dice(gaps ? 100'000 : 50) == 0) {
                const VicRead got = vic.read_by_chip(now);
                ASSERT_EQ(got.address & got.wired, expected.address & expected.wired) << now;
                ASSERT_EQ(got.times, expected.times) << now;
                ASSERT_EQ(got.code, expected.code) << now;
                ASSERT_EQ(got.reach, expected.reach) << now;
            }
            if (!quiet && dice(3'000) == 0) {
                write(0x11, dice(3) == 0 ? dice(256) : 0x18 + dice(8), now);
            }
            if (!quiet && dice(20'000) == 0) write(0x18, dice(256), now);
        }
    }
}

/// The cycle of a line after the next frame has begun.
Cycle next(const Machine& machine, unsigned line, unsigned cycle) {
    const Cycle frame = machine.frame_cycles();
    return (machine.cpu.cycle / frame + 2) * frame +
           Cycle{line} * timing_of(machine.board.vic.model()).line_cycles + cycle - 1;
}

TEST(OpenBus, HasTheCharactersOfTheScreenAndTheNibbleOfColourRamToo) {
    Machine machine = booted();
    machine.ram()[0x0400] = 1;
    machine.ram()[0x0400 + 39] = 2;
    machine.ram()[0x0400 + 24 * 40 + 5] = 3;
    const auto glyphs = machine.board.rom(Rom::chargen);
    for (const unsigned row : {0U, 3U, 7U}) {
        const Cycle first = next(machine, 0x33 + row, 16);
        EXPECT_EQ(machine.board.peek(0xDE00, first), glyphs[1 * 8 + row]) << row;
        EXPECT_EQ(machine.board.peek(0xDFFF, first + 39), glyphs[2 * 8 + row]) << row;
        EXPECT_EQ(machine.board.peek(0xD800, first) >> 4, glyphs[1 * 8 + row] >> 4) << row;
        EXPECT_EQ(machine.board.peek(0xD800, first) & 0x0F, 14) << row;
        const Cycle last = next(machine, 0x33 + 24 * 8 + row, 16 + 5);
        EXPECT_EQ(machine.board.peek(0xDE80, last), glyphs[3 * 8 + row]) << row;
    }
}

TEST(OpenBus, IsIdleWithoutAScreenInTheBankThatCia2Chooses) {
    Machine machine = booted();
    machine.ram()[0x3FFF] = 0xA5;
    machine.ram()[0xBFFF] = 0x5A;
    machine.poke(0xD011, 0x0B);
    EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 100, 30)), 0xA5);
    machine.poke(0xDD00, 0x01);
    EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 100, 30)), 0x5A);
}

TEST(OpenBus, ASpriteReadsItsPointerAndTheMiddleOfItsRow) {
    Machine machine = booted();
    machine.ram()[0x3FFF] = 0xFF;
    machine.ram()[0x07F8 + 2] = 0x20;
    poke(machine, {{0xD005, 150}, {0xD015, 0x04}});
    for (int i = 0; i < 64; ++i)
        machine.ram()[static_cast<Address>(0x0800 + i)] = static_cast<Byte>(i);
    for (const unsigned row : {0U, 1U, 20U}) {
        EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 150 + row, 62)), 0x20) << row;
        EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 150 + row, 63)), 3 * row + 1) << row;
    }
    EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 149, 63)), 0xFF);
    EXPECT_EQ(machine.board.peek(0xDE00, next(machine, 171, 63)), 0xFF);
}

}  // namespace
}  // namespace ryg
