// The positions that are compared: random, reachable, all, or those of a file.
#pragma once

#include <map>

#include "engine/claims/door.hpp"
#include "engine/common/indexing/positions.hpp"

namespace ryg::claims {

/// The lines of a file of positions by line number, except empty ones and those that begin with
/// `#`. Throws std::invalid_argument.
[[nodiscard]] std::map<unsigned, std::string> positions_in(const std::string& path);

/// Throws std::invalid_argument with the game's name and `why`.
[[noreturn]] void refuse(std::string_view game, std::string_view why);

/// A program that is ready to search. Throws EngineFault if it cannot be prepared.
[[nodiscard]] Host prepared(const AnyDoor& door, const c64::Image& image, const Setting& setting,
                            const Order& order, std::uint64_t seed = 1, bool in_noise = false);
/// A random position: of `draw`, or an unfinished one of a random game.
[[nodiscard]] AnyPosition drawn_position(const AnyDoor& door, const Host& host, std::uint64_t index,
                                         engine::Random& random);
/// The positions of a set or a file.
[[nodiscard]] Numbered<AnyPosition> positions_of(const AnyDoor& door, const std::string& set);

template <class P>
Numbered<P> listed(std::vector<P> positions) {
    const auto count = positions.size();
    return {count,
            [list = std::make_shared<const std::vector<P>>(std::move(positions))](
                std::uint64_t number) { return list->at(static_cast<std::size_t>(number)); }};
}

/// All positions of the board game of engine/common.
template <class P>
Numbered<P> all_positions(P (*from)(const engine::Position&) = [](const engine::Position& one) {
    return P{one};
}) {
    return {engine::indexing::position_count, [from](std::uint64_t number) {
                return from(engine::indexing::position_at(
                    static_cast<engine::indexing::PositionIndex>(number)));
            }};
}

}  // namespace ryg::claims
