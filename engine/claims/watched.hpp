// A search that is about to begin in a debugger, called by a few bytes in the tape buffer.
#pragma once

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

}  // namespace ryg::claims
