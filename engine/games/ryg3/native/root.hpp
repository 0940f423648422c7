// What a search of the second engine begins with: a board, and its random tables.
#pragma once

#include <string>

#include "engine/common/players.hpp"
#include "engine/games/ryg3/native/board.hpp"

namespace ryg::engine::ryg3 {

struct Ryg3Root {
    Board board{};
    std::uint64_t tables = 0;  ///< the seed that the random tables are drawn by; 0: the fixed ones
};

/// `1c1c1c1c/8/8/8/8/8/8/4M3 w`, with `, cats d8 b8 f8 h8` where the cats are not numbered upward,
/// and `, tables 17` where the tables are not the fixed ones.
[[nodiscard]] std::string to_text(const Board& board);
[[nodiscard]] std::string to_text(const Ryg3Root& root);
/// Reads that. Throws NotationError.
[[nodiscard]] Ryg3Root root_from(const std::string& text);

/// A board that random play from the start leads to within a number of plies.
[[nodiscard]] Board played_board(Random& random, std::uint32_t most_plies);
/// A board for a game that begins in the middle: the cats numbered from left to right, as at the
/// start, since each is valued on a lane of its own.
[[nodiscard]] Board numbered_from_left(const Position& position);
/// The tables do not depend on the SID.
[[nodiscard]] RandomTables tables_of(const Ryg3Root& root);

}  // namespace ryg::engine::ryg3
