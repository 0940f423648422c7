// A search as the 6502 makes it, with its memory limit and its way to choose.
#include "engine/games/ryg1/native/search.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace ryg::engine::ryg1 {
namespace {

std::size_t nodes_that_fit(unsigned base, unsigned end) {
    return end < base ? 0 : (end - base) / NodeLayout::size;
}

void check(const Position& position, const SearchOptions& options) {
    if (options.depth < least_depth || options.depth > greatest_depth) {
        throw std::invalid_argument("a search of depth " + std::to_string(options.depth) +
                                    ": use a depth from 1 to 5");
    }
    if (!is_well_formed(position)) {
        throw std::invalid_argument("the position is not four cats and a mouse on dark squares");
    }
    const unsigned end = tree_end_of(options);
    if (nodes_that_fit(options.tree_base, end) < 1) {
        throw std::invalid_argument("no memory for the root: a tree from " +
                                    std::to_string(options.tree_base) + " to " +
                                    std::to_string(end) + " has no room for a node of 88 bytes");
    }
}

}  // namespace

std::optional<std::size_t> choose_first_best(const Tree& tree, std::optional<Byte> tie_byte) {
    std::vector<std::size_t> best;
    const auto children = tree.children(0);
    for (std::size_t index = 0; index < children.size(); ++index) {
        if (children[index].value == tree.root().value) best.push_back(index);
    }
    if (best.empty()) return std::nullopt;
    return best[tie_byte.value_or(0) % best.size()];
}

SearchResult search(const Position& position, const SearchOptions& options) {
    check(position, options);
    const std::size_t capacity = nodes_that_fit(options.tree_base, tree_end_of(options));

    SearchResult result;
    int depth = options.depth;
    auto tree = build_tree(position, depth, capacity);
    while (!tree) tree = build_tree(position, --depth, capacity);  // depth 0 always fits
    result.tree = std::move(*tree);
    result.depth_used = depth;
    result.nodes = result.tree.size();
    result.tree_bytes = result.tree.bytes();

    if (options.version == Version::v12) {
        evaluate_all(result.tree, options.version);
    } else {
        minimax(result.tree, options.version);
    }
    result.value = result.tree.root().value;

    std::size_t index = result.tree.root().first_child;
    for (const Node& child : result.tree.children(0)) {
        const auto address = static_cast<Address>(node_address(index++, options.tree_base));
        result.children.push_back({child.move, child.value, address});
    }
    if (options.version >= Version::v14) {
        if (const auto chosen = choose_first_best(result.tree, options.tie_byte)) {
            result.move = result.children[*chosen].move;
        }
    }
    return result;
}

}  // namespace ryg::engine::ryg1
