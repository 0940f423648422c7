// An engine's strength: whether it keeps the wins of the exact solution.
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

/// The share of a position's moves that keep the win for the side to move.
[[nodiscard]] Share keeping_moves(const Solution& solution, const Position& position);

/// An engine's choices by dense index: the move's index in the list of `generate_moves`;
/// `no_choice` where it was not tested or has no move.
using ChosenMoves = std::vector<Byte>;
inline constexpr Byte no_choice = 0xff;

/// Whether `side` wins each position against every defence, if it always makes these choices: tries
/// every reply, not only perfect play. By dense index.
[[nodiscard]] std::vector<bool> wins_against_all(Side side, const ChosenMoves& choices);

/// How the other side plays while it is losing: `perfect` delays its loss, choosing at random among
/// equally good moves, `wandering` chooses at random among all moves. Once it can win, it does.
enum class Opponent : std::uint8_t { perfect, wandering };

/// The moves until the result was decided: to the end, or to the contestant's move that lost its
/// win.
struct PlayedGame {
    std::vector<Move> moves;
    bool won = false;  ///< the contestant has won
};

/// A game from a position that is won for `side`, whose moves the contestant makes.
[[nodiscard]] PlayedGame play_game(Contestant& contestant, Side side, const Position& start,
                                   Opponent opponent, const Solution& solution, Random& random);

}  // namespace ryg::engine
