// The memory map: 32 modes, the processor port, RAM under ROM.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "c64/board/board.hpp"
#include "emu/cpu.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using emu::Cycle;

/// Who answers at $1000, $8000, $a000, $c000, $d000, $e000, as one letter each: (r)am, (b)asic,
/// (k)ernal, (c)haracters, (i)/o, rom(l), rom(h), (-) nothing. Typed in from the published list of
/// modes, not from c64/board/pla.hpp.
constexpr std::array<std::string_view, 32> published = {
    "rrrrrr", "rrrrrr", "rrhrck", "rlhrck", "rrrrrr", "rrrrir", "rrhrik", "rlhrik",
    "rrrrrr", "rrrrcr", "rrrrck", "rlbrck", "rrrrrr", "rrrrir", "rrrrik", "rlbrik",
    "-l--ih", "-l--ih", "-l--ih", "-l--ih", "-l--ih", "-l--ih", "-l--ih", "-l--ih",
    "rrrrrr", "rrrrcr", "rrrrck", "rrbrck", "rrrrrr", "rrrrir", "rrrrik", "rrbrik"};
constexpr std::array<Address, 6> blocks = {0x1000, 0x8000, 0xA000, 0xC000, 0xD000, 0xE000};
constexpr std::array<Address, 6> block_ends = {0x7FFF, 0x9FFF, 0xBFFF, 0xCFFF, 0xDFFF, 0xFFFF};

struct Bench {
    Board board{Model::pal};
    Cycle now = 0;

    Byte read(Address address) {
        ++now;
        return board.read(address, now);
    }
    void write(Address address, Byte value) { board.write(address, value, ++now); }
    void drive(Byte direction, Byte value) {
        write(0, direction);
        write(1, value);
    }

    /// Lines as the number of a mode; the port drives its three.
    void choose(unsigned mode) {
        board.set_cartridge_lines((mode & 16) != 0, (mode & 8) != 0);
        drive(0x2F, static_cast<Byte>(0x30 | (mode & 7)));
    }
};

/// A board whose ROMs each consist of the letter that stands for them.
Bench lettered() {
    Bench bench;
    for (const auto& [rom, letter] : {std::pair{Rom::kernal, 'k'},
                                      {Rom::basic, 'b'},
                                      {Rom::chargen, 'c'},
                                      {Rom::roml, 'l'},
                                      {Rom::romh, 'h'}}) {
        bench.board.install(rom, std::vector<Byte>(size_of(rom), static_cast<Byte>(letter)));
    }
    for (std::size_t i = 2; i < 0x10000; ++i) bench.board.ram()[i] = 'r';
    return bench;
}

TEST(Banking, EveryModeReadsWhatThePublishedListSays) {
    Bench bench = lettered();
    for (unsigned mode = 0; mode < 32; ++mode) {
        bench.choose(mode);
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            for (const Address address : {blocks[block], block_ends[block]}) {
                const char expected = published[mode][block];
                if (expected == 'i') {
                    EXPECT_EQ(bench.read(0xD020) & 0xF0, 0xF0) << "mode " << mode;
                    continue;
                }
                if (expected == '-') {  // what the VIC-II reads there: RAM, or the upper ROM
                    const Byte open = bench.read(address);
                    EXPECT_TRUE(open == 'h' || open == 'r') << "mode " << mode;
                    continue;
                }
                const auto value = static_cast<Byte>(expected);
                EXPECT_EQ(bench.read(address), value) << "mode " << mode << " at " << address;
                EXPECT_EQ(bench.board.peek(address, bench.now), value);
            }
        }
        EXPECT_EQ(bench.read(0x0FFF), 'r') << "mode " << mode;
    }
}

