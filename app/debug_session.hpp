// What `ryg debug` debugs: a program of the user's, or a search by a game's program.
#pragma once

#include "app/files.hpp"
#include "app/fronts/debuggee.hpp"
#include "app/verb.hpp"

namespace ryg::app {

/// The options that say what is debugged besides those of the game's search.
[[nodiscard]] const Options& debug_options();

/// By the first game that can be debugged. `pause` of the debugger says whether Ctrl-C was pressed.
/// Throws Trouble, and what reading programs throws.
[[nodiscard]] Debuggee debuggee_of(const Launch& launch);

/// What the fronts of this program launch, read and write.
[[nodiscard]] Host debug_host(const ClientFiles& files = {});

}  // namespace ryg::app
