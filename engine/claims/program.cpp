// Finds the blocks in assembly files, and links them to the assembled program.
#include "engine/claims/program.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

#include "c64/program/files.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"
#include "emu/opcodes.hpp"
#include "engine/claims/call.hpp"

namespace ryg::claims {
namespace {

constexpr std::string_view blanks = " \t\r\v\f";

/// Replaces the comment signs of other assemblers by `;` without moving columns: `//`, and in a
/// comment between `/*` and `*/` these two and ` *`.
void unify_comment(std::string& line, bool& is_within) {
    if (line.starts_with("//")) line.replace(0, 2, ";");
    const bool begins = line.starts_with("/*");
    if (!begins && !is_within) return;
    const auto end = line.find("*/");
    is_within = end == line.npos;
    if (!is_within) line.erase(line.find_last_not_of(' ', end - 1) + 1);
    if (begins || line.starts_with(" *")) {
        line.replace(0, std::min<std::size_t>(2, line.size()), ";");
    } else {
        line.insert(0, "; ");
    }
}

/// A line without its carriage return and, in a comment, with blanks to the columns that tabs of a
/// block stand for: that of names, or that of entries.
std::string plain(std::string line, bool& is_within) {
    constexpr std::size_t of_name = 2, of_entry = 10;
    if (line.ends_with('\r')) line.pop_back();
    unify_comment(line, is_within);
    if (!line.starts_with(';')) return line;
    const std::size_t first = line.find(" -- ") != line.npos ? of_name : of_entry;
    for (auto tab = line.find('\t'); tab != line.npos; tab = line.find('\t')) {
        const auto begin = line.find_last_not_of(' ', tab - 1) + 1;
        const auto end = std::min(line.find_first_not_of(blanks, tab), line.size());
        const std::size_t width = begin < first ? first - begin : 1;
        line.replace(begin, end - begin, end == line.size() ? 0 : width, ' ');
    }
    return line;
}

std::vector<std::string> lines_of(const c64::Path& path) {
    std::vector<std::string> lines;
    bool is_within = false;
    for (std::string& line : c64::lines_of(c64::read_file(path).value_or(""))) {
        lines.push_back(plain(std::move(line), is_within));
    }
    if (lines.empty()) throw ContractError(fmt::format("{}: cannot be read", path.string()));
    return lines;
}

bool is_of_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}
/// Length of the word at the front of a text.
std::size_t word_at_front(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_word) - text.begin());
}

/// The routine that a line calls by jsr; empty if it calls none. A label may be in front.
std::string_view called_in(std::string_view line) {
    constexpr std::string_view jsr = "jsr", in_capitals = "JSR";
    const auto blank = line.find_first_of(blanks);
    if (blank == line.npos || line.starts_with(';')) return {};
    const auto skip = [&] {
        const auto next = std::min(line.find_first_not_of(blanks), line.size());
        line.remove_prefix(next);
        return next != 0;
    };
    line.remove_prefix(blank);
    skip();
    if (!line.starts_with(jsr) && !line.starts_with(in_capitals)) return {};
    line.remove_prefix(jsr.size());
    if (!skip() || line.empty() || std::isalpha(static_cast<unsigned char>(line.front())) == 0) {
        return {};
    }
    return line.substr(0, word_at_front(line));
}

/// "; -----" with at least 19 dashes; the blank may be missing.
bool is_ruler(std::string_view line) {
    if (line.size() <= 20 || !line.starts_with(';')) return false;
    return line.find_first_not_of('-', line[1] == ' ' ? 2 : 1) == line.npos;
}

bool is_field(std::string_view line) {
    constexpr std::array<std::string_view, 6> fields{"; In ",   "; Out ",       "; Uses ",
                                                     "; Time ", "; Invariant ", "; Native "};
    return std::ranges::any_of(fields, [&](auto one) { return line.starts_with(one); });
}

/// Whether a comment that begins with a name has fields, or refers to another block.
bool is_block(std::span<const std::string> text) {
    return text[0].starts_with("; (") || text[0].find(" -- as ") != std::string::npos ||
           std::ranges::any_of(text, is_field);
}

