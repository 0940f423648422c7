// The second engine's random tables, boards, hash and lock.
#include <gtest/gtest.h>
#include <vector>

#include "tests/engine/games/ryg3/native/naive.hpp"
#include "tests/support/naive_game.hpp"

namespace ryg {

using namespace ryg::engine::ryg3;
using engine::Byte;
using engine::Position;
using engine::Side;

TEST(NativeRyg3Tables, EachByteIsTheReadingEorTheByteBefore) {
    std::vector<Byte> readings;
    engine::Random random(3);
    for (int i = 0; i < 641; ++i) readings.push_back(static_cast<Byte>(1 + random.below(255)));
    std::size_t next = 0;
    const RandomTables tables = draw_tables([&] { return readings.at(next++); });
    EXPECT_EQ(next, readings.size());
    const auto bytes = to_bytes(tables);
    int seed = readings[0];
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        seed ^= readings[i + 1];
        ASSERT_EQ(bytes[i], seed) << "byte " << i;
    }
    EXPECT_EQ(tables.hash[1][0], bytes[64]) << "hash_cat1 lies after hash_mouse";
    EXPECT_EQ(tables.lock[0][0], bytes[320]) << "lock_mouse lies after hash_cat4";
    EXPECT_EQ(tables.lock[4][63], bytes[639]);
}

TEST(NativeRyg3Tables, ReadingThatIsZeroIsRepeated) {
    std::size_t reads = 0;
    const RandomTables tables =
        draw_tables([&] { return static_cast<Byte>(reads++ % 3 == 2 ? 7 : 0); });
    EXPECT_EQ(reads, 3U * 641U) << "the first reading is repeated as well";
    for (const Byte byte : to_bytes(tables)) EXPECT_TRUE(byte == 0 || byte == 7);
    EXPECT_EQ(tables.hash[0][0], 0) << "7 eor 7";
    EXPECT_EQ(tables.hash[0][1], 7);
}

TEST(NativeRyg3Tables, VersionWithoutLocksReadsHalfAsOften) {
    int reads = 0;
    const RandomTables tables = draw_tables([&] { return static_cast<Byte>(++reads | 1); }, false);
    EXPECT_EQ(reads, 321);
    EXPECT_EQ(tables.lock, RandomTables{}.lock);
}

TEST(NativeRyg3Board, StartIsThatOfTheSeedProgram) {
    BoardBytes expected;
    expected.fill(6);
    expected[4] = 0;
    for (const std::size_t cat : {1U, 2U, 3U, 4U}) expected[55 + 2 * cat] = static_cast<Byte>(cat);
    EXPECT_EQ(to_bytes(Board{}), expected);
    EXPECT_EQ(board_from(engine::start_position()), Board{});
}

TEST(NativeRyg3Board, BytesThatAreNoBoardAreRefused) {
    const auto refused = [](std::size_t square, Byte byte) {
        BoardBytes bytes = to_bytes(Board{});
        bytes[square] = byte;
        return !board_from(bytes, Side::mouse);
    };
    EXPECT_FALSE(refused(4, 0));
    EXPECT_TRUE(refused(4, 6)) << "no mouse";
    EXPECT_TRUE(refused(6, 0)) << "two mice";
    EXPECT_TRUE(refused(57, 6)) << "three cats";
    EXPECT_TRUE(refused(57, 2)) << "cat 2 twice";
    EXPECT_TRUE(refused(0, 5)) << "there is no piece 5";
    EXPECT_TRUE(refused(0, 255));
}

TEST(NativeRyg3Board, EveryPlacementHasTheHashAndLockOfTheWalkAndComesBack) {
    const RandomTables tables = naive3::random_tables(1);
    int placements = 0;
    naive::for_each_placement([&](const Position& position) {  // cats are numbered upward
        const Board board = board_from(position);
        const BoardBytes bytes = to_bytes(board);
        ASSERT_EQ(hash_of(board, tables), naive3::walk(bytes, tables.hash)) << to_fen(position);
        ASSERT_EQ(lock_of(board, tables), naive3::walk(bytes, tables.lock)) << to_fen(position);
        ASSERT_EQ(position_of(board), position);
        ASSERT_EQ(board_from(bytes, position.side), board);
        ++placements;
    });
    EXPECT_EQ(placements, 1'006'880);
}

TEST(NativeRyg3Board, CatThatHasPassedAnotherKeepsItsNumberAndItsHash) {
    const RandomTables tables = naive3::random_tables(2);
    Board board;
    board.squares = {4, 50, 48, 61, 63};  // cat 1 on C7, cat 2 on A7
    const Board renumbered = board_from(position_of(board));
    EXPECT_EQ(renumbered.squares[1], 48);
    EXPECT_EQ(piece_at(board, 48), 2);
    EXPECT_EQ(piece_at(board, 49), empty_square);
    EXPECT_EQ(hash_of(board, tables), naive3::walk(to_bytes(board), tables.hash));
    EXPECT_NE(hash_of(board, tables), hash_of(renumbered, tables));
}

}  // namespace ryg
