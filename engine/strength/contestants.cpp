// Plays a game until it is clear who wins.
#include "engine/strength/contestants.hpp"

namespace ryg::engine {
Game play_game(Contestant& contestant, Side side, const Position& start, Opponent opponent,
               const Solution& solution, Random& random) {
    contestant.begin(start);
    Game game;
    for (Position position = start; !is_over(position);) {
        std::optional<Move> move;
        if (position.side == side) {
            move = contestant.choose().move;
            if (!move) return game;
        } else {
            const MoveList moves = opponent == Opponent::perfect ? solution.best_moves(position)
                                                                 : generate_moves(position);
            move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        }
        position = apply(position, *move);
        game.moves.push_back(*move);
        if (solution[position].winner != side) return game;  // the opponent sees to the rest
        contestant.play(*move);
    }
    game.won = true;
    return game;
}

}  // namespace ryg::engine
