// What the full screen shows of the debugger, part by part.
#pragma once

#include <string>
#include <vector>

#include "app/fronts/tui/window.hpp"
#include "c64/debug/commands.hpp"

namespace ryg::app::tui {

using c64::debug::Commands;
using c64::debug::Debugger;

/// Lines under a heading, the last ones if there is not room for all and `tail` says so.
void draw_lines(const Window& window, Pane pane, const std::vector<std::string>& lines,
                std::string_view heading, bool tail = false);

/// The source with its line, or the instructions from pc on.
void draw_source(const Window& window, const Commands& commands, Pane pane);

/// Registers, the open calls, and the memory that has just changed, with the code that changed it.
void draw_state(const Window& window, const Commands& commands, Pane pane);

/// The whole run in a row, with its marks.
void draw_timeline(const Window& window, const Commands& commands, int row);

/// The game's tree so far, or the other data that the game or the debug file describes.
[[nodiscard]] std::vector<std::string> data_lines(const Commands& commands, bool tree);

}  // namespace ryg::app::tui
