// Offsets, triangles, sets by rank, the dense index of positions and tables over it: every claim of
// their headers, by trying all there is.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "engine/common/indexing/combinations.hpp"
#include "engine/common/indexing/offsets.hpp"
#include "engine/common/indexing/tables.hpp"
#include "engine/common/indexing/triangles.hpp"
#include "engine/common/moves.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;
using namespace ryg::engine::indexing;

namespace ryg {
namespace {

/// Whether the offset between two squares always says how one lies to the other: by all pairs of
/// squares, without the theory of bands.
bool every_pair_is_told(BoardSize board, int stride) {
    std::map<int, std::pair<int, int>> relation_of;
    const int squares = board.files * board.ranks;
    for (int from = 0; from < squares; ++from) {
        for (int to = 0; to < squares; ++to) {
            const int file = from / board.ranks, rank = from % board.ranks;
            const int to_file = to / board.ranks, to_rank = to % board.ranks;
            const int offset = (stride * to_file + to_rank) - (stride * file + rank);
            const std::pair relation{to_file - file, to_rank - rank};
            if (relation_of.try_emplace(offset, relation).first->second != relation) return false;
        }
    }
    return true;
}

/// A number that differs between positions, as the content of a table.
std::uint64_t fingerprint(const Position& position) {
    return position.cats ^ std::uint64_t{position.mouse} << 32 ^
           static_cast<std::uint64_t>(position.side) << 40;
}

}  // namespace

TEST(NativeOffsets, StrideOfSixteenIsTooSmallForNineByNine) {
    const auto number = [](int file, int rank) { return (file << 4) + rank; };
    EXPECT_EQ(number(2, 1), 33);
    EXPECT_EQ(number(1, 9), 25);
    EXPECT_EQ(number(1, 1), 17);
    EXPECT_EQ(33 - 25, 25 - 17) << "the seed's witness";
    EXPECT_FALSE(every_pair_is_told({9, 9}, 16));
    EXPECT_TRUE(every_pair_is_told({9, 9}, 32));
}

TEST(NativeOffsets, EightByEightNeedsFifteenAndAnyMoreWillDo) {
    for (int stride = 1; stride <= 14; ++stride) {
        EXPECT_FALSE(every_pair_is_told({8, 8}, stride)) << stride;
    }
    for (int stride = 15; stride <= 64; ++stride) {
        EXPECT_TRUE(every_pair_is_told({8, 8}, stride)) << stride;
    }
}

TEST(NativeOffsets, LeastStrideByEnumerationIsTheFormulas) {
    for (int files = 2; files <= 10; ++files) {
        for (int ranks = 1; ranks <= 10; ++ranks) {
            const BoardSize board{files, ranks};
            int least = 1;
            while (!every_pair_is_told(board, least)) ++least;
            EXPECT_EQ(least, least_stride(board)) << files << " files, " << ranks << " ranks";
        }
    }
}

TEST(NativeOffsets, ConstexprTestAgreesWithAllPairsOfSquares) {
    for (int files = 1; files <= 9; ++files) {
        for (int ranks = 1; ranks <= 9; ++ranks) {
            for (int stride = 1; stride <= 2 * ranks + 1; ++stride) {
                const BoardSize board{files, ranks};
                EXPECT_EQ(tells_relations(board, stride), every_pair_is_told(board, stride))
                    << files << " files, " << ranks << " ranks, stride " << stride;
            }
        }
    }
}

TEST(NativeOffsets, EveryRelationIsReadBackFromItsOffset) {
    for (const BoardSize board :
         {BoardSize{8, 8}, BoardSize{9, 9}, BoardSize{3, 10}, BoardSize{10, 2}}) {
        for (int stride = least_stride(board); stride <= 2 * least_stride(board); ++stride) {
            for (int files = 1 - board.files; files < board.files; ++files) {
                for (int ranks = 1 - board.ranks; ranks < board.ranks; ++ranks) {
                    const Displacement relation{files, ranks};
                    const int offset = offset_of(relation, stride);
                    EXPECT_EQ(relation_at(offset, board, stride), relation)
                        << files << " " << ranks << " stride " << stride;
                }
            }
        }
    }
}

TEST(NativeTriangles, BothFormsFillTheirRangeWithoutAGap) {
    for (std::uint32_t n = 0; n <= 64; ++n) {
        std::vector<int> strict(triangle_size(n)), whole(diagonal_triangle_size(n));
        for (std::uint32_t i = 0; i < n; ++i) {
            for (std::uint32_t j = 0; j < i; ++j) ++strict.at(triangle_index(i, j));
            for (std::uint32_t j = 0; j <= i; ++j) ++whole.at(diagonal_triangle_index(i, j));
        }
        EXPECT_EQ(strict, std::vector<int>(n * (n > 0 ? n - 1 : 0) / 2, 1)) << n;
        EXPECT_EQ(whole, std::vector<int>(n * (n + 1) / 2, 1)) << n;
    }
}

TEST(NativeTriangles, TheTriangleIsTheNumberSystemOfSetsOfTwo) {
    for (std::uint32_t i = 0; i < 32; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
            EXPECT_EQ(triangle_index(i, j), rank_of<2>(1U << i | 1U << j));
        }
    }
    EXPECT_EQ(triangle_size(32), set_count<2>);
}

TEST(NativeCombinations, CountsAreThoseOfPascalsTriangle) {
    for (int n = 0; n <= 32; ++n) {
        EXPECT_EQ(combinations(n, 0), 1U);
        EXPECT_EQ(combinations(n, n), 1U);
        EXPECT_EQ(combinations(n, n + 1), 0U);
        for (int k = 1; k < n; ++k) {
            EXPECT_EQ(combinations(n, k), combinations(n - 1, k - 1) + combinations(n - 1, k));
        }
    }
}

