// The names an assembler gave to addresses, found by name and by address.
#include "c64/program/labels.hpp"

#include <algorithm>
#include <bit>
#include <fmt/ranges.h>
#include <functional>

#include "c64/program/files.hpp"
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

/// "001000", "C:1000", "$1000", "0x1000" of a monitor's command, in any bank.
std::optional<std::uint64_t> hexadecimal(std::string_view text) {
    if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        text.remove_prefix(colon + 1);
    }
    return to_number(text, 16);
}

/// The value after `=`.
struct LabelValue {
    std::optional<std::uint64_t>
        number{};              ///< nullopt: a string, a list, a fraction, a negative number
    bool is_wrong = false;     ///< not a value
    bool is_constant = false;  ///< not written as an address
};
LabelValue value_of(std::string_view text) {
    if (text.starts_with('$') || text.starts_with("0x")) {
        const auto number = to_number(text);
        return {.number = number, .is_wrong = !number};
    }
    if (text.starts_with('%')) return {.number = digits_of(text.substr(1), 2), .is_constant = true};
    return {.number = digits_of(text, 10), .is_wrong = text.empty(), .is_constant = true};
}

/// Whether a line is a comment or another command of a monitor.
bool is_passed_over(std::string_view first, std::string_view rest) {
    constexpr std::string_view commands =
        " bk break cl clear_labels cond condition del delete ignore trace tr until un w watch ";
    if (first.empty() || first.starts_with(';') || first.starts_with('#') ||
        first.starts_with("//")) {
        return true;
    }
    return commands.find(fmt::format(" {} ", first)) != commands.npos && word(rest) != "=";
}

/// A line as a message can quote it.
std::string quoted(std::string_view line) {
    constexpr std::size_t most = 60;
    std::string text(line.substr(0, most));
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c >= 0x7F; }, '?');
    return line.size() > most ? text + "..." : text;
}

