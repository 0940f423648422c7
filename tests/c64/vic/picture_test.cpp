// What the VIC-II draws: characters, all modes, scrolling, sprites, splits, and what collides.
#include "c64/vic/picture.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

TEST(Glyphs, EachIsADrawingOfItsOwnAndHasItsReverse) {
    const auto rom = drawn_characters();
    EXPECT_EQ(rom[0], 0x3C) << "programs look for it";
    for (std::size_t set = 0; set < 2; ++set) {
        std::set<std::string> seen;
        for (std::size_t code = 0; code < 128; ++code) {
            std::string glyph;
            for (std::size_t row = 0; row < 8; ++row) {
                const Byte points = rom[set * 2048 + code * 8 + row];
                EXPECT_EQ(rom[set * 2048 + (code + 128) * 8 + row], points ^ 0xFF);
                glyph += static_cast<char>(points);
            }
            const bool blank = code == 32 || code == 96;
            EXPECT_EQ(glyph == std::string(8, '\0'), blank) << code;
            seen.insert(glyph);
        }
        // Drawn alike: two blanks, and thin lines that stand for two codes.
        EXPECT_GE(seen.size(), 120U) << "set " << set;
    }
}

TEST(Picture, ShowsACharacterInItsColourOnTheBackground) {
    Machine machine = booted();
    print(machine, "\x93\x05 A");
    poke(machine, {{0xD020, 2}, {0xD021, 11}});
    Picture picture = picture_of(machine);
    const auto glyph = machine.board.rom(Rom::chargen).subspan(8, 8);
    for (unsigned row = 0; row < 8; ++row) {
        for (unsigned column = 0; column < 8; ++column) {
            const bool ink = (glyph[row] << column & 0x80) != 0;
            EXPECT_EQ(picture.at(Picture::left + 8 + column, Picture::top + row), ink ? 1 : 11);
        }
    }
    EXPECT_EQ(picture.at(0, 0), 2);
    EXPECT_EQ(picture.at(Picture::width - 1, Picture::height - 1), 2);
    machine.poke(0xD011, 0x0B);
    EXPECT_TRUE(
        std::ranges::all_of(picture_of(machine).colours, [](Byte colour) { return colour == 2; }));
}

/// What the VIC-II sees at an address of the bank that a value of $dd00 chooses.
Byte seen_by_vic(const Machine& machine, unsigned bank, unsigned at) {
    const bool has_characters = bank == 3 || bank == 1;  // at $0000 and at $8000
    if (has_characters && at >> 12 == 1) return machine.board.rom(Rom::chargen)[at & 0xFFF];
    return machine.ram()[(3 - bank) * 0x4000 + at];
}

TEST(Picture, CharactersMayComeFromAnyPlace) {
    Machine machine = booted();
    print(machine, "\x93@");
    put(machine, 0x3000, {0xFF, 0, 0, 0, 0, 0, 0, 0x01});
    machine.poke(0xD018, 0x1C);
    Picture picture = picture_of(machine);
    const Byte ink = machine.board.colour_ram()[0];
    EXPECT_EQ(picture.at(Picture::left, Picture::top), ink);
    EXPECT_EQ(picture.at(Picture::left + 7, Picture::top + 7), ink);
    EXPECT_NE(picture.at(Picture::left, Picture::top + 7), ink);
    machine.cpu.jammed = true;  // so that nothing is written while the picture is drawn
    for (unsigned bank = 0; bank < 4; ++bank) {
        for (unsigned memory = 0; memory < 256; memory += 13) {
            machine.poke(0xDD00, static_cast<Byte>(bank));
            machine.poke(0xD018, static_cast<Byte>(memory));
            const unsigned code = seen_by_vic(machine, bank, (memory >> 4) * 0x400);
            const unsigned glyph = (memory >> 1 & 7) * 0x800 + code * 8;
            if (bank == 3 && (memory >> 4 == 0 || glyph == 0)) continue;  // RAM below the port
            const Byte row = seen_by_vic(machine, bank, glyph);
            picture = picture_of(machine);
            for (unsigned x = 0; x < 8; ++x) {
                EXPECT_EQ(picture.at(Picture::left + x, Picture::top) == ink,
                          (row << x & 0x80) != 0)
                    << "bank " << bank << ", $d018 " << memory << ", column " << x;
            }
        }
    }
}

