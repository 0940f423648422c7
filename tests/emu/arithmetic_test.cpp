// Every operation that computes, for all operands, against formulations of another kind: whole
// numbers and decimal digits here, bits and masks there.
#include <gtest/gtest.h>

#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using emu::Flag;

/// A result and the four flags that arithmetic can change.
struct Result {
    int value;
    bool n, v, z, c;

    [[nodiscard]] Byte flags() const {
        return static_cast<Byte>((n ? Flag::N : 0) | (v ? Flag::V : 0) | (z ? Flag::Z : 0) |
                                 (c ? Flag::C : 0));
    }
};

int wrapped(int number) { return ((number % 256) + 256) % 256; }
int as_signed(int byte) { return byte < 128 ? byte : byte - 256; }
int signed_digit(int digit) { return digit < 8 ? digit : digit - 16; }
bool fits_signed(int number) { return -128 <= number && number <= 127; }

/// A load-like result: N and Z of the value.
Result plain(int value, bool v, bool c) { return {value, value >= 128, v, value == 0, c}; }

Result binary_sum(int a, int b, int carry) {
    const int sum = a + b + carry;
    return plain(wrapped(sum), !fits_signed(as_signed(a) + as_signed(b) + carry), sum > 255);
}
Result binary_difference(int a, int b, int carry) {
    const int difference = a - b - (1 - carry);
    return plain(wrapped(difference), !fits_signed(as_signed(a) - as_signed(b) - (1 - carry)),
                 difference >= 0);
}

/// Digit by digit, with a carry between them, as on paper; a digit above 9 is too large by 6 and
/// carries 1, whatever it is. N and V are those of the high digit before it is corrected, Z is
/// that of the binary sum.  [BC]
Result decimal_sum(int a, int b, int carry) {
    const int units = a % 16 + b % 16 + carry;
    const int to_tens = units > 9 ? 1 : 0;
    const int tens = a / 16 + b / 16 + to_tens;
    const int signed_tens = signed_digit(a / 16) + signed_digit(b / 16) + to_tens;
    const bool out = tens > 9;
    const int value = (tens + (out ? 6 : 0)) % 16 * 16 + (units + (to_tens != 0 ? 6 : 0)) % 16;
    return {value, tens % 16 >= 8, signed_tens < -8 || signed_tens > 7, wrapped(a + b + carry) == 0,
            out};
}
/// A digit that has to borrow is too large by 6. All flags are those of the binary difference. [BC]
Result decimal_difference(int a, int b, int carry) {
    const int units = a % 16 - b % 16 - (1 - carry);
    const int borrow = units < 0 ? 1 : 0;
    const int tens = a / 16 - b / 16 - borrow;
    Result result = binary_difference(a, b, carry);
    result.value = (tens - (tens < 0 ? 6 : 0) + 32) % 16 * 16 + (units - 6 * borrow + 32) % 16;
    return result;
}

/// What an operation is given.
struct Operands {
    int a, m, carry;
    bool decimal, v;
};

Result sum(const Operands& o) {
    return o.decimal ? decimal_sum(o.a, o.m, o.carry) : binary_sum(o.a, o.m, o.carry);
}
Result difference(const Operands& o) {
    return o.decimal ? decimal_difference(o.a, o.m, o.carry) : binary_difference(o.a, o.m, o.carry);
}
Result conjunction(const Operands& o) { return plain(o.a & o.m, o.v, o.carry); }
Result disjunction(const Operands& o) { return plain(o.a + o.m - (o.a & o.m), o.v, o.carry); }
Result exclusion(const Operands& o) { return plain(o.a + o.m - 2 * (o.a & o.m), o.v, o.carry); }
Result comparison(const Operands& o) {
    return {o.a, wrapped(o.a - o.m) >= 128, o.v, o.a == o.m, o.a >= o.m};
}

/// AND, then a rotation, and the adder's flags: in decimal mode a digit of the AND that is 5 or
/// more gets 6 added after the rotation, and the upper one decides the carry.  [64DOC]
Result and_rotated(const Operands& o) {
    const int both = o.a & o.m;
    const int rotated = both / 2 + 128 * o.carry;
    const int bit_6 = rotated / 64 % 2, bit_5 = rotated / 32 % 2;
    if (!o.decimal) return plain(rotated, bit_6 != bit_5, bit_6 != 0);
    const bool fix_units = both % 16 >= 5, fix_tens = both / 16 >= 5;
    const int units = (rotated % 16 + (fix_units ? 6 : 0)) % 16;
    const int tens = (rotated / 16 + (fix_tens ? 6 : 0)) % 16;
    return {tens * 16 + units, o.carry == 1, bit_6 != both / 64 % 2, rotated == 0, fix_tens};
}

enum Shift { asl, rol, lsr, ror };  // as in bits 7-5 of the opcode
Result shifted(Shift kind, int m, const Operands& o) {
    const int in = kind == rol || kind == ror ? o.carry : 0;
    if (kind == asl || kind == rol) return plain((2 * m + in) % 256, o.v, m >= 128);
    return plain(m / 2 + 128 * in, o.v, m % 2 == 1);
}

