// Assembles one line, for the monitor's command that writes code.
#pragma once

#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "emu/types.hpp"

namespace ryg::c64::debug {

using emu::Address;
using emu::Byte;

/// Text that is not an instruction of the 6502.
struct BadAssembly : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The bytes of the instruction `text` at an address, in the disassembler's notation: an operand
/// below $100 takes the zero page form if there is one, unless preceded by `a:`. `value` evaluates
/// the text of an operand and may throw. Throws BadAssembly.
[[nodiscard]] std::vector<Byte> assemble(std::string_view text, Address at,
                                         const std::function<Address(std::string_view)>& value);

}  // namespace ryg::c64::debug
