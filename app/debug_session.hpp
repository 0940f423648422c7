// What `ryg debug` debugs: a program of the user's, or a search by one of RYG's.
#pragma once

#include "app/client_files.hpp"
#include "app/fronts/debuggee.hpp"
#include "app/verb.hpp"

namespace ryg::app {

/// Adds the options that say what is debugged: FILE, position, depth, program, version, model,
/// timing, keys, memory, limit. `file` is for positional use.
void add_debug_options(options::options_description& own);
[[nodiscard]] Launch launch_of(const Parsed& parsed);

/// `pause` of the debugger says whether Ctrl-C was pressed. Throws Trouble, and what reading
/// programs throws.
[[nodiscard]] Debuggee debuggee_of(const Launch& launch);

/// What fronts of this program launch, read and write.
[[nodiscard]] Host debug_host(const ClientFiles& files = {});

}  // namespace ryg::app
