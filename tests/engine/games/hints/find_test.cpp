// Boards as text; what a hint is, on boards small enough to see it; and all finders on all boards of
// small sizes.
#include <algorithm>
#include <array>

#include "tests/support/hints_testing.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;

TEST(BoardText, RowsAreDividedBySlashesOrLineBreaks) {
    const Board board = board_of("AB/CA");
    EXPECT_EQ(board.rows(), 2);
    EXPECT_EQ(board.columns(), 2);
    EXPECT_EQ(board.kinds(), 3);
    EXPECT_EQ(board_of("AB\nCA\n"), board);
    EXPECT_EQ(board_of("AB\r\nCA\r\n"), board);
    EXPECT_EQ(board_of("AB\nCA\n\n"), board) << "line breaks at the end";
}

TEST(BoardText, KindsAreNumberedAsTheyAppearAndKeepTheirLetters) {
    const NamedBoard named = parse_board("ZB.Z");
    EXPECT_EQ(named.letters, "ZB");
    EXPECT_EQ(named.board.at(0, 0), 1);
    EXPECT_EQ(named.board.at(0, 1), 2);
    EXPECT_EQ(named.board.at(0, 2), empty);
    EXPECT_EQ(to_text(named.board, named.letters), "ZB.Z");
}

TEST(BoardText, OfAnyBoardIsReadBack) {
    engine::Random random(7);
    for (int i = 0; i < 200; ++i) {
        const Board board = varied_board(random, 1 + i % 70, 1 + i % 64);
        const NamedBoard read = parse_board(to_text(board));
        EXPECT_EQ(to_text(read.board, read.letters), to_text(board));
        EXPECT_EQ(find_plain(read.board), find_plain(board));
    }
}

TEST(BoardText, IsRefusedWithAReason) {
    const std::string rows = ": make all rows equally long", cell = ": every row needs a cell",
                      letter = ": use A to Z for a stone, '.' for an empty cell";
    const std::vector<std::pair<std::string, std::string>> refusals{
        {"", "the board is empty: give its rows, such as ABAC/CABB"},
        {"\n\r\n", "the board is empty: give its rows, such as ABAC/CABB"},
        {"AB/A", "row 1 is 1 long, row 0 is 2" + rows},
        {"AB/ABC", "row 1 is 3 long, row 0 is 2" + rows},
        {"AB//AB", "row 1 is empty" + cell},
        {"/AB", "row 0 is empty" + cell},
        {"AB/A?", "row 1, column 1 is '?'" + letter},
        {"a", "row 0, column 0 is 'a'" + letter},
        {"A B", "row 0, column 1 is ' '" + letter},
        {"A\xc3\xa9", "row 0, column 1 is byte $c3" + letter},
        {std::string(65, 'A'), "row 0 has 65 columns: use at most 64"},
        {std::string(64, 'A'), "nothing was thrown"},
        {"ABCDEFGH/IJKLMNOP", "nothing was thrown"},  // 16 kinds
        {"ABCDEFGH/IJKLMNOP/QAAAAAAA",
         "row 2, column 0: 'Q' would be the 17th kind: use at most 16"},
    };
    for (const auto& [text, why] : refusals) {
        EXPECT_EQ(tests::message_of([&] { (void)parse_board(text); }), why) << text;
        if (why[0] != 'n') {
            EXPECT_THROW((void)parse_board(text), BoardError);
        }
    }
}

TEST(HintText, NamesRowColumnAndDirection) {
    EXPECT_EQ(to_text(right(2, 5)), "(2,5) right");
    EXPECT_EQ(to_text(down(100, 63)), "(100,63) down");
}

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
        // Boards with runs already need a new run.
        {"equal stones in a run", "AAA", {}},
        {"all equal", "AAAA/AAAA", {}},
        {"a stone that leaves a run", "AAAB", {}},
        {"a run beside the swap", "AAAB/CDCD", {}},
        {"a stone that lengthens a run", "AAABA", {right(0, 3)}},
        {"it leaves one run and makes another", "AAABAA", {right(0, 2), right(0, 3)}},
        // An empty cell has no part in a hint.
        {"no stone to push out", "AA.A", {}},
        {"nor from below", "AA./BBA", {}},
        {"empty cells are no kind", ".../.A./...", {}},
        {"a pair beside nothing", "..B./BB.A", {}},
        {"stones with nothing round them", ".AABA.", {right(0, 3)}},
    };
    for (const auto& [what, board, hints] : examples) {
        expect_all_find(board_of(board), hints, what);
    }
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
