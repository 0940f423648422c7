// Builds a game and its jobs from a door.
#pragma once

#include "emu/threads.hpp"
#include "engine/claims/inputs.hpp"
#include "engine/claims/jobs.hpp"
#include "engine/claims/worker.hpp"

namespace ryg::claims {

using MakeWork = std::function<work::Work(const WorkMaker&, const WorkOrder&)>;

/// The game of a door; `work` makes its work items. Throws std::invalid_argument if the door lacks
/// something required.
[[nodiscard]] Game game_of(const SharedDoor& door, MakeWork work);

/// States the search of the position in a host's memory by the reference of its routine. Throws
/// std::invalid_argument if the suite has none.
[[nodiscard]] std::function<void(const Host&, Native position, Expected&)> reference_search(
    const Suite& suite, const Setting& setting, std::string_view routine);

/// The kind whose values are positions of type P, or nullptr.
template <class P>
const InputKind* position_kind(const Suite& suite) {
    for (const Kind& kind : suite.kinds) {
        if (kind.is_only_declared() && std::any_cast<P>(&kind.input.start) != nullptr) {
            return &kind.input;
        }
    }
    return nullptr;
}

/// Fills in members that follow from the door's suite; the door must outlive the result.
template <class P>
void complete(Door<P>& door) {
    const bool lacks = !door.put || (door.winner != nullptr && !door.get);
    const InputKind* const kind =
        lacks && door.contracts != nullptr ? position_kind<P>(door.contracts()) : nullptr;
    if (kind != nullptr) {
        if (!door.put) {
            door.put = [kind](Host& host, const P& position, const Setting&) {
                put_input(host, *kind, position);
            };
        }
        if (!door.get) {
            door.get = [kind](const c64::Machine& machine,
                              const c64::Labels& labels) -> std::optional<P> {
                const Native found = input_in(machine, labels, *kind);
                if (const P* const position = std::any_cast<P>(&found)) return *position;
                return std::nullopt;
            };
        }
    }
    if (!door.twin && door.contracts != nullptr && door.put && door.routines != nullptr) {
        door.twin = [&door](const Host& host, const Setting& setting) -> Twin<P> {
            const std::string_view routine = door.routines(setting).at(0);
            return [&door, setting, machine = host,
                    state = reference_search(door.contracts(), setting, routine)](
                       const P& position, Expected& expected) mutable {
                door.put(machine, position, setting);
                state(machine, position, expected);
            };
        };
    }
    if (!door.single_threaded || !door.twin) return;
    door.twin = [make = door.twin, mutex = std::make_shared<emu::Mutex>()](
                    const Host& host, const Setting& setting) -> Twin<P> {
        const emu::Guard lock(*mutex);
        return [twin = make(host, setting), mutex](const P& position, Expected& expected) {
            const emu::Guard one_at_a_time(*mutex);
            twin(position, expected);
        };
    };
}

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
                .sets = door.sets,
                .usual_set = door.usual_set,
                .prepare = door.prepare,
                .stage = door.stage,
                .owns = door.owns,
                .until = door.until,
                .restores = door.restores,
                .answer = erased<P>(door.answer),
                .show = erased<P>(door.show),
                .usual_program = door.usual_program,
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
    for (const WorkKind<P>& kind : door.kinds) {
        any.kinds.push_back({kind.name, kind.help, kind.usual, kind.fewer, nullptr, kind.fits,
                             kind.by_depth, kind.late});
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
Game make(Door<P> described) {
    const auto whole = std::make_shared<Door<P>>(std::move(described));
    complete(*whole);
    const Door<P>& door = *whole;
    if (door.moves == nullptr && door.draw == nullptr && door.all == nullptr) {
        refuse(door.name, "`moves`, `draw` or `all` is needed");
    }
    return game_of(std::make_shared<const AnyDoor>(any_door(door)),
                   [whole](const WorkMaker& maker, const WorkOrder& order) {
                       return work_of(*whole, maker, order);
                   });
}

}  // namespace ryg::claims