// --- modes --------------------------------------------------------------------------------------

/// Points of a line of the graphics.
std::string points(const Machine& machine, unsigned line, unsigned from = 0, unsigned count = 8) {
    Picture picture = picture_of(machine);
    std::string text;
    for (unsigned i = from; i < from + count; ++i) {
        text += "0123456789abcdef"[picture.at(Picture::left + i, Picture::top + line)];
    }
    return text;
}

/// A cell with the points 00 01 10 11 in the upper left corner; backgrounds 6, 7, 8, 9.
Machine with_cell(Byte code, Byte colour) {
    Machine machine = booted();
    print(machine, "\x93");
    std::ranges::fill(machine.ram().subspan(0x2000, 0x2000), Byte{0});
    machine.poke(0x0400, code);
    machine.poke(0xD800, colour);
    machine.poke(0xD018, 0x1C);  // characters at $3000, a bitmap at $2000
    for (const unsigned address : {0x3000U + code * 8U, 0x3000U + (code & 0x3FU) * 8, 0x2000U}) {
        machine.poke(static_cast<Address>(address), 0x1B);
    }
    for (Byte n = 0; n < 4; ++n) machine.poke(static_cast<Address>(0xD021 + n), 6 + n);
    return machine;
}

TEST(Picture, EachModeGivesThePointsTheirColours) {
    struct Mode {
        Byte control1, control2, colour;
        const char* shown;
    };
    for (const Mode& mode : {Mode{0x1B, 0xC8, 0xA, "666aa6aa"},     // text
                             Mode{0x1B, 0xD8, 0xA, "66778822"},     // text of four colours
                             Mode{0x1B, 0xD8, 0x5, "66655655"},     // ... in a cell that has two
                             Mode{0x3B, 0xC8, 0xA, "11144144"},     // bitmap
                             Mode{0x3B, 0xD8, 0xA, "664411aa"},     // bitmap of four colours
                             Mode{0x5B, 0xC8, 0xA, "777aa7aa"},     // text on four backgrounds
                             Mode{0x5B, 0xD8, 0xA, "00000000"},     // not valid
                             Mode{0x7B, 0xC8, 0xA, "00000000"},     // not valid
                             Mode{0x7B, 0xD8, 0xA, "00000000"}}) {  // not valid
        Machine machine = with_cell(0x41, mode.colour);
        machine.poke(0xD011, mode.control1);
        machine.poke(0xD016, mode.control2);
        EXPECT_EQ(points(machine, 0), mode.shown) << +mode.control1 << ' ' << +mode.control2;
    }
}

TEST(Picture, ScrollsAndCoversTheEdges) {
    Machine machine = with_cell(0x41, 0xA);
    poke(machine, {{0x3FFF, 0x0F},
                   {0xD020, 3},
                   {0xD011, 0x1D},
                   {0xD016, 0xCB}});  // what the chip shows while it has no row
    EXPECT_EQ(points(machine, 1), "66666660");
    EXPECT_EQ(points(machine, 2), "666666aa");
    poke(machine, {{0xD011, 0x15}, {0xD016, 0xC3}});
    EXPECT_EQ(points(machine, 2), "33333333");
    EXPECT_EQ(points(machine, 4), "33333336");
    EXPECT_EQ(points(machine, 195, 304), "66666663");
    EXPECT_EQ(points(machine, 196, 304), "33333333");
}

// --- sprites ------------------------------------------------------------------------------------

