// The text monitor: command lines from a script or a terminal.
#pragma once

#include <iosfwd>

#include "app/fronts/services.hpp"

namespace ryg::app::monitor {

/// Runs the lines of a file or a pipe, each shown before its output; with `json`, one object per
/// line. False if one was wrong: it gets a line on standard error, and the rest is still run.
bool run_script(std::istream& lines, const Debuggee& debuggee, bool json,
                const std::atomic<bool>& interrupted);

/// A user at a terminal, with a start-up file (~/.config/ryg/debug) and a history that stays
/// (~/.local/state/ryg/debug-history). An empty line repeats the last movement; Ctrl-C stops one,
/// and drops a line that is being typed. The command `tui` opens the full screen, `full_screen`
/// does so at once.
void run_terminal(const Debuggee& debuggee, std::atomic<bool>& interrupted, bool full_screen);

}  // namespace ryg::app::monitor
