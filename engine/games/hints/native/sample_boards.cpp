// Random boards by splitmix64, adversarial ones by rule.
#include "engine/games/hints/native/sample_boards.hpp"

#include <array>
#include <charconv>
#include <utility>

#include "engine/games/hints/native/board_text.hpp"

namespace ryg::engine::hints {
namespace {

template <class Rule>
Board filled(int rows, int columns, int kinds, Rule kind_at) {
    Board board(rows, columns, kinds);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            board.place(row, column, static_cast<Kind>(kind_at(row, column)));
        }
    }
    return board;
}

/// Equal stones lie a knight's move apart here, too far for any hint; kind 6 is unused.
Board quiet_board(int rows, int columns) {
    return filled(rows, columns, 6, [](int row, int column) { return 1 + (row + 2 * column) % 5; });
}

/// Three stones, one swap away from a run, as they lie along a line: places along it, and the line
/// (0 the one that gets the run, -1 and 1 its neighbours).
struct StoneShape {
    std::array<std::pair<int, int>, 3> stones;
};
constexpr std::array shapes{
    StoneShape{{{{0, 0}, {1, 0}, {3, 0}}}},  StoneShape{{{{0, 0}, {2, 0}, {3, 0}}}},
    StoneShape{{{{0, 0}, {1, 0}, {2, -1}}}}, StoneShape{{{{0, 0}, {1, 0}, {2, 1}}}},
    StoneShape{{{{0, -1}, {1, 0}, {2, 0}}}}, StoneShape{{{{0, 1}, {1, 0}, {2, 0}}}},
    StoneShape{{{{0, 0}, {1, -1}, {2, 0}}}}, StoneShape{{{{0, 0}, {1, 1}, {2, 0}}}},
};

/// The shape laid on a quiet board with its first place at (row, column), along the row or down
/// the column; nothing if it does not fit.
void add_planted(std::vector<SampleBoard>& boards, int rows, int columns, int row, int column,
                 std::size_t shape, Toward along) {
    Board board = quiet_board(rows, columns);
    for (const auto& [place, line] : shapes[shape].stones) {
        const int at_row = row + (along == Toward::down ? place : line);
        const int at_column = column + (along == Toward::down ? line : place);
        if (at_row < 0 || at_row >= rows || at_column < 0 || at_column >= columns) return;
        board.place(at_row, at_column, 6);
    }
    boards.push_back({"pattern " + std::to_string(shape) + ' ' + std::string(name_of(along)) +
                          " from (" + std::to_string(row) + ',' + std::to_string(column) + ") of " +
                          std::to_string(rows) + 'x' + std::to_string(columns),
                      std::move(board)});
}

void add_all_planted(std::vector<SampleBoard>& boards, int rows, int columns, int first_row,
                     int last_row) {
    for (std::size_t shape = 0; shape < shapes.size(); ++shape) {
        for (const Toward along : {Toward::right, Toward::down}) {
            for (int row = first_row; row <= last_row; ++row) {
                for (int column = 0; column < columns; ++column) {
                    add_planted(boards, rows, columns, row, column, shape, along);
                }
            }
        }
    }
}

