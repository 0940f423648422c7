// The game tree in a machine's memory, at any moment of a search: nodes by field, boards, pictures.
#pragma once

#include <string>
#include <vector>

#include "c64/board/machine.hpp"
#include "c64/program/image.hpp"
#include "engine/common/notation.hpp"
#include "engine/games/ryg1/native/search.hpp"

namespace ryg::engine::ryg1 {

using emu::Address;

/// A node as it lies in memory, which may be wrong.
struct NodeView {
    std::size_t index = 0;
    Address address = 0;
    NodeBytes bytes{};

    [[nodiscard]] unsigned level() const { return bytes[NodeLayout::level]; }
    [[nodiscard]] Byte value() const { return bytes[NodeLayout::value]; }
    [[nodiscard]] Address parent() const;
    /// The children's addresses up to the first empty slot.
    [[nodiscard]] std::vector<Address> children() const;
    /// "RATON", "GATOS", or "$07".
    [[nodiscard]] std::string turn() const;
};

/// Nodes from the root to the free pointer. While a node is being made it is the last.
class TreeView {
  public:
    TreeView(const c64::Machine& machine, const c64::Labels& labels,
             Geometry geometry = Geometry::a);

    [[nodiscard]] const std::vector<NodeView>& nodes() const { return nodes_; }
    [[nodiscard]] const NodeView* at(Address address) const;

    /// "d1e2", or "(7,3)(6,4)", from the board of its parent; "?" where two boards do not differ by a move.
    [[nodiscard]] std::string move_of(const NodeView& node) const;
    /// The moves from the root, "-" at the root.
    [[nodiscard]] std::string path_of(const NodeView& node) const;

    /// The node's fields by name, its path and its board.
    [[nodiscard]] std::string describe(const NodeView& node) const;
    /// A line a node, indented by level, those of at most `deepest` levels.
    [[nodiscard]] std::string text(unsigned deepest) const;
    /// For Graphviz.
    [[nodiscard]] std::string dot(unsigned deepest) const;
    /// A picture: levels from top to bottom, each father above the middle of its children.
    [[nodiscard]] std::string svg(unsigned deepest) const;

  private:
    [[nodiscard]] std::vector<const NodeView*> children_of(const NodeView& node,
                                                           unsigned deepest) const;

    Address base_;
    Geometry geometry_;
    std::vector<NodeView> nodes_;
};

/// What a search has come to, as it lies in memory.
[[nodiscard]] SearchOutcome outcome_in(const c64::Machine& machine, const c64::Labels& labels);

/// A board of 64 cells with rows and columns numbered, `M` the mouse, `c` a cat, `?` neither.
[[nodiscard]] std::string draw_board(std::span<const Byte, 64> cells);

}  // namespace ryg::engine::ryg1
