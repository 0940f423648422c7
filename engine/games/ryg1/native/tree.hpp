// The game tree that the 6502 builds, node for node in its order, and its image in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/ryg1/native/evaluate.hpp"
#include "engine/games/ryg1/native/node_layout.hpp"

namespace ryg::engine::ryg1 {

/// One board of the tree. Siblings follow one another, so the first and their number are enough.
struct Node {
    Position position{};
    Move move{};                    ///< move that led here; undefined for the root
    std::uint32_t parent = 0;       ///< index; the root's means nothing
    std::uint32_t first_child = 0;  ///< index; means nothing without children
    Byte child_count = 0;
    Byte level = 0;  ///< 0 at the root
    Byte value = neutral_value;
};

/// Nodes in order of creation. All children of a node are generated first, then each is expanded
/// in turn, all the way down:
///
///     0 -+- 1 -+- 3      node i lies at base + 88 * i, and every
///        |     +- 4      node after its parent
///        +- 2 -+- 5
struct Tree {
    std::vector<Node> nodes;

    [[nodiscard]] std::size_t size() const { return nodes.size(); }
    [[nodiscard]] std::size_t bytes() const { return nodes.size() * NodeLayout::size; }
    [[nodiscard]] const Node& root() const { return nodes.front(); }
    [[nodiscard]] const Node& operator[](std::size_t index) const { return nodes[index]; }
    /// The children of a node, in order.
    [[nodiscard]] std::span<const Node> children(std::size_t index) const;
    /// The moves that lead from the root to a node.
    [[nodiscard]] std::vector<Move> path_to(std::size_t index) const;
};

/// Where a node lies when the root lies at `base`.
constexpr std::uint32_t node_address(std::size_t index, Address base) {
    return static_cast<std::uint32_t>(base + index * NodeLayout::size);
}

/// Expands a position to `depth` plies, `desarrollaUnNivel`. Nothing stops at a won game: only
/// depth and lack of moves do. Every node has `root_value` until it is evaluated, since the 6502
/// copies the parent's. Nothing if more than `capacity` nodes were needed.
[[nodiscard]] std::optional<Tree> build_tree(const Position& position, int depth,
                                             std::size_t capacity, Byte root_value = neutral_value);

/// Values every node by itself, as `evaluaArbol` of version 12 does.
void evaluate_all(Tree& tree, Version version);

/// Values childless nodes by themselves and the others by their best child for the side to move:
/// the highest for the mouse, the lowest for the cats. `miniMax`, from version 13.
void minimax(Tree& tree, Version version);

/// The tree as it lies in the 6502's memory from `base` on, 88 bytes a node. Throws
/// std::length_error if it would pass $ffff.
[[nodiscard]] std::vector<Byte> write_image(const Tree& tree, Address base);

/// What a byte of an image is, for reports of differences.
struct ImagePlace {
    std::size_t node = 0;
    std::size_t offset = 0;  ///< in the node
    std::string field;       ///< see field_name
};
[[nodiscard]] ImagePlace place_in_image(std::size_t image_offset);

}  // namespace ryg::engine::ryg1
