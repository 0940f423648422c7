// The second engine's moves, values and searches, against the same game played plainly.
#include <gtest/gtest.h>

#include "engine/games/ryg3/native/evaluate.hpp"
#include "engine/games/ryg3/native/root.hpp"
#include "tests/engine/games/ryg3/native/naive.hpp"
#include "tests/support/naive_game.hpp"

namespace ryg {

using namespace ryg::engine::ryg3;
using engine::Random;
using engine::Side;
using engine::Square;

namespace {

std::vector<Ryg3Move> plain_moves(const Board& board) {
    std::vector<Ryg3Move> moves;
    for (const auto& [start, dest] : naive3::steps(to_bytes(board), board.side == Side::mouse)) {
        moves.push_back({static_cast<Square>(start), static_cast<Square>(dest)});
    }
    return moves;
}

void expect_same_tables(const HashTables& tables, const naive3::Program& plain) {
    for (const Side side : {Side::mouse, Side::cats}) {
        const HashTable& table = tables.of(side);
        const naive3::Program::Table& expected = plain.tables[side == Side::mouse ? 0 : 1];
        ASSERT_TRUE(std::ranges::equal(table.start(), expected.start));
        ASSERT_TRUE(std::ranges::equal(table.dest(), expected.dest));
        ASSERT_TRUE(std::ranges::equal(table.lock(), expected.lock));
        ASSERT_EQ(table.collisions(), expected.collisions);
    }
}

/// The mouse on A1, a cat on B2: no move. A fail-hard node without improvement.
Board shut_in() {
    return board_from(engine::parse_fen("8/6c1/5c2/4c3/8/8/1c6/M7 w", engine::Geometry::b));
}

}  // namespace

TEST(NativeRyg3Moves, StartHasTwoAndThenTheCatsSeven) {
    const MoveList first = generate_moves(Board{});
    ASSERT_EQ(first.size(), 2U);
    EXPECT_EQ(to_string(first[0]), "E1F2");
    EXPECT_EQ(to_string(first[1]), "E1D2");
    Board board;
    board.side = Side::cats;
    std::string text;
    for (const Ryg3Move move : generate_moves(board)) text += to_string(move) + ' ';
    EXPECT_EQ(text, "B8A7 B8C7 D8C7 D8E7 F8E7 F8G7 H8G7 ");
}

TEST(NativeRyg3Moves, AreThoseOfThePlainScanInItsOrderAndOfTheFirstEngineInAnother) {
    Random random(11);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = played_board(random, 40);
        const MoveList moves = generate_moves(board);
        ASSERT_EQ(std::vector<Ryg3Move>(moves.begin(), moves.end()), plain_moves(board))
            << testing::PrintToString(board);
        const engine::MoveList others = engine::generate_moves(position_of(board));
        ASSERT_EQ(moves.size(), others.size()) << testing::PrintToString(board);
        for (const engine::Move move : others) EXPECT_TRUE(is_legal(board, mirrored(move)));
    }
}

TEST(NativeRyg3Moves, TakingBackAGameRestoresEachBoardItsHashAndItsLock) {
    const RandomTables tables = naive3::random_tables(5);
    Random random(12);
    for (int game = 0; game < 2'000; ++game) {
        HashedBoard board(Board{}, tables);
        std::vector<Board> boards;
        std::vector<Ryg3Move> made;
        while (made.size() < 60) {
            const MoveList moves = generate_moves(board.board());
            if (moves.empty()) break;
            boards.push_back(board.board());
            made.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            board.make(made.back());
            const BoardBytes bytes = to_bytes(board.board());
            ASSERT_EQ(board.hash(), naive3::walk(bytes, tables.hash)) << "game " << game;
            ASSERT_EQ(board.lock(), naive3::walk(bytes, tables.lock)) << "game " << game;
        }
        for (; !made.empty(); made.pop_back(), boards.pop_back()) {
            board.take_back(made.back());
            ASSERT_EQ(board.board(), boards.back()) << "game " << game;
            ASSERT_EQ(board.hash(), hash_of(boards.back(), tables)) << "game " << game;
            ASSERT_EQ(board.lock(), lock_of(boards.back(), tables)) << "game " << game;
        }
    }
}

