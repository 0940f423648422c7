// How strong an engine is: whether it keeps the wins that the exact solution knows of.
#pragma once

#include <vector>

#include "engine/common/players.hpp"
#include "engine/common/solution.hpp"

namespace ryg::engine {

/// A number of cases out of a total.
struct Share {
    std::uint64_t count = 0, of = 0;

    void add(bool counts) {
        count += counts ? 1U : 0U;
        ++of;
    }
    [[nodiscard]] double percent() const {
        return of == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(of);
    }
    bool operator==(const Share&) const = default;
};

/// The unfinished positions that `side`, to move, wins; reachable or not, by dense index.
[[nodiscard]] std::vector<indexing::PositionIndex> won_positions(const Solution& solution,
                                                                 Side side);

/// How many of a position's moves keep the win for the side to move, out of all.
[[nodiscard]] Share keeping_moves(const Solution& solution, const Position& position);

/// What an engine chooses, by dense index: the move's place among those that `generate_moves`
/// gives; `no_choice` where it was not asked or has no move.
using ChosenMoves = std::vector<Byte>;
inline constexpr Byte no_choice = 0xff;

/// From which positions `side` wins against every defence, if it always makes these choices: every
/// reply is tried, not only perfect play. By dense index.
[[nodiscard]] std::vector<bool> wins_against_all(Side side, const ChosenMoves& choices);

/// How the other side plays while it is losing: `perfect` delays its loss and draws among moves
/// that do so equally well, `wandering` draws among all its moves. Once it can win, it does.
enum class Opponent : std::uint8_t { perfect, wandering };

/// The moves until it was clear who wins: to the end, or to the contestant's move that threw its
/// win away.
struct Game {
    std::vector<Move> moves;
    bool won = false;  ///< the contestant has won
};

/// A game from a position that is won for `side`, whose moves the contestant makes.
[[nodiscard]] Game play_game(Contestant& contestant, Side side, const Position& start,
                             Opponent opponent, const Solution& solution, Random& random);

}  // namespace ryg::engine
