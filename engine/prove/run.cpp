// Follows a routine for all inputs, and finds its times.
#include "engine/prove/run.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>

#include "engine/prove/lanes.hpp"

namespace ryg::prove {
namespace {

/// Nodes times blocks of inputs for which a time is computed.
constexpr std::uint64_t most_tried = 2'000'000'000;

/// The literals with some inputs known.
std::vector<Literal> restricted(Graph& graph, std::span<const Literal> roots,
                                const Assignment& known) {
    std::map<std::uint32_t, Literal> made;
    const auto of = [&](Literal literal) {
        if (literal.is_known()) return literal;
        const Literal now = made.at(literal.node());
        return literal.complemented() ? !now : now;
    };
    for (const std::uint32_t number : graph.cone(roots)) {
        const Graph::Node node = graph.node(number);
        const auto value = known.find(number);
        made.emplace(number, value != known.end()              ? Literal(value->second)
                             : node.kind == Graph::Kind::input ? Literal::of(number)
                             : node.kind == Graph::Kind::both  ? graph.both(of(node.a), of(node.b))
                             : node.kind == Graph::Kind::differ
                                 ? graph.differ(of(node.a), of(node.b))
                                 : graph.choose(of(node.condition), of(node.a), of(node.b)));
    }
    std::vector<Literal> now;
    for (const Literal root : roots) now.push_back(of(root));
    return now;
}

}  // namespace

Run::Run(const contracts::Suite& suite, const contracts::Program& program,
         const contracts::Block& block, Cases& cases, const Budget& its_budget)
    : scope(graph),
      budget(its_budget),
      decider(graph, budget),
      world(graph, decider, program),
      declared(suite, program, block),
      symbols(world, declared, suite, block, cases) {}

Result Run::follow(Address entry) {
    Result result;
    Path path(graph);
    for (const Literal condition : symbols.conditions()) path.decide(condition);
    if (decider.possible(path.literal()) == Answer::no) {
        throw contracts::ContractError("nothing satisfies its In");
    }
    Paths paths(world, budget, symbols.caller());
    try {
        result.ends = paths.run({path, symbols.state(), symbols.memory()}, entry);
    } catch (const NotDecided& error) {
        result.why = error.what();
    }
    result.effort = paths.effort();
    result.executed = paths.executed();
    if (!result.why.empty()) return result;
    if (result.ends.empty()) {
        result.why = "it does not return";
        return result;
    }
    result.whole = merged(result.ends);
    return result;
}

bool Run::find_times(Result& result) {
    for (const bool greatest : {false, true}) {
        std::optional<Extreme> best;
        for (const Reached& end : result.ends) {
            auto found = extreme(end.path.literal(), end.state.now, greatest);
            if (!found) return false;
            const bool is_better =
                !best || (greatest ? found->cycles > best->cycles : found->cycles < best->cycles);
            if (is_better) best = std::move(found);
        }
        (greatest ? result.most : result.least) = best->cycles;
        (greatest ? result.longest : result.shortest) = std::move(best->at);
    }
    return result.has_times = true;
}

std::optional<Run::Extreme> Run::extreme(Literal path, const Time& time, bool greatest) {
    if (time.also.empty()) {
        const Answer answer = decider.possible(path);
        if (answer == Answer::unknown) return std::nullopt;
        return Extreme{time.cycles, decider.assignment()};
    }
    if (auto found = extreme_by_simulation(path, time, greatest)) return found;
    if (auto found = extreme_by_placing(path, time, greatest)) return found;
    const TimeSum sum = sum_of(time);
    if (auto found = extreme_by_trying(path, sum, greatest)) return found;
    return extreme_by_questions(path, sum, greatest);
}

/// Objects at the beginning or the end of pages: if no part of the time is less, or greater, wherever
/// else they lie, the rest of the inputs is all that matters.
std::optional<Run::Extreme> Run::extreme_by_placing(Literal path, const Time& time, bool greatest) {
    if (world.objects().empty()) return std::nullopt;
    Assignment places;
    unsigned begin = (world.program.free.begin | 0xffU) + 1;
    for (const Object& object : world.objects()) {
        for (unsigned i = 0; i < 16; ++i) {
            const unsigned base = begin + (greatest ? 0xffU : 0U);
            places.emplace(object.base.bits[i].node(), (base >> i & 1) != 0);
        }
        begin += (object.size / 0x100 + 2) * 0x100;
    }
    std::vector<Literal> roots{path};
    for (const auto& [literal, weight] : time.also) roots.push_back(literal);
    const std::vector<Literal> placed = restricted(graph, roots, places);
    const auto never = [&](Literal literal) {
        return decider.possible(literal, true) == Answer::no;
    };
    if (!never(graph.both(path, !placed[0]))) return std::nullopt;
    Time rest{time.cycles, {}};
    for (std::size_t i = 0; i < time.also.size(); ++i) {
        const auto [literal, weight] = time.also[i];
        const Literal here = placed[i + 1];
        const bool is_more = (weight > 0) == greatest;
        const std::array beyond{path, is_more ? literal : !literal, is_more ? !here : here};
        if (!never(graph.all_of(beyond))) return std::nullopt;
        rest.add(here, weight);
    }
    std::optional<Extreme> found = extreme_by_simulation(placed[0], rest, greatest);
    if (!found) {
        const TimeSum sum = sum_of(rest);
        found = extreme_by_trying(placed[0], sum, greatest);
        if (!found) found = extreme_by_questions(placed[0], sum, greatest);
    }
    if (found) found->at.merge(places);
    return found;
}

/// Adds up the cycles for all values of at most 16 inputs.
std::optional<Run::Extreme> Run::extreme_by_simulation(Literal path, const Time& time,
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

/// Makes the time a number of the graph.
Run::TimeSum Run::sum_of(const Time& time) {
    TimeSum sum{static_cast<std::int64_t>(time.cycles), {}};
    std::int64_t span = 0;
    for (const auto& [literal, weight] : time.also) {
        if (weight < 0) sum.base += weight;
        span += std::abs(weight);
    }
    sum.bits.resize(static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(span))));
    for (const auto& [literal, weight] : time.also) {
        const Literal counts = weight < 0 ? !literal : literal;
        Literal carry(false);
        for (std::size_t i = 0; i < sum.bits.size(); ++i) {
            const bool has = (static_cast<std::uint64_t>(std::abs(weight)) >> i & 1) != 0;
            const Literal bit = has ? counts : Literal(false);
            const Literal both = graph.differ(sum.bits[i], bit);
            const Literal next = graph.most(sum.bits[i], bit, carry);
            sum.bits[i] = graph.differ(both, carry);
            carry = next;
        }
    }
    return sum;
}

