// The dialogue with PERFECTO, as its routines should hold it.
#include "engine/games/perfecto/native/dialogue.hpp"

#include "engine/common/moves.hpp"

namespace ryg::engine::perfecto {

std::string square_text(Square square) {
    return {static_cast<char>('A' + column_of(square)), static_cast<char>('8' - row_of(square))};
}

std::string move_text(Move move) { return square_text(move.from) + square_text(move.to); }

unsigned square_in(std::string_view text) {
    const int column = text[0] - 'A', row = '8' - text[1];
    if (column < 0 || column > 7 || row < 0 || row > 7) return 0xff;
    const Square square = square_at(row, column);
    return is_dark(square) ? static_cast<unsigned>(dark_index(square)) : 0xff;
}

void PerfectoDialogue::show_board() {
    printed_ += "\r  ABCDEFGH\r";
    for (int row = 0; row < 8; ++row) {
        printed_ += std::to_string(8 - row) + (row % 2 == 0 ? "" : " ");
        for (int column = row % 2; column < 8; column += 2) {
            const Square square = square_at(row, column);
            printed_ += ' ';
            printed_ += square == position.mouse ? 'M' : has_cat(position, square) ? 'C' : '.';
        }
        printed_ += '\r';
    }
}

void PerfectoDialogue::tell(const Thought& thought, unsigned size) {
    const bool cats = (position.side == Side::cats) == thought.wins();
    printed_ += cats ? "THE CATS WIN\r" : "THE MOUSE WINS\r";
    if (help == 2) list_wins(thought, size);
}

void PerfectoDialogue::list_wins(const Thought& thought, unsigned size) {
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
        if (thought.wins(i)) text += ' ' + move_text(thought.moves[i]);
    }
    printed_ += "WINNING MOVES:" + (text.empty() ? " NONE" : text) + '\r';
}

bool PerfectoDialogue::menu() {
    printed_ += "\rYOU PLAY MOUSE, CATS, BOTH, NEITHER:\rM, C, B OR N? ";
    constexpr std::string_view sides = "BCMN";
    std::optional<char> key;
    do {
        key = next_(Asks::sides, *this);
        if (!key) return false;
    } while (sides.find(*key) == std::string_view::npos);
    computer = static_cast<unsigned>(sides.find(*key));
    printed_ += *key;
    printed_ += "\rHELP: 0 NO, 1 WHO WINS, 2 MOVES TOO? ";
    do {
        key = next_(Asks::help, *this);
        if (!key) return false;
    } while (*key < '0' || *key > '2');
    help = static_cast<unsigned>(*key - '0');
    printed_ += *key;
    printed_ += '\r';
    return true;
}

std::optional<std::string> PerfectoDialogue::read_line() {
    constexpr std::size_t room = 8;
    printed_ += position.side == Side::mouse ? "MOUSE: " : "CATS: ";
    std::string line;
    while (true) {
        const auto key = next_(Asks::line, *this);
        if (!key) return std::nullopt;
        const auto code = static_cast<Byte>(*key);
        if (code == '\r') break;
        if (code == 0x14 && !line.empty()) {
            line.pop_back();
        } else if (code >= ' ' && code <= 'Z' && line.size() < room) {
            line += *key;
        } else {
            continue;
        }
        printed_ += *key;
    }
    printed_ += '\r';
    return line;
}

/// The move of whoever sits there; none when there are no more keys, or for another game.
std::optional<Move> PerfectoDialogue::ask(const Thought& thought) {
    while (true) {
        const auto line = read_line();
        if (!line) return std::nullopt;
        if (line->empty()) continue;
        if (line->front() == 'N') {
            again_ = true;
            return std::nullopt;
        }
        if (line->front() == '?') {
            list_wins(thought, static_cast<unsigned>(thought.moves.size()));
            continue;
        }
        for (const Move& move : generate_moves(position)) {
            if (move_text(move) == *line) return move;
        }
        printed_ += "NO SUCH MOVE: D1E2, ? OR N\r";
    }
}

bool PerfectoDialogue::game() {
    position = start_position();
    while (true) {
        show_board();
        const Thought thought = think(position, table());
        auto move = thought.move();
        if (!move) break;
        if (help != 0) tell(thought, static_cast<unsigned>(thought.moves.size()));
        if ((computer >> static_cast<unsigned>(position.side) & 1) != 0) {
            printed_ += "C64: " + move_text(*move) + '\r';
        } else {
            again_ = false;
            move = ask(thought);
            if (!move) return again_;
        }
        position = apply(position, *move);
    }
    printed_ += winner(position) == Side::cats ? "*** THE CATS HAVE WON ***\r"
                                               : "*** THE MOUSE HAS WON ***\r";
    return true;
}

}  // namespace ryg::engine::perfecto
