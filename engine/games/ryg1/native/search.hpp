// A search as the 6502 makes it: build the tree as deep as memory allows, value it, choose.
#pragma once

#include <optional>
#include <vector>

#include "engine/games/ryg1/native/tree.hpp"

namespace ryg::engine::ryg1 {

/// The first address that a version leaves alone: the BASIC ROM before version 16, whose
/// `ampliaRam` moves the limit up to the chips.
constexpr Address default_tree_end(Version version) {
    return version >= Version::v16 ? 0xd000 : 0xa000;
}

inline constexpr int least_depth = 1;
inline constexpr int greatest_depth = 5;

struct SearchOptions {
    Version version = Version::v16;
    int depth = 3;                      ///< 1..5
    Address tree_base = 0x4000;         ///< where the root lies
    std::optional<Address> tree_end{};  ///< exclusive; the version's own if not given
    /// The jiffy clock's low byte as the program read it, if ties are broken by it.
    std::optional<Byte> tie_byte{};
};

constexpr unsigned tree_end_of(const SearchOptions& options) {
    return options.tree_end.value_or(default_tree_end(options.version));
}

struct ChildResult {
    Move move{};
    Byte value = 0;
    Address address = 0;

    bool operator==(const ChildResult&) const = default;
};

/// The result of a search by either engine.
struct SearchOutcome {
    std::optional<Move> move;  ///< none before version 14, and none where there is no move
    Byte value = 0;            ///< the root's
    std::size_t nodes = 0;
    int depth_used = 0;  ///< less than asked for if memory did not suffice
    std::size_t tree_bytes = 0;
    std::vector<ChildResult> children;
};

struct SearchResult : SearchOutcome {
    Tree tree;
};

/// The search of one version. A node fits while its end stays within `tree_end`; if the tree does
/// not fit, the search is repeated one level shallower, down to the root alone. Version 12 values
/// every node by itself; 13 has minimax but chooses no move.
/// Throws std::invalid_argument for a depth out of range, a position that is not well formed, or
/// memory without room for the root.
[[nodiscard]] SearchResult search(const Position& position, const SearchOptions& options = {});

/// `decideJugadaMin`: the first child whose value equals the root's, as its index among the
/// children. With a tie byte, the one of number (byte modulo their count) among all such
/// children. Nothing if there is no child.
[[nodiscard]] std::optional<std::size_t> choose_first_best(
    const Tree& tree, std::optional<Byte> tie_byte = std::nullopt);

}  // namespace ryg::engine::ryg1
