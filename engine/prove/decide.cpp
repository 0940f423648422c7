// Decides questions about the literals of a graph.
#include "engine/prove/decide.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "engine/prove/lanes.hpp"

namespace ryg::prove {
namespace {

constexpr int quick_conflicts = 300, first_conflicts = 2'000;
constexpr std::size_t most_tried_inputs = 32, most_tried_nodes = 15'000;
constexpr std::size_t most_asked_values = 16;  // if `among` can be used otherwise

/// Whether a word has a value.
Literal is(Graph& graph, std::span<const Literal> word, unsigned value) {
    Literal same(true);
    for (std::size_t i = 0; i < word.size(); ++i) {
        same = graph.both(same, (value >> i & 1) != 0 ? word[i] : !word[i]);
    }
    return same;
}

}  // namespace

std::vector<std::uint32_t> inputs_of(const Graph& graph, std::span<const Literal> literals) {
    std::vector<std::uint32_t> inputs;
    for (const std::uint32_t node : graph.cone(literals)) {
        if (graph.node(node).kind == Graph::GateKind::input) inputs.push_back(node);
    }
    return inputs;
}

Decider::Decider(Graph& graph, const Budget& budget)
    : graph_(graph), budget_(budget), solver_(graph, budget) {}

Possibility Decider::possible(Literal literal, bool quickly) {
    means_ = Means::folding;
    assignment_.clear();
    hit_.reset();
    if (literal.is_known()) return literal.known() ? Possibility::yes : Possibility::no;
    if (impossible_.contains(literal.code)) return Possibility::no;
    Possibility answer = by_patterns(literal);
    if (answer != Possibility::unknown) return answer;
    const Literal asked = literal;
    if (!quickly && graph_.support(literal).many) {
        literal = without_small_parts(literal);
        if (literal.is_known()) answer = literal.known() ? Possibility::yes : Possibility::no;
    }
    if (answer != Possibility::unknown) {
        means_ = Means::simulation;
    } else if (!graph_.support(literal).many) {
        answer = by_simulation(literal);
    } else {
        answer = by_solver(literal, quickly ? quick_conflicts : first_conflicts);
        if (answer == Possibility::unknown && !quickly) answer = by_parts(literal);
        for (int conflicts = 200; !quickly && answer == Possibility::unknown &&
                                  conflicts <= 5'000 && !budget_.is_spent();
             conflicts *= 5) {
            const Literal less = swept(graph_, solver_, budget_, literal, conflicts, given_);
            if (less == Literal(false)) {
                means_ = Means::sweeping;
                answer = Possibility::no;
            } else if (less.is_known()) {
                answer = Possibility::yes;
            } else if (!graph_.support(less).many) {
                answer = by_simulation(less);
            } else {
                answer = by_solver(less, 10 * conflicts);
            }
        }
        if (answer == Possibility::unknown && !quickly) answer = by_trying(literal);
        if (answer == Possibility::unknown && !quickly) {
            while (!budget_.is_spent() && answer == Possibility::unknown) {
                answer = by_solver(literal, 1'000'000);
            }
        }
    }
    if (answer == Possibility::no) impossible_.emplace(asked.code, true);
    return answer;
}

std::vector<Literal> Decider::conjuncts(Literal of) const {
    std::vector<Literal> found, open{of};
    while (!open.empty()) {
        const Literal next = open.back();
        open.pop_back();
        const bool is_both = !next.is_known() && !next.complemented() &&
                             graph_.node(next.node()).kind == Graph::GateKind::both;
        if (is_both) {
            open.push_back(graph_.node(next.node()).a);
            open.push_back(graph_.node(next.node()).b);
        } else {
            found.push_back(next);
        }
    }
    return found;
}

/// Simplifies `these and (one or another or ...)`: removes alternatives that all values of at most
/// 16 inputs show to be impossible; true, with an assignment, if one of them is possible.
Literal Decider::without_small_parts(Literal literal) {
    std::vector<Literal> rest = conjuncts(literal), parts;
    std::size_t largest = 0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (auto all = conjuncts(!rest[i]); all.size() > std::max(parts.size(), std::size_t{1})) {
            parts = std::move(all);
            largest = i;
        }
    }
    if (parts.empty()) return literal;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(largest));
    const Literal others = graph_.all_of(rest);
    std::vector<Literal> left;
    for (const Literal part : parts) {
        const Literal whole = graph_.both(others, !part);
        if (whole == Literal(false)) continue;
        if (!graph_.support(whole).many) {
            if (by_simulation(whole) == Possibility::yes) return Literal(true);
        } else if (graph_.support(part).many || by_simulation(!part) == Possibility::yes) {
            assignment_.clear();
            left.push_back(!part);
        }
    }
    return graph_.both(others, graph_.any_of(left));
}

