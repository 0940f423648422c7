// What the hint finder promises: hints found by trial, masks turned and listed, characters.
#include "engine/contracts/suite.hpp"

#include "engine/games/hints/game.hpp"
#include "engine/games/hints/native/patterns.hpp"

namespace ryg::engine::hints {

using namespace contracts;
namespace {

using engine::hints::Mask;

constexpr unsigned side = 8, cells = 64, kind_size = 9;

using Bytes = std::vector<Byte>;

Bytes array(In in, std::string_view name, unsigned size) {
    const auto bytes = std::span(in.ram).subspan(in.address(name), size);
    return {bytes.begin(), bytes.end()};
}

struct Masks {
    Bytes right = Bytes(side), down = Bytes(side);
};

enum class Where { rows, anywhere };

/// By trial: all swaps after which one of the stones lies in three equal ones of a kind looked at.
Masks swaps_of(In in, Where where) {
    Bytes board = array(in, "board", cells);
    const int kinds = in.byte("numKinds"), end = side;
    const auto at = [&](int row, int column) -> Byte& {
        return board[static_cast<std::size_t>(end * row + column)];
    };
    const auto is = [&](int row, int column, int kind) {
        return row >= 0 && row < end && column >= 0 && column < end && at(row, column) == kind;
    };
    const auto in_three = [&](int row, int column) {
        const int kind = at(row, column);
        if (kind > kinds) return false;
        for (int begin = -2; begin <= 0; ++begin) {
            bool across = true, down = where == Where::anywhere;
            for (int i = begin; i < begin + 3; ++i) {
                across &= is(row, column + i, kind);
                down &= is(row + i, column, kind);
            }
            if (across || down) return true;
        }
        return false;
    };
    const auto makes = [&](int row, int column, int other_row, int other_column) {
        if (other_row == end || other_column == end) return false;
        Byte &one = at(row, column), &other = at(other_row, other_column);
        if (one == 0 || other == 0 || one == other) return false;
        std::swap(one, other);
        const bool made = in_three(row, column) || in_three(other_row, other_column);
        std::swap(one, other);
        return made;
    };
    Masks found;
    for (int row = 0; row < end; ++row) {
        for (int column = 0; column < end; ++column) {
            const auto bit = static_cast<Byte>(1U << column);
            const auto line = static_cast<std::size_t>(row);
            if (makes(row, column, row, column + 1)) found.right[line] |= bit;
            if (makes(row, column, row + 1, column)) found.down[line] |= bit;
        }
    }
    return found;
}

/// Bit `row` of each column as bit `column` of each row.
Bytes turned(const Bytes& columns) {
    Bytes rows(side);
    for (unsigned column = 0; column < side; ++column) {
        for (unsigned row = 0; row < side; ++row) {
            rows[row] |= static_cast<Byte>((columns[column] >> row & 1U) << column);
        }
    }
    return rows;
}

void find_lines(In in, Out e) {
    using namespace engine::hints;
    const Bytes masks = array(in, "masks", 1 + 17 * kind_size);
    Bytes along = array(in, "along", side);
    Bytes across = array(in, "acrossTop", side + 1);  // line l is at l + 1
    for (std::size_t line = 0; line < side; ++line) {
        const std::size_t place = 1U + kind_size * std::size_t{in.registers.a} + line;
        const Mask m = masks[place];
        const Missing missing = missing_in<EightLines>(m);
        const Mask others = ~(m | masks[1 + line]) & 0xff;
        along[line] |= static_cast<Byte>(swaps_along<EightLines>(m, missing, others));
        across[line] |= static_cast<Byte>(swaps_across(masks[place - 1], missing, others));
        across[line + 1] |= static_cast<Byte>(swaps_across(masks[place + 1], missing, others));
    }
    e.bytes("along", along);
    e.bytes("acrossTop", across);
}

Bytes list_of(const Masks& masks) {
    Bytes list;
    for (unsigned row = 0; row < side; ++row) {
        for (unsigned column = 0; column < side; ++column) {
            const auto code = static_cast<Byte>(row * 16 + column * 2);
            if ((masks.right[row] >> column & 1) != 0) list.push_back(code);
            if ((masks.down[row] >> column & 1) != 0) list.push_back(code | 1);
        }
    }
    return list;
}

void print_board(In in, Out e) {
    for (unsigned cell = 0; cell < cells; ++cell) {
        const Byte kind = in.byte("board", cell);
        e.print(kind == 0 ? '.' : static_cast<char>('@' + kind));
        if (cell % side == side - 1) e.print('\r');
    }
}

void print_list(const Bytes& list, Out e) {
    e.print("\rHINTS (ROW, COLUMN, > OR V):\r");
    for (const Byte hint : list) {
        e.print(static_cast<char>('0' + (hint >> 4)));
        e.print(static_cast<char>('0' + (hint >> 1 & 7)));
        e.print((hint & 1) != 0 ? "V " : "> ");
    }
    e.print('\r');
}

// clang-format off
std::vector<Reference> references() {
    return {
        {"start", [](In in, Out e) {
            print_board(in, e);
            print_list(list_of(swaps_of(in, Where::anywhere)), e);
        }},
        {"findHints", [](In in, Out e) {
            const Masks found = swaps_of(in, Where::anywhere);
            e.bytes("right", found.right);
            e.bytes("down", found.down);
        }},
        {"findRuns", [](In in, Out e) {
            const Masks found = swaps_of(in, Where::rows);
            e.bytes("along", found.right);
            e.bytes("across", found.down);
        }},
        {"turnBoard", [](In in, Out e) {
            for (unsigned i = 0; i < cells; ++i) e.byte("board", in.byte("board", i), i % side * side + i / side);
        }},
        {"buildMasks", [](In in, Out e) {
            Bytes masks(1 + 17 * kind_size);
            for (unsigned cell = 0; cell < cells; ++cell) {
                const unsigned line = 1 + in.byte("board", cell) * kind_size + cell / side;
                masks.at(line) |= static_cast<Byte>(1U << cell % side);  // a faulty board may lead beyond
            }
            e.bytes("masks", masks);
        }},
        {"turnSwaps", [](In in, Out e) {
            e.bytes("down", turned(array(in, "along", side)));
            e.bytes("right", turned(array(in, "across", side)));
        }},
        {"findMissing", [](In in, Out e) {
            const auto missing = engine::hints::missing_in<engine::hints::OneLine>(in.ram[0xfb]);
            e.at(0xfc, static_cast<Byte>(missing.low));
            e.at(0xfd, static_cast<Byte>(missing.high));
            e.at(0xfe, static_cast<Byte>(missing.any));
        }},
        {"findLines", find_lines},
        {"listHints", [](In in, Out e) {
            const Bytes list = list_of({array(in, "right", side), array(in, "down", side)});
            e.byte("numHints", static_cast<unsigned>(list.size()));
            e.bytes("hintList", array(in, "hintList", 128));  // as it was, but for
            e.bytes("hintList", list);
        }},
        {"printBoard", print_board},
        {"printHints", [](In in, Out e) { print_list(array(in, "hintList", in.byte("numHints")), e); }},
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
