// The three quantities of a 6502: a byte, an address, a point in time.
#pragma once

#include <cstdint>

namespace ryg::emu {

using Byte = std::uint8_t;
using Address = std::uint16_t;
using Cycle = std::uint64_t;  ///< phi2 cycles since power-on; each one is a bus access

constexpr Byte low(Address address) { return static_cast<Byte>(address); }
constexpr Byte high(Address address) { return static_cast<Byte>(address >> 8); }
constexpr Address word(Byte low_byte, Byte high_byte) {
    return static_cast<Address>(low_byte | high_byte << 8);
}

}  // namespace ryg::emu
