// The text monitor: command lines from a script or a terminal.
#pragma once

#include <iosfwd>

#include "app/fronts/debuggee.hpp"

namespace ryg::app::monitor {

/// Lines from a file or a pipe, each shown before its output; with `json` an object a line. False
/// if one was wrong: that gets a line on standard error, and the rest is still done.
bool run_script(std::istream& lines, const Debuggee& debuggee, bool json,
                const std::atomic<bool>& interrupted);

/// A user at a terminal, with a start-up file (~/.config/ryg/debug) and a history that stays
/// (~/.local/state/ryg/debug-history). An empty line does the last movement again; Ctrl-C stops one,
/// and drops a line that is being typed. `tui` leads to the full screen, `full_screen` at once.
void run_terminal(const Debuggee& debuggee, std::atomic<bool>& interrupted, bool full_screen);

}  // namespace ryg::app::monitor
