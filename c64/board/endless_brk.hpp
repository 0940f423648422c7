// Programs that have come to a BRK which nothing handles, and execute one after the other for ever.
#pragma once

#include <optional>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

struct EndlessBrk {
    Address at = 0;                 ///< the first BRK
    std::optional<Address> from{};  ///< the last jump, call, return or branch before it
    Address handler = 0;            ///< where the vector at $fffe leads
};

/// The first of a hundred BRKs between which the stack was not set and nothing was pulled from it,
/// if they come within so many cycles: then it has been overwritten, and there is no way back.
/// Goes on with `machine`, one step at a time.
[[nodiscard]] std::optional<EndlessBrk> find_endless_brk(Machine& machine, Cycle cycles);

}  // namespace ryg::c64
