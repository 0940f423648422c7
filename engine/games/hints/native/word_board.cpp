// Seed 004's patterns on eight lines at once.
#include "engine/games/hints/native/word_board.hpp"

#include <stdexcept>
#include <string>

#include "engine/games/hints/native/patterns.hpp"

namespace ryg::engine::hints {
namespace {

/// Along: swaps of two stones of one line; across: of a line and the next, at the former.
struct WordSwaps {
    Mask along = 0, across = 0;
};

WordSwaps swaps_in(std::span<const Mask> kinds, Mask stones) {
    WordSwaps found;
    for (const Mask m : kinds) {
        const Missing missing = missing_in<EightLines>(m);
        const Mask others = stones & ~m;
        found.along |= swaps_along<EightLines>(m, missing, others);
        found.across |= swaps_across(m >> 8, missing, others);
        found.across |= swaps_across(m << 8, missing, others) >> 8;
    }
    return found;
}

}  // namespace

void need_word_side(const Board& board, const char* who) {
    if (board.rows() == word_side && board.columns() == word_side) return;
    throw std::invalid_argument(std::string(who) + " needs a board of 8 rows and 8 columns, not " +
                                std::to_string(board.rows()) + " and " +
                                std::to_string(board.columns()));
}

void list(const HintWord& found, HintList& into) {
    into.clear();
    for (Mask either = found.right | found.down; either != 0;) {
        const int cell = take_lowest(either);
        add_hints(into, cell / word_side, cell % word_side, (found.right >> cell & 1) != 0,
                  (found.down >> cell & 1) != 0);
    }
}

WordBoard::WordBoard(const Board& board) : kinds_(board.kinds()) {
    need_word_side(board, "a board of words");
    Mask bit = 1;
    for (const Kind kind : board.cells()) {
        rows_[kind] |= bit;
        bit <<= 1;
    }
    rows_[empty] = ~rows_[empty];
    for (std::size_t kind = 0; kind < rows_.size(); ++kind)
        columns_[kind] = transposed(rows_[kind]);
}

void WordBoard::place(int row, int column, Kind before, Kind now) {
    const Mask by_row = Mask{1} << (word_side * row + column);
    const Mask by_column = Mask{1} << (word_side * column + row);
    rows_[before] &= ~by_row;
    columns_[before] &= ~by_column;
    rows_[now] |= by_row;
    columns_[now] |= by_column;
    rows_[empty] = now == empty ? rows_[empty] & ~by_row : rows_[empty] | by_row;
    columns_[empty] = now == empty ? columns_[empty] & ~by_column : columns_[empty] | by_column;
}

HintWord WordBoard::find() const {
    const auto kinds = static_cast<std::size_t>(kinds_);
    const WordSwaps in_rows = swaps_in(std::span(rows_).subspan(1, kinds), rows_[empty]);
    const WordSwaps in_columns = swaps_in(std::span(columns_).subspan(1, kinds), columns_[empty]);
    return {in_rows.along | transposed(in_columns.across),
            in_rows.across | transposed(in_columns.along)};
}

}  // namespace ryg::engine::hints
