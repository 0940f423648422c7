// Dark squares by number, the lists of moves byte by byte.
#include "engine/games/perfecto/native/memory.hpp"

#include <cstring>

namespace ryg::engine::perfecto {

PositionBytes position_bytes(const Position& position) {
    const auto cats = squares_of(position.cats);
    const auto mouse = static_cast<Byte>(dark_index(position.mouse));
    const Byte side = position.side == Side::cats ? 1 : 0;
    return {cats[0], cats[1], cats[2], cats[3], mouse, side};
}

std::optional<Position> position_in(std::span<const Byte, 6> bytes) {
    const auto square = [&](std::size_t at) { return dark_square(bytes[at] & 0x1f); };
    Position position{0, square(4), bytes[5] == 0 ? Side::mouse : Side::cats};
    for (std::size_t cat = 0; cat < 4; ++cat) position.cats |= dark_bit(square(cat));
    return is_well_formed(position) ? std::optional(position) : std::nullopt;
}

ThoughtBytes::ThoughtBytes(const Thought& thought)
    : count(static_cast<Byte>(thought.moves.size())),
      costs(thought.costs),
      best(static_cast<Byte>(thought.best)) {
    for (std::size_t i = 0; i < count; ++i) {
        from[i] = static_cast<Byte>(dark_index(thought.moves[i].from));
        to[i] = static_cast<Byte>(dark_index(thought.moves[i].to));
    }
}

ThoughtBytes::ThoughtBytes(std::span<const Byte, 26> bytes) {
    std::memcpy(this, bytes.data(), bytes.size());
}

}  // namespace ryg::engine::perfecto
