// What the VIC-II costs a program: cycles per badline, per sprite, and the ratio to a stock C64.
#include <algorithm>
#include <fmt/format.h>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr Address at = 0xC000;

/// A booted machine that runs `code` in a loop with interrupts masked.
Machine looping(Model model, std::vector<Byte> code) {
    Machine machine = booted(model);
    for (const int byte : {0x4C, at & 0xFF, at >> 8}) {
        code.push_back(static_cast<Byte>(byte));
    }
    std::ranges::copy(code, machine.ram().begin() + at);
    machine.cpu.jump(at);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.set_timing(Timing::badlines);
    return machine;
}

struct Loop {
    std::vector<Byte> code;
    Cycle cycles;  ///< of a round, the JMP included
};
const Loop reads{{0xEA, 0xAD, 0x00, 0xC1}, 2 + 4 + 3};  // nop, lda $c100
const Loop writes{{0x8D, 0x00, 0xC1, 0xEE, 0x00, 0xC1, 0x8D, 0x01, 0xC1}, 4 + 6 + 4 + 3};

const Loop writes_and_counts{{0x8D, 0x00, 0xC1, 0xEE, 0x00, 0xC1, 0x8D, 0x01, 0xC1, 0xCA}, 19};

/// Cycles that the VIC-II takes in a frame, over 64 of them.
double stolen_in_a_frame(Machine machine, const Loop& loop) {
    constexpr Cycle frames = 64;
    const Cycle frame = machine.frame_cycles();
    const Cycle begin = (machine.cpu.cycle / frame + 1) * frame, end = begin + frames * frame;
    machine.cpu.run(machine.board, begin);
    machine.run({.cycles = 1000, .at = {at}});
    const Cycle first = machine.cpu.cycle;
    Cycle rounds = 0;
    for (; machine.cpu.cycle < end; ++rounds) machine.run({.cycles = 1000, .at = {at}});
    return static_cast<double>(machine.cpu.cycle - first - rounds * loop.cycles) / frames;
}

TEST(Stealing, AReadingLoopLoses43CyclesToEachOf25Badlines) {
    for (const Model model : models) {
        for (unsigned scroll = 0; scroll < 8; ++scroll) {
            Machine machine = looping(model, reads.code);
            machine.poke(0xD011, static_cast<Byte>(0x18 | scroll));
            EXPECT_EQ(stolen_in_a_frame(machine, reads), 25 * 43) << scroll;
        }
    }
}

TEST(Stealing, AnEmptyScreenCostsNothing) {
    for (const Model model : models) {
        Machine machine = looping(model, reads.code);
        machine.poke(0xD011, 0x0B);
        EXPECT_EQ(stolen_in_a_frame(machine, reads), 0);
    }
}

/// Writes pass while BA is already low, one in a row or two here. How often they meet depends on
/// how the loop lies on the lines; for such a loop 42.888 was measured on PAL and 42.82 on NTSC.
TEST(Stealing, AWritingLoopLosesALittleLess) {
    for (const Model model : {Model::pal, Model::ntsc}) {
        for (const Loop& loop : {writes, writes_and_counts}) {
            const double each = stolen_in_a_frame(looping(model, loop.code), loop) / 25;
            EXPECT_GT(each, 42.5);
            EXPECT_LT(each, 42.9);
        }
    }
}

TEST(Stealing, AdjacentSpritesCostTwoCyclesEachAndThreeTogether) {
    for (const Model model : models) {
        for (unsigned first = 0; first < 8; ++first) {
            for (unsigned count = 1; first + count <= 8; ++count) {
                Machine machine = looping(model, reads.code);
                machine.poke(0xD011, 0x0B);
                for (unsigned n = 0; n < 8; ++n) {
                    machine.poke(static_cast<Address>(0xD001 + 2 * n), 100);
                }
                machine.poke(0xD015, static_cast<Byte>(((1U << count) - 1) << first));
                EXPECT_EQ(stolen_in_a_frame(machine, reads), 21 * (2 * count + 3))
                    << count << " from sprite " << first;
                machine.poke(0xD017, 0xFF);
                EXPECT_EQ(stolen_in_a_frame(machine, reads), 42 * (2 * count + 3));
            }
        }
    }
}

