// Mouse players and random positions: legal, repeatable, and as strong as they say.
#include "engine/games/ryg1/native/mouse_player.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "engine/games/ryg1/native/search.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;
using namespace ryg::engine::ryg1;

namespace ryg {
namespace {

std::vector<Move> play(MouseKind kind, std::uint64_t seed) {
    MousePlayer mouse(kind, seed);
    std::vector<Move> game;
    for (Position position = start_position(); !is_over(position);) {
        const Move move =
            position.side == Side::mouse
                ? mouse.choose(position)
                : search(position, {.version = Version::v15, .depth = 1}).move.value();
        EXPECT_TRUE(is_legal(position, move)) << to_fen(position);
        game.push_back(move);
        position = apply(position, move);
    }
    return game;
}

/// The deep mouse's value without pruning.
int plain_value(const Position& position, int depth, int ply) {
    if (const auto side = winner(position)) return *side == Side::mouse ? 1000 - ply : ply - 1000;
    if (depth == 0) return evaluate(position, Version::v16);
    const bool mouse = position.side == Side::mouse;
    int best = mouse ? -5000 : 5000;
    for (const Move& move : generate_moves(position)) {
        const int value = plain_value(apply(position, move), depth - 1, ply + 1);
        best = mouse ? std::max(best, value) : std::min(best, value);
    }
    return best;
}

/// The moves of the highest value, in their order.
std::vector<Move> best_moves(const Position& position, int depth) {
    std::vector<Move> best;
    int highest = -5000;
    for (const Move& move : generate_moves(position)) {
        const int value = plain_value(apply(position, move), depth - 1, 1);
        if (value > highest) best.clear();
        if (value >= highest) best.push_back(move);
        highest = std::max(highest, value);
    }
    return best;
}

}  // namespace

TEST(NativePlayers, GeneratorGivesThePublishedNumbers) {
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317U);
    EXPECT_EQ(random.next(), 3203168211198807973U);
    EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(NativePlayers, BelowReachesEveryNumberAndNoOther) {
    Random random(10);
    std::array<int, 7> counts{};
    for (int count = 0; count < 7000; ++count) ++counts.at(random.below(7));
    for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(NativePlayers, TheSameSeedPlaysTheSameGameAndOthersOthers) {
    for (const MouseKind kind : all_mouse_kinds) {
        std::set<std::vector<Move>> games;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const auto game = play(kind, seed);
            if (seed < 5) {
                EXPECT_EQ(play(kind, seed), game) << static_cast<int>(kind);
            }
            games.insert(game);
        }
        EXPECT_GE(games.size(), 5U) << static_cast<int>(kind);
    }
}

TEST(NativePlayers, StraightMouseStepsForwardWheneverItCan) {
    Random random(11);
    MousePlayer mouse(MouseKind::straight, 1);
    int forward = 0, backward = 0;
    while (backward < 20) {
        const Position position = random_position(random);
        if (position.side != Side::mouse) continue;
        const Move chosen = mouse.choose(position);
        bool possible = false;
        for (const Move& move : generate_moves(position)) possible |= move.to < move.from;
        ASSERT_EQ(chosen.to < chosen.from, possible) << to_fen(position);
        (possible ? forward : backward) += 1;
    }
    EXPECT_GT(forward, backward);
}

TEST(NativePlayers, StrongMouseChoosesTheFirstMoveOfTheHighestValue) {
    Random random(12);
    for (int count = 0; count < 200; ++count) {
        const Position position = random_position(random);
        if (position.side != Side::mouse) continue;
        for (const int depth : {1, 3, 5}) {
            const Move best = best_moves(position, depth).front();
            ASSERT_EQ(strong_mouse_move(position, depth), best) << to_fen(position) << " " << depth;
        }
    }
}

TEST(NativePlayers, StrongMouseWinsAsSoonAndLosesAsLateAsItCan) {
    // Up left also wins, but later: here the cats are soon out of moves.
    const Position won = parse_fen("8/8/8/8/8/3M4/2c3c1/1c5c w");
    EXPECT_EQ(strong_mouse_move(won, 5), (Move{square_at(5, 3), square_at(6, 4)}));
    // Up left also loses, but sooner.
    const Position lost = parse_fen("4c3/8/8/1c6/2c5/1M6/2c5/8 w");
    EXPECT_EQ(strong_mouse_move(lost, 5), (Move{square_at(5, 1), square_at(6, 0)}));
}

TEST(NativePlayers, DeepMouseChoosesOnlyAmongTheBest) {
    Random random(13);
    for (int count = 0; count < 12; ++count) {
        const Position position = random_position(random);
        if (position.side != Side::mouse) continue;
        const auto list = best_moves(position, deep_mouse_depth);
        const std::set<Move> best(list.begin(), list.end());
        std::set<Move> chosen;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            chosen.insert(MousePlayer(MouseKind::deep, seed).choose(position));
        }
        EXPECT_EQ(chosen, best) << to_fen(position);
    }
}

TEST(NativePlayers, PlayersRefuseWhatIsNotTheirs) {
    Position cats_to_move = start_position();
    cats_to_move.side = Side::cats;
    const Position lost = parse_fen("8/8/8/8/8/8/c1c3c1/1M5c w");
    for (const MouseKind kind : all_mouse_kinds) {
        EXPECT_THROW((void)MousePlayer(kind).choose(cats_to_move), std::invalid_argument);
        EXPECT_THROW((void)MousePlayer(kind).choose(lost), std::invalid_argument);
    }
    EXPECT_THROW((void)strong_mouse_move(start_position(), 0), std::invalid_argument);
}

TEST(NativePlayers, RandomPositionsAreUnfinishedAndReachable) {
    Random random(14);
    std::set<Position> seen;
    int cats_to_move = 0;
    for (int count = 0; count < 5000; ++count) {
        const Position position = random_position(random);
        ASSERT_TRUE(is_well_formed(position));
        ASSERT_FALSE(is_over(position)) << to_fen(position);
        // Each cat move lowers a cat by a row and each ply moves the mouse by a row, so the
        // plies counted from both must agree in parity with the side to move.
        int rows = 0;
        for (const Square cat : cat_squares(position)) rows += row_of(cat);
        const int mouse_moves = rows + (position.side == Side::cats);
        ASSERT_EQ((7 - row_of(position.mouse) - mouse_moves) % 2, 0) << to_fen(position);
        cats_to_move += position.side == Side::cats;
        seen.insert(position);
    }
    EXPECT_GT(cats_to_move, 1500);
    EXPECT_LT(cats_to_move, 3500);
    EXPECT_GT(seen.size(), 3000U);
    Random one(16), two(16);
    for (int count = 0; count < 100; ++count) {
        EXPECT_EQ(random_position(one), random_position(two));
    }
}

}  // namespace ryg
