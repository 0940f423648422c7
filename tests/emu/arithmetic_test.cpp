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
Result sum(int a, int b, int carry, bool decimal) {
    return decimal ? decimal_sum(a, b, carry) : binary_sum(a, b, carry);
}
Result difference(int a, int b, int carry, bool decimal) {
    return decimal ? decimal_difference(a, b, carry) : binary_difference(a, b, carry);
}

/// AND, then a rotation, and the adder's flags: in decimal mode a digit of the AND that is 5 or
/// more gets 6 added after the rotation, and the upper one decides the carry.  [64DOC]
Result and_rotated(int a, int m, int carry, bool decimal) {
    const int both = a & m;
    const int rotated = both / 2 + 128 * carry;
    const int bit_6 = rotated / 64 % 2, bit_5 = rotated / 32 % 2;
    if (!decimal) return plain(rotated, bit_6 != bit_5, bit_6 != 0);
    const bool fix_units = both % 16 >= 5, fix_tens = both / 16 >= 5;
    const int units = (rotated % 16 + (fix_units ? 6 : 0)) % 16;
    const int tens = (rotated / 16 + (fix_tens ? 6 : 0)) % 16;
    return {tens * 16 + units, carry == 1, bit_6 != both / 64 % 2, rotated == 0, fix_tens};
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

constexpr Byte arithmetic_flags = Flag::N | Flag::V | Flag::Z | Flag::C;

/// All a, m, carry and mode, with the other flags clear and set before. `reference(a, m, carry,
/// decimal)` is the result that is expected in A; `cell`, if it is a function, what is left in
/// memory. Stops at the first difference: one line says it all.
template <class Reference, class Cell>
void hold_to(Byte opcode, bool immediate, const Reference& reference, const Cell& cell) {
    Unit unit(opcode, immediate);
    for (const int before : {0, Flag::N | Flag::V | Flag::Z | Flag::I}) {
        for (int mode_and_carry = 0; mode_and_carry < 4; ++mode_and_carry) {
            const bool decimal = mode_and_carry >= 2;
            const int carry = mode_and_carry % 2;
            const auto p =
                static_cast<Byte>(before | (decimal ? Flag::D : 0) | carry | Flag::unused);
            for (int a = 0; a < 256; ++a) {
                for (int m = 0; m < 256; ++m) {
                    unit.registers.a = static_cast<Byte>(a);
                    unit.registers.p = p;
                    unit.execute(m);
                    const Result expected = reference(a, m, carry, decimal, (p & Flag::V) != 0);
                    const auto expected_p =
                        static_cast<Byte>((p & ~arithmetic_flags) | expected.flags());
                    ASSERT_TRUE(unit.registers.a == expected.value &&
                                unit.registers.p == expected_p && cell(unit, m, carry))
                        << fmt::format(
                               "opcode ${:02x} a ${:02x} m ${:02x} p ${:02x}: a ${:02x} p ${:02x}, "
                               "expected a ${:02x} p ${:02x}",
                               opcode, a, m, p, unit.registers.a, unit.registers.p, expected.value,
                               expected_p);
                }
            }
        }
    }
}
template <class Reference>
void hold_to(Byte opcode, const Reference& reference) {
    hold_to(opcode, true, reference, [](const Unit&, int, int) { return true; });
}

TEST(Arithmetic, AdditionIsExactForAllOperandsInBothModes) {
    hold_to(0x69, [](int a, int m, int c, bool d, bool) { return sum(a, m, c, d); });
}

TEST(Arithmetic, SubtractionIsExactForAllOperandsInBothModes) {
    const auto reference = [](int a, int m, int c, bool d, bool) { return difference(a, m, c, d); };
    hold_to(0xE9, reference);
    hold_to(0xEB, reference);  // the undocumented copy
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
    struct Comparison {
        Byte opcode;
        Byte emu::Registers::*reg;
    };
    for (const auto& [opcode, reg] :
         {Comparison{0xC9, &emu::Registers::a}, Comparison{0xE0, &emu::Registers::x},
          Comparison{0xC0, &emu::Registers::y}}) {
        Unit unit(opcode, true);
        for (int r = 0; r < 256; ++r) {
            for (int m = 0; m < 256; ++m) {
                unit.registers = {.p = Flag::unused | Flag::V | Flag::D};
                unit.registers.*reg = static_cast<Byte>(r);
                unit.execute(m);
                const Result expected{0, wrapped(r - m) >= 128, true, r == m, r >= m};
                ASSERT_EQ(unit.registers.p, expected.flags() | Flag::unused | Flag::D)
                    << fmt::format("opcode ${:02x} {:02x} with {:02x}", opcode, r, m);
                ASSERT_EQ(unit.registers.*reg, r);
            }
        }
    }
}

TEST(Arithmetic, BitCopiesTheUpperTwoBitsAndTestsTheAnd) {
    Unit unit(0x24, false);
    for (int a = 0; a < 256; ++a) {
        for (int m = 0; m < 256; ++m) {
            unit.registers = {.a = static_cast<Byte>(a), .p = Flag::unused | Flag::C};
            unit.execute(m);
            const Result expected{0, m / 128 == 1, m / 64 % 2 == 1, (a & m) == 0, true};
            ASSERT_EQ(unit.registers.p, expected.flags() | Flag::unused) << a << " " << m;
            ASSERT_EQ(unit.registers.a, a);
        }
    }
}

Result shifted(int kind, int m, int carry) {  // 0 asl, 1 rol, 2 lsr, 3 ror, as in bits 7-5
    const int in = kind == 1 || kind == 3 ? carry : 0;
    if (kind < 2) return plain((2 * m + in) % 256, false, m >= 128);
    return plain(m / 2 + 128 * in, false, m % 2 == 1);
}

TEST(Arithmetic, ShiftsAreExactOnTheAccumulatorAndInMemory) {
    for (int kind = 0; kind < 4; ++kind) {
        Unit accumulator(static_cast<Byte>(kind << 5 | 0x0A), true);
        Unit memory(static_cast<Byte>(kind << 5 | 0x06), false);
        for (int carry = 0; carry < 2; ++carry) {
            for (int m = 0; m < 256; ++m) {
                const Result expected = shifted(kind, m, carry);
                const auto p = static_cast<Byte>(Flag::unused | carry);
                accumulator.registers = {.a = static_cast<Byte>(m), .p = p};
                accumulator.execute(0);
                ASSERT_EQ(accumulator.registers.a, expected.value) << kind << " " << m;
                ASSERT_EQ(accumulator.registers.p, expected.flags() | Flag::unused);
                memory.registers = {.a = 0x5A, .p = p};
                memory.execute(m);
                ASSERT_EQ(memory.cell(), expected.value) << kind << " " << m;
                ASSERT_EQ(memory.registers.p, expected.flags() | Flag::unused);
                ASSERT_EQ(memory.registers.a, 0x5A);
            }
        }
    }
}

TEST(Arithmetic, LogicIsBitwise) {
    hold_to(0x09, [](int a, int m, int c, bool, bool v) { return plain(a + m - (a & m), v, c); });
    hold_to(0x29, [](int a, int m, int c, bool, bool v) { return plain(a & m, v, c); });
    hold_to(0x49,
            [](int a, int m, int c, bool, bool v) { return plain(a + m - 2 * (a & m), v, c); });
}

TEST(Arithmetic, CountingInMemoryWrapsAndLeavesTheCarry) {
    Unit inc(0xE6, false), dec(0xC6, false);
    for (int m = 0; m < 256; ++m) {
        inc.registers.p = dec.registers.p = Flag::unused | Flag::C | Flag::V;
        inc.execute(m);
        dec.execute(m);
        ASSERT_EQ(inc.cell(), wrapped(m + 1));
        ASSERT_EQ(dec.cell(), wrapped(m - 1));
        ASSERT_EQ(inc.registers.p, plain(wrapped(m + 1), true, true).flags() | Flag::unused);
        ASSERT_EQ(dec.registers.p, plain(wrapped(m - 1), true, true).flags() | Flag::unused);
    }
}

TEST(Undocumented, ArrRotatesTheAndWithTheAddersFlags) {
    hold_to(0x6B, [](int a, int m, int c, bool d, bool) { return and_rotated(a, m, c, d); });
}

TEST(Undocumented, AlrAndAncTakeTheirCarryFromTheAnd) {
    hold_to(0x4B, [](int a, int m, int, bool, bool v) {
        return plain((a & m) / 2, v, (a & m) % 2 == 1);
    });
    for (const Byte opcode : {Byte{0x0B}, Byte{0x2B}}) {
        hold_to(opcode,
                [](int a, int m, int, bool, bool v) { return plain(a & m, v, (a & m) >= 128); });
    }
}

TEST(Undocumented, AxsSubtractsFromTheAndWithoutBorrow) {
    Unit unit(0xCB, true);
    for (int a = 0; a < 256; ++a) {
        for (int m = 0; m < 256; ++m) {
            unit.registers = {.a = static_cast<Byte>(a), .x = 0xF7, .p = Flag::unused | Flag::D};
            unit.execute(m);
            const int both = a & 0xF7;
            ASSERT_EQ(unit.registers.x, wrapped(both - m));
            ASSERT_EQ(unit.registers.p,
                      plain(wrapped(both - m), false, both >= m).flags() | Flag::unused | Flag::D);
            ASSERT_EQ(unit.registers.a, a);
        }
    }
}

TEST(Undocumented, PairsModifyMemoryAndComputeWithTheResult) {
    const auto leaves = [](int kind) {
        return [kind](const Unit& unit, int m, int carry) {
            return unit.cell() == shifted(kind, m, carry).value;
        };
    };
    hold_to(
        0x07, false,
        [](int a, int m, int c, bool, bool v) {  // slo
            const Result r = shifted(0, m, c);
            return plain(a | r.value, v, r.c);
        },
        leaves(0));
    hold_to(
        0x27, false,
        [](int a, int m, int c, bool, bool v) {  // rla
            const Result r = shifted(1, m, c);
            return plain(a & r.value, v, r.c);
        },
        leaves(1));
    hold_to(
        0x47, false,
        [](int a, int m, int c, bool, bool v) {  // sre
            const Result r = shifted(2, m, c);
            return plain(a ^ r.value, v, r.c);
        },
        leaves(2));
    hold_to(
        0x67, false,
        [](int a, int m, int c, bool d, bool) {  // rra
            const Result r = shifted(3, m, c);
            return sum(a, r.value, r.c ? 1 : 0, d);
        },
        leaves(3));
    hold_to(
        0xC7, false,
        [](int a, int m, int, bool, bool v) {  // dcp
            Result r = plain(wrapped(a - wrapped(m - 1)), v, a >= wrapped(m - 1));
            r.value = a;
            return r;
        },
        [](const Unit& unit, int m, int) { return unit.cell() == wrapped(m - 1); });
    hold_to(
        0xE7, false,
        [](int a, int m, int c, bool d, bool) {  // isc
            return difference(a, wrapped(m + 1), c, d);
        },
        [](const Unit& unit, int m, int) { return unit.cell() == wrapped(m + 1); });
}

TEST(Undocumented, LaxLoadsBothAndLasAndsTheStackPointer) {
    Unit lax(0xA7, false);
    emu::FlatMemory memory;
    poke(memory.ram, 0x1000, {0xBB, 0x00, 0x20});
    for (int m = 0; m < 256; ++m) {
        lax.registers.p = Flag::unused;
        lax.execute(m);
        ASSERT_EQ(lax.registers.a, m);
        ASSERT_EQ(lax.registers.x, m);
        ASSERT_EQ(lax.registers.p, plain(m, false, false).flags() | Flag::unused);
        for (int s = 0; s < 256; ++s) {
            emu::Cpu cpu;
            cpu.registers = {.pc = 0x1000, .s = static_cast<Byte>(s), .p = Flag::unused};
            memory.ram[0x2000] = static_cast<Byte>(m);
            cpu.step(memory);
            ASSERT_TRUE(cpu.registers.a == (s & m) && cpu.registers.x == (s & m) &&
                        cpu.registers.s == (s & m));
            ASSERT_EQ(cpu.registers.p, plain(s & m, false, false).flags() | Flag::unused);
        }
    }
}

TEST(Undocumented, TheConstantsOfAneAndLxaCanBeSet) {
    Unit ane(0x8B, true), lxa(0xAB, true);
    EXPECT_EQ(ane.unstable().ane, 0xEE);  // what most programs expect
    EXPECT_EQ(lxa.unstable().lxa, 0xEE);
    for (const int constant : {0x00, 0xEE, 0xEF, 0xFF}) {
        ane.unstable().ane = static_cast<Byte>(constant);
        lxa.unstable().lxa = static_cast<Byte>(constant);
        for (int a = 0; a < 256; ++a) {
            for (int m = 0; m < 256; ++m) {
                ane.registers = {.a = static_cast<Byte>(a), .x = 0xBD, .p = Flag::unused};
                lxa.registers = ane.registers;
                ane.execute(m);
                lxa.execute(m);
                const int by_ane = (a | constant) & 0xBD & m, by_lxa = (a | constant) & m;
                ASSERT_EQ(ane.registers.a, by_ane);
                ASSERT_EQ(ane.registers.x, 0xBD);
                ASSERT_EQ(ane.registers.p, plain(by_ane, false, false).flags() | Flag::unused);
                ASSERT_EQ(lxa.registers.a, by_lxa);
                ASSERT_EQ(lxa.registers.x, by_lxa);
                ASSERT_EQ(lxa.registers.p, plain(by_lxa, false, false).flags() | Flag::unused);
            }
        }
    }
}

}  // namespace
}  // namespace ryg