TEST(Stealing, SpritesWithAGapOfOneShareTheirWindow) {
    // Sprites 0 and 2: five cycles each, of which one is common; 0 and 3 have a cycle between.
    const std::array<std::pair<int, int>, 3> costs{{{0x05, 9}, {0x09, 10}, {0x55, 17}}};
    for (const auto& [enabled, cost] : costs) {
        Machine machine = looping(Model::pal, {0xEA});
        machine.poke(0xD011, 0x0B);
        for (unsigned n = 0; n < 8; ++n) machine.poke(static_cast<Address>(0xD001 + 2 * n), 100);
        machine.poke(0xD015, static_cast<Byte>(enabled));
        EXPECT_EQ(stolen_in_a_frame(machine, {{}, 5}), 21 * cost) << enabled;
    }
}

/// Cycles of a long routine without writes that counts X, Y and A up, 16.8 million on its own.
double cycles_of_counting(Model model, Timing timing, int control) {
    Machine machine = booted(model);
    put(machine, at, {0xA9, 0x00, 0xA0, 0x00, 0xA2, 0x00, 0xE8, 0xD0, 0xFD, 0xC8,
                      0xD0, 0xF8, 0x18, 0x69, 0x01, 0xC9, 0x33, 0xD0, 0xF1, 0x60});
    machine.poke(0xD011, static_cast<Byte>(control));
    machine.run(2 * machine.frame_cycles());
    machine.set_timing(timing);
    const CallResult result = machine.call(at);
    EXPECT_TRUE(result.returned());
    return static_cast<double>(result.cycles);
}

TEST(Stealing, ASpriteSwitchedOnBeforeABadlineMakesItsStallLonger) {
    // ldy #$5a, dey, bne, eor #1, sta $d015
    const std::vector<Byte> code{0xA0, 0x5A, 0x88, 0xD0, 0xFD, 0x49, 0x01, 0x8D, 0x15, 0xD0};
    for (unsigned y = 0x32; y < 0xF8; y += 8) {
        Machine exact = looping(Model::pal, code);
        exact.poke(0xD001, static_cast<Byte>(y | (exact.peek(0xD011) & 7)));
        Machine fast = exact;
        exact.cpu.core = emu::Core::exact;
        fast.cpu.core = emu::Core::interpreter;
        for (Machine* const machine : {&exact, &fast}) {
            machine->cpu.run(machine->board, machine->cpu.cycle + 40 * machine->frame_cycles());
        }
        EXPECT_EQ(fast.cpu.cycle, exact.cpu.cycle) << y;
        EXPECT_EQ(fast.cpu.registers, exact.cpu.registers) << y;
    }
}

TEST(Profiles, RatiosToTheProcessorAloneAreThoseMeasuredOnAC64) {
    struct Row {
        Model model;
        double stock, badlines, interrupts;
    };
    for (const Row& row :
         {Row{Model::pal, 1.0731, 1.0580, 1.0136}, {Model::ntsc, 1.0819, 1.0670, 1.0130}}) {
        const double alone = cycles_of_counting(row.model, Timing::cpu, 0x1B);
        EXPECT_GT(alone, 16e6);
        EXPECT_EQ(cycles_of_counting(row.model, Timing::badlines, 0x0B), alone);
        for (const auto& [timing, control, ratio] : {std::tuple{Timing::stock, 0x1B, row.stock},
                                                     {Timing::badlines, 0x1B, row.badlines},
                                                     {Timing::stock, 0x0B, row.interrupts}}) {
            const double measured = cycles_of_counting(row.model, timing, control) / alone;
            EXPECT_NEAR(measured, ratio, ratio * 0.001);
            RecordProperty(fmt::format("ratio to {}", ratio), std::to_string(measured));
        }
    }
}

TEST(Profiles, TheProcessorsTimeIsThatOfAMachineThatWasNeverSlow) {
    Machine machine = booted(), other = booted();
    put(machine, at, {0xA2, 0x00, 0xE8, 0xD0, 0xFD, 0x60});
    put(other, at, {0xA2, 0x00, 0xE8, 0xD0, 0xFD, 0x60});
    machine.set_timing(Timing::stock);
    machine.run(100'000);
    machine.set_timing(Timing::cpu);
    EXPECT_EQ(machine.call(at).cycles, other.call(at).cycles);
}

TEST(Stealing, DenInTheLastCycleOfLine30MakesTheFramesBadlines) {
    for (const Model model : models) {
        const VideoTiming timing = timing_of(model);
        for (const unsigned late : {0U, 1U}) {
            Vic vic(model);
            vic.connect_ba(true, 0);
            const Cycle last = Cycle{0x31} * timing.line_cycles - 1;
            vic.write(0x11, 0x1B, last + late);
            const Cycle line = 0x33 + (late != 0 ? timing.lines : 0);
            EXPECT_EQ(vic.ba_low().from, line * timing.line_cycles + 11);
        }
    }
}

}  // namespace
}  // namespace ryg
