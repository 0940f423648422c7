// Random moves and positions.
#include "engine/common/players.hpp"

namespace ryg::engine {

Move random_move(const Position& position, Random& random) {
    return random.pick(generate_moves(position));
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
