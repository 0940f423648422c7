// Two searches side by side: are they the same, and if not, where do they part and who did it?
#pragma once

#include <optional>
#include <string>

#include "ryg/engine/harness/report.hpp"
#include "ryg/engine/ryg/asm_engine.hpp"

namespace ryg::engine::first {

using harness::Difference;

/// A difference in a search by a version, with the request that makes it again; its place is left
/// to the caller.
[[nodiscard]] Difference difference_at(const Position& position, const SearchOptions& options,
                                       std::string field, std::string native, std::string assembly);

/// The first difference, which means the one made first: the shape of the tree in the order of its
/// nodes, then values, children before their parents, then the choice. Compares depth really used,
/// every byte of the tree, node count and the chosen move. The writer is not looked for: see
/// `find_writer`.
[[nodiscard]] std::optional<Difference> compare(const Position& position,
                                                const SearchOptions& options,
                                                const SearchResult& native,
                                                const AsmSearch& assembly);

/// Runs a search again, one instruction at a time, and names the routine that stored to `address`
/// last, with its callers: "fijaValor+12 < minValorHijos < miniMax". "-" if none did.
/// Time: some ten times a plain search.
[[nodiscard]] std::string find_writer(AsmEngine& engine, const Position& position,
                                      const SearchOptions& options, Address address);

/// Both engines on one position, and the comparison without its writer.
struct Checked {
    std::optional<Difference> difference;
    SearchResult native;
    AsmSearch assembly;
};
[[nodiscard]] Checked check(AsmEngine& engine, const Position& position,
                            const SearchOptions& options);

}  // namespace ryg::engine::first
