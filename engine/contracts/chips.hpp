// Registers of the chips and colour RAM as a program can set and read them, never the RAM beneath.
#pragma once

#include <map>

#include "c64/board/machine.hpp"
#include "engine/contracts/block.hpp"

namespace ryg::contracts {

/// Whether the processor finds a chip or the colour RAM at an address, as the machine is now.
[[nodiscard]] bool is_chip(const c64::Machine& machine, Address at);

/// Colour RAM has four bits.
[[nodiscard]] constexpr bool is_colour(Address at) { return at >= 0xd800 && at < 0xdc00; }

/// What a program has stored in registers that cannot be read.
class Stores {
  public:
    void clear() { stored_.clear(); }
    void note(Address at, Byte value);
    /// What a read gives or, of the SID's registers that can only be written, what was stored last.
    /// Of the colour RAM the four bits that it has. Throws ContractError if nothing is there.
    [[nodiscard]] Byte read(const c64::Machine& machine, Address at) const;
    /// Has a register give a value. Throws ContractError if no write can.
    void set(c64::Machine& machine, Address at, Byte value);

  private:
    std::map<Address, Byte> stored_;
};

}  // namespace ryg::contracts
