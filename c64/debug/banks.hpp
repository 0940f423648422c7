// Memory by the banks of VICE's monitors, independent of what the processor currently sees.
#pragma once

#include <array>
#include <string_view>

#include "c64/board/machine.hpp"

namespace ryg::c64::debug {

/// `cpu` is what the processor sees. The other banks show one kind of memory wherever it could be
/// mapped, and RAM elsewhere: `rom` BASIC, CHARGEN and KERNAL, `io` the chips, `cart` the
/// cartridge's ROMs. $00 and $01 are the processor's port, but in `ram` the RAM below it.
enum class Bank : Byte { cpu, ram, rom, io, cart };

/// A bank under a name that VICE's monitors use.
struct NamedBank {
    std::string_view name;
    Bank bank;
};
constexpr std::array<NamedBank, 6> banks{{{"default", Bank::cpu},
                                          {"cpu", Bank::cpu},
                                          {"ram", Bank::ram},
                                          {"rom", Bank::rom},
                                          {"io", Bank::io},
                                          {"cart", Bank::cart}}};

/// Reads a byte without the side effects of reading a chip.
[[nodiscard]] Byte peek(const Machine& machine, Address address, Bank bank);

/// Writes as the processor would; a write to `rom` goes to the RAM below.
void poke(Machine& machine, Address address, Byte value, Bank bank);

}  // namespace ryg::c64::debug
