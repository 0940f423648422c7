// What RYG3's boards, moves and evaluation promise, and what of them is printed.
#include <algorithm>
#include <fmt/format.h>

#include "engine/games/ryg3/blocks/memory.hpp"
#include "engine/games/ryg3/native/evaluate.hpp"

namespace ryg::engine::ryg3 {

using namespace contracts;
namespace {

void expect_moves(In in, Out e, const ryg3::Board& board) {
    std::vector<Byte> starts = in.bytes("move_start"), dests = in.bytes("move_dest");
    const auto version = version_of(in);
    std::size_t end = in.byte("move_end");
    std::vector<Byte> scores(starts.size());
    if (ryg3::sorts_moves(version)) scores = in.bytes("move_score");
    for (const ryg3::Move move : generate_moves(board)) {
        starts[end] = move.start;
        dests[end] = move.dest;
        const unsigned row = 64U * move.start + move.dest;
        scores[end] = ryg3::has_history(version) ? in.byte("history", row) : Byte{0};
        ++end;
    }
    e.bytes("move_start", starts);
    e.bytes("move_dest", dests);
    if (ryg3::sorts_moves(version)) e.bytes("move_score", scores);
    e.byte("move_end", static_cast<unsigned>(end));
}

void mean_a_move(Call& call, Choices& choices) {
    if (choices.one_in(4)) return;
    std::uint32_t place = choices.below(100);
    if (choices.one_in(8)) {  // only the last of them all
        place = 99;
        call.registers.y = 99;
        call.set("move_end", 100);
    }
    call.set("hash_start", call.byte("move_start", place));
    if (choices.one_in(4)) return;
    call.set("hash_dest", call.byte("move_dest", place));
}

/// The piece goes, hash and lock follow.
void expect_moved(In in, Out e, ryg3::Move move) {
    ryg3::Board board = board_of(in);
    const ryg3::Piece piece = piece_at(board, move.start);
    const ryg3::RandomTables tables = random_tables_of(in);
    const auto change = [&](const auto& kind) {
        return static_cast<unsigned>(kind[piece][move.start] ^ kind[piece][move.dest]);
    };
    board.squares[piece] = move.dest;
    e.bytes("board", ryg3::to_bytes(board));
    e.bytes("square_of", board.squares);
    e.byte("hash", in.byte("hash") ^ change(tables.hash));
    e.byte("lock", in.byte("lock") ^ change(tables.lock));
    e.at(0x02, piece);
}

/// square_of[board[s]] = s for each s that is not empty.
void state_squares(const claims::Given& in, claims::Stated& e) {
    std::vector<claims::Value> squares = in.bytes("square_of", ryg3::piece_count);
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        for (unsigned square = 0; square < 64; ++square) {
            const claims::Value is_here = in.byte("board", square) == piece;
            squares[piece] = choose(is_here, square, squares[piece]);
        }
    }
    e.bytes("square_of", squares);
}

/// $80 + the mouse's rank - what each cat is worth on its lane.
claims::Value value_of_board(const claims::Given& in) {
    const auto by_square = [](auto worth) {
        claims::Algebra::Table table{};
        for (engine::Square square = 0; square < 64; ++square) table[square] = worth(square);
        return table;
    };
    const auto rank = [](engine::Square square) { return static_cast<Byte>(square / 8); };
    claims::Value value = 0x80 + look_up(by_square(rank), in.byte("square_of"));
    for (ryg3::Piece cat = 1; cat < ryg3::piece_count; ++cat) {
        const auto points = by_square([&](engine::Square square) {
            return ryg3::on_own_lane(cat, square) ? ryg3::lane_points[rank(square)] : Byte{0};
        });
        value = value - look_up(points, in.byte("square_of", cat));
    }
    return value;
}

/// As ryg3::board_text, with `side` as the byte that it is.
void print_board(const claims::Given& in, claims::Stated& e) {
    e.print("  ABCDEFGH\r");
    for (unsigned rank = 8; rank-- > 0;) {
        e.print('1' + rank);
        e.print(" ");
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned empty = (rank + file) % 2 == 0 ? 'X' : '.';
            const claims::Value here = in.byte("board", 8 * rank + file);
            claims::Value shown = 'M';
            for (unsigned cat = 1; cat < ryg3::piece_count; ++cat) {
                shown = choose(here == cat, 'C', shown);
            }
            e.print(choose(here == ryg3::empty_square, empty, shown));
        }
        e.print("\r");
    }
    constexpr std::pair<std::string_view, std::string_view> numbers[]{{"SIDE:", "side"},
                                                                      {" PLY:", "ply"},
                                                                      {" HPLY:", "hply"},
                                                                      {" HASH:", "hash"},
                                                                      {" LOCK:", "lock"}};
    for (const auto& [text, variable] : numbers) {
        if (!in.has(variable)) continue;
        e.print(text);
        e.print_hex(in.byte(variable));
    }
    e.print("\r");
}

