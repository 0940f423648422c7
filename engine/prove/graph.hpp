// Every bit of a proof is a literal of one graph: inputs, `a & b`, `a ^ b` and `c ? a : b`.
//
//     Graph graph;
//     const Literal a = graph.input(), b = graph.input();
//     graph.differ(graph.differ(a, b), b) == a        // constants fold, equal nodes are shared
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "emu/types.hpp"

namespace ryg::prove {

using emu::Address;
using emu::Cycle;

/// A gate of the graph or its complement. Gate 0 is the constant false.
struct Literal {
    std::uint32_t code = 0;  ///< twice the number of the node; bit 0: complemented

    constexpr Literal() = default;
    constexpr explicit Literal(bool known) : code(known ? 1 : 0) {}
    static constexpr Literal of(std::uint32_t node, bool complemented = false) {
        Literal made;
        made.code = node << 1 | (complemented ? 1U : 0U);
        return made;
    }
    [[nodiscard]] constexpr std::uint32_t node() const { return code >> 1; }
    [[nodiscard]] constexpr bool complemented() const { return (code & 1) != 0; }
    [[nodiscard]] constexpr bool is_known() const { return code < 2; }
    [[nodiscard]] constexpr bool known() const { return code == 1; }  ///< if is_known()
    constexpr Literal operator!() const {
        Literal made;
        made.code = code ^ 1;
        return made;
    }
    constexpr bool operator==(const Literal&) const = default;
    constexpr auto operator<=>(const Literal&) const = default;
};

/// The values of a literal under this many assignments at once, 64 to a word.
constexpr std::size_t pattern_words = 4;
using Patterns = std::array<std::uint64_t, pattern_words>;

/// A growing graph of nodes; equal nodes are made once.
class Graph {
  public:
    /// An input, `a & b`, `a ^ b`, or `condition ? a : b`.
    enum class GateKind : std::uint8_t { input, both, differ, choose };
    /// Operands: a and b; for `choose` also `condition`. The operands are older than the node.
    struct Gate {
        GateKind kind;
        Literal condition, a, b;
    };
    static constexpr std::size_t few = 16;
    /// Inputs that a node depends on, in ascending order; `many` if there are more than `few`.
    struct Support {
        bool many = false;
        std::vector<std::uint32_t> nodes;
    };

    Graph();

    Literal input();
    Literal both(Literal a, Literal b);
    Literal either(Literal a, Literal b) { return !both(!a, !b); }
    Literal differ(Literal a, Literal b);
    Literal equal(Literal a, Literal b) { return !differ(a, b); }
    Literal choose(Literal condition, Literal a, Literal b);
    /// At least two of three: the carry of an adder.
    Literal most(Literal a, Literal b, Literal c);
    Literal all_of(std::span<const Literal> literals);
    Literal any_of(std::span<const Literal> literals);
    /// Whether two words of the same width differ.
    Literal any_differs(std::span<const Literal> one, std::span<const Literal> other);

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] const Gate& node(std::uint32_t number) const { return nodes_[number]; }
    [[nodiscard]] bool is_input(Literal literal) const {
        return !literal.is_known() && nodes_[literal.node()].kind == GateKind::input;
    }
    /// The literal's values for 256 random assignments of the inputs.
    [[nodiscard]] Patterns patterns(Literal literal) const;
    [[nodiscard]] const Support& support(Literal literal) const {
        return supports_[support_of_[literal.node()]];
    }
    /// The nodes that the literals depend on, operands first, without node 0.
    [[nodiscard]] std::vector<std::uint32_t> cone(std::span<const Literal> roots) const;

  private:
    [[nodiscard]] const Gate* positive(Literal literal, GateKind kind) const;
    Literal make(GateKind kind, Literal condition, Literal a, Literal b);
    std::uint32_t joined_support(const Gate& node);
    std::uint32_t intern(Support support);

    std::vector<Gate> nodes_;
    std::vector<Patterns> patterns_;
    std::vector<std::uint32_t> support_of_;
    std::vector<Support> supports_;
    std::vector<std::uint32_t> slots_;          // node numbers by hash, 0: free
    std::vector<std::uint32_t> support_slots_;  // the same for supports_
    std::uint64_t random_ = 0x9e3779b97f4a7c15;
    mutable std::vector<std::uint32_t> mark_;  // cone(): the round in which a node was reached
    mutable std::uint32_t round_ = 0;
};

/// The values of nodes for a list of assignments, such as all of at most `Graph::few` inputs.
class Exhaustive {
  public:
    /// For literals that depend on these inputs only. Bit k of a number is the value of input k;
    /// without numbers, all assignments are meant.
    Exhaustive(const Graph& graph, std::span<const std::uint32_t> inputs,
               std::vector<std::uint64_t> numbers = {});

    static constexpr std::size_t most_bytes = std::size_t{1} << 28;
    /// Simulates literals and the nodes below them; false if all tables would take more memory than
    /// `most_bytes`.
    [[nodiscard]] bool add(std::span<const Literal> roots);
    /// Bit i is the value for the assignment `number(i)`.
    [[nodiscard]] std::span<const std::uint64_t> table(std::uint32_t node) const {
        return {at(place_[node] - 1), words_};
    }
    [[nodiscard]] std::uint64_t word(Literal literal, std::size_t index) const {
        const std::uint64_t word = literal.is_known() ? 0 : table(literal.node())[index];
        return literal.complemented() ? ~word : word;
    }
    [[nodiscard]] std::span<const std::uint32_t> inputs() const { return inputs_; }
    [[nodiscard]] std::size_t words() const { return words_; }
    [[nodiscard]] std::size_t bytes() const { return tables_ * words_ * sizeof(std::uint64_t); }
    /// Whether its assignments were given.
    [[nodiscard]] bool is_listed() const { return !numbers_.empty(); }
    [[nodiscard]] std::uint64_t number(std::size_t index) const {
        return numbers_.empty() ? index : numbers_[index];
    }
    /// The bits of a word that represent assignments (all, except for fewer than six inputs).
    [[nodiscard]] std::uint64_t mask() const {
        return !numbers_.empty() || inputs_.size() >= 6
                   ? ~std::uint64_t{0}
                   : (std::uint64_t{1} << (1U << inputs_.size())) - 1;
    }

  private:
    [[nodiscard]] std::uint64_t* at(std::size_t place) const {
        return &chunks_[place / of_a_chunk][place % of_a_chunk * words_];
    }
    void simulate(std::uint32_t number, std::uint64_t* to) const;

    static constexpr std::size_t of_a_chunk = 32;  // tables per chunk; chunks never move
    const Graph* graph_;
    std::vector<std::uint32_t> inputs_;
    std::vector<std::uint64_t> numbers_;  // the last one repeated to fill a word
    std::size_t words_, tables_ = 0;
    std::vector<std::uint32_t> place_{};  // index of a node's table, from 1; 0: none
    std::vector<std::unique_ptr<std::uint64_t[]>> chunks_{};
};

}  // namespace ryg::prove
