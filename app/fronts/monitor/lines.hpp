// The text monitor: command lines from a script or a terminal.
#pragma once

#include <iosfwd>

#include "app/fronts/services.hpp"

namespace ryg::app::monitor {

/// Runs the lines of a file or a pipe, printing each before its output; with `json`, one object per
/// line. False if one was wrong: it is reported on standard error, and the rest is still run.
bool run_script(std::istream& lines, const Debuggee& debuggee, bool json,
                const std::atomic<bool>& interrupted);

/// Serves a user at a terminal, with a start-up file (~/.config/ryg/debug) and a persistent history
/// (~/.local/state/ryg/debug-history). An empty line repeats the last movement; Ctrl-C stops a
/// movement, or drops the typed line. The command `tui` opens the full screen; with `full_screen`
/// it opens at once.
void run_terminal(const Debuggee& debuggee, std::atomic<bool>& interrupted, bool full_screen);

}  // namespace ryg::app::monitor
