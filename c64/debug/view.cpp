// A program's data as variables, from the debug file.
#include "c64/debug/view.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "c64/debug/symbols.hpp"

namespace ryg::c64::debug {
namespace {

constexpr unsigned largest = 256;

/// Labelled data by address; without a size in the debug file it extends to the next label.
std::map<Address, Variable> data_of(const Symbols& symbols) {
    std::map<Address, Variable> all;
    std::vector<Address> begins;
    for (const ScopedSymbol& symbol : symbols.info.symbols()) {
        if (!symbol.is_label) continue;
        begins.push_back(symbol.address);
        if (symbol.name.starts_with('@') || symbols.is_code(symbol.address)) continue;
        all[symbol.address] = {
            .name = symbol.name, .value = {}, .address = symbol.address, .size = symbol.size};
    }
    for (const Segment& segment : symbols.info.segments()) {
        begins.push_back(static_cast<Address>(std::min(segment.end, 0xFFFFU)));
    }
    std::ranges::sort(begins);
    for (auto& [address, variable] : all) {
        const auto next = std::ranges::upper_bound(begins, address);
        const unsigned room = next == begins.end() ? 1 : static_cast<unsigned>(*next - address);
        variable.size = std::clamp(variable.size == 0 ? room : variable.size, 1U, largest);
        if (variable.size > 2) variable.children = address;
        if (variable.size == 1) variable.expression = "@." + variable.name;
        if (variable.size == 2) variable.expression = "@word:." + variable.name;
    }
    return all;
}

std::string value_of(const Machine& machine, const Variable& variable) {
    constexpr unsigned shown = 8;
    const auto byte = [&](unsigned offset) {
        return machine.peek(static_cast<Address>(*variable.address + offset));
    };
    if (variable.size == 1) return fmt::format("${:02x} ({})", byte(0), byte(0));
    if (variable.size == 2) {
        const Address word = emu::word(byte(0), byte(1));
        return fmt::format("${:04x} ({})", word, word);
    }
    std::string text = fmt::format("{} bytes:", variable.size);
    for (unsigned i = 0; i < std::min(variable.size, shown); ++i)
        text += fmt::format(" {:02x}", byte(i));
    return text + (variable.size > shown ? " ..." : "");
}

}  // namespace

View program_data(const Symbols& symbols) {
    const auto variables = [all = data_of(symbols)](const Machine& machine,
                                                    std::optional<Address> parent) {
        std::vector<Variable> found;
        if (!parent) {
            for (const auto& [address, variable] : all) found.push_back(variable);
        } else if (const auto array = all.find(*parent); array != all.end()) {
            for (unsigned i = 0; i < array->second.size; ++i) {
                found.push_back({.name = fmt::format("[{}]", i),
                                 .value = {},
                                 .address = static_cast<Address>(*parent + i)});
            }
        } else {
            throw std::invalid_argument(
                fmt::format("no data of the program's is at ${:04x}", *parent));
        }
        for (Variable& each : found) each.value = value_of(machine, each);
        return found;
    };
    return {"Program data", variables};
}

View equates(const Symbols& symbols) {
    std::vector<Variable> all;
    for (const ScopedSymbol& symbol : symbols.info.symbols()) {
        if (symbol.is_label || symbol.name.starts_with("__")) continue;
        all.push_back({.name = symbol.name,
                       .value = fmt::format("${:02x} ({})", symbol.address, symbol.address),
                       .size = 0,
                       .expression = "." + symbol.name});
    }
    std::ranges::sort(all, {}, &Variable::name);
    return {"Equates", [all](const Machine&, std::optional<Address>) { return all; }};
}

}  // namespace ryg::c64::debug
