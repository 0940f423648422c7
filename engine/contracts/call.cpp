// Reading and writing the parameters of a call by name, and stating what it should do.
#include "engine/contracts/call.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace ryg::contracts {

Address Call::address(std::string_view label) const { return program->image.labels.at(label); }

Byte Call::byte(std::string_view name, unsigned index) const {
    return ram[(address(name) + index) & 0xffffU];
}

Address Call::word(std::string_view name) const {
    return emu::word(byte(fmt::format("{}Lo", name)), byte(fmt::format("{}Hi", name)));
}

std::vector<Byte> Call::bytes(std::string_view name) const {
    const Extent extent = program->variable(name);
    return {ram.begin() + extent.begin, ram.begin() + extent.end};
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
    std::ranges::copy(values, ram.begin() + at);
}

void Expected::at(unsigned address, Byte value) {
    ram[address & 0xffffU] = value;
    stated.set(address & 0xffffU);
}

void Expected::bytes_at(unsigned address, std::span<const Byte> values) {
    for (const Byte value : values) at(address++, value);
}

void Expected::byte(std::string_view name, unsigned value, unsigned index) {
    at(before.address(name) + index, static_cast<Byte>(value));
}

void Expected::word(std::string_view name, unsigned value) {
    byte(fmt::format("{}Lo", name), value);
    byte(fmt::format("{}Hi", name), value >> 8);
}

void Expected::bytes(std::string_view name, std::span<const Byte> values) {
    bytes_at(before.address(name), values);
}

void Expected::value(std::string_view symbol, std::uint64_t value) {
    if (is_register(symbol)) return in(symbol.front(), static_cast<unsigned>(value & 0xff));
    const Extent extent = before.program->extent(symbol);
    for (unsigned at_byte = extent.begin; at_byte < extent.end; ++at_byte, value >>= 8) {
        at(at_byte, static_cast<Byte>(value));
    }
}

void Expected::any(std::string_view name) {
    const Extent extent = before.program->variable(name);
    for (unsigned at = extent.begin; at < extent.end; ++at) open.set(at);
}

void type_key(Keys& keys, int key, Choices& choices) {
    if (choices.one_in(4)) keys.push_back(0);
    keys.push_back(static_cast<Byte>(key));
}

}  // namespace ryg::contracts
