// Reads header blocks: five fields in a fixed order, each with its own small grammar.
#include "tests/engine/contracts/block.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <regex>

namespace ryg::blocks {
namespace {

constexpr std::array<std::string_view, 5> field_names{"In", "Out", "Uses", "Time", "Native"};
constexpr std::size_t field_column = 2, entry_column = 10;  // column 3 and column 11

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Lines of one field, from the entries' column on, and the number of the first.
struct Field {
    std::vector<std::string> lines;
    std::size_t line = 0;
};

struct Reader {
    std::string_view file;
    std::string name;

    [[noreturn]] void fail(std::size_t line, const std::string& what) const {
        throw BlockError(fmt::format("{}:{}: {}: {}", file, line, name, what));
    }

    [[nodiscard]] std::array<Field, 5> split(std::span<const std::string> lines,
                                             std::size_t first_line) const;
    [[nodiscard]] std::vector<Entry> entries(const Field& field, bool takes) const;
    void read_kind(Entry& entry, std::size_t line, bool takes) const;
    [[nodiscard]] Uses uses(const Field& field) const;
    [[nodiscard]] Time time(const Field& field) const;
};

std::array<Field, 5> Reader::split(std::span<const std::string> lines,
                                   std::size_t first_line) const {
    std::array<Field, 5> fields;
    std::size_t known = 0;  // fields begun so far
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string& text = lines[i];
        const std::size_t line = first_line + i;
        if (!text.starts_with(';')) fail(line, "not a line of a block: " + text);
        const bool named = text.size() > field_column && text[field_column] != ' ';
        if (known == 0 && (!named || !text.starts_with("; In "))) {
            if (named) fail(line, "unknown word in column 3, expected In: " + text);
            continue;  // free text
        }
        if (text.size() <= field_column) fail(line, "an empty line among the fields");
        if (named) {
            const std::string field =
                text.substr(field_column, text.find(' ', field_column) - field_column);
            if (known == field_names.size() || field != field_names[known]) {
                fail(line, fmt::format("unknown or misplaced field '{}'", field));
            }
            fields[known++].line = line;
        }
        if (text.size() <= entry_column) fail(line, "nothing in column 11");
        fields[known - 1].lines.push_back(text.substr(entry_column));
    }
    if (known != field_names.size()) {
        fail(first_line, fmt::format("the field {} is missing", field_names[known]));
    }
    return fields;
}

std::optional<ByteSet> byte_set(const std::string& text) {
    static const std::regex form(
        R"(\$[0-9a-f]{2}(\.\.\$[0-9a-f]{2})?(\|\$[0-9a-f]{2}(\.\.\$[0-9a-f]{2})?)*)");
    static const std::regex range(R"(\$([0-9a-f]{2})(?:\.\.\$([0-9a-f]{2}))?)");
    if (!std::regex_match(text, form)) return std::nullopt;
    const auto number = [](const std::string& digits) {
        return static_cast<Byte>(std::stoul(digits, nullptr, 16));
    };
    ByteSet set;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), range);
         at != std::sregex_iterator(); ++at) {
        const Byte first = number((*at)[1].str());
        const Byte last = (*at)[2].matched ? number((*at)[2].str()) : first;
        if (last < first) return std::nullopt;
        set.ranges.push_back({first, last});
    }
    return set;
}

void Reader::read_kind(Entry& entry, std::size_t line, bool takes) const {
    static const std::map<std::string, Kind, std::less<>> kind_names{
        {"node", Kind::node},   {"bare", Kind::bare},   {"tree", Kind::tree},
        {"board", Kind::board}, {"room", Kind::room},   {"limit", Kind::limit},
        {"text", Kind::text},   {"any", Kind::any},     {"position", Kind::position},
        {"piece", Kind::piece}, {"empty", Kind::empty}, {"noise", Kind::noise}};
    const auto bracket = entry.text.rfind('(');
    if (entry.text.ends_with(')') && bracket != std::string::npos) {
        const std::string word = entry.text.substr(bracket + 1, entry.text.size() - bracket - 2);
        if (const auto set = byte_set(word)) {
            entry.kind = Kind::bytes;
            entry.bytes = *set;
            return;
        }
        if (takes) {
            const auto kind = kind_names.find(word);
            if (kind == kind_names.end()) fail(line, fmt::format("unknown kind '({})'", word));
            entry.kind = kind->second;
            return;
        }
    }
    if (takes) fail(line, fmt::format("{} has no kind", entry.symbol));
}

