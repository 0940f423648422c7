// Follows a routine for all inputs, and finds its times.
#include "engine/prove/run.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <iterator>
#include <unordered_map>

#include "engine/claims/formula.hpp"
#include "engine/prove/formula_words.hpp"
#include "engine/prove/lanes.hpp"

namespace ryg::prove {

SymbolicRun::SymbolicRun(const claims::Suite& suite, const claims::Program& program,
                         const claims::Block& block, Cases& cases, const Budget& its_budget,
                         const Alone* alone)
    : scope(graph),
      budget(its_budget),
      decider(graph, budget),
      world(graph, decider, program),
      declared(suite, program, block),
      symbols(world, declared, suite, block, cases) {
    if (alone != nullptr) world.follow_chips();
    const auto is_in_turn = [](const claims::Entry& entry) { return !entry.in_turn.empty(); };
    if (std::ranges::any_of(block.in, is_in_turn)) {
        throw NotDecided("In states the values of a chip's successive reads");
    }
    for (const unsigned cell : alone != nullptr ? alone->loose : std::set<unsigned>()) {
        if (!Bits16(world.before(cell)).number()) continue;  // In names it
        Bits8 any;
        for (Literal& bit : any.bits) bit = graph.input();
        world.set_before(cell, any);
    }
    const claims::Formulas formulas(program, block);
    SymbolicMemory given = symbols.memory();
    for (const c64::debug::Expression& each : formulas.requirements()) {
        FormulaWords words(world, symbols.state(), given, {},
                           [&](const c64::debug::ExpressionNode& node, unsigned address) {
                               formulas.check_peek(each, node, address, {});
                           });
        const LongWord holds = c64::debug::evaluate(each, words);
        symbols.require(graph.both(!words.has_no_value(), graph.any_of(holds)));
    }
}

RoutineEnds SymbolicRun::follow(Address entry, bool is_endless) {
    RoutineEnds result;
    DecisionPath path(graph);
    for (const Literal condition : symbols.conditions()) path.decide(condition);
    if (decider.possible(path.literal()) == Possibility::no) {
        throw claims::ContractError("nothing satisfies its In");
    }
    Paths paths(world, budget, symbols.end());
    paths.is_endless = is_endless;
    try {
        paths.run({path, symbols.state(), symbols.memory()}, entry, result.ends);
    } catch (const NotDecided& error) {
        result.why = error.what();
    }
    result.effort = paths.effort();
    result.executed = paths.executed();
    if (!result.why.empty() || is_endless) return result;
    if (result.ends.empty()) {
        result.why = "it does not return";
        return result;
    }
    std::vector<ReachedState> ends = result.ends;
    for (ReachedState& end : ends) end.state.now = {};  // merging their times would be slow
    result.whole = merged(ends);
    return result;
}

Possibility SymbolicRun::may_differ(Literal path, std::span<const Literal> was,
                                    std::span<const Literal> is) {
    return decider.possible(graph.both(path, graph.any_differs(was, is)));
}

bool SymbolicRun::find_times(RoutineEnds& result) {
    for (const bool greatest : {false, true}) {
        std::optional<Extreme> best;
        for (const ReachedState& end : result.ends) {
            if (decider.possible(end.path.literal()) == Possibility::no) continue;
            auto found = extreme(end.path.literal(), end.state.now, greatest);
            if (!found) return false;
            const bool is_better =
                !best || (greatest ? found->cycles > best->cycles : found->cycles < best->cycles);
            if (is_better) best = std::move(found);
        }
        if (!best) return false;
        (greatest ? result.most : result.least) = best->cycles;
        (greatest ? result.longest : result.shortest) = std::move(best->at);
    }
    return result.has_times = true;
}

std::optional<SymbolicRun::Extreme> SymbolicRun::extreme(Literal path, const SymbolicTime& time,
                                                         bool greatest) {
    if (time.also.empty()) {
        if (decider.possible(path) != Possibility::yes) return std::nullopt;
        return Extreme{time.cycles, decider.assignment()};
    }
    if (auto found = extreme_by_simulation(path, time, greatest)) return found;
    if (auto found = extreme_by_parts(path, time, greatest)) return found;
    if (auto found = extreme_by_trying(path, time, greatest)) return found;
    if (auto found = extreme_by_exits(path, time, greatest)) return found;
    return extreme_by_questions(path, time, greatest);
}

/// A sum of cycles that depend on different inputs is extreme where each of them is.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_parts(Literal path,
                                                                  const SymbolicTime& time,
                                                                  bool greatest) {
    std::vector<Literal> literals = decider.conjuncts(path);
    const std::size_t conditions = literals.size();
    for (const auto& [literal, weight] : time.also) literals.push_back(literal);
    const auto groups = decider.parts_of(literals);
    const auto has_time = [&](const auto& group) {
        return std::ranges::any_of(group, [&](std::size_t i) { return i >= conditions; });
    };
    if (!groups || std::ranges::count_if(*groups, has_time) < 2) return std::nullopt;
    Extreme whole{time.cycles, {}};
    for (const auto& group : *groups) {
        Literal here(true);
        SymbolicTime part{};
        for (const std::size_t i : group) {
            if (i < conditions) here = graph.both(here, literals[i]);
            if (i >= conditions) part.also.push_back(time.also[i - conditions]);
        }
        auto found = extreme(here, part, greatest);
        if (!found) return std::nullopt;
        whole.cycles += found->cycles;  // modulo 2^64: a part may be negative
        whole.at.merge(found->at);
    }
    return whole;
}

