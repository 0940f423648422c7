// A game between an engine and perfect play, as the exact solution knows it.
#pragma once

#include <vector>

#include "engine/common/contestant.hpp"
#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"

namespace ryg::engine {

/// How the other side plays while it is losing: `perfect` delays its loss and draws among moves
/// that do so equally well, `wandering` draws among all its moves. Once it can win, it does.
enum class Opponent : std::uint8_t { perfect, wandering };

/// The moves until it was clear who wins: to the end, or to the contestant's move that threw its
/// win away.
struct Game {
    std::vector<Move> moves;
    bool won = false;  ///< by the contestant
};

/// A game from a position that is won for `side`, whose moves the contestant makes.
[[nodiscard]] Game play_game(Contestant& contestant, Side side, const Position& start,
                             Opponent opponent, const Solution& solution, Random& random);

}  // namespace ryg::engine
