// What RYG3's commands promise: each one's answer, to lines that are right and wrong.
#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/ryg3_game.hpp"

namespace ryg::blocks {
namespace {

using namespace second;

// --- lines ---------------------------------------------------------------------------------------

/// A game that has come here by its last move, with the hash and the lock of its board.
void be_in_game(Call& call, Choices& choices) {
    put_hash(call);
    call.set(call.address("ply"), 0);
    if (choices.one_in(4)) call.set(call.address("hply"), 0);
    put_last_move(call, choices);
}

/// A line of the kind that is asked for; `.Q` oftener than others.
void type_line(Call& call, Choices& choices, bool (*accept)(const std::string&)) {
    std::string line;
    do {
        line = draw_line(board_of(call), choices);
    } while (!accept(line));
    put_line(call, choices.one_in(12) && accept(".Q") ? ".Q" : line);
}

void any_line(Call& call, Choices& choices) {
    be_in_game(call, choices);
    type_line(call, choices, [](const std::string&) { return true; });
}
void command_line(Call& call, Choices& choices) {
    be_in_game(call, choices);
    type_line(call, choices, [](const std::string& line) { return line.starts_with('.'); });
}
void move_line(Call& call, Choices& choices) {
    be_in_game(call, choices);
    type_line(call, choices,
              [](const std::string& line) { return !line.empty() && line[0] != '.'; });
}

/// `.M` is not asked when there are no moves, for the game is over then.
bool can_be_obeyed(const Call& in) { return line_in(in) != ".M" || can_move(in); }

void obey(const Call& in, Expected& e) {
    Game game(in, e);
    game.obey(line_in(in));
    state_game(game, in, e);
}

void number_line(Call& call, Choices& choices, char letter) {
    static constexpr std::array numbers{"", "0", "1", "5", "9", "10", "A", ":", "/", "007", " 1"};
    put_line(call, fmt::format(".{}{}", letter, numbers[choices.below(numbers.size())]));
}
void depth_line(Call& call, Choices& choices) { number_line(call, choices, 'D'); }
void time_line(Call& call, Choices& choices) { number_line(call, choices, 'T'); }

void read_digit(const Call& in, Expected& e) { e.a(static_cast<Byte>(digit_in(line_in(in)))); }

void do_depth(const Call& in, Expected& e) {
    const int digit = digit_in(line_in(in));
    const bool good = digit >= 1 && digit <= 9;
    e.byte("max_depth", good ? digit : in.byte("max_depth"));
    if (!good) e.print("?BAD NUMBER\r");
}
void do_time(const Call& in, Expected& e) {
    const int digit = digit_in(line_in(in));
    e.byte("time_limit", digit <= 9 ? digit : in.byte("time_limit"));
    if (digit > 9) e.print("?BAD NUMBER\r");
}

void square_line(Call& call, Choices& choices) {
    static constexpr std::string_view files = "ABCDEFGH@IZ ", ranks = "123456780 9:";
    const Address at = static_cast<Address>(call.address("line") + call.registers.x);
    call.set(at, static_cast<Byte>(files[choices.below(files.size())]));
    call.set(static_cast<Address>(at + 1), static_cast<Byte>(ranks[choices.below(ranks.size())]));
}
void read_square(const Call& in, Expected& e) {
    const auto at = in.ram.begin() + in.address("line") + in.registers.x;
    e.a(static_cast<Byte>(square_in({at, at + 2})));
}

// --- commands ------------------------------------------------------------------------------------

void do_go(const Call& in, Expected& e) { e.byte("computer_side", in.byte("side")); }
void do_off(const Call& /*in*/, Expected& e) { e.byte("computer_side", nobody); }
void do_quit(const Call& /*in*/, Expected& e) { e.byte("quits", 0xff); }
void do_help(const Call& in, Expected& e) { Game(in, e).help(); }
void do_moves(const Call& in, Expected& e) { Game(in, e).moves(); }
void do_side(const Call& in, Expected& e) { e.byte("side", 1 - in.byte("side")); }
void do_undo(const Call& in, Expected& e) {
    Game game(in, e);
    game.undo();
    if (in.byte("hply") != 0) state_game(game, in, e);
}

constexpr std::array checks{
    Check{"obey", obey, nullptr, can_be_obeyed, 1200, any_line},
    Check{"command", obey, nullptr, can_be_obeyed, 1200, command_line},
    Check{"typedMove", obey, nullptr, nullptr, 600, move_line},
    Check{"readDigit", read_digit, nullptr, nullptr, 0, time_line},
    Check{"readSquare", read_square, nullptr, nullptr, 0, square_line},
    Check{"doGo", do_go},
    Check{"doOff", do_off},
    Check{"doQuit", do_quit},
    Check{"doHelp", do_help, nullptr, nullptr, 20},
    Check{"doMoves", do_moves, nullptr, can_move, 400},
    Check{"doDepth", do_depth, nullptr, nullptr, 400, depth_line},
    Check{"doTime", do_time, nullptr, nullptr, 400, time_line},
    Check{"doSide", do_side},
    Check{"doUndo", do_undo, nullptr, nullptr, 400, be_in_game},
};

}  // namespace

std::span<const Check> ryg3_line_checks() { return checks; }

}  // namespace ryg::blocks
