// A way for the cats to win from the start that needs few positions, and the book made of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ryg/engine/common/solution.hpp"

namespace ryg::engine::perfecto {

/// What the cats answer where they are to move.
struct Reply {
    Position position{};
    Move move{};
};
/// For every position that the mouse can bring about against it, in the order of dense indices.
using Strategy = std::vector<Reply>;

/// How long to look for a small one, and with which random numbers. The defaults are those of the
/// seeds tried that led to the smallest.
struct StrategySearch {
    std::uint64_t seed = 11;
    int steps = 150'000;
};

/// Changes one reply after another to any that wins, and goes back if that leads to more positions
/// by too many: by how many at most is drawn, and falls to none (simulated annealing). The same on
/// every machine. Time: some 0.3 s.
[[nodiscard]] Strategy find_strategy(const Solution& solution, const StrategySearch& search = {});

/// A strategy as the program carries it. The key of a set of cats is the sum of the weights of
/// their squares, modulo 256; no two sets of the strategy have the same.
///
///     key, size, then a byte for each square of the mouse      a set: `size` bytes in all
///     0, 0                                                     the end
///
/// Of such a byte bits 7 to 3 are the mouse's square, bits 2 and 1 the cat in ascending order, and
/// bit 0 is set if it steps to the right.
struct Book {
    std::array<Byte, 32> weights{};
    std::vector<Byte> bytes;

    /// Throws std::invalid_argument if it finds no weights: of more than some 80 sets.
    explicit Book(const Strategy& strategy);

    /// Read as the program reads it: what comes of a position that it does not have is any move or
    /// none.
    [[nodiscard]] std::optional<Move> operator[](const Position& position) const;
};

}  // namespace ryg::engine::perfecto
