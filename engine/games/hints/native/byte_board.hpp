// The byte-parallel board of 8 x 8: a row is a word of eight cells, equal cells differ by zero.
#pragma once

#include <array>

#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

/// Eight one-byte cells in a word, all kinds looked at together: a word XORed with a shifted copy
/// of itself, or with another row's, is zero in the bytes where the stones are equal. Kept by rows
/// and, transposed, by columns, a zero word of padding at either end; empty cells are zero bytes
/// and, being marked as no stone, equal nothing that counts.
///
/// Time: about 90 operations for each line, both ways, however many kinds there are.
class ByteBoard {
  public:
    ByteBoard() = default;  ///< an empty board
    /// Throws std::invalid_argument unless the board is 8 x 8.
    explicit ByteBoard(const Board& board);

    void place(int row, int column, Kind kind);

    [[nodiscard]] HintWord find() const;

  private:
    using Words = std::array<std::uint64_t, word_side + 2>;

    Words rows_{}, columns_{};  ///< cell 0 of a line is the lowest byte
};

}  // namespace ryg::engine::hints
