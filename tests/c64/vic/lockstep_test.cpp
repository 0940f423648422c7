// The lazy VIC-II beside one that counts every cycle, under random writes at random times.
#include <algorithm>
#include <gtest/gtest.h>
#include <random>

#include "c64/board/machine.hpp"
#include "tests/c64/vic/naive.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using vic_test::NaiveVic;

constexpr std::array models{Model::pal, Model::ntsc, Model::ntsc_old};

struct Write {
    unsigned index;
    Byte value;
};

/// Writes that often matter: lines near the beam, DEN mostly on, few sprites at a time.
struct Writer {
    std::minstd_rand random;

    unsigned below(unsigned n) { return static_cast<unsigned>(random() >> 8) % n; }
    Byte byte() { return static_cast<Byte>(below(256)); }
    Byte near(unsigned line) { return static_cast<Byte>(line + below(6) - 1); }

    Write next(unsigned line) {
        switch (below(10)) {
            case 0:
            case 1: {
                const unsigned scroll = below(2) == 0 ? line & 7 : below(8);
                const unsigned den = below(4) != 0 ? 0x10 : 0;
                return {0x11, static_cast<Byte>(scroll | den | (below(8) == 0 ? 0x80 : 0))};
            }
            case 2: return {0x12, near(line)};
            case 3: return {0x15, static_cast<Byte>(byte() & byte())};
            case 4: return {0x17, byte()};
            case 5: return {0x19, 0x0F};
            case 6: return {0x1A, static_cast<Byte>(below(4) == 0 ? 0 : 1)};
            default: return {2 * below(8) + 1, near(line)};
        }
    }
    Cycle pause() {
        switch (below(6)) {
            case 0: return 1;
            case 1: return 1 + below(8);
            case 2: return 1 + below(64);
            case 3:
            case 4: return 1 + below(700);
            default: return 1 + below(30'000);
        }
    }
};

void expect_lockstep(Model model, unsigned seed, Cycle cycles) {
    Writer writer{std::minstd_rand(seed)};
    NaiveVic naive(model);
    Vic lazy(model);
    lazy.connect_ba(true, 0);
    Cycle next_write = writer.pause();
    for (Cycle now = 0; now < cycles; ++now) {
        naive.step();
        if (now >= std::min(lazy.next_interrupt(), lazy.ba_low().to)) lazy.catch_up(now);
        const bool ba_low = lazy.ba_low().from <= now && now < lazy.ba_low().to;
        const bool irq_low = lazy.interrupt() && lazy.interrupt_since() <= now;
        ASSERT_EQ(ba_low, naive.ba_low) << "seed " << seed << " cycle " << now;
        ASSERT_EQ(irq_low, naive.irq_low) << "seed " << seed << " cycle " << now;
        ASSERT_EQ(lazy.raster_line(now), naive.counter) << "seed " << seed << " cycle " << now;
        if (now != next_write) continue;
        next_write += writer.pause();
        const Write write = writer.next(naive.counter);
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
                lazy.catch_up(now);
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

/// Instructions of all shapes: reads, writes, stack, calls, registers of the chip.
std::vector<Byte> random_program(Writer& writer, std::size_t length, bool sprites) {
    std::vector<Byte> code;
    const auto add = [&code](std::initializer_list<unsigned> bytes) {
        for (const unsigned byte : bytes) code.push_back(static_cast<Byte>(byte));
    };
    constexpr std::array<unsigned, 8> chip{0x11, 0x21, 0x15, 0x17, 0x01, 0x05, 0x0B, 0x0F};
    while (code.size() < length) {
        const unsigned r = chip[writer.below(sprites ? 8 : 2)];
        switch (writer.below(14)) {
            case 0: add({0xEA}); break;                                            // nop
            case 1: add({0xBD, 0xF0, 0x20}); break;                                // lda $20f0,x
            case 2: add({0xEE, 0x00, 0x20}); break;                                // inc $2000
            case 3: add({0x48, 0x68}); break;                                      // pha, pla
            case 4: add({0x9D, 0x00, 0x21}); break;                                // sta $2100,x
            case 5: add({0x91, 0xFB}); break;                                      // sta ($fb),y
            case 6: add({0xAE, 0x12, 0xD0}); break;                                // ldx $d012
            case 7: add({0x8E, r, 0xD0}); break;                                   // stx chip
            case 8: add({0xEE, r, 0xD0}); break;                                   // inc chip
            case 9: add({0xA9, 0x18 + writer.below(8), 0x8D, 0x11, 0xD0}); break;  // DEN
            case 10: add({0xA9, 1U << writer.below(8), 0x8D, sprites ? 0x15U : 0x21U, 0xD0}); break;
            case 11: add({0x20, 0x00, 0x30}); break;                    // jsr $3000
            case 12: add({0xAD, 0x12, 0xD0, 0x99, 0x00, 0x22}); break;  // lda $d012, sta $2200,y
            default: add({0xE6, 0x80}); break;                          // inc $80
        }
    }
    return code;
}

TEST(VicLockstep, TheWholeMachineTakesTheCyclesThatRdyMakesItTake) {
    for (unsigned seed = 1; seed <= 24; ++seed) {
        Writer writer{std::minstd_rand(seed)};
        Machine machine(models[seed % 3]);
        machine.cpu.cycle = 1;
        machine.poke(0, 0x2F);
        machine.poke(1, 0x35);
        auto code = random_program(writer, 3000, seed % 2 == 0);
        for (const unsigned byte : {0x4CU, 0x00U, 0x10U}) code.push_back(static_cast<Byte>(byte));
        std::ranges::copy(code, machine.ram().begin() + 0x1000);
        machine.ram()[0xFC] = 0x22;
        machine.ram()[0x3000] = 0x60;
        machine.set_timing(Timing::badlines);
        machine.cpu.registers = {.pc = 0x1000, .s = 0xFF, .p = emu::Flag::I | emu::Flag::unused};

        NaiveBoard naive{.ram = {}, .vic = NaiveVic(models[seed % 3])};
        std::ranges::copy(machine.ram(), naive.ram.begin());
        emu::Cpu cpu = machine.cpu;
        for (int part = 0; part < 60; ++part) {
            const Cycle end = cpu.cycle + 9'000 + writer.below(3000);
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
        Writer writer{std::minstd_rand(seed)};
        Machine machine(models[seed % 3]);
        machine.boot();
        machine.set_timing(Timing::stock);
        auto code = random_program(writer, 3000, seed % 4 == 0);
        for (const unsigned byte : {0xADU, 0x0DU, 0xDDU, 0x4CU, 0x00U, 0x40U}) {  // $dd0d
            code.push_back(static_cast<Byte>(byte));
        }
        std::ranges::copy(code, machine.ram().begin() + 0x4000);
        machine.ram()[0xFC] = 0x22;
        machine.ram()[0x3000] = 0x60;
        machine.poke(0xDD04, static_cast<Byte>(100 + seed));
        machine.poke(0xDD05, static_cast<Byte>(seed));
        machine.poke(0xDD0D, 0x81);
        machine.poke(0xDD0E, 0x11);
        machine.start_at(0x4000);
        Machine steps = machine;
        for (int part = 0; part < 40; ++part) {
            const Cycle end = machine.cpu.cycle + 9'000 + writer.below(3000);
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
