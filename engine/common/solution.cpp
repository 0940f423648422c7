// The walk that solves the game, and perfect play by its result.
#include "engine/common/solution.hpp"

#include <algorithm>

namespace ryg::engine {
namespace {

using indexing::dense_index;

/// A follower's score seen a ply earlier: every end is one ply further away.
constexpr Byte one_ply_before(Byte score) {
    return static_cast<Byte>(score >= 128 ? score - 1 : score + 1);
}

/// The score of a position whose followers have theirs.
Byte solve(const Position& position, std::span<const Byte> scores) {
    if (const auto side = winner(position)) return score_of({*side, 0});
    const bool mouse = position.side == Side::mouse;
    Byte best = mouse ? 0 : 255;
    for (const Move& move : generate_moves(position)) {
        const Byte score = scores[dense_index(apply(position, move))];
        best = mouse ? std::max(best, score) : std::min(best, score);
    }
    return one_ply_before(best);
}

}  // namespace

Solution::Solution() : scores_(indexing::position_count) {
    for (indexing::PositionIndex index = indexing::position_count; index-- > 0;) {
        scores_[index] = solve(indexing::position_at(index), scores_);
    }
}

MoveList Solution::best_moves(const Position& position) const {
    MoveList best;
    if (is_over(position)) return best;
    const Byte score = scores_[dense_index(position)];
    for (const Move& move : generate_moves(position)) {
        if (one_ply_before(scores_[dense_index(apply(position, move))]) == score) {
            best.push_back(move);
        }
    }
    return best;
}

std::vector<Move> Solution::best_line(Position position) const {
    std::vector<Move> line;
    while (!is_over(position)) {
        line.push_back(best_moves(position)[0]);
        position = apply(position, line.back());
    }
    return line;
}

const Solution& solution() {
    static const Solution solved;
    return solved;
}

std::vector<bool> reachable_positions() {
    std::vector<bool> reachable(indexing::position_count);
    reachable[dense_index(start_position())] = true;
    for (indexing::PositionIndex index = 0; index < indexing::position_count; ++index) {
        const Position position = indexing::position_at(index);
        if (!reachable[index] || is_over(position)) continue;
        for (const Move& move : generate_moves(position)) {
            reachable[dense_index(apply(position, move))] = true;
        }
    }
    return reachable;
}

}  // namespace ryg::engine
