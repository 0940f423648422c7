// Evaluates an engine's choices by walks over the dense index, and plays games against perfect
// play.
#include "engine/strength/strength.hpp"

#include <algorithm>

namespace ryg::engine {

using indexing::dense_index;
using indexing::position_at;
using indexing::position_count;
using indexing::PositionIndex;

std::vector<PositionIndex> won_positions(const Solution& solution, Side side) {
    std::vector<PositionIndex> won;
    for (PositionIndex index = 0; index < position_count; ++index) {
        const auto [winner, plies] = outcome_of(solution.scores()[index]);
        if (winner == side && plies > 0 && indexing::side_at(index) == side) won.push_back(index);
    }
    return won;
}

Share keeping_moves(const Solution& solution, const Position& position) {
    Share keeping;
    for (const Move& move : generate_moves(position)) {
        keeping.add(solution[apply(position, move)].winner == position.side);
    }
    return keeping;
}

std::vector<bool> wins_against_all(Side side, const ChosenMoves& choices) {
    std::vector<bool> wins(position_count);
    for (PositionIndex index = position_count; index-- > 0;) {
        const Position position = position_at(index);
        if (const auto winner_by_rule = winner(position)) {
            wins[index] = *winner_by_rule == side;
            continue;
        }
        const MoveList moves = generate_moves(position);
        const auto leads_to_win = [&](const Move& move) {
            return wins[dense_index(apply(position, move))];
        };
        if (position.side != side) {
            wins[index] = std::all_of(moves.begin(), moves.end(), leads_to_win);
        } else if (choices[index] != no_choice) {
            wins[index] = leads_to_win(moves[choices[index]]);
        }
    }
    return wins;
}

PlayedGame play_game(Contestant& contestant, Side side, const Position& start, Opponent opponent,
                     const Solution& solution, Random& random) {
    contestant.begin(start);
    PlayedGame game;
    for (Position position = start; !is_over(position);) {
        std::optional<Move> move;
        if (position.side == side) {
            move = contestant.choose().move;
            if (!move) return game;
        } else {
            const MoveList moves = opponent == Opponent::perfect ? solution.best_moves(position)
                                                                 : generate_moves(position);
            move = random.pick(moves);
        }
        position = apply(position, *move);
        game.moves.push_back(*move);
        if (solution[position].winner != side) return game;  // the win is lost
        contestant.play(*move);
    }
    game.won = true;
    return game;
}

}  // namespace ryg::engine