/// Calls `action(text, first, next)` for each comment below a ruler that begins like a block: its
/// lines, the number of the first from 1, and the index of the line below. A ruler also ends it.
template <class Action>
void for_each_block(std::span<const std::string> lines, Action action) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        if (!is_ruler(lines[i]) || block_name(lines[i + 1]).empty()) continue;
        std::size_t end = i + 1;
        while (end < lines.size() && lines[end].starts_with(';') && !is_ruler(lines[end])) ++end;
        const bool closed = end < lines.size() && is_ruler(lines[end]);
        action(lines.subspan(i + 1, end - i - 1), i + 2, end + (closed ? 1 : 0));
        i = end - 1;  // a ruler may end one block and begin the next
    }
}

/// Line numbers, from 1, of the first field in each comment that has fields but is no block.
std::vector<std::size_t> stray_fields(std::span<const std::string> lines) {
    std::vector<bool> of_block(lines.size());
    for_each_block(lines, [&](auto text, std::size_t first, std::size_t) {
        std::fill_n(of_block.begin() + static_cast<std::ptrdiff_t>(first) - 1, text.size(), true);
    });
    std::vector<std::size_t> found;
    for (std::size_t i = 0, first = 0, count = 0; i <= lines.size(); ++i) {
        if (i < lines.size() && lines[i].starts_with(';') && !of_block[i]) {
            if (is_field(lines[i]) && count++ == 0) first = i + 1;
        } else {
            if (count > 1) found.push_back(first);  // one may be a sentence
            count = 0;
        }
    }
    return found;
}

/// The line below a block: its label, and the sign after the name; no sign if it is another kind of
/// line. Blank lines, comments and directives may be in between.
struct Below {
    std::size_t line = 0;  ///< its index
    std::string_view sign{};
    bool is_label = false;
};
Below below_block(std::span<const std::string> lines, std::size_t next, std::string_view name) {
    constexpr std::string_view proc = ".proc", directives = ".!#*{}", subroutine = "subroutine";
    const auto is_directive = [&](std::string_view line) {
        return directives.find(line.front()) != directives.npos ||
               std::ranges::equal(line.substr(0, subroutine.size()), subroutine, {},
                                  [](unsigned char letter) { return std::tolower(letter); });
    };
    for (; next < lines.size() && !is_ruler(lines[next]); ++next) {
        std::string_view line = lines[next];
        const auto skip = [&] {
            line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        };
        skip();
        const bool is_proc = line.starts_with(proc);
        if (line.empty() || line.starts_with(';') || (is_directive(line) && !is_proc)) continue;
        if (is_proc) line.remove_prefix(proc.size()), skip();
        if (!line.starts_with(name) || word_at_front(line) != name.size()) return {next};
        line.remove_prefix(name.size());
        skip();
        return {next, line, true};
    }
    return {next};
}

bool is_time(std::string_view line) { return line.starts_with("; Time"); }

/// The lines of a block `; name -- as other, with b for a, d for c`: those of the other block,
/// which precedes it, with names changed. Its own Time replaces the other's.
std::vector<std::string> with_names_changed(std::span<const std::string> text,
                                            std::span<const Sources::Found> before) {
    constexpr std::string_view as = " -- as ", with = ", with ", instead_of = " for ";
    std::string_view changes = text[0];
    const auto name_end = changes.find(' ', 2);
    changes.remove_prefix(std::min(name_end, changes.size()));
    const bool has_other = changes.starts_with(as);
    if (has_other) changes.remove_prefix(as.size());
    const std::string_view name = changes.substr(0, word_at_front(changes));
    changes.remove_prefix(name.size());
    const auto other = std::ranges::find(before, name, &Sources::Found::name);
    if (!has_other || !changes.starts_with(with) || other == before.end()) {
        return {text.begin(), text.end()};
    }
    changes.remove_prefix(with.size());
    std::vector<std::string> lines = other->lines;
    lines[0] = text[0];
    for (auto at = changes.find(instead_of); at != changes.npos; at = changes.find(instead_of)) {
        auto start = at;
        while (start > 0 && is_of_word(changes[start - 1])) --start;
        const std::string_view now = changes.substr(start, at - start);
        changes.remove_prefix(at + instead_of.size());
        const std::string_view was = changes.substr(0, word_at_front(changes));
        if (now.empty() || was.empty()) continue;
        changes.remove_prefix(was.size());
        for (std::string& line : std::span(lines).subspan(1)) {
            for (auto i = line.find(was); i != line.npos; i = line.find(was, i + now.size())) {
                line.replace(i, was.size(), now);
            }
        }
    }
    if (text.size() > 1) std::ranges::replace_if(lines, is_time, text[1]);
    return lines;
}

