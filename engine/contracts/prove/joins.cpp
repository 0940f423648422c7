// Branches on what is not known whose two ways are joined where they meet.
#include <algorithm>
#include <set>
#include <utility>

#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

namespace {

Cycle branch_cycles(bool goes, Address to, Address after) {
    return !goes ? 2U : emu::high(to) == emu::high(after) ? 3U : 4U;
}

constexpr unsigned most_skipped = 48;  // instructions
constexpr unsigned most_nested = 4;    // ways that are followed, one in another

/// What a state holds but for its place.
std::vector<Term*> terms_of(State& state) {
    return {&state.a, &state.x, &state.y, &state.n, &state.z, &state.c, &state.v};
}

}  // namespace

/// `taken` is 0 or 1.
void Paths::branch(Term taken, bool if_set) {
    const auto after = static_cast<Address>(state.pc + 2);
    const auto to = static_cast<Address>(after + (fetch(state.pc + 1U) ^ 0x80U) - 0x80U);
    const Term condition = terms_.resolved(taken);
    const auto symbol = terms_.only_symbol(condition);
    const bool is_order = symbol && terms_.is_order(*symbol);
    if (joins != Joins::none && join_apart(condition, if_set, to, after)) return;
    if ((joins == Joins::all || is_order) && join(condition, if_set, to, after)) return;
    const bool goes = (need(taken) != 0) == if_set;
    state.cycles += branch_cycles(goes, to, after);
    state.pc = goes ? to : after;
}

/// Goes on from an address until `ends` says so. Nothing if that needs to know a byte, or takes more
/// steps than these.
std::optional<Paths::Way> Paths::follow(Address from, Cycle cost, unsigned most_steps,
                                        const std::function<bool()>& ends) {
    const Place before = place();
    const auto was_split = std::exchange(is_split_, false);
    ++tried_;
    bool arrives = false;
    state.pc = from;
    state.cycles += cost;
    try {
        for (unsigned i = 0; i < most_steps && !is_split_ && !arrives; ++i) {
            arrives = ends();
            if (arrives) break;
            pause_now_and_then();
            if (step_known()) continue;
            if (is_hidden(state.pc)) {
                if (!play_kernal()) break;
            } else {
                step();
            }
        }
    } catch (const Unsupported&) {
        arrives = false;
    }
    --tried_;
    Way way{
        state, {}, {printed.begin() + static_cast<std::ptrdiff_t>(before.printed), printed.end()}};
    const bool has_crossings = crossings.size() != before.crossings;
    arrives = arrives && !is_split_ && (!counts_ || !has_crossings);
    is_split_ = was_split;
    state = before.state;
    for (std::size_t i = before.written; i < written_.size(); ++i) {
        way.cells[written_[i].first] = cells_[written_[i].first];
    }
    unsimplify(before.simplified);
    unwrite(before.written);  // but keeps the terms
    printed.resize(before.printed);
    crossings.resize(before.crossings);
    return arrives ? std::optional(std::move(way)) : std::nullopt;
}

