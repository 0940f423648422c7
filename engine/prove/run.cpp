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
    if (alone != nullptr) world.follow_devices();
    const auto is_in_turn = [](const claims::Entry& entry) { return !entry.in_turn.empty(); };
    if (std::ranges::any_of(block.in, is_in_turn)) {
        throw NotDecided("In states the values of a chip's successive reads");
    }
    for (const unsigned cell : alone != nullptr ? alone->loose : std::set<unsigned>()) {
        if (!Bits16(world.before(cell)).number()) continue;  // In names it
        world.set_before(cell, unknown_byte());
    }
    if (symbols.site().names(0U)) throw NotDecided("In names $00, the port's directions");
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
    decider.assume(symbols.conditions());
    if (decider.possible(graph.all_of(symbols.conditions())) == Possibility::no) throw NoInput();
}

RoutineEnds SymbolicRun::follow(Address entry, bool is_endless) {
    RoutineEnds result;
    DecisionPath path(graph);
    for (const Literal condition : symbols.conditions()) path.decide(condition);
    Paths paths(world, budget, symbols.end());
    paths.is_endless = is_endless;
    paths.ends_anew = symbols.has_invariant();
    try {
        paths.run({path, symbols.state(), symbols.memory()}, entry, result.ends);
    } catch (const NotDecided& error) {
        if (!is_endless) throw;
        result.why = error.what();
    }
    result.effort = paths.effort();
    result.executed = paths.executed();
    result.executed_exactly = paths.executed_exactly();
    result.passes_keys_over = paths.passes_keys_over();
    if (is_endless) return result;
    if (result.ends.empty()) throw NotDecided("it does not return");
    std::vector<ReachedState> ends = result.ends;
    for (ReachedState& end : ends) end.state.now = {};  // merging their times would be slow
    result.whole = merged(ends);
    symbols.set_keys(result.whole->keys);
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
    if (auto found = extreme_by_parts(path, time, greatest)) return found;
    if (auto found = extreme_by_trying(path, time, greatest)) return found;
    if (auto found = extreme_by_relaxing(path, time, greatest)) return found;
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
    const auto has_time = [&](const Decider::Part& group) {
        return std::ranges::any_of(group.places, [&](std::size_t i) { return i >= conditions; });
    };
    if (!groups || std::ranges::count_if(*groups, has_time) < 2) return std::nullopt;
    Extreme whole{time.cycles, {}};
    for (const auto& group : *groups) {
        Literal here(true);
        SymbolicTime part{};
        for (const std::size_t i : group.places) {
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
    std::vector<Literal> literals;
    for (const auto& [literal, weight] : time.also) literals.push_back(literal);
    literals = decider.where(literals, decider.conjuncts(path));
    SymbolicTime simple{time.cycles};
    for (std::size_t i = 0; i < literals.size(); ++i) {
        const std::int64_t weight = time.also[i].second;
        if (literals[i] == Literal(true)) simple.cycles += static_cast<Cycle>(weight);
        if (!literals[i].is_known()) simple.also.emplace_back(literals[i], weight);
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
    const auto is_cheap = [&](std::span<const Literal> roots) {
        return decider.cost_of_trying(roots) <= Decider::cheap ||
               decider.tables_of(roots, inputs_of(graph, roots)) != nullptr;
    };
    if (!is_cheap(counted)) return std::nullopt;
    const TimeSum sum = sum_of(graph, time);
    std::vector<Literal> literals = decider.conjuncts(path);
    const std::size_t conditions = literals.size();
    literals.insert(literals.end(), sum.bits.begin(), sum.bits.end());
    const auto groups = decider.parts_of(literals);
    if (!groups) return std::nullopt;
    Literal here(true), rest(true);
    for (const Decider::Part& group : *groups) {
        const bool counts =
            std::ranges::any_of(group.places, [&](std::size_t i) { return i >= conditions; });
        Literal& all = counts ? here : rest;
        for (const std::size_t i : group.places) {
            if (i < conditions) all = graph.both(all, literals[i]);
        }
    }
    std::vector<Literal> roots = sum.bits;
    roots.push_back(here);
    if (!is_cheap(roots) || decider.possible(rest) != Possibility::yes) return std::nullopt;
    Extreme found{0, decider.assignment()};
    std::optional<std::pair<std::uint64_t, std::uint64_t>> best;  // cycles, number of the values
    const auto look = [&](std::uint64_t left, const auto& word, const auto& number) {
        if (left == 0) return;
        std::uint64_t value = 0;
        for (std::size_t i = sum.bits.size(); i-- > 0;) {
            const std::uint64_t ones = word(sum.bits[i]);
            const std::uint64_t better = left & (greatest ? ones : ~ones);
            if (better != 0) left = better;
            if ((better != 0) == greatest) value |= std::uint64_t{1} << i;
        }
        if (!best || (greatest ? value > best->first : value < best->first)) {
            best = {value, number(static_cast<unsigned>(std::countr_zero(left)))};
        }
    };
    const std::vector<std::uint32_t> own = inputs_of(graph, roots);
    std::vector<std::uint32_t> inputs = own;  // bit by bit of a number
    if (const Exhaustive* const tables = decider.tables_of(roots, own)) {
        inputs.assign(tables->inputs().begin(), tables->inputs().end());
        for (std::size_t w = 0; w < tables->words(); ++w) {
            look(
                tables->word(here, w) & tables->mask(),
                [&](Literal literal) { return tables->word(literal, w); },
                [&](unsigned bit) { return tables->number(64 * w + bit); });
        }
    } else {
        LaneEvaluator lanes(graph, roots, inputs);
        const std::uint64_t used = ~std::uint64_t{0} >> (64 - std::min(lanes.used(), 64U));
        for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
            if (block % 16 == 0 && budget.is_spent()) return std::nullopt;
            lanes.compute(block);
            for (unsigned w = 0; 64 * w < lanes.used(); ++w) {
                look(
                    lanes.word(here, w) & used,
                    [&](Literal literal) { return lanes.word(literal, w); },
                    [&](unsigned bit) {
                        return block << LaneEvaluator::low_inputs | (64 * w + bit);
                    });
            }
        }
    }
    if (!best) return std::nullopt;
    found.cycles = static_cast<Cycle>(sum.base + static_cast<std::int64_t>(best->first));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_own = std::ranges::binary_search(own, inputs[i]);
        if (is_own) found.at.emplace(inputs[i], (best->second >> i & 1) != 0);
    }
    return found;
}

/// For each literal: where it can be true, and where false, if all inputs but these are unknown.
std::vector<std::array<Literal, 2>> SymbolicRun::possible_where(
    std::span<const Literal> literals, std::span<const std::uint32_t> known) {
    std::unordered_map<std::uint32_t, std::array<Literal, 2>> can;  // by node
    can.emplace(0, std::array{Literal(false), Literal(true)});
    const auto of = [&](Literal literal) {
        const auto [yes, no] = can.at(literal.node());
        return literal.complemented() ? std::array{no, yes} : std::array{yes, no};
    };
    for (const std::uint32_t number : graph.cone(literals)) {
        const Graph::Gate node = graph.node(number);
        std::array<Literal, 2> made{Literal(true), Literal(true)};
        if (node.kind != Graph::GateKind::input) {
            const auto [a, not_a] = of(node.a);
            const auto [b, not_b] = of(node.b);
            const auto [c, not_c] = of(node.condition);
            const auto either = [&](Literal one, Literal with, Literal other, Literal with_other) {
                return graph.either(graph.both(one, with), graph.both(other, with_other));
            };
            using enum Graph::GateKind;
            if (node.kind == both) made = {graph.both(a, b), graph.either(not_a, not_b)};
            if (node.kind == differ)
                made = {either(a, not_b, not_a, b), either(a, b, not_a, not_b)};
            if (node.kind == choose)
                made = {either(c, a, not_c, b), either(c, not_a, not_c, not_b)};
        } else if (std::ranges::binary_search(known, number)) {
            made = {Literal::of(number), Literal::of(number, true)};
        }
        can.emplace(number, made);
    }
    std::vector<std::array<Literal, 2>> found;
    for (const Literal literal : literals) found.push_back(of(literal));
    return found;
}

/// Finds a bound for any values of all inputs but some, then an input that reaches it.
std::optional<SymbolicRun::Extreme> SymbolicRun::extreme_by_relaxing(Literal path,
                                                                     const SymbolicTime& time,
                                                                     bool greatest) {
    const std::vector<Literal> conditions = decider.conjuncts(path);
    const auto parts = decider.parts_of(conditions);
    if (!parts || parts->size() < 2) return std::nullopt;
    const Decider::Part& kept =
        *std::ranges::max_element(*parts, {}, [](const auto& part) { return part.inputs.size(); });
    std::vector<Literal> literals;
    for (const auto& [literal, weight] : time.also) literals.push_back(literal);
    const auto can = possible_where(literals, kept.inputs);
    SymbolicTime bound{time.cycles};
    for (std::size_t i = 0; i < can.size(); ++i) {
        const std::int64_t weight = time.also[i].second;
        bound.add((weight > 0) == greatest ? can[i][0] : !can[i][1], weight);
    }
    Literal here(true);
    for (const std::size_t place : kept.places) here = graph.both(here, conditions[place]);
    const auto best = extreme_by_trying(here, bound, greatest);
    if (!best) return std::nullopt;
    std::vector<Literal> facts;
    for (const auto& [input, value] : best->at) facts.push_back(Literal::of(input, !value));
    literals.push_back(path);
    literals = decider.where(literals, facts);
    SymbolicTime rest{time.cycles};
    for (std::size_t i = 0; i < can.size(); ++i) rest.add(literals[i], time.also[i].second);
    auto found = extreme_by_trying(literals.back(), rest, greatest);
    if (!found || found->cycles != best->cycles) return std::nullopt;
    found->at.insert(best->at.begin(), best->at.end());
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
