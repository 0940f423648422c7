// A program's search with somebody watching: a machine made ready, and a C64 program that calls it.
#pragma once

#include "c64/debug/symbols.hpp"
#include "engine/ryg/asm_engine.hpp"

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
    engine::Position position;
    engine::SearchOptions options;  ///< with the tree after the program
    AsmEngine engine;               ///< whose machine is about to execute `search`
    c64::debug::Symbols symbols;
    Address done = 0;  ///< `searchDone`
};

/// `program` is one of `ryg_programs()`, ryg12 to ryg16 or a variant of them. Throws
/// std::invalid_argument for another, and what AsmEngine::prepare throws.
[[nodiscard]] WatchedSearch watched_search(std::string_view program,
                                           const engine::Position& position, int depth);

}  // namespace ryg::engine::first
