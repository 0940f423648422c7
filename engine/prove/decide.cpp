// Decides questions about the literals of a graph.
#include "engine/prove/decide.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <set>
#include <unordered_set>

#include "engine/prove/lanes.hpp"

namespace ryg::prove {
namespace {

constexpr int quick_conflicts = 300, first_conflicts = 2'000, more_conflicts = 20'000;
constexpr std::size_t most_whole_inputs = 100;  // arithmetic, with fewer, needs sweeping as a whole
constexpr std::size_t most_tried_inputs = 32, most_tried_nodes = 15'000;
constexpr std::size_t most_assignments = 1 << 17;
constexpr std::size_t most_asked_values = 16;  // if `among` can be used otherwise
constexpr double most_steps = 1e12;            // an hour

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
    if (answer == Possibility::unknown) answer = by_parts(literal);
    if (answer == Possibility::no) impossible_.emplace(literal.code, true);
    if (answer != Possibility::unknown) return answer;
    const std::array question{literal};
    if (!quickly) solver_.forget_others(question);
    answer = by_solver(literal, quickly ? quick_conflicts : first_conflicts);
    if (answer == Possibility::unknown && !quickly) answer = by_parts(literal, cheap);
    if (answer == Possibility::unknown && !quickly) answer = by_alternatives(literal);
    for (int conflicts = 200;
         !quickly && answer == Possibility::unknown && conflicts <= 5'000 && !budget_.is_spent();
         conflicts *= 5) {
        answer = by_sweeping(literal, conflicts);
    }
    if (answer == Possibility::unknown && !quickly) answer = by_trying(literal);
    while (answer == Possibility::unknown && !quickly && !budget_.is_spent()) {
        answer = by_solver(literal, 1'000'000);
    }
    if (answer == Possibility::no) impossible_.emplace(literal.code, true);
    return answer;
}

std::vector<Literal> Decider::conjuncts(Literal of) const {
    std::vector<Literal> found, open{of};
    std::unordered_set<std::uint32_t> seen;
    while (!open.empty()) {
        const Literal next = open.back();
        open.pop_back();
        if (!seen.insert(next.code).second) continue;
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

bool Decider::is_quickly_possible(Literal literal) {
    return by_patterns(literal) == Possibility::yes;
}

bool Decider::is_impossible_by_sweeping(Literal literal) {
    if (literal.is_known()) return !literal.known();
    if (by_patterns(literal) == Possibility::yes) return false;
    if (!graph_.support(literal).many) return by_parts(literal) == Possibility::no;
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

void Decider::assume(std::span<const Literal> conditions) {
    const auto parts = parts_of(conditions);
    if (!parts) return;
    for (const Part& part : *parts) {
        Literal all(true);
        for (const std::size_t place : part.places) all = graph_.both(all, conditions[place]);
        const std::array roots{all};
        ConnectedInputs made{inputs_of(graph_, roots)};
        if (made.inputs.empty() || cost_of_trying(roots) > cheap) continue;
        LaneEvaluator lanes(graph_, roots, made.inputs);
        for (std::uint64_t block = 0;
             block < lanes.blocks() && made.numbers.size() <= most_assignments; ++block) {
            if (budget_.is_spent()) return;
            lanes.compute(block);
            for (unsigned lane = 0; lane < lanes.used(); ++lane) {
                if (!lanes.bit(all, lane)) continue;
                made.numbers.push_back(block << LaneEvaluator::low_inputs | lane);
            }
        }
        const bool is_of_use = !made.numbers.empty() && made.numbers.size() <= most_assignments;
        if (is_of_use) connected_.push_back(std::move(made));
    }
}

std::optional<Exhaustive> Decider::assignments_of(std::span<const std::uint32_t> inputs,
                                                  bool by_conditions) const {
    std::vector<std::uint32_t> all, free;
    std::vector<const ConnectedInputs*> groups;
    std::size_t count = 1, width = 0;
    for (const std::uint32_t input : inputs) {
        const auto group = std::ranges::find_if(connected_, [&](const ConnectedInputs& each) {
            return by_conditions && std::ranges::binary_search(each.inputs, input);
        });
        if (group == connected_.end()) {
            free.push_back(input);
            count *= 2;
            ++width;
        } else if (std::ranges::find(groups, &*group) == groups.end()) {
            groups.push_back(&*group);
            count *= group->numbers.size();
            width += group->inputs.size();
        }
        if (count > most_assignments || width > 64) return std::nullopt;
    }
    if (groups.empty()) {
        if (free.size() > Graph::few) return std::nullopt;
        return Exhaustive(graph_, free);
    }
    std::vector<std::uint64_t> numbers{0};
    const auto add = [&](std::span<const std::uint32_t> more,
                         std::span<const std::uint64_t> values) {
        std::vector<std::uint64_t> product;
        product.reserve(numbers.size() * values.size());
        for (const std::uint64_t value : values) {
            for (const std::uint64_t number : numbers) {
                product.push_back(number | value << all.size());
            }
        }
        numbers = std::move(product);
        all.insert(all.end(), more.begin(), more.end());
    };
    for (const ConnectedInputs* const group : groups) add(group->inputs, group->numbers);
    for (const std::uint32_t input : free) add(std::array{input}, std::array{0UL, 1UL});
    return Exhaustive(graph_, all, std::move(numbers));
}

const Exhaustive* Decider::tables_of(std::span<const Literal> literals,
                                     std::span<const std::uint32_t> inputs) {
    constexpr std::size_t most_kept = 4;
    const auto first = [&] {  // all that are kept take as much memory as one may
        std::size_t bytes = tables_.front().bytes();
        std::erase_if(tables_, [&](const Exhaustive& each) {
            const bool is_other = &each != &tables_.front();
            if (is_other) bytes += each.bytes();
            return is_other && bytes > Exhaustive::most_bytes;
        });
        return &tables_.front();
    };
    for (auto known = tables_.begin(); known != tables_.end(); ++known) {
        const bool has_all = std::ranges::all_of(inputs, [&](std::uint32_t input) {
            return std::ranges::find(known->inputs(), input) != known->inputs().end();
        });
        const bool is_larger = !known->is_listed() && known->inputs().size() > inputs.size() + 3;
        if (!has_all || is_larger) continue;
        if (known->add(literals)) {
            tables_.splice(tables_.begin(), tables_, known);
            return first();
        }
        tables_.erase(known);
        break;
    }
    for (const bool by_conditions : {true, false}) {
        auto made = assignments_of(inputs, by_conditions);
        if (!made || !made->add(literals)) continue;
        if (tables_.size() == most_kept) tables_.pop_back();
        tables_.push_front(std::move(*made));
        return first();
    }
    return nullptr;
}

Possibility Decider::by_parts(Literal literal, double most) {
    const std::vector<Literal> conditions = conjuncts(literal);
    const auto parts = parts_of(conditions);
    assignment_.clear();
    if (!parts) return Possibility::unknown;
    std::vector<Literal> left;
    double cost = 0;
    Possibility answer = Possibility::yes;
    bool is_whole = true;
    for (std::size_t i = 0; i < parts->size() && answer != Possibility::no; ++i) {
        std::vector<Literal> literals;
        for (const std::size_t place : (*parts)[i].places) literals.push_back(conditions[place]);
        answer = by_tables(literals, (*parts)[i].inputs);
        is_whole = is_whole && answer == Possibility::yes;
        if (answer != Possibility::unknown || most == 0) continue;
        left.push_back(graph_.all_of(literals));
        cost += cost_of_trying(std::span(left).last(1));
    }
    if (answer != Possibility::no && !is_whole) {
        answer = !left.empty() && cost <= most ? Possibility::yes : Possibility::unknown;
        for (std::size_t i = 0; i < left.size() && answer == Possibility::yes; ++i) {
            answer = by_lanes(left[i]);
        }
    }
    if (answer != Possibility::yes) assignment_.clear();
    return answer;
}

/// Whether literals can be true together, by tables; `yes` adds the inputs to the assignment.
Possibility Decider::by_tables(std::span<const Literal> literals,
                               std::span<const std::uint32_t> inputs) {
    const Exhaustive* const tables = tables_of(literals, inputs);
    if (tables == nullptr) return Possibility::unknown;
    means_ = Means::simulation;
    for (std::size_t w = 0; w < tables->words(); ++w) {
        std::uint64_t found = tables->mask();
        for (const Literal each : literals) found &= tables->word(each, w);
        if (found == 0) continue;
        const std::uint64_t number =
            tables->number(64 * w + static_cast<std::size_t>(std::countr_zero(found)));
        for (std::size_t k = 0; k < tables->inputs().size(); ++k) {
            const std::uint32_t input = tables->inputs()[k];
            const bool is_own = std::ranges::binary_search(inputs, input);
            if (is_own) assignment_.emplace(input, (number >> k & 1) != 0);
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

Possibility Decider::by_sweeping(Literal literal, int conflicts) {
    const Literal less = swept(graph_, solver_, budget_, literal, conflicts, given_);
    means_ = Means::sweeping;
    if (less == Literal(false)) return Possibility::no;
    if (less.is_known()) return Possibility::yes;
    return graph_.support(less).many ? by_solver(less, 10 * conflicts) : by_parts(less);
}

/// Decides a question of many inputs by its alternatives: (a or b) and c by a and c, then by b and
/// c; first those that take little time. One without alternatives is left to the solver for longer.
Possibility Decider::by_alternatives(Literal literal) {
    const auto nodes = [&](Literal of) { return graph_.cone(std::array{of}).size(); };
    const std::size_t inputs = inputs_of(graph_, std::array{literal}).size();
    if (inputs <= most_whole_inputs) return Possibility::unknown;
    Literal rest(true), largest(true);
    std::size_t most = nodes(literal) / 2;
    for (const Literal each : conjuncts(literal)) {
        const std::size_t size = nodes(each);
        const bool is_larger = size > most;
        rest = graph_.both(rest, is_larger ? largest : each);
        if (!is_larger) continue;
        largest = each;
        most = size;
    }
    const std::vector<Literal> excluded = conjuncts(!largest);
    if (excluded.size() <= 1) return by_solver(literal, more_conflicts);
    Means means = Means::folding;
    for (const bool quickly : {true, false}) {
        for (const Literal alternative : excluded) {
            const Possibility answer = possible(graph_.both(rest, !alternative), quickly);
            means = std::max(means, means_);
            if (answer == Possibility::yes) return answer;
            if (answer == Possibility::unknown && !quickly) return answer;
        }
    }
    means_ = means;
    return Possibility::no;
}

std::vector<Literal> Decider::where(std::span<const Literal> literals,
                                    std::span<const Literal> facts) {
    std::unordered_map<std::uint32_t, Literal> made;  // by node
    for (const Literal fact : facts) made.emplace(fact.node(), Literal(!fact.complemented()));
    const auto now = [&](Literal literal) {
        const Literal is = literal.is_known() ? Literal(false) : made.at(literal.node());
        return literal.complemented() ? !is : is;
    };
    for (const std::uint32_t number : graph_.cone(literals)) {
        if (made.contains(number)) continue;
        const Graph::Gate node = graph_.node(number);
        using enum Graph::GateKind;
        made.emplace(number, node.kind == input  ? Literal::of(number)
                             : node.kind == both ? graph_.both(now(node.a), now(node.b))
                             : node.kind == differ
                                 ? graph_.differ(now(node.a), now(node.b))
                                 : graph_.choose(now(node.condition), now(node.a), now(node.b)));
    }
    std::vector<Literal> found;
    for (const Literal literal : literals) found.push_back(now(literal));
    return found;
}

std::optional<std::vector<Decider::Part>> Decider::parts_of(std::span<const Literal> literals) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (i % 64 == 0 && budget_.is_spent()) return std::nullopt;
        const auto [known, is_new] = inputs_of_.try_emplace(literals[i].node());
        if (is_new) known->second = inputs_of(graph_, literals.subspan(i, 1));
        const auto meets = [&](const Part& part) {
            return std::ranges::any_of(known->second, [&](std::uint32_t input) {
                return std::ranges::binary_search(part.inputs, input);
            });
        };
        Part all{{i}, known->second};
        for (std::size_t k = parts.size(); k-- > 0;) {
            if (!meets(parts[k])) continue;
            std::vector<std::uint32_t> joined;
            std::ranges::set_union(all.inputs, parts[k].inputs, std::back_inserter(joined));
            all.inputs = std::move(joined);
            all.places.insert(all.places.end(), parts[k].places.begin(), parts[k].places.end());
            parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
        }
        parts.push_back(std::move(all));
    }
    return parts;
}

double Decider::cost_of_trying(std::span<const Literal> roots) const {
    const std::size_t inputs = inputs_of(graph_, roots).size();
    const auto blocks = inputs < LaneEvaluator::low_inputs ? 0 : inputs - LaneEvaluator::low_inputs;
    return std::ldexp(static_cast<double>(graph_.cone(roots).size()), static_cast<int>(blocks));
}

/// Tries all values of the question's parts, or runs the routine for all of them.
Possibility Decider::by_trying(Literal literal) {
    const std::array roots{literal};
    const bool can_run = runs_ && inputs_of(graph_, roots).size() <= most_tried_inputs;
    if (can_run && graph_.cone(roots).size() > most_tried_nodes) {
        const auto [answer, at] = runs_(literal);
        means_ = Means::running;
        assignment_ = at;
        if (answer != Possibility::unknown) return answer;
    }
    return by_parts(literal, most_steps);
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

/// The values that the inputs of the word allow where the conditions on the same inputs hold: all,
/// or more than `most`.
std::optional<std::vector<unsigned>> Decider::simulated_values(std::span<const Literal> word,
                                                               Literal condition,
                                                               std::size_t most) {
    if (by_parts(condition) == Possibility::no) return std::vector<unsigned>();
    std::vector<Literal> all(word.begin(), word.end());
    const std::vector<Literal> conditions = conjuncts(condition);
    all.insert(all.end(), conditions.begin(), conditions.end());
    const auto parts = parts_of(all);
    if (!parts) return std::nullopt;
    std::vector<Literal> roots(word.begin(), word.end());
    std::vector<std::uint32_t> inputs;
    for (const Part& part : *parts) {
        if (*std::ranges::min_element(part.places) >= word.size()) continue;
        inputs.insert(inputs.end(), part.inputs.begin(), part.inputs.end());
        for (const std::size_t place : part.places) {
            if (place >= word.size()) roots.push_back(all[place]);
        }
    }
    const Exhaustive* const tables = tables_of(roots, inputs);
    if (tables == nullptr) return std::nullopt;
    std::vector<bool> has(std::size_t{1} << word.size());
    std::vector<unsigned> found;
    std::vector<std::uint64_t> columns(roots.size());
    for (std::size_t w = 0; w < tables->words() && found.size() <= most; ++w) {
        for (std::size_t i = 0; i < roots.size(); ++i) columns[i] = tables->word(roots[i], w);
        std::uint64_t left = tables->mask();
        for (std::size_t i = word.size(); i < roots.size(); ++i) left &= columns[i];
        while (left != 0) {
            unsigned value = 0;
            std::uint64_t same = ~std::uint64_t{0};
            for (std::size_t i = 0; i < word.size(); ++i) {
                const bool bit = (columns[i] >> std::countr_zero(left) & 1) != 0;
                value |= bit ? 1U << i : 0U;
                same &= bit ? columns[i] : ~columns[i];
            }
            left &= ~same;
            if (has[value]) continue;
            has[value] = true;
            found.push_back(value);
        }
    }
    std::ranges::sort(found);
    return found;
}

/// All values that a word may have under any condition, and perhaps others, if it is computed from
/// an earlier one, such as a counter, and few inputs.
std::optional<std::vector<unsigned>> Decider::values_by_earlier(std::span<const Literal> word) {
    constexpr std::size_t most_inputs = 4, most_nodes = 1000, most_values = 256;
    for (auto earlier = asked_words_.rbegin(); earlier != asked_words_.rend(); ++earlier) {
        if (!earlier->values) {
            earlier->values = simulated_values(earlier->bits, Literal(true), most_values);
        }
        if (!earlier->values || earlier->values->size() > most_values) continue;
        std::unordered_set<std::uint32_t> known{0};
        for (const Literal bit : earlier->bits) known.insert(bit.node());
        std::vector<std::uint32_t> inputs, open;
        for (const Literal bit : word) open.push_back(bit.node());
        while (!open.empty() && inputs.size() <= most_inputs && known.size() <= most_nodes) {
            const std::uint32_t number = open.back();
            open.pop_back();
            if (!known.insert(number).second) continue;
            const Graph::Gate& node = graph_.node(number);
            if (node.kind == Graph::GateKind::input) {
                inputs.push_back(number);
                continue;
            }
            for (const Literal of : {node.condition, node.a, node.b}) open.push_back(of.node());
        }
        if (!open.empty() || inputs.size() > most_inputs) continue;
        std::set<unsigned> found;
        for (const unsigned value : *earlier->values) {
            for (unsigned given = 0; given >> inputs.size() == 0; ++given) {
                Assignment assignment;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                    assignment.emplace(inputs[i], (given >> i & 1) != 0);
                }
                Evaluation evaluation(graph_, assignment);
                for (std::size_t i = 0; i < earlier->bits.size(); ++i) {
                    evaluation.set(earlier->bits[i], (value >> i & 1) != 0);
                }
                found.insert(static_cast<unsigned>(evaluation.number(word)));
            }
        }
        if (found.size() <= most_values) return std::vector<unsigned>(found.begin(), found.end());
    }
    return std::nullopt;
}

std::optional<std::vector<unsigned>> Decider::values(std::span<const Literal> word,
                                                     Literal condition, std::size_t most,
                                                     std::span<const unsigned> among) {
    if (std::ranges::all_of(word, &Literal::is_known)) {
        std::vector<unsigned> only;
        if (possible(condition, true) != Possibility::no) {
            only.push_back(static_cast<unsigned>(Evaluation(graph_, {}).number(word)));
        }
        return only;
    }
    auto all = simulated_values(word, condition, most);
    if (!all) {
        all = simulated_values(word, Literal(true), 0x10000);
        if (all && (among.empty() || all->size() <= most_asked_values)) {
            std::erase_if(*all, [&](unsigned value) {
                return !budget_.is_spent() &&
                       possible(graph_.both(condition, is(graph_, word, value)), true) ==
                           Possibility::no;
            });
        }
    }
    std::optional<std::vector<unsigned>> wider;
    if (!among.empty()) {
        if (!all) wider = values_by_earlier(word);
        asked_words_.push_back({{word.begin(), word.end()}, wider});
        if (asked_words_.size() > most_asked_words) asked_words_.pop_front();
    }
    if (wider) among = *wider;
    if (all) return all->size() > most ? std::nullopt : std::move(all);
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
    std::vector<std::uint32_t> open{literal.node()};  // each waits for the one after it
    while (!open.empty()) {
        const std::uint32_t number = open.back();
        const auto value = [&](Literal of) -> std::optional<bool> {
            if (const auto found = known_.find(of.node()); found != known_.end()) {
                return found->second != of.complemented();
            }
            open.push_back(of.node());
            return std::nullopt;
        };
        std::optional<bool> made = value(Literal::of(number));
        if (!made) {
            open.pop_back();
            const Graph::Gate& node = graph_.node(number);
            if (node.kind == Graph::GateKind::input) {
                const auto given = assignment_.find(number);
                made = given != assignment_.end() && given->second;
            } else if (node.kind == Graph::GateKind::choose) {
                if (const auto condition = value(node.condition)) {
                    made = value(*condition ? node.a : node.b);
                }
            } else if (const auto a = value(node.a)) {
                const bool is_both = node.kind == Graph::GateKind::both;
                const auto b = is_both && !*a ? std::optional(false) : value(node.b);
                if (b) made = is_both ? *a && *b : *a != *b;
            }
            if (made) known_.emplace(number, *made);
        }
        if (made) open.pop_back();
    }
    return known_.at(literal.node()) != literal.complemented();
}

std::uint64_t Evaluation::number(std::span<const Literal> word) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < word.size(); ++i) value |= std::uint64_t{(*this)(word[i])} << i;
    return value;
}

}  // namespace ryg::prove
