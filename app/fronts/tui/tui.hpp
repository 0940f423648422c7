// The debugger on the whole terminal: source, registers, calls, memory, and a time line of the run.
#pragma once

#include "app/fronts/services.hpp"

namespace ryg::app::tui {

/// How it was left.
enum class HowLeft { for_good, for_the_prompt };

/// Until the user quits, or goes to the prompt with F10. Throws std::runtime_error where ryg was
/// built without ncurses.
HowLeft run(const Debuggee& debuggee, std::atomic<bool>& interrupted);

}  // namespace ryg::app::tui
