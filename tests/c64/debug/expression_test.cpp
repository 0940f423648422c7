// Conditions: read as VICE's monitor reads them, worked out as C would.
#include "tests/c64/debug/machine.hpp"

namespace ryg {
namespace {

using namespace ryg::debug_test;
using c64::debug::Expression;

std::int64_t value(std::string_view text) {
    static const auto labels = c64::Labels::parse("al 002000 .counter\nal 00000a .ac\n", "test");
    static const Machine machine = [] {
        Machine made;
        made.boot();
        made.cpu.registers = {.pc = 0x1234, .a = 0x10, .x = 2, .y = 0xFF, .s = 0xF3, .p = 0x21};
        made.ram()[0x2000] = 7;
        return made;
    }();
    return Expression::parse(text, labels).value(machine);
}

TEST(Expression, ReadsNumbersRegistersMemoryAndLabels) {
    EXPECT_EQ(value("$10"), 16);
    EXPECT_EQ(value("10"), 16);
    EXPECT_EQ(value("0x10"), 16);
    EXPECT_EQ(value("+10"), 10);
    EXPECT_EQ(value("%101"), 5);
    EXPECT_EQ(value("a"), 0x10);
    EXPECT_EQ(value("A"), 0x10);
    EXPECT_EQ(value("$a"), 10);
    EXPECT_EQ(value("pc"), 0x1234);
    EXPECT_EQ(value("sp"), 0xF3);
    EXPECT_EQ(value("fl"), 0x21);
    EXPECT_EQ(value(".counter"), 0x2000);
    EXPECT_EQ(value("counter"), 0x2000);
    EXPECT_EQ(value("ac"), 0xAC);  // a number where it can be one
    EXPECT_EQ(value(".ac"), 0x0A);
    EXPECT_EQ(value("@.counter"), 7);
    EXPECT_EQ(value("@(2002 - x)"), 7);
    EXPECT_GT(value("cycle"), 50'000);
    EXPECT_LT(value("rl"), 312);
}

TEST(Expression, BindsAsTheTableSays) {
    EXPECT_EQ(value("2 + 3 * 4"), 14);
    EXPECT_EQ(value("(2 + 3) * 4"), 20);
    EXPECT_EQ(value("fl & 1 == 1"), 1);
    EXPECT_EQ(value("a == $10 && @$2000 != 0"), 1);
    EXPECT_EQ(value("a == 11 || y >= ff"), 1);
    EXPECT_EQ(value("1 == 0 || 1 && 0"), 0);
    EXPECT_EQ(value("!0 + -1"), 0);
    EXPECT_EQ(value("~0 & ff ^ f | 0"), 0xF0);
    EXPECT_EQ(value("$10 - 3 - 2"), 11);
    EXPECT_EQ(value("y / 0"), 0);
    EXPECT_EQ(value("x - 3 < 0"), 1);
}

TEST(Expression, ShiftsDividesAndReadsFlagsAndWords) {
    EXPECT_EQ(value("1 << 4 + 1"), 32);
    EXPECT_EQ(value("ff >> 4 == f"), 1);
    EXPECT_EQ(value("1 << 40"), 0);  // 64 bits
    EXPECT_EQ(value("-8 >> 1"), -4);
    EXPECT_EQ(value("17 % 5"), 3);  // $17
    EXPECT_EQ(value("17 % %101"), 3);
    EXPECT_EQ(value("x % 0"), 0);
    EXPECT_EQ(value("fl.c"), 1);
    EXPECT_EQ(value("FL.Z + fl.n"), 0);
    EXPECT_EQ(value("@word:.counter & ff"), 7);
    EXPECT_EQ(value("@word:1fff >> 8"), 7);
    EXPECT_EQ(value("@word:ram:(1ffe + 1) >> 8"), 7);
}

TEST(Expression, KnowsTheLocalLabelsOfARoutine) {
    const c64::Machine machine;
    const c64::Labels labels = c64::Labels::parse(
        "al 001000 .work\nal 001003 .work@loop\nal 001005 .work@add\nal 001007 .work@\nal 002000 "
        ".loops\n",
        "x");
    const auto in_work = [&](std::string_view text) {
        return Expression::parse(text, labels, "work").value(machine);
    };
    EXPECT_EQ(in_work("@loop"), 0x1003);
    EXPECT_EQ(in_work(".@loop + 1"), 0x1004);
    EXPECT_EQ(in_work("work@loop"), 0x1003);
    EXPECT_EQ(in_work(".@add"), 0x1005);
    EXPECT_EQ(in_work("@add"), machine.peek(0xADD)) << "a byte where it can be one";
    EXPECT_THROW((void)Expression::parse("@loop", labels), c64::UnknownLabel);
    EXPECT_THROW((void)in_work(".@nowhere"), c64::UnknownLabel);
    EXPECT_THROW((void)in_work("@ + 1"), c64::debug::BadExpression);
}

TEST(Expression, SaysWhatIsWrongAndWhere) {
    const auto complaint = [](std::string_view text) -> std::string {
        try {
            (void)value(text);
        } catch (const std::exception& trouble) {
            return trouble.what();
        }
        return "nothing";
    };
    EXPECT_EQ(complaint("a == "), "'a == ': character 6: a value is missing");
    EXPECT_EQ(complaint("(a"), "'(a': character 3: ')' is missing");
    EXPECT_EQ(complaint("a b"), "'a b': character 3: 'b' is not expected");
    EXPECT_EQ(complaint("$xyz"), "'$xyz': character 1: '$xyz' is no number");
    EXPECT_EQ(complaint("1g"), "'1g': character 1: '1g' is no number");
    EXPECT_EQ(complaint(".contour"), "unknown label 'contour': did you mean 'counter'?");
}

}  // namespace
}  // namespace ryg