// Ranks are counted here, not computed: all words of four bits in ascending order.
TEST(NativeCombinations, FourCatsHaveARankBothWaysInTheOrderOfTheWords) {
    std::uint32_t rank = 0;
    DarkSet set = 0x0000000f;
    for (int d = 3; d < 32; ++d) {
        for (int c = 2; c < d; ++c) {
            for (int b = 1; b < c; ++b) {
                for (int a = 0; a < b; ++a) {
                    const DarkSet word = 1U << a | 1U << b | 1U << c | 1U << d;
                    ASSERT_EQ(set, word) << "next_set went astray at " << rank;
                    ASSERT_EQ(rank_of<4>(word), rank);
                    ASSERT_EQ(set_of<4>(rank), word);
                    set = next_set(set);
                    ++rank;
                }
            }
        }
    }
    EXPECT_EQ(rank, set_count<4>);
}

TEST(NativeCombinations, SetsOfOtherSizesHaveARankBothWaysToo) {
    for (std::uint32_t rank = 0; rank < 32; ++rank) EXPECT_EQ(set_of<1>(rank), 1U << rank);
    DarkSet three = 0b111, five = 0b11111;
    for (std::uint32_t rank = 0; rank < set_count<3>; ++rank, three = next_set(three)) {
        ASSERT_EQ(rank_of<3>(three), rank);
        ASSERT_EQ(set_of<3>(rank), three);
    }
    for (std::uint32_t rank = 0; rank < set_count<5>; ++rank, five = next_set(five)) {
        ASSERT_EQ(rank_of<5>(five), rank);
        ASSERT_EQ(set_of<5>(rank), five);
    }
}

TEST(NativePositionIndex, EveryPositionHasAnIndexOfItsOwnAndEveryIndexAPosition) {
    std::vector<bool> taken(position_count);
    PositionIndex count = 0;
    naive::for_each_placement([&](Position position) {
        for (const Side side : {Side::mouse, Side::cats}) {
            position.side = side;
            const PositionIndex index = dense_index(position);
            ASSERT_LT(index, position_count) << to_fen(position);
            ASSERT_FALSE(taken[index]) << to_fen(position);
            ASSERT_EQ(position_at(index), position) << to_fen(position);
            taken[index] = true;
            ++count;
        }
    });
    EXPECT_EQ(count, position_count) << "as many as there are numbers: none is left over";
    EXPECT_EQ(count, 2'013'760U);
}

TEST(NativePositionIndex, EveryMoveLeadsToAGreaterIndex) {
    for (PositionIndex index = 0; index < position_count; ++index) {
        const Position position = position_at(index);
        for (const Move& move : generate_moves(position)) {
            ASSERT_GT(dense_index(apply(position, move)), index)
                << to_fen(position) << " " << to_string(move);
        }
    }
}

TEST(NativePositionIndex, PositionsAreVisitedOnceEachInTheOrderOfTheIndex) {
    PositionIndex index = 0;
    for_each_position([&](const Position& position) {
        ASSERT_TRUE(is_well_formed(position));
        ASSERT_EQ(dense_index(position), index) << to_fen(position);
        ++index;
    });
    EXPECT_EQ(index, position_count);
}

TEST(NativeTables, ATableGivesWhatItsFunctionGives) {
    const auto table = tabulate(fingerprint);
    ASSERT_EQ(table.size(), position_count);
    for (PositionIndex index = 0; index < position_count; ++index) {
        ASSERT_EQ(table[index], fingerprint(position_at(index)));
    }
}

TEST(NativeTables, TurningIsABijectionThatMovesEverySquare) {
    std::vector<bool> reached(position_count);
    for_each_position([&](const Position& position) {
        const Position there = turned(position);
        ASSERT_TRUE(is_well_formed(there));
        ASSERT_EQ(there.side, position.side);
        for (Square square = 0; square < 64; ++square) {
            if (!is_dark(square)) continue;
            ASSERT_EQ(has_cat(there, mirrored(square)), has_cat(position, square))
                << to_fen(position);
        }
        ASSERT_EQ(there.mouse, 63 - position.mouse);
        ASSERT_EQ(turned(there), position);
        reached[dense_index(there)] = true;
    });
    EXPECT_EQ(std::ranges::count(reached, true), position_count);
}

// A reader who numbers squares as geometry B does and knows nothing of A looks up the number of
// moves. The table has been filled through the turn; the reader's code is the plain one.
TEST(NativeTables, ATableFilledThroughTheTurnServesTheOtherGeometry) {
    const auto count_moves = [](const Position& position) {
        return static_cast<Byte>(generate_moves(position).size());
    };
    const auto read = [](const std::vector<Byte>& table, const Position& position) {
        return table[dense_index(position)];
    };
    const auto in_a = tabulate(count_moves), in_b = tabulate(count_moves, turned);

    Position b_numbers{.cats = 0, .mouse = 4, .side = Side::cats};  // B's start: E1; B8 D8 F8 H8
    for (const Square cat : std::array<Square, 4>{57, 59, 61, 63}) b_numbers.cats |= dark_bit(cat);
    EXPECT_EQ(read(in_b, b_numbers), 7);

    int differ = 0;
    for_each_position([&](const Position& position) {
        ASSERT_EQ(read(in_b, position), read(in_a, turned(position))) << to_fen(position);
        differ += read(in_b, position) != read(in_a, position);
    });
    EXPECT_GT(differ, 100'000) << "the turn would not be noticed if it were left out";
}

}  // namespace ryg
