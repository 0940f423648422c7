// What the programs of this folder show, as text: the board and the moves of the C64.
#pragma once

#include <optional>
#include <string>

#include "ryg/engine/common/moves.hpp"

namespace ryg::engine::perfecto {

/// The board as it should be on the screen.
[[nodiscard]] std::string board_text(const Position& position);

/// The last move that the screen says the C64 has made.
[[nodiscard]] std::optional<Move> move_on(const std::string& screen);

/// A move as somebody types it, with RETURN.
[[nodiscard]] std::string typed(Move move);

/// What the screen says at the end.
inline constexpr std::string_view cats_have_won = "*** THE CATS HAVE WON ***";

}  // namespace ryg::engine::perfecto
