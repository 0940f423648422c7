// Boards and trees to try routines on.
#pragma once

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {

/// A node with any position; nivel, valor and padre any, hijos any or none.
[[nodiscard]] NodeBytes draw_node(Choices& choices, bool bare);

/// A tree of at most `capacity` nodes, at most 5 deep, that `build_tree` makes of any position.
[[nodiscard]] engine::Tree draw_tree(engine::Version version, std::size_t capacity,
                                     Choices& choices);

/// A board of RYG3: the same positions, the cats numbered in any order.
[[nodiscard]] engine::ryg3::Board draw_board(Choices& choices);

}  // namespace ryg::blocks
