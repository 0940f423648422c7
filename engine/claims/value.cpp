// Computes with known bytes, and lets an algebra make formulas of unknown ones.
#include "engine/claims/value.hpp"

#include <algorithm>
#include <bit>

namespace ryg::claims {
namespace {

constexpr unsigned computed(Op op, unsigned a, unsigned b, unsigned c) {
    switch (op) {
        case Op::both: return a & b;
        case Op::either: return a | b;
        case Op::differ: return a ^ b;
        case Op::add: return a + b;
        case Op::equal: return a == b ? 1 : 0;
        case Op::at_least: return a >= b ? 1 : 0;
        case Op::left: return b < 8 ? a << b : 0;
        case Op::right: return b < 8 ? a >> b : 0;
        case Op::choose: return a != 0 ? b : c;
    }
    return 0;
}

}  // namespace

Value Value::made(Op op, const Value& a, const Value& b, const Value& c) {
    for (const Value* const value : {&a, &b, &c}) {
        if (!value->is_known()) return value->algebra_->make(op, a, b, c);
    }
    return computed(op, a.number_, b.number_, c.number_);
}

Value look_up(const Algebra::Table& table, const Value& index) {
    return index.is_known() ? Value(table[index.number_]) : index.algebra_->look_up(table, index);
}

Value element(std::span<const Value> list, const Value& index) {
    if (list.size() == 1) return list[0];
    if (index.is_known()) return list[std::min<std::size_t>(index.known(), list.size() - 1)];
    const auto bit = static_cast<unsigned>(std::bit_width(list.size() - 1)) - 1;
    const std::size_t half = std::size_t{1} << bit;
    return choose(index.bit(bit), element(list.subspan(half), index),
                  element(list.first(half), index));
}

}  // namespace ryg::claims