/// A time on a path: with the path's conditions in place of what they are computed from.
SymbolicTime SymbolicRun::simplified(const SymbolicTime& time, Literal path) {
    std::unordered_map<std::uint32_t, Literal> made;  // by node
    for (const Literal condition : decider.conjuncts(path)) {
        made.emplace(condition.node(), Literal(!condition.complemented()));
    }
    const auto now = [&](Literal literal) {
        const Literal is = literal.is_known() ? Literal(false) : made.at(literal.node());
        return literal.complemented() ? !is : is;
    };
    std::vector<Literal> roots;
    for (const auto& [literal, weight] : time.also) roots.push_back(literal);
    for (const std::uint32_t number : graph.cone(roots)) {
        if (made.contains(number)) continue;
        const Graph::Gate node = graph.node(number);
        using enum Graph::GateKind;
        made.emplace(number, node.kind == input  ? Literal::of(number)
                             : node.kind == both ? graph.both(now(node.a), now(node.b))
                             : node.kind == differ
                                 ? graph.differ(now(node.a), now(node.b))
                                 : graph.choose(now(node.condition), now(node.a), now(node.b)));
    }
    SymbolicTime simple{time.cycles};
    for (const auto& [literal, weight] : time.also) {
        const Literal is = now(literal);
        if (is == Literal(true)) simple.cycles += static_cast<Cycle>(weight);
        if (!is.is_known()) simple.also.emplace_back(is, weight);
    }
    return simple;
}

/// The places in a time of literals with weights beyond 1 that are never true together: the exits
/// of a loop, merged. Empty if there are fewer than three.
std::vector<std::size_t> SymbolicRun::exclusive(Literal path, const SymbolicTime& time) {
    std::vector<std::size_t> found;
    Patterns seen{};
    for (std::size_t i = 0; i < time.also.size(); ++i) {
        if (std::abs(time.also[i].second) <= 1) continue;
        const Patterns mine = graph.patterns(time.also[i].first);
        bool meets = false;
        for (std::size_t w = 0; w < mine.size(); ++w) meets |= (mine[w] & seen[w]) != 0;
        if (meets) continue;
        for (std::size_t w = 0; w < mine.size(); ++w) seen[w] |= mine[w];
        found.push_back(i);
    }
    if (found.size() < 3) return {};
    Literal any(false), two(false);
    for (const std::size_t i : found) {
        two = graph.either(two, graph.both(any, time.also[i].first));
        any = graph.either(any, time.also[i].first);
    }
    if (decider.possible(graph.both(path, two)) != Possibility::no) return {};
    return found;
}

