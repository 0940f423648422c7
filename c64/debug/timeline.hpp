// An overview of the whole run: which checkpoints were hit when, and what has just changed.
#pragma once

#include "c64/debug/debugger.hpp"

namespace ryg::c64::debug {

/// Bits that describe one part of the run.
struct Mark {
    static constexpr Byte stop = 1;   ///< a checkpoint that stops may have been hit
    static constexpr Byte trace = 2;  ///< a tracepoint may have been hit: a node of a tree, say
    static constexpr Byte ran = 4;    ///< the given routine was executed
};

/// Whether the checkpoint is enabled and may have been hit in a run that touched these addresses.
[[nodiscard]] bool may_be_met(const Footprint& footprint, const Checkpoint& checkpoint);

/// The marks of each of `parts` equal parts of the run, from its first cycle to its last. A mark
/// may be off by as much as the history's copies are apart.
[[nodiscard]] std::vector<Byte> timeline(const Debugger& debugger, std::size_t parts,
                                         std::optional<Address> routine = {});
/// The part that a cycle is in, and the first cycle of a part.
[[nodiscard]] std::size_t part_of(const Debugger& debugger, std::size_t parts, Cycle cycle);
[[nodiscard]] Cycle first_cycle_of(const Debugger& debugger, std::size_t parts, std::size_t part);

/// The stores of the last thousand steps, newest first, one per address, at most `most`.
[[nodiscard]] std::vector<PastAccess> recent_stores(const Debugger& debugger, std::size_t most);

}  // namespace ryg::c64::debug
