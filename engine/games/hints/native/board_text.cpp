// A board's limits, and reading one with a reason for every refusal.
#include "engine/games/hints/native/board_text.hpp"

#include <algorithm>
#include <optional>

namespace ryg::engine::hints {
namespace {

int checked(int value, int greatest, const char* what) {
    if (value >= 1 && value <= greatest) return value;
    throw std::invalid_argument("a board cannot have " + std::to_string(value) + ' ' + what +
                                ": use 1 to " + std::to_string(greatest));
}

std::vector<std::string_view> rows_of(std::string_view text) {
    std::vector<std::string_view> rows;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    if (text.empty()) return rows;
    while (true) {
        const std::size_t end = text.find_first_of("/\n");
        std::string_view row = text.substr(0, end);
        if (row.ends_with('\r')) row.remove_suffix(1);
        rows.push_back(row);
        if (end == std::string_view::npos) return rows;
        text.remove_prefix(end + 1);
    }
}

std::string place(std::size_t row, std::size_t column) {
    return "row " + std::to_string(row) + ", column " + std::to_string(column);
}

/// The character as the message shows it: the bytes of a longer one, or of none, as a number.
std::string shown(char character) {
    if (character >= ' ' && character <= '~') return std::string("'") + character + "'";
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(character);
    return std::string("byte $") + digits[byte >> 4] + digits[byte & 15U];
}

/// Numbers the letters as they come.
class Names {
  public:
    std::optional<Kind> kind_of(char letter) {
        std::size_t known = letters_.find(letter);
        if (known == std::string::npos) {
            if (letters_.size() == most_kinds) return std::nullopt;
            known = letters_.size();
            letters_ += letter;
        }
        return static_cast<Kind>(known + 1);
    }
    [[nodiscard]] const std::string& letters() const { return letters_; }

  private:
    std::string letters_;
};

std::vector<Kind> kinds_in(std::string_view cells, std::size_t row, Names& names) {
    std::vector<Kind> kinds;
    for (std::size_t column = 0; column < cells.size(); ++column) {
        const char letter = cells[column];
        if (letter == '.') {
            kinds.push_back(empty);
            continue;
        }
        if (letter < 'A' || letter > 'Z') {
            throw BoardError(place(row, column) + " is " + shown(letter) +
                             ": use A to Z for a stone, '.' for an empty cell");
        }
        const std::optional<Kind> kind = names.kind_of(letter);
        if (!kind) {
            throw BoardError(place(row, column) + ": '" + letter +
                             "' would be the 17th kind: use at most 16");
        }
        kinds.push_back(*kind);
    }
    return kinds;
}

}  // namespace

Board::Board(int rows, int columns, int kinds)
    : rows_(checked(rows, most_rows, "rows")),
      columns_(checked(columns, most_columns, "columns")),
      kinds_(checked(kinds, most_kinds, "kinds")),
      cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), empty) {}

NamedBoard parse_board(std::string_view text) {
    const std::vector<std::string_view> rows = rows_of(text);
    if (rows.empty()) throw BoardError("the board is empty: give its rows, such as ABAC/CABB");
    const std::size_t columns = rows.front().size();
    if (columns > most_columns) {
        throw BoardError("row 0 has " + std::to_string(columns) + " columns: use at most 64");
    }
    if (rows.size() > static_cast<std::size_t>(most_rows)) {
        throw BoardError("the board has " + std::to_string(rows.size()) + " rows: use at most " +
                         std::to_string(most_rows));
    }
    Names names;
    std::vector<Kind> cells;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        if (rows[row].empty()) {
            throw BoardError("row " + std::to_string(row) + " is empty: every row needs a cell");
        }
        if (rows[row].size() != columns) {
            throw BoardError("row " + std::to_string(row) + " is " +
                             std::to_string(rows[row].size()) + " long, row 0 is " +
                             std::to_string(columns) + ": make all rows equally long");
        }
        const std::vector<Kind> kinds = kinds_in(rows[row], row, names);
        cells.insert(cells.end(), kinds.begin(), kinds.end());
    }
    const auto kinds = static_cast<int>(std::max<std::size_t>(1, names.letters().size()));
    NamedBoard named{Board(static_cast<int>(rows.size()), static_cast<int>(columns), kinds),
                     names.letters()};
    std::copy(cells.begin(), cells.end(), named.board.cells().begin());
    return named;
}

std::string to_text(const Board& board, std::string_view letters, char separator) {
    std::string text;
    for (int row = 0; row < board.rows(); ++row) {
        if (row > 0) text += separator;
        for (int column = 0; column < board.columns(); ++column) {
            const Kind kind = board.at(row, column);
            text += kind == empty ? '.' : letters[kind - 1U];
        }
    }
    return text;
}

std::string to_text(const Hint& hint) {
    return '(' + std::to_string(hint.row) + ',' + std::to_string(hint.column) + ") " +
           std::string(name_of(hint.toward));
}

std::string to_text(const HintList& hints) {
    std::string text;
    for (const Hint& hint : hints) text += (text.empty() ? "" : ", ") + to_text(hint);
    return text.empty() ? "none" : text;
}

}  // namespace ryg::engine::hints
