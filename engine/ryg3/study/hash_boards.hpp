// Boards to try a hash on: all that there are, or those of games.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/common/players.hpp"
#include "engine/ryg3/native/board.hpp"

namespace ryg::crosscheck {

/// What a hash is tried on. Neighbours in the order of enumeration or of play differ by one piece,
/// and so do their hashes by one of few bytes: no test of random numbers holds for them. Distinct
/// boards in random order are another matter: the hashes of two different boards are independent
/// if the tables are random, so counts have the mean and variance of independent draws.
struct HashBoards {
    std::vector<engine::ryg3::Board> distinct;  ///< each board once, in random order
    std::size_t sample = 0;                     ///< so many of them go into the tables
    std::vector<engine::ryg3::Board> met;       ///< in the order met, with side and repeats

    [[nodiscard]] std::span<const engine::ryg3::Board> sampled() const {
        return std::span(distinct).first(sample);
    }
    bool operator==(const HashBoards&) const = default;
};

/// 32 slots' worth of writes for each of the 256: of all boards less than a hundredth, so that
/// hardly any four of them differ by the same pieces on the same squares, crosswise.
inline constexpr std::size_t usual_sample = 8192;

/// The cats numbered by ascending square, the mouse anywhere beside them: 32 * C(31, 4) boards. The
/// side to move is not hashed, so it is left out. `met` is the sample.
inline constexpr std::size_t all_placements = 1'006'880;
[[nodiscard]] HashBoards all_boards(std::uint64_t order);

/// Every board that play from the start can reach, whoever has to move, each cat with the number
/// that it began with: of the 1,006,880 placements 895,280, in seven numberings each on average.
inline constexpr std::size_t all_reachable = 6'266'406;
[[nodiscard]] std::vector<engine::ryg3::Board> reachable_boards();

/// The same to try a hash on, without the side to move. `met` is the sample.
[[nodiscard]] HashBoards reachable_boards_in(std::uint64_t order);

/// Random games from the start, each cat with its number as the program keeps it, until `met` has
/// `count` boards. Both sides move at random; a game ends when one has won.
[[nodiscard]] HashBoards boards_of_games(std::size_t count, std::uint64_t order);

/// The boards of a search or of somebody's own, in the order met.
[[nodiscard]] HashBoards boards_met(std::vector<engine::ryg3::Board> met, std::uint64_t order);

}  // namespace ryg::crosscheck
