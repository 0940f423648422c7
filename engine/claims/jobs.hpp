// The jobs of a game, built from its door.
#pragma once

#include "engine/claims/door.hpp"

namespace ryg::claims {

/// Jobs share ownership of their door.
using SharedDoor = std::shared_ptr<const AnyDoor>;

[[nodiscard]] Task search_of(const SharedDoor& door);
[[nodiscard]] Task bench_of(const SharedDoor& door);
[[nodiscard]] Perft perft_of(const SharedDoor& door);
[[nodiscard]] Debug debug_of(const SharedDoor& door);
[[nodiscard]] Contest contest_of(const SharedDoor& door);

// --- shared by jobs ------------------------------------------------------------------------------

/// The option `position`. If the door describes the notation, the help also states the default.
[[nodiscard]] work::Option position_option(const AnyDoor& door, bool shows_start = false);
[[nodiscard]] work::Option depth_option(const AnyDoor& door, std::string_view of, int usual);
[[nodiscard]] work::Option engine_option(std::string fallback);
/// The program and the values of an order, at the default depth.
[[nodiscard]] Setting setting_of(const AnyDoor& door, const Order& order);
/// A program that is ready to search. Throws EngineFault if it cannot be prepared.
[[nodiscard]] Host prepared(const AnyDoor& door, const c64::Image& image, const Setting& setting,
                            const Order& order, std::uint64_t seed = 1, bool in_noise = false);
/// Whether the game's positions are those of the board game of engine/common.
[[nodiscard]] bool is_on_board(const AnyDoor& door);

}  // namespace ryg::claims
