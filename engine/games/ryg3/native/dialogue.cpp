// The texts, and which of them follows which line.
#include "engine/games/ryg3/native/dialogue.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/common/notation.hpp"

namespace ryg::engine::ryg3 {
namespace {

constexpr std::size_t line_size = 16;
constexpr Byte delete_key = 0x14;

}  // namespace

std::string board_text(const Board& board, int ply, int hply, Byte hash, std::optional<Byte> lock) {
    std::string text = "  ABCDEFGH\r";
    for (int rank = 7; rank >= 0; --rank) {
        text += fmt::format("{} ", rank + 1);
        for (int file = 0; file < 8; ++file) {
            const Piece piece = piece_at(board, static_cast<Square>(8 * rank + file));
            const char empty = (rank + file) % 2 == 0 ? 'X' : '.';
            text += piece == mouse_piece ? 'M' : piece == empty_square ? empty : 'C';
        }
        text += '\r';
    }
    text += fmt::format("SIDE:{:02X} PLY:{:02X} HPLY:{:02X} HASH:{:02X}", side_byte(board.side),
                        ply, hply, hash);
    if (lock) text += fmt::format(" LOCK:{:02X}", *lock);
    return text + '\r';
}

std::string slot_text(unsigned slot, Ryg3Move move, std::optional<Byte> lock) {
    return fmt::format("{:02X}:{}{},", slot, to_string(move),
                       lock ? fmt::format("{:02X}", *lock) : "");
}

std::string positions_text(const HashTables& tables, Side side, bool with_locks) {
    const HashTable& table = tables.of(side);
    std::string text;
    for (unsigned slot = 0; slot < 256; ++slot) {
        if (table.start()[slot] == no_square) continue;
        text += slot_text(slot, table.move_at(static_cast<Byte>(slot)),
                          with_locks ? std::optional(table.lock()[slot]) : std::nullopt);
    }
    return text + '\r';
}

std::string hash_tables_text(const HashTables& tables, bool with_locks) {
    return "HASHPOS MOUSE\r" + positions_text(tables, Side::mouse, with_locks) + "HASHPOS CATS\r" +
           positions_text(tables, Side::cats, with_locks);
}

std::string history_text(const History& history) {
    std::string text;
    for (unsigned move = 0; move < history.size(); ++move) {
        const Ryg3Move played{static_cast<Byte>(move / 64), static_cast<Byte>(move % 64)};
        if (history[move] != 0) text += fmt::format("{}:{:02X},", to_string(played), history[move]);
    }
    return text + '\r';
}

std::string help_text(bool with_history) {
    return std::string(
               ".B BOARD       .M MOVES   .E HASH TABLES\r"
               ".G COMPUTER PLAYS THE SIDE TO MOVE\r"
               ".O COMPUTER OFF") +
           (with_history ? "               .F HISTORY\r" : "\r") +
           ".DN DEPTH 1-9  .TN MINUTES, 0 NO LIMIT\r"
           ".S SWITCH SIDE .U UNDO    .N NEW GAME\r"
           ".Q QUIT        E1F2 A MOVE\r";
}

unsigned digit_in(std::string_view line) {
    const bool is_digit = line.size() == 3 && line[2] >= '0' && line[2] <= '9';
    return is_digit ? static_cast<unsigned>(line[2] - '0') : 0xff;
}

unsigned square_in(std::string_view text) {
    const int file = text[0] - 'A', rank = text[1] - '1';
    const bool is_square = file >= 0 && file <= 7 && rank >= 0 && rank <= 7;
    return is_square ? static_cast<unsigned>(8 * rank + file) : 0xff;
}

std::string draw_line(const Board& board, Choices& choices) {
    static constexpr std::array lines{
        ".B",   ".G",   ".H",   ".M", ".N",   ".O",    ".S",  ".U",  ".E",   ".D1",
        ".D9",  ".D0",  ".D10", ".D", ".DX",  ".D:",   ".T",  ".T0", ".T9",  ".T10",
        ".TA",  ".T/",  ".",    ".X", ".F",   ".BB",   ".D3", "",    "E1F2", "A1A2",
        "I1A1", "A9B8", "A0B1", "E1", "@1A2", "E1F2G", "..",  ".D2", ".QQ",  "E1 F2"};
    const auto moves = generate_moves(board);
    if (!moves.empty() && choices.one_in(2)) {
        Ryg3Move move = choices.pick(moves);
        if (choices.one_in(8)) move.start = static_cast<Square>(choices.below(64));
        return to_string(move);
    }
    return choices.pick(lines);
}

std::string session_line(int typed, const Board& board, Choices& choices) {
    static constexpr std::array first{".U", ".T3", ".D1"};
    static constexpr std::array last{".F", ".E", ".B", ".Q"};
    constexpr int any = 40, moves = 70;
    const auto at = static_cast<std::size_t>(typed);
    if (at < first.size()) return std::string(first[at]) + '\r';
    if (typed == any) return fmt::format(".D{}\r", 1 + choices.below(4));
    if (typed == any + 1) return ".G\r";
    if (typed >= moves) return std::string(last[at - moves]) + '\r';
    if (typed > any) return to_string(choices.pick(generate_moves(board))) + '\r';
    std::string line;
    if (choices.one_in(12)) return "E1F2 IS A LINE THAT IS TOO LONG\r";
    do {
        line = draw_line(board, choices);
    } while (line == ".D9" || (line == ".M" && generate_moves(board).empty()));
    const auto place = choices.below(static_cast<std::uint32_t>(line.size() + 1));
    if (choices.one_in(6)) line.insert(place, "A\x14");
    if (choices.one_in(6)) line.insert(0, "\x14\x5b\x1f");
    return line + '\r';
}

void Ryg3Dialogue::begin() {
    thinker.random = fixed_tables();
    thinker.tables = {};
    thinker.history = {};
    printed +=
        fmt::format("\x93RYG3-{:02}: MOUSE AND CATS, .H HELPS\r", number_of(thinker.version));
    new_game();
    ask();
}

bool Ryg3Dialogue::hear(Byte key) {
    if (key == '\r') {
        printed += '\r';
        return true;
    }
    const bool takes_back = key == delete_key && !line.empty();
    const bool adds = key >= ' ' && key <= 'Z' && line.size() < line_size;
    if (takes_back) line.pop_back();
    if (adds) line += static_cast<char>(key);
    if (takes_back || adds) printed += static_cast<char>(key);
    return false;
}

void Ryg3Dialogue::go_on() {
    obey(std::exchange(line, {}));
    if (!quits) ask();
}

void Ryg3Dialogue::ask() {
    while (true) {
        if (const int won = result(); won != 0) {
            printed += won > 0 ? "*** MOUSE WINS!! ***\r" : "*** CATS WIN!! ***\r";
            new_game();
        }
        if (side_byte(board.side) != computer) break;
        computer_move();
    }
    printed += board.side == Side::mouse ? "MOUSE: " : "CATS: ";
}

void Ryg3Dialogue::show_board() {
    printed += board_text(board, ply, hply, hash_of(board, thinker.random),
                          lock_of(board, thinker.random));
}

void Ryg3Dialogue::new_game() {
    board = {};
    ply = hply = 0;
    computer = nobody;
    show_board();
}

int Ryg3Dialogue::result() const {
    if (board.squares[mouse_piece] >= 56) return 1;
    if (!generate_moves(board).empty()) return 0;
    return board.side == Side::mouse ? -1 : 1;
}

void Ryg3Dialogue::play_move(Ryg3Move move) {
    if (hply >= long_game) {
        computer = nobody;
        printed += "?GAME TOO LONG\r";
        return;
    }
    starts[static_cast<std::size_t>(hply)] = move.start;
    dests[static_cast<std::size_t>(hply)] = move.dest;
    ++hply;
    ply = 0;
    board = apply(board, move);
}

void Ryg3Dialogue::computer_move() {
    ply = 0;
    std::optional<Ryg3Move> best;
    for (const Iteration& iteration : thinker.think(board, static_cast<int>(max_depth))) {
        if (show_lines) printed += shown_line(thinker.version, iteration) + '\r';
        best = iteration.best;
        nodes += iteration.nodes;
    }
    ++searches;
    printed += "COMPUTER'S MOVE: " + to_string(best.value()) + '\r';
    play_move(*best);
    show_board();
}

void Ryg3Dialogue::typed(const std::string& text) {
    if (text.size() == 4) {
        const Ryg3Move move{static_cast<Byte>(square_in(text)),
                            static_cast<Byte>(square_in(std::string_view(text).substr(2)))};
        if (is_legal(board, move)) return play_move(move);
    }
    printed += "?ILLEGAL MOVE\r";
}

void Ryg3Dialogue::undo() {
    if (hply == 0) {
        printed += "?NOTHING TO UNDO\r";
        return;
    }
    --hply;
    ply = 0;
    const auto last = static_cast<std::size_t>(hply);
    const Piece piece = piece_at(board, dests[last]);
    board.squares[piece] = starts[last];
    board.side = piece == mouse_piece ? Side::mouse : Side::cats;
    computer = nobody;
}

void Ryg3Dialogue::set_number(const std::string& text) {
    const unsigned digit = digit_in(text);
    const bool is_depth = text[1] == 'D';
    if (digit > 9 || (is_depth && digit == 0)) {
        printed += "?BAD NUMBER\r";
    } else {
        (is_depth ? max_depth : time_limit) = digit;
    }
}

void Ryg3Dialogue::command(const std::string& text) {
    const char letter = text.size() > 1 ? text[1] : ' ';
    if (letter == 'D' || letter == 'T') return set_number(text);
    switch (text.size() == 2 ? letter : ' ') {
        case 'B': return show_board();
        case 'E': printed += hash_tables_text(thinker.tables, true); return;
        case 'F':
            if (!has_history(thinker.version)) break;
            printed += history_text(thinker.history);
            return;
        case 'G': computer = side_byte(board.side); return;
        case 'H': return help();
        case 'M': return moves();
        case 'N': return new_game();
        case 'O': computer = nobody; return;
        case 'Q': quits = true; return;
        case 'S': board.side = other(board.side); return;
        case 'U': return undo();
        default: break;
    }
    printed += "?UNKNOWN COMMAND\r";
}

void Ryg3Dialogue::moves() {
    std::string text;
    for (const Ryg3Move move : generate_moves(board)) text += "," + to_string(move);
    printed += text.substr(1) + '\r';
}

void Ryg3Dialogue::help() { printed += help_text(has_history(thinker.version)); }

void Ryg3Dialogue::obey(const std::string& text) {
    if (text.empty()) return;
    text[0] == '.' ? command(text) : typed(text);
}

LabelledMemory memory_of(const Ryg3Dialogue& dialogue) {
    const Board& board = dialogue.board;
    const Thinker& thinker = dialogue.thinker;
    const HashedBoard hashed(board, thinker.random);
    const auto byte = [](auto value) { return std::vector{static_cast<Byte>(value)}; };
    const auto first_made = [&](const auto& squares) {
        return std::vector<Byte>(squares.begin(), squares.begin() + dialogue.hply);
    };
    const BoardBytes bytes = to_bytes(board);
    LabelledMemory memory{{"board", {bytes.begin(), bytes.end()}},
                          {"square_of", {board.squares.begin(), board.squares.end()}},
                          {"side", byte(side_byte(board.side))},
                          {"hash", byte(hashed.hash())},
                          {"lock", byte(hashed.lock())},
                          {"ply", byte(dialogue.ply)},
                          {"hply", byte(dialogue.hply)},
                          {"computer_side", byte(dialogue.computer)},
                          {"max_depth", byte(dialogue.max_depth)},
                          {"time_limit", byte(dialogue.time_limit)},
                          {"show_lines", byte(dialogue.show_lines ? 1 : 0)},
                          {"made_start", first_made(dialogue.starts)},
                          {"made_dest", first_made(dialogue.dests)}};
    for (LabelledBytes& table : memory_of(thinker.random)) memory.push_back(std::move(table));
    for (LabelledBytes& column : memory_of(thinker.tables)) memory.push_back(std::move(column));
    if (has_history(thinker.version)) {
        memory.push_back({"history", {thinker.history.begin(), thinker.history.end()}});
    }
    return memory;
}

}  // namespace ryg::engine::ryg3
