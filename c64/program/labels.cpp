// The names an assembler gave to addresses, found by name and by address.
#include "c64/program/labels.hpp"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <functional>

#include "c64/program/files.hpp"
#include "c64/program/nearest_name.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64 {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the next word off the front of `line`.
std::string_view word(std::string_view& line) {
    const auto begin = std::min(line.find_first_not_of(blanks), line.size());
    line.remove_prefix(begin);
    const auto length = std::min(line.find_first_of(blanks), line.size());
    const std::string_view found = line.substr(0, length);
    line.remove_prefix(length);
    return found;
}

/// "001000", "C:1000", "$1000", "0x1000": the lower 16 bits; a bank in front must be 0.
std::optional<Address> hexadecimal(std::string_view text) {
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        text.remove_prefix(colon + 1);
    }
    const auto value = to_number(text, 16);
    if (!value || *value > 0xFFFF) return {};
    return static_cast<Address>(*value);
}

/// `__BSS_SIZE__`, `__MAIN_START__` and so on: what ld65 defines for a segment or a memory area.
bool is_linkers(std::string_view name) {
    return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>{}(name); }

/// In the order of their addresses. `slots`: a hash table of numbers in `labels`, from 1 on.
template <class Visit>
void for_each_named(std::span<const Label> labels, std::span<const std::uint32_t> slots,
                    std::string_view name, const Visit& visit) {
    if (slots.empty()) return;
    for (std::size_t slot = hash_of(name);; ++slot) {
        const std::uint32_t number = slots[slot & (slots.size() - 1)];
        if (number == 0) return;
        if (labels[number - 1].name == name) visit(labels[number - 1]);
    }
}

}  // namespace

Labels::Labels(std::vector<Label> labels) : labels_(std::move(labels)) { sort(); }

Labels Labels::parse(std::string_view text, std::string_view file) {
    Labels labels;
    for_each_line(text, [&](std::string_view line, unsigned number) {
        std::string_view rest = line;
        std::string_view first = word(rest);
        std::string_view after = rest;
        const bool is_breakpoint = first == "break" && word(after) != "=";
        if (first.empty() || first.starts_with(';') || first.starts_with('#') ||
            first.starts_with("//") || is_breakpoint) {
            return;
        }
        std::string_view name;
        std::optional<Address> address;
        if (first == "al") {
            address = hexadecimal(word(rest));
            name = word(rest);
            if (name.starts_with('.')) name.remove_prefix(1);
            if (address && name.find(':') != name.npos) {  // a scope's, of 64tass
                std::string scoped(name);
                std::ranges::replace(scoped, ':', '.');
                labels.labels_.push_back({std::move(scoped), *address});
                return;
            }
        } else if (const auto equals = line.find('='); equals != std::string_view::npos) {
            std::string_view left = line.substr(0, equals), right = line.substr(equals + 1);
            name = word(left);
            if (name == ".label") name = word(left);
            std::string_view value = word(right);
            if (value.starts_with('$') || value.starts_with("0x")) address = hexadecimal(value);
        }
        if (name.empty() || !address) {
            throw LabelFileError(fmt::format("{}:{}: not a label: '{}'", file, number, line));
        }
        labels.labels_.push_back({std::string(name), *address});
    });
    labels.sort();
    return labels;
}

Labels Labels::read(const std::string& path) {
    const auto text = read_file(path);
    if (!text) throw LabelFileError(fmt::format("{}: cannot be read", path));
    return parse(*text, path);
}

void Labels::add(std::string_view name, Address address) {
    labels_.push_back({std::string(name), address});
    sort();
}

void Labels::remove(std::string_view name) {
    std::erase_if(labels_, [name](const Label& label) { return label.name == name; });
    sort();
}

void Labels::sort() {
    for (Label& label : labels_) label.constant |= is_linkers(label.name);
    std::ranges::sort(labels_, [](const Label& a, const Label& b) {
        return a.address != b.address ? a.address < b.address : a.name < b.name;
    });
    const auto twins = std::ranges::unique(labels_);
    labels_.erase(twins.begin(), twins.end());
    by_name_.assign(labels_.empty() ? 0 : std::bit_ceil(2 * labels_.size()), 0);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        std::size_t slot = hash_of(labels_[i].name);
        while (by_name_[slot & (by_name_.size() - 1)] != 0) ++slot;
        by_name_[slot & (by_name_.size() - 1)] = static_cast<std::uint32_t>(i + 1);
    }
}

std::optional<Address> Labels::find(std::string_view name) const {
    std::optional<Address> found;
    for_each_named(labels_, by_name_, name, [&](const Label& label) {
        if (!found) found = label.address;
    });
    return found;
}

Address Labels::at(std::string_view name) const {
    const Label* first = nullptr;
    unsigned count = 0;
    for_each_named(labels_, by_name_, name, [&](const Label& label) {
        if (count++ == 0) first = &label;
    });
    if (count == 1) return first->address;
    std::vector<Address> all;
    for_each_named(labels_, by_name_, name, [&](const Label& label) {
        if (!label.constant) all.push_back(label.address);
    });
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > 1) {
        throw UnknownLabel(fmt::format("label '{}' is at ${:04x}: which? Give the address", name,
                                       fmt::join(all, " and $")));
    }
    if (count > 0) return all.empty() ? first->address : all.front();
    std::vector<std::string_view> names;
    for (const Label& label : labels_) names.push_back(label.name);
    throw UnknownLabel(fmt::format("unknown label '{}'{}", name, did_you_mean(name, names)));
}

std::optional<Place> Labels::nearest(Address address, unsigned reach) const {
    auto after = std::ranges::upper_bound(labels_, address, {}, &Label::address);
    const Label* best = nullptr;
    while (after != labels_.begin()) {
        --after;
        if (after->constant) continue;
        if (best != nullptr && after->address != best->address) break;
        best = &*after;  // of several names of one address the first
    }
    if (best == nullptr || address - best->address > static_cast<int>(reach)) return {};
    return Place{best->name, static_cast<unsigned>(address - best->address)};
}

std::string Labels::describe(Address address) const {
    const auto place = nearest(address);
    if (!place) return fmt::format("${:04x}", address);
    if (place->offset == 0) return std::string(place->name);
    return fmt::format("{}+{}", place->name, place->offset);
}

}  // namespace ryg::c64
