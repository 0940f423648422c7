// The walk that solves the game, and perfect play by its result.
#include "engine/common/solution.hpp"

#include <algorithm>

namespace ryg::engine {
namespace {

using indexing::cats_by_rank;
using indexing::dense_index;
using indexing::set_count;

/// The scores of all positions with the same cats and the same side to move, by the mouse's dark
/// square. Where a cat stands there is the score that whoever moves there would choose last.
using Row = std::array<Byte, 32>;

/// A successor's score seen a ply earlier: every end is one ply further away.
constexpr Byte one_ply_before(Byte score) {
    return static_cast<Byte>(score >= 128 ? score - 1 : score + 1);
}

/// The score of the side to move when it is stuck. No successor is worse for it.
constexpr Byte stuck_mouse = score_of({Side::cats, 0}), stuck_cats = score_of({Side::mouse, 0});

/// A position's score from its best successor's; `best` is `stuck` if there is none.
constexpr Byte score_before(Byte best, Byte stuck) {
    return best == stuck ? stuck : one_ply_before(best);
}

/// Calls `visit` with each move of a cat, wherever the mouse is: the cats' rank after it, and its
/// target.
template <class Visit>
void for_each_cat_move(DarkSet cats, Visit visit) {
    for (DarkSet rest = cats; rest != 0; rest &= rest - 1) {
        const DarkSet from = rest & (0 - rest);
        for (DarkSet targets = forward_of(from) & ~cats; targets != 0; targets &= targets - 1) {
            const DarkSet to = targets & (0 - targets);
            visit(indexing::rank_of<4>(cats ^ from ^ to), to);
        }
    }
}

/// Scores with the cats to move.
Row cats_row(DarkSet cats, std::span<const Row> mouse_rows) {
    Row row;
    row.fill(stuck_cats);
    for_each_cat_move(cats, [&](std::uint32_t after, DarkSet) {
        const Row& next = mouse_rows[after];
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = std::min(row[i], next[i]);
    });
    for (std::size_t i = 0; i < row.size(); ++i) {
        row[i] = (cats >> i & 1) != 0 ? stuck_mouse : score_before(row[i], stuck_cats);
    }
    return row;
}

/// Scores with the mouse to move.
Row mouse_row(DarkSet cats, const Row& after) {
    Row row;
    row.fill(stuck_cats);  // the score on the goal row, too
    for (DarkSet mice = ~(cats | goal_row); mice != 0; mice &= mice - 1) {
        Byte best = stuck_mouse;
        for (DarkSet to = neighbours_of(mice & (0 - mice)); to != 0; to &= to - 1) {
            best = std::max(best, after[static_cast<std::size_t>(std::countr_zero(to))]);
        }
        row[static_cast<std::size_t>(std::countr_zero(mice))] = score_before(best, stuck_mouse);
    }
    return row;
}

}  // namespace

Solution::Solution() : scores_(indexing::position_count) {
    std::vector<Row> mouse_rows(set_count<4>);
    auto score = scores_.end();
    for (std::uint32_t rank = set_count<4>; rank-- > 0;) {
        const DarkSet cats = cats_by_rank[rank];
        const Row last = cats_row(cats, mouse_rows);
        const Row& first = mouse_rows[rank] = mouse_row(cats, last);
        for (const Row* row : {&last, &first}) {
            for (std::size_t i = row->size(); i-- > 0;) {
                if ((cats >> i & 1) == 0) *--score = (*row)[i];
            }
        }
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
    std::vector<bool> reachable;
    reachable.reserve(indexing::position_count);
    std::vector<DarkSet> mice(set_count<4>);  // where the mouse is to move, by the rank of the cats
    mice[0] = dark_bit(start_position().mouse);
    for (std::uint32_t rank = 0; rank < set_count<4>; ++rank) {
        const DarkSet cats = cats_by_rank[rank];
        const DarkSet moved = neighbours_of(mice[rank] & ~goal_row) & ~cats;
        for_each_cat_move(
            cats, [&](std::uint32_t after, DarkSet to) { mice[after] |= moved & ~goal_row & ~to; });
        for (const DarkSet row : {mice[rank], moved}) {
            for (DarkSet free = ~cats; free != 0; free &= free - 1) {
                reachable.push_back((row & free & (0 - free)) != 0);
            }
        }
    }
    return reachable;
}

}  // namespace ryg::engine
