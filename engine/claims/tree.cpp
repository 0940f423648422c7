// The tree of a search: records it, finds paths, shows it as text and as diagrams.
#include "engine/claims/tree.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "c64/board/machine.hpp"

namespace ryg::claims {
namespace {

using c64::Machine;

/// Only children stored after their parent: in a broken tree others may form cycles.
std::vector<const TreeNode*> children_of(const Tree& tree, const TreeNode& node, unsigned deepest) {
    std::vector<const TreeNode*> all;
    if (node.level >= deepest) return all;
    for (const std::size_t index : node.children) {
        const TreeNode& child = tree[index];
        if (index > node.index && child.level == node.level + 1 && child.parent == node.index &&
            std::ranges::find(all, &child) == all.end()) {
            all.push_back(&child);
        }
    }
    return all;
}

std::string value_of(const TreeNode& node) {
    return node.value ? std::to_string(*node.value) : "?";
}

/// Repeats the search up to `now` and records the nodes passed.
Tree record(const TreeReader& reader, emu::Cycle now) {
    const TreeLabels& seen = *reader.recorded;
    const c64::Labels& labels = *reader.labels;
    const Address enter = labels.at(seen.enter), leave = labels.at(seen.leave),
                  moves = labels.at(seen.moves), values = labels.at(seen.values);
    Machine machine = *reader.start;
    Tree tree;
    std::vector<std::size_t> open;
    while (machine.cpu.cycle < now) {
        const auto run = machine.run({.cycles = now - machine.cpu.cycle, .at = {enter, leave}});
        if (run.ended != c64::Ended::address) break;
        const unsigned ply = machine.ram()[labels.at(seen.ply)];
        if (machine.cpu.registers.pc == enter) {
            TreeNode node{.index = tree.size(), .level = static_cast<unsigned>(open.size())};
            if (ply != 0) node.move = std::to_string(machine.ram()[moves + ply - 1]);
            node.first_side = node.level % 2 == 0;
            if (!open.empty()) {
                node.parent = open.back();
                tree[open.back()].children.push_back(node.index);
            }
            open.push_back(node.index);
            tree.push_back(std::move(node));
        } else if (!open.empty()) {
            tree[open.back()].value = machine.ram()[values + ply];
            open.pop_back();
        }
    }
    return tree;
}

}  // namespace

Tree TreeReader::read(const Machine& now) const {
    if (memory == nullptr) return record(*this, now.cpu.cycle);
    const TreeInMemory::Place place = memory->place(now.ram(), *labels);
    return memory->nodes(now.ram(), place.first, place.free, geometry_of(*values));
}

std::vector<std::size_t> TreeReader::best(const Machine& now, const Tree& tree) const {
    std::optional<std::size_t> number;
    if (memory != nullptr) {
        if (const auto label = labels->find(memory->chosen)) number = now.ram()[*label];
    }
    return best_line(tree, number);
}

std::string path_of(const Tree& tree, const TreeNode& node) {
    std::string path;
    const TreeNode* here = &node;
    // Parents precede their children, unless the tree is broken.
    while (here->index != 0) {
        path = path.empty() ? here->move : here->move + ' ' + path;
        if (!here->parent || *here->parent >= here->index) break;
        here = &tree[*here->parent];
    }
    return path.empty() ? "-" : path;
}

std::string tree_text(const Tree& tree, unsigned deepest) {
    std::string text;
    const auto show = [&](const auto& self, const TreeNode& node) -> void {
        const std::string_view move = node.index == 0 ? "root" : std::string_view(node.move);
        text.append(std::size_t{2} * node.level, ' ');
        if (node.address) {
            text += fmt::format("{:<5} #{:<4} ${:04x}  {}  {:>3} ${:02x}\n", move, node.index,
                                *node.address, node.turn, value_of(node), node.value.value_or(0));
        } else {
            text += fmt::format("{} = {}\n", move, value_of(node));
        }
        for (const TreeNode* child : children_of(tree, node, deepest)) self(self, *child);
    };
    if (!tree.empty()) show(show, tree.front());
    return text;
}

std::string tree_dot(const Tree& tree, unsigned deepest) {
    std::string text = "digraph tree {\n    node [shape=box, fontname=monospace];\n";
    const auto show = [&](const auto& self, const TreeNode& node) -> void {
        const std::string at = node.address ? fmt::format(" ${:04x}", *node.address) : "";
        text += fmt::format("    n{} [label=\"#{}{}\\n{}\"];\n", node.index, node.index, at,
                            value_of(node));
        for (const TreeNode* child : children_of(tree, node, deepest)) {
            text += fmt::format("    n{} -> n{} [label=\"{}\"];\n", node.index, child->index,
                                child->move);
            self(self, *child);
        }
    };
    if (!tree.empty()) show(show, tree.front());
    return text + "}\n";
}

std::string tree_svg(const Tree& tree, unsigned deepest, const std::vector<std::size_t>& best) {
    constexpr int width = 60, height = 30, column = 68, row = 78;
    std::map<std::size_t, int> middles;
    int leaves = 0;
    unsigned levels = 0;
    const auto place = [&](const auto& self, const TreeNode& node) -> int {
        levels = std::max(levels, node.level);
        const auto children = children_of(tree, node, deepest);
        int sum = 0;
        for (const TreeNode* child : children) sum += self(self, *child);
        const int middle = children.empty() ? column / 2 + column * leaves++
                                            : sum / static_cast<int>(children.size());
        middles[node.index] = middle;
        return middle;
    };
    if (!tree.empty()) place(place, tree.front());
    std::string lines, boxes, words;
    for (const auto& [index, middle] : middles) {
        const TreeNode& node = tree[index];
        const int top = 10 + row * static_cast<int>(node.level);
        const std::string_view bold =
            std::ranges::count(best, index) != 0 ? " stroke=\"#a66d00\" stroke-width=\"3\"" : "";
        boxes += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>\n",
                             middle - width / 2, top, width, height,
                             node.first_side ? "#dde8ff" : "#fff4d6", bold);
        words +=
            fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", middle, top + 20, value_of(node));
        if (index == 0) continue;
        lines += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>\n",
                             middles[*node.parent], top - row + height, middle, top - 20, bold);
        words += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", middle, top - 8, node.move);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        "<g stroke=\"#999\">\n{2}</g>\n<g stroke=\"#444\">\n{3}</g>\n"
        "<g font-family=\"monospace\" font-size=\"12\" text-anchor=\"middle\">\n{4}</g>\n</svg>\n",
        std::max(1, leaves) * column, 20 + row * static_cast<int>(levels) + height, lines, boxes,
        words);
}

std::vector<std::size_t> best_line(const Tree& tree, std::optional<std::size_t> chosen) {
    std::vector<std::size_t> line;
    const TreeNode* node = tree.empty() ? nullptr : &tree.front();
    while (node != nullptr) {
        line.push_back(node->index);
        const TreeNode* next = nullptr;
        for (std::size_t i = 0; i < node->children.size() && next == nullptr; ++i) {
            const TreeNode& child = tree[node->children[i]];
            if (child.index <= node->index) continue;
            const bool fits =
                node->index == 0 && chosen ? i == *chosen : child.value == node->value;
            if (fits) next = &child;
        }
        node = next;
    }
    return line;
}

}  // namespace ryg::claims
