// What RYG3's commands and games promise: answers to lines right and wrong, and whole games.
#include <fmt/format.h>

#include "engine/ryg3/contracts/game.hpp"

namespace ryg::contracts::second {
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

/// A line as somebody might type it: a command, a move that the board has, or neither.
std::string draw_line(const ryg3::Board& board, Choices& choices) {
    static constexpr std::array lines{
        ".B",   ".G",   ".H",   ".M", ".N",   ".O",    ".S",  ".U",  ".E",   ".D1",
        ".D9",  ".D0",  ".D10", ".D", ".DX",  ".D:",   ".T",  ".T0", ".T9",  ".T10",
        ".TA",  ".T/",  ".",    ".X", ".F",   ".BB",   ".D3", "",    "E1F2", "A1A2",
        "I1A1", "A9B8", "A0B1", "E1", "@1A2", "E1F2G", "..",  ".D2", ".QQ"};
    const auto moves = generate_moves(board);
    if (!moves.empty() && choices.one_in(2)) {
        return to_string(choices.pick(moves));
    }
    return choices.pick(lines);
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
        line = draw_line(board_of(call), choices);
    } while (!fits(line) || (wanted == Wanted::move && line.empty()));
    put_line(call, choices.one_in(12) && fits(".Q") ? ".Q" : line);
}

/// `.M` is not asked when there are no moves, for the game is over then.
bool can_be_obeyed(In in) { return line_in(in) != ".M" || can_move(in); }

void obey(In in, Out e) {
    Game game(in, e);
    game.obey(line_in(in));
    game.state();
}

template <char Letter>
void type_number(Call& call, Choices& choices) {
    static constexpr std::array numbers{"", "0", "1", "5", "9", "10", "A", ":", "/", "007", " 1"};
    put_line(call, fmt::format(".{}{}", Letter, choices.pick(numbers)));
}

void expect_digit(In in, Out e, std::string_view variable, unsigned least) {
    const unsigned digit = digit_in(line_in(in));
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
std::string read_line(KeyReader& keys, Out e) {
    std::string line;
    for (char key = keys.next(); key != '\r'; key = keys.next()) {
        const auto code = static_cast<Byte>(key);
        if (code == 0x14 && !line.empty()) {
            line.pop_back();
            e.print(key);
        } else if (code >= ' ' && code <= 'Z' && line.size() < 16) {
            line += key;
            e.print(key);
        }
    }
    e.print('\r');
    return line;
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
            type_key(keys, 0x80 + static_cast<int>(choices.below(128)), choices);
        }
        type_key(keys, key, choices);
    }
    type_key(keys, '\r', choices);
    return keys;
}

void hear(In in, Out e) {
    KeyReader keys(in.keys);
    const std::string line = read_line(keys, e);
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

/// A game with the program: lines are typed that its state invites, in the end `.Q`.
template <class Next>
void play_game(Game& game, Next next) {
    game.new_game();
    while (!game.quits) {
        if (const int result = game.result(); result != 0) {
            game.e.print(result > 0 ? "*** MOUSE WINS!! ***\r" : "*** CATS WIN!! ***\r");
            game.new_game();
        }
        if (side_byte(game.board.side) == game.computer) {
            game.computer_move();
            continue;
        }
        game.e.print(game.board.side == Side::mouse ? "MOUSE: " : "CATS: ");
        game.obey(next(game));
    }
}

Keys game_keys(In in, Choices& choices) {
    Keys keys;
    Expected ignored(in);
    Game game(in, ignored);
    auto lines = choices.below(60);
    const bool computer_plays = choices.one_in(2);  // then only moves are typed
    const auto is_wanted = [computer_plays](const std::string& line) {
        if (computer_plays) return line.size() == 4 && line[0] != '.';
        const bool is_deep = line.starts_with(".D") && digit_in(line) > 3 && digit_in(line) <= 9;
        return !is_deep && line != ".N";
    };
    unsigned typed = choices.below(2);  // it plays the cats, or the mouse
    play_game(game, [&](const Game& now) {
        static constexpr std::array opening{"E1F2", ".D3", ".G"};
        std::string line = ".Q";
        if (computer_plays && typed < opening.size()) {
            line = opening[typed++];
        } else if (lines > 0) {
            --lines;
            do {
                line = draw_line(now.board, choices);
            } while (!is_wanted(line));
        }
        for (const char key : line) type_key(keys, key, choices);
        type_key(keys, '\r', choices);
        return line;
    });
    return keys;
}

/// What RUN starts, version by version.
void start(In in, Out e) {
    if (version_of(in) < ryg3::Version::v09) {
        e.any_text = true;  // the noise, and so the hash, depends on the cycles before it
        return;
    }
    e.print(fmt::format("\x93RYG3-{:02}: MOUSE AND CATS, .H HELPS\r", in.version()));
    KeyReader keys(in.keys);
    Game game(in, e);
    game.random = ryg3::fixed_tables();
    play_game(game, [&](const Game&) { return read_line(keys, e); });
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
        {"obey", obey, 1200, type_line<Wanted::any>, nullptr, can_be_obeyed},
        {"command", obey, 1200, type_line<Wanted::command>, nullptr, can_be_obeyed},
        {"typedMove", obey, 600, type_line<Wanted::move>},
        {"readDigit", [](In in, Out e) { e.a(digit_in(line_in(in))); }, 0, type_number<'T'>},
        {"readSquare", [](In in, Out e) {
            const auto at = in.ram.begin() + in.address("line") + in.registers.x;
            e.a(square_in({at, at + 2}));
        }, 0, type_square},
        {"doGo", [](In in, Out e) { e.byte("computer_side", in.byte("side")); }},
        {"doOff", [](In, Out e) { e.byte("computer_side", nobody); }},
        {"doQuit", [](In, Out e) { e.byte("quits", 0xff); }},
        {"doHelp", [](In in, Out e) { Game(in, e).help(); }, 20},
        {"doMoves", [](In in, Out e) { Game(in, e).moves(); }, 400, nullptr, nullptr, can_move},
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
            expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
            e.byte("computer_side", nobody);
        }, 60},
        {"gameResult", [](In in, Out e) { e.a(static_cast<Byte>(Game(in, e).result())); }},
        {"playMove", [](In in, Out e) {
            Game game(in, e);
            game.play_move(move_in(in));
            if (in.byte("hply") < long_game) {
                expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
                e.byte("ply", 0);
            }
            e.byte("hply", static_cast<unsigned>(game.hply));
            e.byte("computer_side", game.computer);
        }, 0, legal_move, nullptr, can_move},
        {"computerMove", [](In in, Out e) {
            Game game(in, e);
            game.computer_move();
            expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
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
            play_game(game, [&](const Game&) { return read_line(keys, e); });
            game.state();
        }, 40, nullptr, game_keys},
        {"start", start, 24, nullptr, start_keys},
    };
}
// clang-format on

}  // namespace ryg::contracts::second
