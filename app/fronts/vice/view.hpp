// The machine as a client of the binary monitor sees it: banks of memory, numbered registers.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "app/fronts/vice/protocol.hpp"
#include "c64/debug/banks.hpp"
#include "c64/debug/step.hpp"

namespace ryg::app::vice {

/// The banks' numbers in the protocol.
constexpr unsigned bank_cpu = 0, bank_ram = 1, bank_rom = 2, bank_io = 3, bank_cart = 4;

struct WireRegister {
    Byte id;
    unsigned bits;
    std::string_view name;
    Byte emu::Registers::*member = nullptr;  ///< nullptr: a special case
    bool settable = true;
};

/// In the order of the answers. `00` and `01` are the port, `LIN` and `CYC` say where the beam is
/// (cycles from 0); these two cannot be set.
constexpr std::array<WireRegister, 10> registers{{{0x03, 16, "PC"},
                                                  {0x00, 8, "A", &emu::Registers::a},
                                                  {0x01, 8, "X", &emu::Registers::x},
                                                  {0x02, 8, "Y", &emu::Registers::y},
                                                  {0x04, 8, "SP", &emu::Registers::s},
                                                  {0x37, 8, "00"},
                                                  {0x38, 8, "01"},
                                                  {0x05, 8, "FL", &emu::Registers::p},
                                                  {0x35, 16, "LIN", nullptr, false},
                                                  {0x36, 16, "CYC", nullptr, false}}};

/// The bytes from `first` to `last`, both included, without the side effects that reading a chip
/// has. Throws Refused for an unknown bank, or a range that ends before it begins.
[[nodiscard]] std::vector<Byte> peek_memory(const c64::Machine& machine, Address first,
                                            Address last, unsigned bank);
/// Reads bytes with the side effects of reading a chip.
[[nodiscard]] std::vector<Byte> read_memory(c64::Machine& machine, Address first, Address last,
                                            unsigned bank);

/// Writes each byte as the processor would; writes to `rom` go to the RAM below. Throws Refused for
/// an unknown bank, or bytes beyond $ffff.
void write_memory(c64::Machine& machine, Address first, std::string_view values, unsigned bank);

/// The protocol's lists of banks and registers.
[[nodiscard]] Body banks_body();
[[nodiscard]] Body register_names_body();
[[nodiscard]] Body registers_body(const c64::Machine& machine);

/// An instruction of the history: the registers before it, its first cycle, and its bytes.
[[nodiscard]] Body history_item(const c64::Machine& machine, const c64::debug::Executed& done);

/// The screen as c64/vic/picture.hpp draws it, one byte per pixel, and the colours that they stand
/// for.
[[nodiscard]] Body display_body(const c64::Machine& machine);
[[nodiscard]] Body palette_body();

/// Throws Refused for an unknown register or one that cannot be set, and for a value that is too
/// large for it.
void check_register(Byte id, unsigned value);
/// Sets a register that has been checked.
void set_register(c64::Machine& machine, Byte id, unsigned value);

}  // namespace ryg::app::vice
