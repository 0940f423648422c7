// The arithmetic unit: pure functions from bytes to a result and its flags.
#pragma once

#include "emu/values.hpp"

namespace ryg::emu::alu {

template <class V>
using ByteOf = typename V::Byte;
template <class V>
using If = typename V::Condition;

/// N and Z as one number: Z = (low byte is zero), N = (bit 7 or bit 8 is set). A result byte is its
/// own NZ, so an instruction just keeps its result; the flags are computed when they are tested.
template <class V>
using NZ = typename V::NZ;

template <class V = Numbers>
constexpr If<V> negative(NZ<V> nz) {
    return (nz & 0x180) != 0;
}
template <class V = Numbers>
constexpr If<V> zero(NZ<V> nz) {
    return (nz & 0xFF) == 0;
}
template <class V = Numbers>
constexpr NZ<V> make_nz(If<V> n, If<V> z) {
    return choose(n, 0x100u, 0u) | choose(z, 0u, 1u);
}

/// The result of an addition or subtraction, with all four flags.
template <class V>
struct ArithmeticResult {
    ByteOf<V> value;
    NZ<V> nz;
    If<V> carry;
    If<V> overflow;
};

template <class V = Numbers>
constexpr ArithmeticResult<V> add(ByteOf<V> a, ByteOf<V> b, If<V> carry) {
    const auto sum = V::sum(a, b, carry);
    const auto value = static_cast<ByteOf<V>>(sum);
    return {value, value, sum > 0xFF, ((a ^ value) & (b ^ value) & 0x80) != 0};
}

/// Subtraction is addition of the complement; a set carry means no borrow.
template <class V = Numbers>
constexpr ArithmeticResult<V> subtract(ByteOf<V> a, ByteOf<V> b, If<V> carry) {
    return add<V>(a, static_cast<ByteOf<V>>(~b), carry);
}

/// NMOS: Z comes from the binary sum, N and V from the sum after the low digit's correction only.
/// The result is also defined for the digits A to F.  [BC]
template <class V = Numbers>
constexpr ArithmeticResult<V> add_decimal(ByteOf<V> a, ByteOf<V> b, If<V> carry) {
    auto low_digit = V::sum(a & 0x0Fu, b & 0x0Fu, carry);
    low_digit = choose(low_digit > 9, ((low_digit + 6) & 0x0F) + 0x10, low_digit);
    auto sum = (a & 0xF0u) + (b & 0xF0u) + low_digit;
    const If<V> n = (sum & 0x80) != 0;
    const If<V> v = (~(a ^ b) & (a ^ sum) & 0x80) != 0;
    sum = choose(sum >= 0xA0, sum + 0x60, sum);
    return {static_cast<ByteOf<V>>(sum), make_nz<V>(n, add<V>(a, b, carry).value == 0), sum > 0xFF,
            v};
}

/// NMOS: all flags are those of the binary difference; only a digit that borrows is corrected.  [BC]
template <class V = Numbers>
constexpr ArithmeticResult<V> subtract_decimal(ByteOf<V> a, ByteOf<V> b, If<V> carry) {
    ArithmeticResult<V> result = subtract<V>(a, b, carry);
    const If<V> low_borrows = V::sum(a & 0x0Fu, (b & 0x0Fu) ^ 0x0F, carry) <= 0x0F;
    const auto low_digit = (result.value - choose(low_borrows, 6u, 0u)) & 0x0F;
    const auto high_digit = (result.value & 0xF0u) - choose(result.carry, 0u, 0x60u);
    result.value = static_cast<ByteOf<V>>(high_digit | low_digit);
    return result;
}

/// The result of a shift: the byte, and the bit shifted out.
template <class V>
struct Shifted {
    ByteOf<V> value;
    If<V> carry;
};

template <class V = Numbers>
constexpr Shifted<V> shift_left(ByteOf<V> value, If<V> in) {
    return {static_cast<ByteOf<V>>(value << 1 | in), (value & 0x80) != 0};
}
template <class V = Numbers>
constexpr Shifted<V> shift_right(ByteOf<V> value, If<V> in) {
    return {static_cast<ByteOf<V>>(value >> 1 | choose(in, 0x80, 0)), (value & 1) != 0};
}

/// ARR: AND, then ROR, with flags from the adder, which the chip leaves switched on; in decimal
/// mode the digits are corrected, too.  [64DOC]
template <class V = Numbers>
constexpr ArithmeticResult<V> and_rotate(ByteOf<V> a, ByteOf<V> b, If<V> carry, bool decimal) {
    const auto masked = static_cast<ByteOf<V>>(a & b);
    const auto rotated = shift_right<V>(masked, carry).value;
    if (!decimal) {
        return {rotated, rotated, (rotated & 0x40) != 0, ((rotated >> 6 ^ rotated >> 5) & 1) != 0};
    }
    const If<V> low_is_high = (masked & 0x0F) + (masked & 0x01) > 5;
    const If<V> high_is_high = (masked & 0xF0) + (masked & 0x10) > 0x50;
    const auto low_digit = (rotated + choose(low_is_high, 6u, 0u)) & 0x0F;
    const auto value = ((rotated & 0xF0u) | low_digit) + choose(high_is_high, 0x60u, 0u);
    return {static_cast<ByteOf<V>>(value), make_nz<V>(carry, rotated == 0), high_is_high,
            ((masked ^ rotated) & 0x40) != 0};
}

static_assert(add(0x50, 0x50, false).overflow && !add(0x50, 0x10, false).overflow);
static_assert(add_decimal(0x58, 0x46, true).value == 0x05 && add_decimal(0x58, 0x46, true).carry);
static_assert(subtract_decimal(0x46, 0x12, true).value == 0x34);

}  // namespace ryg::emu::alu
