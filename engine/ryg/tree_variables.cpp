// The board and the game tree as variables, read from the machine's memory each time.
#include <fmt/format.h>

#include "engine/ryg/tree_commands.hpp"

namespace ryg::engine::first {
namespace {

using c64::Machine;
using c64::debug::Commands;
using c64::debug::Variable;
using engine::NodeLayout;

char piece(Byte cell) {
    if (cell == engine::mouse_cell) return 'M';
    if (cell == engine::cat_cell) return 'c';
    return cell == engine::empty_cell ? '.' : '?';
}

std::vector<Variable> rows_of_board(const Machine& machine, Address begin) {
    constexpr std::size_t side = 8;
    std::vector<Variable> rows;
    for (std::size_t row = 0; row < side; ++row) {
        const auto address = static_cast<Address>(begin + row * side);
        std::string text;
        for (unsigned column = 0; column < side; ++column) {
            if (column > 0) text += ' ';
            text += piece(machine.peek(static_cast<Address>(address + column)));
        }
        rows.push_back({.name = fmt::format("{}", row),
                        .value = std::move(text),
                        .address = address,
                        .size = side});
    }
    return rows;
}

Variable node_variable(const TreeView& tree, const NodeView& node) {
    return {.name = node.index == 0 ? "-" : tree.move_of(node),
            .value = fmt::format("{} valor ${:02x}, {} hijos", node.turn(), node.value(),
                                 node.children().size()),
            .address = node.address,
            .size = NodeLayout::size,
            .children = node.address};
}

/// The root, or the fields and the children of a node.
std::vector<Variable> node_variables(const TreeView& tree, std::optional<Address> address) {
    if (!address) {
        if (tree.nodes().empty()) return {};
        return {node_variable(tree, tree.nodes().front())};
    }
    const NodeView* const node = tree.at(*address);
    if (node == nullptr) {
        throw std::invalid_argument(fmt::format("there is no node at {:#06x}", *address));
    }
    const auto field = [&](const char* name, std::size_t offset, std::string value,
                           unsigned size = 1) {
        return Variable{.name = name,
                        .value = std::move(value),
                        .address = static_cast<Address>(node->address + offset),
                        .size = size};
    };
    std::vector<Variable> all{
        field("nivel", NodeLayout::level, fmt::format("${:02x}", node->level())),
        field("turno", NodeLayout::turn, node->turn()),
        field("valor", NodeLayout::value, fmt::format("${:02x}", node->value())),
        field("padre", NodeLayout::parent, fmt::format("${:04x}", node->parent()), 2)};
    for (const Address child : node->children()) {
        const NodeView* const found = tree.at(child);
        if (found != nullptr) all.push_back(node_variable(tree, *found));
    }
    return all;
}

}  // namespace

void add_board_view(Commands& commands) {
    const auto board = commands.symbols.labels.find("tableroActual");
    if (!board) return;
    const auto begin = static_cast<Address>(*board + NodeLayout::cells);
    commands.views.push_back({"Board", [begin](const Machine& machine, std::optional<Address>) {
                                  return rows_of_board(machine, begin);
                              }});
}

void add_tree_view(Commands& commands, const WatchedSearch& search) {
    commands.views.push_back(
        {"Tree", [&search](const Machine& machine, std::optional<Address> node) {
             return node_variables({machine, search.symbols.labels, search.options.tree_base},
                                   node);
         }});
}

}  // namespace ryg::engine::first
