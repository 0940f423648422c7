// What PERFECTO shows, as text: the board and the moves of the C64.
#pragma once

#include <optional>
#include <string>

#include "engine/harness/player.hpp"

namespace ryg::engine::perfecto {

/// The board as it should be on the screen.
[[nodiscard]] std::string board_text(const Position& position);

/// The last move that the screen says the C64 has made.
[[nodiscard]] std::optional<Move> move_on(const std::string& screen);

/// A move as somebody types it, with RETURN.
[[nodiscard]] std::string typed(Move move);

/// Follows the games of the program, whose labels these are.
void follow(harness::Player& player, const c64::Labels& labels);

/// What the screen says at the end.
inline constexpr std::string_view cats_have_won = "*** THE CATS HAVE WON ***";

}  // namespace ryg::engine::perfecto
