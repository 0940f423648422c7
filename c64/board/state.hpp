// A whole machine as bytes, and back: what `ryg run --save-state` writes.
//
//     offset  size
//        0      8   "RYG C64" and a zero
//        8      4   version of the format, state_version
//       12      4   size of what follows from 20 on
//       16      4   CRC-32 of that
//       20          the members in the order of their lists (c64/board/members.hpp)
//
// Everything is little-endian, the same on every host: numbers as wide as their type, bool and enum
// one byte, an optional as a bool and, if true, its value, keys that wait, a cartridge's ROMs and what is planned as
// their number (4 bytes) and the bytes or members. The model comes first. ROMs are in it as they are
// in their sockets; the memory map and the next event are not, they follow from the rest.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

constexpr std::uint32_t state_version = 8;

/// A file that is not a state, is cut off or damaged. One line that names the file.
struct StateError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// CRC-32 with the polynomial $edb88320, as in PNG and ZIP files.
[[nodiscard]] std::uint32_t crc_32(std::span<const Byte> bytes);

/// Brings the machine's chips up to date, which no program can see. So `machine` and what
/// load_state makes of the bytes are equal, and both take the same course from there.
[[nodiscard]] std::vector<Byte> save_state(Machine& machine);

/// Throws StateError unless the header fits what follows it, and the members go together: chips are
/// as far as the processor, numbers are in their ranges. `name` is the file name, for messages.
[[nodiscard]] Machine load_state(std::span<const Byte> bytes, std::string_view name);

}  // namespace ryg::c64
