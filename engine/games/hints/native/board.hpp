// A match-three board as a value, and what a hint on it is.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ryg::engine::hints {

/// What lies in a cell: 1 .. 16 a stone of that kind, 0 nothing.
using Kind = std::uint8_t;

inline constexpr Kind empty = 0;
inline constexpr int most_columns = 64;  ///< a row's mask is one word
inline constexpr int most_kinds = 16;
inline constexpr int most_rows = 1 << 24;  ///< cells are counted in an int

/// Cells in rows: row 0 on top, column 0 on the left. In every mask of this folder bit c stands
/// for column c (in a column's mask: bit r for row r), so a left shift moves towards the right of
/// the drawing. Seed 004 counts its columns from the right instead: its text reads as its masks do.
///
///           column  0 1 2 3
///     row 0         A B A C
///         1         . A B B        '.' an empty cell
///         2         C B A C
///
/// Bounds are checked by the constructor only.
class Board {
  public:
    /// Empty cells. Throws std::invalid_argument unless 1 <= rows <= 2^24,
    /// 1 <= columns <= 64 and 1 <= kinds <= 16.
    Board(int rows, int columns, int kinds);

    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] int columns() const { return columns_; }
    /// Stones are of the kinds 1 .. kinds(), each of which may or may not be there.
    [[nodiscard]] int kinds() const { return kinds_; }

    [[nodiscard]] Kind at(int row, int column) const { return cells_[index(row, column)]; }
    void place(int row, int column, Kind kind) { cells_[index(row, column)] = kind; }

    /// All cells, row by row.
    [[nodiscard]] std::span<const Kind> cells() const { return cells_; }
    [[nodiscard]] std::span<Kind> cells() { return cells_; }

    bool operator==(const Board&) const = default;

  private:
    [[nodiscard]] std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
               static_cast<std::size_t>(column);
    }

    int rows_, columns_, kinds_;
    std::vector<Kind> cells_;
};

/// Which neighbour a stone changes places with.
enum class Toward : std::uint8_t { right, down };

constexpr std::string_view name_of(Toward toward) {
    return toward == Toward::right ? "right" : "down";
}

/// A swap worth making: the stone at (row, column) with its neighbour to the right or below.
///
/// **A hint is** a swap of two stones of different kinds after which one of the two, or both, lies
/// in a run: three or more stones of its kind side by side in its row or in its column.
///
/// A run that a hint makes is always new: it holds the place that the stone has just come to,
/// where a stone of another kind lay. So on a board that has runs already
///   - these make no hint by themselves, nor does moving a stone out of one or next to one;
///   - a stone may leave a run and make another: that is a hint;
///   - two stones of one kind change nothing and are never a hint, even inside a run.
/// An empty cell belongs to no kind, makes no run and is not swapped with; nothing falls.
///
/// **The order** in which every finder reports, each hint once: by row, in a row by column, at the
/// same stone right before down. That is the order of `<`.
struct Hint {
    std::int32_t row = 0;
    std::uint8_t column = 0;
    Toward toward{};

    auto operator<=>(const Hint&) const = default;
};

using HintList = std::vector<Hint>;

/// Adds the hints of one stone, in order.
inline void add_hints(HintList& list, int row, int column, bool right, bool down) {
    const auto narrow = static_cast<std::uint8_t>(column);
    if (right) list.push_back({row, narrow, Toward::right});
    if (down) list.push_back({row, narrow, Toward::down});
}

/// A set of columns of one row, or of rows of one column; or, on 8 x 8, of cells: bit 8 * row +
/// column.
using Mask = std::uint64_t;

/// The lowest place in a set that is not empty, which is taken out: seed 004's walk.
constexpr int take_lowest(Mask& set) {
    const int place = std::countr_zero(set);
    set &= set - 1;
    return place;
}

// Hints by nested loops: make each swap, look along the lines through both stones.
/// Replaces the contents of `found` with all hints, in order. Swaps are made on the board itself
/// and undone.
void find_plain(Board& board, HintList& found);

[[nodiscard]] HintList find_plain(const Board& board);

}  // namespace ryg::engine::hints
