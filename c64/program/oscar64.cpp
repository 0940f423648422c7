// Reads the output of Oscar64 with -g: a map, and the memory and lines of a JSON file. The
// compiler's Linker.cpp and Compiler.cpp define both formats.
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>

#include "c64/program/debug_records.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64 {
namespace {

using Object = std::map<std::string_view, std::string_view>;

/// A member that is a number, or 0.
unsigned number_in(const Object& object, std::string_view key) {
    const auto found = object.find(key);
    const auto value = found == object.end() ? std::nullopt : digits_of(found->second, 10);
    return value && *value < 10'000'000 ? static_cast<unsigned>(*value) : 0;
}

/// A function, a variable, a table.
void add_object(std::string_view name, unsigned first, unsigned end, std::string_view type,
                std::optional<SourceLine> defined, DebugRecords& into) {
    into.label(name, static_cast<Address>(first), defined, true, end - first);
    for (unsigned at = first; type == "DATA" && at < end; ++at) into.data.set(at);
}

/// An object of one of the lists: `end` is the first address after it.
void take_object(std::string_view list, const Object& object, DebugRecords& into) {
    const unsigned first = number_in(object, "start"), end = number_in(object, "end");
    const unsigned line = number_in(object, "line");
    if (end <= first || end > 0x10000) return;
    const auto text = [&](std::string_view key) {
        const auto found = object.find(key);
        return found == object.end() ? std::string_view() : found->second;
    };
    std::optional<SourceLine> source;
    if (line != 0) source = SourceLine{into.file(text("source")), line};
    if (list == "memory") add_object(text("name"), first, end, text("type"), source, into);
    if (list == "lines" && source) {
        into.spans.push_back({*source, static_cast<Address>(first), end - first});
    }
}

}  // namespace

bool is_oscar(std::string_view text) { return text.starts_with('{'); }

/// Whether keys are quoted depends on the compiler's version.
void read_oscar(std::string_view text, std::string_view file, DebugRecords& into) {
    std::vector<Object> objects;
    std::vector<std::string_view> lists;  // keys of the open lists
    std::string_view key, word;
    const auto in_word = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
    };
    const auto before = into.symbols.size() + into.spans.size();
    while (!text.empty()) {
        const char sign = text.front();
        if (sign == '"' || in_word(sign)) {
            if (sign == '"') text.remove_prefix(1);
            const auto end = sign == '"' ? std::ranges::find(text, '"')
                                         : std::ranges::find_if_not(text, in_word);
            word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
            text.remove_prefix(std::min(word.size() + (sign == '"' ? 1 : 0), text.size()));
            if (!key.empty() && !objects.empty()) objects.back()[key] = word;
            continue;
        }
        if (sign == '{') objects.emplace_back();
        if (sign == '[') lists.push_back(key);
        if (sign == '}' && !objects.empty()) {
            if (!lists.empty()) take_object(lists.back(), objects.back(), into);
            objects.pop_back();
        }
        if (sign == ']' && !lists.empty()) lists.pop_back();
        if (sign == ':') key = word;
        if (sign == ',' || sign == '{') key = {};
        text.remove_prefix(1);
    }
    if (into.symbols.size() + into.spans.size() == before) {
        throw DebugFileError(
            fmt::format("{}: no memory and no lines as Oscar64 writes them", file));
    }
}

bool is_oscar_map(std::string_view text) { return text.starts_with("sections"); }

/// `0801 - 0880 : DATA, code` below `sections`, `0900 - 0920 : main, NATIVE_CODE:code` below
/// `objects`.
void read_oscar_map(std::string_view text, std::string_view /*file*/, DebugRecords& into) {
    std::string_view part;
    for_each_line(text, [&](std::string_view line, unsigned) {
        const auto colon = line.find(" : "), comma = line.find(", ", colon);
        if (colon == line.npos) return void(part = line.empty() ? part : line);
        const auto first = to_number(line.substr(0, 4), 16);
        const auto end = line.size() > 7 && line.substr(4, 3) == " - "
                             ? to_number(line.substr(7, colon - 7), 16)
                             : std::nullopt;
        if (!first || !end || *end <= *first || *end > 0x10000 || comma == line.npos) return;
        const auto begin = static_cast<unsigned>(*first), after = static_cast<unsigned>(*end);
        const std::string_view word = line.substr(colon + 3, comma - colon - 3);
        const std::string_view rest = line.substr(comma + 2);
        if (part == "sections") {
            into.segments.push_back({std::string(rest), begin, after, word == "BSS"});
        } else if (part == "objects" && word != "*") {
            add_object(word, begin, after, rest.substr(0, rest.find(':')), {}, into);
        }
    });
}

}  // namespace ryg::c64
