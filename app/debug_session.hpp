// Starts what `ryg debug` debugs: a user's program, or a search by a game's program.
#pragma once

#include "app/files.hpp"
#include "app/fronts/services.hpp"
#include "app/game_verb.hpp"

namespace ryg::app {

using c64::Launch;

/// What `ask` needs to read what is debugged, without the options of the game's search.
[[nodiscard]] VerbOptions debug_command();

/// The launch that a command line requests. Throws Trouble.
[[nodiscard]] Launch launch_of(const GameCommand& command);

/// Starts a program from files, or a search of the first game that has one. The debugger's `pause`
/// returns whether Ctrl-C was pressed. Throws Trouble and the exceptions of reading programs.
[[nodiscard]] Debuggee debuggee_of(Launch launch);

/// The services of this program for its front ends: launching, cores, reading and writing files.
[[nodiscard]] Services debug_services(const ClientFiles& files, emu::Core core);

}  // namespace ryg::app
