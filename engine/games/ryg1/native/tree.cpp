// The game tree: growing it in the 6502's order, valuing it, writing its memory image.
#include "engine/games/ryg1/native/tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace ryg::engine::ryg1 {
namespace {

// False as soon as a node does not fit.
bool expand(Tree& tree, std::uint32_t index, int depth, std::size_t capacity) {
    if (depth == 0) return true;
    const Node parent = tree.nodes[index];  // a copy: the vector moves as it grows
    const MoveList moves = generate_moves(parent.position);
    if (moves.size() > capacity - tree.size()) return false;

    const auto first = static_cast<std::uint32_t>(tree.size());
    const auto count = static_cast<std::uint32_t>(moves.size());
    tree.nodes[index].first_child = first;
    tree.nodes[index].child_count = static_cast<Byte>(count);
    for (const Move& move : moves) {
        tree.nodes.push_back({.position = apply(parent.position, move),
                              .move = move,
                              .parent = index,
                              .first_child = 0,
                              .child_count = 0,
                              .level = static_cast<Byte>(parent.level + 1),
                              .value = parent.value});
    }
    for (std::uint32_t child = first; child < first + count; ++child) {
        if (!expand(tree, child, depth - 1, capacity)) return false;
    }
    return true;
}

void put_address(Byte* at, std::uint32_t address) {
    at[0] = static_cast<Byte>(address);
    at[1] = static_cast<Byte>(address >> 8);
}

}  // namespace

std::span<const Node> Tree::children(std::size_t index) const {
    const Node& node = nodes[index];
    return std::span(nodes).subspan(node.first_child, node.child_count);
}

std::vector<Move> Tree::path_to(std::size_t index) const {
    std::vector<Move> path;
    for (; index != 0; index = nodes[index].parent) path.push_back(nodes[index].move);
    std::reverse(path.begin(), path.end());
    return path;
}

std::optional<Tree> build_tree(const Position& position, int depth, std::size_t capacity,
                               Byte root_value) {
    if (depth < 0) {
        throw std::invalid_argument("a tree of depth " + std::to_string(depth) +
                                    ": use a depth of 0 or more");
    }
    if (capacity < 1) return std::nullopt;
    Tree tree;
    Node root;
    root.position = position;
    root.value = root_value;
    tree.nodes.push_back(root);
    if (!expand(tree, 0, depth, capacity)) return std::nullopt;
    return tree;
}

void evaluate_all(Tree& tree, Version version) {
    for (Node& node : tree.nodes) node.value = evaluate(node.position, version);
}

void minimax(Tree& tree, Version version) {
    // Every node lies after its parent, so going backwards values the children first.
    for (std::size_t index = tree.size(); index-- > 0;) {
        Node& node = tree.nodes[index];
        if (node.child_count == 0) {
            node.value = evaluate(node.position, version);
            continue;
        }
        const bool highest = node.position.side == Side::mouse;
        Byte best = highest ? 0x00 : 0xff;
        for (const Node& child : tree.children(index)) {
            best = highest ? std::max(best, child.value) : std::min(best, child.value);
        }
        node.value = best;
    }
}

std::vector<Byte> write_image(const Tree& tree, Address base) {
    if (node_address(tree.size(), base) > 0x10000) {
        throw std::length_error("a tree of " + std::to_string(tree.size()) + " nodes from " +
                                std::to_string(base) + " passes 65535: start it lower");
    }
    std::vector<Byte> image;
    image.reserve(tree.bytes());
    for (std::size_t index = 0; index < tree.size(); ++index) {
        const Node& node = tree[index];
        NodeBytes bytes = board_bytes(node.position, node.level, node.value);
        if (index != 0) {
            put_address(&bytes[NodeLayout::parent], node_address(node.parent, base));
        }
        for (std::size_t child = 0; child < node.child_count; ++child) {
            put_address(&bytes[NodeLayout::children + 2 * child],
                        node_address(node.first_child + child, base));
        }
        image.insert(image.end(), bytes.begin(), bytes.end());
    }
    return image;
}

ImagePlace place_in_image(std::size_t image_offset) {
    const std::size_t offset = image_offset % NodeLayout::size;
    return {.node = image_offset / NodeLayout::size, .offset = offset, .field = field_name(offset)};
}

}  // namespace ryg::engine::ryg1
