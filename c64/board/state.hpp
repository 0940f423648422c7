// A whole machine as bytes, and back: what `ryg run --save-state` writes.
//
//     offset  size
//        0      8   "RYG C64" and a zero
//        8      4   version of the format, state_version
//       12      4   size of the data from 20 on
//       16      4   CRC-32 of that data
//       20          the members in the order of their lists (c64/board/members.hpp)
//
// Everything is little-endian, the same on every host: numbers in the width of their type; bool and
// enum as one byte; an optional as a bool and, if true, its value; waiting keys, a cartridge's ROMs
// and planned inputs as their count (4 bytes) and the bytes or members. The model comes first. The
// ROMs in their sockets are included; the memory map and the next event are not, since they follow
// from the rest.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

constexpr std::uint32_t state_version = 11;

/// A file that is not a state, or is truncated or damaged. The message is one line and names the
/// file.
struct StateError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// CRC-32 with the polynomial $edb88320, as in PNG and ZIP files.
[[nodiscard]] std::uint32_t crc_32(std::span<const Byte> bytes);

/// The machine as bytes. Brings its chips up to date, which no program can notice, so that
/// `machine` equals the result of load_state, and both continue identically.
[[nodiscard]] std::vector<Byte> save_state(Machine& machine);

/// The machine that `save_state` wrote. Throws StateError if the header does not fit the data or
/// the members are inconsistent: chips not at the processor's cycle, numbers out of range. `name`
/// is the file name, for messages.
[[nodiscard]] Machine load_state(std::span<const Byte> bytes, std::string_view name);

}  // namespace ryg::c64
