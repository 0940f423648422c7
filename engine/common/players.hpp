// Opponents for the C64's cats, and positions to try: all decided by a seed, the same everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/common/moves.hpp"

namespace ryg::engine {

/// splitmix64. Our own because the standard's distributions differ between libraries, and a seed
/// in a report must mean the same games on every machine.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
        z = (z ^ z >> 27) * 0x94d049bb133111ebU;
        return z ^ z >> 31;
    }
    /// 0 .. count - 1; count is at least 1. The bias is below count / 2^32.
    constexpr std::uint32_t below(std::uint32_t count) {
        return static_cast<std::uint32_t>((next() >> 32) * count >> 32);
    }

  private:
    std::uint64_t state_;
};

enum class MouseKind : std::uint8_t { random, straight, deep };

inline constexpr std::array all_mouse_kinds{MouseKind::random, MouseKind::straight,
                                            MouseKind::deep};

[[nodiscard]] std::string_view name_of(MouseKind kind);

/// A mouse that plays by itself: at random, straight for the goal (a step forward whenever there
/// is one), or by a search `deep_mouse_depth` plies deep, which is more than the C64 has memory
/// for. Among equals the seed decides, so that one kind plays many different games.
class MousePlayer {
  public:
    explicit MousePlayer(MouseKind kind, std::uint64_t seed = 0) : kind_(kind), random_(seed) {}

    [[nodiscard]] MouseKind kind() const { return kind_; }

    /// A legal move. It must be the mouse's turn and the game must not be over, else
    /// std::invalid_argument.
    [[nodiscard]] Move choose(const Position& position);

  private:
    MouseKind kind_;
    Random random_;
};

inline constexpr int deep_mouse_depth = 7;

/// The mouse's best move by alpha-beta to `depth` plies, the rules' ends of the game included: a
/// win as soon as possible, else a loss as late as possible, else the highest evaluation (version
/// 16's); among equals the first in the order of moves.
/// Throws std::invalid_argument as `MousePlayer::choose` does, and if `depth` is below 1.
[[nodiscard]] Move strong_mouse_move(const Position& position, int depth);

/// A position that play from the start can reach, not finished, either side to move: a random
/// number of random plies from the start.
[[nodiscard]] Position random_position(Random& random);

}  // namespace ryg::engine