bool Decider::is_quickly_possible(Literal literal) {
    return by_patterns(literal) == Possibility::yes;
}

bool Decider::is_impossible_by_sweeping(Literal literal) {
    if (literal.is_known()) return !literal.known();
    if (by_patterns(literal) == Possibility::yes) return false;
    if (!graph_.support(literal).many) return by_simulation(literal) == Possibility::no;
    return swept(graph_, solver_, budget_, literal, 200, given_) == Literal(false);
}

Possibility Decider::by_patterns(Literal literal) {
    const Patterns values = graph_.patterns(literal);
    const auto hit = std::ranges::find_if(values, [](std::uint64_t word) { return word != 0; });
    if (hit == values.end()) return Possibility::unknown;
    means_ = Means::patterns;
    hit_ = {literal, static_cast<std::size_t>(hit - values.begin()), std::countr_zero(*hit)};
    return Possibility::yes;
}

Assignment Decider::assignment() const {
    if (!hit_) return assignment_;
    Assignment made;
    const std::array roots{hit_->literal};
    for (const std::uint32_t input : inputs_of(graph_, roots)) {
        const std::uint64_t word = graph_.patterns(Literal::of(input))[hit_->word];
        made.emplace(input, (word >> hit_->bit & 1) != 0);
    }
    return made;
}

const Exhaustive& Decider::tables_of(std::span<const Literal> roots,
                                     std::span<const std::uint32_t> inputs) {
    constexpr std::size_t most_bytes = std::size_t{1} << 28, few_more = 3;
    const bool has_them = tables_ && std::ranges::includes(tables_->inputs(), inputs) &&
                          tables_->inputs().size() <= inputs.size() + few_more;
    if (!has_them || tables_->bytes() > most_bytes) tables_.emplace(graph_, inputs);
    tables_->add(roots);
    return *tables_;
}

Possibility Decider::by_simulation(Literal literal) {
    means_ = Means::simulation;
    const std::array roots{literal};
    const Exhaustive& tables = tables_of(roots, graph_.support(literal).nodes);
    const auto inputs = tables.inputs();
    for (std::size_t w = 0; w < tables.words(); ++w) {
        const std::uint64_t found = tables.word(literal, w) & tables.mask();
        if (found == 0) continue;
        const std::size_t number = w * 64 + static_cast<std::size_t>(std::countr_zero(found));
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            assignment_.emplace(inputs[i], (number >> i & 1) != 0);
        }
        return Possibility::yes;
    }
    return Possibility::no;
}

Possibility Decider::by_solver(Literal literal, int conflicts) {
    const std::array question{literal};
    const Possibility answer = solver_.possible(question, conflicts);
    if (answer != Possibility::unknown) means_ = Means::solver;
    if (answer == Possibility::yes) assignment_ = solver_.assignment(question);
    return answer;
}

