// RYG3's interactive program in C++: what a line does to a game, and what is printed.
#pragma once

#include "tests/engine/contracts/ryg3.hpp"

namespace ryg::blocks::second {

inline constexpr int nobody = 0xff;         ///< the computer plays no side
inline constexpr int long_game = 256 - 20;  ///< moves; the search needs the others

/// What was typed, as it lies in memory.
[[nodiscard]] std::string line_in(const Call& in);
void put_line(Call& call, std::string_view line);

/// The digit after a command's letter; $ff: none, or the line does not end there.
[[nodiscard]] int digit_in(const std::string& line);
/// The square that two characters name; $ff: none.
[[nodiscard]] int square_in(const std::string& text);

/// A line as somebody might type it: a command, a move that the board has, or neither.
[[nodiscard]] std::string draw_line(const ryg3::Board& board, Choices& choices);

/// A game that goes on.
[[nodiscard]] inline bool can_move(const Call& in) { return !generate_moves(board_of(in)).empty(); }

/// The program in C++: what is in memory, what a line does to it, what is printed.
struct Game {
    Game(const Call& call, Expected& expected);

    void show_board();
    void new_game();
    /// 1: the mouse, -1: the cats, 0: nobody yet.
    [[nodiscard]] int result() const;
    void play_move(ryg3::Move move);
    void computer_move();
    void typed(const std::string& line);
    void undo();
    void set_number(const std::string& line);
    void command(const std::string& line);
    void moves();
    void help();
    void obey(const std::string& line);

    const Call& in;
    Expected& e;
    ryg3::RandomTables random;
    ryg3::Thinker thinker;
    ryg3::Board board;
    int max_depth, time_limit, computer, ply, hply;
    bool quits = false;
    std::vector<Byte> starts, dests;
};

/// All that the game leaves in memory.
void state_game(const Game& game, const Call& in, Expected& e);

}  // namespace ryg::blocks::second
