// What RYG3's boards, moves and evaluation promise: the native engine's.
#include <array>

#include "engine/ryg3/native/evaluate.hpp"
#include "tests/engine/contracts/ryg3.hpp"

namespace ryg::blocks {
namespace {

using namespace second;

void init_board(const Call& in, Expected& e) {
    const ryg3::RandomTables tables = random_tables_of(in);
    expect_board(in, e, ryg3::HashedBoard(ryg3::Board{}, tables));
    e.byte("ply", 0);
    e.byte("hply", 0);
}

void find_pieces(const Call& in, Expected& e) { e.bytes("square_of", in.pieces->squares); }

void expect_moves(const Call& in, Expected& e, const ryg3::Board& board) {
    std::vector<Byte> starts = bytes_of(in, "move_start"), dests = bytes_of(in, "move_dest");
    const auto version = version_of(in);
    std::size_t end = in.byte("move_end");
    std::vector<Byte> scores(starts.size());
    if (ryg3::sorts_moves(version)) scores = bytes_of(in, "move_score");
    for (const ryg3::Move move : generate_moves(board)) {
        starts[end] = move.start;
        dests[end] = move.dest;
        const auto row = 64U * move.start + move.dest;
        scores[end] = ryg3::has_history(version) ? in.ram[in.address("history") + row] : Byte{0};
        ++end;
    }
    e.bytes("move_start", starts);
    e.bytes("move_dest", dests);
    if (ryg3::sorts_moves(version)) e.bytes("move_score", scores);
    e.byte("move_end", static_cast<int>(end));
}

void gen_moves(const Call& in, Expected& e) { expect_moves(in, e, board_of(in)); }

void gen_moves_mouse(const Call& in, Expected& e) {
    ryg3::Board board = *in.pieces;
    board.side = engine::Side::mouse;
    expect_moves(in, e, board);
}

void gen_moves_cats(const Call& in, Expected& e) {
    ryg3::Board board = *in.pieces;
    board.side = engine::Side::cats;
    expect_moves(in, e, board);
}

void order_cats(const Call& in, Expected& e) {
    std::array<Byte, 4> cats{};
    std::copy(in.pieces->squares.begin() + 1, in.pieces->squares.end(), cats.begin());
    std::ranges::sort(cats);
    e.bytes("cats_in_order", cats);
}

// --- a move in the list --------------------------------------------------------------------------

void mean_a_move(Call& call, Choices& choices) {
    call.registers.y = static_cast<Byte>(std::min(call.registers.y, call.byte("move_end")));
    if (choices.one_in(4)) return;
    const std::uint32_t place = choices.below(100);
    call.set(call.address("hash_start"), call.ram[call.address("move_start") + place]);
    if (choices.one_in(4)) return;
    call.set(call.address("hash_dest"), call.ram[call.address("move_dest") + place]);
}

void find_move(const Call& in, Expected& e) {
    const std::vector<Byte> starts = bytes_of(in, "move_start"), dests = bytes_of(in, "move_dest");
    const ryg3::Move move = move_in(in, "hash_start", "hash_dest");
    Byte found = 0xff;
    for (unsigned i = in.byte("move_end"); i > in.registers.y; --i) {
        if (ryg3::Move{starts[i - 1], dests[i - 1]} == move) found = static_cast<Byte>(i - 1);
    }
    e.y(found);
}

// --- moves made and taken back -------------------------------------------------------------------

/// The piece goes, hash and lock follow.
void expect_moved(const Call& in, Expected& e, ryg3::Move move) {
    ryg3::Board board = *in.pieces;
    const ryg3::Piece piece = piece_at(board, move.start);
    const ryg3::RandomTables tables = random_tables_of(in);
    const auto change = [&](const auto& kind) {
        return kind[piece][move.start] ^ kind[piece][move.dest];
    };
    board.squares[piece] = move.dest;
    e.bytes("board", ryg3::to_bytes(board));
    e.bytes("square_of", board.squares);
    e.byte("hash", in.byte("hash") ^ change(tables.hash));
    e.byte("lock", in.byte("lock") ^ change(tables.lock));
    e.at(0x02, piece);
}

void move_piece(const Call& in, Expected& e) {
    expect_moved(in, e, move_in(in, "mv_start", "mv_dest"));
}

void make_move(const Call& in, Expected& e) {
    const ryg3::Move move = move_in(in, "mv_start", "mv_dest");
    expect_moved(in, e, move);
    e.byte("side", 1 - in.byte("side"));
    e.byte("ply", in.byte("ply") + 1);
    e.byte("hply", in.byte("hply") + 1);
    expect_element(in, e, "made_start", in.byte("hply"), move.start);
    expect_element(in, e, "made_dest", in.byte("hply"), move.dest);
}

Byte last_made(const Call& in) { return static_cast<Byte>(in.byte("hply") - 1); }

void take_back(const Call& in, Expected& e) {
    const unsigned place = last_made(in);
    const ryg3::Move back{in.ram[in.address("made_dest") + place],
                          in.ram[in.address("made_start") + place]};
    expect_moved(in, e, back);
    e.byte("side", piece_at(*in.pieces, back.start) == ryg3::mouse_piece ? 0 : 1);
    e.byte("ply", in.byte("ply") - 1);
    e.byte("hply", last_made(in));
}

// --- evaluation ----------------------------------------------------------------------------------

void eval_board(const Call& in, Expected& e) { e.byte("eval", ryg3::evaluate(*in.pieces)); }

void take_evaluation(const Call& in, Expected& e) {
    expect_element(in, e, "score", in.byte("depth"), ryg3::evaluate(*in.pieces));
}

constexpr std::array checks{
    Check{"initBoard", init_board},
    Check{"findPieces", find_pieces},
    Check{"genMoves", gen_moves},
    Check{"genMovesMouse", gen_moves_mouse},
    Check{"genMovesCats", gen_moves_cats},
    Check{"orderCats", order_cats},
    Check{"findMove", find_move, nullptr, nullptr, 0, mean_a_move},
    Check{"movePiece", move_piece},
    Check{"makeMove", make_move},
    Check{"takeBack", take_back, nullptr, nullptr, 0, put_last_move},
    Check{"evalBoard", eval_board},
    Check{"takeEvaluation", take_evaluation},
};

}  // namespace

std::span<const Check> ryg3_board_checks() { return checks; }

}  // namespace ryg::blocks
