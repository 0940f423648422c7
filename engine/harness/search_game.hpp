// A game whose program searches one position by one routine: a few functions make all its jobs.
//
//     const harness::Game& oxo_game() {
//         static const harness::Game game = harness::game_of({.name = "oxo", ...});
//         return game;
//     }
#pragma once

#include "engine/harness/game.hpp"

namespace ryg::harness {

/// A move, and the position after it, both as text.
using MoveTo = std::pair<std::string, std::string>;
/// What the program leaves behind: a number at a label, the lowest of its bytes first.
struct Result {
    std::string_view label;
    unsigned bytes = 1;
};
using Numbers = std::vector<std::uint64_t>;

/// Positions by number: what a campaign goes through.
struct Pieces {
    std::uint64_t count = 0;
    std::function<std::string(std::uint64_t number)> position;
};

/// Where the tree of a recursive search can be seen.
struct TreeLabels {
    std::string_view enter, leave;   ///< passed at the beginning and at the end of each node
    std::string_view ply;            ///< a byte: moves made since the root
    std::string_view moves, values;  ///< by ply: the move that is tried there, the node's value
};

using Moves = std::function<std::vector<MoveTo>(const std::string& position)>;

/// Positions are texts in the game's own notation.
struct SearchGame {
    std::string_view name;
    Programs programs;        ///< the first one searches
    std::string start;        ///< the position of a new game
    unsigned opening = 0;     ///< plies of a game before positions are searched by verify and bench
    std::string_view search;  ///< the routine that is called
    std::vector<Result> results;
    /// Puts a position into the program's memory. Throws std::invalid_argument for other text.
    std::function<void(Host&, const std::string& position)> put;
    /// What the results should be, as many numbers.
    std::function<Numbers(const std::string& position)> native;
    /// The legal moves; none in a finished game, and each game has to end.
    Moves moves;
    TreeLabels tree{};                 ///< without them there is nothing to debug
    std::function<Pieces()> pieces{};  ///< without it there is no campaign
    const contracts::Suite& (*contracts)() = nullptr;
};

/// The positions that play can reach from `start`, each once, the latest of games first: their
/// trees are the smallest, and what differs there is the easiest to understand.
/// Memory: a text is kept for each, so a few million at most.
[[nodiscard]] Pieces reachable_from(const std::string& start, const Moves& moves);

/// The same with verify, search, perft, bench, play, debug and campaign.
[[nodiscard]] Game game_of(SearchGame game);

}  // namespace ryg::harness
