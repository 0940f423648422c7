// The nodes of 88 bytes that a machine's memory has at any moment of a search.
#pragma once

#include "engine/games/ryg1/native/search.hpp"
#include "engine/harness/tree.hpp"

namespace ryg::c64::debug {
class Commands;
}

namespace ryg::engine::ryg1 {

/// For Door::tree_in_memory.
[[nodiscard]] const harness::TreeInMemory& tree_in_memory();
[[nodiscard]] NodeBytes node_at(const c64::Machine& machine, emu::Address node);

/// What a search has come to, as it lies in memory.
[[nodiscard]] SearchOutcome outcome_in(const c64::Machine& machine, const c64::Labels& labels);

/// Adds the view "Board" to `commands`, if the program has the label `tableroActual`.
void add_board_view(c64::debug::Commands& commands);

}  // namespace ryg::engine::ryg1
