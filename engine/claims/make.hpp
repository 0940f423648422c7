// Builds a game and its jobs from a door.
#pragma once

#include "engine/claims/door.hpp"

namespace ryg::claims {

/// Builds the jobs. Throws std::invalid_argument if the door lacks something required.
[[nodiscard]] Game game_of(AnyDoor door);

/// T with P replaced by AnyPosition.
template <class P, class T>
using Erased = std::conditional_t<std::is_same_v<T, const P&>, const AnyPosition&,
                                  std::conditional_t<std::is_same_v<T, P>, AnyPosition, T>>;

/// A function of a door, for positions of any type; empty if the door lacks it.
template <class P, class Result, class... Args>
std::function<Erased<P, Result>(Erased<P, Args>...)> erased(
    std::function<Result(Args...)> function) {
    if (!function) return nullptr;
    return [function = std::move(function)](Erased<P, Args>... given) -> Erased<P, Result> {
        const auto typed = []<class T>(auto& any) -> T {
            if constexpr (std::is_same_v<T, const P&>)
                return std::any_cast<const P&>(any);
            else
                return static_cast<T>(any);
        };
        return function(typed.template operator()<Args>(given)...);
    };
}

template <class P, class Result, class... Args>
auto erased(Result (*function)(Args...)) {
    return erased<P>(std::function<Result(Args...)>(function));
}

/// The type-erased door, for code that is compiled once for all games.
template <class P>
AnyDoor any_door(const Door<P>& door) {
    AnyDoor any{.name = door.name,
                .programs = door.programs,
                .depths = door.depths,
                .start = door.start,
                .position_help = door.position_help,
                .read = erased<P>(door.read),
                .write = erased<P>(door.write),
                .put = erased<P>(door.put),
                .routines = door.routines,
                .opening = door.opening,
                .draw = erased<P>(door.draw),
                .usual_positions = door.usual_positions,
                .fewer_positions = door.fewer_positions,
                .also = erased<P>(door.also),
                .sets = door.sets,
                .usual_set = door.usual_set,
                .takes = erased<P>(door.takes),
                .judge = erased<P>(door.judge),
                .prepare = door.prepare,
                .stage = door.stage,
                .owns = door.owns,
                .until = door.until,
                .single_threaded = door.single_threaded,
                .restores = door.restores,
                .answer = erased<P>(door.answer),
                .show = erased<P>(door.show),
                .usual_program = door.usual_program,
                .kinds = door.kinds,
                .columns = door.columns,
                .options = door.options,
                .about = door.about,
                .tree = door.tree,
                .tree_in_memory = door.tree_in_memory,
                .path = door.path,
                .is_over = erased<P>(door.is_over),
                .contracts = door.contracts,
                .search = door.search,
                .bench = door.bench,
                .perft = door.perft,
                .play = door.play,
                .winner = erased<P>(door.winner)};
    if (door.get) {
        any.get = [get = door.get](const auto& machine,
                                   const auto& labels) -> std::optional<AnyPosition> {
            if (auto position = get(machine, labels)) return AnyPosition(*std::move(position));
            return std::nullopt;
        };
    }
    if (door.twin) {
        any.twin = [make = door.twin](const Host& host, const Setting& setting) {
            return erased<P>(make(host, setting));
        };
    }
    if (door.moves != nullptr) {
        any.moves = [moves = door.moves](const AnyPosition& position) {
            std::vector<MoveTo<AnyPosition>> all;
            for (auto& [name, next] : moves(std::any_cast<const P&>(position))) {
                all.emplace_back(std::move(name), AnyPosition(std::move(next)));
            }
            return all;
        };
    }
    if (door.bench_set != nullptr) {
        any.bench_set = [make = door.bench_set] {
            const std::vector<P> set = make();
            return std::vector<AnyPosition>(set.begin(), set.end());
        };
    }
    if (door.all != nullptr) {
        any.all = [all = door.all](std::string_view set) -> Numbered<AnyPosition> {
            const Numbered<P> found = all(set);
            return {found.count, found.position};
        };
    }
    if (!door.contest) return any;
    BoardGame<AnyPosition>& game = any.contest.emplace(BoardGame<AnyPosition>{*door.contest});
    if (door.contest->begin != nullptr) game.begin = door.contest->begin;
    game.after = erased<P>(door.contest->after);
    if (door.contest->board != nullptr) {
        game.board = [board = door.contest->board](const AnyPosition& position) {
            return board(std::any_cast<const P&>(position));
        };
    }
    return any;
}

/// The game that a door describes.
template <class P>
Game make(const Door<P>& door) {
    return game_of(any_door(door));
}

}  // namespace ryg::claims
