// What is debugged: a program of one's own, or a search of one of RYG's; for every front.
#pragma once

#include <memory>

#include "app/verb.hpp"
#include "c64/debug/commands.hpp"
#include "engine/ryg/watched_search.hpp"

namespace ryg::app {

/// A machine about to execute the program's first instruction, its debugger, and the commands.
/// `pause` of the debugger says whether Ctrl-C was pressed.
struct DebugSession {
    std::string name;                                   ///< of the program, for messages
    std::unique_ptr<crosscheck::WatchedSearch> search;  ///< none: a program of one's own
    std::unique_ptr<c64::debug::Symbols> own_symbols;   ///< where there is no search
    std::unique_ptr<c64::debug::Debugger> debugger;
    std::unique_ptr<c64::debug::Commands> commands;
};

/// Adds the options that say what is debugged: FILE, position, depth, program, version, model,
/// timing, keys, memory, limit. `file` is for positional use.
void add_debug_options(options::options_description& own);

/// Throws Trouble, and what reading programs throws.
[[nodiscard]] DebugSession debug_session(const Parsed& parsed);

}  // namespace ryg::app
