// The debugger on the full screen: source, registers, calls, memory, and a time line of the run.
#pragma once

#include "app/fronts/services.hpp"

namespace ryg::app::tui {

/// How the user left the full screen.
enum class HowLeft { for_good, for_the_prompt };

/// Runs until the user quits, or goes to the prompt with F10. Throws std::runtime_error if ryg was
/// built without ncurses.
HowLeft run(const Debuggee& debuggee, std::atomic<bool>& interrupted);

}  // namespace ryg::app::tui