/// A processor that executes `opcode m`, immediate or on zero page cell $80, again and again.
class Unit {
  public:
    explicit Unit(Byte opcode, bool immediate) : immediate_(immediate) {
        poke(memory_.ram, 0x1000, {opcode, 0x80});
    }
    emu::Registers registers{};

    void execute(int m) {
        memory_.ram[immediate_ ? 0x1001 : 0x80] = static_cast<Byte>(m);
        cpu_.registers = registers;
        cpu_.registers.pc = 0x1000;
        cpu_.run(memory_, cpu_.cycle + 1);
        registers = cpu_.registers;
    }
    [[nodiscard]] int cell() const { return memory_.ram[0x80]; }
    emu::Unstable& unstable() { return cpu_.unstable; }

  private:
    emu::FlatMemory memory_;
    emu::Cpu cpu_;
    bool immediate_;
};

using Register = Byte emu::Registers::*;
constexpr Register A = &emu::Registers::a, X = &emu::Registers::x, Y = &emu::Registers::y,
                   S = &emu::Registers::s;
constexpr Byte other_x = 0xBD;  ///< X where it is not the operand

/// An instruction, where `a` of its operands comes from, and where its result goes.
struct Form {
    Byte opcode;
    bool immediate = true;
    Register operand = A;
    std::vector<Register> results{A};
    Byte constant = 0xEE;  ///< of the unstable ones
};
constexpr bool in_memory = false;

int unchanged(const Operands& o) { return o.m; }

/// All a, m, carry and mode, with the other flags clear and set before. `reference(operands)` is
/// the result that is expected; `cell(operands)` is what is left in memory. No other register
/// changes. Stops at the first difference: one line says it all.
template <class Reference, class Cell = int (*)(const Operands&)>
void expect_all(const Form& form, const Reference& reference, const Cell& cell = unchanged) {
    constexpr Byte arithmetic_flags = Flag::N | Flag::V | Flag::Z | Flag::C;
    Unit unit(form.opcode, form.immediate);
    unit.unstable() = {form.constant, form.constant};
    for (unsigned n = 0; n < 8 * 0x10000; ++n) {
        const Operands o{static_cast<int>(n & 0xFF), static_cast<int>(n >> 8 & 0xFF),
                         static_cast<int>(n >> 16 & 1), (n >> 17 & 1) != 0, n >> 18 != 0};
        emu::Registers expected{.x = other_x};
        expected.*form.operand = static_cast<Byte>(o.a);
        expected.p = static_cast<Byte>((o.v ? Flag::N | Flag::V | Flag::Z | Flag::I : 0) |
                                       (o.decimal ? Flag::D : 0) | o.carry | Flag::unused);
        unit.registers = expected;
        unit.execute(o.m);
        const Result result = reference(o);
        for (const Register reg : form.results) expected.*reg = static_cast<Byte>(result.value);
        expected.p = static_cast<Byte>((expected.p & ~arithmetic_flags) | result.flags());
        expected.pc = unit.registers.pc;
        ASSERT_TRUE(unit.registers == expected && (form.immediate || unit.cell() == cell(o)))
            << fmt::format("opcode ${:02x} a ${:02x} m ${:02x} carry {}: {}, expected {}",
                           form.opcode, o.a, o.m, o.carry, text(unit.registers), text(expected));
    }
}

TEST(Arithmetic, AdditionAndSubtractionAreExactForAllOperandsInBothModes) {
    expect_all({0x69}, sum);
    expect_all({0xE9}, difference);
    expect_all({0xEB}, difference);  // the undocumented copy
}

TEST(Arithmetic, DecimalModeAddsAndSubtractsDecimalNumbers) {
    const auto bcd = [](int number) { return number / 10 * 16 + number % 10; };
    Unit adc(0x69, true), sbc(0xE9, true);
    for (int a = 0; a < 100; ++a) {
        for (int b = 0; b < 100; ++b) {
            for (const int carry : {0, 1}) {
                const auto p = static_cast<Byte>(Flag::D | Flag::unused | carry);
                adc.registers.a = sbc.registers.a = static_cast<Byte>(bcd(a));
                adc.registers.p = sbc.registers.p = p;
                adc.execute(bcd(b));
                sbc.execute(bcd(b));
                ASSERT_EQ(adc.registers.a, bcd((a + b + carry) % 100)) << a << " + " << b;
                ASSERT_EQ(adc.registers.p & Flag::C, a + b + carry >= 100 ? 1 : 0);
                const int rest = a - b - (1 - carry);
                ASSERT_EQ(sbc.registers.a, bcd((rest + 100) % 100)) << a << " - " << b;
                ASSERT_EQ(sbc.registers.p & Flag::C, rest >= 0 ? 1 : 0);
            }
        }
    }
}