std::optional<Parts> split(std::string_view symbol, std::string_view mark, std::size_t cut) {
    const auto at = symbol.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view rest = symbol.substr(at + mark.size());
    return Parts{std::string(symbol.substr(0, at)), std::string(rest.substr(0, rest.size() - cut))};
}

/// `$fb`, `$fb/$fc`, `$50..$6f`.
Extent addresses_in(std::string_view symbol) {
    const auto pair = split(symbol, "/", 0), range = split(symbol, "..", 0);
    const Parts both = pair    ? *pair
                       : range ? *range
                               : Parts{std::string(symbol), std::string(symbol)};
    const auto address = [&](std::string_view text) {
        constexpr unsigned most = 0xffff;
        const auto number = text.starts_with('$') ? c64::digits_of(text.substr(1), 16)
                                                  : std::optional<std::uint64_t>();
        if (number && *number <= most) return static_cast<unsigned>(*number);
        throw ContractError(
            fmt::format("'{}' is not an address: write $fb, $fb/$fc or $50..$6f", symbol));
    };
    const Extent found{address(both.base), address(both.part) + 1};
    const bool is_pair = pair && found.size() != 2;
    if (found.end <= found.begin || is_pair) {
        throw ContractError(fmt::format(
            "{} is not {}", symbol,
            is_pair ? "a pair of bytes" : "a range: the first address is the lower one"));
    }
    return found;
}

/// The line on which each label, or each equate, is defined: file without folder, then line.
using LabelLines = std::map<std::pair<std::string, std::size_t>, std::string>;

LabelLines label_lines(const c64::DebugInfo& debug, bool of_labels) {
    LabelLines lines;
    for (const c64::ScopedSymbol& symbol : debug.symbols()) {
        if (symbol.is_label != of_labels || !symbol.defined) continue;
        const c64::Path file = debug.files()[symbol.defined->file];
        lines[{file.filename().string(), symbol.defined->line}] = symbol.name;
    }
    return lines;
}

bool can_be_parsed(std::span<const std::string> lines, std::string_view file, std::size_t first,
                   const Vocabulary& words) {
    try {
        static_cast<void>(parse_block(lines, file, first, words));
        return true;
    } catch (const ContractError&) {
        return false;
    }
}

/// Whether a line generated code; assumed for assemblers that list no lines.
bool is_assembled(const Sources::Jump& call, const c64::DebugInfo& debug) {
    if (debug.empty()) return true;
    const auto file = debug.find_file(call.file);
    if (!file) return false;
    const c64::SourceLine line{*file, static_cast<unsigned>(call.line)};
    const auto spans = debug.spans_of(line);
    return !spans.empty() && spans.front().source == line;
}

}  // namespace

// --- sources ------------------------------------------------------------------------------------

void read_groups(std::span<const std::string> lines, std::string_view file, Vocabulary& words) {
    for_each_block(lines, [&](auto text, std::size_t first, std::size_t) {
        if (block_name(text[0]).starts_with('(')) parse_group(text, file, first, words);
    });
}

void Sources::add(std::span<const std::string> lines, std::string_view file,
                  const Vocabulary& words) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view routine = called_in(lines[i]);
        if (!routine.empty()) calls.push_back({std::string(file), std::string(routine), i + 1});
    }
    for_each_block(lines, [&](auto text, std::size_t first, std::size_t next) {
        const Below below = below_block(lines, next, block_name(text[0]));
        if (!is_block(text)) {
            if (below.is_label) {
                warnings.push_back(fmt::format("{}:{}: {}: a comment without fields is not a block",
                                               file, first, block_name(text[0])));
            }
            return;
        }
        Found found{block_name(text[0]), std::string(file), below.line + 1, {}};
        found.lines = with_names_changed(text, blocks);
        if (found.name.starts_with('(')) return;
        found.is_equate = below.sign.starts_with('=') || below.sign.starts_with(":=");
        try {
            if (!below.is_label && !can_be_parsed(found.lines, file, first, words)) {
                warnings.push_back(
                    fmt::format("{}:{}: {}: a comment that no label follows, and whose fields "
                                "are unknown, is not a block",
                                file, first, found.name));
                return;
            }
            if (!below.is_label) {
                throw ContractError(fmt::format("{}:{}: {}: its label does not follow the block",
                                                file, first, found.name));
            }
            found.block = parse_block(found.lines, file, first, words);
            const auto time = std::ranges::find_if(text, is_time) - text.begin();
            const bool is_own = static_cast<std::size_t>(time) < text.size();
            found.block.time_line = is_own ? first + static_cast<std::size_t>(time) : 0;
            if (std::ranges::equal(found.lines, text)) return void(blocks.push_back(found));
            for (auto* entries : {&found.block.in, &found.block.out}) {
                for (Entry& entry : *entries) entry.line = 0;
            }
            found.block.uses.line = 0;
        } catch (const ContractError& error) {
            found.fault = error.what();
        }
        blocks.push_back(std::move(found));
    });
    for (const std::size_t line : stray_fields(lines)) {
        warnings.push_back(
            fmt::format("{}:{}: fields outside of a block: it begins with a ruler, '; ' and at "
                        "least 20 dashes, and '; name -- what for'",
                        file, line));
    }
}

