// CaDiCaL on the nodes of a graph: incremental, by assumptions, only for the cones in question.
#pragma once

#include <memory>
#include <unordered_map>

#include "engine/prove/budget.hpp"
#include "engine/prove/graph.hpp"

namespace ryg::prove {

/// Whether something is possible.
enum class Possibility : std::uint8_t { no, yes, unknown };

/// Input nodes and their values; an absent input may have either value.
using Assignment = std::unordered_map<std::uint32_t, bool>;

/// One incremental instance of CaDiCaL.
class Solver {
  public:
    /// Both must outlive the solver.
    Solver(const Graph& graph, const Budget& budget);
    ~Solver();

    /// Forgets earlier questions if most of what they were about is not in this one, for CaDiCaL
    /// gives values to all variables. Worth it before a long search.
    void forget_others(std::span<const Literal> literals);
    /// Whether all literals can be true at the same time. `unknown` after this many conflicts, or
    /// when the budget is spent.
    Possibility possible(std::span<const Literal> literals, int conflicts);
    /// After `yes`: the inputs on which the literals depend.
    [[nodiscard]] Assignment assignment(std::span<const Literal> literals) const;
    /// Adds an equality that was proved where `given` is true, so that it need not be found again.
    void learn_equal(Literal a, Literal b, Literal given);

  private:
    class Backend;
    std::unique_ptr<Backend> backend_;
};

/// The literal after merging nodes of its cone that are equal where `given` is true; equal to
/// `question` for all assignments, if that implies `given`.
/// Nodes are candidates if 2,048 random assignments do not tell them apart. Nodes with few inputs
/// are then compared by their tables, others by the solver, with at most `conflicts` for a pair.
/// Stops early when the budget is spent.
[[nodiscard]] Literal swept(Graph& graph, Solver& solver, const Budget& budget, Literal question,
                            int conflicts, Literal given = Literal(true));

}  // namespace ryg::prove
