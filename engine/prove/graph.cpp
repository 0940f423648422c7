// Makes the nodes of a proof's graph: folding, sharing, simulation.
#include "engine/prove/graph.hpp"

#include <algorithm>
#include <utility>

namespace ryg::prove {
namespace {

constexpr std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ value >> 31) * 0x7fb5d329728ea185;
    value = (value ^ value >> 27) * 0x81dadef4bc2dd44d;
    return value ^ value >> 33;
}

constexpr std::uint32_t many_inputs = 1;  // number of the support "many"

}  // namespace

Graph::Graph() : slots_(1U << 16), support_slots_(1U << 12) {
    nodes_.push_back({GateKind::input, {}, {}, {}});
    patterns_.push_back({});
    support_of_.push_back(0);
    supports_.push_back({});
    supports_.push_back({.many = true, .nodes = {}});
}

Literal Graph::input() {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({GateKind::input, {}, {}, {}});
    Patterns& made = patterns_.emplace_back();
    for (std::uint64_t& word : made) word = mixed(random_ += 0x9e3779b97f4a7c15);
    support_of_.push_back(intern({.many = false, .nodes = {number}}));
    return Literal::of(number);
}

Patterns Graph::patterns(Literal literal) const {
    Patterns values = patterns_[literal.node()];
    if (literal.complemented()) {
        for (std::uint64_t& word : values) word = ~word;
    }
    return values;
}

const Graph::Gate* Graph::positive(Literal literal, GateKind kind) const {
    if (literal.is_known() || nodes_[literal.node()].kind != kind) return nullptr;
    return &nodes_[literal.node()];
}

Literal Graph::both(Literal a, Literal b) {
    if (b < a) std::swap(a, b);
    if (a.is_known()) return a.known() ? b : Literal(false);
    if (a == b) return a;
    if (a == !b) return Literal(false);
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
        if (const Gate* of = positive(y, GateKind::both)) {
            const auto [p, q] = std::pair{of->a, of->b};
            if (!y.complemented()) {
                if (x == p || x == q) return y;
                if (x == !p || x == !q) return Literal(false);
            } else {
                if (x == !p || x == !q) return x;
                if (x == p) return both(x, !q);
                if (x == q) return both(x, !p);
            }
        } else if (const Gate* chosen = positive(y, GateKind::choose)) {
            const Gate found = *chosen;
            if (x == found.condition || x == !found.condition) {
                const Literal value = x == found.condition ? found.a : found.b;
                return both(x, y.complemented() ? !value : value);
            }
        } else if (const Gate* sum = positive(y, GateKind::differ)) {
            const Gate found = *sum;
            for (const auto& [p, q] : {std::pair{found.a, found.b}, std::pair{found.b, found.a}}) {
                if (x == p) return both(x, y.complemented() ? q : !q);
                if (x == !p) return both(x, y.complemented() ? !q : q);
            }
        }
    }
    const Gate* left = positive(a, GateKind::both);
    const Gate* right = positive(b, GateKind::both);
    if (left != nullptr && right != nullptr && !a.complemented() && !b.complemented()) {
        for (const Literal x : {left->a, left->b}) {
            if (x == !right->a || x == !right->b) return Literal(false);
        }
    }
    return make(GateKind::both, {}, a, b);
}

Literal Graph::differ(Literal a, Literal b) {
    const bool complemented = a.complemented() != b.complemented();
    a = Literal::of(a.node());
    b = Literal::of(b.node());
    if (b < a) std::swap(a, b);
    const auto result = [complemented](Literal value) { return complemented ? !value : value; };
    if (a.is_known()) return result(b);
    if (a == b) return result(Literal(false));
    const Gate* left = positive(a, GateKind::differ);
    const Gate* right = positive(b, GateKind::differ);
    for (const auto& [x, of] : {std::pair{a, right}, std::pair{b, left}}) {
        if (of == nullptr) continue;
        if (x == of->a) return result(of->b);
        if (x == of->b) return result(of->a);
    }
    if (left != nullptr && right != nullptr) {
        for (const auto& [x, rest] : {std::pair{left->a, left->b}, std::pair{left->b, left->a}}) {
            if (x == right->a) return result(differ(rest, right->b));
            if (x == right->b) return result(differ(rest, right->a));
        }
    }
    return result(make(GateKind::differ, {}, a, b));
}

