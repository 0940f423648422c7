// RYG3's interactive program in C++: what a line does to a game, and what is printed.
#pragma once

#include <algorithm>

#include "ryg/engine/ryg3/contracts/memory.hpp"

namespace ryg::contracts::second {

inline constexpr int nobody = 0xff;         ///< the computer plays no side
inline constexpr int long_game = 256 - 20;  ///< moves; the search needs the others

/// The digit after a command's letter; $ff: none, or the line does not end there.
[[nodiscard]] inline unsigned digit_in(const std::string& line) {
    const bool is_digit = line.size() == 3 && line[2] >= '0' && line[2] <= '9';
    return is_digit ? static_cast<unsigned>(line[2] - '0') : 0xff;
}

/// The square that two characters name; $ff: none.
[[nodiscard]] inline unsigned square_in(const std::string& text) {
    const int file = text[0] - 'A', rank = text[1] - '1';
    const bool is_square = file >= 0 && file <= 7 && rank >= 0 && rank <= 7;
    return is_square ? static_cast<unsigned>(8 * rank + file) : 0xff;
}

/// What is in memory, what a line does to it, what is printed.
struct Game {
    Game(const Call& call, Expected& expected)
        : in(call),
          e(expected),
          random(random_tables_of(call)),
          thinker(thinker_of(call)),
          max_depth(call.byte("max_depth")),
          time_limit(call.byte("time_limit")),
          computer(call.byte("computer_side")),
          ply(call.byte("ply")),
          hply(call.byte("hply")),
          starts(call.bytes("made_start")),
          dests(call.bytes("made_dest")) {
        if (call.drawn.has_value()) board = board_of(call);
        if (call.has("history")) std::ranges::copy(call.bytes("history"), thinker.history.begin());
    }

    void show_board() {
        e.print(board_text(in, board, ply, hply, hash_of(board, random), lock_of(board, random)));
    }

    void new_game() {
        board = {};
        ply = hply = 0;
        computer = nobody;
        show_board();
    }

    /// 1: the mouse, -1: the cats, 0: nobody yet.
    [[nodiscard]] int result() const {
        if (board.squares[0] >= 56) return 1;
        if (!generate_moves(board).empty()) return 0;
        return board.side == Side::mouse ? -1 : 1;
    }

    void play_move(ryg3::Move move) {
        if (hply >= long_game) {
            computer = nobody;
            return e.print("?GAME TOO LONG\r");
        }
        starts[static_cast<std::size_t>(hply)] = move.start;
        dests[static_cast<std::size_t>(hply)] = move.dest;
        ++hply;
        ply = 0;
        board = apply(board, move);
    }

    void computer_move() {
        ply = 0;
        std::optional<ryg3::Move> best;
        for (const ryg3::Iteration& iteration : thinker.think(board, static_cast<int>(max_depth))) {
            if (in.byte("show_lines") != 0) e.print(shown_line(thinker.version, iteration) + '\r');
            best = iteration.best;
        }
        e.print("COMPUTER'S MOVE: " + to_string(best.value()) + '\r');
        play_move(*best);
        show_board();
    }

    void typed(const std::string& line) {
        if (line.size() == 4) {
            const ryg3::Move move{static_cast<Byte>(square_in(line)),
                                  static_cast<Byte>(square_in(line.substr(2)))};
            if (is_legal(board, move)) return play_move(move);
        }
        e.print("?ILLEGAL MOVE\r");
    }

    void undo() {
        if (hply == 0) return e.print("?NOTHING TO UNDO\r");
        --hply;
        ply = 0;
        const auto last = static_cast<std::size_t>(hply);
        const ryg3::Piece piece = piece_at(board, dests[last]);
        board.squares[piece] = starts[last];
        board.side = piece == ryg3::mouse_piece ? Side::mouse : Side::cats;
        computer = nobody;
    }

    void set_number(const std::string& line) {
        const unsigned digit = digit_in(line);
        const bool is_depth = line[1] == 'D';
        if (digit > 9 || (is_depth && digit == 0)) return e.print("?BAD NUMBER\r");
        (is_depth ? max_depth : time_limit) = digit;
    }

    void command(const std::string& line) {
        const char letter = line.size() > 1 ? line[1] : ' ';
        if (letter == 'D' || letter == 'T') return set_number(line);
        switch (line.size() == 2 ? letter : ' ') {
            case 'B': return show_board();
            case 'E': return e.print(hash_tables_text(in, thinker.tables));
            case 'F':
                if (!ryg3::has_history(thinker.version)) break;
                return e.print(history_text(thinker.history));
            case 'G': computer = side_byte(board.side); return;
            case 'H': return help();
            case 'M': return moves();
            case 'N': return new_game();
            case 'O': computer = nobody; return;
            case 'Q': quits = true; return;
            case 'S': board.side = other(board.side); return;
            case 'U': return undo();
            default: break;
        }
        e.print("?UNKNOWN COMMAND\r");
    }

    void moves() {
        std::string text;
        for (const ryg3::Move move : generate_moves(board)) text += "," + to_string(move);
        e.print(text.substr(1) + '\r');
    }

    void help() {
        e.print(
            ".B BOARD       .M MOVES   .E HASH TABLES\r"
            ".G COMPUTER PLAYS THE SIDE TO MOVE\r"
            ".O COMPUTER OFF" +
            std::string(ryg3::has_history(thinker.version) ? "               .F HISTORY\r" : "\r") +
            ".DN DEPTH 1-9  .TN MINUTES, 0 NO LIMIT\r"
            ".S SWITCH SIDE .U UNDO    .N NEW GAME\r"
            ".Q QUIT        E1F2 A MOVE\r");
    }

    void obey(const std::string& line) {
        if (line.empty()) return;
        if (line[0] == '.') return command(line);
        typed(line);
    }

    /// All that the game leaves in memory.
    void state() const {
        expect_board(in, e, ryg3::HashedBoard(board, random));
        e.byte("hply", static_cast<unsigned>(hply));
        e.byte("computer_side", computer);
        e.byte("max_depth", max_depth);
        e.byte("time_limit", time_limit);
        if (quits) e.byte("quits", 0xff);
    }

    const Call& in;
    Expected& e;
    ryg3::RandomTables random;
    ryg3::Thinker thinker;
    ryg3::Board board;
    unsigned max_depth, time_limit, computer;
    int ply, hply;
    bool quits = false;
    std::vector<Byte> starts, dests;
};

}  // namespace ryg::contracts::second
