// Describes an instruction that the 6502's manual does not list.
#pragma once

#include <array>
#include <string>

#include "emu/types.hpp"

namespace ryg::c64::debug {

/// "nop, opcode $da, is undocumented; on a 65C02 it is phx": `bytes` are those at `at`.
[[nodiscard]] std::string undocumented(emu::Address at, const std::array<emu::Byte, 3>& bytes);

}  // namespace ryg::c64::debug
