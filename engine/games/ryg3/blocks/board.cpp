// What RYG3's boards, moves and evaluation promise, and what of them is printed.
#include "engine/games/ryg3/blocks/values.hpp"
#include "engine/games/ryg3/native/evaluate.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;
namespace {

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

/// square_of[board[s]] = s for each s that is not empty.
void state_squares(const Given& in, Stated& e) {
    Values squares = in.bytes("square_of", ryg3::piece_count);
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        for (unsigned square = 0; square < 64; ++square) {
            const Value is_here = in.byte("board", square) == piece;
            squares[piece] = choose(is_here, square, squares[piece]);
        }
    }
    e.bytes("square_of", squares);
}

/// $80 + the mouse's rank - what each cat is worth on its lane.
Value value_of_board(const Given& in) {
    const auto by_square = [](auto worth) {
        claims::Algebra::Table table{};
        for (engine::Square square = 0; square < 64; ++square) table[square] = worth(square);
        return table;
    };
    const auto rank = [](engine::Square square) { return static_cast<Byte>(square / 8); };
    Value value = 0x80 + look_up(by_square(rank), in.byte("square_of"));
    for (ryg3::Piece cat = 1; cat < ryg3::piece_count; ++cat) {
        const auto points = by_square([&](engine::Square square) {
            return ryg3::on_own_lane(cat, square) ? ryg3::lane_points[rank(square)] : Byte{0};
        });
        value = value - look_up(points, in.byte("square_of", cat));
    }
    return value;
}

/// The same in `eval` or, by depth, in `score`.
void state_score(const Given& in, Stated& e) {
    const Values scores = in.bytes("score", ryg3::greatest_depth + 1);
    e.bytes("score", replaced(scores, in.byte("depth"), value_of_board(in)));
}

template <bool Mouse, bool Cats>
void state_moves(const Given& in, Stated& e) {
    ListValues list(in, in.byte("move_end"));
    if (Mouse && Cats) list.add(in);
    if (Mouse && !Cats) list.add_mouse(in);
    if (Cats && !Mouse) list.add_cats(in);
    list.state(e);
}

MoveValues move_in(const Given& in, std::string_view start, std::string_view dest) {
    return {in.byte(start), in.byte(dest)};
}

}  // namespace

// clang-format off
std::vector<Reference> board_references() {
    return {
        {.routine = "initBoard", .state = state_start},
        {.routine = "findPieces", .state = state_squares},
        {.routine = "genMoves", .state = state_moves<true, true>},
        {.routine = "genMovesMouse", .state = state_moves<true, false>},
        {.routine = "genMovesCats", .state = state_moves<false, true>},
        {.routine = "orderCats", .state = [](const Given& in, Stated& e) {
            e.bytes("cats_in_order", cats_in_order(in));
        }},
        {.routine = "findMove", .agree = mean_a_move, .state = [](const Given& in, Stated& e) {
            e.in('Y', place_in_list(in, in.in('Y'), move_in(in, "hash_start", "hash_dest")));
        }},
        {.routine = "movePiece", .state = [](const Given& in, Stated& e) {
            BoardValues board(in);
            e.at(0x02, board.go(in, move_in(in, "mv_start", "mv_dest")));
            board.state(in, e);
        }},
        {.routine = "makeMove", .state = [](const Given& in, Stated& e) {
            state_made(in, e, move_in(in, "mv_start", "mv_dest"));
        }},
        {.routine = "takeBack", .state = [](const Given& in, Stated& e) { state_taken_back(in, e); }},
        {.routine = "evalBoard", .state = [](const Given& in, Stated& e) {
            e.byte("eval", value_of_board(in));
        }},
        {.routine = "takeEvaluation", .state = state_score},
        // printed
        {.routine = "printText", .state = [](const Given& in, Stated& e) {
            e.print_text(in, in.place("text"));
        }},
        {.routine = "printHex", .state = [](const Given& in, Stated& e) { e.print_hex(in.in('A')); }},
        {.routine = "printSquare", .state = [](const Given& in, Stated& e) {
            print_square(e, in.in('A'));
        }},
        {.routine = "newLine", .state = [](const Given&, Stated& e) { e.print("\r"); }},
        {.routine = "displayBoard", .draws = 100, .state = [](const Given& in, Stated& e) {
            print_board(in, e, BoardValues(in), in.byte("side"), in.byte("ply"), in.byte("hply"));
        }},
        {.routine = "printScore", .state = [](const Given& in, Stated& e) {
            const Value depth = in.byte("used_depth");
            e.print_hex(depth);
            e.print(":");
            for (unsigned i = 4; i-- > 0;) e.print_hex(in.byte("nodes", i));
            e.print(",");
            e.print_hex(element(in.bytes("score", ryg3::greatest_depth + 1), depth));
        }},
    };
}
// clang-format on

}  // namespace ryg::engine::ryg3