std::optional<std::vector<std::vector<std::size_t>>> Decider::parts_of(
    std::span<const Literal> literals) const {
    std::vector<std::set<std::uint32_t>> inputs;
    std::vector<std::vector<std::size_t>> parts;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (budget_.is_spent()) return std::nullopt;
        const auto own = inputs_of(graph_, literals.subspan(i, 1));
        std::set<std::uint32_t> all(own.begin(), own.end());
        std::vector<std::size_t> members{i};
        for (std::size_t k = parts.size(); k-- > 0;) {
            const bool meets = std::ranges::any_of(
                own, [&](std::uint32_t input) { return inputs[k].contains(input); });
            if (!meets) continue;
            all.merge(inputs[k]);
            members.insert(members.end(), parts[k].begin(), parts[k].end());
            inputs.erase(inputs.begin() + static_cast<std::ptrdiff_t>(k));
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
        }
        inputs.push_back(std::move(all));
        parts.push_back(std::move(members));
    }
    return parts;
}

Possibility Decider::by_parts(Literal literal) {
    const std::vector<Literal> conditions = conjuncts(literal);
    const auto groups = parts_of(conditions);
    if (!groups) return Possibility::unknown;
    std::vector<Literal> parts;
    double cost = 0;
    for (const auto& group : *groups) {
        Literal all(true);
        for (const std::size_t i : group) all = graph_.both(all, conditions[i]);
        parts.push_back(all);
        cost += cost_of_trying(std::array{all});
    }
    if (cost > cheap) return Possibility::unknown;
    hit_.reset();
    assignment_.clear();
    Assignment whole;
    for (const Literal part : parts) {
        const Possibility answer = by_lanes(part);
        if (answer != Possibility::yes) return answer;
        whole.merge(assignment_);
        assignment_.clear();
    }
    assignment_ = std::move(whole);
    return Possibility::yes;
}

double Decider::cost_of_trying(std::span<const Literal> roots) const {
    const std::size_t inputs = inputs_of(graph_, roots).size();
    const auto blocks = inputs < LaneEvaluator::low_inputs ? 0 : inputs - LaneEvaluator::low_inputs;
    return std::ldexp(static_cast<double>(graph_.cone(roots).size()), static_cast<int>(blocks));
}

/// Tries all values of the whole question, or runs the routine for all of them.
Possibility Decider::by_trying(Literal literal) {
    const std::array roots{literal};
    if (inputs_of(graph_, roots).size() > most_tried_inputs) return Possibility::unknown;
    if (runs_ && graph_.cone(roots).size() > most_tried_nodes) {
        const auto [answer, at] = runs_(literal);
        means_ = Means::running;
        assignment_ = at;
        if (answer != Possibility::unknown) return answer;
    }
    return by_lanes(literal);
}

Possibility Decider::by_lanes(Literal literal) {
    const std::array roots{literal};
    const std::vector<std::uint32_t> inputs = inputs_of(graph_, roots);
    LaneEvaluator lanes(graph_, roots, inputs);
    for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
        if (block % 16 == 0 && budget_.is_spent()) return Possibility::unknown;
        lanes.compute(block);
        if (const auto lane = lanes.first(literal)) {
            const std::uint64_t number = block << LaneEvaluator::low_inputs | *lane;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                assignment_.emplace(inputs[i], (number >> i & 1) != 0);
            }
            means_ = Means::trying;
            return Possibility::yes;
        }
    }
    means_ = Means::trying;
    return Possibility::no;
}

std::optional<std::vector<unsigned>> Decider::simulated_values(std::span<const Literal> word,
                                                               Literal condition,
                                                               std::size_t most) {
    std::vector<Literal> roots(word.begin(), word.end());
    roots.push_back(condition);
    const std::vector<std::uint32_t> inputs = inputs_of(graph_, roots);
    if (inputs.size() > Graph::few) return std::nullopt;
    const Exhaustive& tables = tables_of(roots, inputs);
    std::vector<bool> has(std::size_t{1} << word.size());
    std::vector<unsigned> found;
    for (std::size_t w = 0; w < tables.words(); ++w) {
        for (std::uint64_t left = tables.word(condition, w) & tables.mask(); left != 0;
             left &= left - 1) {
            const int bit = std::countr_zero(left);
            unsigned value = 0;
            for (std::size_t i = 0; i < word.size(); ++i) {
                value |= static_cast<unsigned>(tables.word(word[i], w) >> bit & 1) << i;
            }
            if (has[value]) continue;
            has[value] = true;
            found.push_back(value);
            if (found.size() > most) return std::nullopt;
        }
    }
    std::ranges::sort(found);
    return found;
}

