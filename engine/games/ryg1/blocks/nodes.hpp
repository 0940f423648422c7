// Nodes and trees in the memory of a call, for the references of the first engine.
#pragma once

#include "engine/claims/suite.hpp"
#include "engine/games/ryg1/native/tree.hpp"

namespace ryg::engine::ryg1 {

using namespace claims;

using Layout = NodeLayout;
inline constexpr unsigned node_size = Layout::size;

/// The tree that a call is about, and where its nodes lie.
struct DrawnTree {
    Tree tree;
    Address base = 0;
    std::vector<Address> places{};  ///< node by node
};

[[nodiscard]] inline Version version_of(const Call& in) { return version_from(in.version()); }
[[nodiscard]] inline const Tree& tree_of(const Call& in) { return in.value<DrawnTree>().tree; }
[[nodiscard]] inline Address base_of(const Call& in) { return in.value<DrawnTree>().base; }
[[nodiscard]] inline const std::vector<Address>& places_of(const Call& in) {
    return in.value<DrawnTree>().places;
}

[[nodiscard]] inline NodeBytes node_at(const Call& in, unsigned address) {
    NodeBytes node{};
    std::ranges::copy(std::span(in.ram).subspan(address, node.size()), node.begin());
    return node;
}
/// The node that nameLo/Hi points to.
[[nodiscard]] inline NodeBytes node(const Call& in, std::string_view name) {
    return node_at(in, in.word(name));
}
[[nodiscard]] inline NodeBytes game_node(const Call& in) {
    return node_at(in, in.address("tableroActual"));
}
[[nodiscard]] inline engine::Position position(const NodeBytes& node) {
    return position_in(node).value();
}
[[nodiscard]] inline engine::Position position(const Call& in, std::string_view name) {
    return position(node(in, name));
}
[[nodiscard]] inline engine::Position to_move(engine::Position position, engine::Side side) {
    position.side = side;
    return position;
}

/// The same board as the root of a tree, or as the game's.
[[nodiscard]] NodeBytes as_root(NodeBytes node);

/// The references, file by file.
[[nodiscard]] std::vector<Reference> ryg_board_references();
[[nodiscard]] std::vector<Reference> ryg_move_references();
[[nodiscard]] std::vector<Reference> ryg_tree_references();
[[nodiscard]] std::vector<Reference> ryg_dialogue_references();

}  // namespace ryg::engine::ryg1
