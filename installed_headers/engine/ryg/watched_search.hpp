// A search with somebody watching: ready to run in a debugger, up to its first difference.
#pragma once

#include "ryg/c64/debug/debugger.hpp"
#include "ryg/c64/debug/symbols.hpp"
#include "ryg/engine/harness/game.hpp"
#include "ryg/engine/ryg/compare.hpp"

namespace ryg::engine::first {

/// One search of one of the RYG programs, prepared and not begun. The routines that make it are
/// called one after the other by a few bytes in the tape buffer, under the labels `search` and
/// `searchDone`, where the machine is and where it ends:
///
///     search  $033c  jsr desarrollaArbolJugadas
///                    jsr evaluaArbolJugadas
///                    jsr decideJugadaGatos       (from version 14)
///     searchDone     jmp searchDone
struct WatchedSearch {
    Position position;
    SearchOptions options;  ///< with the tree after the program
    AsmEngine engine;       ///< whose machine is about to execute `search`
    c64::debug::Symbols symbols;
    Address done = 0;  ///< `searchDone`
};

/// `program` is one of `ryg_programs()`, ryg12 to ryg16 or a variant of them. Throws
/// std::invalid_argument for another, and what AsmEngine::prepare throws.
[[nodiscard]] WatchedSearch watched_search(std::string_view program, const Position& position,
                                           int depth);

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

/// The same for a debugger, with the commands that know the tree. Values: position, depth, version,
/// program, squares.
[[nodiscard]] harness::Watched watch(const harness::Values& values);

}  // namespace ryg::engine::first
