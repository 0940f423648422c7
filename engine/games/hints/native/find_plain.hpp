// Hints by nested loops: make each swap, look along the lines through both stones. The reference.
#pragma once

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// Replaces the contents of `found` with all hints, in order. Swaps are made on the board itself
/// and undone.
void find_plain(Board& board, HintList& found);

[[nodiscard]] HintList find_plain(const Board& board);

}  // namespace ryg::engine::hints
