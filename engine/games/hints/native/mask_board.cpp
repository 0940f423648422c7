// Keeping the masks of a board of any size, and walking over them.
#include "engine/games/hints/native/mask_board.hpp"

#include <algorithm>

#include "engine/games/hints/native/patterns.hpp"

namespace ryg::engine::hints {

void HintMasks::reset(int rows) {
    right_.assign(static_cast<std::size_t>(rows) + 1, 0);
    down_.assign(static_cast<std::size_t>(rows) + 1, 0);
}

void HintMasks::list(HintList& found) const {
    found.clear();
    for (std::size_t row = 1; row < right_.size(); ++row) {
        for (Mask either = right_[row] | down_[row]; either != 0;) {
            const int column = take_lowest(either);
            add_hints(found, static_cast<int>(row) - 1, column, (right_[row] >> column & 1) != 0,
                      (down_[row] >> column & 1) != 0);
        }
    }
}

MaskLines::MaskLines(int kinds, int lines)
    : kinds_(kinds),
      lines_(lines),
      masks_((static_cast<std::size_t>(kinds) + 1) * (static_cast<std::size_t>(lines) + 2)) {}

void MaskLines::change(int line, int place, Kind before, Kind now) {
    const Mask bit = Mask{1} << place;
    of(before)[line] &= ~bit;
    of(now)[line] |= bit;
    of(empty)[line] = now == empty ? of(empty)[line] & ~bit : of(empty)[line] | bit;
}

void MaskLines::find(Mask* along, Mask* across) const {
    const Mask* stones = of(empty);
    for (int kind = 1; kind <= kinds_; ++kind) {
        const Mask* masks = of(static_cast<Kind>(kind));
        Mask before = masks[-1], m = masks[0];
        for (int line = 0; line < lines_; ++line) {
            const Mask after = masks[line + 1];
            const Missing missing = missing_in<OneLine>(m);
            const Mask others = stones[line] & ~m;
            along[line] |= swaps_along<OneLine>(m, missing, others);
            across[line - 1] |= swaps_across(before, missing, others);
            across[line] |= swaps_across(after, missing, others);
            before = m;
            m = after;
        }
    }
}

MaskBoard::MaskBoard(const Board& board)
    : board_(board.rows(), board.columns(), board.kinds()), rows_(board.kinds(), board.rows()) {
    const int bands = std::max(1, (board.rows() - 3 + band_step - 1) / band_step);
    bands_.assign(static_cast<std::size_t>(bands), MaskLines(board.kinds(), board.columns()));
    for (int row = 0; row < board.rows(); ++row) {
        for (int column = 0; column < board.columns(); ++column) {
            place(row, column, board.at(row, column));
        }
    }
}

void MaskBoard::place(int row, int column, Kind kind) {
    const Kind before = board_.at(row, column);
    board_.place(row, column, kind);
    rows_.change(row, column, before, kind);
    const int first = std::max(0, (row - band_rows + band_step) / band_step);
    const int last = std::min(row / band_step, static_cast<int>(bands_.size()) - 1);
    for (int band = first; band <= last; ++band) {
        bands_[static_cast<std::size_t>(band)].change(column, row - band * band_step, before, kind);
    }
}

void MaskBoard::find(HintMasks& found) const {
    found.reset(board_.rows());
    rows_.find(found.right(), found.down());
    for (std::size_t band = 0; band < bands_.size(); ++band) {
        // Line -1 is padding; what is found along a column is a swap downward.
        std::array<Mask, most_columns + 1> down, right;
        std::fill_n(down.begin(), board_.columns() + 1, 0);
        std::fill_n(right.begin(), board_.columns() + 1, 0);
        bands_[band].find(down.data() + 1, right.data() + 1);
        const std::size_t top = band * band_step;
        for (int column = 0; column < board_.columns(); ++column) {
            const auto line = static_cast<std::size_t>(column) + 1;
            const Mask bit = Mask{1} << column;
            while (down[line] != 0) {
                found.down()[top + static_cast<std::size_t>(take_lowest(down[line]))] |= bit;
            }
            while (right[line] != 0) {
                found.right()[top + static_cast<std::size_t>(take_lowest(right[line]))] |= bit;
            }
        }
    }
}

}  // namespace ryg::engine::hints