/// `__BSS_SIZE__`, `__MAIN_START__` and so on, which ld65 defines for segments and memory areas.
bool is_linkers(std::string_view name) {
    return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

/// Whether a tool generated the name for an address within a routine: ca65 for a macro's label,
/// DASM for a local one (`12.loop`, `3$1$`), cc65 with a number that, unlike a disassembler's, is
/// not the address.
bool is_made_up(const Label& label) {
    const std::string_view name = label.name;
    if (name.starts_with("LOCAL-MACRO_SYMBOL-")) return true;
    const auto digits = name.find_first_not_of("0123456789");
    if (digits != 0 && digits != name.npos && (name[digits] == '.' || name[digits] == '$')) {
        return true;
    }
    const auto number =
        name.size() == 5 && name[0] == 'L' ? digits_of(name.substr(1), 16) : std::nullopt;
    return number && *number != label.address;
}

/// Whether it is a label that ca65 (`@loop`) or 64tass (`sub._loop`) keep within a routine.
bool is_local(std::string_view name) {
    return name.starts_with('@') || name.find("._") != name.npos;
}

std::size_t hash_of(std::string_view name) { return std::hash<std::string_view>{}(name); }

/// Visits the labels of a name by address. `slots` is a hash table of indexes in `labels`, from 1.
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

Labels Labels::parse(std::string_view text, std::string_view file,
                     std::vector<std::string>* left_out) {
    Labels labels;
    constexpr std::size_t deepest = 64;
    std::vector<std::string> scopes;  // open scopes of KickAssembler
    for_each_line(text, [&](std::string_view line, unsigned number) {
        const auto fail = [&] {
            const auto what = fmt::format("{}:{}: not a label: '{}'", file, number, quoted(line));
            if (left_out == nullptr) throw LabelFileError(what);
            left_out->push_back(what);
        };
        const std::string outer = scopes.empty() ? "" : scopes.back();
        const auto scoped = [&](std::string_view name) {
            return outer.empty() ? std::string(name) : fmt::format("{}.{}", outer, name);
        };
        std::string_view rest = line.substr(0, line.find_last_not_of(blanks) + 1);
        const bool opens = rest.ends_with('{') && scopes.size() < deepest;
        if (opens) rest.remove_suffix(1);
        const std::string_view whole = rest, first = word(rest);
        if (is_passed_over(first, rest)) return;
        if (first == "}") return scopes.empty() ? fail() : scopes.pop_back();
        std::string name;
        LabelValue value;
        if (first == "al" || first == "add_label") {
            value.number = hexadecimal(word(rest));
            value.is_wrong = !value.number;
            name = word(rest);
            if (name.starts_with('.')) name.erase(0, 1);
            std::ranges::replace(name, ':', '.');  // separates scopes in 64tass
        } else if (const auto equals = whole.find('='); equals != std::string_view::npos) {
            std::string_view left = whole.substr(0, equals), right = whole.substr(equals + 1);
            std::string_view last = word(left);
            if (last == ".label") last = word(left);
            name = last.empty() ? "" : scoped(last);
            value = value_of(word(right));
        } else if (first == ".namespace" && opens) {
            name = scoped(word(rest));
        }
        if (opens) scopes.push_back(name.empty() ? outer : name);
        if (name.empty() || value.is_wrong) return fail();
        if (!value.number || *value.number > 0xFFFF) return;  // not an address
        labels.labels_.push_back(
            {std::move(name), static_cast<Address>(*value.number), value.is_constant});
    });
    labels.sort();
    return labels;
}

Labels Labels::read(const std::string& path) {
    const auto text = read_file(path);
    if (!text) throw LabelFileError(fmt::format("{}: cannot be read", path));
    return parse(*text, path);
}

void Labels::divide(std::vector<Address> borders) {
    borders_ = std::move(borders);
    borders_.push_back(0x0200);
    std::ranges::sort(borders_);
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
    for (Label& label : labels_) {
        label.constant |= is_linkers(label.name);
        label.inner |= is_made_up(label) || is_local(label.name);
    }
    std::ranges::sort(labels_, [](const Label& a, const Label& b) {
        return a.address != b.address ? a.address < b.address : a.name < b.name;
    });
    const auto twins = std::ranges::unique(labels_, [](const Label& a, const Label& b) {
        return a.address == b.address && a.name == b.name;
    });
    labels_.erase(twins.begin(), twins.end());
    by_name_.assign(labels_.empty() ? 0 : std::bit_ceil(2 * labels_.size()), 0);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
        std::size_t slot = hash_of(labels_[i].name);
        while (by_name_[slot & (by_name_.size() - 1)] != 0) ++slot;
        by_name_[slot & (by_name_.size() - 1)] = static_cast<std::uint32_t>(i + 1);
    }
    // cc65 puts variables, with _ in front, where the library's start-up code (ONCE) was.
    const auto first = std::max(find("__BSS_RUN__"), find("__ONCE_RUN__"));
    const unsigned end = find("__BSS_RUN__").value_or(0) + find("__BSS_SIZE__").value_or(0);
    const unsigned end_of_code =
        find("__ONCE_RUN__").value_or(0) + find("__ONCE_SIZE__").value_or(0);
    for (Label& label : labels_) {
        label.inner |= label.name.starts_with('_') && first && label.address >= *first &&
                       label.address < std::min(end, end_of_code);
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

Address Labels::address(std::string_view text) const {
    const auto sign = std::min(text.find_first_of("+-", 1), text.size());
    const std::string_view base = text.substr(0, sign);
    const auto plain = base.starts_with('$') ? to_number(base) : std::nullopt;
    const std::uint64_t begin = plain ? *plain : at(base);
    const auto offset =
        sign == text.size() ? std::optional<std::uint64_t>(0) : to_number(text.substr(sign + 1));
    const bool is_below = sign != text.size() && text[sign] == '-';
    const std::uint64_t found = is_below ? begin - offset.value_or(0) : begin + offset.value_or(0);
    if (!offset || *offset > 0xffff || found > 0xffff) {
        throw UnknownLabel(fmt::format("'{}' is no address: label, label+3 or $fb", text));
    }
    return static_cast<Address>(found);
}

std::optional<NearestLabel> Labels::nearest(Address address, unsigned reach) const {
    auto after = std::ranges::upper_bound(labels_, address, {}, &Label::address);
    const auto border = std::ranges::upper_bound(borders_, address);
    const Address lowest = border == borders_.begin() ? Address{0} : *(border - 1);
    const Label *best = nullptr, *inner = nullptr;
    while (after != labels_.begin() && (after - 1)->address >= lowest) {
        --after;
        if (after->constant) continue;
        if (best != nullptr && after->address != best->address) break;
        if (!after->inner) best = &*after;  // the first of several names
        if (inner == nullptr && !is_made_up(*after)) inner = &*after;
    }
    if (best == nullptr) best = inner;  // all labels are within something that has none
    if (best == nullptr || address - best->address > static_cast<int>(reach)) return {};
    return NearestLabel{best->name, static_cast<unsigned>(address - best->address)};
}

std::string Labels::text() const {
    std::string text;
    for (const Label& label : all()) {
        text += fmt::format("al C:{:04x} .{}\n", label.address, label.name);
    }
    return text;
}

std::string Labels::describe(Address address) const {
    const auto place = nearest(address);
    if (!place) return fmt::format("${:04x}", address);
    if (place->offset == 0) return std::string(place->name);
    return fmt::format("{}+{}", place->name, place->offset);
}

std::string Labels::locate(Address address) const {
    return nearest(address) ? fmt::format("${:04x} {}", address, describe(address))
                            : describe(address);
}

}  // namespace ryg::c64
