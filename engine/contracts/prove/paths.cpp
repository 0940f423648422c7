// The search over what a routine has to know, path by path, and the KERNAL's calls.
#include "engine/contracts/prove/paths.hpp"

#include <algorithm>
#include <bitset>
#include <fmt/format.h>

#include "c64/kernal/entries.hpp"

namespace ryg::contracts::prove {

Paths::Paths(const Space& space, Address entry, Cycle longest)
    : space_(space),
      terms_(space.terms),
      cells_(space.cells),
      simple_(space.cells.size()),
      longest_(longest),
      counts_(space.block.time.kind == TimeKind::cycles) {
    const auto& in = space.registers;
    state = {.a = in[0], .x = in[1], .y = in[2], .c = in[3], .v = in[6], .pc = entry};
    state.z = terms_.make(Op::differ, in[4], 1);
    state.n = terms_.make(Op::right, 0, 0, in[5]);
    entry_ = state;
    for (const Object& object : space.objects) {
        carries_.emplace_back();
        for (unsigned index = 1; index < 256; ++index) {
            const Term term = carries_.back()[index] = terms_.make(Op::carry, object.low, index);
            const std::size_t place = term - Terms::first_made;
            if (carried_.size() <= place) carried_.resize(place + 1);
            carried_[place] = {object.low, index};
        }
    }
    for (const Element& element : space.elements) {
        reached_.push_back(static_cast<unsigned>(cells_.size()));
        elements_.push_back(element);
        cells_.push_back(element.first);
    }
}

void Paths::restart() {
    state = entry_;
    printed.clear();
    crossings.clear();
    typed.clear();
    waits_.clear();
    known_.clear();
    reached_.resize(space_.elements.size());
    unwrite(0);
    unsimplify(0);
    started_ = false;
}

// --- the search ---------------------------------------------------------------------------------

Paths::Place Paths::place() const {
    return {state,        written_.size(), simplified_.size(), printed.size(), crossings.size(),
            typed.size(), waits_.size(),   pointers_.size(),   known_.size(),  reached_.size(),
            terms_.mark()};
}

void Paths::unwrite(std::size_t to) {
    if (written_.size() > to) ++writes_;
    while (written_.size() > to) {
        const auto& [at, before] = written_.back();
        cells_[at] = before;
        if (at < first_element) simple_[at] = {};
        written_.pop_back();
    }
}

void Paths::rewind(const Place& to) {
    state = to.state;
    unwrite(to.written);
    unsimplify(to.simplified);
    printed.resize(to.printed);
    crossings.resize(to.crossings);
    typed.resize(to.typed);
    waits_.resize(to.waits);
    pointers_.resize(to.pointers);
    known_.resize(to.known);
    reached_.resize(to.reached);
    terms_.rewind(to.terms);
}

Byte Paths::need(Term term) {
    if (Terms::is_constant(term)) return static_cast<Byte>(term);
    if (is_split_) return 0;
    term = terms_.resolved(term);
    if (Terms::is_constant(term)) return static_cast<Byte>(term);
    if (!terms_.only_symbol(term) && ++looked_at_ % 0x10 == 0 && on_pause) on_pause();
    if (const Domain left = terms_.possible(term); left.size() == 1) return left.first();
    if (tried_ != 0) {
        wanted_ = term;
        is_split_ = true;
        return 0;
    }
    if (const Term order = terms_.selects_by(term)) {
        Choice choice{begin_, order, {}, {}, {}};
        terms_.domain(order).for_each(
            [&](Byte value) { choice.values.push_back(Domain::range(value, value)); });
        choices_.push_back(std::move(choice));
        is_split_ = true;
        return 0;
    }
    if (auto related = terms_.outcomes(term); !related.empty()) {
        choices_.push_back({begin_, 0, {}, std::move(related), {}});
        is_split_ = true;
        return 0;
    }
    if (auto paired = terms_.paired_part(term)) {
        choices_.push_back({begin_, 0, {}, {}, std::move(paired)});
        is_split_ = true;
        return 0;
    }
    const Term part = terms_.undecided_part(term);
    Choice choice{begin_, terms_.only_symbol(part).value(), {}, {}, {}};
    std::array<Domain, 256> by_value{};
    const Byte* const values = terms_.table(part);
    terms_.domain(choice.symbol).for_each([&](Byte value) { by_value[values[value]].add(value); });
    for (const Domain& domain : by_value) {
        if (!domain.empty()) choice.values.push_back(domain);
    }
    choices_.push_back(std::move(choice));
    is_split_ = true;
    return 0;
}

bool Paths::backtrack() {
    is_split_ = false;
    while (!choices_.empty()) {
        Choice& choice = choices_.back();
        rewind(choice.place);
        const std::size_t paired = choice.paired ? choice.paired->outcomes.size() : 0;
        if (choice.next == choice.values.size() + choice.related.size() + paired) {
            choices_.pop_back();
            continue;
        }
        if (choice.paired) {
            const auto& [x, y, outcomes] = *choice.paired;
            if (terms_.pair(x, y, *outcomes[choice.next++])) return true;
            continue;
        }
        if (!choice.related.empty()) {
            const auto& relations = choice.related[choice.next++];
            if (std::ranges::all_of(relations, [&](auto& one) { return terms_.relate(one); })) {
                return true;
            }
            continue;
        }
        if (terms_.narrow(choice.symbol, choice.values[choice.next++])) return true;
    }
    return false;
}

double Paths::share() const {
    double share = 1;
    for (const Choice& choice : choices_) {
        const auto ways = choice.paired            ? choice.paired->outcomes.size()
                          : choice.related.empty() ? choice.values.size()
                                                   : choice.related.size();
        share /= static_cast<double>(ways);
    }
    return share;
}

/// Counts a step.
void Paths::pause_now_and_then() {
    constexpr Cycle pause = 0x4000;
    if (++steps_ % pause == 0 && on_pause) on_pause();
}

bool Paths::has_come_back() const {
    return ends_rounds && state.pc == entry_.pc && state.s == entry_.s &&
           std::ranges::any_of(typed, Terms::is_symbol);
}

bool Paths::next() {
    if (started_ && !backtrack()) return false;
    started_ = true;
    while (true) {
        pause_now_and_then();
        const bool comes_back = has_come_back();
        if (!comes_back && state.cycles <= longest_ && step_known()) continue;
        begin_ = place();
        if (comes_back) {
            ending = Ending::comes_back;
            return true;
        }
        if (state.pc == Call::guard) {
            ending = Ending::returned;
            return true;
        }
        if (state.cycles > longest_) {
            ending = Ending::ran_on;
            return true;
        }
        const bool hidden = is_hidden(state.pc);
        if (is_split_) {
            if (!backtrack()) return false;
            continue;
        }
        if (hidden && state.pc == c64::GETIN && !space_.calls.empty()) {
            if (is_as_before()) {  // nothing new comes of waiting on
                if (!backtrack()) return false;
                continue;
            }
            if (!give_key()) {
                ending = Ending::wants_keys;
                return true;
            }
        } else if (hidden) {
            if (!play_kernal()) {
                ending = Ending::strayed;
                return true;
            }
        } else {
            if (!covered[state.pc]) state.fresh = state.pc;
            step();
        }
        if (is_split_ && !backtrack()) return false;
    }
}

std::span<const unsigned> Paths::written() const {
    if (listed_writes_ == writes_) return listed_;
    listed_writes_ = writes_;
    listed_.clear();
    std::bitset<first_element + Terms::most_symbols> seen;
    for (const auto& [at, before] : written_) {
        if (seen[at]) continue;
        seen.set(at);
        listed_.push_back(at);
    }
    return listed_;
}

const std::vector<std::pair<Term, unsigned>>& Paths::counted_crossings() const {
    if (counted_at_ == steps_) return counted_;
    counted_at_ = steps_;
    counted_.clear();
    for (const Term crosses : crossings) {
        if (counted_places_.size() <= crosses) counted_places_.resize(crosses + 1U);
        std::uint32_t& place = counted_places_[crosses];
        if (place >= counted_.size() || counted_[place].first != crosses) {
            place = static_cast<std::uint32_t>(counted_.size());
            counted_.emplace_back(crosses, 0);
        }
        ++counted_[place].second;
    }
    return counted_;
}

std::optional<std::pair<Term, unsigned>> Paths::carry_of(Term term) const {
    const std::size_t place = term - Terms::first_made;
    if (term < Terms::first_made || place >= carried_.size() || carried_[place].first == 0) {
        return std::nullopt;
    }
    return carried_[place];
}

/// Of an address's low byte and an index.
Term Paths::carry(Term low, Term index) {
    for (std::size_t i = 0; i < carries_.size(); ++i) {
        if (low == space_.objects[i].low && Terms::is_constant(index)) return carries_[i][index];
    }
    return terms_.make(Op::carry, low, index);
}

// --- the KERNAL ----------------------------------------------------------------------------------

/// As contract's rig plays it; false for an entry that it does not know.
bool Paths::play_kernal() {
    if (space_.program.stubs.contains(state.pc)) throw Unsupported("calls a stub");
    if (state.pc == c64::GETIN) throw Unsupported("waits for keys");
    if (state.pc != c64::CHROUT) return false;
    printed.push_back({state.a});
    state.a = terms_.make(Op::differ, state.a, 0xff);
    return_from_kernal();
    return true;
}

void Paths::return_from_kernal() {
    state.kernal_called = true;
    state.n = terms_.make(Op::differ, state.n, 0x80);
    state.z = terms_.make(Op::is_equal, state.z, 0);
    state.c = 0;
    const Byte low = need(pull());
    state.pc = static_cast<Address>(emu::word(low, need(pull())) + 1);
}

/// As contract's rig gives one; false if there may be no more.
bool Paths::give_key() {
    if (typed.size() == space_.calls.size()) return false;
    const bool is_key = need(space_.calls[typed.size()]) != 0;
    if (is_split_) return true;
    const auto given = static_cast<std::size_t>(std::ranges::count_if(typed, Terms::is_symbol));
    if (is_key && given == std::min<std::size_t>(most_keys, space_.keys.size())) return false;
    waits_.push_back({state, written_.size(), printed.size()});
    state.a = is_key ? space_.keys[given] : 0;
    typed.push_back(state.a);
    state.x = terms_.make(Op::differ, state.x, 0xff);
    state.y = terms_.make(Op::differ, state.y, 0xff);
    return_from_kernal();
    return true;
}

/// Whether GETIN was called in this state before, and has given no key since: what A is does not
/// matter to it. Whatever comes then has come before.
bool Paths::is_as_before() {
    for (std::size_t i = waits_.size(); i-- > 0 && !Terms::is_symbol(typed[i]);) {
        if (is_as(waits_[i])) return true;
    }
    return false;
}

bool Paths::is_as(const Wait& wait) {
    const State& then = wait.state;
    const bool is_same = state.s == then.s && state.d == then.d && state.i == then.i &&
                         printed.size() == wait.printed && terms_.same(state.x, then.x) &&
                         terms_.same(state.y, then.y) && terms_.same(state.n, then.n) &&
                         terms_.same(state.z, then.z) && terms_.same(state.c, then.c) &&
                         terms_.same(state.v, then.v);
    if (!is_same) return false;
    Addresses seen;
    for (std::size_t i = wait.written; i < written_.size(); ++i) {
        const auto& [at, before] = written_[i];
        if (at < first_element && seen[at]) continue;
        if (at < first_element) seen.set(at);
        if (!terms_.same(cells_[at], before)) return false;
    }
    return true;
}

}  // namespace ryg::contracts::prove
