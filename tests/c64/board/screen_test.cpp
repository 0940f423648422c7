// The screen editor: printing, wrapping, scrolling, control codes.
#include "tests/support/c64_testing.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

struct Screen : Booted {
    Screen() { print("\x93"); }

    void print(std::string_view petscii) { c64::print(machine, petscii); }
    void plot(int row, int column) { c64::plot(machine, row, column); }
    void expect_cursor_after(std::string_view petscii, int row, int column) {
        print(petscii);
        expect_cursor(row, column);
    }
    void expect_cursor(int row, int column) {
        EXPECT_EQ(machine.peek(0xD6), row);
        EXPECT_EQ(machine.peek(0xD3), column);
    }
};

TEST_F(Screen, CharactersStandWhereTheyWerePrintedInTheCurrentColour) {
    print("\x05HI");
    expect_bytes(machine, 0x0400, {8, 9});
    EXPECT_EQ(machine.peek(0xD800) & 15, 1);
    EXPECT_EQ(machine.screen()[0], "HI" + std::string(38, ' '));
    expect_cursor(0, 2);
}

TEST_F(Screen, EachPrintableCodeShowsItsScreenCode) {
    for (int code = 0x20; code < 0x100; ++code) {
        if (code >= 0x80 && code < 0xA0) continue;
        Machine fresh = machine;
        const auto result = fresh.call(
            kernal::CHROUT, {.a = static_cast<Byte>(code), .x = 1, .y = 2, .carry = true});
        const int expected = code == 0xFF   ? 0x5E
                             : code >= 0xC0 ? code - 0x80
                             : code >= 0xA0 ? code - 0x40
                             : code >= 0x60 ? code - 0x20
                             : code >= 0x40 ? code - 0x40
                                            : code;
        EXPECT_EQ(fresh.peek(0x0400), expected) << code;
        expect_registers(result, code, 1, 2);
        EXPECT_FALSE(result.carry());
    }
}

TEST_F(Screen, ALineOfFortyGoesOnBelowAndOneOfEightyEnds) {
    expect_cursor_after(std::string(40, 'A'), 1, 40);
    EXPECT_EQ(machine.peek(0xD5), 79);
    EXPECT_EQ(machine.peek(0xDA) & 0x80, 0);
    expect_cursor_after(std::string(40, 'B'), 2, 0);
    EXPECT_EQ(machine.peek(0xD5), 39);
    print("C\r");
    EXPECT_EQ(machine.screen_text(), std::string(40, 'A') + "\n" + std::string(40, 'B') + "\nC\n");
}

TEST_F(Screen, ReturnLeavesTheWholeLogicalLine) {
    print(std::string(45, 'A'));
    plot(0, 3);
    expect_cursor_after("\rX", 2, 1);
}

TEST_F(Screen, TheLastRowScrolls) {
    for (int row = 0; row < 24; ++row) print(std::string(1, char('A' + row)) + "\r");
    expect_cursor(24, 0);
    expect_cursor_after("LAST\r", 24, 0);
    const auto lines = machine.screen();
    EXPECT_EQ(lines[0][0], 'B');
    EXPECT_EQ(lines[23].substr(0, 4), "LAST");
    EXPECT_EQ(lines[24], std::string(40, ' '));
    plot(24, 39);
    expect_cursor_after("XY", 24, 41);
    EXPECT_EQ(machine.screen()[23], std::string(39, ' ') + "X");
    EXPECT_EQ(machine.screen()[24][0], 'Y');
}

TEST_F(Screen, ColoursScrollWithTheirCharacters) {
    plot(1, 0);
    print("\x1CR\x1F");
    plot(24, 0);
    print("\r");
    EXPECT_EQ(machine.peek(0xD800) & 15, 2);
    EXPECT_EQ(machine.peek(0xD800 + 24 * 40) & 15, 6);
}