std::string square_text(Byte square) { return to_string(ryg3::Move{square, 0}).substr(0, 2); }

}  // namespace

// clang-format off
std::vector<Reference> board_references() {
    return {
        {"initBoard", [](In in, Out e) {
            const ryg3::RandomTables tables = random_tables_of(in);
            expect_board(in, e, ryg3::HashedBoard(ryg3::Board{}, tables));
            e.byte("ply", 0);
            e.byte("hply", 0);
        }},
        {.routine = "findPieces", .expect = [](In in, Out e) {
            e.bytes("square_of", board_of(in, Side::mouse).squares);
        }, .state = state_squares},
        {"genMoves", [](In in, Out e) { expect_moves(in, e, board_of(in)); }},
        {"genMovesMouse", [](In in, Out e) { expect_moves(in, e, board_of(in, Side::mouse)); }},
        {"genMovesCats", [](In in, Out e) { expect_moves(in, e, board_of(in, Side::cats)); }},
        {"orderCats", [](In in, Out e) {
            auto squares = board_of(in, Side::cats).squares;
            std::sort(squares.begin() + 1, squares.end());
            e.bytes("cats_in_order", std::span(squares).subspan(1));
        }},
        {"findMove", [](In in, Out e) {
            Byte found = 0xff;
            for (unsigned i = in.byte("move_end"); i > in.registers.y; --i) {
                const ryg3::Move listed{in.byte("move_start", i - 1), in.byte("move_dest", i - 1)};
                if (listed == move_in(in)) found = static_cast<Byte>(i - 1);
            }
            e.y(found);
        }, 0, mean_a_move},
        {"movePiece", [](In in, Out e) { expect_moved(in, e, move_in(in, "mv_start", "mv_dest")); }},
        {"makeMove", [](In in, Out e) {
            const ryg3::Move move = move_in(in, "mv_start", "mv_dest");
            expect_moved(in, e, move);
            e.byte("side", 1U - in.byte("side"));
            e.byte("ply", in.byte("ply") + 1U);
            e.byte("hply", in.byte("hply") + 1U);
            e.byte("made_start", move.start, in.byte("hply"));
            e.byte("made_dest", move.dest, in.byte("hply"));
        }},
        {"takeBack", [](In in, Out e) {
            const auto last = static_cast<Byte>(in.byte("hply") - 1);
            const ryg3::Move back{in.byte("made_dest", last), in.byte("made_start", last)};
            expect_moved(in, e, back);
            e.byte("side", piece_at(board_of(in, Side::mouse), back.start) == ryg3::mouse_piece ? 0 : 1);
            e.byte("ply", in.byte("ply") - 1U);
            e.byte("hply", last);
        }},
        {.routine = "evalBoard", .expect = [](In in, Out e) {
            e.byte("eval", ryg3::evaluate(board_of(in, Side::mouse)));
        }, .state = [](const claims::Given& in, claims::Stated& e) {
            e.byte("eval", value_of_board(in));
        }},
        {.routine = "takeEvaluation", .expect = [](In in, Out e) {
            e.byte("score", ryg3::evaluate(board_of(in, Side::mouse)), in.byte("depth"));
        }, .state = [](const claims::Given& in, claims::Stated& e) {
            e.byte("score", value_of_board(in), in.byte("depth").known());
        }},
        // printed
        {"printText", [](In in, Out e) {
            for (unsigned at = in.word("text"); in.ram[at] != 0; ++at) {
                e.print(static_cast<char>(in.ram[at]));
            }
        }},
        {"printHex", [](In in, Out e) { e.print(fmt::format("{:02X}", in.registers.a)); }},
        {"printSquare", [](In in, Out e) { e.print(square_text(in.registers.a)); }},
        {"newLine", [](In, Out e) { e.print('\r'); }},
        {.routine = "displayBoard", .expect = [](In in, Out e) {
            // The routine prints `side` as the byte that it is, so the board's own does not count.
            std::string text =
                ryg3::board_text(board_of(in), in.byte("ply"), in.byte("hply"), in.byte("hash"),
                                 some_lock(in, lock_in(in)));
            text.replace(text.find("SIDE:") + 5, 2, fmt::format("{:02X}", in.byte("side")));
            e.print(text);
        }, .draws = 100, .state = print_board},
        {"printScore", [](In in, Out e) {
            const unsigned depth = in.byte("used_depth");
            e.print(fmt::format("{:02X}:", depth));
            for (unsigned i = 4; i-- > 0;) e.print(fmt::format("{:02X}", in.byte("nodes", i)));
            e.print(fmt::format(",{:02X}", in.byte("score", depth)));
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