/// Finds the extreme among the exits of a loop, the most promising one first.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_exits(Literal path,
                                                                  const SymbolicTime& time,
                                                                  bool greatest) {
    const std::vector<std::size_t> exits = exclusive(path, time);
    if (exits.empty()) return std::nullopt;
    struct WeightedExit {
        Literal when;
        std::int64_t weight;
    };
    std::vector<WeightedExit> all;
    SymbolicTime rest{time.cycles};
    Literal any(false);
    std::int64_t bound = 0;  // what the rest adds at most, or takes away
    for (std::size_t i = 0; i < time.also.size(); ++i) {
        const auto& [literal, weight] = time.also[i];
        if (std::ranges::binary_search(exits, i)) {
            all.push_back({literal, weight});
            any = graph.either(any, literal);
        } else {
            rest.also.emplace_back(literal, weight);
            bound += greatest == (weight > 0) ? weight : 0;
        }
    }
    all.push_back({!any, 0});
    const std::int64_t sign = greatest ? 1 : -1;
    std::ranges::sort(all, std::greater(),
                      [&](const WeightedExit& exit) { return sign * exit.weight; });
    std::optional<Extreme> best;
    for (const WeightedExit& exit : all) {
        rest.cycles = time.cycles + static_cast<Cycle>(exit.weight);
        const auto promised = static_cast<std::int64_t>(rest.cycles) + bound;
        if (best && sign * promised <= sign * static_cast<std::int64_t>(best->cycles)) break;
        const Literal here = graph.both(path, exit.when);
        const Possibility answer = decider.possible(here);
        if (budget.is_spent()) return std::nullopt;
        if (answer == Possibility::no) continue;
        auto found = answer == Possibility::yes ? extreme(here, simplified(rest, here), greatest)
                                                : std::nullopt;
        if (!found) return std::nullopt;
        const std::int64_t gain = sign * (static_cast<std::int64_t>(found->cycles) -
                                          static_cast<std::int64_t>(best ? best->cycles : 0));
        if (!best || gain > 0) best = std::move(found);
    }
    return best;
}

/// Finds the extreme by simulating the cycles for all values of at most 16 inputs.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_simulation(Literal path,
                                                                       const SymbolicTime& time,
                                                                       bool greatest) {
    std::vector<Literal> roots{path};
    for (const auto& [literal, weight] : time.also) roots.push_back(literal);
    std::vector<std::uint32_t> inputs;
    for (const Literal root : roots) {
        const Graph::Support& support = graph.support(root);
        if (support.many) return std::nullopt;
        std::vector<std::uint32_t> joined;
        std::ranges::set_union(inputs, support.nodes, std::back_inserter(joined));
        if (joined.size() > Graph::few) return std::nullopt;
        inputs = std::move(joined);
    }
    const Exhaustive tables(graph, roots, inputs);
    std::optional<std::pair<std::int64_t, std::uint64_t>> best;
    for (std::size_t w = 0; w < tables.words(); ++w) {
        for (std::uint64_t left = tables.word(roots[0], w) & tables.mask(); left != 0;
             left &= left - 1) {
            const int bit = std::countr_zero(left);
            auto cycles = static_cast<std::int64_t>(time.cycles);
            for (const auto& [literal, weight] : time.also) {
                if ((tables.word(literal, w) >> bit & 1) != 0) cycles += weight;
            }
            if (!best || (greatest ? cycles > best->first : cycles < best->first)) {
                best = {cycles, w * 64 + static_cast<unsigned>(bit)};
            }
        }
    }
    if (!best) return std::nullopt;
    Extreme found{static_cast<Cycle>(best->first), {}};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        found.at.emplace(inputs[i], (best->second >> i & 1) != 0);
    }
    return found;
}

namespace {

/// A time as a number of the graph, to which `base` is added.
struct TimeSum {
    std::int64_t base;
    std::vector<Literal> bits;
};
TimeSum sum_of(Graph& graph, const SymbolicTime& time) {
    std::int64_t base = static_cast<std::int64_t>(time.cycles), span = 0;
    for (const auto& [literal, weight] : time.also) {
        if (weight < 0) base += weight;
        span += std::abs(weight);
    }
    const auto width = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(span)));
    std::vector<Literal> sum(width);
    for (const auto& [literal, weight] : time.also) {
        const Literal counts = weight < 0 ? !literal : literal;
        Literal carry(false);
        for (std::size_t i = 0; i < width; ++i) {
            const bool has = (static_cast<std::uint64_t>(std::abs(weight)) >> i & 1) != 0;
            const Literal bit = has ? counts : Literal(false);
            const Literal both = graph.differ(sum[i], bit);
            const Literal next = graph.most(sum[i], bit, carry);
            sum[i] = graph.differ(both, carry);
            carry = next;
        }
    }
    return {base, std::move(sum)};
}

}  // namespace

