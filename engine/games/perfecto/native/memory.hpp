// Where PERFECTO keeps positions and moves in its memory.
#pragma once

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

/// What `think` leaves: the moves, and which of them is the best.
struct ThoughtBytes {
    Byte count = 0, best = 0;
    std::array<Byte, 8> from{}, to{}, costs{};  ///< of `count` moves

    explicit ThoughtBytes(const Thought& thought);
    /// Calls `visit(label, bytes)` for each variable, in the order in which the program makes them.
    template <class Visit>
    void for_each(Visit visit) const {
        visit("numMoves", std::span(&count, 1));
        visit("moveFrom", std::span(from).first(count));
        visit("moveTo", std::span(to).first(count));
        visit("moveCost", std::span(costs).first(count));
        visit("best", std::span(&best, 1));
    }
};

}  // namespace ryg::engine::perfecto
