// The text screen as a picture, and the characters it is made of.
#include "c64/vic/picture.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

#include "c64/vic/glyphs.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

TEST(Glyphs, EachIsADrawingOfItsOwnAndHasItsReverse) {
    const auto rom = drawn_characters();
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
    machine.poke(0xD020, 2);
    machine.poke(0xD021, 11);
    Picture picture = picture_of(machine.board);
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
    EXPECT_TRUE(std::ranges::all_of(picture_of(machine.board).colours,
                                    [](Byte colour) { return colour == 2; }));
}

TEST(Picture, CharactersMayComeFromRamAndEveryRegisterValueIsDrawn) {
    Machine machine = booted();
    print(machine, "\x93@");
    put(machine, 0x3000, {0xFF, 0, 0, 0, 0, 0, 0, 0x01});
    machine.poke(0xD018, 0x1C);
    Picture picture = picture_of(machine.board);
    const Byte ink = machine.board.colour_ram()[0];
    EXPECT_EQ(picture.at(Picture::left, Picture::top), ink);
    EXPECT_EQ(picture.at(Picture::left + 7, Picture::top + 7), ink);
    EXPECT_NE(picture.at(Picture::left, Picture::top + 7), ink);
    for (int bank = 0; bank < 4; ++bank) {
        for (int memory = 0; memory < 256; ++memory) {
            machine.poke(0xDD00, static_cast<Byte>(bank));
            machine.poke(0xD018, static_cast<Byte>(memory));
            EXPECT_FALSE(picture_of(machine.board).colours.empty());
        }
    }
}

}  // namespace
}  // namespace ryg