TEST(Arithmetic, ComparisonsAreUnsignedAndLeaveVAlone) {
    expect_all({0xC9, true, A, {}}, comparison);
    expect_all({0xE0, true, X, {}}, comparison);
    expect_all({0xC0, true, Y, {}}, comparison);
}

TEST(Arithmetic, BitCopiesTheUpperTwoBitsAndTestsTheAnd) {
    expect_all({0x24, in_memory, A, {}}, [](const Operands& o) -> Result {
        return {0, o.m / 128 == 1, o.m / 64 % 2 == 1, (o.a & o.m) == 0, o.carry == 1};
    });
}

TEST(Arithmetic, ShiftsAreExactOnTheAccumulatorAndInMemory) {
    for (const Shift kind : {asl, rol, lsr, ror}) {
        const auto shift = [kind](const Operands& o) { return shifted(kind, o.m, o); };
        expect_all({static_cast<Byte>(kind << 5 | 0x0A)},
                   [kind](const Operands& o) { return shifted(kind, o.a, o); });
        expect_all({static_cast<Byte>(kind << 5 | 0x06), in_memory, A, {}}, shift,
                   [shift](const Operands& o) { return shift(o).value; });
    }
}

TEST(Arithmetic, LogicIsBitwise) {
    expect_all({0x09}, disjunction);
    expect_all({0x29}, conjunction);
    expect_all({0x49}, exclusion);
}

TEST(Arithmetic, CountingInMemoryWrapsAndLeavesTheCarry) {
    for (const int step : {-1, 1}) {
        const auto counted = [step](const Operands& o) { return wrapped(o.m + step); };
        expect_all(
            {step < 0 ? Byte{0xC6} : Byte{0xE6}, in_memory, A, {}},
            [&](const Operands& o) { return plain(counted(o), o.v, o.carry); }, counted);
    }
}

TEST(Undocumented, ArrRotatesTheAndWithTheAddersFlags) { expect_all({0x6B}, and_rotated); }

TEST(Undocumented, AlrAndAncTakeTheirCarryFromTheAnd) {
    expect_all({0x4B},
               [](const Operands& o) { return plain((o.a & o.m) / 2, o.v, (o.a & o.m) % 2 == 1); });
    for (const Byte opcode : {Byte{0x0B}, Byte{0x2B}}) {
        expect_all({opcode},
                   [](const Operands& o) { return plain(o.a & o.m, o.v, (o.a & o.m) >= 128); });
    }
}

TEST(Undocumented, AxsSubtractsFromTheAndWithoutBorrow) {
    expect_all({0xCB, true, A, {X}}, [](const Operands& o) {
        const int both = o.a & other_x;
        return plain(wrapped(both - o.m), o.v, both >= o.m);
    });
}

TEST(Undocumented, PairsModifyMemoryAndComputeWithTheResult) {
    struct Pair {
        Byte opcode;
        Shift shift;
        Result (*compute)(const Operands&);
    };
    for (const Pair& pair : {Pair{0x07, asl, disjunction},  // slo
                             {0x27, rol, conjunction},      // rla
                             {0x47, lsr, exclusion},        // sre
                             {0x67, ror, sum}}) {           // rra
        expect_all(
            {pair.opcode, in_memory},
            [&pair](Operands o) {
                const Result r = shifted(pair.shift, o.m, o);
                o.m = r.value;
                o.carry = r.c ? 1 : 0;
                return pair.compute(o);
            },
            [&pair](const Operands& o) { return shifted(pair.shift, o.m, o).value; });
    }
    for (const int step : {-1, 1}) {  // dcp, isc
        const auto compute = step < 0 ? comparison : difference;
        const auto counted = [step](const Operands& o) { return wrapped(o.m + step); };
        expect_all(
            {step < 0 ? Byte{0xC7} : Byte{0xE7}, in_memory},
            [&](Operands o) {
                o.m = counted(o);
                return compute(o);
            },
            counted);
    }
}

TEST(Undocumented, LaxLoadsBothAndLasAndsTheStackPointer) {
    expect_all({0xA7, in_memory, A, {A, X}},
               [](const Operands& o) { return plain(o.m, o.v, o.carry); });
    expect_all({0xBB, in_memory, S, {A, X, S}}, conjunction);  // las $0080,y, y = 0
}

TEST(Undocumented, TheConstantsOfAneAndLxaCanBeSet) {
    Unit unit(0x8B, true);
    EXPECT_EQ(unit.unstable().ane, 0xEF);  // what most programs expect
    EXPECT_EQ(unit.unstable().lxa, 0xEE);
    for (const int constant : {0x00, 0xEE, 0xEF, 0xFF}) {
        const auto byte = static_cast<Byte>(constant);
        expect_all({0x8B, true, A, {A}, byte}, [constant](const Operands& o) {
            return plain((o.a | constant) & other_x & o.m, o.v, o.carry);
        });
        expect_all({0xAB, true, A, {A, X}, byte}, [constant](const Operands& o) {
            return plain((o.a | constant) & o.m, o.v, o.carry);
        });
    }
}

}  // namespace
}  // namespace ryg
