// The commands of RYG3, one by one, with the native engine behind them.
#include "tests/engine/contracts/ryg3_game.hpp"

#include <array>
#include <fmt/format.h>

namespace ryg::blocks::second {

using engine::Side;

std::string line_in(const Call& in) {
    const auto begin = in.ram.begin() + in.address("line");
    return {begin, begin + in.byte("line_length")};
}

int digit_in(const std::string& line) {
    return line.size() == 3 && line[2] >= '0' && line[2] <= '9' ? line[2] - '0' : 0xff;
}

int square_in(const std::string& text) {
    const int file = text[0] - 'A', rank = text[1] - '1';
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0xff : 8 * rank + file;
}

std::string draw_line(const ryg3::Board& board, Choices& choices) {
    static constexpr std::array lines{
        ".B",   ".G",   ".H",   ".M", ".N",   ".O",    ".S",  ".U",  ".E",   ".D1",
        ".D9",  ".D0",  ".D10", ".D", ".DX",  ".D:",   ".T",  ".T0", ".T9",  ".T10",
        ".TA",  ".T/",  ".",    ".X", ".F",   ".BB",   ".D3", "",    "E1F2", "A1A2",
        "I1A1", "A9B8", "A0B1", "E1", "@1A2", "E1F2G", "..",  ".D2", ".QQ"};
    const auto moves = generate_moves(board);
    if (!moves.empty() && choices.one_in(2)) {
        return to_string(moves[choices.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return lines[choices.below(lines.size())];
}

void put_line(Call& call, std::string_view line) {
    std::ranges::copy(line, call.ram.begin() + call.address("line"));
    call.set(call.address("line_length"), static_cast<Byte>(line.size()));
}

// --- the game
// --------------------------------------------------------------------------------------

Game::Game(const Call& call, Expected& expected)
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
    if (has(call, "history")) std::ranges::copy(bytes_of(call, "history"), thinker.history.begin());
}

void Game::show_board() {
    e.print(board_text(in, board, ply, hply, hash_of(board, random), lock_of(board, random)));
}

void Game::new_game() {
    board = {};
    ply = hply = 0;
    computer = nobody;
    show_board();
}

int Game::result() const {
    if (board.squares[0] >= 56) return 1;
    if (!generate_moves(board).empty()) return 0;
    return board.side == Side::mouse ? -1 : 1;
}

void Game::play_move(ryg3::Move move) {
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

void Game::computer_move() {
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

void Game::typed(const std::string& line) {
    if (line.size() == 4) {
        const ryg3::Move move{static_cast<Byte>(square_in(line)),
                              static_cast<Byte>(square_in(line.substr(2)))};
        if (is_legal(board, move)) return play_move(move);
    }
    e.print("?ILLEGAL MOVE\r");
}

void Game::undo() {
    if (hply == 0) return e.print("?NOTHING TO UNDO\r");
    --hply;
    ply = 0;
    const auto last = static_cast<std::size_t>(hply);
    const ryg3::Piece piece = piece_at(board, dests[last]);
    board.squares[piece] = starts[last];
    board.side = piece == ryg3::mouse_piece ? Side::mouse : Side::cats;
    computer = nobody;
}

void Game::set_number(const std::string& line) {
    const int digit = digit_in(line);
    const bool is_depth = line[1] == 'D';
    if (digit > 9 || (is_depth && digit == 0)) return e.print("?BAD NUMBER\r");
    (is_depth ? max_depth : time_limit) = digit;
}

void Game::command(const std::string& line) {
    const char letter = line.size() > 1 ? line[1] : ' ';
    if (letter == 'D' || letter == 'T') return set_number(line);
    switch (line.size() == 2 ? letter : ' ') {
        case 'B': return show_board();
        case 'E': return e.print(hash_tables_text(in, thinker.tables));
        case 'F':
            if (!ryg3::has_history(thinker.version)) break;
            return e.print(history_text(thinker.history));
        case 'G': computer = board.side == Side::mouse ? 0 : 1; return;
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

void Game::moves() {
    std::string text;
    for (const ryg3::Move move : generate_moves(board)) text += "," + to_string(move);
    e.print(text.substr(1) + '\r');
}

void Game::help() {
    e.print(
        ".B BOARD       .M MOVES   .E HASH TABLES\r"
        ".G COMPUTER PLAYS THE SIDE TO MOVE\r"
        ".O COMPUTER OFF" +
        std::string(ryg3::has_history(thinker.version) ? "               .F HISTORY\r" : "\r") +
        ".DN DEPTH 1-9  .TN MINUTES, 0 NO LIMIT\r"
        ".S SWITCH SIDE .U UNDO    .N NEW GAME\r"
        ".Q QUIT        E1F2 A MOVE\r");
}

void Game::obey(const std::string& line) {
    if (line.empty()) return;
    if (line[0] == '.') return command(line);
    typed(line);
}

void state_game(const Game& game, const Call& in, Expected& e) {
    expect_board(in, e, ryg3::HashedBoard(game.board, game.random));
    e.byte("hply", game.hply);
    e.byte("computer_side", game.computer);
    e.byte("max_depth", game.max_depth);
    e.byte("time_limit", game.time_limit);
    if (game.quits) e.byte("quits", 0xff);
}

}  // namespace ryg::blocks::second
