// What RYG3's commands and games promise: answers to lines right and wrong, and whole games.
#include <fmt/format.h>

#include "engine/games/ryg3/blocks/game.hpp"
#include "engine/games/ryg3/blocks/values.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;
namespace {

// --- lines in memory ----------------------------------------------------------------------------

/// What was typed, as it lies in memory.
std::string line_in(In in) {
    const auto begin = in.ram.begin() + in.address("line");
    return {begin, begin + in.byte("line_length")};
}

void put_line(Call& call, std::string_view line) {
    std::ranges::copy(line, call.ram.begin() + call.address("line"));
    call.set("line_length", static_cast<unsigned>(line.size()));
}

/// Between two moves of a game, often at its start; the last move made stays the same.
void be_in_game(Call& call, Choices& choices) {
    call.set("ply", 0);
    if (!choices.one_in(4)) return;
    const auto last = static_cast<Byte>(call.byte("hply") - 1);
    for (const char* const list : {"made_start", "made_dest"}) {
        call.set(list, call.byte(list, last), 0xff);
    }
    call.set("hply", 0);
}

enum class LineKind { any, command, move };

/// A line of the kind that is asked for; `.Q` oftener than others.
template <LineKind wanted>
void type_line(Call& call, Choices& choices) {
    const auto fits = [](const std::string& line) {
        return wanted == LineKind::any || (wanted == LineKind::command) == line.starts_with('.');
    };
    be_in_game(call, choices);
    std::string line;
    do {
        line = ryg3::draw_line(board_of(call), choices);
    } while (!fits(line) || (wanted == LineKind::move && line.empty()));
    put_line(call, choices.one_in(12) && fits(".Q") ? ".Q" : line);
}

/// `.M` is not asked when there are no moves, for the game is over then.
bool can_be_done(In in) {
    const std::string line = line_in(in);
    return line.size() != 2 || line[1] != 'M' || can_move(in);
}
bool can_be_obeyed(In in) { return in.byte("line") != '.' || can_be_done(in); }

/// What one of the dialogue's functions does with the line, whatever that begins with.
template <void (ryg3::Ryg3Dialogue::*does)(const std::string&)>
void answer_line(In in, Out e) {
    ExpectedGame game(in, e);
    (game.*does)(line_in(in));
    game.state();
}

template <char Letter>
void type_number(Call& call, Choices& choices) {
    static constexpr std::array numbers{"", "0", "1", "5", "9", "10", "A", ":", "/", "007", " 1"};
    put_line(call, fmt::format(".{}{}", Letter, choices.pick(numbers)));
}

/// The digit after a command's letter; $ff: there is none, or more after it.
Value digit_in(const Given& in) {
    const Value digit = in.byte("line", 2) - '0';
    return choose((in.byte("line_length") == 3) & (digit < 10), digit, 0xff);
}

/// A square in the line; $ff: it is none.
Value square_in(const Values& line, const Value& at) {
    const Value file = element(line, at) - 'A', rank = element(line, at + 1) - '1';
    return choose((file < 8) & (rank < 8), (rank << 3) | file, ryg3::no_square);
}

void state_digit(const Given& in, Stated& e, std::string_view variable, unsigned least) {
    const Value digit = digit_in(in), is_good = (digit >= least) & (digit <= 9);
    e.byte(variable, choose(is_good, digit, in.byte(variable)));
    e.print("?BAD NUMBER\r", !is_good);
}

void type_square(Call& call, Choices& choices) {
    static constexpr std::string_view files = "ABCDEFGH@IZ ", ranks = "123456780 9:";
    call.set("line", static_cast<Byte>(choices.pick(files)), call.registers.x);
    call.set("line", static_cast<Byte>(choices.pick(ranks)), call.registers.x + 1U);
}

// --- keys ---------------------------------------------------------------------------------------

/// What is heard of the keys up to RETURN, echoed.
void hear_line(KeyReader& keys, ryg3::Ryg3Dialogue& game) {
    while (!game.hear(static_cast<Byte>(keys.next()))) continue;
}

Keys some_line(In, Choices& choices) {
    Keys keys;
    std::string text;
    for (auto length = choices.below(22); length > 0; --length) {
        text += static_cast<char>(' ' + choices.below(64));
    }
    for (const char key : text) {
        if (choices.one_in(16)) type_key(keys, 0x14, choices);
        if (choices.one_in(16)) {
            const auto other = static_cast<int>(choices.below(129));
            type_key(keys, other == 128 ? 0x1f : 0x80 + other, choices);
        }
        type_key(keys, key, choices);
    }
    type_key(keys, '\r', choices);
    return keys;
}

void hear(In in, Out e) {
    KeyReader keys(in.keys);
    ryg3::Ryg3Dialogue heard{.printed = e.printed, .thinker = {}};
    hear_line(keys, heard);
    const std::string& line = heard.line;
    for (unsigned i = 0; i < line.size(); ++i) e.byte("line", static_cast<Byte>(line[i]), i);
    e.byte("line_length", static_cast<unsigned>(line.size()));
    e.any("line");
}

// --- games --------------------------------------------------------------------------------------

void legal_move(Call& call, Choices& choices) {
    const auto moves = generate_moves(board_of(call));
    if (moves.empty()) return;
    const ryg3::Ryg3Move move = choices.pick(moves);
    call.set("hash_start", move.start);
    call.set("hash_dest", move.dest);
}

Keys game_keys(In in, Choices& choices) {
    Keys keys;
    Expected ignored(in);
    ExpectedGame game(in, ignored);
    auto lines = choices.below(60);
    const bool computer_plays = choices.one_in(2);  // then only moves are typed
    const auto is_wanted = [computer_plays](const std::string& line) {
        if (computer_plays) return line.size() == 4 && line[0] != '.';
        const bool is_deep =
            line.starts_with(".D") && ryg3::digit_in(line) > 3 && ryg3::digit_in(line) <= 9;
        return !is_deep && line != ".N";
    };
    unsigned typed = choices.below(2);  // it plays the cats, or the mouse
    game.new_game();
    game.ask();
    while (!game.quits) {
        static constexpr std::array opening{"E1F2", ".D3", ".G"};
        std::string line = ".Q";
        if (computer_plays && typed < opening.size()) {
            line = opening[typed++];
        } else if (lines > 0) {
            --lines;
            do {
                line = ryg3::draw_line(game.board, choices);
            } while (!is_wanted(line));
        }
        for (const char key : line) type_key(keys, key, choices);
        type_key(keys, '\r', choices);
        game.line = line;
        game.go_on();
    }
    return keys;
}

/// Line after line, up to `.Q`.
void answer(ExpectedGame& game, KeyReader& keys) {
    while (!game.quits) {
        hear_line(keys, game);
        game.go_on();
    }
}

/// What RUN starts, version by version.
void start(In in, Out e) {
    if (version_of(in) < ryg3::Ryg3Version::v09) {
        e.any_text = true;  // the noise, and so the hash, depends on the cycles before it
        return;
    }
    KeyReader keys(in.keys);
    ExpectedGame game(in, e);
    game.begin();
    answer(game, keys);
}

Keys start_keys(In in, Choices&) {
    if (version_of(in) < ryg3::Ryg3Version::v09) return {};
    return {'E', '1', 'F', '2', '\r', '.', 'Q', '\r'};
}

void print_moves(const Given& in, Stated& e) {
    constexpr unsigned most = 8;
    ListValues list(in, 0);
    list.add(in);
    for (unsigned i = 0; i < most; ++i) {
        const Value is_there = list.end > i;
        if (i > 0) e.print(",", is_there);
        print_square(e, list.starts[i], is_there);
        print_square(e, list.dests[i], is_there);
    }
    e.print("\r");
}

void state_undo(const Given& in, Stated& e) {
    const Value is_made = in.byte("hply") != 0;
    state_taken_back(in, e, is_made);
    e.byte("ply", choose(is_made, 0, in.byte("ply")));
    e.byte("computer_side", choose(is_made, ExpectedGame::nobody, in.byte("computer_side")));
    e.print("?NOTHING TO UNDO\r", !is_made);
}

/// $01: the mouse has won, $ff: the cats, $00: nobody yet.
void state_winner(const Given& in, Stated& e) {
    ListValues list(in, 0);
    list.add(in);
    const Value stuck = choose(in.byte("side"), 1, 0xff);
    e.in('A', choose(in.byte("square_of") >= 56, 1, choose(list.end == 0, stuck, 0)));
}

/// A move of the game, where `when` is 1, as long as there is room for it.
void state_played(const Given& in, Stated& e, const MoveValues& move, const Value& when = 1) {
    const Value has_room = in.byte("hply") < unsigned{ExpectedGame::long_game};
    state_made(in, e, move, when & has_room);
    e.byte("ply", choose(when & has_room, 0, in.byte("ply")));
    e.byte("computer_side",
           choose(when & !has_room, ExpectedGame::nobody, in.byte("computer_side")));
    e.print("?GAME TOO LONG\r", when & !has_room);
}

void state_typed(const Given& in, Stated& e) {
    const Values line = in.bytes("line", 16);
    const MoveValues move{square_in(line, 0), square_in(line, 2)};
    const Value is_move = (in.byte("line_length") == 4) & is_legal(in, move);
    state_played(in, e, move, is_move);
    e.print("?ILLEGAL MOVE\r", !is_move);
}

}  // namespace

