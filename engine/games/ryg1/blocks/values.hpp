// Boards of which the bytes may be formulas, for references that proofs read too.
#pragma once

#include "engine/common/moves.hpp"
#include "engine/games/ryg1/blocks/nodes.hpp"

namespace ryg::engine::ryg1 {

using claims::Given;
using claims::Stated;
using claims::Value;
using NodeValues = std::vector<Value>;

[[nodiscard]] inline NodeValues node_at(const Given& in, unsigned place) {
    return in.bytes_at(place, node_size);
}
/// The node that nameLo/Hi points to.
[[nodiscard]] inline NodeValues node(const Given& in, std::string_view name) {
    return node_at(in, in.place(name));
}
[[nodiscard]] inline NodeValues game_node(const Given& in) {
    return in.bytes("tableroActual", node_size);
}

/// The same board as the root of a tree, or as the game's.
[[nodiscard]] inline NodeValues as_root(NodeValues node) {
    node[Layout::level] = 0;
    for (std::size_t at = Layout::parent; at < Layout::cells; ++at) node[at] = 0;
    return node;
}

/// The number of a square by row and column, and the other way round.
[[nodiscard]] inline Value square_of(const Value& row, const Value& column) {
    return (row << 3) + column;
}
[[nodiscard]] inline Value row_in(const Value& square) { return square >> 3; }
[[nodiscard]] inline Value column_in(const Value& square) { return square & 7; }

/// Where in a node the mouse stands.
[[nodiscard]] inline Value mouse_square(const NodeValues& node) {
    Value found = 0;
    for (unsigned square = 0; square < 64; ++square) {
        found = choose(node[Layout::cells + square] == mouse_cell, square, found);
    }
    return found;
}
/// Where the cat stands that has a number, in ascending order.
[[nodiscard]] inline Value cat_square(const NodeValues& node, const Value& number) {
    Value found = 0, count = 0;
    for (unsigned square = 0; square < 64; ++square) {
        const Value is_cat = node[Layout::cells + square] == cat_cell;
        found = choose(is_cat & (count == number), square, found);
        count = count + is_cat;
    }
    return found;
}

/// Puts something on a square of a node.
inline void put(NodeValues& node, const Value& square, const Value& what, const Value& when = 1) {
    for (unsigned i = 0; i < 64; ++i) {
        Value& cell = node[Layout::cells + i];
        cell = choose(when & (square == i), what, cell);
    }
}
/// Makes what a pointer leads to a node's child of a number.
inline void link(NodeValues& node, const Value& number, const claims::Word& child,
                 const Value& when = 1) {
    for (unsigned i = 0; i < Layout::most_children; ++i) {
        Value& low = node[Layout::children + 2 * i];
        Value& high = node[Layout::children + 2 * i + 1];
        const Value is_it = when & (number == i);
        low = choose(is_it, child.low, low);
        high = choose(is_it, child.high, high);
    }
}

/// Whether there is a square, and it is empty. Row and column may be -1 ($ff).
[[nodiscard]] inline Value is_empty(const NodeValues& node, const Value& row, const Value& column) {
    const Value cell =
        element(std::span(node).subspan(Layout::cells, 64), square_of(row & 7, column & 7));
    return (row < 8) & (column < 8) & (cell == empty_cell);
}

/// A square that a piece may go to, if it may.
struct Destination {
    Value may, row, column;
};

struct PieceStep {
    unsigned row, column;  ///< to add; $ff is -1
};
inline constexpr std::array mouse_steps{PieceStep{0xff, 0xff}, PieceStep{0xff, 1},
                                        PieceStep{1, 0xff}, PieceStep{1, 1}};
inline constexpr std::array cat_steps{PieceStep{1, 0xff}, PieceStep{1, 1}};

/// One target for each step, in their order.
[[nodiscard]] inline std::vector<Destination> targets(const NodeValues& node, const Value& row,
                                                      const Value& column,
                                                      std::span<const PieceStep> steps) {
    std::vector<Destination> made;
    for (const PieceStep& step : steps) {
        const Value to_row = row + step.row, to_column = column + step.column;
        made.push_back({is_empty(node, to_row, to_column), to_row, to_column});
    }
    return made;
}
[[nodiscard]] inline std::vector<Destination> targets_of_mouse(const NodeValues& node) {
    const Value mouse = mouse_square(node);
    return targets(node, row_in(mouse), column_in(mouse), mouse_steps);
}
[[nodiscard]] inline std::vector<Destination> targets_of_cat(const NodeValues& node,
                                                             const Value& number) {
    const Value cat = cat_square(node, number);
    return targets(node, row_in(cat), column_in(cat), cat_steps);
}
[[nodiscard]] inline Value count(std::span<const Destination> targets) {
    Value number = 0;
    for (const Destination& target : targets) number = number + target.may;
    return number;
}

/// A child of a node, and whether the node has it.
struct ChildLink {
    Value is_there, low, high;
    unsigned place = 0;
};
/// All that a node may have; those that are there come first.
[[nodiscard]] inline std::vector<ChildLink> children(const Given& in, unsigned place) {
    std::vector<ChildLink> made;
    Value is_there = 1;
    for (unsigned at = place + unsigned{Layout::children}; at < place + unsigned{Layout::cells};
         at += 2) {
        const Value low = in.at(at), high = in.at(at + 1);
        is_there = is_there & (high != 0);
        made.push_back({is_there, low, high, in.place(low, high)});
    }
    return made;
}

}  // namespace ryg::engine::ryg1
