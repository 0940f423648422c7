// The whole run at a glance: what happened where, and what has just changed.
#pragma once

#include "c64/debug/debugger.hpp"

namespace ryg::c64::debug {

/// The bits of a part of the run.
struct Mark {
    static constexpr Byte stop = 1;   ///< the addresses of a checkpoint were touched in its way
    static constexpr Byte trace = 2;  ///< those of a tracepoint: of a node of a game's tree, say
    static constexpr Byte ran = 4;    ///< the routine that was asked for was executed
};

/// Whether an enabled checkpoint may have been met where these addresses were touched.
[[nodiscard]] bool may_be_met(const Footprint& footprint, const Checkpoint& checkpoint);

/// The run in `parts` of equal length, from its first cycle to its last, with the marks of each. A
/// mark may be as far off as the copies of the past are apart.
[[nodiscard]] std::vector<Byte> timeline(const Debugger& debugger, std::size_t parts,
                                         std::optional<Address> routine = {});
/// The part that a cycle is in, and the first cycle of a part.
[[nodiscard]] std::size_t part_of(const Debugger& debugger, std::size_t parts, Cycle cycle);
[[nodiscard]] Cycle first_cycle_of(const Debugger& debugger, std::size_t parts, std::size_t part);

/// The stores of the last thousand steps, the newest first, one for each address, `most` at most.
[[nodiscard]] std::vector<PastAccess> recent_stores(const Debugger& debugger, std::size_t most);

}  // namespace ryg::c64::debug