TEST(Banking, CodeIsFetchedFromWhereDataIsReadAndNeverAcrossAChange) {
    Bench bench = lettered();
    for (unsigned mode = 0; mode < 32; ++mode) {
        bench.choose(mode);
        std::string owner(0x1000, 'r');
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            owner.resize(block_ends[block] + 1U, published[mode][block]);
        }
        for (unsigned pc = 2; pc < 0x10000; ++pc) {
            const Byte* code = bench.board.code(static_cast<Address>(pc));
            const std::string owners = owner.substr(pc, 3);
            const bool plain = pc <= 0xFFFC && owners.find_first_of("i-") == owners.npos;
            if (!plain) {
                ASSERT_EQ(code, nullptr) << "mode " << mode << " pc " << pc;
            } else if ((pc & 0xFF) <= 0xFC) {
                ASSERT_NE(code, nullptr) << "mode " << mode << " pc " << pc;
            }
            for (unsigned i = 0; code != nullptr && i < 3; ++i) {
                ASSERT_EQ(code[pc + i], static_cast<Byte>(owners[i]))
                    << "mode " << mode << " " << pc;
            }
        }
    }
}

TEST(Banking, WritesUnderRomGoToRamAndIoTakesThemAway) {
    for (unsigned mode = 0; mode < 32; ++mode) {
        Bench bench = lettered();
        bench.choose(mode);
        const bool ultimax = mode >= 16 && mode < 24;
        for (std::size_t block = 0; block < blocks.size(); ++block) {
            bench.write(blocks[block], 0x55);
            const bool reaches_ram = !ultimax && published[mode][block] != 'i';
            EXPECT_EQ(bench.board.ram()[blocks[block]], reaches_ram ? 0x55 : 'r')
                << "mode " << mode << " at " << blocks[block];
        }
        bench.write(0x0800, 0x55);
        EXPECT_EQ(bench.board.ram()[0x0800], 0x55);
    }
}

TEST(Banking, ColourRamAndOpenAddressesAreThereWithIoAloneAndTheRamBelowThemWithoutIt) {
    for (unsigned mode = 0; mode < 32; ++mode) {
        Bench bench = lettered();
        bench.choose(31);
        for (const Address at : {Address{0xD800}, Address{0xDBFF}}) bench.write(at, 0x02);
        bench.choose(mode);
        const bool io = published[mode][4] == 'i', rom = published[mode][4] == 'c';
        for (const Address at : std::array<Address, 4>{0xD800, 0xDBFF, 0xDE00, 0xDFFF}) {
            const bool is_colour = at < 0xDC00;
            bench.write(at, 0x5C);
            EXPECT_EQ(bench.board.ram()[at], io ? 'r' : 0x5C) << mode << " " << at;
            const Byte got = bench.read(at);
            const Byte bus = bench.board.peek(0xDE80, bench.now);
            EXPECT_EQ(got, rom         ? 'c'
                           : !io       ? 0x5C
                           : is_colour ? (bus & 0xF0) | 0x0C
                                       : bus)
                << mode << " " << at;
            if (is_colour) {
                EXPECT_EQ(bench.board.colour_ram()[at & 0x3FF], io ? 0x0C : 0x02) << mode;
            }
        }
    }
}

TEST(Banking, BasicThatIsNotThereIsJamOpcodes) {
    Bench bench;
    bench.choose(31);
    EXPECT_EQ(bench.read(0xA000), 0x02);
    EXPECT_EQ(bench.read(0xBFFF), 0x02);
}

TEST(Banking, ColourRamHasFourBitsAndMirrorsRepeatTheChips) {
    Bench bench;
    bench.choose(31);
    bench.write(0xD800, 0xA5);
    EXPECT_EQ(bench.read(0xD800) & 0x0F, 0x05);
    EXPECT_EQ(bench.board.colour_ram()[0], 0x05);
    bench.write(0xD020, 0x03);
    EXPECT_EQ(bench.read(0xD3E0), 0xF3);  // every $40
    bench.write(0xDC02, 0x5A);
    EXPECT_EQ(bench.read(0xDCF2), 0x5A);  // every $10
    EXPECT_EQ(bench.read(0xD03F), 0xFF);
    EXPECT_EQ(bench.read(0xD419), 0xFF);
}

