// Reads header blocks: eight fields in a fixed order, each with its own small grammar.
#include "engine/claims/block.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::claims {
namespace {

constexpr std::array<std::string_view, 8> field_names{"In",   "Requires", "Out",       "Prints",
                                                      "Uses", "Time",     "Invariant", "Native"};
constexpr std::size_t field_column = 2, entry_column = 10;  // column 3 and column 11

std::string_view trimmed(std::string_view text) { return c64::trimmed(text, " "); }

/// The items of a list, without the blanks around them.
std::vector<std::string> items_of(std::string_view text, std::string_view separators) {
    std::vector<std::string> items;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find_first_of(separators, begin), text.size());
        items.emplace_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return items;
}

/// Position of the `=` that begins a formula: not one within a word, nor `==`.
std::size_t formula_sign(std::string_view text) {
    constexpr std::string_view other_signs = "=<>!";
    for (auto at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
        const char before = at == 0 ? ' ' : text[at - 1];
        const char after = at + 1 == text.size() ? ' ' : text[at + 1];
        const bool is_apart = before == ' ' || after == ' ';
        if (is_apart && after != '=' && other_signs.find(before) == other_signs.npos) return at;
    }
    return text.npos;
}

/// Lines of one field, from the entries' column on, and the number of the first; empty if the
/// field is missing or says `-`.
struct FieldText {
    std::vector<std::string> lines;
    std::size_t line = 0;
};
using Fields = std::array<FieldText, field_names.size()>;

struct Reader {
    std::string_view file;
    std::string name;
    const Vocabulary& words;

    [[noreturn]] void fail(std::size_t line, const std::string& what) const {
        throw ContractError(fmt::format("{}:{}: {}: {}", file, line, name, what));
    }

    [[nodiscard]] Fields split(std::span<const std::string> lines, std::size_t first_line) const;
    [[nodiscard]] std::vector<Entry> entries(const FieldText& field,
                                             std::vector<Entry> Group::*shared) const;
    void read_kind(Entry& entry, std::size_t line, bool takes) const;
    [[nodiscard]] Uses uses(const FieldText& field) const;
    [[nodiscard]] Time time(const FieldText& field) const;
};

Fields Reader::split(std::span<const std::string> lines, std::size_t first_line) const {
    Fields fields;
    FieldText* current = nullptr;
    std::size_t next = 0;  // the first field that may still follow
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string& text = lines[i];
        std::size_t column = entry_column;
        const std::size_t line = first_line + i;
        if (!text.starts_with(';')) fail(line, "not a line of a block: " + text);
        if (trimmed(std::string_view(text).substr(1)).empty()) {
            if (current != nullptr) current->lines.emplace_back();  // keeps line numbers right
            continue;
        }
        if (text.size() > field_column && text[field_column] != ' ') {
            const std::string field =
                text.substr(field_column, text.find(' ', field_column) - field_column);
            const auto place = std::find(field_names.begin() + static_cast<std::ptrdiff_t>(next),
                                         field_names.end(), field);
            if (place == field_names.end()) {
                fail(line, fmt::format("unknown or misplaced field '{}'", field));
            }
            const auto index = static_cast<std::size_t>(place - field_names.begin());
            next = index + 1;
            current = &fields[index];
            current->line = line;
            column = std::max(column, field_column + field.size() + 1);
        } else if (current == nullptr) {
            continue;  // free text
        }
        if (text.size() <= column) fail(line, fmt::format("nothing in column {}", column + 1));
        current->lines.push_back(text.substr(column));
    }
    for (FieldText& field : fields) {
        while (!field.lines.empty() && field.lines.back().empty()) field.lines.pop_back();
        if (field.lines.size() == 1 && trimmed(field.lines[0]) == "-") field.lines.clear();
    }
    return fields;
}

std::optional<ByteSet> byte_set(const std::string& text) {
    const auto ranges = ranges_in(text, 0xff);
    if (!ranges) return std::nullopt;
    ByteSet set;
    for (const auto& [first, last] : *ranges) {
        set.ranges.push_back({static_cast<Byte>(first), static_cast<Byte>(last)});
    }
    return set;
}

