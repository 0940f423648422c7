// Reading and writing the parameters of a call by name.
#include "engine/claims/call.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"

namespace ryg::claims {

Address Call::address(std::string_view label) const { return program->image.labels.at(label); }

Byte Call::byte(std::string_view name, unsigned index) const {
    return ram[(address(name) + index) & 0xffffU];
}

Address Call::word(std::string_view name) const {
    return emu::word(byte(fmt::format("{}Lo", name)), byte(fmt::format("{}Hi", name)));
}

std::vector<Byte> Call::bytes(std::string_view name) const {
    const Extent extent = program->variable(name);
    const auto bytes = std::span(ram).subspan(extent.begin, extent.size());
    return {bytes.begin(), bytes.end()};
}

Extent Call::area(std::string_view name) const {
    const auto found = areas.find(name);
    return found == areas.end() ? Extent{} : found->second;
}

void Call::set(std::string_view name, unsigned value, unsigned index) {
    set(address(name) + index, static_cast<Byte>(value));
}

void Call::set_word(std::string_view name, unsigned value) {
    set(fmt::format("{}Lo", name), value);
    set(fmt::format("{}Hi", name), value >> 8);
}

void Call::set_bytes(unsigned at, std::span<const Byte> values) {
    std::ranges::copy(values, std::span(ram).subspan(at).begin());
}

void Call::change(std::string_view changes) {
    while (!changes.empty()) {
        const auto word = changes.substr(0, changes.find(' '));
        changes.remove_prefix(std::min(word.size() + 1, changes.size()));
        const auto sign = std::min(word.find('='), word.size());
        const auto name = word.substr(0, sign),
                   digits = word.substr(std::min(sign + 1, word.size()));
        const bool is_memory = name.starts_with('$');
        const auto at =
            (is_memory ? c64::digits_of(name.substr(1), 16) : std::nullopt).value_or(~0U);
        const bool is_pairs = !digits.empty() && digits.size() % 2 == 0, is_keys = name == "keys";
        if (!is_pairs || (is_memory ? at > 0xffff : !is_keys && !is_register(name))) {
            throw ContractError(fmt::format("'{}': expected X=05, $0400=01ff or keys=0041", word));
        }
        if (is_keys) keys.clear();
        for (std::size_t i = 0; i < digits.size(); i += 2) {
            const auto value = c64::digits_of(digits.substr(i, 2), 16);
            if (!value) throw ContractError(fmt::format("'{}' are not hexadecimal bytes", digits));
            const auto byte = static_cast<Byte>(*value);
            if (is_keys) {
                keys.push_back(byte);
            } else if (is_memory) {
                set(static_cast<unsigned>(at + i / 2), byte);
            } else {
                set_register(registers, name.front(), byte);
            }
        }
    }
}

std::string Call::changes_from(const Call& other) const {
    std::string text;
    for (const char name : register_names) {
        const Byte value = register_value(registers, name);
        if (value != register_value(other.registers, name)) {
            text += fmt::format(" {}={:02x}", name, value);
        }
    }
    for (unsigned at = 0; at < 0x10000; ++at) {
        if (ram[at] == other.ram[at]) continue;
        text += fmt::format(" ${:04x}=", at);
        for (; at < 0x10000 && ram[at] != other.ram[at]; ++at)
            text += fmt::format("{:02x}", ram[at]);
    }
    if (keys != other.keys) text += " keys=";
    for (const Byte key : keys != other.keys ? keys : Keys()) text += fmt::format("{:02x}", key);
    return text.empty() ? fmt::format("A={:02x}", registers.a) : text.substr(1);
}

void type_key(Keys& keys, int key, Choices& choices) {
    if (choices.one_in(4)) keys.push_back(0);
    keys.push_back(static_cast<Byte>(key));
}

}  // namespace ryg::claims