/// Sprites 0 and 1 with the points 00 01 10 11 in their first row, at the graphics' upper left
/// corner, in colours 1 and 2; 3 and 4 are the colours for both.
Machine with_sprites(Byte enabled) {
    Machine machine = with_cell(0x41, 0xA);
    for (Address at = 0x0340; at < 0x0380; ++at) machine.poke(at, 0);
    machine.poke(0x0340, 0x1B);
    for (Address sprite = 0; sprite < 2; ++sprite) {
        machine.poke(static_cast<Address>(0x07F8 + sprite), 0x0D);
        machine.poke(static_cast<Address>(0xD000 + 2 * sprite), 24);
        machine.poke(static_cast<Address>(0xD001 + 2 * sprite), 50);
        machine.poke(static_cast<Address>(0xD027 + sprite), static_cast<Byte>(1 + sprite));
    }
    poke(machine, {{0xD025, 3}, {0xD026, 4}});
    machine.poke(0xD015, enabled);
    return machine;
}

TEST(Picture, SpritesAreInFrontOrBehindAndStretched) {
    Machine machine = with_sprites(0x01);
    const auto shown = [&machine](unsigned line, unsigned count = 8) {
        return points(machine, line, 0, count);
    };
    EXPECT_EQ(shown(0), "66611611");
    EXPECT_EQ(shown(1), "66666666");
    machine.poke(0xD01C, 0x01);
    EXPECT_EQ(shown(0), "66331144");
    machine.poke(0xD01B, 0x01);
    EXPECT_EQ(shown(0), "663aa1aa");
    poke(machine, {{0xD01B, 0x00}, {0xD01D, 0x01}});
    EXPECT_EQ(shown(0, 16), "666a333311114444");
    machine.poke(0xD017, 0x01);
    EXPECT_EQ(shown(1, 16), "6666333311114444");
    EXPECT_EQ(shown(2), "66666666");
}

TEST(Picture, TheSpriteWithTheLowerNumberIsInFrontAndDecidesOverTheGraphics) {
    Machine machine = with_sprites(0x03);
    machine.poke(0xD002, 26);
    EXPECT_EQ(points(machine, 0, 0, 10), "6661121122");
    machine.poke(0xD01B, 0x01);
    EXPECT_EQ(points(machine, 0, 0, 10), "666aa2aa22");
}

TEST(Picture, SpritesReachIntoTheSideBorderOnlyWhereItIsOpen) {
    Machine machine = with_sprites(0x01);
    poke(machine, {{0xD020, 3}, {0xD000, 20}});
    Picture picture = picture_of(machine);
    EXPECT_EQ(picture.at(Picture::left - 1, Picture::top), 3);
    EXPECT_EQ(picture.at(Picture::left, Picture::top), 1);
}

// --- in time ------------------------------------------------------------------------------------

/// Writes 5 to the background when the counter comes to line 100, and 2 at line 200.
constexpr std::array<Byte, 27> split{0x78,                                      // sei
                                     0xA9, 0x64, 0xCD, 0x12, 0xD0, 0xD0, 0xFB,  // line 100
                                     0xA9, 0x05, 0x8D, 0x21, 0xD0,              //
                                     0xA9, 0xC8, 0xCD, 0x12, 0xD0, 0xD0, 0xFB,  // line 200
                                     0xA9, 0x02, 0x8D, 0x21, 0xD0, 0xD0, 0xE6};

