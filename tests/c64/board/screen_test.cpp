// The screen editor: printing, wrapping, scrolling, control codes.
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

Machine cleared() {
    Machine machine = booted();
    print(machine, "\x93");
    return machine;
}

std::pair<int, int> cursor(const Machine& machine) {
    return {machine.peek(0xD6), machine.peek(0xD3)};
}

TEST(Screen, CharactersStandWhereTheyWerePrintedInTheCurrentColour) {
    Machine machine = cleared();
    print(machine, "\x05HI");
    EXPECT_EQ(machine.peek(0x0400), 8);
    EXPECT_EQ(machine.peek(0x0401), 9);
    EXPECT_EQ(machine.peek(0xD800) & 15, 1);
    EXPECT_EQ(machine.screen()[0], "HI" + std::string(38, ' '));
    EXPECT_EQ(cursor(machine), std::pair(0, 2));
}

TEST(Screen, EachPrintableCodeShowsItsScreenCode) {
    for (int code = 0x20; code < 0x100; ++code) {
        if (code >= 0x80 && code < 0xA0) continue;
        Machine machine = cleared();
        const auto result = machine.call(
            kernal::CHROUT, {.a = static_cast<Byte>(code), .x = 1, .y = 2, .carry = true});
        const int expected = code == 0xFF   ? 0x5E
                             : code >= 0xC0 ? code - 0x80
                             : code >= 0xA0 ? code - 0x40
                             : code >= 0x60 ? code - 0x20
                             : code >= 0x40 ? code - 0x40
                                            : code;
        EXPECT_EQ(machine.peek(0x0400), expected) << code;
        EXPECT_EQ(result.registers.a, code);
        EXPECT_EQ(result.registers.x, 1);
        EXPECT_EQ(result.registers.y, 2);
        EXPECT_FALSE(result.carry());
    }
}

TEST(Screen, ALineOfFortyGoesOnBelowAndOneOfEightyEnds) {
    Machine machine = cleared();
    print(machine, std::string(40, 'A'));
    EXPECT_EQ(cursor(machine), std::pair(1, 40));
    EXPECT_EQ(machine.peek(0xD5), 79);
    EXPECT_EQ(machine.peek(0xDA) & 0x80, 0);
    print(machine, std::string(40, 'B'));
    EXPECT_EQ(cursor(machine), std::pair(2, 0));
    EXPECT_EQ(machine.peek(0xD5), 39);
    print(machine, "C\r");
    EXPECT_EQ(machine.screen_text(), std::string(40, 'A') + "\n" + std::string(40, 'B') + "\nC\n");
}

TEST(Screen, ReturnLeavesTheWholeLogicalLine) {
    Machine machine = cleared();
    print(machine, std::string(45, 'A'));
    plot(machine, 0, 3);
    print(machine, "\rX");
    EXPECT_EQ(cursor(machine), std::pair(2, 1));
}

TEST(Screen, TheLastRowScrolls) {
    Machine machine = cleared();
    for (int row = 0; row < 24; ++row) print(machine, std::string(1, char('A' + row)) + "\r");
    EXPECT_EQ(cursor(machine), std::pair(24, 0));
    print(machine, "LAST\r");
    EXPECT_EQ(cursor(machine), std::pair(24, 0));
    const auto lines = machine.screen();
    EXPECT_EQ(lines[0][0], 'B');
    EXPECT_EQ(lines[23].substr(0, 4), "LAST");
    EXPECT_EQ(lines[24], std::string(40, ' '));
    plot(machine, 24, 39);
    print(machine, "XY");
    EXPECT_EQ(cursor(machine), std::pair(24, 41));
    EXPECT_EQ(machine.screen()[23], std::string(39, ' ') + "X");
    EXPECT_EQ(machine.screen()[24][0], 'Y');
}

TEST(Screen, ColoursScrollWithTheirCharacters) {
    Machine machine = cleared();
    plot(machine, 1, 0);
    print(machine, "\x1CR\x1F");
    plot(machine, 24, 0);
    print(machine, "\r");
    EXPECT_EQ(machine.peek(0xD800) & 15, 2);
    EXPECT_EQ(machine.peek(0xD800 + 24 * 40) & 15, 6);
}

TEST(Screen, CursorCodesMoveAndStayOnTheScreen) {
    Machine machine = cleared();
    print(machine, "\x11\x11\x1D\x1D\x1D");
    EXPECT_EQ(cursor(machine), std::pair(2, 3));
    print(machine, "\x91\x9D");
    EXPECT_EQ(cursor(machine), std::pair(1, 2));
    print(machine, "\x13");
    EXPECT_EQ(cursor(machine), std::pair(0, 0));
    print(machine, "\x91\x9D");
    EXPECT_EQ(cursor(machine), std::pair(0, 0));
    print(machine, "\x11\x9D");
    EXPECT_EQ(cursor(machine), std::pair(0, 39));
    print(machine, "\x1D");
    EXPECT_EQ(cursor(machine), std::pair(1, 0));
    print(machine, std::string(30, '\x11'));
    EXPECT_EQ(cursor(machine), std::pair(24, 0));
}

