// Expressions against a C compiler: 500 random ones, as conditions and as formulas.
#include <array>
#include <fmt/format.h>
#include <sstream>

#include "c64/debug/evaluate.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace c64::debug;
using c64::Machine;
using What = MachineValue::What;

/// A value as it is written in C, in a formula and in a condition.
struct Leaf {
    std::string c, formula, condition;
};

/// An expression in each of the three.
struct Texts {
    std::string c, formula, condition;

    void add(std::string_view text) {
        for (std::string* each : {&c, &formula, &condition}) each->append(text);
    }
    void add(const Leaf& leaf) {
        c += leaf.c;
        formula += leaf.formula;
        condition += leaf.condition;
    }
};

Leaf leaf(tests::Dice& dice) {
    static const std::array<Leaf, 6> variables{{{"A", "A", "a"},
                                                {"X", "X", "x"},
                                                {"Y", "Y", "y"},
                                                {"p", "p", "@word:ram:$2000"},
                                                {"w", "w", "$fedcba9876543210"},
                                                {"b", "@$2000", "@$2000"}}};
    if (dice(3) != 0) return variables.at(dice(variables.size()));
    const std::uint64_t number = dice(4) == 0 ? dice.next() >> dice(64) : dice(20);
    const char* const type = number >> 63 != 0 ? "(uint64_t)" : "(int64_t)";
    return {fmt::format("({}{}u)", type, number), fmt::format("{}", number),
            fmt::format("${:x}", number)};
}

/// Operators and operands in a row, with parentheses here and there: what belongs together is for
/// the readers to find out.
void add_expression(Texts& texts, tests::Dice& dice, int depth) {
    static const std::array<const char*, 18> operators{"*",  "/", "%",  "+", "-",  "<<",
                                                       ">>", "<", "<=", ">", ">=", "==",
                                                       "!=", "&", "^",  "|", "&&", "||"};
    const unsigned operands = 1 + dice(5);
    for (unsigned i = 0; i < operands; ++i) {
        if (i != 0) texts.add(fmt::format(" {} ", operators.at(dice(operators.size()))));
        while (dice(6) == 0) texts.add(std::array{"- ", "~ ", "! ", "+ "}.at(dice(4)));
        if (depth > 0 && dice(3) == 0) {
            texts.add("(");
            add_expression(texts, dice, depth - 1);
            texts.add(")");
        } else {
            texts.add(leaf(dice));
        }
    }
    if (depth == 0 || dice(4) != 0) return;
    texts.add(" ? ");
    add_expression(texts, dice, depth - 1);
    texts.add(" : ");
    add_expression(texts, dice, depth - 1);
}

/// Notes what C leaves undefined.
struct Watching : OnMachine {
    bool& is_defined;

    [[nodiscard]] Word apply(WordOperation operation, Word left, Word right) const {
        const bool shifts =
            operation == WordOperation::shift_left || operation == WordOperation::shift_right;
        constexpr Word most = 15;  // C's comparisons are of an int, which is shorter
        if (shifts && right > most && right != 63) is_defined = false;
        if (operation == WordOperation::divide && left == 1ULL << 63) is_defined = false;
        return OnMachine::apply(operation, left, right);
    }
    void no_value_if(Word condition, const ExpressionNode&) const {
        if (condition != 0) is_defined = false;
    }
};

std::string hexadecimal(std::int64_t value) {
    return fmt::format("{:x}", static_cast<std::uint64_t>(value));
}

