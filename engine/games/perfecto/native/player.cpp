// One look into the table for each move of the cats, or for each two of their moves.
#include "engine/games/perfecto/native/player.hpp"

#include <algorithm>

namespace ryg::engine::perfecto {
namespace {

/// Calls `visit(from, to, cats after it)` for each move of these cats alone.
template <class Visit>
void for_each_step(DarkSet cats, Visit visit) {
    for (DarkSet rest = cats; rest != 0;) {
        const Square from = take_first(rest);
        for (DarkSet to = forward_of(dark_bit(from)) & ~cats; to != 0;) {
            const Square square = take_first(to);
            visit(from, square, cats ^ dark_bit(from) ^ dark_bit(square));
        }
    }
}

}  // namespace

Safe safe_from_all(DarkSet cats, const Table& table) {
    Safe safe = even_rows(~cats);
    for_each_step(cats, [&](Square, Square, DarkSet moved) { safe &= table[moved]; });
    return safe;
}

Move mouse_move(int mouse, const Position& position, bool varies, Random& random) {
    if (mouse == 0) return random_move(position, random);
    if (mouse == 1) return straight_move(position, random);
    const bool is_drawn = varies && random.below(8) == 0;
    return is_drawn ? random_move(position, random) : *think(position, table()).move();
}

std::array<Byte, 4> squares_of(DarkSet cats) {
    std::array<Byte, 4> squares{};
    for (Byte& square : squares) square = static_cast<Byte>(dark_index(take_first(cats)));
    return squares;
}

Thought think(const Position& position, const Table& table) {
    Thought thought;
    if (mouse_on_goal(position)) return thought;
    const bool cats_move = position.side == Side::cats;
    const DarkSet near = neighbours_of(dark_bit(position.mouse));
    std::array<Square, 4> squares{position.mouse};
    if (!cats_move) {
        thought.moves = generate_moves(position);
        std::ranges::transform(thought.moves, squares.begin(), &Move::to);
    }
    const auto asked = std::span(squares).first(cats_move ? 1 : thought.moves.size());
    if (asked.empty()) return thought;
    const bool even = in_even_row(asked[0]);
    for_each_step(position.cats, [&](Square from, Square to, DarkSet moved) {
        const Safe safe = even ? table[moved] : safe_from_all(moved, table);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (asked[i] == to) continue;  // no cat can go where the mouse is
            const int answers = std::popcount(static_cast<unsigned>(asked_of(asked[i]) & safe));
            if (!cats_move) {
                if (answers == 0) thought.costs[i] = static_cast<Byte>(thought.costs[i] + 2);
                continue;
            }
            const int away = (near & dark_bit(to)) == 0 ? 1 : 0;
            thought.costs[thought.moves.size()] = static_cast<Byte>(2 * answers + away);
            thought.moves.push_back({from, to});
        }
    });
    for (std::size_t i = 1; i < thought.moves.size(); ++i) {
        const Byte cost = thought.costs[i], least = thought.costs[thought.best];
        if (cost < least || (cost == least && !thought.wins(i))) thought.best = i;
    }
    return thought;
}

}  // namespace ryg::engine::perfecto
