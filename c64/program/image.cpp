// Program images: the contents of a PRG file, and the target of a BASIC line's SYS.
#include "c64/program/image.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "c64/program/files.hpp"

namespace ryg::c64 {
namespace {

constexpr std::size_t line_header = 4;  // link and line number

std::string_view text(std::span<const unsigned char> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The kind of a file that is not a program, and how to use it; empty if it may be a program.
std::string other_kind(const std::string& path, std::span<const Byte> file) {
    std::string ending = Path(path).extension().string();
    std::ranges::transform(ending, ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 0x20) : letter;
    });
    if (text(file).starts_with("C64 CARTRIDGE")) return "a cartridge: give it to --cart";
    struct OtherMedium {
        std::string_view ending{}, what{};
        std::string_view how = "copy the program out of it (c1541), or use a .d64";
    };
    constexpr std::array media{
        OtherMedium{".d71", "a disk image of the 1571"},
        OtherMedium{".d81", "a disk image of the 1581"},
        OtherMedium{".x64", "a disk image in a container"},
        OtherMedium{".g64", "a disk image with raw track data"},
        OtherMedium{".nib", "a disk image with raw track data", "make a .d64 of it (nibconv)"},
        OtherMedium{".tap", "a tape as the recorder reads it",
                    "load it in an emulator with a recorder, and save a .prg"}};
    const auto kind = std::ranges::find(media, ending, &OtherMedium::ending);
    if (kind != media.end()) return fmt::format("{}: {}", kind->what, kind->how);
    const auto is_letter = [](Byte byte) {
        return byte >= ' ' ? byte != 0x7f : byte == '\t' || byte == '\n' || byte == '\r';
    };
    constexpr std::size_t enough = 4;  // shorter ones may be programs
    const auto ascii = std::ranges::count_if(file, [](Byte byte) { return byte < 0x80; });
    const bool may_be_program = file.size() <= enough || std::cmp_less(2 * ascii, file.size());
    if (may_be_program || !std::ranges::all_of(file, is_letter)) return "";
    return "a text: a program begins with its load address; assemble a source first";
}

}  // namespace

Image parse_prg(std::span<const Byte> file, std::string_view name) {
    if (file.size() < 3) {
        throw ImageError(
            fmt::format("{}: no program: shorter than a load address and one byte", name));
    }
    Image image;
    image.name = name;
    image.load_address = emu::word(file[0], file[1]);
    image.bytes.assign(file.begin() + 2, file.end());
    if (image.end() > 0x10000) {
        throw ImageError(fmt::format("{}: too long: {} bytes from ${:04x} go beyond $ffff", name,
                                     image.bytes.size(), image.load_address));
    }
    return image;
}

Image parse_p00(std::span<const Byte> file, std::string_view name) {
    constexpr std::string_view magic{"C64File\0", 8};
    constexpr std::size_t header = 26;
    if (!text(file).starts_with(magic)) return parse_prg(file, name);
    return parse_prg(file.subspan(std::min(header, file.size())), name);
}

std::vector<Byte> read_bytes(const std::string& path, std::size_t most) {
    const auto file = read_file(path, most + 1);
    if (!file) {
        throw ImageError(fmt::format("{}: {}", path,
                                     is_folder(path)     ? "cannot be read: it is a directory"
                                     : path_exists(path) ? "cannot be read"
                                                         : "no such file"));
    }
    if (file->size() > most) {
        throw ImageError(fmt::format("{}: too long: more than {} bytes", path, most));
    }
    return {file->begin(), file->end()};
}

Image read_prg(const std::string& path) {
    constexpr std::size_t longest = 0x10002 + 26;
    const std::vector<Byte> file = read_bytes(path, std::size_t{1} << 24);
    if (const std::string kind = other_kind(path, file); !kind.empty()) {
        throw ImageError(fmt::format("{}: {}", path, kind));
    }
    if (file.size() > longest) {
        throw ImageError(fmt::format("{}: too long: more than {} bytes", path, longest));
    }
    Image image = parse_p00(file, path);
    read_debug_files(image, path);
    return image;
}

void read_debug_files(Image& image, const std::string& path) {
    const std::vector<std::string> files = debug_files_beside(path);
    if (files.empty()) return;
    auto info = std::make_shared<DebugInfo>(
        DebugInfo::parse(joined_debug_files(files), files.front(), &image.warnings));
    for (const std::string& file : files) {
        if (read_file(file, 0)) continue;
        image.warnings.push_back(fmt::format("{}: cannot be read: the file is not used", file));
    }
    image.labels = info->labels();
    std::vector<Address> borders = image.labels.borders();
    borders.push_back(image.load_address);
    if (image.end() < 0x10000) borders.push_back(static_cast<Address>(image.end()));
    image.labels.divide(std::move(borders));
    const bool has_dbg = files.front().ends_with(".dbg") && !info->segments().empty();
    if (has_dbg || !info->empty() || !info->breakpoints().empty()) image.info = std::move(info);
}

