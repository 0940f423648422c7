// The debugger's commands and views that know the game tree.
#pragma once

#include "c64/debug/commands.hpp"
#include "engine/games/ryg1/tree_view.hpp"
#include "engine/games/ryg1/watched_search.hpp"

namespace ryg::engine::ryg1 {

/// Adds the view "Board" to `commands`, if the program has the label `tableroActual`.
void add_board_view(c64::debug::Commands& commands);

/// Adds the view "Tree" to `commands`. The search must outlive them.
void add_tree_view(c64::debug::Commands& commands, const WatchedSearch& search);

/// Adds to `commands`: tree, node, break-node, trace-node and first-diff. Both must outlive them.
/// The debugger's machine is that of `search`, from its beginning; squares are written as
/// `geometry` says.
void add_tree_commands(c64::debug::Commands& commands, WatchedSearch& search,
                       Geometry geometry = Geometry::a);

}  // namespace ryg::engine::ryg1
