// Program images: what a PRG file says, and where a BASIC line's SYS leads.
#include "c64/program/image.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

#include "c64/program/files.hpp"

namespace ryg::c64 {
namespace {

constexpr std::size_t line_header = 4;  // link and line number

std::string_view text(std::span<const unsigned char> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a file is that is no program, and what can be done with it; empty if it may be a program.
std::string other_kind(const std::string& path, std::span<const Byte> file) {
    std::string ending = Path(path).extension().string();
    std::ranges::transform(ending, ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 0x20) : letter;
    });
    if (text(file).starts_with("C64 CARTRIDGE")) return "a cartridge: give it to --cart";
    struct Kind {
        std::string_view ending{}, what{};
        std::string_view how = "copy the program out of it (c1541), or use a .d64";
    };
    constexpr std::array media{
        Kind{".d71", "a diskette of the 1571"},
        Kind{".d81", "a diskette of the 1581"},
        Kind{".x64", "a diskette in a container"},
        Kind{".g64", "a diskette as the head reads it"},
        Kind{".nib", "a diskette as the head reads it", "make a .d64 of it (nibconv)"},
        Kind{".tap", "a tape as the recorder reads it",
             "load it in an emulator with a recorder, and save a .prg"}};
    const auto kind = std::ranges::find(media, ending, &Kind::ending);
    if (kind != media.end()) return fmt::format("{}: {}", kind->what, kind->how);
    const auto is_letter = [](Byte byte) {
        return byte >= ' ' ? byte != 0x7f : byte == '\t' || byte == '\n' || byte == '\r';
    };
    constexpr std::size_t enough = 4;  // shorter ones may be programs
    if (file.size() <= enough || !std::ranges::all_of(file, is_letter)) return "";
    constexpr std::array<std::string_view, 5> sources{".s", ".asm", ".a", ".a65", ".src"};
    return std::ranges::count(sources, ending) != 0
               ? "assembly source: assemble it first, or check its routines with `ryg contract`"
               : "a text: a program begins with its load address";
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
    const std::vector<std::string> files = debug_files_beside(path);
    if (files.empty()) return image;
    auto info = std::make_shared<DebugInfo>(DebugInfo::parse(joined_debug_files(files), path));
    image.labels = info->labels();
    const bool has_dbg = files.front().ends_with(".dbg");
    if (has_dbg || !info->empty() || !info->breakpoints().empty()) image.info = std::move(info);
    const auto list = Path(path).replace_extension(".lbl");
    if (has_dbg && is_file(list)) {
        image.labels = Labels::read(list.string());
    }
    return image;
}

Image from_embedded(const EmbeddedImage& embedded) {
    Image image = parse_prg(embedded.prg, embedded.name);
    image.info = std::make_shared<DebugInfo>(DebugInfo::parse(text(embedded.debug), embedded.name));
    image.labels = image.info->labels();
    return image;
}

namespace {

/// Tokens of BASIC.
enum Token : Byte {
    DATA = 0x83,
    REM = 0x8F,
    SYS = 0x9E,
    PLUS = 0xAA,
    MINUS = 0xAB,
    TIMES = 0xAC,
    DIVIDED = 0xAD,
    PEEK = 0xC2
};

/// FOR, INPUT, READ, GOTO, RUN, IF, GOSUB, ON, WAIT, LOAD, GET.
bool leads_elsewhere(Byte token) {
    constexpr std::string_view all = "\x81\x85\x87\x89\x8a\x8b\x8d\x91\x92\x93\xa1";
    return all.find(static_cast<char>(token)) != all.npos;
}

/// A number in a line of BASIC, calculated from its front as far as it makes sense.
struct Formula {
    const Image& program;
    std::span<const Byte> rest;

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
        const double pointers = 43, behind_pointers = 47;
        const auto at = static_cast<unsigned>(address);
        if (address >= pointers && address < behind_pointers) {
            const unsigned word = at < 45 ? unsigned{basic_start} : program.end();
            return at % 2 != 0 ? word & 0xFF : word >> 8;
        }
        if (address < program.load_address || at >= program.end()) return {};
        return program.bytes[at - program.load_address];
    }
    Value factor() {
        const bool peeks = take(PEEK);
        if (take('(')) {
            const Value inner = sum();
            take(')');
            return inner && peeks ? peek(*inner) : inner;
        }
        if (peeks || next() < '0' || next() > '9') return {};
        double number = 0;
        for (; next() >= '0' && next() <= '9'; rest = rest.subspan(1)) {
            number = number * 10 + (next() - '0');
        }
        return number;
    }
    /// `inner` again and again, with one of two operators between; an operator without a second
    /// operand is left where it is.
    template <class Inner, class Apply>
    Value chain(Inner inner, Byte one, Byte other, Apply apply) {
        Value value = inner();
        while (value && (next() == one || next() == other)) {
            const auto before = rest;
            const bool is_other = next() == other;
            rest = rest.subspan(1);
            const Value operand = inner();
            if (!operand) {
                rest = before;
                break;
            }
            value = apply(*value, *operand, is_other);
        }
        return value;
    }
    Value product() {
        return chain([this] { return factor(); }, TIMES, DIVIDED,
                     [](double a, double b, bool divided) { return divided ? a / b : a * b; });
    }
    Value sum() {
        return chain([this] { return product(); }, PLUS, MINUS,
                     [](double a, double b, bool minus) { return minus ? a - b : a + b; });
    }
};

}  // namespace

bool is_basic(const Image& image) {
    if (image.load_address != basic_start || image.bytes.size() <= line_header) return false;
    const unsigned link = emu::word(image.bytes[0], image.bytes[1]);
    return link > basic_start + line_header && link <= image.end();
}

std::optional<Address> sys_address(const Image& image) {
    if (image.load_address != basic_start || image.bytes.size() < line_header) return {};
    auto rest = std::span(image.bytes);
    while (rest.size() > line_header && rest[1] != 0) {
        const auto end = std::ranges::find(rest.subspan(line_header), 0);
        const auto line = std::span(rest.begin() + line_header, end);
        bool quoted = false;
        for (std::size_t i = 0; i < line.size(); ++i) {
            quoted ^= line[i] == '"';
            if (quoted) continue;
            if (line[i] == REM || line[i] == DATA) break;
            if (leads_elsewhere(line[i])) return {};
            if (line[i] != SYS) continue;
            const auto value = Formula{image, line.subspan(i + 1)}.sum();
            if (!value || *value < 0 || *value >= 0x10000) return {};
            return static_cast<Address>(*value);
        }
        rest = rest.subspan(std::min(rest.size(), line_header + line.size() + 1));
    }
    return {};
}

}  // namespace ryg::c64
