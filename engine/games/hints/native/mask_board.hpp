// The bit-parallel board of any size: one mask for each kind and row, and for each kind and column.
#pragma once

#include <array>

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// Swaps found, as masks: a swap that several ways lead to is one bit. Keep one and use it again.
class HintMasks {
  public:
    /// Empties it, for a board with this number of rows.
    void reset(int rows);

    /// Bit c of row r: the stone at (r, c) with its right neighbour, or with the one below. There
    /// is an extra row before row 0, where the search writes an empty mask.
    [[nodiscard]] Mask* right() { return right_.data() + 1; }
    [[nodiscard]] Mask* down() { return down_.data() + 1; }

    /// Replaces the contents of `found` with all of them, in order.
    void list(HintList& found) const;

  private:
    std::vector<Mask> right_, down_;
};

/// The masks of parallel lines, for each kind, with a line of padding at either end so that the
/// first and the last line have neighbours like all others.
class MaskLines {
  public:
    MaskLines(int kinds, int lines);

    /// Changes the stone at `place` of `line` from kind `before` to `now`.
    void change(int line, int place, Kind before, Kind now);

    /// Adds all swaps that make a run along a line: `along` those of two stones of one line, by
    /// line; `across` those of a line and the next. Both have a line -1 too.
    void find(Mask* along, Mask* across) const;

  private:
    /// Kind 0 holds the stones of all kinds together.
    [[nodiscard]] const Mask* of(Kind kind) const { return masks_.data() + start(kind); }
    [[nodiscard]] Mask* of(Kind kind) { return masks_.data() + start(kind); }
    [[nodiscard]] std::size_t start(Kind kind) const {
        return kind * (static_cast<std::size_t>(lines_) + 2) + 1;
    }

    int kinds_, lines_;
    std::vector<Mask> masks_;
};

/// A board kept as masks, row by row and, transposed, column by column, so that one code finds the
/// runs of both. A column's mask holds 64 rows; of a taller board there are several bands of rows,
/// each beginning with the last three of the band before: a hint and the run that it makes span
/// four rows at most, so one band holds them whole.
///
/// Time: about 25 operations for each kind and line, both ways, however many stones there are.
class MaskBoard {
  public:
    explicit MaskBoard(const Board& board);

    [[nodiscard]] Kind at(int row, int column) const { return board_.at(row, column); }
    /// Changes one cell: two masks in the rows, two in each band with this row.
    void place(int row, int column, Kind kind);

    /// All hints.
    void find(HintMasks& found) const;

  private:
    static constexpr int band_rows = 64, band_step = band_rows - 3;

    Board board_;
    MaskLines rows_;
    std::vector<MaskLines> bands_;  ///< columns of rows band_step * i and on
};

}  // namespace ryg::engine::hints