Image from_embedded(const EmbeddedImage& embedded) {
    Image image = parse_prg(embedded.prg, embedded.name);
    image.info = std::make_shared<DebugInfo>(
        DebugInfo::parse(text(embedded.debug), embedded.name, &image.warnings));
    image.labels = image.info->labels();
    return image;
}

namespace {

/// Tokens of BASIC.
enum Token : Byte {
    DATA = 0x83,
    LET = 0x88,
    REM = 0x8F,
    POKE = 0x97,
    SYS = 0x9E,
    PLUS = 0xAA,
    MINUS = 0xAB,
    TIMES = 0xAC,
    DIVIDED = 0xAD,
    LESS = 0xB3,  // the last operator token
    EQUALS = 0xB2,
    INT = 0xB5,
    PEEK = 0xC2
};

/// END, FOR, INPUT, READ, GOTO, RUN, IF, GOSUB, RETURN, STOP, ON, WAIT, LOAD, GET, NEW.
bool leads_elsewhere(Byte token) {
    constexpr std::string_view all = "\x80\x81\x85\x87\x89\x8a\x8b\x8d\x8e\x90\x91\x92\x93\xa1\xa2";
    return all.find(static_cast<char>(token)) != all.npos;
}

bool is_letter(Byte byte) { return byte >= 'A' && byte <= 'Z'; }
bool is_digit(Byte byte) { return byte >= '0' && byte <= '9'; }

/// A BASIC statement whose numbers are calculated as far as they are known.
struct BasicStatement {
    const Image& program;
    const BasicStart& before;
    std::map<std::string, double>& variables;
    std::span<const Byte> rest;
    unsigned depth = 0;  // of parentheses and signs

    using Value = std::optional<double>;

    Byte next() {
        while (!rest.empty() && rest.front() == ' ') rest = rest.subspan(1);
        return rest.empty() ? Byte{0} : rest.front();
    }
    bool take(Byte byte) {
        if (next() != byte) return false;
        rest = rest.subspan(1);
        return true;
    }
    Value peek(double address) const {
        constexpr unsigned pointers = 43, behind_pointers = 47;
        if (address < 0 || address >= 0x10000) return {};
        const auto at = static_cast<unsigned>(address);
        for (auto poke = before.pokes.rbegin(); poke != before.pokes.rend(); ++poke) {
            if (poke->first == at) return poke->second;
        }
        if (at >= pointers && at < behind_pointers) {
            const unsigned word = at < 45 ? unsigned{basic_start} : program.end();
            return at % 2 != 0 ? word & 0xFF : word >> 8;
        }
        if (address < program.load_address || at >= program.end()) return {};
        return program.bytes[at - program.load_address];
    }
    /// The two significant letters of a numeric variable; empty if there is no such name.
    std::string name() {
        std::string found;
        if (!is_letter(next())) return found;
        for (; is_letter(next()) || is_digit(next()); rest = rest.subspan(1)) {
            if (found.size() < 2) found += static_cast<char>(next());
        }
        return next() == '%' || next() == '$' || next() == '(' ? "" : found;
    }
    Value factor() {
        constexpr unsigned deepest = 100;
        if (depth == deepest) return {};
        ++depth;
        const Value value = deeper();
        --depth;
        return value;
    }
    Value deeper() {
        if (take(MINUS)) {
            const Value inner = factor();
            return inner ? Value(-*inner) : Value();
        }
        const bool peeks = take(PEEK), rounds = !peeks && take(INT);
        if (take('(')) {
            const Value inner = sum();
            take(')');
            return !inner ? Value() : peeks ? peek(*inner) : rounds ? std::floor(*inner) : *inner;
        }
        if (peeks || rounds) return {};
        if (is_letter(next())) {
            const auto known = variables.find(name());
            return known == variables.end() ? Value() : known->second;
        }
        if (!is_digit(next()) && next() != '.') return {};
        double number = 0, scale = 1;
        for (; is_digit(next()); rest = rest.subspan(1)) number = number * 10 + (next() - '0');
        if (take('.')) {
            for (; is_digit(next()); rest = rest.subspan(1))
                number += (next() - '0') * (scale /= 10);
        }
        if (take('E')) {
            const bool is_negative = take(MINUS);
            if (!is_negative) take(PLUS);
            int exponent = 0;
            for (; is_digit(next()); rest = rest.subspan(1))
                exponent = std::min(100, exponent * 10 + (next() - '0'));
            number *= std::pow(10, is_negative ? -exponent : exponent);
        }
        return number;
    }
    /// A chain of `inner` values joined by one of two operators.
    template <class Inner, class Apply>
    Value chain(Inner inner, Byte one, Byte other, Apply apply) {
        Value value = inner();
        while (value && (next() == one || next() == other)) {
            const bool is_other = next() == other;
            rest = rest.subspan(1);
            const Value operand = inner();
            value = operand ? Value(apply(*value, *operand, is_other)) : operand;
        }
        return value;
    }
    Value product() {
        return chain([this] { return factor(); }, TIMES, DIVIDED,
                     [](double a, double b, bool divided) { return divided ? a / b : a * b; });
    }
    Value sum() {
        const Value value =
            chain([this] { return product(); }, PLUS, MINUS,
                  [](double a, double b, bool minus) { return minus ? a - b : a + b; });
        return next() >= PLUS && next() <= LESS ? Value() : value;  // unsupported operator
    }
    /// A number up to `most`; ignores the text after it.
    std::optional<unsigned> number(unsigned most) {
        const Value value = sum();
        if (!value || !(*value >= 0 && *value < most + 1.0)) return {};
        return static_cast<unsigned>(*value);
    }
    /// Executes an assignment to a numeric variable. False for any other statement.
    bool assigns() {
        take(LET);
        const std::string variable = name();
        if (variable.empty() || !take(EQUALS)) return false;
        const Value value = sum();
        if (value) variables[variable] = *value;
        return value && next() == 0;
    }
    std::optional<std::pair<Address, Byte>> poke() {
        const auto at = number(0xFFFF);
        const auto value = at && take(',') ? number(0xFF) : std::nullopt;
        if (!value) return {};
        return std::pair(static_cast<Address>(*at), static_cast<Byte>(*value));
    }
};

/// The statements of a line; a REM extends to its end.
std::vector<std::span<const Byte>> statements(std::span<const Byte> line) {
    std::vector<std::span<const Byte>> all;
    bool quoted = false, is_rem = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
        const bool ends = i == line.size() || (line[i] == ':' && !quoted && !is_rem);
        if (ends) {
            while (begin < i && line[begin] == ' ') ++begin;
            if (i > begin) all.push_back(line.subspan(begin, i - begin));
            begin = i + 1;
        } else {
            quoted ^= line[i] == '"';
            is_rem |= line[i] == REM && !quoted;
        }
    }
    return all;
}

