// Bytes of a reference by name, and what it states of a call.
#include "engine/contracts/prove/stated.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/contracts/call.hpp"

namespace ryg::contracts::prove {

Value Value::made(Op op, const Value& a, const Value& b, const Value& c) {
    for (const Value* const value : {&a, &b, &c}) {
        if (value->terms_ == nullptr) continue;
        const Term term = value->terms_->make(op, a.term_, b.term_, c.term_);
        return Terms::is_constant(term) ? Value(term) : Value(*value->terms_, term);
    }
    return prove::computed(op, static_cast<Byte>(a.term_), static_cast<Byte>(b.term_),
                           static_cast<Byte>(c.term_));
}

Value operator==(const Value& a, const Value& b) {
    if (a.terms_ == nullptr || b.terms_ != nullptr) return Value::made(Op::is_equal, a, b);
    const Term term = a.terms_->is_value(a.term_, static_cast<Byte>(b.term_));
    return Terms::is_constant(term) ? Value(term) : Value(*a.terms_, term);
}

Value look_up(const Terms::Table& table, const Value& index) {
    if (index.terms_ == nullptr) return table[index.term_];
    return {*index.terms_, index.terms_->look_up(table, index.term_)};
}

Byte Value::known() const {
    if (terms_ != nullptr) throw Unknown("the reference has to know a byte");
    return static_cast<Byte>(term_);
}

bool Given::has(std::string_view name) const { return program_.has(name); }

Value Given::byte(std::string_view name, unsigned index) const {
    return at(program_.image.labels.at(name) + index);
}

std::vector<Value> Given::bytes(std::string_view name, unsigned size) const {
    std::vector<Value> values;
    for (unsigned i = 0; i < size; ++i) values.push_back(byte(name, i));
    return values;
}

void Stated::byte(std::string_view name, const Value& value, unsigned index) {
    at(program_.image.labels.at(name) + index, value);
}

void Stated::bytes(std::string_view name, std::span<const Value> values) {
    unsigned address = program_.image.labels.at(name);
    for (const Value& value : values) at(address++, value);
}

void Stated::print_hex(const Value& byte, const Value& when) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    Terms::Table table{};
    std::ranges::copy(digits, table.begin());
    print(look_up(table, byte >> 4), when);
    print(look_up(table, byte & 15), when);
}

void expect(void (*state)(const Given&, Stated&), const Call& call, Expected& expected) {
    const Given given(
        *call.program, [&](unsigned at) { return Value(call.ram[at]); }, call.registers.a);
    Stated stated(*call.program);
    state(given, stated);
    for (const auto& [at, value] : stated.cells) {
        if (expected.states(at) && expected.at(at) != value.known()) {
            throw ContractError(
                fmt::format("of ${:04x} the two references state different bytes", at));
        }
        expected.at(at, value.known());
    }
    for (const auto& [name, value] : stated.registers) expected.in(name, value.known());
    std::string text;
    for (const auto& [character, when] : stated.printed) {
        if (when.known() != 0) text += static_cast<char>(character.known());
    }
    if (!expected.printed.empty() && expected.printed != text) {
        throw ContractError("the two references state different texts");
    }
    expected.printed = text;
}

}  // namespace ryg::contracts::prove
