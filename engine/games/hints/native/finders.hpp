// All native finders side by side on one board, which may change.
#pragma once

#include <optional>
#include <string_view>

#include "engine/games/hints/native/byte_board.hpp"
#include "engine/games/hints/native/mask_board.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

[[nodiscard]] inline bool fits_words(const Board& board) {
    return board.rows() == word_side && board.columns() == word_side;
}

/// By "plain", "bits", or on 8 x 8 "bytes".
[[nodiscard]] HintList find_by(std::string_view finder, const Board& board);

/// The finders that can take the board.
class Finders {
  public:
    explicit Finders(const Board& board);

    void place(int row, int column, Kind kind);

    /// Runs all of them. Returns the first that does not find what the plain one does; "": none.
    [[nodiscard]] std::string_view compare();

    [[nodiscard]] const Board& board() const { return board_; }
    /// What the plain one found last, and what the one last compared with it found.
    [[nodiscard]] const HintList& plain() const { return plain_; }
    [[nodiscard]] const HintList& found() const { return found_; }
    /// How many are compared with it.
    [[nodiscard]] unsigned others() const { return words_ ? 3 : 1; }

  private:
    Board board_;
    MaskBoard masks_;
    std::optional<WordBoard> words_;
    std::optional<ByteBoard> bytes_;
    HintList plain_, found_;
    HintMasks found_masks_;
};

}  // namespace ryg::engine::hints