Sources Sources::read(const std::string& folder, const Vocabulary& words) {
    std::vector<std::string> names;
    if (!c64::is_folder(folder)) {
        throw ContractError(fmt::format("{}: there is no such folder", folder));
    }
    for (std::string& name : c64::names_in(folder)) {
        if (name.ends_with(".s") || name.ends_with(".inc")) names.push_back(std::move(name));
    }
    std::ranges::sort(names);
    return read_files(names, words, folder);
}

Sources Sources::read_files(const std::vector<std::string>& files, Vocabulary words,
                            const std::string& folder) {
    std::map<std::string, std::vector<std::string>> lines_in;
    for (const std::string& file : files) {
        read_groups(lines_in[file] = lines_of(c64::Path(folder) / file), file, words);
    }
    Sources sources;
    for (const auto& [file, lines] : lines_in) sources.add(lines, file, words);
    return sources;
}

std::string Sources::Found::cells() const {
    constexpr std::string_view dashes = " -- ", field = "; Time    ";
    std::string time;
    for (const std::string& line : lines) {
        if (line.starts_with(field)) time = line.substr(field.size());
    }
    return fmt::format("| `{}` | {} | {} |", name,
                       lines.front().substr(lines.front().find(dashes) + dashes.size()), time);
}

Names Sources::routines() const {
    Names names;
    for (const Found& found : blocks) {
        if (!found.is_equate) names.insert(found.name);
    }
    return names;
}

// --- symbols ------------------------------------------------------------------------------------

std::optional<Parts> field_symbol(std::string_view symbol) { return split(symbol, "->", 0); }

std::optional<Parts> index_symbol(std::string_view symbol) {
    const auto parts = symbol.ends_with(']') ? split(symbol, "[", 1) : std::nullopt;
    return parts && !c64::to_number(parts->part.substr(0, parts->part.find(".."))) ? parts
                                                                                   : std::nullopt;
}

namespace {

/// By index in `register_names`.
constexpr std::array<Byte emu::Registers::*, 3> whole_bytes{&emu::Registers::a, &emu::Registers::x,
                                                            &emu::Registers::y};

}  // namespace

Byte register_value(const emu::Registers& registers, char name) {
    const auto index = register_names.find(name);
    if (index < whole_bytes.size()) return registers.*whole_bytes[index];
    return registers.p >> flag_bit(name) & 1U;
}

void set_register(emu::Registers& registers, char name, Byte value) {
    const auto index = register_names.find(name);
    if (index < whole_bytes.size()) return void(registers.*whole_bytes[index] = value);
    const unsigned bit = flag_bit(name);
    registers.p = static_cast<Byte>((registers.p & ~(1U << bit)) | (value & 1U) << bit);
}

std::string pointer_name(std::string_view symbol) {
    if (!symbol.ends_with("Lo/Hi")) {
        throw ContractError(fmt::format("{} is not an address: it does not end in Lo/Hi", symbol));
    }
    return std::string(symbol.substr(0, symbol.size() - 5));
}

const Block* Program::block(std::string_view routine) const {
    const auto found = blocks.find(routine);
    return found == blocks.end() ? nullptr : &found->second;
}