/// Finds the extreme by computing the cycles for all values of the inputs, where that is cheap.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_trying(Literal path,
                                                                   const SymbolicTime& time,
                                                                   bool greatest) {
    std::vector<Literal> counted;
    for (const auto& [literal, weight] : time.also) counted.push_back(literal);
    if (decider.cost_of_trying(counted) > Decider::cheap) return std::nullopt;
    const TimeSum sum = sum_of(graph, time);
    Extreme found;
    std::vector<Literal> literals = decider.conjuncts(path);
    const std::size_t conditions = literals.size();
    literals.insert(literals.end(), sum.bits.begin(), sum.bits.end());
    const auto groups = decider.parts_of(literals);
    if (!groups) return std::nullopt;
    Literal here(true), rest(true);
    for (const auto& group : *groups) {
        const bool counts =
            std::ranges::any_of(group, [&](std::size_t i) { return i >= conditions; });
        Literal& all = counts ? here : rest;
        for (const std::size_t i : group) {
            if (i < conditions) all = graph.both(all, literals[i]);
        }
    }
    std::vector<Literal> roots = sum.bits;
    roots.push_back(here);
    if (decider.cost_of_trying(roots) > Decider::cheap) return std::nullopt;
    if (decider.by_parts(rest) != Possibility::yes) return std::nullopt;
    found.at = decider.assignment();
    const std::vector<std::uint32_t> inputs = inputs_of(graph, roots);
    LaneEvaluator lanes(graph, roots, inputs);
    std::optional<std::pair<std::uint64_t, std::uint64_t>> best;  // cycles, number of the values
    for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
        if (block % 16 == 0 && budget.is_spent()) return std::nullopt;
        lanes.compute(block);
        for (unsigned w = 0; 64 * w < lanes.used(); ++w) {
            std::uint64_t left = lanes.word(here, w);
            if (lanes.used() < 64) left &= (std::uint64_t{1} << lanes.used()) - 1;
            if (left == 0) continue;
            std::uint64_t value = 0;
            for (std::size_t i = sum.bits.size(); i-- > 0;) {
                const std::uint64_t ones = lanes.word(sum.bits[i], w);
                const std::uint64_t better = left & (greatest ? ones : ~ones);
                if (better != 0) left = better;
                if ((better != 0) == greatest) value |= std::uint64_t{1} << i;
            }
            if (!best || (greatest ? value > best->first : value < best->first)) {
                best = {value, block << LaneEvaluator::low_inputs |
                                   (64 * w + static_cast<unsigned>(std::countr_zero(left)))};
            }
        }
    }
    if (!best) return std::nullopt;
    found.cycles = static_cast<Cycle>(sum.base + static_cast<std::int64_t>(best->first));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        found.at.emplace(inputs[i], (best->second >> i & 1) != 0);
    }
    return found;
}

/// Finds the extreme by building the time as a word of the graph and deciding its bits from the
/// top.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_questions(Literal path,
                                                                      const SymbolicTime& time,
                                                                      bool greatest) {
    const auto [base, sum] = sum_of(graph, time);
    const std::size_t width = sum.size();
    Literal so_far = path;
    std::uint64_t value = 0;
    Assignment at;
    for (std::size_t i = width; i-- > 0;) {
        const Literal wished = graph.both(so_far, greatest ? sum[i] : !sum[i]);
        const Possibility answer = decider.possible(wished);
        if (answer == Possibility::unknown) return std::nullopt;
        const bool bit = (answer == Possibility::yes) == greatest;
        if (answer == Possibility::yes) at = decider.assignment();
        so_far = graph.both(so_far, bit ? sum[i] : !sum[i]);
        if (bit) value |= std::uint64_t{1} << i;
    }
    if (decider.possible(so_far) != Possibility::yes) return std::nullopt;
    return Extreme{static_cast<Cycle>(base + static_cast<std::int64_t>(value)),
                   decider.assignment()};
}

}  // namespace ryg::prove
