// The game tree in a machine's memory: decoding it, and showing it as text and as pictures.
#include "engine/games/ryg1/tree_view.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/common/notation.hpp"

namespace ryg::engine::ryg1 {

namespace {

std::span<const Byte, 64> cells_of(const NodeBytes& bytes) {
    return std::span(bytes).subspan<NodeLayout::cells, 64>();
}

Address word_at(const c64::Machine& machine, const c64::Labels& labels, std::string_view low,
                std::string_view high) {
    return emu::word(machine.ram()[labels.at(low)], machine.ram()[labels.at(high)]);
}

}  // namespace

Address NodeView::parent() const {
    return emu::word(bytes[NodeLayout::parent], bytes[NodeLayout::parent + 1]);
}

std::vector<Address> NodeView::children() const {
    std::vector<Address> all;
    for (std::size_t child = 0; child < NodeLayout::most_children; ++child) {
        const std::size_t slot = NodeLayout::children + 2 * child;
        if (bytes[slot + 1] == 0) break;
        all.push_back(emu::word(bytes[slot], bytes[slot + 1]));
    }
    return all;
}

std::string NodeView::turn() const {
    const Byte turn = bytes[NodeLayout::turn];
    if (turn == mouse_cell) return "RATON";
    if (turn == cat_cell) return "GATOS";
    return fmt::format("${:02x}", turn);
}

TreeView::TreeView(const c64::Machine& machine, const c64::Labels& labels, Geometry geometry)
    : base_(word_at(machine, labels, "baseArbolLo", "baseArbolHi")), geometry_(geometry) {
    const auto ram = machine.ram();
    const unsigned free = word_at(machine, labels, "libreLo", "libreHi");
    for (unsigned at = base_; at + NodeLayout::size <= free; at += NodeLayout::size) {
        NodeView node{.index = nodes_.size(), .address = static_cast<Address>(at)};
        std::ranges::copy(ram.subspan(at, NodeLayout::size), node.bytes.begin());
        nodes_.push_back(node);
    }
}

const NodeView* TreeView::at(Address address) const {
    if (address < base_ || (address - base_) % NodeLayout::size != 0) return nullptr;
    const std::size_t index = (address - base_) / NodeLayout::size;
    return index < nodes_.size() ? &nodes_[index] : nullptr;
}

std::string TreeView::move_of(const NodeView& node) const {
    const NodeView* parent = node.index == 0 ? nullptr : at(node.parent());
    if (parent == nullptr) return "?";
    const auto before = cells_of(parent->bytes), after = cells_of(node.bytes);
    std::string from, to;
    for (std::size_t cell = 0; cell < 64; ++cell) {
        if (before[cell] == after[cell]) continue;
        const auto name = square_name(static_cast<Square>(cell), geometry_);
        (after[cell] == empty_cell ? from : to) += name;
    }
    if (from.empty() && to.empty()) return "?";
    return (from.empty() ? "??" : from) + (to.empty() ? "??" : to);
}

std::string TreeView::path_of(const NodeView& node) const {
    std::string path;
    const NodeView* here = &node;
    // Fathers lie in front of their children, unless the tree is broken.
    while (here != nullptr && here->index != 0) {
        path = path.empty() ? move_of(*here) : move_of(*here) + ' ' + path;
        const NodeView* parent = at(here->parent());
        if (parent != nullptr && parent->index >= here->index) break;
        here = parent;
    }
    return path.empty() ? "-" : path;
}

std::string draw_board(std::span<const Byte, 64> cells) {
    std::string text = "      0 1 2 3 4 5 6 7\n";
    for (unsigned row = 0; row < 8; ++row) {
        text += fmt::format("    {}", row);
        for (unsigned column = 0; column < 8; ++column) {
            const Byte cell = cells[8 * row + column];
            const auto square = square_at(static_cast<int>(row), static_cast<int>(column));
            text += ' ';
            text += cell == mouse_cell   ? 'M'
                    : cell == cat_cell   ? 'c'
                    : cell != empty_cell ? '?'
                    : is_dark(square)    ? '.'
                                         : ' ';
        }
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

std::string TreeView::describe(const NodeView& node) const {
    std::string text =
        fmt::format("node {} at ${:04x}: {}\n", node.index, node.address, path_of(node));
    text += fmt::format("    nivel {}  turno {}  valor {} (${:02x})  padre ${:04x}\n", node.level(),
                        node.turn(), node.value(), node.value(), node.parent());
    const auto children = node.children();
    if (!children.empty()) {
        text += "    hijos";
        for (const Address child : children) text += fmt::format(" ${:04x}", child);
        text += '\n';
    }
    return text + draw_board(cells_of(node.bytes));
}

/// Those after their father: in a broken tree others may lead in circles.
std::vector<const NodeView*> TreeView::children_of(const NodeView& node, unsigned deepest) const {
    std::vector<const NodeView*> all;
    if (node.level() >= deepest) return all;
    for (const Address address : node.children()) {
        const NodeView* child = at(address);
        if (child != nullptr && child->index > node.index && child->level() == node.level() + 1U &&
            child->parent() == node.address && std::ranges::find(all, child) == all.end()) {
            all.push_back(child);
        }
    }
    return all;
}

std::string TreeView::text(unsigned deepest) const {
    std::string text;
    const auto show = [&](const auto& self, const NodeView& node) -> void {
        text += fmt::format("{:{}}{:<5} #{:<4} ${:04x}  {}  {:>3} ${:02x}\n", "", 2 * node.level(),
                            node.index == 0 ? "root" : move_of(node), node.index, node.address,
                            node.turn(), node.value(), node.value());
        for (const NodeView* child : children_of(node, deepest)) self(self, *child);
    };
    if (!nodes_.empty()) show(show, nodes_.front());
    return text;
}

std::string TreeView::dot(unsigned deepest) const {
    std::string text = "digraph tree {\n    node [shape=box, fontname=monospace];\n";
    const auto show = [&](const auto& self, const NodeView& node) -> void {
        text += fmt::format("    n{} [label=\"#{} ${:04x}\\n{}\"];\n", node.index, node.index,
                            node.address, node.value());
        for (const NodeView* child : children_of(node, deepest)) {
            text += fmt::format("    n{} -> n{} [label=\"{}\"];\n", node.index, child->index,
                                move_of(*child));
            self(self, *child);
        }
    };
    if (!nodes_.empty()) show(show, nodes_.front());
    return text + "}\n";
}

std::string TreeView::svg(unsigned deepest) const {
    constexpr int width = 60, height = 30, column = 68, row = 78;
    std::map<std::size_t, int> middles;
    int leaves = 0;
    unsigned levels = 0;
    const auto place = [&](const auto& self, const NodeView& node) -> int {
        levels = std::max(levels, node.level());
        const auto children = children_of(node, deepest);
        int sum = 0;
        for (const NodeView* child : children) sum += self(self, *child);
        const int middle = children.empty() ? column / 2 + column * leaves++
                                            : sum / static_cast<int>(children.size());
        middles[node.index] = middle;
        return middle;
    };
    if (!nodes_.empty()) place(place, nodes_.front());
    std::string lines, boxes, words;
    for (const auto& [index, middle] : middles) {
        const NodeView& node = nodes_[index];
        const int top = 10 + row * static_cast<int>(node.level());
        const bool mouse = node.bytes[NodeLayout::turn] == mouse_cell;
        boxes += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
                             middle - width / 2, top, width, height, mouse ? "#dde8ff" : "#fff4d6");
        words += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", middle, top + 20, node.value());
        if (index == 0) continue;
        lines += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
                             middles[at(node.parent())->index], top - row + height, middle, top);
        words += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", middle, top - 8, move_of(node));
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<g stroke=\"#999\">\n{}</g>\n<g stroke=\"#444\">\n{}</g>\n"
        "<g font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n{}</g>\n</svg>\n",
        std::max(1, leaves) * column, 20 + row * static_cast<int>(levels) + height, lines, boxes,
        words);
}

SearchOutcome outcome_in(const c64::Machine& machine, const c64::Labels& labels) {
    const TreeView tree(machine, labels);
    SearchOutcome found{.move = {},
                        .value = 0,
                        .nodes = tree.nodes().size(),
                        .depth_used = machine.ram()[labels.at("dajProfReal")],
                        .tree_bytes = tree.nodes().size() * NodeLayout::size,
                        .children = {}};
    if (tree.nodes().empty()) return found;
    const NodeView& root = tree.nodes().front();
    const auto position = position_in(root.bytes);
    found.value = root.value();
    for (const Address address : root.children()) {
        const NodeView* const child = tree.at(address);
        if (child == nullptr) break;
        ChildResult result{.value = child->value(), .address = address};
        const auto next = position_in(child->bytes);
        for (const Move move : position ? generate_moves(*position) : MoveList{}) {
            if (apply(*position, move) == next) result.move = move;
        }
        found.children.push_back(result);
    }
    if (const auto chosen = labels.find("djmHijo")) {
        const Byte child = machine.ram()[*chosen];
        if (child < found.children.size()) found.move = found.children[child].move;
    }
    return found;
}

}  // namespace ryg::engine::ryg1