/// Computes it for all values of its inputs, if they are not too many.
std::optional<Run::Extreme> Run::extreme_by_trying(Literal path, const TimeSum& sum,
                                                   bool greatest) {
    std::vector<Literal> roots = sum.bits;
    roots.push_back(path);
    const std::vector<std::uint32_t> inputs = inputs_of(graph, roots);
    const std::size_t blocks =
        inputs.size() - std::min<std::size_t>(inputs.size(), Lanes::low_inputs);
    if (blocks > 32 || graph.cone(roots).size() << blocks > most_tried) return std::nullopt;
    Lanes lanes(graph, roots, inputs);
    std::optional<std::uint64_t> best;
    std::uint64_t best_number = 0;
    for (std::uint64_t block = 0; block < lanes.blocks(); ++block) {
        if (block % 16 == 0 && budget.is_spent()) return std::nullopt;
        lanes.compute(block);
        for (std::size_t w = 0; w * 64 < lanes.used(); ++w) {
            std::uint64_t left = lanes.word(path, w);
            if (lanes.used() < 64) left &= (std::uint64_t{1} << lanes.used()) - 1;
            if (left == 0) continue;
            std::uint64_t value = 0;
            for (std::size_t i = sum.bits.size(); i-- > 0;) {
                const std::uint64_t is_set = lanes.word(sum.bits[i], w);
                const std::uint64_t wished = left & (greatest ? is_set : ~is_set);
                if (wished != 0) left = wished;
                if ((wished != 0) == greatest) value |= std::uint64_t{1} << i;
            }
            if (best && (greatest ? value <= *best : value >= *best)) continue;
            best = value;
            best_number =
                block * Lanes::lanes + w * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
        }
    }
    if (!best) return std::nullopt;
    Extreme found{static_cast<Cycle>(sum.base + static_cast<std::int64_t>(*best)), {}};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        found.at.emplace(inputs[i], (best_number >> i & 1) != 0);
    }
    return found;
}

/// Asks for the bits of it from the top.
std::optional<Run::Extreme> Run::extreme_by_questions(Literal path, const TimeSum& sum,
                                                      bool greatest) {
    Literal so_far = path;
    std::uint64_t value = 0;
    Assignment at;
    for (std::size_t i = sum.bits.size(); i-- > 0;) {
        const Literal is_set = sum.bits[i];
        const Literal wished = graph.both(so_far, greatest ? is_set : !is_set);
        const Answer answer = decider.possible(wished);
        if (answer == Answer::unknown) return std::nullopt;
        const bool bit = (answer == Answer::yes) == greatest;
        if (answer == Answer::yes) at = decider.assignment();
        so_far = graph.both(so_far, bit ? is_set : !is_set);
        if (bit) value |= std::uint64_t{1} << i;
    }
    if (decider.possible(so_far) != Answer::yes) return std::nullopt;
    return Extreme{static_cast<Cycle>(sum.base + static_cast<std::int64_t>(value)),
                   decider.assignment()};
}

}  // namespace ryg::prove
