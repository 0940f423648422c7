// The exact solution: against a search on nested loops, against its own followers, and the game.
#include "engine/common/solution.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <unordered_map>

#include "engine/common/indexing/tables.hpp"
#include "engine/common/players.hpp"
#include "tests/support/naive_game.hpp"

namespace ryg::engine {

inline void PrintTo(const GameValue& outcome, std::ostream* out) {
    *out << (outcome.winner == Side::mouse ? "the mouse" : "the cats") << " in " << outcome.plies;
}

}  // namespace ryg::engine

using namespace ryg::engine;

namespace ryg {
namespace {

std::string reproduce(const Position& position) {
    return "./ryg solve --position '" + to_fen(position) + "'";
}

/// Better for the side to move: a win before a loss, a win soon, a loss late.
bool better(const GameValue& one, const GameValue& other, Side side) {
    if (one.winner != other.winner) return one.winner == side;
    return one.winner == side ? one.plies < other.plies : one.plies > other.plies;
}

/// The rules once more on the plain board, and every line of play to its end.
class PlainSolver {
  public:
    GameValue solve(const naive::Board& board) {
        const auto [known, is_new] = known_.try_emplace(key(board), GameValue{});
        if (!is_new) return known->second;
        const GameValue found = search(board);
        return known_[key(board)] = found;
    }
    [[nodiscard]] std::size_t size() const { return known_.size(); }

  private:
    GameValue search(const naive::Board& board) {
        if (naive::mouse_home(board)) return {Side::mouse, 0};
        const Side side = board.mouse_to_move ? Side::mouse : Side::cats;
        const auto steps = naive::steps_of(board, board.mouse_to_move);
        if (steps.empty()) return {other(side), 0};
        GameValue best{};
        bool first = true;
        for (const naive::Step& step : steps) {
            GameValue outcome = solve(naive::after(board, step));
            ++outcome.plies;
            if (first || better(outcome, best, side)) best = outcome;
            first = false;
        }
        return best;
    }

    // Pieces stand on every second square, so half a square's number is a place of its own.
    static std::uint64_t key(const naive::Board& board) {
        std::uint64_t cats = 0, mouse = 0;
        for (std::uint64_t square = 0; square < 64; ++square) {
            const char cell = board.cells[square / 8][square % 8];
            if (cell == 'c') cats |= std::uint64_t{1} << square / 2;
            if (cell == 'M') mouse = square / 2;
        }
        return cats | mouse << 32 | std::uint64_t{board.mouse_to_move} << 40;
    }

    std::unordered_map<std::uint64_t, GameValue> known_;
};

}  // namespace

TEST(NativeSolution, CatsWinFromTheStartWhereverTheMouseBeginsOnItsHomeRow) {
    for (const Square mouse : std::array<Square, 4>{57, 59, 61, 63}) {
        Position position = start_position();
        position.mouse = mouse;
        EXPECT_EQ(solution()[position], (GameValue{Side::cats, 44})) << reproduce(position);
    }
}

TEST(NativeSolution, AgreesWithASearchOfEveryLineOnNestedLoops) {
    PlainSolver plain;
    EXPECT_EQ(plain.solve(naive::board_of(start_position())), solution()[start_position()]);
    EXPECT_EQ(plain.size(), 895'280U) << "positions that play can reach";
    Random random(21);
    for (int count = 0; count < 50; ++count) {
        const Position position = naive::random_placement(random);
        ASSERT_EQ(plain.solve(naive::board_of(position)), solution()[position])
            << reproduce(position);
    }
    EXPECT_GT(plain.size(), 1'000'000U) << "with those that it cannot reach";
}

TEST(NativeSolution, EveryPositionIsWorthItsBestFollower) {
    indexing::for_each_position([](const Position& position) {
        const GameValue outcome = solution()[position];
        if (const auto side = winner(position)) {
            ASSERT_EQ(outcome, (GameValue{*side, 0})) << reproduce(position);
            return;
        }
        bool reached = false;
        for (const Move& move : generate_moves(position)) {
            GameValue after = solution()[apply(position, move)];
            ++after.plies;
            ASSERT_FALSE(better(after, outcome, position.side)) << reproduce(position);
            reached |= after == outcome;
        }
        ASSERT_TRUE(reached) << reproduce(position);
    });
}

TEST(NativeSolution, WhoeverWinsMakesTheLastMove) {
    indexing::for_each_position([](const Position& position) {
        if (is_over(position)) return;
        const auto [side, plies] = solution()[position];
        ASSERT_EQ(plies % 2 == 1, side == position.side) << reproduce(position);
        ASSERT_LE(plies, 57) << reproduce(position);
    });
}

TEST(NativeSolution, FinishedGamesHaveTheirWinnerWhateverMovesAreLeft) {
    for (const char* fen : {"2M5/1c1c1c1c/8/8/8/8/8/8 b", "2M5/1c1c4/8/1c1c4/8/8/8/8 w",
                            "2M5/5c1c/c1c5/8/8/8/8/8 w", "8/8/8/8/8/1M6/8/1c1c1c1c b"}) {
        EXPECT_EQ(solution()[parse_fen(fen)], (GameValue{Side::mouse, 0})) << fen;
        EXPECT_TRUE(solution().best_moves(parse_fen(fen)).empty()) << fen;
        EXPECT_TRUE(solution().best_line(parse_fen(fen)).empty()) << fen;
    }
    const Position caught = parse_fen("8/8/8/8/8/8/c1c3c1/1M5c w");
    EXPECT_EQ(solution()[caught], (GameValue{Side::cats, 0}));
}

TEST(NativeSolution, TheBestLineIsAGameOfTheStatedLengthWonByTheStatedSide) {
    Random random(22);
    for (int count = 0; count < 2000; ++count) {
        const Position first = count == 0 ? start_position() : naive::random_placement(random);
        const GameValue outcome = solution()[first];
        Position position = first;
        for (const Move& move : solution().best_line(first)) {
            ASSERT_FALSE(is_over(position)) << reproduce(first);
            ASSERT_TRUE(is_legal(position, move)) << reproduce(first);
            position = apply(position, move);
        }
        ASSERT_EQ(winner(position), outcome.winner) << reproduce(first);
        ASSERT_EQ(static_cast<int>(solution().best_line(first).size()), outcome.plies)
            << reproduce(first);
    }
}

TEST(NativeSolution, BestMovesAreAllThoseThatKeepTheOutcome) {
    Random random(23);
    for (int count = 0; count < 20'000; ++count) {
        const Position position = naive::random_placement(random);
        if (is_over(position)) continue;
        MoveList best;
        for (const Move& move : generate_moves(position)) {
            const GameValue after = solution()[apply(position, move)];
            const GameValue outcome = solution()[position];
            if (after.winner == outcome.winner && after.plies + 1 == outcome.plies) {
                best.push_back(move);
            }
        }
        const MoveList found = solution().best_moves(position);
        ASSERT_TRUE(std::ranges::equal(found, best)) << reproduce(position);
        ASSERT_FALSE(found.empty()) << reproduce(position);
    }
}

}  // namespace ryg
