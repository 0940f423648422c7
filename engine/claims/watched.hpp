// A search in a debugger: called by a few bytes in the tape buffer, and run up to the store of the
// first byte that differs from the twin's.
#pragma once

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "c64/debug/debugger.hpp"
#include "c64/debug/symbols.hpp"
#include "engine/claims/searcher.hpp"

namespace ryg::claims {

/// Writes a program that calls these routines in sequence, and sets the machine to its start.
/// Returns the address of the label `searchDone`, where it ends:
///
///     search  $033c  jsr desarrollaArbolJugadas
///                    jsr evaluaArbolJugadas
///     searchDone     jmp searchDone
///
/// A program that has a label `search` keeps it.
[[nodiscard]] Address call_from_tape_buffer(c64::Machine& machine, c64::debug::Symbols& symbols,
                                            std::span<const std::string_view> routines);

/// A value; the door must outlive it.
template <class P>
struct WatchedSearch {
    P position;
    Searcher<P> searcher;  ///< with its machine about to execute `search`
    c64::debug::Symbols symbols;
    Address done = 0;  ///< `searchDone`
    std::shared_ptr<const work::Values> values = std::make_shared<work::Values>();

    /// Must not outlive this.
    [[nodiscard]] TreeReader tree() const {
        const Door<P>& door = *searcher.door;
        return {.memory = door.tree_in_memory.node_size != 0 ? &door.tree_in_memory : nullptr,
                .recorded = &door.tree,
                .labels = &symbols.labels,
                .start = &searcher.host.machine(),
                .values = values.get()};
    }
};

template <class P>
WatchedSearch<P> watched_search(Searcher<P> searcher, const P& position) {
    c64::debug::Symbols symbols(searcher.host.image());
    WatchedSearch<P> search{position, std::move(searcher), std::move(symbols)};
    search.searcher.prepare(position);
    search.done = call_from_tape_buffer(search.searcher.host.machine(), search.symbols,
                                        search.searcher.routines());
    const std::string_view until = search.searcher.door->until;
    if (!until.empty()) search.done = search.symbols.labels.at(until);
    return search;
}

/// The result of find_first_difference.
struct FirstDifference {
    c64::debug::Stop stop;                       ///< where the machine is
    std::optional<work::Difference> difference;  ///< nullopt if the search ended without any
};

/// Runs from the beginning to `done`, the end of the search of `position`, then goes back to the
/// first store that left a wrong byte. Ignores the user's checkpoints. A search that has not ended
/// after `limit` cycles is not compared; `stop` then gives the reason.
template <class P>
FirstDifference find_first_difference(c64::debug::Debugger& debugger, const Searcher<P>& searcher,
                                      const P& position, Address done, Cycle limit) {
    debugger.go_to_step(0);
    FirstDifference found;
    {
        auto kept = std::exchange(debugger.checkpoints, {});
        const std::shared_ptr<void> back(nullptr,
                                         [&](void*) { debugger.checkpoints = std::move(kept); });
        const auto over = [done](const auto& executed) { return executed.after.pc == done; };
        found.stop = debugger.run_until(over, limit);
    }
    if (found.stop.reason != c64::debug::Reason::done) return found;
    const TreeInMemory& tree = searcher.door->tree_in_memory;
    Expected expected;
    searcher.door->twin(searcher.host, searcher.setting)(position, expected);
    const auto ram = debugger.machine().ram();
    std::vector<std::pair<Address, Spot>> wrong;
    std::vector<Byte> wanted(0x10000);
    for (const Spot& spot : tree.order(expected, expected.stages())) {
        const auto address = static_cast<Address>(expected.fields()[spot.field].at + spot.offset);
        if (expected.matches(spot, ram)) continue;
        wrong.emplace_back(address, spot);
        wanted[address] = c64::debug::AccessKind::store;
    }
    if (wrong.empty()) return found;
    // The last store to each wrong byte; the earliest of these stores made the first difference.
    std::map<Address, std::uint64_t> stores;
    c64::debug::Tap tap{.wanted = wanted.data()};
    debugger.replay(
        0, debugger.history().now().steps,
        [&](const auto&, const auto& moment) {
            for (const c64::debug::WatchedAccess& access : tap.found)
                stores[access.address] = moment.steps;
        },
        tap);
    const auto first = std::ranges::min_element(wrong, {}, [&](const auto& each) {
        const auto store = stores.find(each.first);
        return store == stores.end() ? ~std::uint64_t{0} : store->second;
    });
    const auto& [address, spot] = *first;
    const Place place = tree.named(expected, spot);
    found.difference = work::Difference{.place = place.place.empty() ? "-" : place.place,
                                        .field = place.field,
                                        .native = fmt::format("${:02x}", expected.byte(spot)),
                                        .assembly = fmt::format("${:02x}", ram[address]),
                                        .address = address};
    if (stores.contains(address)) found.stop = debugger.go_to_step(stores.at(address));
    return found;
}

}  // namespace ryg::claims