void Reader::read_kind(Entry& entry, std::size_t line, bool takes) const {
    constexpr std::string_view buffer = "buffer ";
    constexpr unsigned most_buffer = 0x4000;
    if (!takes && !entry.relation().empty()) return;
    if (!takes && formula_sign(entry.text) != std::string::npos) {
        if (entry.formula().empty()) {
            fail(line, fmt::format("nothing follows '=' of {}", entry.symbol));
        }
        return;
    }
    const auto bracket = entry.text.rfind('(');
    if (entry.text.ends_with(')') && bracket != std::string::npos) {
        const std::string word = entry.text.substr(bracket + 1, entry.text.size() - bracket - 2);
        if (const auto set = byte_set(word)) {
            entry.bytes = *set;
            return;
        }
        if (takes && entry.symbol.starts_with(chip_reads) && word.find(',') != word.npos) {
            for (const std::string& item : items_of(word, ",")) {
                const auto value = c64::to_number(item);
                if (!value || *value > 0xff) {
                    fail(line, fmt::format("'({})': expected values, such as (1, 0, $ff)", word));
                }
                entry.in_turn.push_back(static_cast<Byte>(*value));
            }
            entry.bytes.ranges = {{entry.in_turn[0], entry.in_turn[0]}};
            return;
        }
        if (takes && word.starts_with(buffer)) {
            const auto size = c64::to_number(word.substr(buffer.size()));
            if (!size || *size == 0 || *size > most_buffer) {
                fail(line,
                     fmt::format("'({})' is not (buffer 1) to (buffer {})", word, most_buffer));
            }
            entry.kind = "buffer";
            entry.size = static_cast<unsigned>(*size);
            return;
        }
        if (takes) {
            if (std::ranges::find(words.kinds, word) == words.kinds.end()) {
                fail(line, fmt::format("unknown kind '({})'", word));
            }
            entry.kind = word;
            return;
        }
    }
    if (takes) fail(line, fmt::format("{} has no kind", entry.symbol));
}

std::vector<Entry> Reader::entries(const FieldText& field,
                                   std::vector<Entry> Group::*shared) const {
    std::vector<Entry> found;
    for (std::size_t i = 0; i < field.lines.size(); ++i) {
        const std::string& line = field.lines[i];
        if (line.empty()) continue;
        if (line.starts_with(' ')) {
            if (found.empty()) fail(field.line + i, "text that belongs to no entry: " + line);
            found.back().text += fmt::format(" {}", trimmed(line));
        } else if (line.starts_with('(')) {
            for (const std::string& group : items_of(line, ",")) {
                const auto known = words.groups.find(group);
                if (known == words.groups.end()) {
                    fail(field.line + i, fmt::format("unknown group '{}'", group));
                }
                const auto& entries = known->second.*shared;
                found.insert(found.end(), entries.begin(), entries.end());
            }
        } else {
            const std::size_t from = line.starts_with(chip_reads) ? chip_reads.size() : 0;
            const auto space = std::min(line.find(' ', from), line.size());
            found.push_back({line.substr(0, space),
                             std::string(trimmed(line.substr(space))),
                             {},
                             {},
                             field.line + i});
        }
    }
    for (Entry& entry : found) {
        const bool is_read = !entry.kind.empty() || !entry.bytes.ranges.empty();  // when in a group
        if (!is_read) read_kind(entry, entry.line, shared == &Group::in);
    }
    return found;
}

bool is_word(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '_';
    });
}

/// `$fb`, `$0400`.
bool is_address(std::string_view text) {
    return text.size() >= 3 && text.size() <= 5 && text.front() == '$' &&
           text.find_first_not_of("0123456789abcdef", 1) == text.npos;
}

/// `name`, `name+1`, `$fb`.
bool is_place(std::string_view text) {
    const auto plus = std::min(text.find('+'), text.size());
    if (plus < text.size() && !c64::to_number(text.substr(plus + 1))) return false;
    text = text.substr(0, plus);
    return is_address(text) ||
           (is_word(text) && std::isdigit(static_cast<unsigned char>(text.front())) == 0);
}

/// A place, `pointerLo/Hi`, `$fb/$fc`, `one..other`, `$50..$6f`, `name[0..63]`.
bool is_item(std::string_view text) {
    if (const auto bracket = text.find('['); text.ends_with(']') && bracket != text.npos) {
        if (!ranges_in(text.substr(bracket + 1, text.size() - bracket - 2), 0xffff)) return false;
        text = text.substr(0, bracket);
    }
    const auto sign = text.find_first_of("/.");
    if (sign == text.npos) return is_place(text);
    const bool is_range = text.substr(sign).starts_with("..");
    return is_place(text.substr(0, sign)) && is_place(text.substr(sign + (is_range ? 2 : 1)));
}

