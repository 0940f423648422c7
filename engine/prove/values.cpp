// Makes the bits of sums, comparisons and choices.
#include "engine/prove/values.hpp"

#include <algorithm>

namespace ryg::prove {

thread_local Graph* GraphScope::graph_ = nullptr;

namespace {

Graph& graph() { return GraphScope::graph(); }

template <class Combine>
Word each(const Word& a, const Word& b, Combine combine) {
    Word made;
    for (std::size_t i = 0; i < 16; ++i) made.bits[i] = combine(a.bits[i], b.bits[i]);
    return made;
}

/// The carry out of a + ~b + 1, which is set unless a < b.
Literal no_borrow(const Word& a, const Word& b) {
    Literal carry(true);
    for (std::size_t i = 0; i < 16; ++i) carry = graph().most(a.bits[i], !b.bits[i], carry);
    return carry;
}

}  // namespace

Word& Word::operator|=(const Word& other) { return *this = *this | other; }
Word& Word::operator&=(const Word& other) { return *this = *this & other; }

std::optional<unsigned> Word::number() const {
    unsigned number = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!bits[i].is_known()) return std::nullopt;
        number |= (bits[i].known() ? 1U : 0U) << i;
    }
    return number;
}

Word operator&(const Word& a, const Word& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().both(x, y); });
}
Word operator|(const Word& a, const Word& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().either(x, y); });
}
Word operator^(const Word& a, const Word& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().differ(x, y); });
}
Word operator~(const Word& a) {
    return each(a, a, [](Literal x, Literal) { return !x; });
}
Word operator+(const Word& a, const Word& b) { return Formulas::sum(a, b, false); }
Word operator-(const Word& a, const Word& b) { return Formulas::sum(a, ~b, true); }

Word operator<<(const Word& a, int by) {
    Word made;
    const auto distance = static_cast<std::size_t>(by);
    for (std::size_t i = distance; i < 16; ++i) made.bits[i] = a.bits[i - distance];
    return made;
}
Word operator>>(const Word& a, int by) {
    Word made;
    const auto distance = static_cast<std::size_t>(by);
    for (std::size_t i = distance; i < 16; ++i) made.bits[i - distance] = a.bits[i];
    return made;
}

Condition operator>(const Word& a, const Word& b) { return Condition(!no_borrow(b, a)); }
Condition operator>=(const Word& a, const Word& b) { return Condition(no_borrow(a, b)); }
Condition operator==(const Word& a, const Word& b) { return !(a != b); }

/// Compares from the top down: if a carry makes the upper bits differ, the lowest of them suffices.
Condition operator!=(const Word& a, const Word& b) {
    Literal any(false);
    for (std::size_t i = 16; i-- > 0;) {
        any = graph().either(any, graph().differ(a.bits[i], b.bits[i]));
    }
    return Condition(any);
}

Condition operator!(const Condition& a) { return Condition(!a.literal); }
Condition operator&&(const Condition& a, const Condition& b) {
    return Condition(graph().both(a.literal, b.literal));
}
Condition operator||(const Condition& a, const Condition& b) {
    return Condition(graph().either(a.literal, b.literal));
}

Word choose(const Condition& condition, const Word& a, const Word& b) {
    return each(a, b,
                [&](Literal x, Literal y) { return graph().choose(condition.literal, x, y); });
}

Word Formulas::sum(const Word& a, const Word& b, const Condition& carry_in) {
    Word made;
    Literal carry = carry_in.literal;
    for (std::size_t i = 0; i < 16; ++i) {
        made.bits[i] = graph().differ(graph().differ(a.bits[i], b.bits[i]), carry);
        carry = graph().most(a.bits[i], b.bits[i], carry);
    }
    return made;
}

// --- time ---------------------------------------------------------------------------------------

void Time::count(Literal one) { add(one, 1); }

void Time::add(Literal literal, std::int64_t weight) {
    if (literal.complemented()) {  // !a with weight w is w minus a with weight w
        cycles += static_cast<Cycle>(weight);
        literal = !literal;
        weight = -weight;
    }
    if (literal.is_known() || weight == 0) return;
    const auto known = std::ranges::find(also, literal, &std::pair<Literal, std::int64_t>::first);
    if (known == also.end()) {
        also.emplace_back(literal, weight);
    } else if ((known->second += weight) == 0) {
        also.erase(known);
    }
}

/// Chooses between two times; literals of equal weight in `a` and `b` are merged into one.
Time choose(Literal first, const Time& a, const Time& b) {
    Time made{b.cycles};
    made.add(first, static_cast<std::int64_t>(a.cycles) - static_cast<std::int64_t>(b.cycles));
    auto rest = b.also;
    std::vector<std::pair<Literal, std::int64_t>> of_a;
    for (const auto& one : a.also) {
        const auto same = std::ranges::find(rest, one);
        if (same != rest.end()) {
            made.add(one.first, one.second);
            rest.erase(same);
        } else {
            of_a.push_back(one);
        }
    }
    for (const auto& [literal, weight] : of_a) {
        const auto equal =
            std::ranges::find(rest, weight, &std::pair<Literal, std::int64_t>::second);
        const Literal other = equal == rest.end() ? Literal(false) : equal->first;
        if (equal != rest.end()) rest.erase(equal);
        made.add(graph().choose(first, literal, other), weight);
    }
    for (const auto& [literal, weight] : rest) made.add(graph().both(!first, literal), weight);
    return made;
}

State choose(Literal first, const State& a, const State& b) {
    const Condition condition(first);
    State made = a;
    made.pc = choose(condition, a.pc, b.pc);
    made.a = choose(condition, a.a, b.a);
    made.x = choose(condition, a.x, b.x);
    made.y = choose(condition, a.y, b.y);
    made.s = choose(condition, a.s, b.s);
    made.vdic = choose(condition, a.vdic, b.vdic);
    made.now = choose(first, a.now, b.now);
    if (a.nz.bits == b.nz.bits) return made;
    const auto flag = [&](const Condition& of_a, const Condition& of_b) {
        return Condition(graph().choose(first, of_a.literal, of_b.literal));
    };
    using emu::alu::negative, emu::alu::zero;
    made.nz = emu::alu::make_nz<Formulas>(flag(negative<Formulas>(a.nz), negative<Formulas>(b.nz)),
                                          flag(zero<Formulas>(a.nz), zero<Formulas>(b.nz)));
    return made;
}

}  // namespace ryg::prove
