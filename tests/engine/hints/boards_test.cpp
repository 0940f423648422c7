// Adversarial and random boards of every size, and masks that follow when a stone changes.
#include <algorithm>
#include <set>

#include "engine/common/moves_plain.hpp"
#include "tests/support/hints_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;

TEST(Boards, AdversarialOnesAreFoundByAll) {
    const std::vector<SampleBoard> boards = adversarial_boards();
    EXPECT_GT(boards.size(), 1000u);
    for (const auto& [name, board] : boards) expect_all_agree(board, name);
}

TEST(Boards, AdversarialOnesAreWhatTheirNamesSay) {
    std::set<std::pair<int, int>> sizes;
    int planted = 0;
    for (const auto& [name, board] : adversarial_boards()) {
        sizes.insert({board.rows(), board.columns()});
        const std::size_t hints = find_plain(board).size();
        if (name.starts_with("pattern")) {
            EXPECT_GE(hints, 1u) << name << ": " << to_text(board);
            ++planted;
        } else if (name.starts_with("no") || name.starts_with("all equal")) {
            EXPECT_EQ(hints, 0u) << name;
        } else if (name == "checkerboard 8x8") {
            EXPECT_GT(hints, 50u);
        }
    }
    EXPECT_GT(planted, 1000);
    EXPECT_TRUE(sizes.contains({64, 64}));
    EXPECT_TRUE(sizes.contains({130, 64}));
}

TEST(Boards, RandomOnesOf8x8AreFoundByAll) {
    engine::Random random(1);
    for (int i = 0; i < 20'000; ++i) expect_all_agree(varied_board(random, 8, 8), "random");
}

TEST(Boards, RandomOnesOfEverySizeAreFoundByAll) {
    engine::Random random(2);
    for (int columns = 1; columns <= most_columns; ++columns) {
        for (int i = 0; i < 20; ++i) {
            const int rows = 1 + static_cast<int>(random.below(40));
            expect_all_agree(varied_board(random, rows, columns), "random");
        }
    }
}

TEST(Boards, TallerThanAColumnsMaskAreFoundByAll) {
    engine::Random random(3);
    for (int rows = 58; rows <= 70; ++rows) {
        for (int i = 0; i < 20; ++i) expect_all_agree(random_board(random, rows, 5, 3), "tall");
    }
    for (int rows = 120; rows <= 130; ++rows) {
        for (int i = 0; i < 20; ++i) expect_all_agree(random_board(random, rows, 5, 3), "tall");
    }
    expect_all_agree(random_board(random, 5000, 64, 5), "very tall");
}

TEST(Boards, OfUpTo16KindsAreFoundByAll) {
    engine::Random random(4);
    for (int kinds = 1; kinds <= most_kinds; ++kinds) {
        for (int i = 0; i < 100; ++i) expect_all_agree(random_board(random, 8, 8, kinds), "kinds");
    }
}

void expect_masks_to_follow(int rows, int columns, int changes, std::uint64_t seed) {
    engine::Random random(seed);
    Board board = varied_board(random, rows, columns);
    MaskBoard masks(board);
    WordBoard words(board.kinds());
    ByteBoard bytes;
    if (fits_words(board)) {
        words = WordBoard(board);
        bytes = ByteBoard(board);
    }
    const auto below = [&](int count) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
    };
    for (int i = 0; i < changes; ++i) {
        const int row = below(rows), column = below(columns);
        const auto now = static_cast<Kind>(below(board.kinds() + 1));
        words.place(row % word_side, column % word_side, board.at(row, column), now);
        bytes.place(row % word_side, column % word_side, now);
        board.place(row, column, now);
        masks.place(row, column, now);
        ASSERT_EQ(masks.at(row, column), now);
        const HintList expected = find_plain(board);
        ASSERT_EQ(by_masks(masks), expected) << "after change " << i << ": " << to_text(board);
        if (!fits_words(board)) continue;
        ASSERT_EQ(by_words(words), expected) << "after change " << i << ": " << to_text(board);
        ASSERT_EQ(by_words(bytes), expected) << "after change " << i << ": " << to_text(board);
    }
}

TEST(Masks, FollowWhenAStoneChanges) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) expect_masks_to_follow(8, 8, 500, seed);
    expect_masks_to_follow(64, 64, 50, 9);
    expect_masks_to_follow(130, 7, 400, 10);
}

TEST(Masks, StartFromAnEmptyBoard) {
    engine::Random random(5);
    const Board board = random_board(random, 8, 8, 6);
    WordBoard words(6);
    ByteBoard bytes;
    MaskBoard masks(Board(8, 8, 6));
    EXPECT_TRUE(by_words(words).empty());
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            words.place(row, column, empty, board.at(row, column));
            bytes.place(row, column, board.at(row, column));
            masks.place(row, column, board.at(row, column));
        }
    }
    const HintList expected = find_plain(board);
    EXPECT_EQ(by_words(words), expected);
    EXPECT_EQ(by_words(bytes), expected);
    EXPECT_EQ(by_masks(masks), expected);
}

TEST(Boards, OtherThan8x8DoNotFitTheWords) {
    EXPECT_THROW(WordBoard(Board(8, 7, 3)), std::invalid_argument);
    EXPECT_THROW(ByteBoard(Board(9, 8, 3)), std::invalid_argument);
    EXPECT_THROW(Board(0, 8, 3), std::invalid_argument);
    EXPECT_THROW(Board(8, 65, 3), std::invalid_argument);
    EXPECT_THROW(Board(8, 8, 17), std::invalid_argument);
    EXPECT_THROW(Board(8, 8, 0), std::invalid_argument);
}

// The other half of the benchmark: sets of squares and nested loops make the same moves.
TEST(PlainMoves, AreThoseOfTheSets) {
    engine::Random random(6);
    for (int i = 0; i < 20'000; ++i) {
        const engine::Position position = engine::random_position(random);
        const engine::MoveList expected = engine::generate_moves(position);
        const engine::MoveList found = engine::generate_moves_plain(engine::PlainBoard(position));
        ASSERT_TRUE(std::ranges::equal(found, expected)) << "board " << i;
    }
}

}  // namespace
}  // namespace ryg
