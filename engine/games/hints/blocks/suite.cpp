// What the hint finder promises: hints found by trial, masks turned and listed, characters.
#include "engine/claims/suite.hpp"

#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/patterns.hpp"
#include "engine/games/hints/native/word_board.hpp"

namespace ryg::engine::hints {

using namespace claims;
namespace {

using claims::Given;
using claims::Stated;
using claims::Value;

constexpr unsigned side = 8, cells = 64, kind_size = 9, all_kinds = 17, most_hints = 128;

using Bytes = std::vector<Value>;

struct Masks {
    Bytes right = Bytes(side, 0), down = Bytes(side, 0);
};

enum class Where { rows, anywhere };

/// By trial: all swaps after which one of the stones lies in three equal ones of a kind looked at.
Masks swaps_of(const Given& in, Where where) {
    Bytes board = in.bytes("board", cells);
    const Value looked_at = in.byte("numKinds");
    const int end = side;
    const auto at = [&](int row, int column) -> Value& {
        return board[static_cast<std::size_t>(end * row + column)];
    };
    const auto is = [&](int row, int column, unsigned kind) -> Value {
        if (row < 0 || row >= end || column < 0 || column >= end) return 0;
        return at(row, column) == kind;
    };
    const auto in_three = [&](int row, int column) {
        Value found = 0;
        for (unsigned kind = 1; kind < all_kinds; ++kind) {
            const Value is_one = is(row, column, kind) & (Value(kind) <= looked_at);
            for (int begin = -2; begin <= 0 && !(is_one.is_known() && is_one.known() == 0);
                 ++begin) {
                Value across = is_one, down = where == Where::anywhere ? is_one : 0;
                for (int i = begin; i < begin + 3; ++i) {
                    if (i == 0) continue;  // itself
                    across = across & is(row, column + i, kind);
                    down = down & is(row + i, column, kind);
                }
                found |= across | down;
            }
        }
        return found;
    };
    const auto makes = [&](int row, int column, int other_row, int other_column) -> Value {
        if (other_row == end || other_column == end) return 0;
        Value &one = at(row, column), &other = at(other_row, other_column);
        const Value may_be = (one != 0) & (other != 0) & (one != other);
        std::swap(one, other);
        const Value made = may_be & (in_three(row, column) | in_three(other_row, other_column));
        std::swap(one, other);
        return made;
    };
    Masks found;
    for (int row = 0; row < end; ++row) {
        for (int column = 0; column < end; ++column) {
            const auto line = static_cast<std::size_t>(row);
            found.right[line] |= makes(row, column, row, column + 1)
                                 << static_cast<unsigned>(column);
            found.down[line] |= makes(row, column, row + 1, column)
                                << static_cast<unsigned>(column);
        }
    }
    return found;
}

/// Bit `row` of each column as bit `column` of each row.
Bytes turned(const Bytes& columns) {
    Bytes rows(side, 0);
    for (unsigned column = 0; column < side; ++column) {
        for (unsigned row = 0; row < side; ++row) {
            rows[row] |= columns[column].bit(row) << column;
        }
    }
    return rows;
}

/// As `verify` has it. Stones of a kind that is not looked at are unlike all others.
void find_hints(In in, Out e) {
    Board board(side, side, most_kinds);
    for (unsigned cell = 0; cell < cells; ++cell) {
        const Byte kind = in.byte("board", cell);
        board.cells()[cell] = kind <= in.byte("numKinds") ? kind : static_cast<Byte>(0x80 + cell);
    }
    e.add(in.program->image.labels, memory_of_masks(find_plain(board)));
}

void list_hints(In in, Out e) {
    HintList hints;
    for (unsigned cell = 0; cell < cells; ++cell) {
        const unsigned row = cell / side, column = cell % side;
        const auto has = [&](const char* masks) { return in.byte(masks, row) >> column & 1; };
        add_hints(hints, static_cast<int>(row), static_cast<int>(column), has("right") != 0,
                  has("down") != 0);
    }
    e.add(in.program->image.labels, memory_of_list(hints));
}

void build_masks(const Given& in, Stated& e) {
    Bytes masks(1 + all_kinds * kind_size, 0);
    for (unsigned cell = 0; cell < cells; ++cell) {
        for (unsigned kind = 0; kind < all_kinds; ++kind) {
            const Value is_kind = in.byte("board", cell) == kind;
            masks[1 + kind * kind_size + cell / side] |= is_kind << cell % side;
        }
    }
    e.bytes("masks", masks);
}

/// A line of a mask in a byte, as the 6502 shifts it.
struct InByte {
    static Value higher(const Value& m, int by) { return m << static_cast<unsigned>(by); }
    static Value lower(const Value& m, int by) { return m >> static_cast<unsigned>(by); }
};

void find_missing(const Given& in, Stated& e) {
    const auto missing = engine::hints::missing_in<InByte, Value>(in.at(0xfb));
    e.at(0xfc, missing.low);
    e.at(0xfd, missing.high);
    e.at(0xfe, missing.any);
}

void find_lines(const Given& in, Stated& e) {
    const Bytes masks = in.bytes("masks", 1 + all_kinds * kind_size);
    Bytes along = in.bytes("along", side);
    Bytes across = in.bytes("acrossTop", side + 1);  // line l is at l + 1
    const Value looked_at = in.in('A');
    const auto of_kind = [&](unsigned line) {  // 0: the padding before the first
        Value mask = 0;
        for (unsigned kind = 1; kind < all_kinds; ++kind) {
            mask = choose(looked_at == kind, masks[kind_size * kind + line], mask);
        }
        return mask;
    };
    for (unsigned line = 0; line < side; ++line) {
        const Value m = of_kind(line + 1);
        const auto missing = engine::hints::missing_in<InByte, Value>(m);
        const Value others = ~(m | masks[1 + line]);
        along[line] |= engine::hints::swaps_along<InByte>(m, missing, others);
        across[line] |= engine::hints::swaps_across(of_kind(line), missing, others);
        across[line + 1] |= engine::hints::swaps_across(of_kind(line + 2), missing, others);
    }
    e.bytes("along", along);
    e.bytes("acrossTop", across);
}

struct List {
    Value size = 0;
    Bytes hints;
};

/// What is in the list after them stays.
List list_of(const Masks& masks, Bytes before) {
    List list{0, std::move(before)};
    unsigned most = 0;
    const auto add = [&](const Value& is_hint, unsigned code) {
        for (unsigned i = 0; i <= most; ++i) {
            Value& hint = list.hints[i];
            hint = choose(is_hint, choose(list.size == i, code, hint), hint);
        }
        list.size = choose(is_hint, list.size + 1, list.size);
        ++most;
    };
    for (unsigned row = 0; row < side; ++row) {
        for (unsigned column = 0; column < side; ++column) {
            const unsigned code = row * 16 + column * 2;
            add(masks.right[row].bit(column), code);
            add(masks.down[row].bit(column), code | 1);
        }
    }
    return list;
}

void print_board(const Given& in, Stated& e) {
    for (unsigned cell = 0; cell < cells; ++cell) {
        const Value kind = in.byte("board", cell);
        e.print(choose(kind == 0, '.', kind + '@'));
        if (cell % side == side - 1) e.print("\r");
    }
}

void print_list(const Bytes& list, const Value& size, Stated& e) {
    e.print("\rHINTS (ROW, COLUMN, > OR V):\r");
    Value is_there = 1;
    for (unsigned i = 0; i < most_hints; ++i) {
        const Value& hint = list[i];
        is_there &= size != i;
        e.print((hint >> 4) + '0', is_there);
        e.print((hint >> 1 & 7) + '0', is_there);
        e.print(choose(hint.bit(0), 'V', '>'), is_there);
        e.print(" ", is_there);
    }
    e.print("\r");
}

// clang-format off
std::vector<Reference> references() {
    return {
        {.routine = "start", .state = [](const Given& in, Stated& e) {
            print_board(in, e);
            const List list = list_of(swaps_of(in, Where::anywhere), Bytes(most_hints, 0));
            print_list(list.hints, list.size, e);
        }},
        {.routine = "findHints", .expect = find_hints, .state = [](const Given& in, Stated& e) {
            const Masks found = swaps_of(in, Where::anywhere);
            e.bytes("right", found.right);
            e.bytes("down", found.down);
        }},
        {.routine = "findRuns", .state = [](const Given& in, Stated& e) {
            const Masks found = swaps_of(in, Where::rows);
            e.bytes("along", found.right);
            e.bytes("across", found.down);
        }},
        {.routine = "turnBoard", .state = [](const Given& in, Stated& e) {
            Bytes board = in.bytes("board", cells), turned = board;
            for (unsigned i = 0; i < cells; ++i) turned[i % side * side + i / side] = board[i];
            e.bytes("board", turned);
        }},
        {.routine = "buildMasks", .state = build_masks},
        {.routine = "turnSwaps", .state = [](const Given& in, Stated& e) {
            e.bytes("down", turned(in.bytes("along", side)));
            e.bytes("right", turned(in.bytes("across", side)));
        }},
        {.routine = "findMissing", .state = find_missing},
        {.routine = "findLines", .state = find_lines},
        {.routine = "listHints", .expect = list_hints, .state = [](const Given& in, Stated& e) {
            const Masks masks{in.bytes("right", side), in.bytes("down", side)};
            const List list = list_of(masks, in.bytes("hintList", most_hints));
            e.bytes("numHints", std::span(&list.size, 1));
            e.bytes("hintList", list.hints);
        }},
        {.routine = "printBoard", .state = print_board},
        {.routine = "printHints", .state = [](const Given& in, Stated& e) {
            print_list(in.bytes("hintList", most_hints), in.byte("numHints"), e);
        }},
    };
}
// clang-format on

}  // namespace

const Suite& suite() {
    static const Suite suite{
        .folder = "engine/games/hints/asm",
        .subjects = {{.image = &images::hints, .memory_end = 0xd000, .port = 0x36}},
        .references = references(),
        .draws = 400,
        .varies = false,
    };
    return suite;
}

}  // namespace ryg::engine::hints