Uses Reader::uses(const FieldText& field) const {
    constexpr std::string_view stack = "stack ";
    Uses uses;
    uses.line = field.line;
    if (field.lines.empty()) return uses;
    std::string text;
    for (const std::string& line : field.lines) text += line;
    bool after_equals = false;
    for (std::string item : items_of(text, ",;")) {
        if (item.starts_with("= ")) {
            if (after_equals) fail(field.line, "two '=' in Uses");
            after_equals = true;
            item = std::string(trimmed(item.substr(2)));
        }
        const auto bytes = item.starts_with(stack)
                               ? c64::digits_of(std::string_view(item).substr(stack.size()), 10)
                               : std::nullopt;
        if (bytes) {
            uses.stack = static_cast<unsigned>(*bytes);
        } else if (item == "own operands") {
            uses.own_operands = true;
        } else if (!is_item(item)) {
            fail(field.line, fmt::format("unknown word '{}' in Uses", item));
        } else if (after_equals) {
            uses.routines.push_back(item);
        } else if (std::ranges::find(words.areas, item) != words.areas.end()) {
            uses.areas.push_back(item);
        } else if (item == "screen") {
            uses.screen = true;
        } else {
            uses.items.push_back(item);
        }
    }
    return uses;
}

Time Reader::time(const FieldText& field) const {
    if (field.lines.empty()) return {};
    if (field.lines.size() != 1) fail(field.line, "Time has one line");
    const std::string text{trimmed(field.lines[0])};
    if (text == "printing") return {.kind = TimeKind::printing};
    if (text == "keys") return {.kind = TimeKind::keys};
    if (text == "endless") return {.kind = TimeKind::endless};
    constexpr std::string_view endless_with = "endless with ";
    if (text.starts_with(endless_with)) {
        return {TimeKind::endless, 0, 0, text.substr(endless_with.size())};
    }
    constexpr std::string_view rti = " rti", seen = "seen ";
    std::string_view range = text;
    const bool is_seen = range.starts_with(seen), is_bound = range.starts_with("<=");
    if (is_seen) range.remove_prefix(seen.size());
    if (is_bound) range = trimmed(range.substr(2));
    const bool interrupt = range.ends_with(rti);
    if (interrupt) range.remove_suffix(rti.size());
    const auto dots = std::min(range.find(".."), range.size());
    const auto least = c64::digits_of(range.substr(0, dots), 10);
    const auto most = dots == range.size() ? least : c64::digits_of(range.substr(dots + 2), 10);
    if (!least || !most || *most == 0 || *most < *least || (is_bound && dots != range.size()))
        fail(field.line, fmt::format("unknown word '{}' in Time", text));
    return {.least = is_bound ? 0 : *least,
            .most = *most,
            .interrupt = interrupt,
            .seen = is_seen,
            .bound = is_bound};
}

}  // namespace

namespace {

constexpr std::string_view condition_sign = " when ";

/// The text after `=`, including a condition.
std::string_view stated_in(const Entry& entry) {
    const auto sign = formula_sign(entry.text);
    if (sign == entry.text.npos || !entry.relation().empty()) return {};
    return trimmed(std::string_view(entry.text).substr(sign + 1));
}

}  // namespace

std::string_view Entry::formula() const {
    const std::string_view stated = stated_in(*this);
    return trimmed(stated.substr(0, stated.find(condition_sign)));
}

std::string_view Entry::condition() const {
    const std::string_view stated = stated_in(*this);
    const auto at = stated.find(condition_sign);
    return at == stated.npos ? std::string_view()
                             : trimmed(stated.substr(at + condition_sign.size()));
}

std::string_view Entry::relation() const {
    constexpr std::string_view where = "where ";
    const auto at = text.find(where);
    if (at == text.npos || (at != 0 && text[at - 1] != ' ')) return {};
    const std::string_view rest = trimmed(std::string_view(text).substr(at + where.size()));
    const auto compares = [&](std::string_view sign) { return rest.find(sign) != rest.npos; };
    const bool is_condition =
        rest.find("' ") != rest.npos &&
        std::ranges::any_of(std::array{"==", "!=", " < ", " > ", " <= ", " >= "}, compares);
    return is_condition || rest.find(symbol + "'") != rest.npos ? rest : std::string_view();
}

std::string Time::text() const {
    return bound ? fmt::format("<= {}", most)
                 : fmt::format("{}{}..{}", seen ? "seen " : "", least, most);
}

std::optional<Ranges> ranges_in(std::string_view text, std::uint64_t most) {
    Ranges ranges;
    for (const std::string& item : items_of(text, "|")) {
        const auto dots = item.find("..");
        const auto first = c64::to_number(item.substr(0, dots));
        const auto last = dots == item.npos ? first : c64::to_number(item.substr(dots + 2));
        if (!first || !last || *last < *first || *last > most) return std::nullopt;
        ranges.emplace_back(*first, *last);
    }
    return ranges;
}

bool ByteSet::contains(Byte value) const {
    return std::ranges::any_of(ranges, [value](const Range& range) {
        return range.first <= value && value <= range.last;
    });
}

