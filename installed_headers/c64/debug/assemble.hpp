// One line of assembly into bytes: for the monitor's command that writes code.
#pragma once

#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "ryg/emu/types.hpp"

namespace ryg::c64::debug {

using emu::Address;
using emu::Byte;

/// What no instruction of the 6502 is.
struct BadAssembly : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The instruction that `text` is at an address, in the notation of the disassembler: an address
/// below $100 takes the zero page form if there is one, unless `a:` stands in front of it. `value`
/// reads what stands for a number and may throw. Throws BadAssembly.
[[nodiscard]] std::vector<Byte> assemble(std::string_view text, Address at,
                                         const std::function<Address(std::string_view)>& value);

}  // namespace ryg::c64::debug
