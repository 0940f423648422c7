// Terms of pieces that stand apart, and the bits of terms.
#include <algorithm>

#include "engine/contracts/prove/terms.hpp"

namespace ryg::contracts::prove {

/// A constant, or a term over one symbol that has another value at one of its symbol's only.
std::optional<Terms::Apart> Terms::apart_of_one(Term term) const {
    if (is_constant(term)) return Apart{static_cast<Byte>(term)};
    const Term symbol = *only_symbol(term);
    const Domain& left = domain(symbol);
    const Byte* const values = table(term);
    Apart found;
    if (left.size() < 3) {
        found.usual = usual_value(term);
    } else {  // two of any three are usual, if all but one are
        const Byte first = values[left.first()], last = values[left.last()];
        found.usual = first == last ? first : values[left.at(1)];
    }
    const bool is_one = left.all_are([&](Byte value) {
        if (values[value] == found.usual) return true;
        found.value = value;
        found.cases.emplace_back(symbol, values[value]);
        return found.cases.size() == 1;
    });
    return is_one ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Terms::Apart> Terms::apart(Term term) const {
    if (only_symbol(term)) return apart_of_one(term);
    const Made& node = made(term);
    if (node.op == Op::select) return std::nullopt;
    std::vector<Apart> parts;
    std::vector<Term> symbols;
    for (const Term operand : {node.a, node.op == Op::table ? 0 : node.b, node.c}) {
        const auto part = apart(operand);
        if (!part) return std::nullopt;
        parts.push_back(*part);
        for (const auto& [symbol, result] : part->cases) {
            if (std::ranges::count(symbols, symbol) == 0) symbols.push_back(symbol);
        }
    }
    const auto result_of = [&](Byte a, Byte b, Byte c) {
        return node.op == Op::table ? tables_[node.b][a] : computed(node.op, a, b, c);
    };
    Apart found{result_of(parts[0].usual, parts[1].usual, parts[2].usual)};
    for (const Apart& part : parts) {
        if (!part.cases.empty()) found.value = part.value;
    }
    const bool is_one_value = std::ranges::all_of(
        parts, [&](const Apart& part) { return part.cases.empty() || part.value == found.value; });
    const bool differ = std::ranges::any_of(constraints_, [&](const Constraint& constraint) {
        return std::ranges::all_of(symbols, [&](Term symbol) {
            return std::ranges::count(constraint.symbols, symbol) != 0;
        });
    });
    if (!is_one_value || !differ) return std::nullopt;
    for (const Term symbol : symbols) {
        std::array<Byte, 3> operands{};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            operands[i] = parts[i].usual;
            for (const auto& [of, result] : parts[i].cases) {
                if (of == symbol) operands[i] = result;
            }
        }
        found.cases.emplace_back(symbol, result_of(operands[0], operands[1], operands[2]));
    }
    return found;
}

Term Terms::is_value(Term term, Byte value) {
    if (const auto known = only_symbol(term) ? std::nullopt : apart(term)) {
        const bool usually = known->usual == value;
        std::vector<Term> others;
        for (const auto& [symbol, result] : known->cases) {
            if ((result == value) != usually) others.push_back(symbol);
        }
        if (others.empty()) return usually ? 1 : 0;
        if (others.size() == 1) {
            Table table{};
            table.fill(usually ? 1 : 0);
            table[known->value] = usually ? 0 : 1;
            return look_up(table, others.front());
        }
    }
    return make(Op::is_equal, term, value);
}

Term Terms::bit_of(Term term, unsigned number) {
    Bits known;
    return bit_of(term, number, known);
}

Term Terms::bit_of(Term term, unsigned number, Bits& known) {
    if (only_symbol(term)) return resolved(make(Op::bit, term, number));
    const std::uint64_t name = std::uint64_t{term} * 8 + number;
    if (const auto found = known.find(name); found != known.end()) return found->second;
    const Made node = made(term);
    const auto bit = [&](Term of) { return bit_of(of, number, known); };
    Term found = 0;
    switch (node.op) {
        case Op::both:
        case Op::either:
        case Op::differ: found = make(node.op, bit(node.a), bit(node.b)); break;
        case Op::choose: found = make(node.op, node.a, bit(node.b), bit(node.c)); break;
        case Op::left:
            found = number == 0 ? bit_of(node.c, 0, known) : bit_of(node.a, number - 1, known);
            break;
        case Op::right:
            found = number == 7 ? bit_of(node.c, 0, known) : bit_of(node.a, number + 1, known);
            break;
        case Op::bit:
            if (number == 0 && is_constant(node.b)) {
                found = bit_of(node.a, node.b & 7, known);
                break;
            }
            [[fallthrough]];
        case Op::carry:
        case Op::overflow:
        case Op::at_least:
        case Op::is_equal: found = number == 0 ? term : 0; break;
        default: found = make(Op::bit, term, number);
    }
    return known[name] = found;
}

}  // namespace ryg::contracts::prove
