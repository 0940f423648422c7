// What RYG3's interactive program promises: each command, each message, whole games.
#include <array>
#include <fmt/format.h>

#include "engine/native/ryg3/evaluate.hpp"
#include "tests/asm_keys.hpp"
#include "tests/asm_ryg3.hpp"

namespace blocks {
namespace {

using namespace second;
using engine::Side;

constexpr int nobody = 0xff;
constexpr int long_game = 256 - 20;

std::string line_in(const Call& in) {
    const auto begin = in.ram.begin() + in.address("line");
    return {begin, begin + in.byte("line_length")};
}

/// The number behind a command's letter.
std::optional<int> number_in(const std::string& line) {
    int number = 0;
    for (const char digit : line.substr(2)) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = 10 * number + (digit - '0');
        if (number > 255) return std::nullopt;
    }
    return line.size() == 2 ? std::nullopt : std::optional(number);
}

int square_in(const std::string& text) {
    const int file = text[0] - 'A', rank = text[1] - '1';
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0xff : 8 * rank + file;
}

/// The program in C++: what is in memory, what a line does to it, what is printed.
struct Game {
    Game(const Call& call, Expected& expected)
        : in(call),
          e(expected),
          random(random_tables_of(call)),
          thinker{.version = version_of(call), .random = random, .tables = hash_tables_of(call)},
          max_depth(call.byte("max_depth")),
          time_limit(call.byte("time_limit")),
          computer(call.byte("computer_side")),
          ply(call.byte("ply")),
          hply(call.byte("hply")),
          starts(bytes_of(call, "made_start")),
          dests(bytes_of(call, "made_dest")) {
        if (call.pieces) board = board_of(call);
    }

