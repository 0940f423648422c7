// The positions that are compared: random, reachable, all, or those of a file.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_set>

#include "engine/claims/door.hpp"
#include "engine/common/indexing/positions.hpp"

namespace ryg::claims {

/// The lines of a file of positions by line number, except empty ones and those that begin with
/// `#`. Throws std::invalid_argument.
[[nodiscard]] std::map<unsigned, std::string> positions_in(const std::string& path);

/// Throws std::invalid_argument with the game's name and `why`.
[[noreturn]] void refuse(std::string_view game, std::string_view why);

/// A random unfinished position of a random game.
template <class P>
P random_position(const Door<P>& door, engine::Random& random) {
    constexpr std::size_t longest_game = 100'000;  // plies
    std::vector<P> met;
    P position = door.start;
    for (auto moves = door.moves(position); !moves.empty(); moves = door.moves(position)) {
        met.push_back(position);
        position = random.pick(moves).second;
        if (met.size() > longest_game) refuse(door.name, "random games have to end");
    }
    if (met.empty()) refuse(door.name, "there is no move in `start`");
    const std::size_t first = std::min<std::size_t>(door.opening, met.size() - 1);
    return random.pick(std::span<const P>(met).subspan(first));
}

template <class P>
P drawn_position(const Door<P>& door, const Host& host, std::uint64_t index,
                 engine::Random& random) {
    return door.draw != nullptr ? door.draw(host, index, random) : random_position(door, random);
}

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

/// The positions reachable from `start`, each once, late ones first: their trees are the smallest,
/// and their differences the easiest to understand.
/// Memory: keeps all positions and their texts, so a few million at most.
template <class P>
Numbered<P> reachable_from(const Door<P>& door) {
    std::vector<P> all{door.start};
    std::unordered_set<std::string> met{door.write(door.start)};
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (auto& [move, next] : door.moves(P(all[at]))) {
            if (met.insert(door.write(next)).second) all.push_back(std::move(next));
        }
    }
    std::ranges::reverse(all);
    return listed(std::move(all));
}

template <class P>
Numbered<P> positions_of(const Door<P>& door, const std::string& set) {
    if (std::ranges::find(door.sets, set) != door.sets.end()) {
        return door.all != nullptr ? door.all(set) : reachable_from(door);
    }
    std::vector<P> positions;
    for (const auto& [number, line] : positions_in(set)) {
        try {
            positions.push_back(door.read(line));
        } catch (const std::exception& error) {
            throw std::invalid_argument(fmt::format("{}:{}: {}", set, number, error.what()));
        }
    }
    return listed(std::move(positions));
}

}  // namespace ryg::claims