TEST(NativeRyg3Evaluate, StartIsWorthSixteen) { EXPECT_EQ(evaluate(Board{}), 0x10); }

TEST(NativeRyg3Evaluate, ValueIsThatOfThePlainSumAndDependsOnTheCatsNumbers) {
    Random random(13);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = played_board(random, 50);
        const int value = evaluate(board);
        ASSERT_EQ(value, naive3::evaluate(to_bytes(board))) << testing::PrintToString(board);
        ASSERT_TRUE(value >= 0x10 && value <= 0x87) << testing::PrintToString(board);
    }
    Board crossed;
    crossed.squares = {4, 50, 48, 61, 63};  // cat 1 on C7, cat 2 on A7: neither on its lane
    EXPECT_EQ(evaluate(crossed), 0x80 - 2 * 28);
    EXPECT_EQ(evaluate(board_from(position_of(crossed))), 0x80 - 2 * 28 - 2 * 27);
}

TEST(NativeRyg3HashTables, AddReplacesAndCountsWhatWasThere) {
    HashTable table;
    EXPECT_EQ(table.look_up(7, 1), LookUp::empty);
    table.add(7, 1, {4, 13});
    EXPECT_EQ(table.collisions(), 0);
    EXPECT_EQ(table.look_up(7, 1), LookUp::found);
    EXPECT_EQ(table.move_at(7), (Ryg3Move{4, 13}));
    EXPECT_EQ(table.look_up(7, 2), LookUp::other_lock);
    table.add(7, 1, {4, 13});
    EXPECT_EQ(table.collisions(), 1) << "the same move again counts as well";
    table.add(7, 2, {4, 11});
    EXPECT_EQ(table.look_up(7, 1), LookUp::other_lock);
    EXPECT_EQ(table.move_at(7), (Ryg3Move{4, 11}));
    EXPECT_EQ(table.collisions(), 2);
}

TEST(NativeRyg3Search, EveryVersionSearchesAsThePlainProgramDoesThroughWholeGames) {
    Random random(14);
    for (const Ryg3Version version : searching_versions) {
        for (int game = 0; game < 12; ++game) {
            const auto tables = naive3::random_tables(random.next());
            Thinker thinker{.version = version, .random = tables};
            naive3::Program program{.version = number_of(version), .random = tables};
            for (int search = 0; search < 12; ++search) {  // the tables stay
                const Board board = played_board(random, 45);
                const int depth = 1 + static_cast<int>(random.below(5));
                const auto iterations = thinker.think(board, depth);
                const auto shown = program.think(to_bytes(board), board.side == Side::mouse, depth);
                ASSERT_EQ(iterations.size(), shown.size());
                for (std::size_t i = 0; i < shown.size(); ++i) {
                    SCOPED_TRACE(testing::PrintToString(board) + ", version " +
                                 std::to_string(number_of(version)) + ", depth " +
                                 std::to_string(shown[i].depth));
                    ASSERT_EQ(iterations[i].depth, shown[i].depth);
                    ASSERT_EQ(iterations[i].nodes, shown[i].nodes);
                    ASSERT_EQ(iterations[i].score, shown[i].score);
                    const Ryg3Move best =
                        iterations[i].best.value_or(Ryg3Move{no_square, no_square});
                    ASSERT_EQ(naive3::Step(best.start, best.dest), shown[i].best);
                }
                expect_same_tables(thinker.tables, program);
                ASSERT_EQ(iterations.back().tables, thinker.tables);
                ASSERT_TRUE(std::equal(thinker.history.begin(), thinker.history.end(),
                                       program.history.begin()));
            }
        }
    }
}

