// Where PERFECTO keeps positions and moves in its memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "engine/games/perfecto/native/player.hpp"

namespace ryg::engine::perfecto {

/// From `cats` on: the cats, the mouse, 1 if it is the cats' turn.
using PositionBytes = std::array<Byte, 6>;
[[nodiscard]] PositionBytes position_bytes(const Position& position);
/// Nothing if the bytes are no position.
[[nodiscard]] std::optional<Position> position_in(std::span<const Byte, 6> bytes);

/// What `think` leaves from `numMoves` on, as it lies there: the moves, and which of them is the best.
struct ThoughtBytes {
    Byte count = 0;
    std::array<Byte, 8> from{}, to{}, costs{};  ///< moves and their costs, `count` of them
    Byte best = 0;

    ThoughtBytes() = default;
    explicit ThoughtBytes(const Thought& thought);
    explicit ThoughtBytes(std::span<const Byte, 26> bytes);
    /// Calls `visit(label, offset, bytes)` for each variable, in the order in which the program makes
    /// them.
    template <class Visit>
    void for_each(Visit visit) const {
        visit("numMoves", offsetof(ThoughtBytes, count), std::span(&count, 1));
        visit("moveFrom", offsetof(ThoughtBytes, from), std::span(from).first(count));
        visit("moveTo", offsetof(ThoughtBytes, to), std::span(to).first(count));
        visit("moveCost", offsetof(ThoughtBytes, costs), std::span(costs).first(count));
        visit("best", offsetof(ThoughtBytes, best), std::span(&best, 1));
    }
};
static_assert(sizeof(ThoughtBytes) == 26);

}  // namespace ryg::engine::perfecto
