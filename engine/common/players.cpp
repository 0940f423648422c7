// Random moves and positions.
#include "engine/common/players.hpp"

#include <algorithm>

namespace ryg::engine {

Move random_move(const Position& position, Random& random) {
    return random.pick(generate_moves(position));
}

Move straight_move(const Position& position, Random& random) {
    const MoveList moves = generate_moves(position);
    const auto forward = std::ranges::count_if(
        moves, [](const Move& move) { return row_of(move.to) < row_of(move.from); });
    if (forward == 0) return random.pick(moves);
    return moves[random.below(static_cast<std::uint32_t>(forward))];  // those come first
}

Position random_position(Random& random) {
    constexpr std::uint32_t most_plies = 40;
    while (true) {
        Position position = start_position();
        auto plies = random.below(most_plies + 1);
        while (plies > 0 && !is_over(position)) {
            position = apply(position, random_move(position, random));
            --plies;
        }
        if (!is_over(position)) return position;
    }
}

}  // namespace ryg::engine