Literal Graph::choose(Literal condition, Literal a, Literal b) {
    if (condition.complemented()) {
        condition = !condition;
        std::swap(a, b);
    }
    if (condition.is_known()) return b;  // its complement, true, was swapped
    if (a == b) return a;
    if (const Gate* of = positive(a, GateKind::choose); of && of->condition == condition) {
        a = a.complemented() ? !of->a : of->a;
    }
    if (const Gate* of = positive(b, GateKind::choose); of && of->condition == condition) {
        b = b.complemented() ? !of->b : of->b;
    }
    if (a == b) return a;
    if (a == !b) return differ(condition, b);
    if (a.is_known() || a == condition || a == !condition) {
        const bool value = a.is_known() ? a.known() : a == condition;
        return value ? either(condition, b) : both(!condition, b);
    }
    if (b.is_known() || b == condition || b == !condition) {
        const bool value = b.is_known() ? b.known() : b == !condition;
        return value ? either(!condition, a) : both(condition, a);
    }
    if (a.complemented()) return !make(GateKind::choose, condition, !a, !b);
    return make(GateKind::choose, condition, a, b);
}

Literal Graph::most(Literal a, Literal b, Literal c) {
    return either(both(a, b), both(c, differ(a, b)));
}

Literal Graph::all_of(std::span<const Literal> literals) {
    Literal all(true);
    for (const Literal literal : literals) all = both(all, literal);
    return all;
}

Literal Graph::any_of(std::span<const Literal> literals) {
    Literal any(false);
    for (const Literal literal : literals) any = either(any, literal);
    return any;
}

Literal Graph::any_differs(std::span<const Literal> one, std::span<const Literal> other) {
    Literal any(false);
    for (std::size_t i = 0; i < one.size(); ++i) any = either(any, differ(one[i], other[i]));
    return any;
}

Literal Graph::make(GateKind kind, Literal condition, Literal a, Literal b) {
    const auto hash = [](const Gate& node) {
        return mixed(std::uint64_t{node.a.code} << 32 | node.b.code) ^
               mixed(std::uint64_t{node.condition.code} << 2 |
                     static_cast<std::uint64_t>(node.kind));
    };
    const Gate made{kind, condition, a, b};
    std::size_t at = hash(made) & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
        const Gate& known = nodes_[slots_[at]];
        if (known.kind == kind && known.condition == condition && known.a == a && known.b == b) {
            return Literal::of(slots_[at]);
        }
    }
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    slots_[at] = number;
    nodes_.push_back(made);
    const Patterns x = patterns(a), y = patterns(b), c = patterns(condition);
    Patterns& values = patterns_.emplace_back();
    for (std::size_t i = 0; i < pattern_words; ++i) {
        values[i] = kind == GateKind::both     ? x[i] & y[i]
                    : kind == GateKind::differ ? x[i] ^ y[i]
                                               : (c[i] & x[i]) | (~c[i] & y[i]);
    }
    support_of_.push_back(joined_support(made));
    if (nodes_.size() * 2 > slots_.size()) {
        std::vector<std::uint32_t> wider(slots_.size() * 2);
        for (const std::uint32_t known : slots_) {
            if (known == 0) continue;
            std::size_t place = hash(nodes_[known]) & (wider.size() - 1);
            while (wider[place] != 0) place = (place + 1) & (wider.size() - 1);
            wider[place] = known;
        }
        slots_ = std::move(wider);
    }
    return Literal::of(number);
}

std::uint32_t Graph::joined_support(const Gate& node) {
    std::uint32_t joined = support_of_[node.a.node()];
    for (const Literal other : {node.b, node.condition}) {
        const std::uint32_t next = support_of_[other.node()];
        if (next == joined || next == 0) continue;
        if (joined == many_inputs || next == many_inputs) return many_inputs;
        Support both;
        std::ranges::set_union(supports_[joined].nodes, supports_[next].nodes,
                               std::back_inserter(both.nodes));
        if (both.nodes.size() > few) return many_inputs;
        joined = intern(std::move(both));
    }
    return joined;
}

std::uint32_t Graph::intern(Support support) {
    const auto hash = [](const Support& of) {
        std::uint64_t value = of.nodes.size();
        for (const std::uint32_t node : of.nodes) value = mixed(value + node);
        return value;
    };
    const auto place = [&](const std::vector<std::uint32_t>& slots, const Support& of) {
        std::size_t at = hash(of) & (slots.size() - 1);
        while (slots[at] != 0 && supports_[slots[at]].nodes != of.nodes) {
            at = (at + 1) & (slots.size() - 1);
        }
        return at;
    };
    std::size_t at = place(support_slots_, support);
    if (support_slots_[at] != 0) return support_slots_[at];
    const auto number = static_cast<std::uint32_t>(supports_.size());
    support_slots_[at] = number;
    supports_.push_back(std::move(support));
    if (supports_.size() * 2 > support_slots_.size()) {
        std::vector<std::uint32_t> wider(support_slots_.size() * 2);
        for (std::uint32_t known = 2; known < supports_.size(); ++known) {
            wider[place(wider, supports_[known])] = known;
        }
        support_slots_ = std::move(wider);
    }
    return number;
}