unsigned ByteSet::size() const {
    unsigned size = 0;
    for (const Range& range : ranges) size += range.last - range.first + 1U;
    return size;
}

Byte ByteSet::at(unsigned index) const {
    for (const Range& range : ranges) {
        const unsigned size = range.last - range.first + 1U;
        if (index < size) return static_cast<Byte>(range.first + index);
        index -= size;
    }
    throw std::out_of_range("a byte set has no such element");
}

std::string block_name(std::string_view line) {
    const auto end = line.find(" -- ");
    if (!line.starts_with("; ") || end == std::string_view::npos) return {};
    const std::string name{line.substr(2, end - 2)};
    return name.find(' ') == std::string::npos ? name : std::string{};
}

Block parse_block(std::span<const std::string> lines, std::string_view file, std::size_t first_line,
                  const Vocabulary& words) {
    Block block;
    block.file = file;
    block.line = first_line;
    block.name = lines.empty() ? std::string{} : block_name(lines[0]);
    const Reader reader{file, block.name, words};
    if (block.name.empty()) reader.fail(first_line, "a block begins with '; name -- what for'");
    const auto [in, needs, out, prints, uses, time, invariant, native] =
        reader.split(lines, first_line);
    for (const auto& [field, missing] :
         {std::pair{&uses, "no field Uses: '; Uses    -' if nothing else changes"},
          {&time, "no field Time: '; Time    -' until it is measured"}}) {
        if (field->line == 0) reader.fail(first_line, missing);
    }
    block.in = reader.entries(in, &Group::in);
    // A line that is indented further than the first one continues the line before.
    for (std::size_t i = 0, most = 0; i < needs.lines.size(); ++i) {
        const std::string& line = needs.lines[i];
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        if (i == 0) most = indent + 1;
        if (indent > most && !block.requirements.empty()) {
            block.requirements.back().text += fmt::format(" {}", trimmed(line));
        } else if (!line.empty()) {
            block.requirements.push_back({std::string(trimmed(line)), needs.line + i});
        }
    }
    block.out = reader.entries(out, &Group::out);
    block.prints.line = prints.line;
    for (const std::string& line : prints.lines) block.prints.text += fmt::format(" {}", line);
    block.uses = reader.uses(uses);
    for (const Entry& entry : block.in) {
        if (entry.size != 0) block.uses.areas.push_back(entry.buffer());
    }
    block.time = reader.time(time);
    block.time_line = time.line;
    if (block.time.kind == TimeKind::endless && block.time.with.empty() && !block.out.empty()) {
        reader.fail(block.out[0].line,
                    "a routine that never returns has no Out: Uses names what "
                    "it may change");
    }
    block.invariant_line = invariant.line;
    if (invariant.line != 0 && invariant.lines != std::vector<std::string>{"In"}) {
        reader.fail(invariant.line, "an Invariant is 'In', which holds again whenever it restarts");
    }
    if (invariant.line != 0 && block.time.kind != TimeKind::keys) {
        reader.fail(invariant.line,
                    "an Invariant is only for routines that wait for keys: 'Time    keys'");
    }
    for (const std::string& line : native.lines) {
        if (!block.native.empty()) block.native += ' ';
        block.native += trimmed(line);
    }
    const auto names = std::string_view(block.native);
    const bool has_names = names.substr(0, names.find(' ')).find("::") != names.npos;
    for (std::size_t begin = 0; has_names && begin < names.size();) {
        const std::string_view name = names.substr(begin, names.find(", ", begin) - begin);
        if (name.find(' ') != name.npos) {
            reader.fail(native.line,
                        fmt::format("'{}' is not the name of a function or a file: separate names "
                                    "by ', ', or write pseudocode",
                                    name));
        }
        begin += name.size() + 2;
    }
    return block;
}

void parse_group(std::span<const std::string> lines, std::string_view file, std::size_t first_line,
                 Vocabulary& words) {
    const Reader reader{file, block_name(lines[0]), words};
    const auto [in, needs, out, prints, uses, time, invariant, native] =
        reader.split(lines, first_line);
    for (const FieldText* field : {&needs, &prints, &uses, &time, &invariant, &native}) {
        if (field->line != 0) reader.fail(field->line, "a group has In and Out only");
    }
    Group group{reader.entries(in, &Group::in), reader.entries(out, &Group::out)};
    for (auto* entries : {&group.in, &group.out}) {
        for (Entry& entry : *entries) entry.line = 0;
    }
    if (!words.groups.emplace(reader.name, group).second) {
        reader.fail(first_line, "there are two groups of this name");
    }
}

}  // namespace ryg::claims
