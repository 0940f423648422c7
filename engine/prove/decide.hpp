// Decides questions about literals of a graph: can one be true, which values can a word have?
//
// In this order: folding; the node's 256 patterns; all values of the inputs, if these or the
// conditions on them leave at most 2^17; CaDiCaL; all values where that is cheap; each alternative
// of a question of many inputs; merging of equal inner nodes (swept) and CaDiCaL in turn; all values
// of more inputs, while there is time.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/prove/solver.hpp"

namespace ryg::prove {

/// A routine does something that a proof cannot follow; the message says what and where.
struct NotDecided : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// An address has too many values, which may be fewer where some inputs are known.
struct TooManyValues : NotDecided {
    using NotDecided::NotDecided;
};

/// Decides questions, with a solver and caches that it keeps between them.
class Decider {
  public:
    /// Both must outlive the decider.
    Decider(Graph& graph, const Budget& budget);

    /// Whether the literal can be true. `quickly` is for branches, where following an impossible
    /// one does no harm: `unknown` if a solver takes long.
    Possibility possible(Literal literal, bool quickly = false);
    /// Whether simulation or one sweep proves it impossible.
    bool is_impossible_by_sweeping(Literal literal);
    /// Whether the patterns alone show that it can be true.
    bool is_quickly_possible(Literal literal);
    /// The operands of a & b & ...
    [[nodiscard]] std::vector<Literal> conjuncts(Literal of) const;
    /// The literals where the facts are true: with a known value for each of these nodes.
    [[nodiscard]] std::vector<Literal> where(std::span<const Literal> literals,
                                             std::span<const Literal> facts);
    /// Literals that share inputs with one another, and with no other part.
    struct Part {
        std::vector<std::size_t> places;  ///< of the literals in the list
        std::vector<std::uint32_t> inputs;
    };
    /// The parts of a list; nullopt if the time is up.
    [[nodiscard]] std::optional<std::vector<Part>> parts_of(std::span<const Literal> literals);
    /// The steps of LaneEvaluator that trying all values of these literals' inputs takes.
    [[nodiscard]] double cost_of_trying(std::span<const Literal> roots) const;
    /// What is tried before other methods: it takes less than half a second.
    static constexpr double cheap = 5e7;
    /// Another method to try all values, for literals of too many nodes to simulate quickly.
    /// Returns the answer, with inputs after `yes`.
    using Runs = std::function<std::pair<Possibility, Assignment>(Literal)>;
    void set_runs(Runs runs) { runs_ = std::move(runs); }
    /// After `yes`: inputs that make the literal true.
    [[nodiscard]] Assignment assignment() const;

    /// All values of a word of at most 16 bits under a condition, in ascending order; nullopt if
    /// there are more than `most` or the question is too hard. `among`, if not empty, contains all
    /// possible values: it is the result if the question takes long.
    std::optional<std::vector<unsigned>> values(std::span<const Literal> word, Literal condition,
                                                std::size_t most,
                                                std::span<const unsigned> among = {});

    /// These hold for all inputs. Where few values of the inputs that a condition connects satisfy
    /// it, a question about them is decided by these values.
    void assume(std::span<const Literal> conditions);
    /// The tables of literals for all values of their inputs that satisfy the conditions on
    /// them, kept for the next question; nullptr if there are too many.
    const Exhaustive* tables_of(std::span<const Literal> literals,
                                std::span<const std::uint32_t> inputs);
    /// From now on each question that is not asked quickly implies this.
    void set_given(Literal given) { given_ = given; }

    /// The method that decided the last question.
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
    /// Throws NotDecided if the time is up before a question is complete.
    void check_time() const {
        if (budget_.is_spent()) throw NotDecided("no time was left to compute its formula");
    }

  private:
    Possibility by_patterns(Literal literal);
    /// By tables of the parts or, for a part that has none, by trying all values of its inputs, if
    /// that takes at most `most` steps for all parts; one that is impossible makes the whole so.
    Possibility by_parts(Literal literal, double most = 0);
    Possibility by_tables(std::span<const Literal> literals, std::span<const std::uint32_t> inputs);
    Possibility by_solver(Literal literal, int conflicts);
    Possibility by_sweeping(Literal literal, int conflicts);
    Possibility by_alternatives(Literal literal);
    Possibility by_trying(Literal literal);
    Possibility by_lanes(Literal literal);
    [[nodiscard]] std::optional<Exhaustive> assignments_of(std::span<const std::uint32_t> inputs,
                                                           bool by_conditions) const;
    [[nodiscard]] std::optional<std::vector<unsigned>> simulated_values(
        std::span<const Literal> word, Literal condition, std::size_t most);

    [[nodiscard]] std::optional<std::vector<unsigned>> values_by_earlier(
        std::span<const Literal> word);

    Graph& graph_;
    const Budget& budget_;
    Solver solver_;
    Assignment assignment_;
    /// A word of which values() was asked, and all that it may be under any condition, if known.
    struct AskedWord {
        std::vector<Literal> bits;
        std::optional<std::vector<unsigned>> values;
    };
    static constexpr std::size_t most_asked_words = 4;
    std::deque<AskedWord> asked_words_;
    struct PatternHit {
        Literal literal;
        std::size_t word;
        int bit;
    };
    std::optional<PatternHit> hit_;  // the pattern that showed `yes`
    Runs runs_;
    Literal given_{true};
    /// Inputs that conditions connect, and all their values that satisfy these.
    struct ConnectedInputs {
        std::vector<std::uint32_t> inputs;
        std::vector<std::uint64_t> numbers{};  ///< bit k: the value of input k
    };
    std::vector<ConnectedInputs> connected_;
    std::list<Exhaustive> tables_;  // the one used last comes first
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> inputs_of_;  // by node
    Means means_ = Means::folding;
    std::unordered_map<std::uint32_t, bool> impossible_;  // literals that were decided with `no`
};

/// The inputs on which literals depend, in ascending order.
[[nodiscard]] std::vector<std::uint32_t> inputs_of(const Graph& graph,
                                                   std::span<const Literal> literals);

/// The values of literals under one assignment; inputs absent from it are false.
class Evaluation {
  public:
    Evaluation(const Graph& graph, const Assignment& assignment)
        : graph_(graph), assignment_(assignment) {}
    [[nodiscard]] bool operator()(Literal literal);
    /// Sets a literal that is no input, in place of computing it.
    void set(Literal literal, bool value) {
        known_.insert_or_assign(literal.node(), value != literal.complemented());
    }
    /// Bit i is the value of literal i.
    [[nodiscard]] std::uint64_t number(std::span<const Literal> word);

  private:
    const Graph& graph_;
    const Assignment& assignment_;
    std::unordered_map<std::uint32_t, bool> known_{{0, false}};  // by node
};

}  // namespace ryg::prove