Extent Program::code_of(std::string_view routine) const {
    Extent extent{image.labels.at(routine), 0x10000};
    if (extent.begin < image.end()) extent.end = image.end();
    for (const c64::Segment& segment : debug.segments()) {
        if (Extent{segment.begin, segment.end}.contains(extent.begin)) extent.end = segment.end;
    }
    for (const auto& [other, its_block] : blocks) {
        const unsigned begin = image.labels.at(other);
        if (begin > extent.begin) extent.end = std::min(extent.end, begin);
    }
    return extent;
}

Byte Program::byte(unsigned at) const {
    const unsigned index = at - image.load_address;
    return index < image.bytes.size() ? image.bytes[index] : Byte{0};
}

std::bitset<0x10000> Program::instructions(unsigned from, Extent within) const {
    using enum emu::Operation;
    std::bitset<0x10000> found;
    std::vector<unsigned> next{from};
    while (!next.empty()) {
        const unsigned at = next.back();
        next.pop_back();
        if (!within.contains(at) || found[at]) continue;
        found.set(at);
        const auto& [operation, mode] = emu::opcodes[byte(at)];
        if (mode == emu::Mode::rel) next.push_back(at + 2 + (byte(at + 1) ^ 0x80U) - 0x80U);
        if (mode == emu::Mode::abs && operation == JMP) {
            next.push_back(emu::word(byte(at + 1), byte(at + 2)));
        }
        const bool goes_on = operation != JMP && operation != RTS && operation != RTI &&
                             operation != BRK && operation != JAM;
        if (goes_on) next.push_back(at + emu::length(mode));
    }
    return found;
}

std::vector<const Block*> Program::with_named(const Block& block) const {
    std::vector<const Block*> all{&block};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const std::string& routine : all[i]->uses.routines) {
            const Block* const other = this->block(routine);
            if (other != nullptr && std::ranges::count(all, other) == 0) all.push_back(other);
        }
    }
    return all;
}

std::vector<unsigned> Program::own_operands(const Block& block) const {
    std::vector<unsigned> found;
    for (const Block* const one : with_named(block)) {
        if (!one->uses.own_operands) continue;
        const Extent code = code_of(one->name);
        const std::bitset<0x10000> own = instructions(code.begin, code);
        for (unsigned at = code.begin; at < code.end; ++at) {
            if (!own[at]) continue;
            const unsigned end = at + emu::length(emu::opcodes[byte(at)].mode);
            for (unsigned operand = at + 1; operand < end; ++operand) found.push_back(operand);
        }
    }
    return found;
}

namespace {

/// The bytes of code and read-only segments that a block's Out and Uses name.
void add_changed_code(const Program& program, const Block& block, std::set<unsigned>& found) {
    const auto add = [&](std::string_view symbol) {
        const Extent place = program.extent(symbol);
        for (unsigned at = place.begin; at < place.end; ++at) {
            const auto has_it = [&](const Extent& each) { return each.contains(at); };
            const bool is_loaded = at >= program.image.load_address && at < program.image.end();
            if (is_loaded && std::ranges::none_of(program.data, has_it)) found.insert(at);
        }
    };
    for (const Entry& entry : block.out) {
        if (!field_symbol(entry.symbol)) add(entry.symbol);
    }
    std::ranges::for_each(block.uses.items, add);
}

void leave_out_inputs(const Program& program, const Block& block, std::set<unsigned>& bytes) {
    for (const Entry& entry : block.in) {
        const Extent place = program.extent(entry.symbol);
        bytes.erase(bytes.lower_bound(place.begin), bytes.lower_bound(place.end));
    }
}

}  // namespace

std::set<unsigned> Program::changing(const Block& block) const {
    const std::vector<unsigned> own = own_operands(block);
    std::set<unsigned> found(own.begin(), own.end());
    for (const Block* const one : with_named(block)) add_changed_code(*this, *one, found);
    leave_out_inputs(*this, block, found);
    return found;
}

std::set<unsigned> Program::changed_by_others(const Block& block) const {
    std::set<unsigned> found;
    for (const auto& [routine, other] : blocks) {
        if (routine == block.name) continue;
        try {
            add_changed_code(*this, other, found);
        } catch (const ContractError&) {  // reported with that block
        }
    }
    leave_out_inputs(*this, block, found);
    return found;
}

