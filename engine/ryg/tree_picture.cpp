// The game tree in a machine's memory as pictures: for Graphviz, and as SVG.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/ryg/tree_view.hpp"

namespace ryg::engine::first {

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
        const bool mouse = node.bytes[engine::NodeLayout::turn] == engine::mouse_cell;
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

}  // namespace ryg::engine::first
