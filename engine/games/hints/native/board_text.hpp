// Match-three boards and hints as text.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// Text that is not a board. `what()` is one line: what is wrong, where (rows and columns count
/// from 0, as in hints), how to mend it.
struct BoardError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A board, and how its text names the kinds: kind k is letters[k - 1].
struct NamedBoard {
    Board board;
    std::string letters;
};

/// Reads rows from the top, separated by line breaks or `/`: a letter A to Z is a stone, a dot an
/// empty cell. Kinds are numbered as they first appear; line breaks after the last row do not
/// count. Throws BoardError: no board at all, rows of different lengths, any other character, more
/// than 64 columns, more than 16 kinds.
[[nodiscard]] NamedBoard parse_board(std::string_view text);

inline constexpr std::string_view usual_letters = "ABCDEFGHIJKLMNOP";

/// `parse_board` reads it back; `separator` stands between rows.
[[nodiscard]] std::string to_text(const Board& board, std::string_view letters = usual_letters,
                                  char separator = '/');

/// `(2,5) right`, row and column.
[[nodiscard]] std::string to_text(const Hint& hint);
/// With commas between them; `none`.
[[nodiscard]] std::string to_text(const HintList& hints);

}  // namespace ryg::engine::hints
