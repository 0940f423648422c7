// Perfect play out of the table: what each move is worth, and which one the program makes.
#pragma once

#include "engine/common/players.hpp"
#include "engine/games/perfecto/native/table.hpp"

namespace ryg::engine::perfecto {

/// What is known of a position's moves.
struct Thought {
    MoveList moves{};  ///< none if the game is over
    /// By move: two for each answer that then wins for the other side. A move of the cats costs one
    /// more unless it ends next to the mouse, and with the mouse in an even row answers that win
    /// count as one.
    std::array<Byte, 8> costs{};
    /// The cheapest: of moves that win the first, else the last.
    std::size_t best = 0;

    [[nodiscard]] bool wins(std::size_t move) const { return costs[move] < 2; }
    /// Whether the side to move wins, if the game is not over.
    [[nodiscard]] bool wins() const { return wins(best); }
    [[nodiscard]] std::optional<Move> move() const {
        if (moves.empty()) return std::nullopt;
        return moves[best];
    }
};

/// Time: a look into the table for each move of the cats, or with the mouse's next look from an odd
/// row for each two.
[[nodiscard]] Thought think(const Position& position, const Table& table);

/// The opponents of PERFECTO's cats in tests: a mouse that moves at random, one that goes straight
/// ahead, and PERFECTO's own. If `varies`, one in eight of the last one's moves is random, since it
/// would always play the same game.
inline constexpr int mice = 3;
[[nodiscard]] Move mouse_move(int mouse, const Position& position, bool varies, Random& random);

/// The dark squares of four cats by number, as the program keeps them.
[[nodiscard]] std::array<Byte, 4> squares_of(DarkSet cats);

/// The squares of the even rows where a mouse is safe whatever these cats move next: bits as in a
/// mask. The squares of the cats are not safe.
[[nodiscard]] Safe safe_from_all(DarkSet cats, const Table& table);

}  // namespace ryg::engine::perfecto
