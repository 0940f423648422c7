// What RYG3's commands and games promise: answers to lines right and wrong, and whole games.
#include <fmt/format.h>

#include "engine/games/ryg3/blocks/game.hpp"

namespace ryg::engine::ryg3 {

using namespace contracts;
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

/// A game that has come here by its last move, with the hash and the lock of its board.
void be_in_game(Call& call, Choices& choices) {
    put_hash(call);
    call.set("ply", 0);
    if (choices.one_in(4)) call.set("hply", 0);
    put_last_move(call, choices);
}

enum class Wanted { any, command, move };

/// A line of the kind that is asked for; `.Q` oftener than others.
template <Wanted wanted>
void type_line(Call& call, Choices& choices) {
    const auto fits = [](const std::string& line) {
        return wanted == Wanted::any || (wanted == Wanted::command) == line.starts_with('.');
    };
    be_in_game(call, choices);
    std::string line;
    do {
        line = ryg3::draw_line(board_of(call), choices);
    } while (!fits(line) || (wanted == Wanted::move && line.empty()));
    put_line(call, choices.one_in(12) && fits(".Q") ? ".Q" : line);
}

/// `.M` is not asked when there are no moves, for the game is over then.
bool can_be_done(In in) {
    const std::string line = line_in(in);
    return line.size() != 2 || line[1] != 'M' || can_move(in);
}
bool can_be_obeyed(In in) { return in.byte("line") != '.' || can_be_done(in); }

/// What one of the dialogue's functions does with the line, whatever that begins with.
template <void (ryg3::Dialogue::*does)(const std::string&)>
void answer_line(In in, Out e) {
    Game game(in, e);
    (game.*does)(line_in(in));
    game.state();
}

template <char Letter>
void type_number(Call& call, Choices& choices) {
    static constexpr std::array numbers{"", "0", "1", "5", "9", "10", "A", ":", "/", "007", " 1"};
    put_line(call, fmt::format(".{}{}", Letter, choices.pick(numbers)));
}

void expect_digit(In in, Out e, std::string_view variable, unsigned least) {
    const unsigned digit = ryg3::digit_in(line_in(in));
    const bool good = digit >= least && digit <= 9;
    e.byte(variable, good ? digit : in.byte(variable));
    if (!good) e.print("?BAD NUMBER\r");
}

void type_square(Call& call, Choices& choices) {
    static constexpr std::string_view files = "ABCDEFGH@IZ ", ranks = "123456780 9:";
    call.set("line", static_cast<Byte>(choices.pick(files)), call.registers.x);
    call.set("line", static_cast<Byte>(choices.pick(ranks)), call.registers.x + 1U);
}

// --- keys ---------------------------------------------------------------------------------------

/// What is heard of the keys up to RETURN, echoed.
void hear_line(KeyReader& keys, ryg3::Dialogue& game) {
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
    ryg3::Dialogue heard{.printed = e.printed, .thinker = {}};
    hear_line(keys, heard);
    const std::string& line = heard.line;
    for (unsigned i = 0; i < line.size(); ++i) e.byte("line", static_cast<Byte>(line[i]), i);
    e.byte("line_length", static_cast<unsigned>(line.size()));
    e.any("line");
}

// --- games --------------------------------------------------------------------------------------

void legal_move(Call& call, Choices& choices) {
    put_hash(call);
    const auto moves = generate_moves(board_of(call));
    if (moves.empty()) return;
    const ryg3::Move move = choices.pick(moves);
    call.set("hash_start", move.start);
    call.set("hash_dest", move.dest);
}

Keys game_keys(In in, Choices& choices) {
    Keys keys;
    Expected ignored(in);
    Game game(in, ignored);
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
void answer(Game& game, KeyReader& keys) {
    while (!game.quits) {
        hear_line(keys, game);
        game.go_on();
    }
}

/// What RUN starts, version by version.
void start(In in, Out e) {
    if (version_of(in) < ryg3::Version::v09) {
        e.any_text = true;  // the noise, and so the hash, depends on the cycles before it
        return;
    }
    KeyReader keys(in.keys);
    Game game(in, e);
    game.begin();
    answer(game, keys);
}

Keys start_keys(In in, Choices&) {
    if (version_of(in) < ryg3::Version::v09) return {};
    return {'E', '1', 'F', '2', '\r', '.', 'Q', '\r'};
}

void in_game(Call& call, Choices&) { put_hash(call); }

}  // namespace

// clang-format off
std::vector<Reference> game_references() {
    return {
        {"obey", answer_line<&Game::obey>, 1200, type_line<Wanted::any>, nullptr, can_be_obeyed},
        {"command", answer_line<&Game::command>, 1200, type_line<Wanted::command>, nullptr, can_be_done},
        {"typedMove", answer_line<&Game::typed>, 600, type_line<Wanted::move>},
        {"readDigit", [](In in, Out e) { e.a(ryg3::digit_in(line_in(in))); }, 0, type_number<'T'>},
        {"readSquare", [](In in, Out e) {
            const auto at = in.ram.begin() + in.address("line") + in.registers.x;
            e.a(ryg3::square_in(std::string(at, at + 2)));
        }, 0, type_square},
        {"doGo", [](In in, Out e) { e.byte("computer_side", in.byte("side")); }},
        {"doOff", [](In, Out e) { e.byte("computer_side", Game::nobody); }},
        {"doQuit", [](In, Out e) { e.byte("quits", 0xff); }},
        {"doHelp", [](In in, Out e) { Game(in, e).help(); }, 20},
        {"doMoves", [](In in, Out e) { Game(in, e).moves(); }, 400},
        {"doDepth", [](In in, Out e) { expect_digit(in, e, "max_depth", 1); }, 400, type_number<'D'>},
        {"doTime", [](In in, Out e) { expect_digit(in, e, "time_limit", 0); }, 400, type_number<'T'>},
        {"doSide", [](In in, Out e) { e.byte("side", 1U - in.byte("side")); }},
        {"doUndo", [](In in, Out e) {
            Game game(in, e);
            game.undo();
            if (in.byte("hply") != 0) game.state();
        }, 400, be_in_game},
        // games
        {"newGame", [](In in, Out e) {
            Game game(in, e);
            game.new_game();
            expect_board(in, e, ryg3::HashedBoard(game.board, game.thinker.random));
            e.byte("computer_side", Game::nobody);
        }, 60},
        {"gameResult", [](In in, Out e) { e.a(static_cast<Byte>(Game(in, e).result())); }},
        {"playMove", [](In in, Out e) {
            Game game(in, e);
            game.play_move(move_in(in));
            if (in.byte("hply") < Game::long_game) {
                expect_board(in, e, ryg3::HashedBoard(game.board, game.thinker.random));
                e.byte("ply", 0);
            }
            e.byte("hply", static_cast<unsigned>(game.hply));
            e.byte("computer_side", game.computer);
        }, 0, legal_move},
        {"computerMove", [](In in, Out e) {
            Game game(in, e);
            game.computer_move();
            expect_board(in, e, ryg3::HashedBoard(game.board, game.thinker.random));
            e.byte("hply", static_cast<unsigned>(game.hply));
            e.byte("computer_side", game.computer);
        }, 60, in_game, nullptr, can_move},
        {"readLine", hear, 0, nullptr, some_line},
        {"prompt", [](In in, Out e) {
            e.print(in.byte("side") == 0 ? "MOUSE: " : "CATS: ");
            hear(in, e);
        }, 0, nullptr, some_line},
        {"play", [](In in, Out e) {
            KeyReader keys(in.keys);
            Game game(in, e);
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
