// Computes what a move changes, which moves there are and what the hash tables answer.
#include "engine/games/ryg3/blocks/values.hpp"

namespace ryg::engine::ryg3 {
namespace {

/// A table by square as one by byte; $ff where there is no square.
claims::Algebra::Table by_square(const auto& of) {
    claims::Algebra::Table table{};
    table.fill(ryg3::no_square);
    for (engine::Square square = 0; square < 64; ++square) table[square] = of(square);
    return table;
}

/// The random byte of a piece where it stands.
Value random_byte(const Given& in, std::span<const std::string_view> labels, const Value& piece,
                  const Value& square) {
    Values cats;
    for (const std::string_view label : labels.subspan(1)) {
        const Values cat = in.bytes(label, 64);
        cats.insert(cats.end(), cat.begin(), cat.end());
    }
    return choose(piece == ryg3::mouse_piece, element(in.bytes(labels[0], 64), square),
                  element(cats, (piece - 1) << 6 | square));
}

Value least(const Value& a, const Value& b) { return choose(b >= a, a, b); }
Value greatest(const Value& a, const Value& b) { return choose(b >= a, b, a); }

}  // namespace

Values replaced(Values list, const Value& index, const Value& by, const Value& when) {
    for (unsigned i = 0; i < list.size(); ++i) list[i] = choose(when & (index == i), by, list[i]);
    return list;
}

// --- boards -------------------------------------------------------------------------------------

BoardValues::BoardValues(const Given& in)
    : board(in.bytes("board", 64)),
      squares(in.bytes("square_of", ryg3::piece_count)),
      hash(in.byte("hash")) {
    if (in.has("lock")) lock = in.byte("lock");
}

Value BoardValues::go(const Given& in, const MoveValues& move, const Value& when) {
    const auto& [start, dest] = move;
    const Value piece = element(board, start);
    const auto follow = [&](const Value& sum, std::span<const std::string_view> labels) {
        const Value from = random_byte(in, labels, piece, start);
        return choose(when, sum ^ from ^ random_byte(in, labels, piece, dest), sum);
    };
    hash = follow(hash, ryg3::hash_labels);
    if (in.has("lock")) lock = follow(lock, ryg3::lock_labels);
    board = replaced(replaced(board, dest, piece, when), start, ryg3::empty_square, when);
    squares = replaced(squares, piece, dest, when);
    return piece;
}

void BoardValues::state(const Given& in, Stated& e) const {
    e.bytes("board", board);
    e.bytes("square_of", squares);
    e.byte("hash", hash);
    if (in.has("lock")) e.byte("lock", lock);
}

BoardValues BoardValues::at_start(const Given& in) {
    const ryg3::Board start;
    BoardValues made;
    made.board = values_of(ryg3::to_bytes(start));
    made.squares = values_of(start.squares);
    for (unsigned piece = 0; piece < ryg3::piece_count; ++piece) {
        const engine::Square square = start.squares[piece];
        made.hash = made.hash ^ in.byte(ryg3::hash_labels[piece], square);
        if (in.has("lock")) made.lock = made.lock ^ in.byte(ryg3::lock_labels[piece], square);
    }
    return made;
}

void state_start(const Given& in, Stated& e) {
    BoardValues::at_start(in).state(in, e);
    for (const char* const none : {"side", "ply", "hply"}) e.byte(none, 0);
}

void state_made(const Given& in, Stated& e, const MoveValues& move, const Value& when) {
    BoardValues board(in);
    board.go(in, move, when);
    board.state(in, e);
    const Value hply = in.byte("hply");
    e.byte("side", in.byte("side") ^ when);
    e.byte("ply", in.byte("ply") + when);
    e.byte("hply", hply + when);
    e.bytes("made_start", replaced(in.bytes("made_start", 256), hply, move.start, when));
    e.bytes("made_dest", replaced(in.bytes("made_dest", 256), hply, move.dest, when));
}

void state_taken_back(const Given& in, Stated& e, const Value& when) {
    const Value last = in.byte("hply") - 1;
    const MoveValues back{element(in.bytes("made_dest", 256), last),
                          element(in.bytes("made_start", 256), last)};
    BoardValues board(in);
    const Value piece = board.go(in, back, when);
    board.state(in, e);
    e.byte("side", choose(when, piece != ryg3::mouse_piece, in.byte("side")));
    e.byte("ply", choose(when, in.byte("ply") - 1, in.byte("ply")));
    e.byte("hply", choose(when, last, in.byte("hply")));
}

// --- moves --------------------------------------------------------------------------------------

void ListValues::add(const Value& when, const MoveValues& move, const Value& merit) {
    starts = replaced(starts, end, move.start, when);
    dests = replaced(dests, end, move.dest, when);
    scores = replaced(scores, end, merit, when);
    end = end + when;
}

template <std::size_t N>
void ListValues::add(const Given& in, const Value& start,
                     const ryg3::Destinations<N>& destinations) {
    const Values board = in.bytes("board", 64);
    for (std::size_t i = 0; i < N; ++i) {
        const auto there = [&](engine::Square square) { return destinations[square][i]; };
        const Value dest = look_up(by_square(there), start);
        const Value is_free =
            (dest != ryg3::no_square) & (element(board, dest) == ryg3::empty_square);
        Values merits(64);
        for (engine::Square square = 0; square < 64 && in.has("history"); ++square) {
            if (there(square) == ryg3::no_square) continue;
            merits[square] = in.byte("history", 64U * square + there(square));
        }
        add(is_free, {start, dest}, element(merits, start));
    }
}

void ListValues::add_mouse(const Given& in) {
    add(in, in.byte("square_of", ryg3::mouse_piece), ryg3::mouse_destinations);
}

void ListValues::add_cats(const Given& in) {
    for (const Value& cat : cats_in_order(in)) add(in, cat, ryg3::cat_destinations);
}

void ListValues::add(const Given& in) {
    ListValues cats = *this;
    cats.add_cats(in);
    add_mouse(in);
    const Value is_cats = in.byte("side");
    const auto either = [&](Values& mine, const Values& others) {
        for (std::size_t i = 0; i < mine.size(); ++i) {
            mine[i] = choose(is_cats, others[i], mine[i]);
        }
    };
    either(starts, cats.starts);
    either(dests, cats.dests);
    either(scores, cats.scores);
    end = choose(is_cats, cats.end, end);
}

void ListValues::state(Stated& e) const {
    e.bytes("move_start", starts);
    e.bytes("move_dest", dests);
    if (!scores.empty()) e.bytes("move_score", scores);
    e.byte("move_end", end);
}

Value is_legal(const Given& in, const MoveValues& move) {
    const Values board = in.bytes("board", 64);
    const auto leads = [&](const auto& destinations, std::size_t direction) {
        const auto there = [&](engine::Square square) { return destinations[square][direction]; };
        return look_up(by_square(there), move.start) == move.dest;
    };
    Value mouse = 0, cats = 0;
    for (std::size_t i = 0; i < 4; ++i) mouse |= leads(ryg3::mouse_destinations, i);
    for (std::size_t i = 0; i < 2; ++i) cats |= leads(ryg3::cat_destinations, i);
    const Value piece = element(board, move.start), side = in.byte("side");
    const Value is_own = choose(side, (piece != ryg3::mouse_piece) & (piece < ryg3::piece_count),
                                piece == ryg3::mouse_piece);
    const Value is_free = element(board, move.dest) == ryg3::empty_square;
    return (move.start < 64) & (move.dest < 64) & is_own & is_free & choose(side, cats, mouse);
}

/// Pairs are put in order until all are.
Values cats_in_order(const Given& in) {
    Values cats = in.bytes("square_of", ryg3::piece_count);
    cats.erase(cats.begin());
    constexpr std::pair<std::size_t, std::size_t> pairs[]{{0, 1}, {2, 3}, {0, 2}, {1, 3}, {1, 2}};
    for (const auto& [one, other] : pairs) {
        const Value first = least(cats[one], cats[other]);
        cats[other] = greatest(cats[one], cats[other]);
        cats[one] = first;
    }
    return cats;
}

Value place_in_list(const Given& in, const Value& first, const MoveValues& move) {
    const Value end = in.byte("move_end");
    Value found = 0xff;
    for (unsigned i = ListValues::size; i-- > 0;) {
        const Value is_it =
            (in.byte("move_start", i) == move.start) & (in.byte("move_dest", i) == move.dest);
        found = choose((first <= i) & (end > i) & is_it, i, found);
    }
    return found;
}

// --- hash tables --------------------------------------------------------------------------------

MoveValues answer_of(const Given& in, const std::string& side) {
    const std::string table = "hashpos_" + side + '_';
    const auto slot = [&](const char* column) {
        return element(in.bytes(table + column, 256), in.byte("hash"));
    };
    const Value start = slot("start"), is_full = start != ryg3::no_square;
    const Value fits = in.has("lock") ? slot("lock") == in.byte("lock") : Value(1);
    const bool tells_why = in.has("lookUp");
    const Value empty = tells_why ? 0x01U : 0xffU, other_lock = tells_why ? 0x02U : 0xffU;
    return {choose(is_full & fits, start, ryg3::no_square),
            choose(is_full, choose(fits, slot("dest"), other_lock), empty)};
}

MoveValues answer_of(const Given& in) {
    const MoveValues mouse = answer_of(in, "mouse"), cats = answer_of(in, "cats");
    const Value is_cats = in.byte("side");
    return {choose(is_cats, cats.start, mouse.start), choose(is_cats, cats.dest, mouse.dest)};
}

// --- printed ------------------------------------------------------------------------------------

void print_square(Stated& e, const Value& square, const Value& when) {
    e.print((square & 7) + 'A', when);
    e.print((square >> 3) + '1', when);
}

/// As ryg3::board_text, with `side` as the byte that it is.
void print_board(const Given& in, Stated& e, const BoardValues& of, const Value& side,
                 const Value& ply, const Value& hply) {
    e.print("  ABCDEFGH\r");
    for (unsigned rank = 8; rank-- > 0;) {
        e.print('1' + rank);
        e.print(" ");
        for (unsigned file = 0; file < 8; ++file) {
            const unsigned empty = (rank + file) % 2 == 0 ? 'X' : '.';
            const Value& here = of.board[8 * rank + file];
            Value shown = 'M';
            for (unsigned cat = 1; cat < ryg3::piece_count; ++cat) {
                shown = choose(here == cat, 'C', shown);
            }
            e.print(choose(here == ryg3::empty_square, empty, shown));
        }
        e.print("\r");
    }
    const std::pair<std::string_view, Value> numbers[]{{"SIDE:", side},
                                                       {" PLY:", ply},
                                                       {" HPLY:", hply},
                                                       {" HASH:", of.hash},
                                                       {" LOCK:", of.lock}};
    for (const auto& [text, number] : numbers) {
        if (text == " LOCK:" && !in.has("lock")) continue;
        e.print(text);
        e.print_hex(number);
    }
    e.print("\r");
}

void state_memory(const Given& in, Stated& e, const LabelledMemory& memory) {
    for (const auto& [name, bytes, offset] : memory) {
        if (!in.has(name)) continue;
        for (unsigned i = 0; i < bytes.size(); ++i) e.byte(name, bytes[i], offset + i);
    }
}

}  // namespace ryg::engine::ryg3
