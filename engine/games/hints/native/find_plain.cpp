// The definition of a hint, written down as loops.
#include <utility>

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {
namespace {

/// The board's numbers in registers: behind a reference they would be read anew after each store.
struct Grid {
    Kind* cells;
    int rows, columns;

    [[nodiscard]] Kind& at(int row, int column) const { return cells[row * columns + column]; }
};

/// Stones of one kind side by side from (row, column), itself not counted, in one direction.
int run_from(Grid grid, int row, int column, int down, int right) {
    const Kind kind = grid.at(row, column);
    int length = 0;
    while (true) {
        row += down;
        column += right;
        if (row < 0 || row >= grid.rows || column < 0 || column >= grid.columns) break;
        if (grid.at(row, column) != kind) break;
        ++length;
    }
    return length;
}

bool in_a_run(Grid grid, int row, int column) {
    return run_from(grid, row, column, 0, -1) + run_from(grid, row, column, 0, 1) >= 2 ||
           run_from(grid, row, column, -1, 0) + run_from(grid, row, column, 1, 0) >= 2;
}

}  // namespace

void find_plain(Board& board, HintList& found) {
    found.clear();
    const Grid grid{board.cells().data(), board.rows(), board.columns()};
    for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.columns; ++column) {
            for (const Toward toward : {Toward::right, Toward::down}) {
                const int other_row = row + (toward == Toward::down ? 1 : 0);
                const int other_column = column + (toward == Toward::right ? 1 : 0);
                if (other_row == grid.rows || other_column == grid.columns) continue;
                Kind& stone = grid.at(row, column);
                Kind& other = grid.at(other_row, other_column);
                if (stone == empty || other == empty || stone == other) continue;

                std::swap(stone, other);
                if (in_a_run(grid, row, column) || in_a_run(grid, other_row, other_column)) {
                    found.push_back({row, static_cast<std::uint8_t>(column), toward});
                }
                std::swap(stone, other);
            }
        }
    }
}

HintList find_plain(const Board& board) {
    HintList found;
    Board copy = board;
    find_plain(copy, found);
    return found;
}

}  // namespace ryg::engine::hints
