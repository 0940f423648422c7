// Read anew from the machine's memory each time: a tree is there as far as it has been built.
#include "app/fronts/dap/tree_variables.hpp"

#include <fmt/format.h>

#include "app/fronts/dap/text.hpp"
#include "engine/ryg/tree_view.hpp"

namespace ryg::app::dap {
namespace {

using crosscheck::NodeView;
using crosscheck::TreeView;
using emu::Address;
using engine::NodeLayout;

TreeView tree_of(const Context& context) {
    const auto& search = *context.program->session.search;
    return {context.machine(), context.labels(), search.options.tree_base};
}

char piece(emu::Byte cell) {
    if (cell == engine::mouse_cell) return 'M';
    if (cell == engine::cat_cell) return 'c';
    return cell == engine::empty_cell ? '.' : '?';
}

Variable node_variable(const TreeView& tree, const NodeView& node) {
    return {.name = node.index == 0 ? "-" : tree.move_of(node),
            .value = fmt::format("{} valor {}, {} hijos", node.turn(), number_text(node.value()),
                                 node.children().size()),
            .address = node.address,
            .size = NodeLayout::size,
            .children = first_node_reference + node.address};
}

}  // namespace

bool has_board(const Context& context) {
    return context.labels().find("tableroActual").has_value();
}

bool has_tree(const Context& context) { return context.program->session.search != nullptr; }

std::vector<Variable> board_variables(const Context& context) {
    constexpr std::size_t side = 8;
    std::vector<Variable> rows;
    const auto begin = context.labels().at("tableroActual") + NodeLayout::cells;
    for (std::size_t row = 0; row < side; ++row) {
        const auto address = static_cast<Address>(begin + row * side);
        std::string text;
        for (unsigned column = 0; column < side; ++column) {
            if (column > 0) text += ' ';
            text += piece(context.machine().peek(static_cast<Address>(address + column)));
        }
        rows.push_back({.name = fmt::format("{}", row),
                        .value = std::move(text),
                        .address = address,
                        .size = side});
    }
    return rows;
}

std::vector<Variable> tree_variables(const Context& context) {
    const TreeView tree = tree_of(context);
    if (tree.nodes().empty()) return {};
    return {node_variable(tree, tree.nodes().front())};
}

std::vector<Variable> node_variables(const Context& context, std::int64_t address) {
    if (!has_tree(context)) throw Trouble("the program has no tree");
    const TreeView tree = tree_of(context);
    const NodeView* const node = tree.at(static_cast<Address>(address));
    if (node == nullptr) throw Trouble(fmt::format("there is no node at {}", reference(address)));
    const auto field = [&](const char* name, std::size_t offset, std::string value,
                           unsigned size = 1) {
        return Variable{.name = name,
                        .value = std::move(value),
                        .address = static_cast<Address>(node->address + offset),
                        .size = size};
    };
    std::vector<Variable> all{
        field("nivel", NodeLayout::level, number_text(node->level())),
        field("turno", NodeLayout::turn, node->turn()),
        field("valor", NodeLayout::value, number_text(node->value())),
        field("padre", NodeLayout::parent, fmt::format("${:04x}", node->parent()), 2)};
    for (const Address child : node->children()) {
        const NodeView* const found = tree.at(child);
        if (found != nullptr) all.push_back(node_variable(tree, *found));
    }
    return all;
}

}  // namespace ryg::app::dap