TEST(NativeRyg3Search, FullListOfMovesEndsALineWithItsValue) {
    Random random(17);
    bool differed = false;
    for (const Ryg3Version version : searching_versions) {
        for (int i = 0; i < 20; ++i) {
            const auto tables = naive3::random_tables(random.next());
            Thinker thinker{.version = version, .random = tables, .move_places = 21};
            naive3::Program program{
                .version = number_of(version), .random = tables, .list_length = 21};
            const Board board = played_board(random, 20);
            const Iteration last = thinker.think(board, 5).back();
            const auto shown = program.think(to_bytes(board), board.side == Side::mouse, 5).back();
            ASSERT_EQ(last.nodes, shown.nodes) << testing::PrintToString(board);
            ASSERT_EQ(last.score, shown.score) << testing::PrintToString(board);
            expect_same_tables(last.tables, program);
            thinker = {.version = version, .random = tables};
            differed = differed || thinker.think(board, 5).back().nodes != last.nodes;
        }
    }
    EXPECT_TRUE(differed) << "21 places must not be enough for all of them";
}

TEST(NativeRyg3Search, FromVersion09TheScoreIsThatOfTheWholeTree) {
    Random random(15);
    for (const Ryg3Version version : {Ryg3Version::v09, Ryg3Version::v10, Ryg3Version::v11}) {
        Thinker thinker{.version = version, .random = naive3::random_tables(6)};
        for (int i = 0; i < 150; ++i) {
            const Board board = played_board(random, 45);
            for (const Iteration& iteration : thinker.think(board, 5)) {
                ASSERT_EQ(
                    iteration.score,
                    naive3::minimax(to_bytes(board), board.side == Side::mouse, iteration.depth))
                    << testing::PrintToString(board) << ", depth " << iteration.depth;
            }
        }
    }
}

TEST(NativeRyg3Search, BeforeVersion09AMouseShutInIsWorthItsWindow) {
    const Board board = shut_in();
    ASSERT_TRUE(generate_moves(board).empty());
    const auto score_of = [&](Ryg3Version version) {
        Thinker thinker{.version = version, .random = naive3::random_tables(7)};
        const auto iterations = thinker.think(board, 2);
        EXPECT_FALSE(iterations.back().best);
        EXPECT_EQ(iterations.back().nodes, deepens(version) ? 2U : 1U) << "it is counted";
        EXPECT_EQ(thinker.tables.of(Side::mouse).start(), HashTable{}.start()) << "no move";
        EXPECT_EQ(thinker.tables == HashTables{}, version != Ryg3Version::v07) << "07 stores $ff";
        return iterations.back().score;
    };
    EXPECT_EQ(score_of(Ryg3Version::v07), 0x00);
    EXPECT_EQ(score_of(Ryg3Version::v08), 0x00);
    for (const Ryg3Version version : {Ryg3Version::v09, Ryg3Version::v10, Ryg3Version::v11}) {
        EXPECT_EQ(score_of(version), evaluate(board));
    }
}

TEST(NativeRyg3Search, Version07EmptiesTheSlotOfABoardWithoutABestMove) {
    const Board board = shut_in();
    for (const Ryg3Version version : {Ryg3Version::v07, Ryg3Version::v08}) {
        Thinker thinker{.version = version, .random = naive3::random_tables(7)};
        const engine::Byte hash = hash_of(board, thinker.random);
        thinker.tables.of(Side::mouse).add(hash, 0, {4, 13});
        thinker.think(board, 1);
        const HashTable& table = thinker.tables.of(Side::mouse);
        const bool empties = version == Ryg3Version::v07;
        EXPECT_EQ(table.move_at(hash),
                  empties ? (Ryg3Move{no_square, no_square}) : (Ryg3Move{4, 13}));
        EXPECT_EQ(table.collisions(), empties ? 1 : 0);
    }
}

