// Bytes of a result by name, and texts.
#include "engine/claims/stated.hpp"

#include <algorithm>

namespace ryg::claims {

std::vector<Value> Given::bytes(std::string_view label, unsigned size) const {
    std::vector<Value> values;
    for (unsigned i = 0; i < size; ++i) values.push_back(byte(label, i));
    return values;
}

void Stated::bytes(std::string_view label, std::span<const Value> values) {
    unsigned address = labels_.at(label);
    for (const Value& value : values) at(address++, value);
}

void Stated::print_hex(const Value& byte, const Value& when) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    Algebra::Table table{};
    std::ranges::copy(digits, table.begin());
    print(look_up(table, byte >> 4), when);
    print(look_up(table, byte & 15), when);
}

}  // namespace ryg::claims
