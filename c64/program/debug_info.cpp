// Reads ld65's debug file, with one record per line: a word, a tab, and fields like name="Arbol.s".
// Sorts the records of all formats.
#include "c64/program/debug_info.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "c64/program/debug_records.hpp"
#include "c64/program/files.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64 {
namespace {

using Id = std::uint32_t;

std::optional<Id> id_of(std::string_view text) {
    const auto number = to_number(text);
    if (!number || *number > std::numeric_limits<Id>::max()) return {};
    return static_cast<Id>(*number);
}

/// One record's fields, found by name.
class Record {
  public:
    explicit Record(std::string_view line) {
        const auto tab = std::min(line.find('\t'), line.size());
        kind = line.substr(0, tab);
        line.remove_prefix(std::min(tab + 1, line.size()));
        while (!line.empty()) take_field(line);
    }

    std::string_view kind;

    [[nodiscard]] std::string_view text(std::string_view name) const {
        for (const auto& [key, value] : fields_) {
            if (key == name) return value;
        }
        return {};
    }
    [[nodiscard]] std::optional<Id> number(std::string_view name) const {
        return id_of(text(name));
    }
    /// Numbers joined by `+`.
    [[nodiscard]] std::vector<Id> numbers(std::string_view name) const {
        std::vector<Id> all;
        for (std::string_view rest = text(name); !rest.empty();) {
            const auto length = std::min(rest.find('+'), rest.size());
            if (const auto one = id_of(rest.substr(0, length))) all.push_back(*one);
            rest.remove_prefix(std::min(length + 1, rest.size()));
        }
        return all;
    }

  private:
    void take_field(std::string_view& line) {
        const auto equals = line.find('=');
        if (equals == line.npos) return void(line = {});
        const std::string_view name = line.substr(0, equals);
        line.remove_prefix(equals + 1);
        const bool quoted = line.starts_with('"');
        if (quoted) line.remove_prefix(1);
        const auto end = std::min(line.find(quoted ? '"' : ','), line.size());
        fields_.emplace_back(name, line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
        if (quoted && line.starts_with(',')) line.remove_prefix(1);
    }

    std::vector<std::pair<std::string_view, std::string_view>> fields_;
};

/// The relevant records, by number; they refer to each other in any order.
struct Records {
    struct LineRecord {
        Id file, line, kind;  // kind: 0 assembly, 1 C, 2 macro
        std::vector<Id> spans;
        Id id;
    };
    struct SpanRecord {
        Id segment, start, size;
        bool is_data;
    };
    std::map<Id, std::string> files;
    std::vector<LineRecord> lines;
    std::map<Id, SpanRecord> spans;
    std::map<Id, Segment> segments;
    std::set<Id> loaded;  // segments with bytes in the program's file
    struct Symbol {
        ScopedSymbol symbol;
        std::optional<Id> parent, defined, scope, segment;
    };
    std::map<Id, Symbol> symbols;
    std::map<Id, Id> label_of_scope;

    /// The addresses of a span; its line is not set.
    [[nodiscard]] std::optional<Span> place_of(Id id) const {
        const auto span = spans.find(id);
        if (span == spans.end()) return {};
        const auto segment = segments.find(span->second.segment);
        if (segment == segments.end()) return {};
        const auto first = std::uint64_t{segment->second.begin} + span->second.start;
        const Id size = span->second.size;
        if (size == 0 || first + size > 0x10000) return {};
        return Span{{}, static_cast<Address>(first), size};
    }

    /// Whether a symbol of another segment, which is empty or reserves memory only, lies in code.
    [[nodiscard]] bool is_covered(const Symbol& symbol) const {
        const Address at = symbol.symbol.address;
        const auto covers = [&](Id id) {
            const Segment& segment = segments.at(id);
            return segment.begin <= at && at < segment.end;
        };
        const Id own = symbol.segment.value_or(0);
        const bool is_real = !symbol.segment || (loaded.contains(own) && covers(own));
        return !is_real && std::ranges::any_of(loaded, covers);
    }