void add_ruled(std::vector<SampleBoard>& boards, int rows, int columns) {
    const auto add = [&](const char* name, int kinds, auto kind_at) {
        boards.push_back(
            {std::string(name) + ' ' + std::to_string(rows) + 'x' + std::to_string(columns),
             filled(rows, columns, kinds, kind_at)});
    };
    const auto in_frame = [=](int row, int column) {
        return row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
    };
    add("nothing", 1, [](int, int) { return 0; });
    add("all equal", 1, [](int, int) { return 1; });
    add("all equal, the last kind", most_kinds, [](int, int) { return most_kinds; });
    add("no hints", 6, [](int row, int column) { return 1 + (row + 2 * column) % 5; });
    add("checkerboard", 2, [](int row, int column) { return 1 + (row + column) % 2; });
    add("checkerboard of pairs", 2,
        [](int row, int column) { return 1 + (row / 2 + column / 2) % 2; });
    add("checkerboard with holes", 2, [](int row, int column) { return (row + column) % 2; });
    add("stripes across", 2, [](int row, int) { return 1 + row % 2; });
    add("stripes down", 2, [](int, int column) { return 1 + column % 2; });
    add("double stripes across", 3, [](int row, int) { return 1 + row / 2 % 3; });
    add("diagonals", 3, [](int row, int column) { return 1 + (row + column) % 3; });
    add("diagonals, all kinds", most_kinds,
        [](int row, int column) { return 1 + (row + column) % most_kinds; });
    add("steep diagonals", 4, [](int row, int column) { return 1 + (2 * row + column) % 4; });
    add("frame", 2, [=](int row, int column) { return in_frame(row, column) ? 1 : 2; });
    add("frame with nothing in it", 2,
        [=](int row, int column) { return in_frame(row, column) ? 1 + (row + column) % 2 : 0; });
    add("two of three", 2, [](int row, int column) { return 1 + (row + column) % 3 / 2; });
}

}  // namespace

Board random_board(Random& random, int rows, int columns, int kinds) {
    Board board(rows, columns, kinds);
    const auto count = static_cast<std::uint32_t>(kinds);
    for (Kind& kind : board.cells()) kind = static_cast<Kind>(1 + random.below(count));
    return board;
}

Board random_board(Random& random, std::string_view size, int kinds) {
    constexpr int tallest = 100'000;
    int rows = 0, columns = 0;
    const char* const end = size.data() + size.size();
    const auto cross = std::from_chars(size.data(), end, rows).ptr;
    const bool is_size = cross != end && *cross == 'x' &&
                         std::from_chars(cross + 1, end, columns).ptr == end && rows >= 1 &&
                         rows <= tallest && columns >= 1 && columns <= most_columns;
    if (is_size) return random_board(random, rows, columns, kinds);
    throw BoardError("'" + std::string(size) +
                     "' is not a size: use rows x columns, such as 8x8, " + "at most " +
                     std::to_string(tallest) + 'x' + std::to_string(most_columns));
}

Board varied_board(Random& random, int rows, int columns) {
    const int kinds = 1 + static_cast<int>(random.below(most_kinds));
    switch (random.below(4)) {
        case 0: return random_board(random, rows, columns, kinds);
        case 1: return random_board(random, rows, columns, 1 + static_cast<int>(random.below(4)));
        case 2: {
            const auto frequent =
                static_cast<Kind>(1 + random.below(static_cast<std::uint32_t>(kinds)));
            Board board = random_board(random, rows, columns, kinds);
            for (Kind& kind : board.cells()) {
                if (random.below(3) != 0) kind = frequent;
            }
            return board;
        }
        default: break;
    }
    const std::uint32_t filled_of_8 = 1 + random.below(7);
    Board board = random_board(random, rows, columns, kinds);
    for (Kind& kind : board.cells()) {
        if (random.below(8) >= filled_of_8) kind = empty;
    }
    return board;
}

std::vector<SampleBoard> adversarial_boards() {
    std::vector<SampleBoard> boards;
    constexpr int sizes[][2]{{8, 8},  {1, 1},  {1, 2},   {2, 1},   {1, 3},    {3, 1},
                             {1, 8},  {8, 1},  {2, 2},   {3, 3},   {7, 9},    {9, 7},
                             {1, 64}, {64, 1}, {64, 64}, {65, 63}, {130, 64}, {200, 5}};
    for (const auto& [rows, columns] : sizes) add_ruled(boards, rows, columns);
    add_all_planted(boards, 8, 8, 0, 7);
    add_all_planted(boards, 4, 64, 0, 3);
    add_all_planted(boards, 128, 3, 56, 68);    // the first seam, near row 61 to 64
    add_all_planted(boards, 190, 3, 118, 128);  // the second, near row 122 to 125
    return boards;
}

}  // namespace ryg::engine::hints
