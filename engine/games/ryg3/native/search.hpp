// The second engine's search: alpha-beta with hash tables, as versions 07 to 11 make it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/ryg3/native/hash_tables.hpp"

namespace ryg::engine::ryg3 {

inline constexpr int least_depth = 1;
inline constexpr int greatest_depth = 20;

/// How often a move was the best of a node, weighted by the depth below it; bytes that stop at
/// 255. Index: 64 * start + dest.
using History = std::array<Byte, std::size_t{64} * 64>;

/// What happened in a search so far. No version counts these itself.
struct SearchCounts {
    std::uint64_t leaves = 0;  ///< boards valued
    std::uint64_t cut_offs = 0;
    std::uint64_t found = 0, empty = 0, other_lock = 0;  ///< look-ups, one before moves are sorted
    std::uint64_t hash_moves = 0;                        ///< found moves that exist on the board

    bool operator==(const SearchCounts&) const = default;
};

/// What the 6502 shows after each iteration, and what can be read in its memory then.
struct Iteration {
    int depth = 0;
    std::uint32_t nodes = 0;       ///< interior ones, of all iterations so far
    Byte score = 0;                ///< the higher the better for the mouse
    std::optional<Ryg3Move> best;  ///< empty if no move was good enough, or none exists
    std::vector<Ryg3Move> line;    ///< the principal variation, as far as the hash tables know it
    HashTables tables;
    SearchCounts counts;
};

/// Progress and cancellation of a search.
struct SearchWatch {
    const std::atomic<bool>* stop = nullptr;    ///< looked at in each node
    std::function<void(int depth)> iterated{};  ///< called after each iteration
};

/// A player of one version: its random tables, and the hash tables that it keeps from one search to
/// the next, and from one game to the next.
struct Thinker {
    Ryg3Version version = Ryg3Version::v11;
    RandomTables random;
    HashTables tables{};
    History history{};  ///< history of the last search; all zero before version 11
    /// Length of the list of moves, which all plies share. A node for which fewer than 8 places
    /// are left is counted, but has no moves and is worth its evaluation.
    std::size_t move_places = 100;

    /// Searches for the side to move. From version 08 one iteration for each depth up to `depth`,
    /// before that only one. Throws std::invalid_argument for a depth out of 1..20 or a version
    /// that does not search. Appends the boards of interior nodes to `visited`, one for each that
    /// `nodes` counts. An iteration that is stopped leaves its traces in the tables, but is not
    /// among those returned.
    std::vector<Iteration> think(const Board& board, int depth,
                                 std::vector<Board>* visited = nullptr,
                                 const SearchWatch& watch = {});
    /// One node and all below it, with the tables and the history as they are.
    Iteration search(const Board& board, int depth, Byte alpha, Byte beta);
};

/// The best moves from a board on as the hash tables have them, at most `depth` of them. A slot may
/// have been taken by another board of the same hash and lock: a move that the board does not have
/// also ends the line.
[[nodiscard]] std::vector<Ryg3Move> line_in(const HashTables& tables, HashedBoard board, int depth);

/// What the program prints of an iteration: `05:0000010E,19 E1F2 D8C7`, depth, nodes and score in
/// hex; from version 10 `...` after a line that is shorter than the search.
[[nodiscard]] std::string shown_line(Ryg3Version version, const Iteration& iteration);

}  // namespace ryg::engine::ryg3