/// The keyword of a statement's first token.
std::string_view word_of(Byte token) {
    constexpr std::array<std::string_view, 0x23> words{
        "END",  "FOR",  "NEXT", "DATA",    "INPUT#", "INPUT",  "DIM",    "READ",  "LET",
        "GOTO", "RUN",  "IF",   "RESTORE", "GOSUB",  "RETURN", "REM",    "STOP",  "ON",
        "WAIT", "LOAD", "SAVE", "VERIFY",  "DEF",    "POKE",   "PRINT#", "PRINT", "CONT",
        "LIST", "CLR",  "CMD",  "SYS",     "OPEN",   "CLOSE",  "GET",    "NEW"};
    return token >= 0x80 && token - 0x80U < words.size() ? words[token - 0x80U] : "a statement";
}

/// The bytes of the image from the start of BASIC on.
std::span<const Byte> basic_part(const Image& image) {
    if (image.load_address > basic_start || image.end() <= basic_start) return {};
    return std::span(image.bytes).subspan(basic_start - image.load_address);
}

}  // namespace

bool is_basic(const Image& image) {
    const auto bytes = basic_part(image);
    if (bytes.size() <= line_header) return false;
    const unsigned link = emu::word(bytes[0], bytes[1]);
    return link > basic_start + line_header && link <= image.end();
}

BasicStart start_of_basic(const Image& image) {
    BasicStart found;
    std::map<std::string, double> variables;
    auto rest = basic_part(image);
    while (rest.size() > line_header && rest[1] != 0) {
        const auto end = std::ranges::find(rest.subspan(line_header), 0);
        const auto line = std::span(rest.begin() + line_header, end);
        for (const auto statement : statements(line)) {
            const Byte token = statement.front();
            BasicStatement rest_of{image, found, variables, statement.subspan(1)};
            if (token == REM || token == DATA) continue;
            if (token == SYS) {
                if (const auto at = rest_of.number(0xFFFF)) found.at = static_cast<Address>(*at);
                return found;
            }
            bool quoted = false;
            for (const Byte byte : statement) {
                quoted ^= byte == '"';
                if (!quoted && leads_elsewhere(byte)) return found;
            }
            const auto poke = token == POKE ? rest_of.poke() : std::nullopt;
            if (poke) {
                found.pokes.push_back(*poke);
            } else if (!BasicStatement{image, found, variables, statement}.assigns()) {
                found.skipped.push_back(
                    fmt::format("line {}: {}", emu::word(rest[2], rest[3]), word_of(token)));
            }
        }
        rest = rest.subspan(std::min(rest.size(), line_header + line.size() + 1));
    }
    return found;
}

std::optional<Address> sys_address(const Image& image) { return start_of_basic(image).at; }

}  // namespace ryg::c64
