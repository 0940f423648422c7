// The tree of a search, at any moment of it: nodes in memory or recorded, text and pictures of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "c64/debug/view.hpp"
#include "c64/program/labels.hpp"
#include "engine/common/position.hpp"
#include "engine/work/options.hpp"

namespace ryg::harness {

using emu::Address;

/// A node as a program has it, which may be wrong.
struct TreeNode {
    std::size_t index = 0;             ///< in the order in which nodes are made; the root's is 0
    std::optional<Address> address{};  ///< where it lies, if in memory
    unsigned level = 0;
    std::optional<std::size_t> parent{};
    std::vector<std::size_t> children{};
    std::optional<unsigned> value{};  ///< none: not known yet
    std::string move{"?"};            ///< from its parent's position to its own
    std::string turn{};               ///< who is to move, in the program's words
    bool first_side = false;          ///< of the two sides: pictures have a colour for each
};
/// All nodes by index. While one is being made it is the last.
using Tree = std::vector<TreeNode>;

/// The moves from the root, "-" at the root.
[[nodiscard]] std::string path_of(const Tree& tree, const TreeNode& node);
/// A line for each node of at most `deepest` levels, indented by level.
[[nodiscard]] std::string tree_text(const Tree& tree, unsigned deepest);
/// For Graphviz.
[[nodiscard]] std::string tree_dot(const Tree& tree, unsigned deepest);
/// A picture: levels from top to bottom, each parent above the middle of its children.
[[nodiscard]] std::string tree_svg(const Tree& tree, unsigned deepest);
/// The best line: the root's child of that number, or without it the first with its parent's value,
/// as each after it.
[[nodiscard]] std::vector<std::size_t> best_line(const Tree& tree,
                                                 std::optional<std::size_t> chosen);

/// What there is to say of a node besides.
struct NodeText {
    std::string summary;                       ///< a few words
    std::string lines;                         ///< its fields, and its board
    std::vector<c64::debug::Variable> fields;  ///< the same for fronts that show variables
    std::optional<engine::Position> position{};
};

/// A tree whose nodes lie in memory one after the other.
struct TreeInMemory {
    struct Place {
        Address first = 0;           ///< of the root
        unsigned free = 0, end = 0;  ///< after the nodes there are now, and all there is room for
    };
    struct Node {
        unsigned level = 0, value = 0;
        Address parent = 0;
        std::vector<Address> children{};
        std::string turn{};       ///< as TreeNode has it
        bool first_side = false;  ///< as well
    };
    Place (*place)(const c64::Machine& machine, const c64::Labels& labels) = nullptr;
    Node (*node)(const c64::Machine& machine, Address at) = nullptr;
    /// From a position to another.
    std::string (*move)(const c64::Machine& machine, Address from, Address to,
                        const work::Values& values) = nullptr;
    NodeText (*describe)(const c64::Machine& machine, Address node) = nullptr;
    /// The field that a byte of a node belongs to.
    std::string (*field)(std::size_t offset) = nullptr;
    /// A move that was typed, as `move` has it; throws what is wrong with it.
    std::string (*typed)(const std::string& text, const work::Values& values) = nullptr;
    std::size_t node_size = 0, value = 0;  ///< bytes of a node, and which of them is its value
    std::string_view root{};               ///< label of the routine that makes the root
    std::string_view made{};               ///< label that is passed when the last node is complete
    std::string_view chosen{};             ///< label of a byte: the number of the root's best child
};

/// Where the tree of a recursive search can be seen, if its nodes do not stay in memory.
struct TreeLabels {
    std::string_view enter{}, leave{};   ///< passed at the beginning and at the end of each node
    std::string_view ply{};              ///< a byte: moves made since the root
    std::string_view moves{}, values{};  ///< by ply: the move that is tried there, the node's value
};

/// Reads the tree of one search. What it points to must outlive it.
struct TreeReader {
    const TreeInMemory* memory = nullptr;  ///< if not, the tree is recorded
    const TreeLabels* recorded = nullptr;
    const c64::Labels* labels = nullptr;
    const c64::Machine* start = nullptr;   ///< about to search
    const work::Values* values = nullptr;  ///< of options

    /// The nodes that the machine `now` has made. Time: those that are recorded take that of the
    /// whole search up to then.
    [[nodiscard]] Tree read(const c64::Machine& now) const;
};

}  // namespace ryg::harness