TEST(Expression, HasTheValueThatACompilerOfCComputes) {
    const std::string compiler = tests::is_installed("cc") ? "cc" : "clang";
    if (!tests::is_installed(compiler)) GTEST_SKIP() << "there is no compiler of C";
    Machine machine;
    machine.boot();
    tests::Dice dice(2026);
    emu::Registers& registers = machine.cpu.registers;
    registers.a = 0xC8, registers.x = 3, registers.y = 0;
    const auto ram = machine.ram();
    ram[0x2000] = 0x34, ram[0x2001] = 0x92;
    for (unsigned i = 0; i < 8; ++i) ram[0x3000 + i] = static_cast<c64::Byte>(0x10 + 0x22 * i);
    const auto words = [](std::string_view word) -> std::optional<MachineValue> {
        if (word == "p") return MachineValue{What::ram, 0x2000, 0x2002};
        if (word == "w") return MachineValue{What::ram, 0x3000, 0x3008};
        return {};
    };
    std::string source =
        "#include <stdint.h>\n#include <stdio.h>\n"
        "int64_t A = 0xC8, X = 3, Y = 0, b = 0x34, p = 0x9234;\n"
        "uint64_t w = 0xfedcba9876543210u;\nint main(void) {\n";
    std::vector<std::string> ours, texts;
    while (ours.size() < 500) {
        Texts made;
        add_expression(made, dice, 3);
        const Expression formula = Expression::parse(made.formula, {}, words);
        bool is_defined = true;
        Watching watching{{{made.formula}, machine}, is_defined};
        const auto value = static_cast<std::int64_t>(evaluate(formula, watching));
        if (!is_defined) continue;
        ASSERT_EQ(formula.value(machine), value) << made.formula;
        ASSERT_EQ(Expression::parse(made.condition, {}).value(machine), value) << made.condition;
        source += fmt::format("printf(\"%llx\\n\", (long long)({}));\n", made.c);
        ours.push_back(hexadecimal(value));
        texts.push_back(made.formula);
    }
    const program::Folder folder;
    const std::string file = folder.write("all.c", source + "return 0;\n}\n");
    const std::string binary = folder.file("all");
    const auto compiled = program::run({compiler, "-w", "-fwrapv", "-o", binary, file});
    ASSERT_EQ(compiled.status, 0) << compiled.err;
    const auto ran = program::run({binary});
    ASSERT_EQ(ran.status, 0) << ran.err;
    std::istringstream lines(ran.out);
    std::string line;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        ASSERT_TRUE(std::getline(lines, line));
        EXPECT_EQ(ours[i], line) << texts[i];
    }
}

std::int64_t formula_value(std::string_view text) {
    static const Machine machine = [] {
        Machine made;
        made.boot();
        made.cpu.registers.x = 0;
        made.cpu.registers.a = 7;
        return made;
    }();
    return Expression::parse(text, {}, [](std::string_view) { return std::nullopt; })
        .value(machine);
}

TEST(Expression, ShiftsAllBitsOutByAWordAndMore) {
    for (const char* count : {"64", "1000", "-1"}) {
        EXPECT_EQ(formula_value(fmt::format("5 << {}", count)), 0);
        EXPECT_EQ(formula_value(fmt::format("5 >> {}", count)), 0);
        EXPECT_EQ(formula_value(fmt::format("-5 >> {}", count)), -1);
        EXPECT_EQ(formula_value(fmt::format("$ffffffffffffffff >> {}", count)), 0);
    }
}

TEST(Expression, ReadsBytesWithASign) {
    EXPECT_EQ(formula_value("signed(A)"), 7);
    EXPECT_EQ(formula_value("signed(@$fc) * 0 + signed(A) - signed(X)"), 7);
    EXPECT_EQ(formula_value("A >>> 1"), 3);
    EXPECT_EQ(formula_value("-8 >>> 1"), -4);
    EXPECT_THROW(static_cast<void>(formula_value("signed(A + 1)")), BadExpression);
    EXPECT_THROW(static_cast<void>(formula_value("signed(200)")), BadExpression);
}

TEST(Expression, DividesByZeroOnlyWhereCWould) {
    EXPECT_EQ(formula_value("X == 0 ? 9 : A / X"), 9);
    EXPECT_EQ(formula_value("X != 0 && A / X > 2"), 0);
    EXPECT_EQ(formula_value("X == 0 || A % X == 0"), 1);
    EXPECT_EQ(formula_value("A == 7 ? (X == 0 ? 3 : 1 / X) : 1 / X"), 3);
    for (const char* text : {"X == 0 ? A / X : 9", "X == 0 && A / X > 2", "X != 0 || A % X",
                             "A == 7 ? (X == 0 ? 1 / X : 3) : 4"}) {
        EXPECT_THROW((void)formula_value(text), BadExpression) << text;
    }
    EXPECT_EQ(formula_value("(-$7fffffffffffffff - 1) / -1 < 0"), 1) << "wraps around";
}

}  // namespace
}  // namespace ryg
