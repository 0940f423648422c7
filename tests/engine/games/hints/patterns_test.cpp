// Seed 004's two rows with the seed's own numbers, and the patterns at the ends of a line.
#include "engine/games/hints/native/patterns.hpp"

#include <array>

#include "tests/support/hints_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::hints_testing;

// The seed numbers columns from the right, so that its row reads as its mask does:
//
//     col index   76543210
//     color       BRRGYRBR
//     "red" bits  01100101
constexpr std::string_view seed_row = "BRRGYRBR";
constexpr Mask seed_red = 0b01100101;

/// A row of the seed, whose first letter is in its highest column.
Board as_in_the_seed(std::string_view rows) {
    std::string text;
    for (std::size_t begin = 0; begin < rows.size(); begin += 9) {
        if (begin > 0) text += '/';
        const std::string_view row = rows.substr(begin, 8);
        text.append(row.rbegin(), row.rend());
    }
    return board_of(text);
}

TEST(SeedRow, TheRedMaskIsTheSeeds) {
    const Board board = as_in_the_seed(seed_row);
    Mask red = 0;  // column 0 is the R on the right
    for (int column = 0; column < 8; ++column) {
        if (board.at(0, column) == board.at(0, 0)) red |= Mask{1} << column;
    }
    EXPECT_EQ(red, seed_red);
}

TEST(SeedRow, PatternsAndMissingStonesAreTheSeedsInEitherWord) {
    for (const Missing& missing :
         {missing_in<EightLines>(seed_red), missing_in<OneLine>(seed_red)}) {
        EXPECT_EQ(missing.xox, 0b00000100u) << "it begins at column 2";
        EXPECT_EQ(missing.xx, 0b01000000u) << "it begins at column 6";
        EXPECT_EQ(missing.high, 0b10000000u) << "missingLeftStone: the seed's left is the high end";
        EXPECT_EQ(missing.low, 0b00010000u) << "missingRightStone";
        EXPECT_EQ(missing.any, 0b10010010u) << "missingTopOrBottomStone";
    }
}

TEST(SeedRow, RedsAboveAndBelowFillTheThreePlacesAndNoStoneOfTheRowItself) {
    constexpr Missing missing = missing_in<EightLines>(seed_red);
    constexpr Mask others = ~seed_red & 0xff;
    EXPECT_EQ(swaps_along<EightLines>(seed_red, missing, others), 0u);
    constexpr Mask neighbour = 0b11010111;  // red at all three, and elsewhere
    EXPECT_EQ(swaps_across(neighbour, missing, others), 0b10010010u);
    EXPECT_EQ(swaps_across(~0b10010010ULL, missing, others), 0u);

    const Board board = as_in_the_seed("RGYRGBRY/BRRGYRBR");
    const HintList expected{down(0, 1), down(0, 4), down(0, 7)};
    expect_all_find(board, expected, "columns 1, 4 and 7 of the row above");
}

TEST(SeedRow, TwoBytesApartTheTopFourOfTheOtherRowAreEqual) {
    constexpr std::string_view other_row = "BRBRBRGY";
    std::uint64_t row = 0;
    for (const char stone : other_row) row = row << 8 | static_cast<unsigned char>(stone);
    const std::uint64_t xox = row ^ row << 8 * 2;
    EXPECT_EQ(xox >> 32, 0u) << "0x00 00 00 00 aa bb cc dd";
    for (int byte = 0; byte < 4; ++byte) EXPECT_NE(xox >> 8 * byte & 0xff, 0u) << byte;

    expect_all_find(as_in_the_seed(other_row), {}, "no stone of the row itself fills a gap");
    expect_all_find(as_in_the_seed("BRBRBRGY/YBRBRKLM"),
                    {down(0, 3), down(0, 4), down(0, 5), down(0, 6)}, "those below fill all four");
}

TEST(SeedRow, ItsFourDirectionsAreTheTwoSidesOfTwoSwaps) {
    expect_all_find(board_of("AABA"), {right(0, 2)}, "RIGHT_TO_LEFT");
    expect_all_find(board_of("ABAA"), {right(0, 0)}, "LEFT_TO_RIGHT");
    expect_all_find(board_of("BCA/AAD"), {down(0, 2)}, "TOP_TO_BOTTOM");
    expect_all_find(board_of("AAD/BCA"), {down(0, 2)}, "BOTTOM_TO_TOP");
    expect_all_find(board_of("AABAA"), {right(0, 1), right(0, 2)}, "each stone its own swap");
    expect_all_find(board_of("AABB/BBAA"), {down(0, 1), down(0, 2)}, "two runs, one hint");
}

TEST(Patterns, EveryByteOfAWordIsALineOfItsOwn) {
    for (unsigned first = 0; first < 256; ++first) {
        const Mask word = Mask{first} << 24 | Mask{0xff} << 16 | Mask{0xff} << 32;
        const Missing in_word = missing_in<EightLines>(word);
        const Missing alone = missing_in<OneLine>(first);
        EXPECT_EQ(in_word.low >> 24 & 0xff, alone.low);
        EXPECT_EQ(in_word.high >> 24 & 0xff, alone.high & 0xff);
        EXPECT_EQ(in_word.any >> 24 & 0xff, alone.any & 0xff);
    }
}

TEST(Patterns, MissingPlacesAreTheOnesThatCompleteThree) {
    const auto in_a_run = [](unsigned m, int place) {
        return (m >> place & 7) == 7 || (place >= 1 && (m >> (place - 1) & 7) == 7) ||
               (place >= 2 && (m >> (place - 2) & 7) == 7);
    };
    for (unsigned m = 0; m < 256; ++m) {
        const Missing missing = missing_in<EightLines>(m);
        for (int place = 0; place < 8; ++place) {
            if ((m >> place & 1) != 0) continue;
            EXPECT_EQ(missing.any >> place & 1, in_a_run(m | 1U << place, place) ? 1u : 0u)
                << "mask " << m << ", place " << place;
        }
    }
}

TEST(Patterns, TransposingMovesRowsToColumns) {
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            EXPECT_EQ(transposed(Mask{1} << (8 * row + column)), Mask{1} << (8 * column + row));
        }
    }
}

TEST(Patterns, TakeLowestWalksASetUpward) {
    Mask set = 1ULL << 63 | 1ULL << 17 | 1;
    EXPECT_EQ(take_lowest(set), 0);
    EXPECT_EQ(take_lowest(set), 17);
    EXPECT_EQ(take_lowest(set), 63);
    EXPECT_EQ(set, 0u);
}

}  // namespace
}  // namespace ryg
