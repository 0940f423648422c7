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
