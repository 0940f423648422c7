// The 6502's registers as one value, and the constants that vary from chip to chip.
#pragma once

#include "emu/types.hpp"

namespace ryg::emu {

/// Bits of P as PHP writes them. Bit 5 has no flip-flop and reads 1; B exists only on the stack.
struct Flag {
    static constexpr Byte C = 0x01, Z = 0x02, I = 0x04, D = 0x08;
    static constexpr Byte B = 0x10, unused = 0x20, V = 0x40, N = 0x80;
};

/// The registers between two instructions.
struct Registers {
    Address pc = 0;
    Byte a = 0, x = 0, y = 0;
    Byte s = 0;                       ///< the stack is $0100 + s and grows downward
    Byte p = Flag::unused | Flag::I;  ///< N V 1 - D I Z C; bit 5 always 1, bit 4 always 0

    static constexpr void members(auto list) {
        list(&Registers::pc, &Registers::a, &Registers::x, &Registers::y, &Registers::s,
             &Registers::p);
    }
    bool operator==(const Registers&) const = default;
};

/// What varies from chip to chip and with temperature: the bits that appear in A when ANE ($8B) and
/// LXA ($AB) put it on the internal bus. Most programs expect these values; some chips have others.
/// Bit 0 is low if RDY delayed the operand's read.  [64DOC]
struct Unstable {
    Byte ane = 0xEF;
    Byte lxa = 0xEE;
    static constexpr void members(auto list) { list(&Unstable::ane, &Unstable::lxa); }
    bool operator==(const Unstable&) const = default;
};

constexpr Address nmi_vector = 0xFFFA, reset_vector = 0xFFFC, irq_vector = 0xFFFE;

}  // namespace ryg::emu
