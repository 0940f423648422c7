// The disassembler's text given to ca65, which must turn it into the bytes it came from.
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "emu/disassemble.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/folder.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

/// Opcodes that are one more copy of another, and the copy that ca65 knows under their name.
const std::map<unsigned, unsigned> copies{
    // jam: the chip stops the same way for all twelve
    {0x12, 0x02},
    {0x22, 0x02},
    {0x32, 0x02},
    {0x42, 0x02},
    {0x52, 0x02},
    {0x62, 0x02},
    {0x72, 0x02},
    {0x92, 0x02},
    {0xB2, 0x02},
    {0xD2, 0x02},
    {0xF2, 0x02},
    // nop without operand: the documented one
    {0x1A, 0xEA},
    {0x3A, 0xEA},
    {0x5A, 0xEA},
    {0x7A, 0xEA},
    {0xDA, 0xEA},
    {0xFA, 0xEA},
    // nop #, nop zp, nop zp,x and nop abs,x: the first in the table
    {0x82, 0x80},
    {0x89, 0x80},
    {0xC2, 0x80},
    {0xE2, 0x80},
    {0x44, 0x04},
    {0x64, 0x04},
    {0x34, 0x14},
    {0x54, 0x14},
    {0x74, 0x14},
    {0xD4, 0x14},
    {0xF4, 0x14},
    {0x3C, 0x1C},
    {0x5C, 0x1C},
    {0x7C, 0x1C},
    {0xDC, 0x1C},
    {0xFC, 0x1C},
    // anc #, sbc #
    {0x2B, 0x0B},
    {0xEB, 0xE9},
};

struct Line {
    std::array<Byte, 3> bytes;
    emu::Disassembly disassembly;
};

constexpr Address origin = 0x1000;

/// All opcodes with several operands each, one behind the other from `origin`.
std::vector<Line> every_instruction() {
    std::vector<Line> lines;
    Address pc = origin;
    for (const auto& operand : {std::array<Byte, 2>{0x34, 0x12}, std::array<Byte, 2>{0x12, 0x00},
                                std::array<Byte, 2>{0xFE, 0xFF}, std::array<Byte, 2>{0x80, 0x00}}) {
        for (unsigned opcode = 0; opcode < 256; ++opcode) {
            const std::array<Byte, 3> bytes{static_cast<Byte>(opcode), operand[0], operand[1]};
            lines.push_back({bytes, emu::disassemble(pc, bytes)});
            pc = static_cast<Address>(pc + lines.back().disassembly.length);
        }
    }
    return lines;
}

std::vector<Byte> assembled(const std::vector<Line>& lines) {
    const tests::Folder folder;
    {
        std::ofstream source(folder.file("all.s"));
        source << ".setcpu \"6502X\"\n" << fmt::format(".org ${:04x}\n", origin);
        for (const Line& line : lines) source << "        " << line.disassembly.text << '\n';
        std::ofstream config(folder.file("all.cfg"));
        config << "MEMORY { all: start = $1000, size = $8000, file = %O; }\n"
                  "SEGMENTS { CODE: load = all, type = rw; }\n";
    }
    const std::string assemble = fmt::format("\"{}\" -o \"{}\" \"{}\"", RYG_CA65,
                                             folder.file("all.o"), folder.file("all.s"));
    const std::string link =
        fmt::format("\"{}\" -C \"{}\" -o \"{}\" \"{}\"", RYG_LD65, folder.file("all.cfg"),
                    folder.file("all.bin"), folder.file("all.o"));
    EXPECT_EQ(std::system(assemble.c_str()), 0) << assemble;
    EXPECT_EQ(std::system(link.c_str()), 0) << link;
    std::ifstream binary(folder.file("all.bin"), std::ios::binary);
    return {std::istreambuf_iterator<char>(binary), {}};
}