/// Follows both ways of a branch to where they meet. There each byte is that of one way or of the
/// other. False if they do not meet soon, or the condition is known.
bool Paths::join(Term condition, bool if_set, Address to, Address after) {
    constexpr unsigned few_steps = 10, most_steps = 48, most_printing = 200;
    condition = terms_.resolved(condition);
    if (is_split_ || !nests_ || tried_ == most_nested || terms_.possible(condition).size() == 1)
        return false;
    const auto symbol = terms_.only_symbol(condition);
    if (counts_ && (!symbol || terms_.is_related(*symbol))) return false;
    const Byte s = state.s;
    const Cycle goes = branch_cycles(true, to, after), stays = branch_cycles(false, to, after);
    const Address if_true = if_set ? to : after, if_false = if_set ? after : to;
    const Cycle true_cost = if_set ? goes : stays, false_cost = if_set ? stays : goes;
    Address meet = 0;
    std::optional<Way> other;
    const auto find_meeting = [&](unsigned steps, unsigned other_steps, bool nests) {
        Addresses seen;
        const bool nested = std::exchange(nests_, nests_ && nests);
        static_cast<void>(follow(if_true, true_cost, steps, [&] {
            if (state.s == s) seen.set(state.pc);
            return state.s > s;
        }));
        nests_ = nested;
        other = follow(if_false, false_cost, other_steps, [&] {
            meet = state.pc;
            return state.s == s && seen[state.pc];
        });
        return other.has_value();
    };
    // First not into the next round, nor to what the next branch leads to.
    const unsigned most = joins_texts && !counts_ ? most_printing : most_steps;
    const bool meet_soon = joins_texts && find_meeting(few_steps, most, false);
    if (!meet_soon && !find_meeting(few_steps, few_steps, true) &&
        !find_meeting(most_steps, most_steps, true)) {
        return false;
    }
    const auto one =
        follow(if_true, true_cost, most, [&] { return state.s == s && state.pc == meet; });
    if (!one || one->state.d != other->state.d || one->state.i != other->state.i) return false;
    const bool print_as_much = one->printed.size() == other->printed.size();
    if (!print_as_much && !joins_texts) return false;
    const auto either = [&](Term if_so, Term if_not) {
        return terms_.make(Op::choose, condition, if_so, if_not);
    };
    const State &x = one->state, &y = other->state;
    const Cycle least = std::min(x.cycles, y.cycles);
    if (counts_ && std::max(x.cycles, y.cycles) - least > 0xff) return false;
    const Address fresh = covered[x.fresh] ? y.fresh : x.fresh;
    std::map<unsigned, Term> cells = other->cells;
    for (const auto& [at, term] : one->cells) cells.try_emplace(at, cells_[at]);
    for (auto& [at, term] : cells) {
        const auto found = one->cells.find(at);
        write(at, either(found == one->cells.end() ? cells_[at] : found->second, term));
    }
    for (std::size_t i = 0; i < one->printed.size() && print_as_much; ++i) {
        const Printed &if_so = one->printed[i], &if_not = other->printed[i];
        printed.push_back(
            {either(if_so.character, if_not.character), either(if_so.when, if_not.when)});
    }
    if (!print_as_much) {
        for (const auto& [of, when] : one->printed) printed.push_back({of, either(when, 0)});
        for (const auto& [of, when] : other->printed) printed.push_back({of, either(0, when)});
    }
    if (counts_ && x.cycles != y.cycles) {
        crossings.push_back(
            either(static_cast<Term>(x.cycles - least), static_cast<Term>(y.cycles - least)));
    }
    state = {.a = either(x.a, y.a),
             .x = either(x.x, y.x),
             .y = either(x.y, y.y),
             .n = either(x.n, y.n),
             .z = either(x.z, y.z),
             .c = either(x.c, y.c),
             .v = either(x.v, y.v),
             .d = x.d,
             .i = x.i,
             .s = s,
             .kernal_called = x.kernal_called || y.kernal_called,
             .pc = meet,
             .fresh = fresh,
             .cycles = least};
    return true;
}

/// The inputs for which a symbol has a value, from an address to another.
std::optional<Paths::Way> Paths::follow_if(Term symbol, Byte value, Address from, Cycle cost,
                                           Address to, bool& is_possible) {
    const Byte s = state.s;
    const Terms::Mark before = terms_.mark();
    const std::size_t pointers = pointers_.size(), reached = reached_.size();
    std::optional<Way> way;
    is_possible = terms_.narrow(symbol, Domain::range(value, value));
    if (is_possible) {
        way = follow(from, cost, most_skipped, [&] { return state.s == s && state.pc == to; });
    }
    terms_.widen(before);
    // What was known to be a pointer or an element may be so for these inputs only.
    if (reached_.size() != reached) way.reset();
    pointers_.resize(pointers);
    reached_.resize(reached);
    return way;
}

/// The usual byte and what each case adds to it, if that is a constant: a sum that has one part for
/// each symbol, as of what has been counted.
std::optional<Term> Paths::sum_of(Term usually, const std::vector<std::pair<Term, Term>>& others) {
    std::vector<std::pair<Term, Term>> added;
    for (const auto& [holds, other] : others) {
        const auto by = terms_.added(usually, other);
        if (!by) return std::nullopt;
        added.emplace_back(holds, *by);
    }
    Term sum = usually;
    for (const auto& [holds, by] : added) {
        sum = terms_.sum(sum, terms_.make(Op::choose, holds, by, 0));
    }
    return sum;
}

