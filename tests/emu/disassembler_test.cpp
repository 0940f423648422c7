// The disassembler's text given to ca65, which must turn it into the bytes it came from.
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "emu/disassemble.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;

/// Opcodes that are one more copy of another, by the copy that ca65 knows under their name.
const std::map<unsigned, unsigned> copies = [] {
    const std::pair<unsigned, std::vector<unsigned>> of[]{
        // jam: the chip stops the same way for all twelve
        {0x02, {0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xB2, 0xD2, 0xF2}},
        // nop without operand: the documented one
        {0xEA, {0x1A, 0x3A, 0x5A, 0x7A, 0xDA, 0xFA}},
        // nop #, nop zp, nop zp,x and nop abs,x: the first in the table
        {0x80, {0x82, 0x89, 0xC2, 0xE2}},
        {0x04, {0x44, 0x64}},
        {0x14, {0x34, 0x54, 0x74, 0xD4, 0xF4}},
        {0x1C, {0x3C, 0x5C, 0x7C, 0xDC, 0xFC}},
        // anc #, sbc #
        {0x0B, {0x2B}},
        {0xE9, {0xEB}},
    };
    std::map<unsigned, unsigned> all;
    for (const auto& [original, others] : of) {
        for (const unsigned copy : others) all[copy] = original;
    }
    return all;
}();

struct Line {
    std::array<Byte, 3> bytes;
    emu::Disassembly disassembly;
};

constexpr Address origin = 0x1000;

/// All opcodes with several operands each, one after the other from `origin`.
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
    std::string source = fmt::format(".org ${:04x}\n", origin);
    for (const Line& line : lines) source += "        " + line.disassembly.text + '\n';
    const program::Folder folder;
    std::ifstream binary(folder.binary("all", source), std::ios::binary);
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
    // All other opcodes have texts of their own.
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
    struct Row {
        Address pc;
        std::array<Byte, 3> bytes;
        const char* text;
    };
    // clang-format off
    const Row rows[]{
        {0x1000, {0xEA, 0, 0}, "nop"},                {0x1000, {0x0A, 0, 0}, "asl a"},
        {0x1000, {0xA9, 0x0F, 0}, "lda #$0f"},        {0x1000, {0xA5, 0xFB, 0}, "lda $fb"},
        {0x1000, {0xB5, 0xFB, 0}, "lda $fb,x"},       {0x1000, {0xB6, 0xFB, 0}, "ldx $fb,y"},
        {0x1000, {0xAD, 0x20, 0xD0}, "lda $d020"},    {0x1000, {0xAD, 0x20, 0}, "lda a:$0020"},
        {0x1000, {0xBD, 0x00, 0x04}, "lda $0400,x"},  {0x1000, {0xB9, 0x00, 0x04}, "lda $0400,y"},
        {0x1000, {0xA1, 0xFB, 0}, "lda ($fb,x)"},     {0x1000, {0xB1, 0xFB, 0}, "lda ($fb),y"},
        {0x1000, {0x6C, 0x14, 0x03}, "jmp ($0314)"},  {0x1000, {0xD0, 0xFE, 0}, "bne $1000"},
        {0x1000, {0xD0, 0x7F, 0}, "bne $1081"},       {0x1000, {0xAD, 0x00, 0x01}, "lda $0100"},
        {0x1000, {0x20, 0x20, 0}, "jsr $0020"},                  // there is no shorter form
        {0x0000, {0xF0, 0x80, 0}, "beq $ff82"},       {0xFFF0, {0xF0, 0x7F, 0}, "beq $0071"},
    };
    // clang-format on
    for (const Row& row : rows) {
        EXPECT_EQ(emu::disassemble(row.pc, row.bytes).text, row.text);
    }
}

}  // namespace
}  // namespace ryg
