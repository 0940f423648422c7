// Simulates literals for 512 assignments of their inputs at a time.
#pragma once

#include <optional>

#include "engine/prove/graph.hpp"

namespace ryg::prove {

/// Evaluates a set of literals, the roots, block after block of assignments.
class LaneEvaluator {
  public:
    static constexpr unsigned lanes = 512, low_inputs = 9;

    /// The roots depend on these inputs only; they are in ascending order.
    LaneEvaluator(const Graph& graph, std::span<const Literal> roots,
                  std::span<const std::uint32_t> inputs);

    /// Computes a block: input i has bit i of the number `512 * block + lane`.
    void compute(std::uint64_t block);
    /// Number of blocks.
    [[nodiscard]] std::uint64_t blocks() const {
        return inputs_ <= low_inputs ? 1 : std::uint64_t{1} << (inputs_ - low_inputs);
    }
    /// Number of lanes of a block that are assignments.
    [[nodiscard]] unsigned used() const { return inputs_ >= low_inputs ? lanes : 1U << inputs_; }
    /// 64 lanes of a root or of a node below it.
    [[nodiscard]] std::uint64_t word(Literal literal, std::size_t index) const {
        return values_[place(literal)][index] ^ (literal.complemented() ? ~std::uint64_t{0} : 0);
    }
    [[nodiscard]] bool bit(Literal literal, unsigned lane) const {
        return (word(literal, lane / 64) >> (lane % 64) & 1) != 0;
    }
    [[nodiscard]] std::uint64_t number(std::span<const Literal> bits, unsigned lane) const;
    /// The first lane in which a root is true.
    [[nodiscard]] std::optional<unsigned> first(Literal root) const;

  private:
    static constexpr std::size_t words = lanes / 64;
    using Block = std::array<std::uint64_t, words>;
    struct LaneStep {
        Graph::GateKind kind;
        std::uint32_t at, condition, a, b;  // operands: twice the index, bit 0: complemented
    };
    [[nodiscard]] std::uint32_t place(Literal literal) const { return places_[literal.node()]; }

    std::size_t inputs_;
    std::vector<std::uint32_t> places_;                      // index by node; 0: the constant false
    std::vector<std::pair<std::uint32_t, unsigned>> reads_;  // index, number of the input
    std::vector<LaneStep> steps_;
    std::vector<Block> values_;
};

}  // namespace ryg::prove
