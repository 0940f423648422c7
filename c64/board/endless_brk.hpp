// Finds the BRK, reached by mistake, after which a program does nothing any more.
#pragma once

#include <optional>

#include "c64/board/machine.hpp"

namespace ryg::c64 {

struct EndlessBrk {
    Address at = 0;                 ///< the first BRK
    std::optional<Address> from{};  ///< the last jump, call, return or branch before it
    Address vector = 0;             ///< $fffe, or $0316 of our KERNAL, which starts anew
    Address handler = 0;            ///< where that leads
};

/// The first of a hundred BRKs with no TXS, PLA or RTI between them, if they come within `cycles`:
/// then the stack has been overwritten, and there is no way back. Or one that leads to the warm
/// start of our KERNAL, which then idles. Runs `machine` on, one step at a time.
[[nodiscard]] std::optional<EndlessBrk> find_endless_brk(Machine& machine, Cycle cycles);

}  // namespace ryg::c64