TEST(Picture, ARasterSplitShowsEachLineInItsColours) {
    Machine machine = booted();
    print(machine, "\x93");
    for (std::size_t i = 0; i < split.size(); ++i) {
        machine.poke(static_cast<Address>(0xC000 + i), split[i]);
    }
    machine.start_at(0xC000);
    machine.run(100'000);
    const Machine before = machine;
    Picture picture = picture_of(machine);
    EXPECT_EQ(machine, before);
    const auto background = [&](unsigned line) {
        return +picture.at(Picture::left + 300, Picture::top + line - 51);
    };
    EXPECT_EQ(background(99), 2);
    EXPECT_EQ(background(101), 5);
    EXPECT_EQ(background(199), 5);
    EXPECT_EQ(background(201), 2);
}

/// Where the points of a line change, after stores to $d011 in a loop that takes a frame or more.
std::vector<unsigned> changes(Model model) {
    Machine machine = booted(model);
    print(machine, "\x93");
    for (unsigned i = 0; i < 1000; ++i) machine.poke(static_cast<Address>(0x0400 + i), 0x60);
    poke(machine, {{0xD021, 6}, {0xD022, 7}});
    const std::array<Byte, 24> code{0x78,                                      // sei
                                    0xA9, 0x64, 0xCD, 0x12, 0xD0, 0xD0, 0xFB,  // line 100
                                    0xA2, 0x5B, 0xA0, 0x1B,                    // ECM, none
                                    0x8E, 0x11, 0xD0, 0x8C, 0x11, 0xD0,        //
                                    0xEA, 0x4C, 0x01, 0xC0};
    std::ranges::copy(code, machine.ram().begin() + 0xC000);
    machine.start_at(0xC000);
    machine.set_timing(Timing::badlines);
    machine.run(100'000);
    Picture picture = picture_of(machine);
    std::vector<unsigned> found;
    for (unsigned x = 1; x < Picture::width; ++x) {
        const unsigned y = 100 - Picture::first_line;
        if (picture.at(x, y) != picture.at(x - 1, y)) found.push_back(x);
    }
    return found;
}

TEST(Picture, AModeIsClearedLaterThanSetAndBothLaterOnTheNewerChip) {
    const auto now = changes(Model::pal), old = changes(Model::pal_old);
    ASSERT_EQ(now.size(), old.size());
    unsigned set = 0, cleared = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        set += now[i] - old[i] == 4 ? 1U : 0U;
        cleared += now[i] - old[i] == 3 ? 1U : 0U;
    }
    EXPECT_GE(set, 1U);
    EXPECT_GE(cleared, 1U);
}

Byte read_register(Machine& machine, Address address) {
    return machine.board.read_chip(address, machine.cpu.cycle);
}

TEST(Collisions, AreFoundOnceSomebodyReadsThem) {
    Machine machine = with_sprites(0x03);
    machine.poke(0xD002, 26);
    machine.run(50'000);
    EXPECT_FALSE(machine.board.vic.draws());
    EXPECT_EQ(machine.peek(0xD01E), 0x03);
    EXPECT_EQ(read_register(machine, 0xD01E), 0x03);
    EXPECT_EQ(read_register(machine, 0xD01E), 0x00);
    machine.run(20'000);
    EXPECT_EQ(read_register(machine, 0xD019) & 0x06, 0x06);
    EXPECT_EQ(read_register(machine, 0xD01E), 0x03);
    EXPECT_EQ(read_register(machine, 0xD01F), 0x03);
    EXPECT_EQ(read_register(machine, 0xD01F), 0x00);
    machine.poke(0xD002, 200);
    machine.run(20'000);
    EXPECT_EQ(read_register(machine, 0xD01E), 0x00);
    EXPECT_EQ(read_register(machine, 0xD01F), 0x01);
}

TEST(Collisions, ASpriteAtZeroHasTheRamBelowThePort) {
    Machine machine = with_sprites(0x01);
    poke(machine, {{0xDC0D, 0x7F}, {0x07F8, 0x00}});
    machine.run(1'000);  // the last jiffy interrupt, which writes the port
    machine.board.ram_below_port() = {0x00, 0x00};
    EXPECT_EQ(read_register(machine, 0xD01F), 0x00);
    machine.board.ram_below_port() = {0xF0, 0x81};
    EXPECT_EQ(points(machine, 0, 0, 16), "1111a6aa16666661");
    machine.run(machine.frame_cycles());
    EXPECT_EQ(read_register(machine, 0xD01F), 0x01);
    machine.poke(0xDD00, 0x02);  // the VIC-II looks at $4000
    machine.poke(0x4000, 0x18);
    EXPECT_EQ(machine.board.seen_by_vic()[0], 0x18);
}

TEST(Collisions, InterruptInTheirLine) {
    Machine machine = with_sprites(0x01);
    machine.set_timing(Timing::stock);
    machine.poke(0xD01A, 0x02);
    while (!machine.board.vic.interrupt() && machine.cpu.cycle < 1'000'000) machine.run(20);
    ASSERT_TRUE(machine.board.vic.interrupt());
    const Cycle since = machine.board.vic.interrupt_since();
    EXPECT_EQ(since % machine.frame_cycles() / 63, 51U);
}

}  // namespace
}  // namespace ryg
