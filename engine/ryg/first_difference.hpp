// Runs a search in a debugger up to the moment at which its tree first differs from the native one.
#pragma once

#include "c64/debug/debugger.hpp"
#include "engine/ryg/compare.hpp"
#include "engine/ryg/watched_search.hpp"

namespace ryg::engine::first {

struct FirstDifference {
    c64::debug::Stop stop;                 ///< where the machine is
    std::optional<Difference> difference;  ///< none: the search has ended, and the trees agree
    std::optional<std::size_t> node;       ///< of the byte that differs
};

/// Goes to the beginning, then runs. Each node is looked at when it is complete; values, lists of
/// children and the choice when the search has ended: then the machine is taken back to the store
/// that made the difference. The user's checkpoints do not stop it. `limit` cycles at most: then
/// `stop` says so.
[[nodiscard]] FirstDifference find_first_difference(c64::debug::Debugger& debugger,
                                                    WatchedSearch& search, Cycle limit);

}  // namespace ryg::engine::first