std::optional<std::vector<unsigned>> Decider::values(std::span<const Literal> word,
                                                     Literal condition, std::size_t most,
                                                     std::span<const unsigned> among) {
    bool few = true;
    for (const Literal literal : word) few = few && !graph_.support(literal).many;
    if (few && !graph_.support(condition).many) {
        std::vector<Literal> roots(word.begin(), word.end());
        roots.push_back(condition);
        if (inputs_of(graph_, roots).size() <= Graph::few) {
            return simulated_values(word, condition, most);
        }
    }
    if (few && inputs_of(graph_, word).size() <= Graph::few) {
        auto all = simulated_values(word, Literal(true), 0x10000);
        std::erase_if(*all, [&](unsigned value) {
            return !budget_.is_spent() && possible(graph_.both(condition, is(graph_, word, value)),
                                                   true) == Possibility::no;
        });
        return all->size() > most ? std::nullopt : std::move(all);
    }
    // The patterns show most values; then the solver finds the remaining ones.
    std::set<unsigned> found;
    const Patterns allowed = graph_.patterns(condition);
    for (std::size_t w = 0; w < pattern_words; ++w) {
        for (std::uint64_t left = allowed[w]; left != 0; left &= left - 1) {
            unsigned value = 0;
            for (std::size_t i = 0; i < word.size(); ++i) {
                value |=
                    static_cast<unsigned>(graph_.patterns(word[i])[w] >> std::countr_zero(left) & 1)
                    << i;
            }
            found.insert(value);
        }
    }
    Literal other = condition;
    const auto exclude = [&](unsigned value) {
        other = graph_.both(other, !is(graph_, word, value));
    };
    for (const unsigned value : found) exclude(value);
    std::size_t asked = 0;
    while (found.size() <= most && !budget_.is_spent()) {
        const Possibility answer = possible(other, !among.empty());
        if (!among.empty() && (answer == Possibility::unknown || ++asked == most_asked_values)) {
            return std::vector<unsigned>(among.begin(), among.end());
        }
        if (answer == Possibility::unknown) return std::nullopt;
        if (answer == Possibility::no) return std::vector<unsigned>(found.begin(), found.end());
        const Assignment at = assignment();
        Evaluation evaluation(graph_, at);
        const auto value = static_cast<unsigned>(evaluation.number(word));
        found.insert(value);
        exclude(value);
    }
    return std::nullopt;
}

bool Evaluation::operator()(Literal literal) {
    if (literal.is_known()) return literal.known();
    if (!known_.contains(literal.node())) {
        const std::array roots{literal};
        for (const std::uint32_t number : graph_.cone(roots)) {
            if (known_.contains(number)) continue;
            const Graph::Gate& node = graph_.node(number);
            bool value = false;
            if (node.kind == Graph::GateKind::input) {
                const auto given = assignment_.find(number);
                value = given != assignment_.end() && given->second;
            } else {
                const bool a = (*this)(node.a), b = (*this)(node.b);
                value = node.kind == Graph::GateKind::both     ? a && b
                        : node.kind == Graph::GateKind::differ ? a != b
                                                               : ((*this)(node.condition) ? a : b);
            }
            known_.emplace(number, value);
        }
    }
    return known_.at(literal.node()) != literal.complemented();
}

std::uint64_t Evaluation::number(std::span<const Literal> word) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < word.size(); ++i) value |= std::uint64_t{(*this)(word[i])} << i;
    return value;
}

}  // namespace ryg::prove
