// Opponents for the C64's cats, decided by a seed.
#pragma once

#include <array>

#include "engine/common/players.hpp"

namespace ryg::engine::ryg1 {

enum class MouseKind : std::uint8_t { random, straight, deep };

inline constexpr std::array all_mouse_kinds{MouseKind::random, MouseKind::straight,
                                            MouseKind::deep};

/// A mouse that plays by itself: at random, straight for the goal (a step forward whenever there
/// is one), or by a search `deep_mouse_depth` plies deep, which is more than the C64 has memory
/// for. Among equals the seed decides, so that one kind plays many different games.
class MousePlayer {
  public:
    explicit MousePlayer(MouseKind kind, std::uint64_t seed = 0) : kind_(kind), random_(seed) {}

    /// A legal move. It must be the mouse's turn and the game must not be over, else
    /// std::invalid_argument.
    [[nodiscard]] Move choose(const Position& position);

  private:
    MouseKind kind_;
    Random random_;
};

/// One of each kind in turn, by the number of the game.
[[nodiscard]] inline MousePlayer mouse_of(std::uint64_t game, std::uint64_t seed) {
    return MousePlayer(all_mouse_kinds.at(game % all_mouse_kinds.size()), seed);
}

inline constexpr int deep_mouse_depth = 7;

/// The mouse's best move by alpha-beta to `depth` plies, the rules' ends of the game included: a
/// win as soon as possible, else a loss as late as possible, else the highest evaluation (version
/// 16's); among equals the first in the order of moves.
/// Throws std::invalid_argument as `MousePlayer::choose` does, and if `depth` is below 1.
[[nodiscard]] Move strong_mouse_move(const Position& position, int depth);

}  // namespace ryg::engine::ryg1