TEST_F(Screen, CursorCodesMoveAndStayOnTheScreen) {
    expect_cursor_after("\x11\x11\x1D\x1D\x1D", 2, 3);
    expect_cursor_after("\x91\x9D", 1, 2);
    expect_cursor_after("\x13", 0, 0);
    expect_cursor_after("\x91\x9D", 0, 0);
    expect_cursor_after("\x11\x9D", 0, 39);
    expect_cursor_after("\x1D", 1, 0);
    expect_cursor_after(std::string(30, '\x11'), 24, 0);
}

TEST_F(Screen, CursorCodesCrossTheHalvesOfALongLine) {
    expect_cursor_after(std::string(42, 'A'), 1, 42);
    expect_cursor_after("\x9D\x9D\x9D", 0, 39);
    expect_cursor_after("\x1D", 1, 40);
    expect_cursor_after("\x91", 0, 0);
    expect_cursor_after("\x1D\x11", 1, 41);
    expect_cursor_after("\x11", 2, 1);
}

TEST_F(Screen, ReverseLastsUntilItIsSwitchedOffOrTheLineEnds) {
    print(
        "\x12"
        "A\x92"
        "B\x12"
        "C\rD");
    expect_bytes(machine, 0x0400, {0x81, 0x02, 0x83});
    EXPECT_EQ(machine.peek(0x0428), 0x04);
}

TEST_F(Screen, QuotesShowControlCodesAndReturnEndsThem) {
    print("\"\x13\x93\x1C\"\x1C!\"\r\x1D!");
    expect_bytes(machine, 0x0401, {0x93, 0xD3, 0x9C, 0x22, '!'});
    EXPECT_EQ(machine.peek(0xD805) & 15, 2);
    EXPECT_EQ(machine.peek(0x0429), '!');
}

TEST_F(Screen, DeleteClosesTheGapAndInsertOpensOne) {
    print("ABCD\x9D\x9D\x14");
    EXPECT_EQ(machine.screen_text(), "ACD\n");
    expect_cursor(0, 1);
    print("\x94X");
    EXPECT_EQ(machine.screen_text(), "AXCD\n");
    EXPECT_EQ(machine.peek(0xD8), 0);
    plot(1, 0);
    expect_cursor_after("\x14", 0, 39);
    plot(0, 0);
    print("\x14");
    EXPECT_EQ(machine.screen_text(), "AXCD\n");
}

TEST_F(Screen, InsertedColumnsShowControlCodes) {
    print(
        "A\x9D\x94\x94\x1D\x14"
        "B");
    expect_bytes(machine, 0x0400, {0x9D, 0x94, 0x02});
}

TEST_F(Screen, CharacterSetsChangeWithTheirCodes) {
    print(
        "\x0E"
        "Ab\xC1");
    EXPECT_EQ(machine.peek(0xD018) & 2, 2);
    EXPECT_EQ(machine.screen()[0].substr(0, 1), "a");
    EXPECT_EQ(machine.screen()[0].substr(2, 1), "A");
    print("\x8E");
    EXPECT_EQ(machine.screen()[0].substr(0, 1), "A");
}

TEST_F(Screen, EveryByteInEveryColumnLeavesAScreenThatStillWorks) {
    tests::Dice dice(1);
    for (int i = 0; i < 20'000; ++i) {
        ASSERT_TRUE(machine.call(kernal::CHROUT, {.a = dice.byte()}, 100'000).returned()) << i;
        ASSERT_LT(machine.peek(0xD6), 25) << i;
        ASSERT_LE(machine.peek(0xD3), machine.peek(0xD5)) << i;
        const unsigned line = machine.peek_word(0xD1);
        ASSERT_GE(line, 0x0400U) << i;
        ASSERT_LE(line + machine.peek(0xD5), 0x07E7U) << i;
    }
    print("\r\x8E\x93OK");
    EXPECT_EQ(machine.screen_text(), "OK\n");
}

}  // namespace
}  // namespace ryg
