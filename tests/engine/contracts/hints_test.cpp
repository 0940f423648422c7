// Holds the routines of the hint finder to their header blocks, as RYG's are held to theirs.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>

#include "engine/hints/native/patterns.hpp"
#include "engine/programs.hpp"
#include "tests/engine/contracts/hold.hpp"

namespace ryg {
namespace {

using namespace ryg::blocks;
using engine::hints::Mask;

constexpr int side = 8, cells = 64, kind_size = 9;

std::vector<Byte> array(const Call& in, std::string_view name, std::size_t size) {
    const auto begin = in.ram.begin() + in.address(name);
    return {begin, begin + static_cast<std::ptrdiff_t>(size)};
}

int at(const std::vector<Byte>& board, int row, int column) {
    return board[static_cast<std::size_t>(side * row + column)];
}

struct Masks {
    std::vector<Byte> right = std::vector<Byte>(side), down = std::vector<Byte>(side);
};

enum class Where { rows, anywhere };

/// By trial: all swaps after which one of the stones lies in three equal ones of a kind looked at.
Masks swaps_of(const Call& in, Where where) {
    std::vector<Byte> board = array(in, "board", cells);
    const int kinds = in.byte("numKinds");
    const auto is = [&](int row, int column, int kind) {
        return row >= 0 && row < side && column >= 0 && column < side &&
               at(board, row, column) == kind;
    };
    const auto in_three = [&](int row, int column) {
        const int kind = at(board, row, column);
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
        if (other_row == side || other_column == side) return false;
        Byte& one = board[static_cast<std::size_t>(side * row + column)];
        Byte& other = board[static_cast<std::size_t>(side * other_row + other_column)];
        if (one == 0 || other == 0 || one == other) return false;
        std::swap(one, other);
        const bool made = in_three(row, column) || in_three(other_row, other_column);
        std::swap(one, other);
        return made;
    };
    Masks found;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const auto bit = static_cast<Byte>(1U << column);
            const auto line = static_cast<std::size_t>(row);
            if (makes(row, column, row, column + 1)) found.right[line] |= bit;
            if (makes(row, column, row + 1, column)) found.down[line] |= bit;
        }
    }
    return found;
}

// --- what the routines promise ------------------------------------------------------------------

void turn_board(const Call& in, Expected& e) {
    const std::vector<Byte> board = array(in, "board", cells);
    std::vector<Byte> turned;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            turned.push_back(static_cast<Byte>(at(board, column, row)));
        }
    }
    e.bytes("board", turned);
}

void build_masks(const Call& in, Expected& e) {
    const std::vector<Byte> board = array(in, "board", cells);
    std::vector<Byte> masks(1 + 17 * kind_size);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const int line = 1 + at(board, row, column) * kind_size + row;
            masks[static_cast<std::size_t>(line)] |= static_cast<Byte>(1U << column);
        }
    }
    e.bytes("masks", masks);
}

void turn_swaps(const Call& in, Expected& e) {
    const auto turned = [&](std::string_view from) {
        const std::vector<Byte> columns = array(in, from, side);
        std::vector<Byte> rows(side);
        for (unsigned column = 0; column < side; ++column) {
            for (unsigned row = 0; row < side; ++row) {
                rows[row] |= static_cast<Byte>((columns[column] >> row & 1U) << column);
            }
        }
        return rows;
    };
    e.bytes("down", turned("along"));
    e.bytes("right", turned("across"));
}

void find_missing(const Call& in, Expected& e) {
    const auto missing = engine::hints::missing_in<engine::hints::OneLine>(in.ram[0xfb]);
    e.at(0xfc, static_cast<Byte>(missing.low));
    e.at(0xfd, static_cast<Byte>(missing.high));
    e.at(0xfe, static_cast<Byte>(missing.any));
}

