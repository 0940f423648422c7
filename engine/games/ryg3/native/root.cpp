// Boards and seeds as text, and drawn by chance.
#include "engine/games/ryg3/native/root.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <sstream>

#include "engine/common/notation.hpp"
#include "engine/games/ryg3/native/moves.hpp"

namespace ryg::engine::ryg3 {
namespace {

constexpr std::string_view cats_mark = ", cats ", tables_mark = ", tables ";

Board board_from_text(const std::string& text) {
    const std::size_t mark = text.find(cats_mark);
    Board board = board_from(parse_position(text.substr(0, mark), Geometry::b));
    if (mark == text.npos) return board;
    const Position position = position_of(board);
    std::istringstream squares(text.substr(mark + cats_mark.size()));
    std::string square;
    for (std::size_t cat = 1; cat < piece_count && squares >> square; ++cat) {
        board.squares[cat] = mirrored(parse_square(square, Geometry::b));
    }
    if (position_of(board) == position) return board;
    throw NotationError(
        fmt::format("the squares after 'cats' are not those of the board's four cats: '{}'", text),
        mark + cats_mark.size() + 1);
}

}  // namespace

std::string to_text(const Board& board) {
    std::string text = to_fen(position_of(board), Geometry::b);
    if (board_from(position_of(board)) == board) return text;
    text += ", cats";
    for (std::size_t cat = 1; cat < piece_count; ++cat) {
        text += ' ';
        text += square_name(mirrored(board.squares[cat]), Geometry::b);
    }
    return text;
}

std::string to_text(const Ryg3Root& root) {
    const std::string board = to_text(root.board);
    return root.tables == 0 ? board : fmt::format("{}{}{}", board, tables_mark, root.tables);
}

Ryg3Root root_from(const std::string& text) {
    const std::size_t mark = text.find(tables_mark);
    Ryg3Root root{.board = board_from_text(text.substr(0, mark))};
    if (mark == text.npos) return root;
    const char *const begin = text.data() + mark + tables_mark.size(), *const end = text.data() +
                                                                                    text.size();
    const auto [rest, error] = std::from_chars(begin, end, root.tables);
    if (error == std::errc() && rest == end) return root;
    throw NotationError(fmt::format("'tables' needs a number after it: '{}'", text),
                        mark + tables_mark.size() + 1);
}

Board played_board(Random& random, std::uint32_t most_plies) {
    Board board;
    for (std::uint32_t rest = random.below(most_plies + 1); rest > 0; --rest) {
        const MoveList moves = generate_moves(board);
        if (moves.empty()) break;
        board = apply(board, random.pick(moves));
    }
    return board;
}

Board numbered_from_left(const Position& position) {
    Board board = board_from(position);
    std::sort(board.squares.begin() + 1, board.squares.end(), [](Square one, Square other) {
        return std::pair(column_of(one), one) < std::pair(column_of(other), other);
    });
    return board;
}

RandomTables tables_of(const Ryg3Root& root) {
    if (root.tables == 0) return fixed_tables();
    Random random(root.tables);
    return draw_tables([&random] { return static_cast<Byte>(random.next()); });
}

}  // namespace ryg::engine::ryg3
