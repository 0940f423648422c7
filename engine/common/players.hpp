// Players: engines that choose moves, and random choices from a seed, the same on every host.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/common/moves.hpp"

namespace ryg::engine {

/// The generator splitmix64. The standard library's distributions differ between implementations;
/// a seed in a report must give the same games on every machine.
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
    /// One of a list that is not empty.
    template <class List>
    constexpr auto pick(const List& list) {
        return list[below(static_cast<std::uint32_t>(list.size()))];
    }

  private:
    std::uint64_t state_;
};

/// A move of the position, all equally likely.
[[nodiscard]] Move random_move(const Position& position, Random& random);
/// A random move of the mouse, forward if possible.
[[nodiscard]] Move straight_move(const Position& position, Random& random);

/// An unfinished position with either side to move, after a random number of random plies from the
/// start.
[[nodiscard]] Position random_position(Random& random);

/// An engine's reply; no move if it finds none.
struct Choice {
    std::optional<Move> move;
    bool full_depth = true;    ///< false if memory did not suffice for the requested depth
    std::uint64_t cycles = 0;  ///< 6502 cycles; 0: it did not search
};

/// Plays whole games: it is told all moves, and chooses its own.
class Contestant {
  public:
    virtual ~Contestant() = default;
    /// Begins a game at this position and forgets the one before.
    virtual void begin(const Position& position) = 0;
    /// Plays a legal move of either side.
    virtual void play(Move move) = 0;
    /// Chooses a move for the side to move.
    [[nodiscard]] virtual Choice choose() = 0;
};

}  // namespace ryg::engine