void find_lines(const Call& in, Expected& e) {
    using namespace engine::hints;
    const std::vector<Byte> masks = array(in, "masks", 1 + 17 * kind_size);
    std::vector<Byte> along = array(in, "along", side);
    std::vector<Byte> across = array(in, "acrossTop", side + 1);  // line l is at l + 1
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

void find_runs(const Call& in, Expected& e) {
    const Masks found = swaps_of(in, Where::rows);
    e.bytes("along", found.right);
    e.bytes("across", found.down);
}

void find_hints(const Call& in, Expected& e) {
    const Masks found = swaps_of(in, Where::anywhere);
    e.bytes("right", found.right);
    e.bytes("down", found.down);
}

std::vector<Byte> list_of(const Masks& masks) {
    std::vector<Byte> list;
    for (unsigned row = 0; row < side; ++row) {
        for (unsigned column = 0; column < side; ++column) {
            const auto code = static_cast<Byte>(row * 16 + column * 2);
            if ((masks.right[row] >> column & 1) != 0) list.push_back(code);
            if ((masks.down[row] >> column & 1) != 0) list.push_back(code | 1);
        }
    }
    return list;
}

void list_hints(const Call& in, Expected& e) {
    const std::vector<Byte> list = list_of({array(in, "right", side), array(in, "down", side)});
    e.byte("numHints", static_cast<int>(list.size()));
    e.bytes("hintList", array(in, "hintList", 128));  // as it was, but for
    e.bytes("hintList", list);
}

void print_board(const Call& in, Expected& e) {
    const std::vector<Byte> board = array(in, "board", cells);
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const int kind = at(board, row, column);
            e.print(kind == 0 ? '.' : static_cast<char>('@' + kind));
        }
        e.print('\r');
    }
}

void print_list(const std::vector<Byte>& list, Expected& e) {
    e.print("\rHINTS (ROW, COLUMN, > OR V):\r");
    for (const Byte hint : list) {
        e.print(static_cast<char>('0' + (hint >> 4)));
        e.print(static_cast<char>('0' + (hint >> 1 & 7)));
        e.print((hint & 1) != 0 ? "V " : "> ");
    }
    e.print('\r');
}

void print_hints(const Call& in, Expected& e) {
    print_list(array(in, "hintList", in.byte("numHints")), e);
}

void whole_program(const Call& in, Expected& e) {
    print_board(in, e);
    print_list(list_of(swaps_of(in, Where::anywhere)), e);
}

const std::vector<Check> checks{
    {"start", whole_program},      {"findHints", find_hints},   {"findRuns", find_runs},
    {"turnBoard", turn_board},     {"buildMasks", build_masks}, {"turnSwaps", turn_swaps},
    {"findMissing", find_missing}, {"findLines", find_lines},   {"listHints", list_hints},
    {"printBoard", print_board},   {"printHints", print_hints},
};

// --- the program --------------------------------------------------------------------------------

Program make_program(const std::string& name) {
    Program made;
    made.name = name;
    made.options.folder = "hints";
    made.version = engine::Version::v16;
    const c64::EmbeddedImage& embedded = *crosscheck::find_program(name);
    made.image = c64::from_embedded(embedded);
    made.code = segment(embedded, "CODE");
    made.data = segment(embedded, "DATA");
    made.tree_memory = {made.data.end, 0xd000};
    const auto folder = std::filesystem::path(RYG_SOURCE_DIR) / "engine" / "hints" / "asm";
    for (const char* file : {"Hints.s", "Lines.s", "List.s", "Masks.s"}) {
        std::vector<Line> lines;
        std::ifstream stream(folder / file);
        for (std::string text; std::getline(stream, text);) {
            lines.push_back({lines.size() + 1, text});
        }
        EXPECT_FALSE(lines.empty()) << file;
        read_lines(lines, file, made.source);
    }
    return made;
}

const Program& hints() {
    static const Program made = make_program("hints");
    return made;
}

TEST(HeaderBlocksOfHints, AreHeldOneByOne) {
    for (const Check& check : checks) {
        const Block* block = hints().block(check.routine);
        ASSERT_NE(block, nullptr) << check.routine << " has no block that can be read";
        const Report report = hold(hints(), *block, check, {.draws = 400, .whole = true});
        EXPECT_TRUE(report.holds()) << report.text();
        if (block->uses.stack || !block->uses.screen) {
            EXPECT_EQ(report.stack, block->uses.stack.value_or(0)) << check.routine;
        }
    }
}

TEST(HeaderBlocksOfHints, AreThereForEveryRoutineThatIsCalled) {
    EXPECT_EQ(hints().source.blocks.size(), checks.size());
    for (const auto& [routine, fault] : hints().source.faults) ADD_FAILURE() << fault;
    for (const std::string& routine : hints().source.called) {
        EXPECT_NE(hints().block(routine), nullptr) << routine << " has no header block";
    }
}

TEST(HeaderBlocksOfHints, AreBrokenByPlantedFaults) {
    const Program faulty = make_program("hints_fault1");
    const Report report =
        hold(faulty, *faulty.block("findMissing"), {"findMissing", find_missing}, {.draws = 100});
    EXPECT_FALSE(report.holds());
}

}  // namespace
}  // namespace ryg
