// A search with somebody watching: ready to run in a debugger.
#pragma once

#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"
#include "engine/games/ryg1/game.hpp"

namespace ryg::engine::ryg1 {

/// One search of one of the RYG programs, prepared and not begun. The routines that make it are
/// called one after the other by a few bytes in the tape buffer, under the labels `search` and
/// `searchDone`, where the machine is and where it ends:
///
///     search  $033c  jsr desarrollaArbolJugadas
///                    jsr evaluaArbolJugadas
///                    jsr decideJugadaGatos       (from version 14)
///     searchDone     jmp searchDone
struct WatchedSearch {
    Root root;
    harness::Searcher<Root> searcher;  ///< whose machine is about to execute `search`
    c64::debug::Symbols symbols;
    Address done = 0;  ///< `searchDone`
};

[[nodiscard]] WatchedSearch watched_search(const harness::Program& program, const Root& root,
                                           int depth, const c64::Setup& setup = {});

/// For a debugger, with the commands that know the tree. Values: position, depth, squares.
[[nodiscard]] harness::Watched watch(const harness::Order& order);

}  // namespace ryg::engine::ryg1
