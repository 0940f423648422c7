// The board and the game tree of RYG as variables.
#pragma once

#include "app/fronts/dap/variables.hpp"

namespace ryg::app::dap {

/// A program has a board if it has the label `tableroActual`, a tree if it is a search.
[[nodiscard]] bool has_board(const Context& context);
[[nodiscard]] bool has_tree(const Context& context);

/// The rows of the board.
[[nodiscard]] std::vector<Variable> board_variables(const Context& context);
/// The root alone.
[[nodiscard]] std::vector<Variable> tree_variables(const Context& context);
/// The fields and the children of the node at an address. Throws Trouble if there is none.
[[nodiscard]] std::vector<Variable> node_variables(const Context& context, std::int64_t address);

/// The reference of the node at an address.
constexpr std::int64_t first_node_reference = 0x10000;

}  // namespace ryg::app::dap
