// States the bytes of a result by name, and texts.
#include "engine/claims/stated.hpp"

#include <algorithm>
#include <string>

namespace ryg::claims {

std::vector<Value> Given::bytes_at(unsigned address, unsigned size) const {
    std::vector<Value> values;
    for (unsigned i = 0; i < size; ++i) values.push_back(at(address + i));
    return values;
}

std::vector<Value> Given::bytes(std::string_view label, unsigned size) const {
    return bytes_at(labels_.at(label), size);
}

unsigned Given::place(std::string_view name) const {
    const std::string pointer(name);
    return place(byte(pointer + "Lo"), byte(pointer + "Hi"));
}

void Stated::bytes_at(unsigned address, std::span<const Value> values) {
    for (const Value& value : values) at(address++, value);
}

void Stated::bytes(std::string_view label, std::span<const Value> values) {
    bytes_at(labels_.at(label), values);
}

void Stated::print_text(const Given& in, unsigned address) {
    constexpr unsigned most_characters = 255;
    Value is_in_text = 1;
    for (unsigned i = 0; i < most_characters; ++i) {
        const Value character = in.at(address + i);
        is_in_text &= character != 0;
        print(character, is_in_text);
    }
}

void Stated::print_hex(const Value& byte, const Value& when) {
    static constexpr std::string_view digits = "0123456789ABCDEF";
    Algebra::Table table{};
    std::ranges::copy(digits, table.begin());
    print(look_up(table, byte >> 4), when);
    print(look_up(table, byte & 15), when);
}

}  // namespace ryg::claims
