// Judging engines by the exact solution: the judge itself, the contestants, and what must be won.
#include "engine/strength/strength.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/common/indexing/tables.hpp"
#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/native/mouse_player.hpp"
#include "engine/games/ryg3/game.hpp"
#include "tests/support/naive_game.hpp"

using namespace ryg::engine;
using namespace ryg::engine::ryg1;
using indexing::dense_index;
using indexing::position_at;
using indexing::position_count;

namespace ryg {
namespace {

/// A player by the solution: well, or badly on purpose.
class ByTheBook final : public Contestant {
  public:
    explicit ByTheBook(bool well) : well_(well) {}
    void begin(const Position& position) override { position_ = position; }
    void play(Move move) override { position_ = apply(position_, move); }
    [[nodiscard]] Choice choose() override {
        if (well_) return {solution().best_moves(position_)[0]};
        for (const Move& move : generate_moves(position_)) {
            if (solution()[apply(position_, move)].winner != position_.side) return {move};
        }
        return {generate_moves(position_)[0]};
    }

  private:
    bool well_;
    Position position_;
};

/// Every choice of a contestant on the positions that its side wins.
ChosenMoves choices_of(Contestant& contestant, Side side) {
    ChosenMoves choices(position_count, no_choice);
    for (const auto index : won_positions(solution(), side)) {
        const Position position = position_at(index);
        contestant.begin(position);
        const MoveList moves = generate_moves(position);
        const Move move = contestant.choose().move.value();
        choices[index] = static_cast<Byte>(std::ranges::find(moves, move) - moves.begin());
    }
    return choices;
}

/// Does `side` win against every defence? By trying every line, from one position.
bool wins_every_line(Contestant& contestant, Side side, const Position& position) {
    if (const auto by_rule = winner(position)) return *by_rule == side;
    if (solution()[position].winner != side) return false;
    if (position.side == side) {
        contestant.begin(position);
        return wins_every_line(contestant, side, apply(position, contestant.choose().move.value()));
    }
    const MoveList moves = generate_moves(position);
    return std::ranges::all_of(moves, [&](const Move& move) {
        return wins_every_line(contestant, side, apply(position, move));
    });
}

SearchOptions version_at(Version version, int depth) {
    return {.version = version, .depth = depth, .tree_base = 0x2800};
}

}  // namespace

TEST(NativeStrength, WonPositionsAreThoseThatTheSideToMoveWinsByAMove) {
    for (const Side side : {Side::mouse, Side::cats}) {
        std::vector<indexing::PositionIndex> expected;
        indexing::for_each_position([&](const Position& position) {
            if (position.side != side || is_over(position)) return;
            if (keeping_moves(solution(), position).count > 0) {
                expected.push_back(dense_index(position));
            }
        });
        EXPECT_EQ(won_positions(solution(), side), expected);
    }
    EXPECT_EQ(won_positions(solution(), Side::cats).size(), 89'068U);
}

TEST(NativeStrength, ReachableAreTheStartAndWhatMovesLeadTo) {
    const auto reachable = reachable_positions();
    EXPECT_EQ(std::ranges::count(reachable, true), 895'280) << "as many as a plain search visits";
    Random random(31);
    for (int count = 0; count < 5'000; ++count) {
        EXPECT_TRUE(reachable[dense_index(random_position(random))]);
    }
    EXPECT_FALSE(reachable[dense_index(parse_fen("c1c1c1c1/8/8/8/8/8/8/3M4 b"))]);
    EXPECT_FALSE(reachable[dense_index(parse_fen("8/8/8/8/8/3M4/2c3c1/1c5c b"))]);
}

TEST(NativeStrength, APlayerByTheBookWinsAgainstEveryDefence) {
    for (const Side side : {Side::cats, Side::mouse}) {
        ByTheBook contestant(true);
        const auto wins = wins_against_all(side, choices_of(contestant, side));
        for (indexing::PositionIndex index = 0; index < position_count; ++index) {
            const Position position = position_at(index);
            ASSERT_EQ(wins[index], solution()[position].winner == side) << to_fen(position);
        }
    }
}

TEST(NativeStrength, WinningAgainstEveryDefenceIsWhatEveryLineSays) {
    const auto& game = ryg1_game();
    const auto player =
        game.contest->native({.programs = {claims::find_program(game.programs, "ryg16")}}, 1);
    Contestant& contestant = *player;
    const auto wins = wins_against_all(Side::cats, choices_of(contestant, Side::cats));
    const auto won = won_positions(solution(), Side::cats);
    int both = 0;
    for (std::size_t i = 0; i < won.size(); i += 61) {
        const Position position = position_at(won[i]);
        ASSERT_EQ(wins[won[i]], wins_every_line(contestant, Side::cats, position))
            << to_fen(position);
        both |= wins[won[i]] ? 1 : 2;
    }
    EXPECT_EQ(both, 3) << "some are won, some are not";
}

TEST(NativeStrength, AGameByTheBookLastsAsLongAsTheSolutionSays) {
    ByTheBook contestant(true);
    Random random(32);
    const auto won = won_positions(solution(), Side::cats);
    for (int count = 0; count < 300; ++count) {
        const auto index = won[random.below(static_cast<std::uint32_t>(won.size()))];
        const Position start = position_at(index);
        const PlayedGame slow =
            play_game(contestant, Side::cats, start, Opponent::perfect, solution(), random);
        EXPECT_TRUE(slow.won) << to_fen(start);
        EXPECT_EQ(static_cast<int>(slow.moves.size()), solution()[start].plies) << to_fen(start);
        const PlayedGame any =
            play_game(contestant, Side::cats, start, Opponent::wandering, solution(), random);
        EXPECT_TRUE(any.won) << to_fen(start);
        EXPECT_LE(any.moves.size(), slow.moves.size()) << to_fen(start);
    }
}

TEST(NativeStrength, AGameEndsWithTheMoveThatThrowsTheWinAway) {
    ByTheBook contestant(false);
    Random random(33);
    const Position start = apply(start_position(), {square_at(7, 3), square_at(6, 2)});
    const PlayedGame game =
        play_game(contestant, Side::cats, start, Opponent::perfect, solution(), random);
    EXPECT_FALSE(game.won);
    EXPECT_EQ(game.moves, (std::vector{Move{square_at(0, 2), square_at(1, 1)}}));
}

claims::Order order_of(std::string_view program) {
    return {.programs = {claims::find_program(ryg3_game().programs, program)}};
}

TEST(NativeStrength, TheSecondEngineKeepsItsCatsNumbersAndItsTablesForAGame) {
    const auto contestant = ryg3_game().contest->native(order_of("ryg3-11"), 5);
    contestant->begin(start_position());
    ryg3::Thinker thinker{.version = ryg3::Ryg3Version::v11, .random = ryg3::fixed_tables()};
    ryg3::Board board;
    Random random(34);
    for (int ply = 0; ply < 30 && !is_over(ryg3::position_of(board)); ++ply) {
        const auto moves = ryg3::generate_moves(board);
        auto move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        if (board.side == Side::cats) {
            move = thinker.think(board, 5).back().best.value();
            ASSERT_EQ(contestant->choose().move, ryg3::mirrored(move)) << "ply " << ply;
        }
        contestant->play(ryg3::mirrored(move));
        board = ryg3::apply(board, move);
    }
}

TEST(NativeStrength, TheSecondEnginesCatsAreNumberedFromTheLeftWhereAGameBeginsInTheMiddle) {
    // As at the start, but the cat of H8 has gone to G7: by its square it would be the first.
    ryg3::Board board;
    board.squares[4] = 54;
    board.side = Side::cats;
    const auto contestant = ryg3_game().contest->native(order_of("ryg3-10"), 4);
    contestant->begin(ryg3::position_of(board));
    ryg3::Thinker thinker{.version = ryg3::Ryg3Version::v10, .random = ryg3::fixed_tables()};
    EXPECT_EQ(contestant->choose().move,
              ryg3::mirrored(thinker.think(board, 4).back().best.value()));
    EXPECT_NE(ryg3::board_from(ryg3::position_of(board)), board);
}

// The third oracle. The first engine knows no win, only values; but a caught mouse is worth so
// little that a search which reaches it leaves nothing better to choose.
TEST(NativeOracle, ASearchThatReachesTheEndKeepsTheWin) {
    for (const Version version : {Version::v14, Version::v15, Version::v16}) {
        for (int depth = 1; depth <= 3; ++depth) {
            int within_reach = 0;
            for (const auto index : won_positions(solution(), Side::cats)) {
                const Position position = position_at(index);
                if (solution()[position].plies > depth) continue;
                const SearchResult found = search(position, version_at(version, depth));
                if (solution()[position].plies > found.depth_used) continue;
                ++within_reach;
                ASSERT_EQ(solution()[apply(position, found.move.value())].winner, Side::cats)
                    << "./ryg search --engine native --position '" << to_fen(position)
                    << "' --depth " << depth << " --version " << number_of(version);
            }
            EXPECT_EQ(within_reach, depth < 3 ? 24'573 : 27'135) << depth;
        }
    }
}

TEST(NativeOracle, TheStrongMouseFindsTheShortestWinAndTheLongestLossWithinItsSight) {
    Random random(35);
    int won = 0, lost = 0;
    while (won < 300 || lost < 100) {
        const Position position = naive::random_placement(random);
        if (position.side != Side::mouse || is_over(position)) continue;
        const auto [side, plies] = solution()[position];
        if (plies > 7) continue;
        ++(side == Side::mouse ? won : lost);
        const MoveList best = solution().best_moves(position);
        ASSERT_NE(std::ranges::find(best, strong_mouse_move(position, 7)), best.end())
            << to_fen(position);
    }
}

}  // namespace ryg
