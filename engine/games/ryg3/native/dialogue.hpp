// What the interactive program says to its user: lines go in, a game and what is printed come out.
#pragma once

#include <string>
#include <string_view>

#include "engine/common/choices.hpp"
#include "engine/games/ryg3/native/layout.hpp"

namespace ryg::engine::ryg3 {

/// What displayBoard prints; version 3 has no lock.
[[nodiscard]] std::string board_text(const Board& board, int ply, int hply, Byte hash,
                                     std::optional<Byte> lock);
/// A slot of a hash table, all that a side's table holds, what both hold, and the history.
[[nodiscard]] std::string slot_text(unsigned slot, Ryg3Move move, std::optional<Byte> lock);
[[nodiscard]] std::string positions_text(const HashTables& tables, Side side, bool with_locks);
[[nodiscard]] std::string hash_tables_text(const HashTables& tables, bool with_locks);
[[nodiscard]] std::string history_text(const History& history);
/// All commands; version 11 has one for the history.
[[nodiscard]] std::string help_text(bool with_history);

[[nodiscard]] inline Byte side_byte(Side side) { return side == Side::mouse ? 0 : 1; }

/// The digit after a command's letter; $ff: none, or the line does not end there.
[[nodiscard]] unsigned digit_in(std::string_view line);
/// The square that two characters name; $ff: none.
[[nodiscard]] unsigned square_in(std::string_view text);

/// A line as a user might type it: a command, a move that the board has, or neither.
[[nodiscard]] std::string draw_line(const Board& board, Choices& choices);
/// Line number `typed` of a session, with RETURN: first what is asked only of a new game, then
/// anything, then only moves against the computer, and in the end what it remembers of them. Now
/// and then a key too many is taken back, or no line has such a key. The computer is not to think
/// for hours.
[[nodiscard]] std::string session_line(int typed, const Board& board, Choices& choices);

/// The program of a version from 9 on: what is in its memory, what a line does to it, and what is
/// printed, which is added to `printed`. The members are as RUN finds them.
struct Ryg3Dialogue {
    static constexpr unsigned nobody = 0xff;    ///< the computer plays no side
    static constexpr int long_game = 256 - 20;  ///< moves; the search needs the others

    /// From RUN on up to the question for the first line.
    void begin();
    /// A key; true if it ends a line.
    bool hear(Byte key);
    /// What the line asks for, and what follows up to the next question, if there is one.
    void go_on();
    /// From a new game to the question for its first line; a game is over: the next one.
    void ask();

    // What the program's routines do.
    void obey(const std::string& text);
    void command(const std::string& text);
    void typed(const std::string& text);
    void show_board();
    void new_game();
    void play_move(Ryg3Move move);
    void computer_move();
    void undo();
    void set_number(const std::string& text);
    void moves();
    void help();
    /// 1: the mouse, -1: the cats, 0: nobody yet.
    [[nodiscard]] int result() const;

    std::string& printed;
    Thinker thinker;
    Board board{};
    unsigned max_depth = thinker.version == Ryg3Version::v09 ? 4 : 10;
    unsigned time_limit = 0, computer = nobody;
    bool show_lines = true, quits = false;
    int ply = 0, hply = 0;
    std::array<Byte, 256> starts{}, dests{};  ///< moves made
    std::string line{};                       ///< typed line
    /// Interior nodes of all searches, and how many searches.
    std::uint64_t nodes = 0, searches = 0;
};

/// All that the program keeps of a game.
[[nodiscard]] LabelledMemory memory_of(const Ryg3Dialogue& dialogue);

}  // namespace ryg::engine::ryg3
