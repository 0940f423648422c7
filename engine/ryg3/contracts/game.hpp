// RYG3's interactive program in C++: what a line does to a game, and what is printed.
#pragma once

#include "engine/ryg3/contracts/memory.hpp"

namespace ryg::contracts::second {

inline constexpr int nobody = 0xff;         ///< the computer plays no side
inline constexpr int long_game = 256 - 20;  ///< moves; the search needs the others

/// The digit after a command's letter; $ff: none, or the line does not end there.
[[nodiscard]] unsigned digit_in(const std::string& line);
/// The square that two characters name; $ff: none.
[[nodiscard]] unsigned square_in(const std::string& text);

/// What is in memory, what a line does to it, what is printed.
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
    /// All that the game leaves in memory.
    void state() const;

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
