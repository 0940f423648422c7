// The jobs of a game, built from its door.
#pragma once

#include "engine/claims/door.hpp"
#include "engine/claims/shown.hpp"

namespace ryg::claims {

/// The door of a game without the type of its positions.
using AnyDoor = Door<AnyPosition>;
/// Jobs share ownership of their door.
using SharedDoor = std::shared_ptr<const AnyDoor>;

[[nodiscard]] Task search_of(const SharedDoor& door);
[[nodiscard]] Task bench_of(const SharedDoor& door);
[[nodiscard]] Perft perft_of(const SharedDoor& door);
[[nodiscard]] Debug debug_of(const SharedDoor& door);
[[nodiscard]] Contest contest_of(const SharedDoor& door);
/// A job that plays a program, with its missing parts filled in.
[[nodiscard]] Play play_of(Play job);

// --- shared by jobs ------------------------------------------------------------------------------

/// The option `position`. If the door describes the notation, the help also states the default.
[[nodiscard]] work::Option position_option(const AnyDoor& door, bool shows_start = false);
[[nodiscard]] work::Option depth_option(const AnyDoor& door, std::string_view of, int usual);
[[nodiscard]] work::Option engine_option(std::string fallback);
/// The program and the values of an order, at the default depth.
[[nodiscard]] Setting setting_of(const AnyDoor& door, const Order& order);
/// Whether the game's positions are those of the board game of engine/common.
[[nodiscard]] bool is_on_board(const AnyDoor& door);

}  // namespace ryg::claims
