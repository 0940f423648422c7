// Readers of listings, symbols and maps of assemblers other than ca65, one per format.
#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

#include "c64/program/debug_records.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"
#include "emu/opcodes.hpp"

namespace ryg::c64 {
namespace {

using std::string_view;

constexpr string_view gaps = " \t\r";

/// Removes and returns the text before `end`, or all of it, without blanks around it.
string_view take(string_view& text, string_view end = gaps) {
    text.remove_prefix(std::min(text.find_first_not_of(gaps), text.size()));
    const auto length = std::min(text.find_first_of(end), text.size());
    string_view found = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    return found.substr(0, found.find_last_not_of(gaps) + 1);
}

/// The first lines of a text, which identify its format.
string_view begin_of(string_view text) {
    const auto first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    return text.substr(first, 200);
}

std::optional<Address> hex_address(string_view text) {
    const auto value = text.starts_with('-') ? std::nullopt : to_number(text, 16);
    if (!value || *value > 0xFFFF) return {};
    return static_cast<Address>(*value);
}

unsigned decimal(string_view text) {
    const auto value = digits_of(text, 10);
    return value && *value < 10'000'000 ? static_cast<unsigned>(*value) : 0;
}

/// Replaces tabs by blanks up to the next multiple of eight columns.
std::string expanded(string_view line) {
    std::string text;
    for (const char letter : line) {
        if (letter == '\t') {
            text.resize(text.size() / 8 * 8 + 8, ' ');
        } else {
            text += letter;
        }
    }
    return text;
}

string_view from(const std::string& text, std::size_t begin, std::size_t end = string_view::npos) {
    const auto first = std::min(begin, text.size());
    return string_view(text).substr(first, end == string_view::npos ? end : end - begin);
}

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '@' || c == '.';
}

/// The bytes in a column of hex_address digits.
unsigned bytes_in(string_view hex) {
    const auto digits = std::ranges::count_if(
        hex, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
    return static_cast<unsigned>(digits) / 2;
}

std::string in_small_letters(string_view text) {
    std::string made(text);
    std::ranges::transform(made, made.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return made;
}

/// Whether a line of source that begins with this name, in its first column or before a colon,
/// defines a global label.
bool defines_label(string_view line, string_view name, string_view next) {
    if (name.starts_with('.') || name.starts_with('@') || name.starts_with('_')) return false;
    constexpr std::array macros{"macro", "mac", "segment", "function", "struct", "union"};
    const std::string after = in_small_letters(next.substr(next.starts_with('.') ? 1 : 0));
    if (std::ranges::count(macros, after) != 0) return false;
    const auto at = line.find(name);
    if (line.substr(at + name.size()).starts_with(':')) return true;
    return at == 0 && std::ranges::count(emu::operation_names, in_small_letters(name)) == 0;
}

/// A listing's lines, in order.
class ListingReader {
  public:
    ListingReader(string_view name, DebugRecords& into) : name_(name), into_(into) {}

    /// A source line: its number if known, its address, the number of bytes shown, whether there are
    /// more.
    void line(std::optional<SourceLine> source, std::optional<Address> address, unsigned shown,
              bool more, string_view text);
    /// Further bytes of the line before.
    void more(unsigned shown) {
        if (is_numbered_) rows_.back().shown += shown;
    }
    /// Makes spans of the lines. Throws DebugFileError if no line has bytes.
    void end();

  private:
    struct ListedLine {
        SourceLine source;
        Address address = 0;
        unsigned shown = 0;
        bool more = false, is_data = false;
    };
    string_view name_;
    DebugRecords& into_;
    std::vector<ListedLine> rows_;
    std::size_t waiting_ = 0;                       // number of definitions with an address
    bool has_bytes_ = false, is_numbered_ = false;  // is_numbered_: the last line
};

void ListingReader::line(std::optional<SourceLine> source, std::optional<Address> address,
                         unsigned shown, bool more, string_view text) {
    string_view rest = text;
    rest.remove_prefix(std::min(rest.find_first_not_of(gaps), rest.size()));
    const auto end = std::ranges::find_if_not(rest, in_name) - rest.begin();
    std::string name(rest.substr(0, static_cast<std::size_t>(end)));
    rest.remove_prefix(name.size());
    const string_view next = take(rest);
    if (!name.empty()) {
        const bool is_constant =
            next.starts_with('=') || next.starts_with(":=") || next == "equ" || next == "EQU";
        const bool is_label = !is_constant && defines_label(text, name, next);
        if (name.starts_with('.')) name.erase(0, 1);
        into_.definitions.push_back({std::move(name), source, 0x10000, is_constant, is_label});
    }
    if (!address) return;
    for (; waiting_ < into_.definitions.size(); ++waiting_) {
        into_.definitions[waiting_].address = *address;
    }
    if (shown == 0 && !more) return;
    has_bytes_ = true;
    is_numbered_ = source.has_value();
    if (source) rows_.push_back({*source, *address, shown, more, is_data_directive(text)});
}

void ListingReader::end() {
    if (!has_bytes_) {
        throw DebugFileError(fmt::format("{}: a listing in which no line has bytes", name_));
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const ListedLine& row = rows_[i];
        unsigned end = row.address + row.shown;
        if (row.more && i + 1 < rows_.size() && rows_[i + 1].address > end) {
            end = rows_[i + 1].address;
        }
        end = std::min(end, 0x10000U);
        if (end == row.address) continue;
        into_.spans.push_back({row.source, row.address, end - row.address});
        for (unsigned at = row.address; row.is_data && at < end; ++at) into_.data.set(at);
    }
}

// --- ACME ---------------------------------------------------------------------------------------

constexpr string_view acme_source = "; ******** Source: ";

/// `--report`: number, address and up to eight bytes in fixed columns.
void read_acme(string_view text, string_view file, DebugRecords& into) {
    constexpr std::size_t address = 8, bytes = 13, dots = 29, source = 32;
    ListingReader listing(file, into);
    std::size_t index = 0;
    for_each_line(text, [&](string_view line, unsigned) {
        if (line.starts_with(acme_source)) {
            index = into.file(line.substr(acme_source.size()));
            return;
        }
        const std::string row(line);
        string_view number = from(row, 0, address);
        const unsigned count = decimal(take(number));
        if (count == 0) return;
        listing.line(SourceLine{index, count}, hex_address(from(row, address, bytes - 1)),
                     bytes_in(from(row, bytes, dots)), from(row, dots, source) == "...",
                     from(row, source));
    });
    listing.end();
}

// --- 64tass -------------------------------------------------------------------------------------

constexpr string_view tass = "64tass Turbo Assembler Macro";

/// `--list` with `--line-numbers`: the heading gives the columns.
void read_64tass(string_view text, string_view file, DebugRecords& into) {
    constexpr string_view header = ";******  ";
    ListingReader listing(file, into);
    std::map<std::string, std::size_t, std::less<>> numbered;  // file numbers by name
    std::string heading, current = "0";
    bool lacks_numbers = false;
    for_each_line(text, [&](string_view line, unsigned) {
        if (line.starts_with(";Line") || line.starts_with(";Offset")) heading = expanded(line);
        if (const auto at = line.find(header); at != line.npos) {
            const string_view rest = line.substr(at);
            const auto name = rest.find("file: ");
            if (name == rest.npos) return;
            current = line.starts_with(':') ? line.substr(1, line.find('\t') - 1) : "";
            numbered.emplace(current, into.file(rest.substr(name + 6)));
            return;
        }
        if (heading.empty() || line.empty() || line.starts_with(';')) return;
        const bool has_numbers = heading.starts_with(";Line");
        string_view rest = line;
        string_view number = has_numbers ? rest.substr(0, rest.find('\t')) : "";
        if (has_numbers) rest.remove_prefix(std::min(number.size() + 1, rest.size()));
        const string_view place = rest.substr(0, rest.find('\t'));
        rest.remove_prefix(std::min(place.size() + 1, rest.size()));
        const string_view hex = rest.substr(0, rest.find('\t'));
        const std::string row = expanded(line);
        const string_view source = from(row, heading.find(";Source"));
        const bool is_data = place.starts_with('>');
        if (number.empty() && is_data && rest == hex) return listing.more(bytes_in(hex));
        if (const auto colon = number.find(':'); colon != number.npos) {
            current = number.substr(colon + 1);
            number = number.substr(0, colon);
        }
        const auto known = numbered.find(current);
        std::optional<SourceLine> at;
        if (!number.empty() && known != numbered.end())
            at = SourceLine{known->second, decimal(number)};
        std::optional<Address> address;
        if (is_data || place.starts_with('.')) address = hex_address(place.substr(1));
        if (number.empty() && address && !lacks_numbers) {
            lacks_numbers = true;
            into.left_out.push_back(fmt::format(
                "{}: a listing of 64tass without line numbers{}: labels only. Use --line-numbers, "
                "and name an empty file first, whose lines it does not number: 64tass /dev/null "
                "game.asm",
                file,
                known == numbered.end() ? "" : fmt::format(" of {}", into.files[known->second])));
        }
        const unsigned shown = bytes_in(hex);
        listing.line(at, address, shown, is_data && shown == 0, source);
    });
    listing.end();
}

/// `--map`: the ranges of memory that contain bytes.
void read_64tass_map(string_view text, string_view /*file*/, DebugRecords& into) {
    for_each_line(text, [&](string_view line, unsigned) {
        const auto dash = line.find("-$");
        if (!line.starts_with("Data:") || dash == line.npos || dash < 5) return;
        const auto first = hex_address(line.substr(line.find('$'), dash - line.find('$')));
        string_view rest = line.substr(dash + 1);
        const auto last = hex_address(take(rest));
        if (!first || !last) return;
        into.segments.push_back({fmt::format("${:04x}", *first), *first, *last + 1U, false});
    });
}

/// `--dump-labels`: `game.asm:5:1: start = $1002`. Values that are not numbers are skipped.
struct Dumped {
    string_view file, name;
    unsigned line = 0;
    std::optional<Address> address;
};
std::optional<Dumped> dumped(string_view line) {
    const auto equals = line.find(" = ");
    const auto end = line.rfind(": ", equals);
    if (equals == line.npos || end == line.npos) return {};
    const auto column = line.rfind(':', end - 1);
    const auto number = column == line.npos ? column : line.rfind(':', column - 1);
    if (number == line.npos) return {};
    Dumped found{line.substr(0, number), line.substr(end + 2, equals - end - 2),
                 decimal(line.substr(number + 1, column - number - 1)),
                 hex_address(line.substr(equals + 3))};
    if (found.line == 0 || decimal(line.substr(column + 1, end - column - 1)) == 0) return {};
    if (!line.substr(equals + 3).starts_with('$')) found.address.reset();
    return found;
}
void read_64tass_dump(string_view text, string_view /*file*/, DebugRecords& into) {
    for_each_line(text, [&](string_view line, unsigned) {
        const auto found = dumped(line);
        if (!found || !found->address) return;
        into.label(found->name, *found->address, SourceLine{into.file(found->file), found->line});
    });
}

// --- DASM ---------------------------------------------------------------------------------------

constexpr string_view dasm_symbols = "--- Symbol List", dasm_file = "------- FILE ";

/// `-s`: name, address, flags.
void read_dasm_symbols(string_view text, string_view /*file*/, DebugRecords& into) {
    for_each_line(text, [&](string_view line, unsigned) {
        if (line.starts_with("---")) return;
        const string_view name = take(line);
        const auto address = hex_address(take(line));
        if (!name.empty() && address) {
            into.label(name, *address);
        }
    });
}

/// `-l`: number, address, bytes and source in fixed columns. A macro's lines come after the line
/// that uses it, whose number is 0, and are counted from 1.
void read_dasm(string_view text, string_view file, DebugRecords& into) {
    constexpr std::size_t bytes = 31, star = 42, source = 43;
    ListingReader listing(file, into);
    std::map<std::string, unsigned, std::less<>> macros;  // number of lines of each
    std::vector<unsigned> left;                           // lines left in each open macro
    std::map<std::size_t, unsigned> last;                 // last line of each file
    std::string defining;
    std::size_t index = 0;
    for_each_line(text, [&](string_view line, unsigned) {
        if (line.starts_with(dasm_file)) {
            const auto name = line.substr(dasm_file.size());
            index = into.file(name.substr(0, name.find(" LEVEL ")));
            return;
        }
        const std::string row = expanded(line);
        string_view rest = row;
        const string_view number = take(rest);
        string_view place = take(rest);
        if (place.starts_with('U')) place.remove_prefix(1);
        const auto address = hex_address(place);
        if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return;
        string_view words = from(row, source);
        const string_view first = take(words), second = take(words);
        while (!left.empty() && left.back() == 0) left.pop_back();
        const bool in_macro = !left.empty();
        if (in_macro) --left.back();
        const unsigned count = decimal(number);
        if (count == 0) {
            if (const auto used = macros.find(first.empty() ? second : first);
                used != macros.end()) {
                left.push_back(used->second);
                if (!in_macro) ++last[index];
            }
            return;
        }
        if (!in_macro) last[index] = count;
        if (first == "ENDM" || first == "endm") defining.clear();
        if (!defining.empty()) ++macros[defining];
        if (first == "MAC" || first == "mac" || first == "MACRO" || first == "macro") {
            defining = second;
            macros[defining] = 0;
        }
        listing.line(SourceLine{index, last[index]}, address, bytes_in(from(row, bytes, star)),
                     from(row, star, source) == "*", in_macro ? "" : from(row, source));
    });
    listing.end();
}

// --- vasm ---------------------------------------------------------------------------------------

/// `-L`: `00:1000 A9FF  <tab>   4: source`; more bytes of a line come without a number. Then the
/// symbols by name, `main  00:1000` (A: absolute, E: a number), and by value.
void read_vasm(string_view text, string_view file, DebugRecords& into) {
    constexpr string_view source = "Source: \"", symbols = "Symbols by ";
    ListingReader listing(file, into);
    string_view part;
    std::size_t index = 0;
    for_each_line(text, [&](string_view line, unsigned) {
        if (line.starts_with(symbols)) part = line;
        if (line.starts_with(source)) {
            part = source;
            line.remove_prefix(source.size());
            index = into.file(line.substr(0, line.find('"')));
            return;
        }
        const auto tab = std::min(line.find('\t'), line.size());
        string_view rest = line.substr(0, tab);
        const string_view first = take(rest), second = take(rest);
        if (part == source) {
            const auto address = hex_address(first.substr(first.find(':') + 1));
            rest = line.substr(std::min(tab + 1, line.size()));
            const unsigned number = decimal(take(rest, ":")), shown = bytes_in(second);
            if (number != 0) listing.line(SourceLine{index, number}, address, shown, false, rest);
            if (number == 0 && address) listing.more(shown);
        } else if (part == "Symbols by name:" && second.find(':') != second.npos) {
            const auto address = hex_address(second.substr(second.find(':') + 1));
            if (!address) return;
            into.label(first, *address, {}, !second.starts_with("E:"));
        }
    });
    listing.end();
}

// --- xa65 ---------------------------------------------------------------------------------------

/// `-l`: `name, 0x1000, 0, 0x0000`; the third field is not 0 for a label local to a block.
bool is_xa(string_view text) {
    string_view line = text.substr(0, text.find('\n'));
    take(line, ",");
    return take(line, ",").starts_with("0x") && !take(line, ",").empty() && !line.empty();
}
void read_xa(string_view text, string_view file, DebugRecords& into) {
    for_each_line(text, [&](string_view line, unsigned number) {
        string_view rest = line;
        const string_view name = take(rest, ",");
        const auto address = hex_address(take(rest, ","));
        if (name.empty() || !address) {
            throw DebugFileError(fmt::format("{}:{}: not a label of xa: '{}'", file, number, line));
        }
        into.label(name, *address);
        into.symbols.back().is_inner = take(rest, ",").find_first_not_of(" 0") != rest.npos;
    });
}

// --- KickAssembler ------------------------------------------------------------------------------

/// `-debugdump` writes XML with a row a line.  [KICK]
void read_kick(string_view text, string_view file, DebugRecords& into) {
    std::map<std::string, std::size_t, std::less<>> numbered;
    std::string element;
    for_each_line(text, [&](string_view line, unsigned number) {
        const auto at = std::min(line.find_first_not_of(gaps), line.size());
        line.remove_prefix(at);
        if (line.starts_with('<')) {
            element = line.substr(1, line.find_first_of(" >/", 2) - 1);
            return;
        }
        std::vector<string_view> fields;
        for (string_view rest = line; !rest.empty();) fields.push_back(take(rest, ","));
        const auto field = [&](std::size_t i) { return i < fields.size() ? fields[i] : ""; };
        const auto source = [&](std::size_t i) -> std::optional<SourceLine> {
            const auto known = numbered.find(field(i));
            const unsigned count = decimal(field(i + 1));
            if (known == numbered.end() || count == 0) return {};
            return SourceLine{known->second, count};
        };
        if (fields.empty()) return;
        const auto fail = [&] {
            throw DebugFileError(
                fmt::format("{}:{}: not a row of <{}>: '{}'", file, number, element, line));
        };
        if (element == "Sources") {
            numbered.emplace(field(0), into.file(field(1)));
        } else if (element == "Block") {
            const auto first = hex_address(field(0)), last = hex_address(field(1));
            const auto line_of = source(2);
            if (!first || !last || *last < *first) return fail();
            if (line_of) into.spans.push_back({*line_of, *first, *last - *first + 1U});
        } else if (element == "Labels") {
            const auto address = hex_address(field(1));
            if (!address || field(2).empty()) return fail();
            into.label(field(2), *address, source(5));
        } else if (element == "Breakpoints") {
            const auto address = hex_address(field(1));
            if (!address) return fail();
            string_view argument = line;
            take(argument, ",");
            take(argument, ",");
            into.breakpoints.push_back(fmt::format("${:04x} {}", *address, argument));
        }
    });
}

// --- all ----------------------------------------------------------------------------------------

void read_labels(string_view text, string_view file, DebugRecords& into) {
    std::vector<std::string> wrong;
    const Labels labels = Labels::parse(text, file, &wrong);
    if (wrong.size() > labels.all().size()) {
        throw LabelFileError(
            fmt::format("{}, and the file is no debug file, listing or map of ld65, ACME, "
                        "64tass, DASM, vasm, xa, KickAssembler or Oscar64",
                        wrong.front()));
    }
    if (!wrong.empty()) {
        into.left_out.push_back(
            fmt::format("{}: left out{}", wrong.front(),
                        wrong.size() > 1 ? fmt::format(", with {} more", wrong.size() - 1) : ""));
    }
    for_each_line(text, [&](string_view line, unsigned) {  // as Kick Assembler writes .break
        if (take(line) == "break" && !line.starts_with('=')) into.breakpoints.emplace_back(line);
    });
    std::set<std::pair<std::string, Address>> known;  // ld65's list has equates as labels
    for (const ScopedSymbol& symbol : into.symbols) known.emplace(symbol.name, symbol.address);
    for (const Label& label : labels.all()) {
        if (known.contains({label.name, label.address})) continue;
        into.label(label.name, label.address, {}, !label.constant);
    }
}
void read_nothing(string_view /*text*/, string_view /*file*/, DebugRecords& /*into*/) {}

constexpr std::array<DebugFormat, 15> formats{{
    {"ld65's debug file", is_ld65, read_ld65},
    {"the debug file of an old ld65", is_old_ld65, read_old_ld65},
    {"a report of ACME", [](string_view text) { return begin_of(text).starts_with(acme_source); },
     read_acme},
    {"a listing of 64tass",
     [](string_view text) {
         return begin_of(text).starts_with("; ") && begin_of(text).substr(2).starts_with(tass);
     },
     read_64tass},
    {"a map of 64tass", [](string_view text) { return begin_of(text).starts_with(tass); },
     read_64tass_map},
    {"dumped labels of 64tass",
     [](string_view text) { return dumped(text.substr(0, text.find('\n'))).has_value(); },
     read_64tass_dump},
    {"symbols of DASM", [](string_view text) { return begin_of(text).starts_with(dasm_symbols); },
     read_dasm_symbols},
    {"a listing of DASM", [](string_view text) { return begin_of(text).starts_with(dasm_file); },
     read_dasm},
    {"a listing of vasm",
     [](string_view text) {
         return begin_of(text).starts_with("Sections:") && text.find("Source: \"") != text.npos;
     },
     read_vasm},
    {"labels of xa", is_xa, read_xa},
    {"a debug file of KickAssembler",
     [](string_view text) { return begin_of(text).find("<C64debugger") != text.npos; }, read_kick},
    {"debug information of Oscar64", is_oscar, read_oscar},
    {"a map of Oscar64", is_oscar_map, read_oscar_map},
    // Recognised, but of no use here.
    {"a map of ld65 or listing of ca65",
     [](string_view text) {
         return begin_of(text).starts_with("Modules list:") || begin_of(text).starts_with("ca65 V");
     },
     read_nothing},
    {"labels", [](string_view /*text*/) { return true; }, read_labels},
}};

}  // namespace

std::size_t DebugRecords::file(string_view name) {
    const auto known = static_cast<std::size_t>(std::ranges::find(files, name) - files.begin());
    if (known == files.size()) files.emplace_back(name);
    return known;
}

const DebugFormat& debug_format(string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    return *std::ranges::find_if(formats, [&](const auto& format) { return format.knows(text); });
}

bool is_data_directive(string_view source) {
    // Directives of ca65, 64tass, ACME, DASM, xa and KickAssembler, without the leading sign.
    constexpr string_view directives =
        " byte byt by 8 08 h hex char fill fi res ds dsb align word wo wor addr 16 le16 be16 rta "
        "24 "
        "32 dword long dint lint sint dbyt faraddr asciiz asc text tx txt pet raw scr scrxor ct "
        "null "
        "shift shiftl ptext bits tag incbin incprg binary bin import literal lobytes hibytes "
        "bankbytes dc db dw dv dsc skip dfill da ";
    string_view rest = source.substr(0, source.find(';'));
    bool begins = !rest.empty() && gaps.find(rest.front()) != gaps.npos;
    while (true) {
        std::string word = in_small_letters(take(rest));
        if (word.empty()) return false;
        const bool is_marked = word.front() == '.' || word.front() == '!';
        if (is_marked) word.erase(0, 1);
        if (const auto suffix = word.find('.'); suffix != word.npos) word.erase(suffix);
        if (directives.find(fmt::format(" {} ", word)) != directives.npos) return true;
        if (begins && !word.ends_with(':')) return false;
        begins = begins || !word.ends_with(':');  // allows one label without colon
    }
}

}  // namespace ryg::c64
