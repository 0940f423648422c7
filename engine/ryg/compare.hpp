// Two searches side by side: are they the same, and if not, where do they part and who did it?
#pragma once

#include <optional>
#include <string>

#include "engine/harness/difference.hpp"
#include "engine/ryg/asm_engine.hpp"

namespace ryg::engine::first {

using harness::Difference;

/// A difference that is told of a position searched by a version to a depth, or of none (0).
[[nodiscard]] Difference difference_at(const engine::Position& position, engine::Version version,
                                       int depth);

/// First means first made: the shape of the tree in the order of its nodes, then values, children
/// before their parents, then the choice.
/// Compares depth really used, every byte of the tree, node count and the chosen move. The
/// writer is not looked for: see `find_writer`.
[[nodiscard]] std::optional<Difference> compare(const engine::Position& position,
                                                const engine::SearchOptions& options,
                                                const engine::SearchResult& native,
                                                const AsmSearch& assembly);

/// Runs a search again, one instruction at a time, and names the routine that stored to `address`
/// last, with its callers: "fijaValor+12 < minValorHijos < miniMax". "-" if none did.
/// Time: some ten times a plain search.
[[nodiscard]] std::string find_writer(AsmEngine& engine, const engine::Position& position,
                                      const engine::SearchOptions& options, Address address);

/// Both engines on one position, and the comparison with its writer.
struct Checked {
    std::size_t nodes = 0;
    Cycle cycles = 0;
    std::optional<Difference> difference;
    engine::SearchResult native;
    AsmSearch assembly;
};
[[nodiscard]] Checked check(AsmEngine& engine, const engine::Position& position,
                            const engine::SearchOptions& options);

}  // namespace ryg::engine::first
