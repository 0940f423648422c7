// Which registers can be stated: what a write makes of them is tried on a copy of the machine.
#include "engine/contracts/chips.hpp"

#include <fmt/format.h>

namespace ryg::contracts {
namespace {

/// One of the SID's that can only be written, at its first address: they repeat every 32 bytes.
std::optional<Address> write_only(Address at) {
    constexpr unsigned sid = 0xd400, last_written = 0x18;
    if ((at & 0xfc00U) != sid || (at & 0x1fU) > last_written) return {};
    return static_cast<Address>(sid | (at & 0x1fU));
}

}  // namespace

bool is_chip(const c64::Machine& machine, Address at) {
    return at >> 12 == 0xd && machine.board.mode().at_d000 == c64::Area::io;
}

void Stores::note(Address at, Byte value) {
    if (const auto place = write_only(at)) stored_[*place] = value;
}

Byte Stores::read(const c64::Machine& machine, Address at) const {
    constexpr Address expansion = 0xde00;
    if (at >= expansion) throw ContractError(fmt::format("${:04x}: no chip is there", at));
    const auto place = write_only(at);
    if (!place) return static_cast<Byte>(machine.peek(at) & (is_colour(at) ? 0x0f : 0xff));
    const auto found = stored_.find(*place);
    return found == stored_.end() ? Byte{0} : found->second;
}

void Stores::set(c64::Machine& machine, Address at, Byte value) {
    if (write_only(at) || (is_colour(at) && value < 0x10)) {
        machine.poke(at, value);
        return note(at, value);
    }
    const auto read_after = [&](Byte stored) {
        c64::Machine copy = machine;
        copy.poke(at, stored);
        return read(copy, at);
    };
    const Byte none = read_after(0), all = read_after(0xff), is = read_after(value);
    const auto bits = static_cast<Byte>(none ^ all);
    if (bits == 0 || ((is ^ value) & bits) != 0 || (value & ~bits & ~is) != 0) {
        throw ContractError(fmt::format(
            "${:04x}: storing ${:02x} does not make it read so: \"inputs\" says what reads give",
            at, value));
    }
    machine.poke(at, value);
}

}  // namespace ryg::contracts
