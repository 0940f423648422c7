// Boards to try a hash on: all boards, or those of a search.
#pragma once

#include <span>
#include <vector>

#include "engine/games/ryg3/native/board.hpp"

namespace ryg::engine::ryg3 {

/// What a hash is tried on. Neighbours in the order of enumeration or of play differ by one piece,
/// so their hashes differ by one of a few bytes: no test of random numbers applies to them.
/// Distinct boards in random order are another matter: the hashes of two different boards are
/// independent if the tables are random, so counts have the mean and variance of independent draws.
struct HashBoards {
    std::vector<Board> distinct;  ///< each board once, in random order
    std::size_t sample = 0;       ///< the first of them, which fill the table
    std::vector<Board> met;       ///< in the order met, with side and repeats

    [[nodiscard]] std::span<const Board> sampled() const {
        return std::span(distinct).first(sample);
    }
};

/// Each of the 256 slots is written 32 times on average. Of all boards this is less than a
/// hundredth, so that hardly any four of them differ by the same pieces on the same squares.
inline constexpr std::size_t usual_sample = 8192;

/// The cats numbered by ascending square, the mouse anywhere else: 32 * C(31, 4) boards. The side
/// to move is not hashed, so left out. `met` is the sample.
inline constexpr std::size_t all_placements = 1'006'880;
[[nodiscard]] HashBoards all_boards();

/// Every board that play from the start can reach, either side to move, each cat with the number
/// that it began with: of the 1,006,880 placements 895,280, in seven numberings each on average.
inline constexpr std::size_t all_reachable = 6'266'406;
[[nodiscard]] std::vector<Board> reachable_boards();

/// The interior nodes of a search by version 09, which does not use its hash table: they are the
/// same whatever the random tables. The sample is smaller if there are fewer different boards.
[[nodiscard]] HashBoards boards_of_search(const Board& board, int depth);

}  // namespace ryg::engine::ryg3
