// Hints by nested loops: make each swap, look along the lines through both stones. The reference.
#pragma once

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// All hints, in order, in place of what `found` had. Swaps are made on the board itself and taken
/// back: it is left as it was.
void find_plain(Board& board, HintList& found);

[[nodiscard]] HintList find_plain(const Board& board);

}  // namespace ryg::engine::hints
