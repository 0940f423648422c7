// Positions and moves as text: reading with errors that say how to mend them, and writing.
#include "engine/common/notation.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

namespace ryg::engine {
namespace {

// Both geometries draw the rows from the top; B draws each of them backwards.
int drawn_column(int column, Geometry geometry) {
    return geometry == Geometry::b ? 7 - column : column;
}

std::string quoted(char letter) {
    if (letter > ' ' && letter < 127) return std::string("'") + letter + "'";
    constexpr std::string_view digits = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(letter);
    return std::string("'\\x") + digits[code / 16U] + digits[code % 16U] + "'";
}

[[noreturn]] void fail(std::size_t index, const std::string& what, const std::string& mend) {
    throw NotationError(what + " at character " + std::to_string(index + 1) + ": " + mend,
                        index + 1);
}

struct FenField {
    std::string_view text;
    std::size_t start = 0;
};

std::vector<FenField> split_fields(std::string_view text) {
    std::vector<FenField> fields;
    std::size_t at = 0;
    while ((at = text.find_first_not_of(" \t", at)) != std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        fields.push_back({text.substr(at, end - at), at});
        at = end;
    }
    return fields;
}

// What has been read of a board so far, and where the next square is.
struct PartialBoard {
    Geometry geometry;
    int row = 0;
    int column = 0;
    DarkSet cats = 0;
    std::optional<Square> mouse;
};

void check_width(const PartialBoard& board, bool wanted, const char* relation, std::size_t at) {
    if (wanted) return;
    fail(at, "rank " + std::to_string(8 - board.row) + " has " + relation + " than 8 squares",
         "make its letters and digits add up to 8");
}

void place(PartialBoard& board, char letter, std::size_t at) {
    const Square square = square_at(board.row, drawn_column(board.column, board.geometry));
    if (!is_dark(square)) {
        const bool is_b = board.geometry == Geometry::b;
        fail(at, "a piece on " + square_name(square, board.geometry),
             std::string("use the 32 squares of the same colour as ") +
                 (is_b ? "b8, or read the board in geometry A"
                       : "a8, or read the board in geometry B"));
    }
    if (letter == 'M') {
        if (board.mouse) fail(at, "a second mouse", "leave one M on the board");
        board.mouse = square;
        return;
    }
    board.cats |= dark_bit(square);
    if (std::popcount(board.cats) > 4) fail(at, "a fifth cat", "leave four c on the board");
}

void read_letter(PartialBoard& board, char letter, std::size_t at) {
    if (letter == '/') {
        check_width(board, board.column == 8, "less", at);
        if (++board.row == 8) fail(at, "a ninth rank", "leave 8 ranks");
        board.column = 0;
    } else if (letter >= '1' && letter <= '8') {
        board.column += letter - '0';
        check_width(board, board.column <= 8, "more", at);
    } else if (letter == 'M' || letter == 'c') {
        check_width(board, board.column < 8, "more", at);
        place(board, letter, at);
        ++board.column;
    } else {
        fail(at, "unknown letter " + quoted(letter),
             "write M for the mouse, c for a cat, digits 1 to 8 for empty squares");
    }
}

Position read_board(const FenField& field, Geometry geometry) {
    PartialBoard board{.geometry = geometry, .mouse = std::nullopt};
    for (std::size_t index = 0; index < field.text.size(); ++index) {
        read_letter(board, field.text[index], field.start + index);
    }
    const std::size_t end = field.start + field.text.size();
    check_width(board, board.column == 8, "less", end);
    if (board.row != 7) {
        fail(end, "only " + std::to_string(board.row + 1) + " of 8 ranks",
             "write all of them, separated by /");
    }
    if (!board.mouse) fail(end, "no mouse", "put one M on the board");
    if (const int cats = std::popcount(board.cats); cats != 4) {
        fail(end, "only " + std::to_string(cats) + " of 4 cats", "put four c on the board");
    }
    return {.cats = board.cats, .mouse = *board.mouse, .side = Side::mouse};
}

Side read_side(const FenField& field) {
    if (field.text == "w") return Side::mouse;
    if (field.text == "b") return Side::cats;
    std::string shown;
    for (const char letter : field.text) shown += quoted(letter);
    fail(field.start, "unknown side " + shown, "write w if the mouse is to move, b if the cats");
}

// Castling rights, an en passant square, a move counter, or none of these.
bool looks_like_fen(std::string_view field) {
    if (field == "-") return true;
    if (field.find_first_not_of("0123456789") == std::string_view::npos) return true;
    if (field.find_first_not_of("KQkq") == std::string_view::npos) return true;
    return field.size() == 2 && field[0] >= 'a' && field[0] <= 'h' && field[1] >= '1' &&
           field[1] <= '8';
}

std::size_t width_of_square(Geometry geometry) { return geometry == Geometry::rows ? 5 : 2; }

Square read_square(std::string_view text, std::size_t at, Geometry geometry) {
    if (geometry == Geometry::rows) {
        for (int square = 0; square < 64; ++square) {
            const auto known = static_cast<Square>(square);
            if (text.substr(at, 5) == square_name(known, geometry)) return known;
        }
        fail(at, "not a square", "write its row and its column, such as (7,3)");
    }
    const char letter = text[at];
    const char file = letter >= 'A' && letter <= 'H' ? static_cast<char>(letter + 32) : letter;
    const char rank = text[at + 1];
    if (file < 'a' || file > 'h') fail(at, "unknown file " + quoted(letter), "files are a to h");
    if (rank < '1' || rank > '8') fail(at + 1, "unknown rank " + quoted(rank), "ranks are 1 to 8");
    return square_at('8' - rank, drawn_column(file - 'a', geometry));
}

}  // namespace

Position parse_fen(std::string_view text, Geometry geometry) {
    const std::vector<FenField> fields = split_fields(text);
    const std::string example = to_fen(start_position(), geometry);
    if (fields.empty()) fail(0, "no position", "write one such as " + example);
    Position position = read_board(fields[0], geometry);
    if (fields.size() < 2) {
        fail(fields[0].start + fields[0].text.size(), "no side to move",
             "add w if the mouse is to move, b if the cats");
    }
    position.side = read_side(fields[1]);
    for (std::size_t index = 2; index < fields.size(); ++index) {
        if (index < 6 && looks_like_fen(fields[index].text)) continue;
        fail(fields[index].start, "something else after the side to move",
             "leave it away, or write the rest of a FEN such as - - 0 1");
    }
    return position;
}

Position parse_position(std::string_view text, Geometry geometry) {
    try {
        return parse_fen(text, geometry);
    } catch (const NotationError&) {
        const bool is_a = geometry == Geometry::a;
        const Geometry other = is_a ? Geometry::b : Geometry::a;
        std::string meant;
        try {
            meant = to_fen(parse_fen(text, other), geometry);
        } catch (const NotationError&) {
        }
        if (meant.empty()) throw;
        throw NotationError(std::string("a board of geometry ") + (is_a ? 'B' : 'A') +
                                ", which is read as " + (is_a ? 'A' : 'B') + " here: write '" +
                                meant + "'",
                            1);
    }
}

std::string to_fen(const Position& position, Geometry geometry) {
    std::string text;
    for (int row = 0; row < 8; ++row) {
        int empty = 0;
        const auto flush = [&] {
            if (empty > 0) text += std::to_string(empty);
            empty = 0;
        };
        if (row > 0) text += '/';
        for (int drawn = 0; drawn < 8; ++drawn) {
            const Square square = square_at(row, drawn_column(drawn, geometry));
            const bool mouse = square == position.mouse;
            if (!mouse && !has_cat(position, square)) {
                ++empty;
                continue;
            }
            flush();
            text += mouse ? 'M' : 'c';
        }
        flush();
    }
    return text + (position.side == Side::mouse ? " w" : " b");
}

Square parse_square(std::string_view text, Geometry geometry) {
    if (text.size() != width_of_square(geometry)) {
        fail(std::min<std::size_t>(text.size(), 2), "not a square",
             "write a file and a rank, such as e1");
    }
    return read_square(text, 0, geometry);
}

std::string square_name(Square square, Geometry geometry) {
    if (geometry == Geometry::rows) {
        return {'(', static_cast<char>('0' + row_of(square)), ',',
                static_cast<char>('0' + column_of(square)), ')'};
    }
    const int file = drawn_column(column_of(square), geometry);
    return {static_cast<char>('a' + file), static_cast<char>('8' - row_of(square))};
}

Move parse_move(std::string_view text, Geometry geometry) {
    const std::size_t width = width_of_square(geometry);
    if (text.size() != 2 * width) {
        fail(std::min(text.size(), 2 * width), "not a move",
             "write the squares it leaves and reaches, such as e1f2");
    }
    const Square from = read_square(text, 0, geometry);
    return {from, read_square(text, width, geometry)};
}

std::string to_string(Move move, Geometry geometry) {
    return square_name(move.from, geometry) + square_name(move.to, geometry);
}

std::string to_string(const std::optional<Move>& move, Geometry geometry) {
    return move ? to_string(*move, geometry) : "none";
}

}  // namespace ryg::engine