namespace {

/// `S+3`: an argument on the stack, above the return address, unless a label is named S.
std::optional<unsigned> stack_argument(const Program& program, std::string_view symbol) {
    if (!symbol.starts_with("S+") || program.has("S")) return {};
    const auto offset = c64::to_number(symbol.substr(2));
    if (!offset || *offset < 3 || *offset > 0xff - Call::entry_s) {
        throw ContractError(
            fmt::format("arguments on the stack are S+3 to S+{}, above the return address",
                        0xff - Call::entry_s));
    }
    return 0x100U + Call::entry_s + static_cast<unsigned>(*offset);
}

}  // namespace

Extent Program::variable(std::string_view symbol) const {
    if (const auto known = variables.find(symbol); known != variables.end()) return known->second;
    if (const auto range = split(symbol, "..", 0)) {
        return {variable(range->base).begin, variable(range->part).end};
    }
    if (const auto at = stack_argument(*this, symbol)) return {*at, *at + 1};
    const auto sum = split(symbol, "+", 0);
    if (const auto offset = sum ? c64::to_number(sum->part) : std::nullopt) {
        const std::uint64_t at = variable(sum->base).begin + *offset;
        if (at <= 0xffff) return {static_cast<unsigned>(at), static_cast<unsigned>(at) + 1};
    }
    throw ContractError(fmt::format("unknown word '{}': no variable of {}", symbol, name));
}

namespace {

/// `name[3]`, `name[0..63]`, `$0400[0..39]`; a name that is an equate has no size.
Extent elements(const Program& program, std::string_view symbol) {
    const auto parts = split(symbol, "[", 1);
    const auto ranges = parts ? ranges_in(parts->part, 0xffff) : std::nullopt;
    if (!ranges || ranges->size() != 1) {
        throw ContractError(fmt::format("'{}': expected name[3] or name[0..63]", symbol));
    }
    const std::string& base = parts->base;
    const auto [first, last] = ranges->front();
    const Extent whole = program.extent(base);
    const bool is_sized = program.is_sized(base);
    if ((is_sized && last >= whole.size()) || whole.begin + last > 0xffff) {
        throw ContractError(fmt::format("'{}': {} has {} bytes", symbol, base,
                                        is_sized ? whole.size() : 0x10000 - whole.begin));
    }
    return {whole.begin + static_cast<unsigned>(first),
            whole.begin + static_cast<unsigned>(last) + 1};
}

}  // namespace

bool Program::is_sized(std::string_view symbol) const {
    return !symbol.starts_with('$') &&
           std::ranges::none_of(image.labels.all(), [&](const c64::Label& label) {
               return label.constant && label.name == symbol;
           });
}

Extent Program::extent(std::string_view symbol) const {
    if (is_register(symbol)) return {};
    if (symbol.starts_with(chip_reads)) return extent(symbol.substr(chip_reads.size()));
    if (const auto element = index_symbol(symbol)) {
        static_cast<void>(variable(element->part));
        return variable(element->base);
    }
    if (symbol.ends_with(']')) return elements(*this, symbol);
    Extent found;
    if (symbol.starts_with('$')) {
        return addresses_in(symbol);
    } else if (symbol.ends_with("Lo/Hi")) {
        const std::string pointer = pointer_name(symbol);
        found = {variable(pointer + "Lo").begin, variable(pointer + "Hi").begin + 1};
    } else if (const auto pair = split(symbol, "/", 0)) {
        found = {variable(pair->base).begin, variable(pair->part).begin + 1};
    } else {
        return variable(symbol);
    }
    if (found.size() == 0 || found.size() > 2) {
        throw ContractError(fmt::format("{} is not a pair of bytes", symbol));
    }
    return found;
}

Extent Program::place(std::string_view symbol, std::span<const Byte> ram) const {
    const Extent found = extent(symbol);
    const auto element = index_symbol(symbol);
    if (!element) return found;
    const unsigned at = found.begin + ram[variable(element->part).begin];
    return {at, at + 1};
}

std::vector<Address> Program::bytes_at(std::string_view symbol) const {
    const auto address = [&](std::string_view of) {
        const auto argument = stack_argument(*this, of);
        return argument ? static_cast<Address>(*argument) : image.labels.address(of);
    };
    if (const auto both = split(symbol, "/", 0)) {
        const bool is_name = both->base.ends_with("Lo") && both->part == "Hi" && !has("Hi");
        const std::string high =
            is_name ? both->base.substr(0, both->base.size() - 2) + "Hi" : both->part;
        const Address low_at = address(both->base), high_at = address(high);
        if (low_at == high_at) throw ContractError(fmt::format("'{}' is one byte", symbol));
        return {low_at, high_at};
    }
    const auto range = split(symbol, "..", 0);
    if (!range) return {address(symbol)};
    const unsigned first = address(range->base), last = address(range->part);
    if (last < first) {
        throw ContractError(fmt::format("'{}' goes from ${:04x} to ${:04x}", symbol, first, last));
    }
    std::vector<Address> all;
    for (unsigned at = first; at <= last; ++at) all.push_back(static_cast<Address>(at));
    return all;
}