    void show_board() {
        e.print(board_text(in, board, ply, hply, hash_of(board, random), lock_of(board, random)));
    }
    void new_game() {
        board = {};
        ply = hply = 0;
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
            e.print("?GAME TOO LONG\r");
            return;
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
        for (const ryg3::Iteration& iteration : thinker.think(board, max_depth)) {
            if (in.byte("show_lines") != 0) e.print(iteration_text(iteration, thinker.version));
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
        const std::optional<int> number = number_in(line);
        const bool is_depth = line[1] == 'D';
        if (!number || (is_depth && (*number < 1 || *number > 20))) {
            return e.print("?BAD NUMBER\r");
        }
        (is_depth ? max_depth : time_limit) = *number;
    }
    void command(const std::string& line) {
        const char letter = line.size() > 1 ? line[1] : ' ';
        if (letter == 'D' || letter == 'T') return set_number(line);
        switch (line.size() == 2 ? letter : ' ') {
            case 'B': return show_board();
            case 'E': return e.print(fmt::format("${:02X}\r", ryg3::evaluate(board)));
            case 'G': computer = board.side == Side::mouse ? 0 : 1; return;
            case 'H': return help();
            case 'M': return moves();
            case 'N': return new_game();
            case 'O': computer = nobody; return;
            case 'Q': quits = true; return;
            case 'S': board.side = other(board.side); return;
            case 'U': return undo();
            default: return e.print("?UNKNOWN COMMAND\r");
        }
    }
    void moves() {
        std::string text;
        for (const ryg3::Move move : generate_moves(board)) text += "," + to_string(move);
        e.print(text.substr(1) + '\r');
    }
    void help() {
        e.print(
            ".B BOARD       .M MOVES    .E EVALUATION\r"
            ".G COMPUTER PLAYS THE SIDE TO MOVE\r"
            ".O COMPUTER OFF\r"
            ".DN DEPTH 1-20  .TN SECONDS, 0 NO LIMIT\r"
            ".S SWITCH SIDE .U UNDO     .N NEW GAME\r"
            ".Q QUIT        E1F2 MOVE\r");
    }
    void obey(const std::string& line) {
        if (line.empty()) return;
        if (line[0] == '.') return command(line);
        typed(line);
    }

    const Call& in;
    Expected& e;
    ryg3::RandomTables random;
    ryg3::Thinker thinker;
    ryg3::Board board;
    int max_depth, time_limit, computer, ply, hply;
    bool quits = false;
    std::vector<Byte> starts, dests;
};

void state_game(const Game& game, const Call& in, Expected& e) {
    expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
    e.byte("hply", game.hply);
    e.byte("computer_side", game.computer);
    e.byte("max_depth", game.max_depth);
    e.byte("time_limit", game.time_limit);
    if (game.quits) e.byte("quits", 0xff);
}

// --- lines ---------------------------------------------------------------------------------------

/// A line as somebody might type it: a command, a move that the board has, or neither.
std::string draw_line(const ryg3::Board& board, Choices& choices) {
    static constexpr std::array lines{
        ".B",   ".G",   ".H",   ".M",    ".N",  ".O",  ".S",   ".U",    ".E",    ".D1",
        ".D20", ".D21", ".D0",  ".D",    ".DX", ".T",  ".T0",  ".T9",   ".T255", ".T256",
        ".T1A", ".",    ".X",   ".BB",   ".D3", "",    "E1F2", "A1A2",  "I1A1",  "A9B8",
        "A0B1", "E1",   "@1A2", "E1F2G", "..",  ".D2", ".T/",  ".T300", ".D250", ".QQ"};
    const auto moves = generate_moves(board);
    if (!moves.empty() && choices.one_in(2)) {
        return to_string(moves[choices.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return lines[choices.below(lines.size())];
}

void put_line(Call& call, const std::string& line) {
    std::ranges::copy(line, call.ram.begin() + call.address("line"));
    call.set(call.address("line_length"), static_cast<Byte>(line.size()));
}

/// A game that has come here by its last move, with the hash and the lock of its board.
void be_in_game(Call& call, Choices& choices) {
    put_hash(call);
    call.set(call.address("ply"), 0);
    if (choices.one_in(4)) call.set(call.address("hply"), 0);
    const auto last = static_cast<Byte>(call.byte("hply") - 1);
    const ryg3::Board& board = *call.pieces;
    engine::Square from = 0;
    do {
        from = static_cast<engine::Square>(choices.below(64));
    } while (piece_at(board, from) != ryg3::empty_square);
    call.set(static_cast<Address>(call.address("made_start") + last), from);
    call.set(static_cast<Address>(call.address("made_dest") + last),
             board.squares[choices.below(ryg3::piece_count)]);
}

template <class Accept>
void type_line(Call& call, Choices& choices, Accept accept) {
    if (has(call, "line") && call.pieces) {
        std::string line;
        do {
            line = draw_line(board_of(call), choices);
        } while (!accept(line));
        put_line(call, choices.one_in(12) && accept(".Q") ? ".Q" : line);
    }
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
bool can_move(const Call& in) { return !generate_moves(board_of(in)).empty(); }
bool can_be_obeyed(const Call& in) { return line_in(in) != ".M" || can_move(in); }

void obey(const Call& in, Expected& e) {
    Game game(in, e);
    game.obey(line_in(in));
    state_game(game, in, e);
}

void number_line(Call& call, Choices& choices, char letter) {
    static constexpr std::array numbers{"",     "0", "1",  "20", "21",  "255",  "256", "300", "999",
                                        "1000", "A", "1:", "/",  "007", "2550", " 1",  "19"};
    put_line(call, fmt::format(".{}{}", letter, numbers[choices.below(numbers.size())]));
}
void depth_line(Call& call, Choices& choices) { number_line(call, choices, 'D'); }
void time_line(Call& call, Choices& choices) { number_line(call, choices, 'T'); }

void read_number(const Call& in, Expected& e) {
    const std::optional<int> number = number_in(line_in(in));
    e.a(number ? 0x00 : 0xff);
    if (number)
        e.byte("number", *number);
    else
        e.any("number");
}

void do_depth(const Call& in, Expected& e) {
    const std::optional<int> number = number_in(line_in(in));
    const bool good = number && *number >= 1 && *number <= 20;
    e.byte("max_depth", good ? *number : in.byte("max_depth"));
    if (!good) e.print("?BAD NUMBER\r");
}
void do_time(const Call& in, Expected& e) {
    const std::optional<int> number = number_in(line_in(in));
    e.byte("time_limit", number ? *number : in.byte("time_limit"));
    if (!number) e.print("?BAD NUMBER\r");
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
void do_eval(const Call& in, Expected& e) {
    e.print(fmt::format("${:02X}\r", ryg3::evaluate(*in.pieces)));
}

// --- the game
// --------------------------------------------------------------------------------------

void new_game(const Call& in, Expected& e) {
    Game game(in, e);
    game.new_game();
    expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
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

// --- keys
// ------------------------------------------------------------------------------------------

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
    return line.starts_with(".D") && number_in(line).value_or(1) > 3;
}

Keys game_keys(const Call& in, Choices& choices) {
    Keys keys;
    Expected ignored(in);
    Game game(in, ignored);
    auto lines = choices.below(60);
    const bool computer_cats = choices.one_in(2);  // then only moves are typed
    unsigned typed = 0;
    play_game(game, [&](const Game& now) {
        static constexpr std::array opening{"E1F2", ".D3", ".G"};
        std::string line = ".Q";
        if (computer_cats && typed < opening.size()) {
            line = opening[typed++];
        } else if (lines > 0) {
            --lines;
            do {
                line = draw_line(now.board, choices);
            } while (computer_cats ? line.size() != 4 || line[0] == '.'
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

// --- the programs of the versions
// ------------------------------------------------------------------

Keys start_keys(const Call& in, Choices& /*choices*/) {
    if (version_of(in) < ryg3::Version::v09) return {};
    return {'E', '1', 'F', '2', '\r', '.', 'Q', '\r'};
}

void start(const Call& in, Expected& e) {
    const ryg3::Version version = version_of(in);
    if (version < ryg3::Version::v05 || version >= ryg3::Version::v09) {
        e.any_text = true;  // the noise, and so the hash, depends on the cycles before it
        return;
    }
    ryg3::Thinker thinker{.version = version, .random = ryg3::fixed_tables()};
    const ryg3::Board board;
    const int depth = std::max<int>(1, in.byte("max_depth"));
    const auto iterations = thinker.think(board, depth);
    e.print(board_text(in, board, 0, 0, hash_of(board, thinker.random),
                       lock_of(board, thinker.random)));
    for (const ryg3::Iteration& iteration : iterations) {
        if (version == ryg3::Version::v07) {
            e.print(iteration_text(iteration, version).substr(0, 14));
            e.print(' ' + to_string(iteration.best.value()) + '\r');
        } else if (in.byte("show_lines") != 0) {
            e.print(iteration_text(iteration, version));
        }
    }
}

constexpr std::array checks{
    Check{"obey", obey, nullptr, can_be_obeyed, 1200, any_line},
    Check{"command", obey, nullptr, can_be_obeyed, 1200, command_line},
    Check{"typedMove", obey, nullptr, nullptr, 600, move_line},
    Check{"readNumber", read_number, nullptr, nullptr, 0, time_line},
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
    Check{"doEval", do_eval},
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

}  // namespace blocks
