// Makes the bits of sums, comparisons and choices.
#include "engine/prove/values.hpp"

#include <algorithm>

namespace ryg::prove {

thread_local Graph* GraphScope::graph_ = nullptr;

namespace {

Graph& graph() { return GraphScope::graph(); }

template <class Combine>
Bits16 each(const Bits16& a, const Bits16& b, Combine combine) {
    Bits16 made;
    for (std::size_t i = 0; i < 16; ++i) made.bits[i] = combine(a.bits[i], b.bits[i]);
    return made;
}

/// The carry out of a + ~b + 1, which is set unless a < b.
Literal no_borrow(const Bits16& a, const Bits16& b) {
    Literal carry(true);
    for (std::size_t i = 0; i < 16; ++i) carry = graph().most(a.bits[i], !b.bits[i], carry);
    return carry;
}

}  // namespace

Bits16& Bits16::operator|=(const Bits16& other) { return *this = *this | other; }
Bits16& Bits16::operator&=(const Bits16& other) { return *this = *this & other; }

std::optional<unsigned> Bits16::number() const {
    unsigned number = 0;
    for (std::size_t i = 0; i < bits.size(); ++i) {
        if (!bits[i].is_known()) return std::nullopt;
        number |= (bits[i].known() ? 1U : 0U) << i;
    }
    return number;
}

Bits16 operator&(const Bits16& a, const Bits16& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().both(x, y); });
}
Bits16 operator|(const Bits16& a, const Bits16& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().either(x, y); });
}
Bits16 operator^(const Bits16& a, const Bits16& b) {
    return each(a, b, [](Literal x, Literal y) { return graph().differ(x, y); });
}
Bits16 operator~(const Bits16& a) {
    return each(a, a, [](Literal x, Literal) { return !x; });
}
Bits16 operator+(const Bits16& a, const Bits16& b) { return FormulaValues::sum(a, b, false); }
Bits16 operator-(const Bits16& a, const Bits16& b) { return FormulaValues::sum(a, ~b, true); }

Bits16 operator<<(const Bits16& a, int by) {
    Bits16 made;
    const auto distance = static_cast<std::size_t>(by);
    for (std::size_t i = distance; i < 16; ++i) made.bits[i] = a.bits[i - distance];
    return made;
}
Bits16 operator>>(const Bits16& a, int by) {
    Bits16 made;
    const auto distance = static_cast<std::size_t>(by);
    for (std::size_t i = distance; i < 16; ++i) made.bits[i - distance] = a.bits[i];
    return made;
}

Bit operator>(const Bits16& a, const Bits16& b) { return Bit(!no_borrow(b, a)); }
Bit operator>=(const Bits16& a, const Bits16& b) { return Bit(no_borrow(a, b)); }
Bit operator==(const Bits16& a, const Bits16& b) { return !(a != b); }

/// Compares from the top down: if a carry makes the upper bits differ, the lowest of them suffices.
Bit operator!=(const Bits16& a, const Bits16& b) {
    Literal any(false);
    for (std::size_t i = 16; i-- > 0;) {
        any = graph().either(any, graph().differ(a.bits[i], b.bits[i]));
    }
    return Bit(any);
}

Bits8 unknown_byte() {
    Bits8 made;
    for (Literal& bit : made.bits) bit = graph().input();
    return made;
}

Bit operator!(const Bit& a) { return Bit(!a.literal); }
Bit operator&&(const Bit& a, const Bit& b) { return Bit(graph().both(a.literal, b.literal)); }
Bit operator||(const Bit& a, const Bit& b) { return Bit(graph().either(a.literal, b.literal)); }

Bits16 choose(const Bit& condition, const Bits16& a, const Bits16& b) {
    return each(a, b,
                [&](Literal x, Literal y) { return graph().choose(condition.literal, x, y); });
}

Bits16 FormulaValues::sum(const Bits16& a, const Bits16& b, const Bit& carry_in) {
    Bits16 made;
    Literal carry = carry_in.literal;
    for (std::size_t i = 0; i < 16; ++i) {
        made.bits[i] = graph().differ(graph().differ(a.bits[i], b.bits[i]), carry);
        carry = graph().most(a.bits[i], b.bits[i], carry);
    }
    return made;
}

// --- time ---------------------------------------------------------------------------------------

void SymbolicTime::count(Literal one) { add(one, 1); }

void SymbolicTime::add(Literal literal, std::int64_t weight) {
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
SymbolicTime choose(Literal first, const SymbolicTime& a, const SymbolicTime& b) {
    SymbolicTime made{b.cycles};
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
    const Bit condition(first);
    State made = a;
    made.pc = choose(condition, a.pc, b.pc);
    made.a = choose(condition, a.a, b.a);
    made.x = choose(condition, a.x, b.x);
    made.y = choose(condition, a.y, b.y);
    made.s = choose(condition, a.s, b.s);
    made.vdic = choose(condition, a.vdic, b.vdic);
    made.now = choose(first, a.now, b.now);
    if (a.nz.bits == b.nz.bits) return made;
    const auto flag = [&](const Bit& of_a, const Bit& of_b) {
        return Bit(graph().choose(first, of_a.literal, of_b.literal));
    };
    using emu::alu::negative, emu::alu::zero;
    made.nz = emu::alu::make_nz<FormulaValues>(
        flag(negative<FormulaValues>(a.nz), negative<FormulaValues>(b.nz)),
        flag(zero<FormulaValues>(a.nz), zero<FormulaValues>(b.nz)));
    return made;
}

}  // namespace ryg::prove
