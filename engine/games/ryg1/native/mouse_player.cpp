// Mouse players: those of chance, and one by alpha-beta.
#include "engine/games/ryg1/native/mouse_player.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "engine/games/ryg1/native/evaluate.hpp"

namespace ryg::engine::ryg1 {
namespace {

constexpr int win_score = 1000;  // beyond every evaluation

// What a position is worth to the mouse, if that lies between alpha and beta; else a bound.
int alpha_beta(const Position& position, int depth, int ply, int alpha, int beta) {
    if (const auto side = winner(position)) {
        return *side == Side::mouse ? win_score - ply : ply - win_score;
    }
    if (depth == 0) return evaluate(position, Version::v16);
    const bool mouse = position.side == Side::mouse;
    for (const Move& move : generate_moves(position)) {
        const int value = alpha_beta(apply(position, move), depth - 1, ply + 1, alpha, beta);
        if (mouse) {
            alpha = std::max(alpha, value);
        } else {
            beta = std::min(beta, value);
        }
        if (alpha >= beta) break;
    }
    return mouse ? alpha : beta;
}

void check_mouse_to_move(const Position& position) {
    if (position.side != Side::mouse) {
        throw std::invalid_argument("a mouse player was asked for the cats' move");
    }
    if (is_over(position)) {
        throw std::invalid_argument("a mouse player was asked for a move in a finished game");
    }
}

// All moves of the highest value: as many plies as asked for, each with its exact value.
MoveList best_moves(const Position& position, int depth) {
    if (depth < 1) {
        throw std::invalid_argument("a mouse that looks " + std::to_string(depth) +
                                    " plies ahead: use 1 or more");
    }
    MoveList best;
    int highest = -2 * win_score;
    for (const Move& move : generate_moves(position)) {
        // An equal value must come out exact too, so the window stays open one below it.
        const int value =
            alpha_beta(apply(position, move), depth - 1, 1, highest - 1, 2 * win_score);
        if (value < highest) continue;
        if (value > highest) best = {};
        highest = value;
        best.push_back(move);
    }
    return best;
}

Move deep_move(const Position& position, Random& random) {
    return random.pick(best_moves(position, deep_mouse_depth));
}

}  // namespace

Move MousePlayer::choose(const Position& position) {
    check_mouse_to_move(position);
    switch (kind_) {
        case MouseKind::random: return random_move(position, random_);
        case MouseKind::straight: return straight_move(position, random_);
        case MouseKind::deep: break;
    }
    return deep_move(position, random_);
}

Move strong_mouse_move(const Position& position, int depth) {
    check_mouse_to_move(position);
    return best_moves(position, depth)[0];
}

}  // namespace ryg::engine::ryg1
