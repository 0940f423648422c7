// The tree of a search at any time: nodes in memory or recorded, as text and as diagrams.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "c64/debug/view.hpp"
#include "c64/program/labels.hpp"
#include "engine/claims/expected.hpp"
#include "engine/common/notation.hpp"
#include "engine/work/options.hpp"

namespace ryg::work {
struct Report;
}  // namespace ryg::work

namespace ryg::claims {

/// A node as the program stores it, which may be wrong.
struct TreeNode {
    std::size_t index = 0;             ///< in the order in which nodes are made; the root's is 0
    std::optional<Address> address{};  ///< its address, if in memory
    unsigned level = 0;
    std::optional<std::size_t> parent{};
    std::vector<std::size_t> children{};
    std::optional<unsigned> value{};  ///< nullopt: not known yet
    std::string move{"?"};            ///< move from its parent's position
    std::string turn{};               ///< the side to move, as the program names it
    bool first_side = false;          ///< the first side is to move; sets the colour in diagrams
};
/// All nodes by index. A node that is still being made is the last.
using Tree = std::vector<TreeNode>;

/// The moves from the root, "-" at the root.
[[nodiscard]] std::string path_of(const Tree& tree, const TreeNode& node);
/// A line for each node of at most `deepest` levels, indented by level.
[[nodiscard]] std::string tree_text(const Tree& tree, unsigned deepest);
/// For Graphviz.
[[nodiscard]] std::string tree_dot(const Tree& tree, unsigned deepest);
/// A diagram: levels from top to bottom, each parent above the middle of its children; the nodes of
/// `best` and the lines between them in bold.
[[nodiscard]] std::string tree_svg(const Tree& tree, unsigned deepest,
                                   const std::vector<std::size_t>& best);
/// The best line: the root's child `chosen`, otherwise the first with the root's value; after it
/// always the first child with its parent's value.
[[nodiscard]] std::vector<std::size_t> best_line(const Tree& tree,
                                                 std::optional<std::size_t> chosen);

/// How squares are named, in games that offer the choice: d1, or (7,3).
extern const work::Option squares_option;
[[nodiscard]] engine::Geometry geometry_of(const work::Values& values);

/// Further text about a node.
struct NodeText {
    std::string summary;                       ///< a short description
    std::string lines;                         ///< its fields and board
    std::vector<c64::debug::Variable> fields;  ///< the fields for front ends that show variables
};

/// A tree whose nodes are consecutive in memory, each with a board of the board game of
/// engine/common, one byte per square.
struct TreeInMemory {
    /// Labels of the bytes of an address.
    struct Pointer {
        std::string_view low, high;
    };
    /// A field of a node.
    struct Part {
        std::string_view name;
        std::size_t offset = 0;
    };
    Pointer first{}, free{}, end{};  ///< the root; after the last node; end of the memory
    std::size_t node_size = 0;       ///< bytes; 0: there is no such tree
    Part level{}, turn{}, value{};   ///< bytes
    Part parent{}, children{};       ///< addresses; a high byte of 0 ends the children
    std::size_t most_children = 0, cells = 0;
    /// The bytes of the mouse and of the cats, in cells and turns.
    std::array<emu::Byte, 2> pieces{};
    std::array<std::string_view, 2> sides{};  ///< the program's names for them
    /// The position in a node's bytes; nullopt if they are not a position of the game.
    std::optional<engine::Position> (*read)(std::span<const emu::Byte> node) = nullptr;
    /// The field that a byte of a node belongs to.
    std::string (*field)(std::size_t offset) = nullptr;
    std::string_view root{};    ///< label of the routine that makes the root
    std::string_view made{};    ///< label that is passed when the last node is complete
    std::string_view chosen{};  ///< label of a byte: the number of the root's best child
    std::string_view depth{};   ///< label of a byte: how deep the tree is
    std::string_view board{};   ///< label of the node that is the board of the game

    using Ram = std::span<const emu::Byte, 65536>;
    /// The addresses in `TreeInMemory::first`, `free` and `end`.
    struct Place {
        Address first = 0;
        unsigned free = 0, end = 0;
    };
    [[nodiscard]] Place place(Ram ram, const c64::Labels& labels) const;
    [[nodiscard]] std::vector<Address> children_of(Ram ram, Address at) const;
    /// All nodes between two addresses.
    [[nodiscard]] Tree nodes(Ram ram, std::size_t begin, std::size_t behind,
                             engine::Geometry geometry) const;
    /// The move from one position to another; "?" if the boards do not differ by a move.
    [[nodiscard]] std::string move(Ram ram, Address from, Address to,
                                   engine::Geometry geometry) const;
    [[nodiscard]] NodeText describe(Ram ram, Address node) const;
    /// A node's position; nullopt if it is not one of the game.
    [[nodiscard]] std::optional<engine::Position> position(Ram ram, Address node) const {
        return read(ram.subspan(node, node_size));
    }
    /// The best of the root's children, by index, if the program chooses.
    [[nodiscard]] std::optional<std::size_t> chosen_child(Ram ram, const c64::Labels& labels) const;
    /// The outcome of a search to a depth, without a move if the program chooses none.
    [[nodiscard]] work::Outcome outcome(Ram ram, const c64::Labels& labels, int to_depth) const;
    /// The ranks of a node's board.
    [[nodiscard]] std::vector<c64::debug::Variable> ranks(Ram ram, Address node,
                                                          std::string_view before = {}) const;

    // For a twin: the tree that a search must leave, as a field of this name. One routine makes it,
    // the next one evaluates its nodes.
    static constexpr std::string_view field_label = "tree";
    void add_to(Expected& expected, const c64::Labels& labels, const Place& place, int to_depth,
                std::span<const emu::Byte> image) const;
    /// The bytes of a stage of a search in the order in which the program makes them: the shape of
    /// the tree node by node; values, children before their parents; other fields by address.
    [[nodiscard]] std::vector<Spot> order(const Expected& expected, std::size_t stage) const;
    /// The names of a byte in a report; one of the tree by its field and the path to its node.
    [[nodiscard]] claims::Place named(const Expected& expected, const Spot& spot) const;

  private:
    [[nodiscard]] TreeNode node(Ram ram, Address at) const;
    [[nodiscard]] Tree nodes(const Expected& expected, const Field& bytes) const;
};

/// The labels that show the tree of a recursive search whose nodes do not stay in memory.
struct TreeLabels {
    std::string_view enter{}, leave{};   ///< passed at the beginning and at the end of each node
    std::string_view ply{};              ///< a byte: number of moves since the root
    std::string_view moves{}, values{};  ///< by ply: the current move, the node's value
};

/// Reads the tree of one search. All pointers must remain valid.
struct TreeReader {
    const TreeInMemory* memory = nullptr;  ///< nullptr: the tree is recorded
    const TreeLabels* recorded = nullptr;
    const c64::Labels* labels = nullptr;
    const c64::Machine* start = nullptr;   ///< about to search
    const work::Values* values = nullptr;  ///< of options

    /// The nodes that the machine `now` has made. Time: for a recorded tree, that of the whole
    /// search up to then.
    [[nodiscard]] Tree read(const c64::Machine& now) const;
    /// The best line of that tree, if the search is over.
    [[nodiscard]] std::vector<std::size_t> best(const c64::Machine& now, const Tree& tree) const;
};

}  // namespace ryg::claims
