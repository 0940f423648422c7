// The debugger's commands and views for the tree of a search.
#pragma once

#include "c64/debug/commands.hpp"
#include "engine/claims/watched.hpp"

namespace ryg::claims {

/// Adds the commands tree and node; if nodes are in memory, also break-node, trace-node and the
/// view "Tree". The objects that `reader` points to must outlive the commands.
void add_tree_commands(c64::debug::Commands& commands, const TreeReader& reader);

/// Adds the view "Board", if the program has the label TreeInMemory::board.
void add_board_view(c64::debug::Commands& commands, const TreeInMemory& tree);

/// Adds the command path and the view "Path", from Door::path, if the program searches.
void add_path(c64::debug::Commands& commands,
              std::vector<c64::debug::Variable> (*path)(const c64::Machine&, const c64::Labels&));

/// Adds the command first-diff, which shows the result of `find`. `what` names the things compared:
/// "trees".
void add_first_difference(c64::debug::Commands& commands, std::string_view what,
                          std::function<FirstDifference(c64::debug::Commands&)> find);

/// Adds all of these. The debugger's machine is that of `search`, from its beginning; both must
/// outlive the commands.
template <class P>
void watch(c64::debug::Commands& commands, const WatchedSearch<P>& search) {
    const TreeReader reader = search.tree();
    if (reader.memory != nullptr || !reader.recorded->enter.empty()) {
        add_tree_commands(commands, reader);
    }
    add_first_difference(commands, reader.memory != nullptr ? "trees" : "results",
                         [&search](c64::debug::Commands& all) {
                             return find_first_difference(all.debugger, search.searcher,
                                                          search.position, search.done, all.limit);
                         });
}

}  // namespace ryg::claims
