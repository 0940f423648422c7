// Boards to try the finders on: random ones from a seed, and ones made for the weak places.
#pragma once

#include <string>

#include "engine/common/players.hpp"
#include "engine/games/hints/native/board.hpp"

namespace ryg::engine::hints {

/// Every cell a stone, each kind as likely as any other.
[[nodiscard]] Board random_board(Random& random, int rows, int columns, int kinds);

/// The same for a size like `8x8`: rows and columns. Throws BoardError.
[[nodiscard]] Board random_board(Random& random, std::string_view size, int kinds);

/// A random board of a sort that is also drawn: all kinds alike; one kind far more frequent; some
/// cells empty, from few to most; few kinds, so that runs lie there already.
[[nodiscard]] Board varied_board(Random& random, int rows, int columns);

struct SampleBoard {
    std::string name;
    Board board;
};

/// Boards made to be difficult, for each of many sizes up to 64 columns and past the 64 rows of a
/// column's mask: nothing on them, all equal, checkerboards, stripes, diagonals, runs in place
/// already; and a board without hints with one pattern laid on it, wherever that fits: at the
/// borders and corners of 8 x 8, and across the seams of a tall board.
[[nodiscard]] std::vector<SampleBoard> adversarial_boards();

}  // namespace ryg::engine::hints
