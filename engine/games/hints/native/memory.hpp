// What the 6502 program has in its memory when it has found and listed the hints of a board.
#pragma once

#include "engine/common/labelled_memory.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

/// In the order in which they are made. `hints` are those of the board, which is 8 x 8. Runs in the
/// columns (`along`) come before those in the rows (`across`); `right` and `down` are all hints.
[[nodiscard]] LabelledMemory memory_after(const Board& board, const HintList& hints);

/// The hints of a list in memory.
[[nodiscard]] HintList hints_of(std::span<const std::uint8_t> list);

}  // namespace ryg::engine::hints
