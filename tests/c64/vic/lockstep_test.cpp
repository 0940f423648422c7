// The lazy VIC-II beside one that counts every cycle, under random writes at random times.
#include <algorithm>

#include "tests/c64/vic/naive.hpp"
#include "tests/support/c64_testing.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using vic_test::NaiveVic;

struct Write {
    unsigned index;
    Byte value;
};

/// Writes that often matter: lines near the beam, DEN mostly on, few sprites at a time.
Write random_write(tests::Dice& dice, unsigned line) {
    const auto near = static_cast<Byte>(line + dice(6) - 1);
    switch (dice(10)) {
        case 0:
        case 1: {
            const unsigned scroll = dice(2) == 0 ? line & 7 : dice(8);
            const unsigned den = dice(4) != 0 ? 0x10 : 0;
            return {0x11, static_cast<Byte>(scroll | den | (dice(8) == 0 ? 0x80 : 0))};
        }
        case 2: return {0x12, near};
        case 3: return {0x15, static_cast<Byte>(dice.byte() & dice.byte())};
        case 4: return {0x17, dice.byte()};
        case 5: return {0x19, 0x0F};
        case 6: return {0x1A, static_cast<Byte>(dice(4) == 0 ? 0 : 1)};
        default: return {2 * dice(8) + 1, near};
    }
}
Cycle random_pause(tests::Dice& dice) {
    constexpr std::array most{1U, 8U, 64U, 700U, 700U, 30'000U};
    return 1 + dice(most[dice(most.size())]);
}

void expect_lockstep(Model model, unsigned seed, Cycle cycles) {
    tests::Dice dice(seed);
    NaiveVic naive(model);
    Vic lazy(model);
    lazy.connect_ba(true, 0);
    Cycle next_write = random_pause(dice);
    for (Cycle now = 0; now < cycles; ++now) {
        naive.step();
        lazy.release_bus(now);
        if (now >= lazy.next_interrupt()) lazy.catch_up(now);
        const bool ba_low = lazy.ba_low().from <= now && now < lazy.ba_low().to;
        const bool irq_low = lazy.interrupt() && lazy.interrupt_since() <= now;
        ASSERT_EQ(ba_low, naive.ba_low) << "seed " << seed << " cycle " << now;
        ASSERT_EQ(irq_low, naive.irq_low) << "seed " << seed << " cycle " << now;
        ASSERT_EQ(lazy.raster_line(now), naive.counter) << "seed " << seed << " cycle " << now;
        if (now != next_write) continue;
        next_write += random_pause(dice);
        const Write write = random_write(dice, naive.counter);
        for (const unsigned index : {0x11U, 0x12U, 0x19U, 0x1AU}) {
            ASSERT_EQ(lazy.read(index, now), naive.read(index)) << index << " cycle " << now;
        }
        naive.write(write.index, write.value);
        lazy.write(write.index, write.value, now);
    }
}

TEST(VicLockstep, BusRasterAndInterruptAreInEveryCycleAsTheRulesSay) {
    for (const Model model : models) {
        for (unsigned seed = 1; seed <= 12; ++seed) expect_lockstep(model, seed, 250'000);
    }
}

TEST(VicLockstep, SpritesThatNobodyAsksForAreWhereTheyWouldBe) {
    for (const Model model : models) {
        const Cycle frame = timing_of(model).frame_cycles();
        for (const unsigned y : {0U, 3U, 50U, 55U, 100U, 250U, 255U}) {
            Vic lazy(model);
            NaiveVic naive(model);
            const auto write = [&](unsigned index, unsigned value, Cycle now) {
                lazy.write(index, static_cast<Byte>(value), now);
                naive.write(index, static_cast<Byte>(value));
            };
            Cycle now = 0;
            for (; now < 1000; ++now) naive.step();
            write(1, y, now);
            write(9, y, now);
            write(0x15, 0x11, now);
            write(0x17, 0x10, now);
            for (; now < 1000 + 7 * frame + 20 * 63; ++now) naive.step();
            lazy.connect_ba(true, now);  // the last step was of the cycle before
            for (const Cycle end = now + frame; now < end; ++now) {
                naive.step();
                lazy.release_bus(now);
                ASSERT_EQ(lazy.ba_low().from <= now, naive.ba_low) << "y " << y << " at " << now;
            }
        }
    }
}

/// 64 KB of RAM, the naive chip, and RDY taken literally.
struct NaiveBoard {
    std::array<Byte, 0x10000> ram;
    NaiveVic vic;
    Cycle stepped = 0;

    void step_to(Cycle now) {
        for (; stepped <= now; ++stepped) vic.step();
    }
    Byte read(Address address, Cycle& now) {
        step_to(now);
        while (vic.ba_low) step_to(++now);
        return address >> 10 == 0xD000 >> 10 ? vic.read(address & 0x3F) : ram[address];
    }
    void write(Address address, Byte value, Cycle now) {
        step_to(now);
        if (address >> 10 == 0xD000 >> 10) {
            vic.write(address & 0x3F, value);
        } else {
            ram[address] = value;
        }
    }
};

/// Instructions of all shapes, some 3000 bytes, and a JMP to their start; with the subroutine and
/// the pointer that they use.
void put_random_program(Machine& machine, Address at, tests::Dice& dice, bool sprites,
                        std::vector<Byte> end = {}) {
    std::vector<Byte> code;
    constexpr std::array<unsigned, 8> chip{0x11, 0x21, 0x15, 0x17, 0x01, 0x05, 0x0B, 0x0F};
    while (code.size() < 3000) {
        const unsigned r = chip[dice(sprites ? 8 : 2)];
        const std::vector<unsigned> instructions[]{
            {0xEA},                                    // nop
            {0xBD, 0xF0, 0x20},                        // lda $20f0,x
            {0xEE, 0x00, 0x20},                        // inc $2000
            {0x48, 0x68},                              // pha, pla
            {0x9D, 0x00, 0x21},                        // sta $2100,x
            {0x91, 0xFB},                              // sta ($fb),y
            {0xAE, 0x12, 0xD0},                        // ldx $d012
            {0x8E, r, 0xD0},                           // stx chip
            {0xEE, r, 0xD0},                           // inc chip
            {0xA9, 0x18 + dice(8), 0x8D, 0x11, 0xD0},  // DEN
            {0xA9, 1U << dice(8), 0x8D, sprites ? 0x15U : 0x21U, 0xD0},
            {0x20, 0x00, 0x30},                    // jsr $3000
            {0xAD, 0x12, 0xD0, 0x99, 0x00, 0x22},  // lda $d012, sta $2200,y
            {0xE6, 0x80},                          // inc $80
        };
        for (const unsigned byte : instructions[dice(std::size(instructions))]) {
            code.push_back(static_cast<Byte>(byte));
        }
    }
    code.insert(code.end(), end.begin(), end.end());
    for (const Byte byte : {Byte{0x4C}, emu::low(at), emu::high(at)}) code.push_back(byte);
    std::ranges::copy(code, machine.ram().begin() + at);
    machine.ram()[0xFC] = 0x22;
    machine.ram()[0x3000] = 0x60;
}

TEST(VicLockstep, TheWholeMachineTakesTheCyclesThatRdyMakesItTake) {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        tests::Dice dice(seed);
        Machine machine(models[seed % models.size()]);
        machine.cpu.cycle = 1;
        machine.poke(0, 0x2F);
        machine.poke(1, 0x35);
        put_random_program(machine, 0x1000, dice, seed % 2 == 0);
        machine.set_timing(Timing::badlines);
        machine.cpu.registers = {.pc = 0x1000, .s = 0xFF, .p = emu::Flag::I | emu::Flag::unused};

        NaiveBoard naive{.ram = {}, .vic = NaiveVic(models[seed % models.size()])};
        std::ranges::copy(machine.ram(), naive.ram.begin());
        emu::Cpu cpu = machine.cpu;
        for (int part = 0; part < 60; ++part) {
            const Cycle end = cpu.cycle + 9'000 + dice(3000);
            machine.cpu.run(machine.board, end);
            cpu.run(naive, end);
            ASSERT_EQ(machine.cpu.cycle, cpu.cycle) << "seed " << seed << " part " << part;
            ASSERT_EQ(machine.cpu.registers, cpu.registers) << "seed " << seed;
        }
    }
}

/// Timers, raster and NMI come in any cycle of a badline; keys are scanned, the clock goes on.
TEST(VicLockstep, AStockMachineThatRunsIsWhereOneThatStepsIs) {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        tests::Dice dice(seed);
        Machine machine(models[seed % models.size()]);
        machine.boot();
        machine.set_timing(Timing::stock);
        put_random_program(machine, 0x4000, dice, seed % 4 == 0, {0xAD, 0x0D, 0xDD});  // lda $dd0d
        machine.poke(0xDD04, static_cast<Byte>(100 + seed));
        machine.poke(0xDD05, static_cast<Byte>(seed));
        poke(machine, {{0xDD0D, 0x81}, {0xDD0E, 0x11}});
        machine.start_at(0x4000);
        Machine steps = machine;
        for (int part = 0; part < 40; ++part) {
            const Cycle end = machine.cpu.cycle + 9'000 + dice(3000);
            machine.cpu.run(machine.board, end);
            while (steps.cpu.cycle < end) steps.cpu.step(steps.board);
            ASSERT_EQ(machine.cpu, steps.cpu) << "seed " << seed << " part " << part;
        }
        EXPECT_TRUE(std::ranges::equal(machine.ram(), steps.ram()));
        EXPECT_NE(machine.peek(0xA2), 0);
    }
}

}  // namespace
}  // namespace ryg
