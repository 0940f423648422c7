// Simulates literals for many assignments at a time.
#include "engine/prove/lanes.hpp"

#include <algorithm>
#include <bit>

namespace ryg::prove {
namespace {

constexpr std::array<std::uint64_t, 6> within_a_word{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                     0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                     0xffff0000ffff0000, 0xffffffff00000000};

std::uint64_t flip(std::uint32_t operand) { return std::uint64_t{0} - (operand & 1); }

}  // namespace

LaneEvaluator::LaneEvaluator(const Graph& graph, std::span<const Literal> roots,
                             std::span<const std::uint32_t> inputs)
    : inputs_(inputs.size()), places_(graph.size()) {
    const std::vector<std::uint32_t> cone = graph.cone(roots);
    values_.resize(cone.size() + 1);
    const auto operand = [&](Literal literal) {
        return place(literal) << 1 | (literal.complemented() ? 1U : 0U);
    };
    std::uint32_t next = 0;
    for (const std::uint32_t number : cone) {
        places_[number] = ++next;
        const Graph::Gate& node = graph.node(number);
        if (node.kind == Graph::GateKind::input) {
            const auto bit = std::ranges::lower_bound(inputs, number) - inputs.begin();
            reads_.emplace_back(next, static_cast<unsigned>(bit));
        } else {
            steps_.push_back(
                {node.kind, next, operand(node.condition), operand(node.a), operand(node.b)});
        }
    }
}

void LaneEvaluator::compute(std::uint64_t block) {
    for (const auto& [at, bit] : reads_) {
        for (std::size_t w = 0; w < words; ++w) {
            values_[at][w] = bit < 6 ? within_a_word[bit]
                             : bit < low_inputs
                                 ? std::uint64_t{0} - (w >> (bit - 6) & 1)
                                 : std::uint64_t{0} - (block >> (bit - low_inputs) & 1);
        }
    }
    for (const LaneStep& step : steps_) {
        Block& to = values_[step.at];
        const Block &a = values_[step.a >> 1], &b = values_[step.b >> 1];
        const std::uint64_t flip_a = flip(step.a), flip_b = flip(step.b);
        if (step.kind == Graph::GateKind::both) {
            for (std::size_t w = 0; w < words; ++w) to[w] = (a[w] ^ flip_a) & (b[w] ^ flip_b);
        } else if (step.kind == Graph::GateKind::differ) {
            for (std::size_t w = 0; w < words; ++w) to[w] = a[w] ^ b[w];
        } else {
            const Block& c = values_[step.condition >> 1];
            for (std::size_t w = 0; w < words; ++w) {
                to[w] = (c[w] & (a[w] ^ flip_a)) | (~c[w] & (b[w] ^ flip_b));
            }
        }
    }
}

std::uint64_t LaneEvaluator::number(std::span<const Literal> bits, unsigned lane) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        value |= std::uint64_t{bit(bits[i], lane)} << i;
    }
    return value;
}

std::optional<unsigned> LaneEvaluator::first(Literal root) const {
    for (std::size_t w = 0; w < words && w * 64 < used(); ++w) {
        std::uint64_t found = word(root, w);
        if (used() < 64) found &= (std::uint64_t{1} << used()) - 1;
        if (found != 0)
            return static_cast<unsigned>(w * 64 +
                                         static_cast<std::size_t>(std::countr_zero(found)));
    }
    return std::nullopt;
}

}  // namespace ryg::prove