// clang-format off
std::vector<Reference> game_references() {
    return {
        {"obey", answer_line<&ExpectedGame::obey>, 1200, type_line<LineKind::any>, nullptr, can_be_obeyed},
        {"command", answer_line<&ExpectedGame::command>, 1200, type_line<LineKind::command>, nullptr, can_be_done},
        {.routine = "typedMove", .draws = 600, .agree = type_line<LineKind::move>,
         .state = state_typed},
        {.routine = "readDigit", .agree = type_number<'T'>, .state = [](const Given& in, Stated& e) {
            e.in('A', digit_in(in));
        }},
        {.routine = "readSquare", .agree = type_square, .state = [](const Given& in, Stated& e) {
            e.in('A', square_in(in.bytes("line", 16), in.in('X')));
        }},
        {.routine = "doGo", .state = [](const Given& in, Stated& e) {
            e.byte("computer_side", in.byte("side"));
        }},
        {.routine = "doOff", .state = [](const Given&, Stated& e) {
            e.byte("computer_side", ExpectedGame::nobody);
        }},
        {.routine = "doQuit", .state = [](const Given&, Stated& e) { e.byte("quits", 0xff); }},
        {.routine = "doHelp", .draws = 20, .state = [](const Given& in, Stated& e) {
            e.print(ryg3::help_text(in.has("history")));
        }},
        {.routine = "doMoves", .draws = 400, .state = print_moves},
        {.routine = "doDepth", .draws = 400, .agree = type_number<'D'>,
         .state = [](const Given& in, Stated& e) { state_digit(in, e, "max_depth", 1); }},
        {.routine = "doTime", .draws = 400, .agree = type_number<'T'>,
         .state = [](const Given& in, Stated& e) { state_digit(in, e, "time_limit", 0); }},
        {.routine = "doSide", .state = [](const Given& in, Stated& e) {
            e.byte("side", 1 - in.byte("side"));
        }},
        {.routine = "doUndo", .draws = 400, .agree = be_in_game, .state = state_undo},
        // games
        {.routine = "newGame", .draws = 60, .state = [](const Given& in, Stated& e) {
            state_start(in, e);
            e.byte("computer_side", ExpectedGame::nobody);
            print_board(in, e, BoardValues::at_start(in), 0, 0, 0);
        }},
        {.routine = "gameResult", .state = state_winner},
        {.routine = "playMove", .agree = legal_move, .state = [](const Given& in, Stated& e) {
            state_played(in, e, {in.byte("hash_start"), in.byte("hash_dest")});
        }},
        {"computerMove", [](In in, Out e) {
            ExpectedGame game(in, e);
            game.computer_move();
            expect_board(in, e, ryg3::HashedBoard(game.board, game.thinker.random));
            e.byte("hply", static_cast<unsigned>(game.hply));
            e.byte("computer_side", game.computer);
        }, 60, nullptr, nullptr, can_move},
        {"readLine", hear, 0, nullptr, some_line},
        {"prompt", [](In in, Out e) {
            e.print(in.byte("side") == 0 ? "MOUSE: " : "CATS: ");
            hear(in, e);
        }, 0, nullptr, some_line},
        {"play", [](In in, Out e) {
            KeyReader keys(in.keys);
            ExpectedGame game(in, e);
            game.new_game();
            game.ask();
            answer(game, keys);
            game.state();
        }, 40, nullptr, game_keys},
        {"start", start, 24, nullptr, start_keys},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