TEST(NativeRyg3Search, LineIsLegalPlayAndBeginsWithTheBestMove) {
    Random random(16);
    for (int i = 0; i < 300; ++i) {
        Thinker thinker{.version = Ryg3Version::v11,
                        .random = naive3::random_tables(random.next())};
        const Board board = played_board(random, 30);
        for (const Iteration& iteration : thinker.think(board, 6)) {
            if (!iteration.best) continue;
            ASSERT_FALSE(iteration.line.empty());
            ASSERT_EQ(iteration.line.front(), *iteration.best) << "the root is stored last";
            ASSERT_LE(iteration.line.size(), static_cast<std::size_t>(iteration.depth));
            HashedBoard walked(board, thinker.random);
            for (const Ryg3Move move : iteration.line) {
                ASSERT_TRUE(is_legal(walked.board(), move));
                walked.make(move);
            }
        }
    }
}

TEST(NativeRyg3Search, LineEndsAtAMoveThatTheBoardDoesNotHave) {
    const auto tables = naive3::random_tables(9);
    const HashedBoard board(Board{}, tables);
    const auto line_after = [&](Ryg3Move move) {
        HashTables known{};
        known.of(Side::mouse).add(board.hash(), board.lock(), move);
        return line_in(known, board, 1);
    };
    for (const Ryg3Move move : generate_moves(board.board())) {
        EXPECT_EQ(line_after(move), std::vector{move});
        EXPECT_EQ(line_after({move.dest, move.start}), std::vector<Ryg3Move>{});
    }
}

TEST(NativeRyg3Search, LookUpsAreOneForEachNodeThatHasMoves) {
    Thinker thinker{.version = Ryg3Version::v10, .random = naive3::random_tables(8)};
    const Iteration last = thinker.think(Board{}, 6).back();
    const SearchCounts& counts = last.counts;
    EXPECT_EQ(counts.found + counts.empty + counts.other_lock, last.nodes);
    EXPECT_GT(counts.found, 0U);
    EXPECT_GT(counts.other_lock, 0U);
    EXPECT_LE(counts.hash_moves, counts.found);
    EXPECT_GT(counts.cut_offs, 0U);
    EXPECT_EQ(Thinker{thinker}.think(Board{}, 6).back().score, last.score);
}

TEST(NativeRyg3Search, LastVersionLeavesAWinAtHandBecauseWinningIsWorthNothing) {
    // G3 is the only way out of the mouse on H4. Shut in, it is worth no more than its rank.
    const Board board =
        board_from(engine::parse_fen("8/8/8/6c1/3c1c1M/2c5/8/8 b", engine::Geometry::b));
    const Ryg3Move win{29, 22};  // F4G3
    ASSERT_EQ(engine::winner(position_of(apply(board, win))), Side::cats);
    Thinker thinker{.version = Ryg3Version::v11, .random = fixed_tables()};
    const Iteration last = thinker.think(board, 9).back();
    ASSERT_TRUE(last.best);
    EXPECT_EQ(to_string(*last.best), "C3B2");
    EXPECT_EQ(last.score, 0x54);
    EXPECT_EQ(evaluate(apply(board, win)), 0x5b);
}

TEST(NativeRyg3Search, LastVersionAgainstItselfLosesAsTheCatsAtDepth9) {
    Thinker thinker{.version = Ryg3Version::v11, .random = fixed_tables()};
    Board board;
    while (!engine::is_over(position_of(board))) {
        board = apply(board, thinker.think(board, 9).back().best.value());
    }
    EXPECT_EQ(engine::winner(position_of(board)), Side::mouse)
        << "the cats win the start position with perfect play";
}

TEST(NativeRyg3Search, DepthsAndVersionsThatDoNotExistAreRefused) {
    Thinker thinker{.version = Ryg3Version::v11, .random = {}};
    EXPECT_THROW(thinker.think(Board{}, 0), std::invalid_argument);
    EXPECT_THROW(thinker.think(Board{}, 21), std::invalid_argument);
    thinker.version = Ryg3Version::v06;
    EXPECT_THROW(thinker.think(Board{}, 1), std::invalid_argument);
}

}  // namespace ryg
