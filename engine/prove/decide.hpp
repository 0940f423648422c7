// Decides questions about the literals of a graph: can this be true, which values can this word have.
//
// In this order: folding; the node's 256 patterns; all values of at most 16 inputs; merging of equal
// inner nodes (sweep.hpp) and CaDiCaL in turn; all values of more inputs, while there is time.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "engine/prove/solver.hpp"

namespace ryg::prove {

class Decider {
  public:
    /// Both must outlive the decider.
    Decider(Graph& graph, const Budget& budget);

    /// Whether the literal can be true. `quickly` is for branches, of which one that is followed in
    /// vain does no harm: `unknown` where a solver takes long.
    Answer possible(Literal literal, bool quickly = false);
    /// The same by one sweep only, and by the patterns only.
    bool is_impossible_by_sweeping(Literal literal);
    bool is_quickly_possible(Literal literal);
    /// Another way to try all values, for literals of more nodes than are simulated quickly: it
    /// answers, with inputs after `yes`.
    using Runs = std::function<std::pair<Answer, Assignment>(Literal)>;
    void set_runs(Runs runs) { runs_ = std::move(runs); }
    /// After `yes`: inputs that make the literal true.
    [[nodiscard]] Assignment assignment() const;

    /// All values of a word of at most 16 bits under a condition, in ascending order; nothing if
    /// there are more than `most` or the question is too hard. `among`, if it has any, are values of
    /// which no other is possible: they are the answer to a question that takes long.
    std::optional<std::vector<unsigned>> values(std::span<const Literal> word, Literal condition,
                                                std::size_t most,
                                                std::span<const unsigned> among = {});

    /// What decided the last question.
    enum class Means : std::uint8_t {
        folding,
        patterns,
        simulation,
        solver,
        sweeping,
        trying,
        running
    };
    [[nodiscard]] Means means() const { return means_; }

  private:
    Answer by_patterns(Literal literal);
    Literal without_small_parts(Literal literal);
    Answer by_simulation(Literal literal);
    Answer by_solver(Literal literal, int conflicts);
    Answer by_trying(Literal literal);
    /// The tables of literals of at most 16 inputs, kept for the next question.
    const Exhaustive& tables_of(std::span<const Literal> roots,
                                std::span<const std::uint32_t> inputs);
    [[nodiscard]] std::optional<std::vector<unsigned>> simulated_values(
        std::span<const Literal> word, Literal condition, std::size_t most);

    Graph& graph_;
    const Budget& budget_;
    Solver solver_;
    Assignment assignment_;
    struct Hit {
        Literal literal;
        std::size_t word;
        int bit;
    };
    std::optional<Hit> hit_;  // the pattern that has shown it
    Runs runs_;
    std::optional<Exhaustive> tables_;
    Means means_ = Means::folding;
    std::unordered_map<std::uint32_t, bool> impossible_;  // literals that were decided with `no`
};

/// The inputs on which literals depend, in ascending order.
[[nodiscard]] std::vector<std::uint32_t> inputs_of(const Graph& graph,
                                                   std::span<const Literal> literals);

/// The values of literals under one assignment; inputs that are not in it are false.
class Evaluation {
  public:
    Evaluation(const Graph& graph, const Assignment& assignment)
        : graph_(graph), assignment_(assignment) {}
    [[nodiscard]] bool operator()(Literal literal);
    /// Bit i is the value of literal i.
    [[nodiscard]] std::uint64_t number(std::span<const Literal> word);

  private:
    const Graph& graph_;
    const Assignment& assignment_;
    std::unordered_map<std::uint32_t, bool> known_;
};

}  // namespace ryg::prove