TEST(Port, AfterResetAllLinesArePulledUpAndIoinitsWritesReadAs37) {
    Bench bench;
    EXPECT_EQ(bench.read(0), 0x00);
    EXPECT_EQ(bench.read(1), 0x17);
    bench.write(0, 0xFF);
    EXPECT_EQ(bench.read(1), 0x00);
    Bench ioinit;
    ioinit.write(1, 0xE7);
    ioinit.write(0, 0x2F);
    EXPECT_EQ(ioinit.read(0), 0x2F);
    EXPECT_EQ(ioinit.read(1), 0x37);
    EXPECT_EQ(ioinit.board.read_low(1), 0x37);
}

TEST(Port, InputsReadTheirPinsAndOutputsTheirLatch) {
    for (unsigned value = 0; value < 256; ++value) {
        for (unsigned direction = 0; direction < 256; ++direction) {
            Bench bench;
            bench.write(1, static_cast<Byte>(value));
            bench.write(0, static_cast<Byte>(direction));
            const unsigned expected = (value & direction) | (0x17U & ~direction);
            ASSERT_EQ(bench.read(1), expected) << value << " " << direction;
        }
    }
}

TEST(Port, BitThreeKeepsTheLevelItWasLastDrivenTo) {
    Bench bench;
    bench.drive(0x08, 0x08);
    bench.write(0, 0x00);
    EXPECT_EQ(bench.read(1) & 0x08, 0x08);
    bench.write(1, 0x00);  // an input: the pin does not care
    EXPECT_EQ(bench.read(1) & 0x08, 0x08);
    bench.write(0, 0x08);
    bench.write(0, 0x00);
    EXPECT_EQ(bench.read(1) & 0x08, 0x00);
}

TEST(Port, BitsSixAndSevenFadeAfterTheirTime) {
    Bench bench;
    bench.drive(0xC0, 0xC0);
    bench.write(0, 0x00);
    EXPECT_EQ(bench.read(1), 0xD7);
    const Cycle fades = bench.now + bench.board.port.fade_cycles - 1;
    EXPECT_EQ(bench.board.next_event(), fades);
    Cycle now = fades - 1;
    EXPECT_EQ(bench.board.read(1, now), 0xD7);
    now = fades;
    EXPECT_EQ(bench.board.read(1, now), 0x17);
}

TEST(Port, EachOfTheTwoFadesByItself) {
    Bench bench;
    bench.drive(0xC0, 0xC0);
    bench.write(0, 0x40);  // bit 7 is let go of
    const Cycle fades = bench.now + bench.board.port.fade_cycles;
    bench.now += bench.board.port.fade_cycles / 2;
    bench.write(0, 0x00);
    EXPECT_EQ(bench.read(1), 0xD7);
    const Cycle later = bench.now - 1 + bench.board.port.fade_cycles;
    for (const auto& [cycle, level] :
         {std::pair{fades - 1, 0xD7}, {fades, 0x57}, {later - 1, 0x57}, {later, 0x17}}) {
        Cycle now = cycle;
        EXPECT_EQ(bench.board.read(1, now), level) << cycle;
    }
}

TEST(Port, RamBelowThePortGetsTheBusAndNotTheValue) {
    Bench bench;
    bench.board.ram()[0x3FFF] = 0xA5;
    bench.now = 15;  // after the refresh
    bench.drive(0x2F, 0x35);
    EXPECT_EQ(bench.board.ram_below_port(), (std::array<Byte, 2>{0xA5, 0xA5}));
    std::ranges::copy(std::array<Byte, 4>{0xA9, 0x36, 0x85, 0x01}, &bench.board.ram()[0x1000]);
    emu::Cpu cpu;
    cpu.jump(0x1000);  // lda #$36, sta $01 in the fast loop
    cpu.cycle = ++bench.now;
    cpu.run(bench.board, cpu.cycle + 3);
    bench.now = cpu.cycle;
    EXPECT_EQ(bench.read(1), 0x36);
    EXPECT_EQ(bench.board.mode(), modes[30]);
}

}  // namespace
}  // namespace ryg
