// What RYG3's games promise: whole ones, key by key, and the programs from their start.
#include <array>
#include <fmt/format.h>

#include "tests/engine/contracts/keys.hpp"
#include "tests/engine/contracts/ryg3_game.hpp"

namespace ryg::blocks {
namespace {

using namespace second;

using engine::Side;

// --- the game ------------------------------------------------------------------------------------

void new_game(const Call& in, Expected& e) {
    Game game(in, e);
    game.new_game();
    expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
    e.byte("computer_side", nobody);
}
void game_result(const Call& in, Expected& e) {
    Game game(in, e);
    e.a(static_cast<Byte>(game.result()));
}
void in_game(Call& call, Choices& /*choices*/) { put_hash(call); }
void legal_move(Call& call, Choices& choices) {
    put_hash(call);
    const auto moves = generate_moves(board_of(call));
    if (moves.empty()) return;
    const ryg3::Move move = moves[choices.below(static_cast<std::uint32_t>(moves.size()))];
    call.set(call.address("hash_start"), move.start);
    call.set(call.address("hash_dest"), move.dest);
}
void play_move(const Call& in, Expected& e) {
    Game game(in, e);
    game.play_move(move_in(in, "hash_start", "hash_dest"));
    if (in.byte("hply") < long_game) {
        expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
        e.byte("ply", 0);
    }
    e.byte("hply", game.hply);
    e.byte("computer_side", game.computer);
}
void computer_move(const Call& in, Expected& e) {
    Game game(in, e);
    game.computer_move();
    expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
    e.byte("hply", game.hply);
    e.byte("computer_side", game.computer);
}

// --- keys ----------------------------------------------------------------------------------------

/// What is heard of the keys up to RETURN, echoed.
std::string read_line(KeyReader& keys, Expected& e) {
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

void type_text(Keys& keys, const std::string& text, Choices& choices) {
    for (const char key : text) {
        if (choices.one_in(16)) type_key(keys, 0x14, choices);
        if (choices.one_in(16))
            type_key(keys, 0x80 + static_cast<int>(choices.below(128)), choices);
        type_key(keys, key, choices);
    }
    type_key(keys, '\r', choices);
}

Keys some_line(const Call& /*in*/, Choices& choices) {
    Keys keys;
    std::string text;
    for (auto length = choices.below(22); length > 0; --length) {
        text += static_cast<char>(' ' + choices.below(64));
    }
    type_text(keys, text, choices);
    return keys;
}

void state_line(const std::string& line, const Call& in, Expected& e) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        expect_element(in, e, "line", static_cast<unsigned>(i), line[i]);
    }
    e.byte("line_length", static_cast<int>(line.size()));
    e.any("line");
}
void heard(const Call& in, Expected& e) {
    KeyReader keys(in.keys);
    state_line(read_line(keys, e), in, e);
}
void prompted(const Call& in, Expected& e) {
    e.print(in.byte("side") == 0 ? "MOUSE: " : "CATS: ");
    heard(in, e);
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
        if ((game.board.side == Side::mouse ? 0 : 1) == game.computer) {
            game.computer_move();
            continue;
        }
        game.e.print(game.board.side == Side::mouse ? "MOUSE: " : "CATS: ");
        game.obey(next(game));
    }
}

bool sets_great_depth(const std::string& line) {
    return line.starts_with(".D") && digit_in(line) > 3 && digit_in(line) <= 9;
}

Keys game_keys(const Call& in, Choices& choices) {
    Keys keys;
    Expected ignored(in);
    Game game(in, ignored);
    auto lines = choices.below(60);
    const bool computer_plays = choices.one_in(2);  // then only moves are typed
    unsigned typed = choices.below(2);              // it plays the cats, or the mouse
    play_game(game, [&](const Game& now) {
        static constexpr std::array opening{"E1F2", ".D3", ".G"};
        std::string line = ".Q";
        if (computer_plays && typed < opening.size()) {
            line = opening[typed++];
        } else if (lines > 0) {
            --lines;
            do {
                line = draw_line(now.board, choices);
            } while (computer_plays ? line.size() != 4 || line[0] == '.'
                                    : sets_great_depth(line) || line == ".N");
        }
        for (const char key : line) type_key(keys, key, choices);
        type_key(keys, '\r', choices);
        return line;
    });
    return keys;
}

void play(const Call& in, Expected& e) {
    KeyReader keys(in.keys);
    Game game(in, e);
    play_game(game, [&](const Game&) { return read_line(keys, e); });
    state_game(game, in, e);
}

// --- the programs of the versions ----------------------------------------------------------------

Keys start_keys(const Call& in, Choices& /*choices*/) {
    if (version_of(in) < ryg3::Version::v09) return {};
    return {'E', '1', 'F', '2', '\r', '.', 'Q', '\r'};
}

void start(const Call& in, Expected& e) {
    if (version_of(in) < ryg3::Version::v09) {
        e.any_text = true;  // the noise, and so the hash, depends on the cycles before it
        return;
    }
    e.print(fmt::format("\x93RYG3-{:02}: MOUSE AND CATS, .H HELPS\r", in.program->options.version));
    KeyReader keys(in.keys);
    Game game(in, e);
    game.random = ryg3::fixed_tables();
    play_game(game, [&](const Game&) { return read_line(keys, e); });
}

constexpr std::array checks{
    Check{"newGame", new_game, nullptr, nullptr, 60},
    Check{"gameResult", game_result},
    Check{"playMove", play_move, nullptr, can_move, 0, legal_move},
    Check{"computerMove", computer_move, nullptr, can_move, 60, in_game},
    Check{"readLine", heard, some_line},
    Check{"prompt", prompted, some_line},
    Check{"play", play, game_keys, nullptr, 40},
    Check{"start", start, start_keys, nullptr, 24},
};

}  // namespace

std::span<const Check> ryg3_game_checks() { return checks; }

}  // namespace ryg::blocks