TEST(Screen, CursorCodesCrossTheHalvesOfALongLine) {
    Machine machine = cleared();
    print(machine, std::string(42, 'A'));
    EXPECT_EQ(cursor(machine), std::pair(1, 42));
    print(machine, "\x9D\x9D\x9D");
    EXPECT_EQ(cursor(machine), std::pair(0, 39));
    print(machine, "\x1D");
    EXPECT_EQ(cursor(machine), std::pair(1, 40));
    print(machine, "\x91");
    EXPECT_EQ(cursor(machine), std::pair(0, 0));
    print(machine, "\x1D\x11");
    EXPECT_EQ(cursor(machine), std::pair(1, 41));
    print(machine, "\x11");
    EXPECT_EQ(cursor(machine), std::pair(2, 1));
}

TEST(Screen, ReverseLastsUntilItIsSwitchedOffOrTheLineEnds) {
    Machine machine = cleared();
    print(machine,
          "\x12"
          "A\x92"
          "B\x12"
          "C\rD");
    EXPECT_EQ(machine.peek(0x0400), 0x81);
    EXPECT_EQ(machine.peek(0x0401), 0x02);
    EXPECT_EQ(machine.peek(0x0402), 0x83);
    EXPECT_EQ(machine.peek(0x0428), 0x04);
}

TEST(Screen, QuotesShowControlCodesAndReturnEndsThem) {
    Machine machine = cleared();
    print(machine, "\"\x13\x93\x1C\"\x1C!\"\r\x1D!");
    EXPECT_EQ(machine.peek(0x0401), 0x93);
    EXPECT_EQ(machine.peek(0x0402), 0xD3);
    EXPECT_EQ(machine.peek(0x0403), 0x9C);
    EXPECT_EQ(machine.peek(0x0404), 0x22);
    EXPECT_EQ(machine.peek(0x0405), '!');
    EXPECT_EQ(machine.peek(0xD805) & 15, 2);
    EXPECT_EQ(machine.peek(0x0429), '!');
}

TEST(Screen, DeleteClosesTheGapAndInsertOpensOne) {
    Machine machine = cleared();
    print(machine, "ABCD\x9D\x9D\x14");
    EXPECT_EQ(machine.screen_text(), "ACD\n");
    EXPECT_EQ(cursor(machine), std::pair(0, 1));
    print(machine, "\x94X");
    EXPECT_EQ(machine.screen_text(), "AXCD\n");
    EXPECT_EQ(machine.peek(0xD8), 0);
    plot(machine, 1, 0);
    print(machine, "\x14");
    EXPECT_EQ(cursor(machine), std::pair(0, 39));
    plot(machine, 0, 0);
    print(machine, "\x14");
    EXPECT_EQ(machine.screen_text(), "AXCD\n");
}

TEST(Screen, InsertedColumnsShowControlCodes) {
    Machine machine = cleared();
    print(machine,
          "A\x9D\x94\x94\x1D\x14"
          "B");
    EXPECT_EQ(machine.peek(0x0400), 0x9D);
    EXPECT_EQ(machine.peek(0x0401), 0x94);
    EXPECT_EQ(machine.peek(0x0402), 0x02);
}

TEST(Screen, CharacterSetsChangeWithTheirCodes) {
    Machine machine = cleared();
    print(machine,
          "\x0E"
          "Ab\xC1");
    EXPECT_EQ(machine.peek(0xD018) & 2, 2);
    EXPECT_EQ(machine.screen()[0].substr(0, 1), "a");
    EXPECT_EQ(machine.screen()[0].substr(2, 1), "A");
    print(machine, "\x8E");
    EXPECT_EQ(machine.screen()[0].substr(0, 1), "A");
}

TEST(Screen, EveryByteInEveryColumnLeavesAScreenThatStillWorks) {
    Machine machine = cleared();
    unsigned random = 1;
    for (int i = 0; i < 20'000; ++i) {
        random = random * 1'103'515'245 + 12'345;
        const auto byte = static_cast<Byte>(random >> 16);
        ASSERT_TRUE(machine.call(kernal::CHROUT, {.a = byte}, 100'000).returned()) << i;
        ASSERT_LT(machine.peek(0xD6), 25) << i;
        ASSERT_LE(machine.peek(0xD3), machine.peek(0xD5)) << i;
        const unsigned line = machine.peek_word(0xD1);
        ASSERT_GE(line, 0x0400U) << i;
        ASSERT_LE(line + machine.peek(0xD5), 0x07E7U) << i;
    }
    print(machine, "\r\x8E\x93OK");
    EXPECT_EQ(machine.screen_text(), "OK\n");
}

}  // namespace
}  // namespace ryg
