// Boards as text: what is read, what is refused and why.
#include "tests/support/hints_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;

std::string refusal(std::string_view text) {
    try {
        (void)parse_board(text);
    } catch (const BoardError& error) {
        return error.what();
    }
    return "none";
}

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
    EXPECT_EQ(refusal(""), "the board is empty: give its rows, such as ABAC/CABB");
    EXPECT_EQ(refusal("\n\r\n"), refusal(""));
    EXPECT_EQ(refusal("AB/A"), "row 1 is 1 long, row 0 is 2: make all rows equally long");
    EXPECT_EQ(refusal("AB/ABC"), "row 1 is 3 long, row 0 is 2: make all rows equally long");
    EXPECT_EQ(refusal("AB//AB"), "row 1 is empty: every row needs a cell");
    EXPECT_EQ(refusal("/AB"), "row 0 is empty: every row needs a cell");
    EXPECT_EQ(refusal("AB/A?"),
              "row 1, column 1 is '?': use A to Z for a stone, '.' for an empty cell");
    EXPECT_EQ(refusal("a"),
              "row 0, column 0 is 'a': use A to Z for a stone, '.' for an empty cell");
    EXPECT_EQ(refusal("A B"),
              "row 0, column 1 is ' ': use A to Z for a stone, '.' for an empty cell");
    EXPECT_EQ(refusal("A\xc3\xa9"),
              "row 0, column 1 is byte $c3: use A to Z for a stone, '.' for an empty cell");
    EXPECT_EQ(refusal(std::string(65, 'A')), "row 0 has 65 columns: use at most 64");
    EXPECT_EQ(refusal("ABCDEFGH/IJKLMNOP"), "none") << "16 kinds";
    EXPECT_EQ(refusal("ABCDEFGH/IJKLMNOP/QAAAAAAA"),
              "row 2, column 0: 'Q' would be the 17th kind: use at most 16");
    EXPECT_EQ(refusal(std::string(64, 'A')), "none");
}

TEST(HintText, NamesRowColumnAndDirection) {
    EXPECT_EQ(to_text(right(2, 5)), "(2,5) right");
    EXPECT_EQ(to_text(down(100, 63)), "(100,63) down");
}

}  // namespace
}  // namespace ryg
