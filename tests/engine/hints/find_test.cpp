// What a hint is, on boards small enough to see it; and all finders on all boards of small sizes.
#include <algorithm>
#include <array>

#include "tests/support/hints_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;

TEST(Hints, AreWhatTheirDefinitionSays) {
    struct Example {
        const char* what;
        const char* board;
        HintList hints;
    };
    const std::vector<Example> examples{
        {"a pair, and the third one place on", "AABA", {right(0, 2)}},
        {"the same from the other side", "ABAA", {right(0, 0)}},
        {"down a column", "A/A/B/A", {down(2, 0)}},
        {"up a column", "A/B/A/A", {down(0, 0)}},
        {"from below into the middle of a row", "BAB/ACA", {down(0, 1)}},
        {"from below to the end of a row", "AAB/CDA", {down(0, 2)}},
        {"from the right into the middle of a column", "AB/CA/AD", {right(1, 0)}},
        {"from the left to the end of a column", "BA/CA/AD", {right(2, 0)}},
        {"both stones get into runs: one hint", "AAB/BBA", {down(0, 2)}},
        {"one stone may go either way", "AABAA", {right(0, 1), right(0, 2)}},
        {"no third stone in reach", "ABAB", {}},
        {"one cell", "A", {}},
        {"two cells", "AB", {}},
    };
    for (const auto& [what, board, hints] : examples) {
        expect_all_find(board_of(board), hints, what);
    }
}

TEST(Hints, OfBoardsWithRunsAlreadyNeedANewRun) {
    expect_all_find(board_of("AAA"), {}, "equal stones in a run");
    expect_all_find(board_of("AAAA/AAAA"), {}, "all equal");
    expect_all_find(board_of("AAAB"), {}, "a stone that leaves a run");
    expect_all_find(board_of("AAAB/CDCD"), {}, "a run beside the swap");
    expect_all_find(board_of("AAABA"), {right(0, 3)}, "a stone that lengthens a run");
    expect_all_find(board_of("AAABAA"), {right(0, 2), right(0, 3)},
                    "a stone that leaves one run and makes another");
}

TEST(Hints, TakeNoPartOfAnEmptyCell) {
    expect_all_find(board_of("AA.A"), {}, "no stone to push out");
    expect_all_find(board_of("AA./BBA"), {}, "nor from below");
    expect_all_find(board_of(".../.A./..."), {}, "empty cells are no kind");
    expect_all_find(board_of("..B./BB.A"), {}, "a pair beside nothing");
    expect_all_find(board_of(".AABA."), {right(0, 3)}, "stones with nothing round them");
}

TEST(Hints, ComeInOrderOfRowColumnAndRightBeforeDown) {
    const Board board = board_of("CAC/ABA/CAC/DCD");
    const HintList found = find_plain(board);
    EXPECT_EQ(found, (HintList{down(0, 1), right(1, 0), right(1, 1), down(1, 1), down(2, 1)}));
    expect_all_find(board, found, "in order");
    engine::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const HintList hints = find_plain(random_board(random, 9, 11, 3));
        EXPECT_TRUE(std::ranges::is_sorted(hints));
        EXPECT_EQ(std::ranges::adjacent_find(hints), hints.end());
    }
}

/// Once more and as differently as it goes: three equal cells anywhere, one of them just swapped.
HintList by_triples(Board board) {
    HintList found;
    const auto makes_triple = [&](std::array<std::pair<int, int>, 2> moved) {
        for (int row = 0; row < board.rows(); ++row) {
            for (int column = 0; column < board.columns(); ++column) {
                for (const auto& [dr, dc] : {std::pair{0, 1}, std::pair{1, 0}}) {
                    if (row + 2 * dr >= board.rows() || column + 2 * dc >= board.columns())
                        continue;
                    bool equal = true, has_moved = false;
                    for (int i = 0; i < 3; ++i) {
                        const int r = row + i * dr, c = column + i * dc;
                        equal &= board.at(r, c) != empty && board.at(r, c) == board.at(row, column);
                        has_moved |= std::ranges::count(moved, std::pair{r, c}) > 0;
                    }
                    if (equal && has_moved) return true;
                }
            }
        }
        return false;
    };
    for (int row = 0; row < board.rows(); ++row) {
        for (int column = 0; column < board.columns(); ++column) {
            for (const Hint& hint : {right(row, column), down(row, column)}) {
                const int r = row + (hint.toward == Toward::down ? 1 : 0);
                const int c = column + (hint.toward == Toward::right ? 1 : 0);
                if (r >= board.rows() || c >= board.columns()) continue;
                const Kind one = board.at(row, column), other = board.at(r, c);
                if (one == other || one == empty || other == empty) continue;
                board.place(row, column, other);
                board.place(r, c, one);
                if (makes_triple({{{row, column}, {r, c}}})) found.push_back(hint);
                board.place(row, column, one);
                board.place(r, c, other);
            }
        }
    }
    return found;
}

void expect_agreement_on_all(int rows, int columns, Kind least, Kind most) {
    Board board(rows, columns, most);
    for (Kind& kind : board.cells()) kind = least;
    int boards = 0;
    while (!testing::Test::HasFailure()) {
        ++boards;
        expect_all_find(board, by_triples(board), "one of all boards");
        std::size_t cell = 0;
        for (; cell < board.cells().size(); ++cell) {
            if (board.cells()[cell] != most) {
                ++board.cells()[cell];
                break;
            }
            board.cells()[cell] = least;
        }
        if (cell == board.cells().size()) break;
    }
    testing::Test::RecordProperty("boards", boards);
}

TEST(AllBoards, OfOneRowAreFoundByAll) { expect_agreement_on_all(1, 7, 0, 3); }
TEST(AllBoards, OfOneColumnAreFoundByAll) { expect_agreement_on_all(7, 1, 0, 3); }
TEST(AllBoards, OfTwoRowsAreFoundByAll) { expect_agreement_on_all(2, 5, 0, 2); }
TEST(AllBoards, OfThreeByThreeAreFoundByAll) { expect_agreement_on_all(3, 3, 0, 2); }
TEST(AllBoards, OfFourByThreeAreFoundByAll) { expect_agreement_on_all(4, 3, 1, 2); }
TEST(AllBoards, OfFourByFourAreFoundByAll) { expect_agreement_on_all(4, 4, 1, 2); }

}  // namespace
}  // namespace ryg