TEST(Disassembler, Ca65TurnsEveryTextIntoTheBytesItCameFrom) {
    const std::vector<Line> lines = every_instruction();
    const std::vector<Byte> bytes = assembled(lines);
    std::size_t at = 0;
    for (const Line& line : lines) {
        const auto& [text, length] = line.disassembly;
        ASSERT_LE(at + length, bytes.size()) << "the assembler made a shorter instruction";
        const unsigned opcode = line.bytes[0];
        const auto copy = copies.find(opcode);
        const unsigned expected = copy == copies.end() ? opcode : copy->second;
        EXPECT_EQ(bytes[at], expected) << fmt::format("${:02x} is \"{}\"", opcode, text);
        for (unsigned i = 1; i < length; ++i) {
            EXPECT_EQ(bytes[at + i], line.bytes[i]) << fmt::format("${:02x} \"{}\"", opcode, text);
        }
        at += length;
    }
    EXPECT_EQ(at, bytes.size());
}

TEST(Disassembler, OnlyCopiesThatDoTheSameAreWrittenAlike) {
    for (const auto& [copy, original] : copies) {
        EXPECT_EQ(emu::opcodes[copy], emu::opcodes[original]) << fmt::format("${:02x}", copy);
        EXPECT_FALSE(copies.contains(original));
    }
    // and nobody else is: 256 opcodes, as many texts as are no copies
    std::map<std::string, unsigned> texts;
    for (unsigned opcode = 0; opcode < 256; ++opcode) {
        if (copies.contains(opcode)) continue;
        const auto text = emu::disassemble(0, {static_cast<Byte>(opcode), 0x34, 0x12}).text;
        const auto [other, is_new] = texts.emplace(text, opcode);
        EXPECT_TRUE(is_new) << fmt::format("${:02x} and ${:02x} are \"{}\"", opcode, other->second,
                                           text);
    }
}

TEST(Disassembler, EveryModeHasItsForm) {
    const auto at_1000 = [](Byte opcode, Byte first, Byte second) {
        return emu::disassemble(0x1000, {opcode, first, second}).text;
    };
    EXPECT_EQ(at_1000(0xEA, 0, 0), "nop");
    EXPECT_EQ(at_1000(0x0A, 0, 0), "asl a");
    EXPECT_EQ(at_1000(0xA9, 0x0F, 0), "lda #$0f");
    EXPECT_EQ(at_1000(0xA5, 0xFB, 0), "lda $fb");
    EXPECT_EQ(at_1000(0xB5, 0xFB, 0), "lda $fb,x");
    EXPECT_EQ(at_1000(0xB6, 0xFB, 0), "ldx $fb,y");
    EXPECT_EQ(at_1000(0xAD, 0x20, 0xD0), "lda $d020");
    EXPECT_EQ(at_1000(0xAD, 0x20, 0x00), "lda a:$0020");
    EXPECT_EQ(at_1000(0x20, 0x20, 0x00), "jsr $0020");  // there is no shorter form
    EXPECT_EQ(at_1000(0xBD, 0x00, 0x04), "lda $0400,x");
    EXPECT_EQ(at_1000(0xB9, 0x00, 0x04), "lda $0400,y");
    EXPECT_EQ(at_1000(0xA1, 0xFB, 0), "lda ($fb,x)");
    EXPECT_EQ(at_1000(0xB1, 0xFB, 0), "lda ($fb),y");
    EXPECT_EQ(at_1000(0x6C, 0x14, 0x03), "jmp ($0314)");
    EXPECT_EQ(at_1000(0xD0, 0xFE, 0), "bne $1000");
    EXPECT_EQ(at_1000(0xD0, 0x7F, 0), "bne $1081");
}

TEST(Disassembler, BranchTargetsWrapRoundTheAddressSpace) {
    EXPECT_EQ(emu::disassemble(0x0000, {0xF0, 0x80, 0}).text, "beq $ff82");
    EXPECT_EQ(emu::disassemble(0xFFF0, {0xF0, 0x7F, 0}).text, "beq $0071");
}

}  // namespace
}  // namespace ryg