std::vector<Entry> Reader::entries(const Field& field, bool takes) const {
    std::vector<Entry> found;
    for (std::size_t i = 0; i < field.lines.size(); ++i) {
        const std::string& line = field.lines[i];
        if (line.starts_with(' ')) {
            if (found.empty()) fail(field.line + i, "text that belongs to no entry: " + line);
            found.back().text += fmt::format(" {}", trimmed(line));
            continue;
        }
        if (trimmed(line) == "-" && field.lines.size() == 1) return {};
        const auto space = line.find(' ');
        Entry entry;
        entry.symbol = line.substr(0, space);
        if (space != std::string::npos) entry.text = std::string(trimmed(line.substr(space)));
        found.push_back(entry);
    }
    for (Entry& entry : found) read_kind(entry, field.line, takes);
    return found;
}

Uses Reader::uses(const Field& field) const {
    static const std::regex word(R"([A-Za-z]\w*(/Hi|\.\.\w+)?|\$[0-9a-f]{2}(/\$[0-9a-f]{2})?)");
    static const std::regex stack(R"(stack ([0-9]+))");
    std::string text;
    for (const std::string& line : field.lines) text += line;
    Uses uses;
    if (trimmed(text) == "-") return uses;
    bool behind_equals = false;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find_first_of(",;", begin), text.size());
        std::string item{trimmed(std::string_view(text).substr(begin, end - begin))};
        begin = end + 1;
        if (item.starts_with("= ")) {
            if (behind_equals) fail(field.line, "two '=' in Uses");
            behind_equals = true;
            item = std::string(trimmed(item.substr(2)));
        }
        std::smatch parts;
        if (std::regex_match(item, parts, stack)) {
            uses.stack = static_cast<unsigned>(std::stoul(parts[1].str()));
        } else if (!std::regex_match(item, word)) {
            fail(field.line, fmt::format("unknown word '{}' in Uses", item));
        } else if (behind_equals) {
            uses.routines.push_back(item);
        } else if (item == "tree") {
            uses.tree = true;
        } else if (item == "screen") {
            uses.screen = true;
        } else {
            uses.items.push_back(item);
        }
    }
    return uses;
}

Time Reader::time(const Field& field) const {
    static const std::regex range(R"(([0-9]+)\.\.([0-9]+))");
    if (field.lines.size() != 1) fail(field.line, "Time has one line");
    const std::string text{trimmed(field.lines[0])};
    if (text == "printing") return {TimeKind::printing};
    if (text == "keys") return {TimeKind::keys};
    if (text == "endless") return {TimeKind::endless};
    std::smatch parts;
    if (!std::regex_match(text, parts, range)) {
        fail(field.line, fmt::format("unknown word '{}' in Time", text));
    }
    return {TimeKind::cycles, std::stoull(parts[1].str()), std::stoull(parts[2].str())};
}

}  // namespace

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

bool Block::promises(std::string_view symbol) const {
    return std::ranges::any_of(out, [symbol](const Entry& e) { return e.symbol == symbol; });
}

std::string block_name(std::string_view line) {
    const auto end = line.find(" -- ");
    if (!line.starts_with("; ") || end == std::string_view::npos) return {};
    const std::string name{line.substr(2, end - 2)};
    return name.find(' ') == std::string::npos ? name : std::string{};
}

Block parse_block(std::span<const std::string> lines, std::string_view file,
                  std::size_t first_line) {
    Block block;
    block.file = file;
    block.line = first_line;
    block.name = lines.empty() ? std::string{} : block_name(lines[0]);
    const Reader reader{file, block.name};
    if (block.name.empty()) reader.fail(first_line, "a block begins with '; name -- what for'");
    const auto [in, out, uses, time, native] = reader.split(lines, first_line);
    block.in = reader.entries(in, true);
    block.out = reader.entries(out, false);
    block.uses = reader.uses(uses);
    block.time = reader.time(time);
    block.time_line = time.line;
    for (const std::string& line : native.lines) {
        if (!block.native.empty()) block.native += ' ';
        block.native += trimmed(line);
    }
    if (block.native.empty()) reader.fail(native.line, "Native says nothing");
    return block;
}

}  // namespace ryg::blocks
