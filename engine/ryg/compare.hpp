// Two searches side by side: are they the same, and if not, where do they part and who did it?
#pragma once

#include <optional>
#include <string>

#include "engine/ryg/asm_engine.hpp"

namespace ryg::crosscheck {

/// The first thing in which the 6502 and the native engine differ. First means first made: the
/// shape of the tree in the order of its nodes, then values, children before their parents, then
/// the choice. What comes later is usually a consequence.
struct Difference {
    engine::Position position;
    engine::Version version{};
    int depth = 0;
    std::string path;    ///< moves from the root to the node, "-" at the root
    std::string field;   ///< of the node (`matriz(2,4)`, `valor`), or of the search (`depth_used`)
    std::string native;  ///< value that the native engine has
    std::string assembly;            ///< value that the 6502 has
    std::optional<Address> address;  ///< where the byte lies, if it is one
    std::string written_by;          ///< label of the last store to it and of its callers
    std::string reproduce;           ///< the one command that shows it again
};

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

/// A difference as lines of text, two blanks in front of each.
[[nodiscard]] std::string describe(const Difference& difference);

}  // namespace ryg::crosscheck