// --- programs -----------------------------------------------------------------------------------

namespace {

/// The bytes of each label; the lowest address of a name with several.
std::map<std::string, Extent, std::less<>> variables_of(const Program& program) {
    std::map<std::string, Extent, std::less<>> found;
    const auto labels = program.image.labels.all();
    for (const c64::Label& label : labels) {
        Extent extent{label.address, 0x10000};
        if (extent.begin < program.image.end()) extent.end = program.image.end();
        for (const c64::Segment& segment : program.debug.segments()) {
            if (Extent{segment.begin, segment.end}.contains(extent.begin)) extent.end = segment.end;
        }
        for (const c64::Label& other : labels) {
            if (other.address > extent.begin && !other.constant) {
                extent.end = std::min<unsigned>(extent.end, other.address);
            }
        }
        if (label.constant) extent.end = extent.begin + 1;
        found.emplace(label.name, extent);
    }
    return found;
}

}  // namespace

Program make_program(const Subject& subject, const Sources& sources) {
    const c64::EmbeddedImage& files = *subject.image;
    Program made;
    made.name = files.name;
    made.subject = subject;
    made.image = c64::from_embedded(files);
    made.debug = *made.image.info;
    made.variables = variables_of(made);
    made.free = {made.image.end(), subject.memory_end};
    for (const c64::Segment& segment : made.debug.segments()) {
        if (segment.end == segment.begin) continue;
        if (segment.is_writable) made.data.push_back({segment.begin, segment.end});
        made.free.begin = std::max(made.free.begin, segment.end);
    }
    const LabelLines labels = label_lines(made.debug, true),
                     equates = label_lines(made.debug, false);
    for (const Sources::Found& found : sources.blocks) {
        const LabelLines& lines = found.is_equate ? equates : labels;
        const auto label =
            lines.find({c64::Path(found.file).filename().string(), found.label_line});
        const bool is_there = made.debug.empty()
                                  ? made.image.labels.find(found.name).has_value()
                                  : label != lines.end() && label->second == found.name;
        if (found.fault.empty() && !is_there) continue;
        Block block = found.block;
        std::string fault = found.fault;
        try {
            spread_arrays(made, block);
        } catch (const ContractError& error) {
            fault = fmt::format("{}:{}: {}: {}", found.file, error.line, found.name, error.what());
        }
        if (!fault.empty() && found.is_equate)
            throw ContractError(fault);  // any routine may call it
        if (!fault.empty()) {
            made.faults.emplace(found.name, fault);
        } else if (!made.blocks.emplace(found.name, block).second) {
            made.faults.emplace(found.name, fmt::format("{}:{}: {} has two blocks", found.file,
                                                        found.block.line, found.name));
        }
        if (found.is_equate) made.stubs.emplace(made.image.labels.at(found.name), found.name);
    }
    for (const std::string& name : subject.stubs) {
        if (made.block(name) == nullptr) {
            throw ContractError(fmt::format("stub '{}': no routine with a header block", name));
        }
        made.stubs.emplace(made.image.labels.at(name), name);
    }
    Names code;
    for (const auto& [place, label] : labels) code.insert(label);
    for (const auto& [routine, block] : made.blocks) code.insert(routine);
    for (const Sources::Jump& call : sources.calls) {
        if (code.contains(call.routine) && is_assembled(call, made.debug)) {
            made.called.insert(call.routine);
        }
    }
    return made;
}

bool differs(const Program& in, const Program& from, std::string_view routine) {
    Names seen;
    std::vector<std::string> next{std::string(routine)};
    while (!next.empty()) {
        const std::string name = next.back();
        next.pop_back();
        const Block* block = in.block(name);
        if (block == nullptr || !seen.insert(name).second) continue;
        if (from.block(name) == nullptr) return true;
        next.insert(next.end(), block->uses.routines.begin(), block->uses.routines.end());
    }
    return false;
}

}  // namespace ryg::claims
