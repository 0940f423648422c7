// What the VIC-II reads in each cycle, which is what the processor finds on an open bus.
#include <array>
#include <random>
#include <string>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

/// A line as the literature draws it: g characters, r refresh, i idle, digits sprite pointers.
std::string line_of(Model model) {
    const std::string characters(40, 'g');
    switch (model) {
        case Model::ntsc: return "i4i5i6i7iirrrrr" + characters + "iii0i1i2i3";
        case Model::ntsc_old: return "3i4i5i6i7irrrrr" + characters + "iii0i1i2i";
        case Model::pal: break;
    }
    return "3i4i5i6i7irrrrr" + characters + "ii0i1i2i";
}

/// The rules, counted cycle by cycle; without sprites.
struct Naive {
    Model model;
    std::string line = line_of(model);
    std::size_t x = 0;
    unsigned y = 0, vc = 0, base = 0, row = 0, refresh = 0xFF;
    bool den_seen = false, displays = false, begun = false;
    Byte control = 0, memory = 0;

    [[nodiscard]] unsigned wired() const { return (control & 0x40) != 0 ? 0x39FF : 0x3FFF; }

    VicRead step() {
        if (begun && ++x == line.size()) {
            x = 0;
            if (++y == timing_of(model).lines) y = 0;
        }
        begun = true;
        if (x == 0 && y == 0) {
            base = 0;
            refresh = 0xFF;
            den_seen = false;
        }
        if (y == 0x30 && (control & 0x10) != 0) den_seen = true;
        const bool bad = den_seen && y >= 0x30 && y <= 0xF7 && (y & 7) == (control & 7U);
        if (bad) displays = true;
        if (x + 1 == 14) {
            vc = base;
            if (bad) row = 0;
        }
        const VicRead read = access();
        if (x + 1 == 58) {
            if (row == 7) {
                displays = bad;
                base = vc;
            }
            if (displays) row = (row + 1) % 8;
        }
        return read;
    }

    VicRead access() {
        VicRead read;
        const char kind = line[x];
        const unsigned matrix = (memory >> 4) * 0x400U;
        if (kind == 'r') read.address = static_cast<Address>(0x3F00 + refresh-- % 256);
        if (kind >= '0' && kind <= '7') {
            read.address = static_cast<Address>(matrix + 0x3F8 + static_cast<unsigned>(kind - '0'));
        }
        if (kind != 'g') return read;
        read.wired = static_cast<Address>(wired());
        if (!displays) return read;
        read.address = static_cast<Address>((memory & 8U) * 0x400 + vc * 8 + row);
        if ((control & 0x20) == 0) {
            read.address = static_cast<Address>((memory & 0x0EU) * 0x400 + row);
            read.times = 8;
            read.code = static_cast<Address>(matrix + vc);
        }
        vc = (vc + 1) % 1024;
        return read;
    }
};

TEST(OpenBus, ReadsAreThoseOfTheRulesHoweverSeldomOneLooks) {
    for (const Model model : models) {
        std::mt19937 random(static_cast<unsigned>(model) + 1);
        Vic vic(model);
        Naive naive{model};
        const auto often = [&](unsigned seldom) { return random() % seldom == 0; };
        for (Cycle now = 0; now < 40 * vic.frame_cycles(); ++now) {
            const VicRead expected = naive.step();
            const bool quiet = now / vic.frame_cycles() % 16 > 8;  // long gaps
            if (often(quiet ? 100'000 : 50)) {
                const VicRead got = vic.read_by_chip(now);
                ASSERT_EQ(got.address & got.wired, expected.address & expected.wired) << now;
                ASSERT_EQ(got.times, expected.times) << now;
                ASSERT_EQ(got.code, expected.code) << now;
            }
            if (!quiet && often(3'000)) {
                naive.control =
                    often(3) ? static_cast<Byte>(random()) : static_cast<Byte>(0x18 | random() % 8);
                vic.write(0x11, naive.control, now);
            }
            if (!quiet && often(20'000)) {
                naive.memory = static_cast<Byte>(random());
                vic.write(0x18, naive.memory, now);
            }
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
    machine.poke(0xD005, 150);
    machine.poke(0xD015, 0x04);
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
