// What the 6502 program has in its memory when it has found and listed the hints of a board.
#pragma once

#include <array>

#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

using RowBytes = std::array<std::uint8_t, word_side>;

struct Memory {
    /// A line of nothing, then those of each kind, each kind with such a line after it.
    std::array<std::uint8_t, 1 + 17 * (word_side + 1)> masks{};
    RowBytes along{}, across{};  ///< runs in the rows, which come after those in the columns
    RowBytes right{}, down{};    ///< all hints
    std::vector<std::uint8_t> list{};
};

/// `hints` are those of the board, which is 8 x 8.
[[nodiscard]] Memory memory_after(const Board& board, const HintList& hints);

/// The hints of a list in memory.
[[nodiscard]] HintList hints_of(std::span<const std::uint8_t> list);

}  // namespace ryg::engine::hints
