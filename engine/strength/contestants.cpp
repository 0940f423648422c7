// The engines' answers in one geometry, and a game between one of them and perfect play.
#include "engine/strength/contestants.hpp"

#include <algorithm>

namespace ryg::engine {
namespace {

/// Cat 1 is the one that stands furthest to the left as geometry B draws the board.
ryg3::Board numbered_from_left(const Position& position) {
    ryg3::Board board = ryg3::board_from(position);
    std::sort(board.squares.begin() + 1, board.squares.end(), [](Square one, Square other) {
        return std::pair(column_of(one), one) < std::pair(column_of(other), other);
    });
    return board;
}

}  // namespace

Choice RygContestant::choose() {
    const SearchResult result = search(position_, options_);
    return {result.move, result.depth_used == options_.depth};
}

void Ryg3Contestant::begin(const Position& position) {
    board_ = numbered_from_left(position);
    thinker_.tables = {};
}

Choice Ryg3Contestant::choose() {
    const auto best = thinker_.think(board_, depth_).back().best;
    if (!best) return {};
    return {ryg3::mirrored(*best)};
}

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