/// Each byte is the usual one, but for the difference of the case that holds: one does at most.
void Paths::go_on_as(const Way& usual, const std::vector<std::pair<Term, Way>>& cases) {
    const auto among = [&](Term usually, auto of) {
        std::vector<std::pair<Term, Term>> others;
        for (const auto& [holds, way] : cases) {
            if (const Term other = of(way); other != usually) others.emplace_back(holds, other);
        }
        if (const auto sum = sum_of(usually, others)) return *sum;
        if (others.size() == 1) {
            return terms_.make(Op::choose, others.front().first, others.front().second, usually);
        }
        Term sum = usually;
        for (const auto& [holds, other] : others) {
            const Term difference = terms_.make(Op::differ, other, usually);
            sum = terms_.make(Op::differ, sum, terms_.make(Op::choose, holds, difference, 0));
        }
        return sum;
    };
    std::set<unsigned> written;
    for (const auto& [at, term] : usual.cells) written.insert(at);
    for (const auto& [holds, way] : cases) {
        for (const auto& [at, term] : way.cells) written.insert(at);
    }
    for (const unsigned at : written) {
        const auto of = [&](const Way& way) {
            const auto found = way.cells.find(at);
            return found == way.cells.end() ? cells_[at] : found->second;
        };
        write(at, among(of(usual), of));
    }
    state = usual.state;
    const std::vector<Term*> into = terms_of(state);
    for (std::size_t i = 0; i < into.size(); ++i) {
        *into[i] = among(*into[i], [&](const Way& way) {
            State then = way.state;
            return *terms_of(then)[i];
        });
    }
    for (const auto& [holds, way] : cases) {
        state.kernal_called |= way.state.kernal_called;
        if (!covered[way.state.fresh]) state.fresh = way.state.fresh;
        if (!counts_ || way.state.cycles == state.cycles) continue;
        const auto more = static_cast<Term>(way.state.cycles - state.cycles);
        crossings.push_back(terms_.make(Op::choose, holds, more, 0));
    }
}

/// Tries a piece's square by itself, and then all others; or what a way has to know of a byte that is no
/// piece, since that may bring it back.
bool Paths::split_off(const Terms::Apart& known, Term symbol) {
    const auto wanted = terms_.only_symbol(wanted_);
    const auto is_it = [&](const auto& one) { return one.first == wanted; };
    if (wanted && *wanted != 0 && std::ranges::none_of(known.cases, is_it)) {
        static_cast<void>(need(wanted_));
    }
    if (is_split_) return true;
    Domain others = terms_.domain(symbol);
    others.remove(known.value);
    const auto value = Domain::range(known.value, known.value);
    choices_.push_back({begin_, symbol, {value, others}, {}, {}});
    is_split_ = true;
    return true;
}

/// Joins a branch that skips something, on a byte that is usually the same: what is skipped is
/// followed for each other case by itself, which then is known. A case that does not come back is
/// split off.
bool Paths::join_apart(Term condition, bool if_set, Address to, Address after) {
    condition = terms_.resolved(condition);
    if (is_split_ || tried_ == most_nested || to <= after || terms_.only_symbol(condition)) {
        return false;
    }
    const auto known = terms_.apart(condition);
    if (!known) return false;
    const Byte s = state.s;
    const bool goes = (known->usual != 0) == if_set;
    const auto cost = [&](bool is_taken) { return branch_cycles(is_taken, to, after); };
    const auto usual = follow(goes ? to : after, cost(goes), most_skipped,
                              [&] { return state.s == s && state.pc == to; });
    if (!usual) return false;
    std::vector<std::pair<Term, Way>> cases;
    for (const auto& [symbol, result] : known->cases) {
        if ((result != 0) == (known->usual != 0)) continue;
        if (!terms_.domain(symbol).has(known->value)) continue;
        bool is_possible = true;
        wanted_ = 0;
        const auto way =
            follow_if(symbol, known->value, goes ? after : to, cost(!goes), to, is_possible);
        if (!is_possible) continue;
        if (!way && tried_ == 0) return split_off(*known, symbol);
        if (!way || way->state.d != usual->state.d || way->state.i != usual->state.i ||
            !way->printed.empty() || !usual->printed.empty()) {
            return false;
        }
        const bool counts = way->state.cycles - usual->state.cycles <= 0xff;
        if (counts_ && !counts) return false;
        Terms::Table holds{};
        holds[known->value] = 1;
        cases.emplace_back(terms_.look_up(holds, symbol), *way);
    }
    go_on_as(*usual, cases);
    return true;
}

}  // namespace ryg::contracts::prove
