// Two searches side by side: are they the same, and if not, where do they part and who did it?
#pragma once

#include <optional>
#include <string>

#include "engine/harness/report.hpp"
#include "engine/ryg/asm_engine.hpp"

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
[[nodiscard]] std::optional<Difference> compare(const AsmEngine& engine, const Position& position,
                                                const SearchOptions& options,
                                                const SearchResult& native,
                                                const AsmSearch& assembly);

/// Runs a search again, one instruction at a time, and names the routine that stored to `address`
/// last, with its callers: "fijaValor+12 < minValorHijos < miniMax". "nobody in" the first if none did.
/// Time: some ten times a plain search.
[[nodiscard]] std::string find_writer(AsmEngine& engine, const Position& position,
                                      const SearchOptions& options, Address address);

/// The routine to which it falls to write a field of a node, with its callers; empty where that is
/// not known.
[[nodiscard]] std::string_view owner_of(std::string_view field);

/// What a routine did that a routine of its kind does not do.
[[nodiscard]] Difference difference_of(const EngineFault& fault, const Position& position,
                                       const SearchOptions& options);

/// The cycles in which a program of any version makes a search like this, rather more than less.
[[nodiscard]] Cycle expected_cycles(const SearchResult& native, const SearchOptions& options);

/// Both engines on one position, and the comparison without its writer. A search that takes ten
/// times the cycles it should does not end.
struct Checked {
    std::optional<Difference> difference;
    SearchResult native;
    AsmSearch assembly;
};
[[nodiscard]] Checked check(AsmEngine& engine, const Position& position,
                            const SearchOptions& options);
/// The same of the board that the program has, in the machine as it is.
[[nodiscard]] Checked check_as_it_is(AsmEngine& engine, const Position& position,
                                     const SearchOptions& options);

}  // namespace ryg::engine::first
