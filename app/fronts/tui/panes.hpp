// The panes of the debugger's full screen: rows that can be scrolled and selected.
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
    std::string fold{};  ///< key for unfolding, for rows that have others below them
};

/// The rows of a pane, the first visible one, and the selected one.
struct PaneContent {
    std::vector<PaneRow> rows;
    std::string heading{};
    std::optional<std::size_t> wanted{};  ///< a row to scroll to when it changes
    std::size_t top = 0, cursor = 0;
    std::string kept{};  ///< `fold` of the selected row, even when the row is gone
    std::optional<std::pair<Address, unsigned>> asked{};  ///< bytes of the last query
    std::optional<std::size_t> anchor{};                  ///< the last `wanted` row

    void move(long by);
};

/// Draws rows under the heading, with the cursor if the pane has the focus. Scrolls only if the
/// cursor, or a `wanted` row, would be outside.
void draw_rows(const CursesWindow& window, Pane pane, PaneContent& shown, bool has_keys);

struct Looked {
    const Commands& commands;
    const Machine* before = nullptr;  ///< at the last stop; changes since then are marked
    [[nodiscard]] bool changed(Address at, unsigned size) const;
    /// Whether code has changed since the beginning.
    [[nodiscard]] bool is_stale(Address at, unsigned size) const;
};

/// The source file with its line, or the instructions from pc on; `~` marks lines whose code has
/// changed, `*` breakpoints.
[[nodiscard]] PaneContent source_rows(const Looked& looked);
/// Registers, the open calls, and the memory that has just changed, with the code that changed it.
[[nodiscard]] std::vector<PaneRow> state_rows(const Looked& looked, int rows);
/// The game's tree, or other data described by the game or the debug file; fields of a tree's node
/// only below the one at `cursor`.
[[nodiscard]] std::vector<PaneRow> data_rows(const Looked& looked, bool tree,
                                             const std::set<std::string>& unfolded,
                                             const std::string& cursor);
/// All memory, 16 bytes per row.
[[nodiscard]] std::vector<PaneRow> memory_rows(const Looked& looked);
/// The open calls, each with the first line of its routine's header block.
[[nodiscard]] std::vector<PaneRow> call_rows(const Commands& commands);
[[nodiscard]] std::vector<PaneRow> text_rows(const std::string& text);

/// The C64's screen in half-blocks.
void draw_picture(const CursesWindow& window, const Machine& machine, Pane pane);

/// The whole run as one row, with its marks.
void draw_timeline(const CursesWindow& window, const Commands& commands, int row);

}  // namespace ryg::app::tui
