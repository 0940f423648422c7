// What the full screen shows of the debugger: panes of rows that can be scrolled and chosen.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/fronts/tui/window.hpp"
#include "c64/debug/commands.hpp"

namespace ryg::app::tui {

using c64::Address;
using c64::Machine;
using c64::debug::Commands;
using c64::debug::Debugger;

/// A line of a pane, and the bytes that it shows, if any.
struct PaneRow {
    std::string text;
    Ink ink = Ink::plain;
    std::optional<Address> at{};
    unsigned size = 1;
    std::string fold{};  ///< what unfolds it, for rows that have others below them
};

/// The rows of a pane, the first that is seen, and the one that the keys are about.
struct PaneContent {
    std::vector<PaneRow> rows;
    std::string heading{};
    std::optional<std::size_t> wanted{};  ///< a row that comes into sight when it is another one
    std::size_t top = 0, cursor = 0;
    std::string kept{};  ///< the `fold` of the row that was chosen, even when it is gone
    std::optional<std::pair<Address, unsigned>> asked{};  ///< bytes that were asked about last
    std::optional<std::size_t> anchor{};                  ///< the last row that was wanted

    void move(long by);
};

/// Draws rows under the heading, with the cursor if the pane has the keys; the place of the pane
/// stays as it is as long as the cursor, or another row that is wanted, is in it.
void draw_rows(const Window& window, Pane pane, PaneContent& shown, bool has_keys);

struct Looked {
    const Commands& commands;
    const Machine* before = nullptr;  ///< the last stop: what has changed since then is marked
    [[nodiscard]] bool changed(Address at, unsigned size) const;
    /// Whether code differs from what was there at the beginning.
    [[nodiscard]] bool is_stale(Address at, unsigned size) const;
};

/// The source file with its line, or the instructions from pc on; `~` marks lines whose code has
/// changed, `*` breakpoints.
[[nodiscard]] PaneContent source_rows(const Looked& looked);
/// Registers, the open calls, and the memory that has just changed, with the code that changed it.
[[nodiscard]] std::vector<PaneRow> state_rows(const Looked& looked, int rows);
/// The game's tree, or the other data that the game or the debug file describes; fields of a tree's
/// node only below the one at `cursor`.
[[nodiscard]] std::vector<PaneRow> data_rows(const Looked& looked, bool tree,
                                             const std::set<std::string>& unfolded,
                                             const std::string& cursor);
/// All memory, 16 bytes a row.
[[nodiscard]] std::vector<PaneRow> memory_rows(const Looked& looked);
/// The open calls, each with the first line of its routine's header block.
[[nodiscard]] std::vector<PaneRow> call_rows(const Commands& commands);
[[nodiscard]] std::vector<PaneRow> text_rows(const std::string& text);

/// The C64's screen in half-blocks.
void draw_picture(const Window& window, const Machine& machine, Pane pane);

/// The whole run in a row, with its marks.
void draw_timeline(const Window& window, const Commands& commands, int row);

}  // namespace ryg::app::tui
