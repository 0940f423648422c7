// Decimal ADC and SBC as a table, made by the functions that the interpreter calls.
#pragma once

#include <array>
#include <cstdint>

namespace ryg::emu::recompiler {

/// Index: C, A and the operand as one 17-bit number. An entry has the result in bits 0 to 7, N in
/// bit 8, "not Z" in bit 9, C in bit 10, V in bit 11.
using DecimalTable = std::array<std::uint16_t, 0x20000>;

[[nodiscard]] const DecimalTable& decimal_table(bool subtract);

}  // namespace ryg::emu::recompiler
