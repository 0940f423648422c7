// The native twin of the perfect player: its table, how it is packed, and every position there is.
#include "engine/games/perfecto/native/player.hpp"

#include <gtest/gtest.h>
#include <set>

#include "engine/common/notation.hpp"
#include "engine/common/players.hpp"

namespace ryg {
namespace {

using namespace engine;
using namespace engine::perfecto;
using engine::indexing::position_at;
using engine::indexing::position_count;

TEST(PerfectTable, HasTheBitsOfTheSolutionForTheEvenRows) {
    ASSERT_EQ(table().names.size(), 35'960u);
    EXPECT_EQ(table().masks.size(), 70u);
    EXPECT_EQ(table().masks[0], 0xffff) << "safe everywhere is the most frequent";
    for (indexing::PositionIndex index = 0; index < position_count; ++index) {
        const Position position = position_at(index);
        if (position.side != Side::mouse || !in_even_row(position.mouse)) continue;
        const bool safe = (table()[position.cats] & even_rows(dark_bit(position.mouse))) != 0;
        ASSERT_EQ(safe, solution()[position].winner == Side::mouse) << to_fen(position);
    }
}

TEST(PerfectTable, IsUnpackedToWhatWasPacked) {
    const auto packed = pack(table().names);
    EXPECT_EQ(packed.size(), 3795u) << "docs/strength.md has this figure";
    EXPECT_EQ(unpack(packed, table().names.size()), table().names);
    for (const std::vector<Byte>& names :
         {std::vector<Byte>{}, {5}, {1, 2, 3, 1, 2, 3, 1, 2, 3, 9}, std::vector<Byte>(1000, 7)}) {
        EXPECT_EQ(unpack(pack(names), names.size()), names);
    }
    Random random(18);
    for (int i = 0; i < 50; ++i) {
        std::vector<Byte> names;
        for (auto size = random.below(600); size > 0; --size) {
            names.push_back(static_cast<Byte>(random.below(1 + random.below(100))));
        }
        EXPECT_EQ(unpack(pack(names), names.size()), names);
    }
}

TEST(PerfectTable, RefusesWhatIsNotPacked) {
    EXPECT_THROW(static_cast<void>(unpack({}, 1)), std::invalid_argument);
    const std::vector<Byte> copies_nothing{0b10100000};
    EXPECT_THROW(static_cast<void>(unpack(copies_nothing, 1)), std::invalid_argument);
    const auto packed = pack(table().names);
    EXPECT_THROW(static_cast<void>(unpack(packed, table().names.size() + 100)),
                 std::invalid_argument);
}

TEST(PerfectTable, MasksHaveABitForEachSquareOfAnEvenRow) {
    std::set<Safe> bits;
    for (int index = 0; index < 32; ++index) {
        const Square square = dark_square(index);
        const Safe bit = even_rows(dark_bit(square));
        EXPECT_EQ(bit != 0, in_even_row(square));
        if (bit == 0) continue;
        bits.insert(bit);
        EXPECT_EQ(asked_of(square), bit);
    }
    EXPECT_EQ(bits.size(), 16u);
    EXPECT_EQ(asked_of(square_at(7, 3)),
              even_rows(dark_bit(square_at(6, 2)) | dark_bit(square_at(6, 4))));
}

TEST(PerfectPlayer, KnowsOfEveryMoveOfEveryPositionWhetherItWins) {
    for (indexing::PositionIndex index = 0; index < position_count; ++index) {
        const Position position = position_at(index);
        const Thought thought = think(position, table());
        if (is_over(position)) {
            ASSERT_FALSE(thought.move().has_value()) << to_fen(position);
            continue;
        }
        const MoveList moves = generate_moves(position);
        ASSERT_TRUE(std::ranges::equal(thought.moves, moves)) << to_fen(position);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const bool wins = solution()[apply(position, moves[i])].winner == position.side;
            ASSERT_EQ(thought.wins(i), wins) << to_fen(position) << " " << to_string(moves[i]);
        }
        ASSERT_EQ(thought.wins(), solution()[position].winner == position.side) << to_fen(position);
    }
}

TEST(PerfectPlayer, TakesTheMoveWithTheFewestAnswersThatWin) {
    Random random(7);
    for (int i = 0; i < 2000; ++i) {
        const Position position = random_position(random);
        const Thought thought = think(position, table());
        for (std::size_t move = 0; move < thought.moves.size(); ++move) {
            const Position after = apply(position, thought.moves[move]);
            int answers = 0;
            for (const Move& answer : generate_moves(after)) {
                if (is_over(after)) break;
                answers += solution()[apply(after, answer)].winner == after.side ? 1 : 0;
            }
            const int counted = thought.costs[move] / 2;
            const bool counts_as_one = position.side == Side::cats && in_even_row(position.mouse);
            EXPECT_EQ(counted, counts_as_one ? std::min(answers, 1) : answers)
                << to_fen(position) << " " << to_string(thought.moves[move]);
            EXPECT_GE(thought.costs[move], thought.costs[thought.best]);
        }
    }
}

}  // namespace
}  // namespace ryg
