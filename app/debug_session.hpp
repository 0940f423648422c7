// What `ryg debug` debugs: a program of the user's, or a search by a game's program.
#pragma once

#include "app/files.hpp"
#include "app/fronts/services.hpp"
#include "app/game_verb.hpp"

namespace ryg::app {

/// The options that say what is debugged, without those of the game's search.
[[nodiscard]] const Options& debug_options();

/// What a command line asks for. Throws Trouble.
[[nodiscard]] Launch launch_of(const GameCommand& command);

/// With this program's files, and the search of the first game that has one. The debugger's `pause`
/// says whether Ctrl-C was pressed. Throws Trouble, and what reading programs throws.
[[nodiscard]] Debuggee debuggee_of(Launch launch);

/// What the fronts of this program launch, on which core, read and write.
[[nodiscard]] Services debug_services(const ClientFiles& files, emu::Core core);

}  // namespace ryg::app