std::vector<std::uint32_t> Graph::cone(std::span<const Literal> roots) const {
    mark_.resize(nodes_.size());
    ++round_;
    std::vector<std::uint32_t> reached, open;
    const auto reach = [&](Literal literal) {
        if (literal.is_known() || mark_[literal.node()] == round_) return;
        mark_[literal.node()] = round_;
        open.push_back(literal.node());
    };
    for (const Literal root : roots) reach(root);
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        reached.push_back(number);
        const Gate& node = nodes_[number];
        if (node.kind == GateKind::input) continue;
        reach(node.a);
        reach(node.b);
        if (node.kind == GateKind::choose) reach(node.condition);
    }
    std::ranges::sort(reached);  // operands are older than the nodes that use them
    return reached;
}

Exhaustive::Exhaustive(const Graph& graph, std::span<const std::uint32_t> inputs,
                       std::vector<std::uint64_t> numbers)
    : graph_(&graph),
      inputs_(inputs.begin(), inputs.end()),
      numbers_(std::move(numbers)),
      words_(inputs.size() <= 6 ? 1 : std::size_t{1} << (inputs.size() - 6)) {
    if (numbers_.empty()) return;
    words_ = (numbers_.size() + 63) / 64;
    const std::uint64_t last = numbers_.back();
    numbers_.resize(64 * words_, last);
}

bool Exhaustive::add(std::span<const Literal> roots) {
    constexpr std::uint32_t reached = ~std::uint32_t{};
    std::vector<std::uint32_t> open, made;
    const auto reach = [&](Literal literal) {
        if (literal.is_known()) return;
        if (literal.node() >= place_.size()) place_.resize(literal.node() + 1);
        std::uint32_t& place = place_[literal.node()];
        if (place != 0) return;
        place = reached;
        open.push_back(literal.node());
    };
    for (const Literal root : roots) reach(root);
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        made.push_back(number);
        const Graph::Gate& node = graph_->node(number);
        if (node.kind == Graph::GateKind::input) continue;
        reach(node.a);
        reach(node.b);
        if (node.kind == Graph::GateKind::choose) reach(node.condition);
    }
    if ((tables_ + made.size()) * words_ * sizeof(std::uint64_t) > most_bytes) {
        for (const std::uint32_t number : made) place_[number] = 0;
        return false;
    }
    std::ranges::sort(made);  // operands are older than the nodes that use them
    for (const std::uint32_t number : made) {
        if (tables_ == chunks_.size() * of_a_chunk) {
            chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(of_a_chunk * words_));
        }
        simulate(number, at(tables_));
        place_[number] = static_cast<std::uint32_t>(++tables_);
    }
    return true;
}

void Exhaustive::simulate(std::uint32_t number, std::uint64_t* to) const {
    static constexpr std::array<std::uint64_t, 6> within_a_word{
        0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
        0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    const Graph::Gate& node = graph_->node(number);
    if (node.kind == Graph::GateKind::input) {
        const auto which =
            static_cast<std::size_t>(std::ranges::find(inputs_, number) - inputs_.begin());
        for (std::size_t w = 0; w < words_; ++w) {
            if (!numbers_.empty()) {
                to[w] = 0;
                for (std::size_t i = 0; i < 64; ++i) {
                    to[w] |= (numbers_[64 * w + i] >> which & 1) << i;
                }
                continue;
            }
            to[w] = which < 6 ? within_a_word[which] : std::uint64_t{0} - (w >> (which - 6) & 1);
        }
        return;
    }
    const auto from = [&](Literal literal) {
        return std::pair{literal.is_known() ? nullptr : table(literal.node()).data(),
                         literal.complemented() ? ~std::uint64_t{0} : 0};
    };
    const auto [a, flip_a] = from(node.a);
    const auto [b, flip_b] = from(node.b);
    const auto [c, flip_c] = from(node.condition);
    switch (node.kind) {
        case Graph::GateKind::both:
            for (std::size_t w = 0; w < words_; ++w) to[w] = (a[w] ^ flip_a) & (b[w] ^ flip_b);
            break;
        case Graph::GateKind::differ:
            for (std::size_t w = 0; w < words_; ++w) to[w] = a[w] ^ b[w];
            break;
        default:
            for (std::size_t w = 0; w < words_; ++w) {
                const std::uint64_t chosen = c[w] ^ flip_c;
                to[w] = (chosen & (a[w] ^ flip_a)) | (~chosen & (b[w] ^ flip_b));
            }
    }
}

}  // namespace ryg::prove