    void take(const Record& record) {
        const auto id = record.number("id");
        if (!id) return;
        if (record.kind == "file") {
            files[*id] = record.text("name");
        } else if (record.kind == "line") {
            const auto file = record.number("file"), line = record.number("line");
            if (!file || !line || *line == 0) return;
            lines.push_back(
                {*file, *line, record.number("type").value_or(0), record.numbers("span"), *id});
        } else if (record.kind == "span") {
            const auto segment = record.number("seg"), start = record.number("start"),
                       size = record.number("size");
            const bool is_data = !record.text("type").empty();
            if (segment && start && size) spans[*id] = {*segment, *start, *size, is_data};
        } else if (record.kind == "seg") {
            const auto start = record.number("start");
            if (!start) return;
            segments[*id] = {.name = std::string(record.text("name")),
                             .begin = *start,
                             .end = *start + record.number("size").value_or(0),
                             .is_writable = record.text("type") == "rw"};
            if (!record.text("oname").empty()) loaded.insert(*id);
        } else if (record.kind == "sym") {
            const auto value = record.number("val");
            if (!value || *value > 0xFFFF) return;
            ScopedSymbol symbol{.name = std::string(record.text("name")),
                                .parent = {},
                                .address = static_cast<Address>(*value),
                                .size = record.number("size").value_or(0),
                                .is_label = record.text("type") == "lab",
                                .defined = {}};
            symbols[*id] = {std::move(symbol), record.number("parent"), record.number("def"),
                            record.number("scope"), record.number("seg")};
        } else if (record.kind == "scope") {
            if (const auto label = record.number("sym")) label_of_scope[*id] = *label;
        }
    }
};

constexpr Id c_source = 1, of_a_macro = 2;

std::string_view base_name(std::string_view path) {
    return path.substr(path.find_last_of("/\\") + 1);  // npos + 1 is 0
}

/// For formats without segments: makes one of each contiguous range that lines generated.
void add_segments(DebugRecords& records) {
    if (!records.segments.empty()) return;
    std::bitset<0x10000> used;
    for (const Span& span : records.spans) {
        for (unsigned i = 0; i < span.size; ++i) used.set((span.first + i) & 0xffff);
    }
    for (unsigned begin = 0, end = 0; begin < used.size(); begin = end + 1) {
        for (end = begin; end < used.size() && used[end];) ++end;
        if (end != begin) {
            records.segments.push_back({fmt::format("${:04x}", begin), begin, end, false});
        }
    }
}

}  // namespace

bool is_ld65(std::string_view text) { return text.starts_with("version\tmajor=2"); }

void read_ld65(std::string_view text, std::string_view /*file*/, DebugRecords& into) {
    Records records;
    for_each_line(text, [&](std::string_view line, unsigned) { records.take(Record(line)); });
    std::map<Id, std::size_t> file_index;
    for (const auto& [id, name] : records.files) {
        file_index[id] = into.files.size();
        into.files.push_back(name);
    }
    for (const auto& [id, span] : records.spans) {
        const auto place = span.is_data ? records.place_of(id) : std::nullopt;
        for (unsigned i = 0; place && i < place->size; ++i) into.data.set(place->first + i);
    }
    std::map<Id, SourceLine> line_of;
    for (const auto& line : records.lines) {
        if (!file_index.contains(line.file) || line.kind == of_a_macro) continue;
        line_of[line.id] = {file_index[line.file], line.line};
        for (const Id id : line.spans) {
            auto place = records.place_of(id);
            if (!place) continue;
            place->source = line_of[line.id];
            into.spans.push_back(*place);
            if (line.kind == c_source) into.of_c.push_back(into.spans.back());
        }
    }
    for (auto& [id, symbol] : records.symbols) {
        const auto routine = records.label_of_scope.find(symbol.scope.value_or(0));
        symbol.symbol.is_inner = symbol.scope && routine != records.label_of_scope.end() &&
                                 routine->second != id && symbol.symbol.is_label;
        symbol.symbol.is_inner |= records.is_covered(symbol);
        if (symbol.parent && records.symbols.contains(*symbol.parent)) {
            symbol.symbol.parent = records.symbols[*symbol.parent].symbol.name;
        }
        if (symbol.defined && line_of.contains(*symbol.defined)) {
            symbol.symbol.defined = line_of[*symbol.defined];
        }
        into.symbols.push_back(symbol.symbol);
    }
    for (const auto& [id, segment] : records.segments) into.segments.push_back(segment);
}

bool is_old_ld65(std::string_view text) { return text.starts_with("version\tmajor=1"); }

/// A line has a range of addresses, and records refer only to earlier ones.
void read_old_ld65(std::string_view text, std::string_view /*file*/, DebugRecords& into) {
    std::map<Id, std::size_t> file_index;
    for_each_line(text, [&](std::string_view line, unsigned) {
        const Record record(line);
        const auto id = record.number("id"), value = record.number("value");
        const std::string_view type = record.text("type");
        if (record.kind == "file" && id) {
            file_index[*id] = into.file(record.text("name"));
        } else if (record.kind == "segment") {
            const Id start = record.number("start").value_or(0);
            into.segments.push_back({.name = std::string(record.text("name")),
                                     .begin = start,
                                     .end = start + record.number("size").value_or(0),
                                     .is_writable = type == "rw"});
        } else if (record.kind == "sym" && value && *value <= 0xFFFF) {
            into.symbols.push_back({.name = std::string(record.text("name")),
                                    .parent = {},
                                    .address = static_cast<Address>(*value),
                                    .is_label = type.starts_with("lab"),
                                    .defined = {}});
        } else if (record.kind == "line") {
            const std::string_view range = record.text("range");
            const auto dash = std::min(range.find('-'), range.size());
            const auto first = id_of(range.substr(0, dash));
            const auto last = id_of(range.substr(std::min(dash + 1, range.size())));
            const auto known = file_index.find(record.number("file").value_or(0));
            const Id number = record.number("line").value_or(0);
            if (!first || !last || *last < *first || *last > 0xFFFF || number == 0) return;
            if (known == file_index.end()) return;
            into.spans.push_back(
                {{known->second, number}, static_cast<Address>(*first), *last - *first + 1});
        }
    });
}

DebugInfo::DebugInfo(DebugRecords records)
    : files_(std::move(records.files)),
      spans_(std::move(records.spans)),
      data_(records.data),
      symbols_(std::move(records.symbols)),
      segments_(std::move(records.segments)),
      breakpoints_(std::move(records.breakpoints)) {
    std::ranges::sort(spans_, {}, [](const Span& span) {
        return std::tuple(span.source, span.first, span.size);
    });
    own(spans_);
    own(std::move(records.of_c));
    const bool is_listing_alone = symbols_.empty();
    for (const auto& each : records.definitions) {
        if (!is_listing_alone || !each.is_label || each.address > 0xFFFF) continue;
        const auto at = static_cast<Address>(each.address);
        symbols_.push_back({each.name, "", at, 0, true, false, each.source});
    }
    std::multimap<std::string_view, const DebugRecords::Definition*> defined;
    for (const auto& each : records.definitions) defined.emplace(each.name, &each);
    for (ScopedSymbol& symbol : symbols_) {
        const std::string_view name = symbol.name;
        const auto [first, last] = defined.equal_range(name.substr(name.find('.') + 1));
        for (const auto& [word, at] : std::ranges::subrange(first, last)) {
            if (!at->is_constant && at->address != symbol.address) continue;
            if (!symbol.defined) symbol.defined = at->source;
            symbol.is_label = !at->is_constant;
        }
    }
}

DebugInfo DebugInfo::parse(std::string_view text, std::string_view file,
                           std::vector<std::string>* unread) {
    DebugRecords records;
    const auto take = [&](std::string_view part, std::string_view name) {
        if (unread == nullptr) return debug_format(part).read(part, name, records);
        DebugRecords before = records;
        try {
            debug_format(part).read(part, name, records);
        } catch (const std::runtime_error& error) {
            records = std::move(before);
            records.left_out.push_back(fmt::format("{}: the file is not used", error.what()));
        }
    };
    if (!text.starts_with(debug_file_mark)) take(text, file);
    while (text.starts_with(debug_file_mark)) {
        const auto line = std::min(text.find('\n'), text.size());
        const auto end = std::min(text.find(debug_file_mark, line), text.size());
        take(text.substr(std::min(line + 1, end), end - std::min(line + 1, end)),
             text.substr(1, line - 1));
        text.remove_prefix(end);
    }
    if (unread != nullptr) *unread = std::move(records.left_out);
    add_segments(records);
    return DebugInfo(std::move(records));
}

std::vector<std::string> debug_files_beside(const std::string& program) {
    constexpr std::array endings{".dbg", ".lbl", ".vs",  ".labels", ".sym",
                                 ".lst", ".rep", ".map", ".dbj"};
    std::vector<std::string> found;
    for (const char* const ending : endings) {
        const auto path = Path(program).replace_extension(ending);
        if (is_file(path)) found.push_back(path.string());
    }
    if (found.empty() || !found.front().ends_with(".dbg")) return found;
    const auto begin = read_file(found.front(), 4096).value_or("");
    if (begin.starts_with(debug_file_mark) || debug_format(begin).name != "labels") {
        std::erase_if(found, [](const std::string& file) {
            return !file.ends_with(".dbg") && !file.ends_with(".lbl");
        });
    }
    return found;
}

std::string joined_debug_files(const std::vector<std::string>& paths) {
    std::string all;
    for (const std::string& path : paths) {
        const auto text = read_file(path);
        if (!text) continue;
        // A single file is returned unchanged: it is written beside mutants, and may be joined.
        if (paths.size() == 1 && path.ends_with(".dbg")) return *text;
        all += fmt::format("{}{}\n", debug_file_mark, path);
        for (std::string& line : lines_of(*text)) {
            std::erase(line, debug_file_mark);  // form feeds of a listing
            all += line + '\n';
        }
    }
    return all;
}

/// Assigns each address to the smallest span that contains it.
void DebugInfo::own(std::vector<Span> spans) {
    std::ranges::sort(spans, {}, [](const Span& span) {
        return std::tuple(~span.size, span.first, span.source);
    });
    owner_.resize(0x10000);
    for (const Span& span : spans) {
        lines_.push_back(span.source);
        std::fill_n(owner_.begin() + span.first, span.size,
                    static_cast<std::uint32_t>(lines_.size()));
    }
}

Labels DebugInfo::labels() const {
    std::vector<Label> all;
    std::set<std::string_view> known;
    for (const bool labels : {true, false}) {
        for (const ScopedSymbol& symbol : symbols_) {
            if (symbol.is_label != labels) continue;
            const bool is_new = known.insert(symbol.name).second;
            if (labels || is_new) {
                all.push_back({symbol.name, symbol.address, !labels, symbol.is_inner});
            }
        }
    }
    Labels made(std::move(all));
    std::vector<Address> borders;
    for (const Segment& segment : segments_) {
        for (const unsigned border : {segment.begin, segment.end}) {
            if (segment.begin != segment.end && border < 0x10000) {
                borders.push_back(static_cast<Address>(border));
            }
        }
    }
    made.divide(std::move(borders));
    return made;
}

std::vector<std::size_t> DebugInfo::files_named(std::string_view name) const {
    const auto with_slashes = [](std::string_view text) {
        std::string path(text);
        std::ranges::replace(path, '\\', '/');
        return path;
    };
    const std::string wanted = with_slashes(name);
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        const std::string path = with_slashes(files_[i]);
        if (path == wanted) return {i};
        if (path.ends_with('/' + wanted)) found.push_back(i);
    }
    return found;
}

std::optional<std::size_t> DebugInfo::find_file(std::string_view name) const {
    const auto found = files_named(name);
    return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

std::optional<SourceLine> DebugInfo::line_at(Address address) const {
    if (owner_.empty() || owner_[address] == 0) return {};
    return lines_[owner_[address] - 1];
}

std::vector<Span> DebugInfo::spans_of(SourceLine source) const {
    const auto first = std::ranges::lower_bound(spans_, source, {}, &Span::source);
    if (first == spans_.end() || first->source.file != source.file) return {};
    const auto last = std::ranges::upper_bound(spans_, first->source, {}, &Span::source);
    return {first, last};
}

std::string DebugInfo::describe(SourceLine source) const {
    return fmt::format("{}:{}", base_name(files_[source.file]), source.line);
}

}  // namespace ryg::c64
