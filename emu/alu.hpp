// The arithmetic unit: pure functions from bytes to a result and its flags.
#pragma once

#include "emu/types.hpp"

namespace ryg::emu::alu {

/// N and Z as one number, since nearly every result sets both and few are ever tested:
/// Z = (low byte is zero), N = (bit 7 or bit 8 is set). A result byte is its own NZ.
using NZ = unsigned;

constexpr bool negative(NZ nz) { return (nz & 0x180) != 0; }
constexpr bool zero(NZ nz) { return (nz & 0xFF) == 0; }
constexpr NZ make_nz(bool n, bool z) { return (n ? 0x100u : 0u) | (z ? 0u : 1u); }

struct Sum {
    Byte value;
    NZ nz;
    bool carry;
    bool overflow;
};

constexpr Sum add(Byte a, Byte b, bool carry) {
    const unsigned sum = unsigned{a} + b + carry;
    const auto value = static_cast<Byte>(sum);
    return {value, value, sum > 0xFF, ((a ^ value) & (b ^ value) & 0x80) != 0};
}

/// Subtraction is addition of the complement; a set carry means no borrow.
constexpr Sum subtract(Byte a, Byte b, bool carry) { return add(a, static_cast<Byte>(~b), carry); }

/// NMOS: Z comes from the binary sum, N and V from the sum after the low digit's correction only.
/// The NMOS chip gives a defined result for the digits A to F, too.  [BC]
constexpr Sum add_decimal(Byte a, Byte b, bool carry) {
    unsigned low_digit = (a & 0x0Fu) + (b & 0x0Fu) + carry;
    if (low_digit > 9) low_digit = ((low_digit + 6) & 0x0F) + 0x10;
    unsigned sum = (a & 0xF0u) + (b & 0xF0u) + low_digit;
    const bool n = (sum & 0x80) != 0;
    const bool v = (~(a ^ b) & (a ^ sum) & 0x80) != 0;
    if (sum >= 0xA0) sum += 0x60;
    return {static_cast<Byte>(sum), make_nz(n, add(a, b, carry).value == 0), sum > 0xFF, v};
}

/// NMOS: all flags are those of the binary difference; only the value is corrected.  [BC]
constexpr Sum subtract_decimal(Byte a, Byte b, bool carry) {
    Sum difference = subtract(a, b, carry);
    int low_digit = (a & 0x0F) - (b & 0x0F) + (carry ? 0 : -1);
    if (low_digit < 0) low_digit = ((low_digit - 6) & 0x0F) - 0x10;
    int value = (a & 0xF0) - (b & 0xF0) + low_digit;
    if (value < 0) value -= 0x60;
    difference.value = static_cast<Byte>(value);
    return difference;
}

struct Shifted {
    Byte value;
    bool carry;
};

constexpr Shifted shift_left(Byte value, bool in) {
    return {static_cast<Byte>(value << 1 | in), (value & 0x80) != 0};
}
constexpr Shifted shift_right(Byte value, bool in) {
    return {static_cast<Byte>(value >> 1 | (in ? 0x80 : 0)), (value & 1) != 0};
}

/// ARR: AND, then ROR, with flags from the adder that the chip leaves switched on; in decimal mode
/// the digits are corrected as well.  [64DOC]
constexpr Sum and_rotate(Byte a, Byte b, bool carry, bool decimal) {
    const auto masked = static_cast<Byte>(a & b);
    const auto rotated = shift_right(masked, carry).value;
    if (!decimal) {
        return {rotated, rotated, (rotated & 0x40) != 0, ((rotated >> 6 ^ rotated >> 5) & 1) != 0};
    }
    Sum result{rotated, make_nz(carry, rotated == 0), false, ((masked ^ rotated) & 0x40) != 0};
    unsigned value = rotated;
    if ((masked & 0x0F) + (masked & 0x01) > 5) value = (value & 0xF0) | ((value + 6) & 0x0F);
    if ((masked & 0xF0) + (masked & 0x10) > 0x50) {
        value += 0x60;
        result.carry = true;
    }
    result.value = static_cast<Byte>(value);
    return result;
}

static_assert(add(0x50, 0x50, false).overflow && !add(0x50, 0x10, false).overflow);
static_assert(add_decimal(0x58, 0x46, true).value == 0x05 && add_decimal(0x58, 0x46, true).carry);
static_assert(subtract_decimal(0x46, 0x12, true).value == 0x34);

}  // namespace ryg::emu::alu
