// The exact solution of the game: who wins every position, and how soon, with perfect play.
#pragma once

#include <span>
#include <vector>

#include "engine/common/indexing/positions.hpp"
#include "engine/common/moves.hpp"

namespace ryg::engine {

/// How a game ends with perfect play: the winner, and the number of plies; 0 if it is over.
struct GameValue {
    Side winner = Side::mouse;
    int plies = 0;

    bool operator==(const GameValue&) const = default;
};

/// An outcome as a byte; greater is better for the mouse, less for the cats. The mouse prefers an
/// early win to a late one, and any win to a loss, the later the better.
///
///     0                  1              2  ..  127 | 128 ..  253            254            255
///     the cats have won  win in 1 ply   2              mouse wins in 2      in 1 ply       has won
///
/// No game is longer than 57 plies: 28 moves of the cats, and the mouse's before, between and after
/// them.
constexpr Byte score_of(GameValue outcome) {
    return static_cast<Byte>(outcome.winner == Side::mouse ? 255 - outcome.plies : outcome.plies);
}
constexpr GameValue outcome_of(Byte score) {
    return score >= 128 ? GameValue{Side::mouse, 255 - score} : GameValue{Side::cats, score};
}

/// Perfect play from every position, reachable or not: the winner wins as soon, the loser loses as
/// late as possible. A finished position (see `winner`: the mouse on row 0, or the side to move
/// stuck) has zero plies, even if pieces could still move.
///
/// Each move leads to a greater dense index, so one loop from the last index to the first finds the
/// successors of every position solved: no queue, no second pass, no search. The cats' squares and
/// moves are computed once for the 56 positions that share them.
/// Time: about 0.01 s for all 2,013,760 positions on one core. Memory: one byte per position.
class Solution {
  public:
    /// Solves the game.
    Solution();

    [[nodiscard]] GameValue operator[](const Position& position) const {
        return outcome_of(scores_[indexing::dense_index(position)]);
    }
    /// The scores of all positions, by dense index.
    [[nodiscard]] std::span<const Byte> scores() const { return scores_; }

    /// The moves that lead to the position's outcome, in the order of moves; none when it is over.
    [[nodiscard]] MoveList best_moves(const Position& position) const;

    /// Perfect play to the end, the first best move each time.
    [[nodiscard]] std::vector<Move> best_line(Position position) const;

  private:
    std::vector<Byte> scores_;
};

/// The solution, computed on first use.
[[nodiscard]] const Solution& solution();

/// Whether each position is reachable from the start, by dense index. One upward loop suffices,
/// since every move leads to a greater index.
[[nodiscard]] std::vector<bool> reachable_positions();

static_assert(outcome_of(score_of({Side::cats, 57})) == GameValue{Side::cats, 57});
static_assert(outcome_of(score_of({Side::mouse, 57})) == GameValue{Side::mouse, 57});
static_assert(score_of({Side::mouse, 1}) > score_of({Side::mouse, 3}));
static_assert(score_of({Side::cats, 1}) < score_of({Side::cats, 3}));

}  // namespace ryg::engine
