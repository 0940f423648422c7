// Merges equal inner nodes of a question, operands first, until it folds or a solver can decide it.
#pragma once

#include "engine/prove/solver.hpp"

namespace ryg::prove {

/// The literal after merging nodes of its cone that are equal where `given` is true; equal to
/// `question` for all assignments, if that implies `given`.
/// Nodes are candidates if 2,048 random assignments do not tell them apart. Nodes with few inputs
/// are then compared by their tables, others by the solver, with at most `conflicts` for a pair.
/// Stops early when the budget is spent.
[[nodiscard]] Literal swept(Graph& graph, Solver& solver, const Budget& budget, Literal question,
                            int conflicts, Literal given = Literal(true));

}  // namespace ryg::prove
