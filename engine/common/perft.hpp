// Perft: counts the lines of play of a given length, the classic test of move generators.
#pragma once

#include <cstdint>

#include "engine/common/moves.hpp"

namespace ryg::engine {

/// The number of lines of exactly `depth` plies. A finished game has no children, so a line that
/// ends earlier is not counted.
///
///     depth   1   2   3    4     5     6      7       8
///     start   2  14  56  344  1032  6264  23387  141427
///
/// Throws std::invalid_argument if `depth` is negative.
/// Time: 600 to 1100 million leaves a second from the start (one core, 3.8 GHz), since the last ply
/// is counted, not played.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace ryg::engine
