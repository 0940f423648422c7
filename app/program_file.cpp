// Reads programs. A name without path and extension is a program inside ryg, any other first a
// file.
#include "app/program_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

#include "app/file_program.hpp"
#include "app/game_verb.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/media/disk_image.hpp"
#include "c64/media/tape_image.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {

bool has_ending(std::string_view name, std::string_view ending) {
    return name.size() >= ending.size() &&
           std::ranges::equal(name.substr(name.size() - ending.size()), ending,
                              [](char a, char b) { return std::tolower(a) == b; });
}

c64::DiskImage read_diskette(const std::string& path) {
    constexpr std::size_t largest = 206'114;
    return c64::DiskImage::parse(c64::read_bytes(path, largest), path);
}

bool labels_fit(const c64::Image& image) {
    const auto fits = [&](const c64::Label& label) {
        return !label.constant && label.address >= image.load_address &&
               label.address < image.end();
    };
    const auto& labels = image.labels.all();
    return std::ranges::all_of(labels, &c64::Label::constant) || std::ranges::any_of(labels, fits);
}

bool has_segment(const c64::Image& image) {
    return std::ranges::any_of(image.info->segments(), [&](const c64::Segment& segment) {
        return segment.begin >= image.load_address && segment.begin < image.end();
    });
}

namespace {

/// Warns of errors in the files beside a program, which it does not need to run.
void warn(const c64::Image& image, const std::string& name) {
    for (const std::string& warning : image.warnings) {
        say(fmt::format("ryg: warning: {}\n", warning));
    }
    if (image.is_cartridge) return;  // one bank of several
    if (!labels_fit(image)) {
        say(
            fmt::format("ryg: {}: loads at ${:04x}, but none of its labels is there: does it "
                        "begin with a load address?\n",
                        name, image.load_address));
    } else if (image.info && !image.info->segments().empty() && !has_segment(image)) {
        say(
            fmt::format("ryg: {}: no segment of its debug file is at ${:04x}, so no source lines "
                        "are known: give ld65 a segment there instead of .org\n",
                        name, image.load_address));
    }
}

}  // namespace

namespace {

constexpr std::size_t largest_tape = 1 << 24;

c64::TapeImage read_tape(const std::string& path) {
    return c64::TapeImage::parse(c64::read_bytes(path, largest_tape), path);
}

/// A file without a load address.
c64::Image read_raw(const std::string& path, emu::Address load) {
    const auto bytes = c64::read_bytes(path, 0x10000);
    if (bytes.empty()) throw Trouble(fmt::format("{}: empty file", path));
    const std::size_t room = 0x10000U - load;
    if (bytes.size() > room) {
        throw Trouble(fmt::format("{}: {} bytes do not fit from ${:04x} on: at most {}", path,
                                  bytes.size(), load, room));
    }
    return {.name = path, .load_address = load, .bytes = bytes};
}

/// The first bank of a cartridge, which a debugger lists.
c64::Image first_bank(const std::string& path, bool ultimax) {
    const c64::Cartridge cartridge = read_cartridge(path, ultimax);
    const bool is_low = !cartridge.roml.empty();
    const auto& bank = is_low ? cartridge.roml : cartridge.romh;
    const auto size = static_cast<std::ptrdiff_t>(std::min(bank.size(), c64::Cartridge::bank_size));
    return {.name = path,
            .load_address = static_cast<emu::Address>(is_low ? 0x8000 : 0xE000),
            .bytes = {bank.begin(), bank.begin() + size},
            .is_cartridge = true};
}

/// Whether the KERNAL would start a cartridge with these bytes at $8000.
bool has_cbm80(std::string_view bytes) {
    constexpr std::string_view mark =
        "\xC3\xC2\xCD"
        "80";
    return bytes.size() >= 4 && bytes.substr(4).starts_with(mark);
}

/// Whether files with this extension lack a load address.
bool lacks_load_address(const std::string& name) {
    constexpr std::array endings{".bin", ".rom", ".raw"};
    return std::ranges::any_of(endings, [&](auto ending) { return has_ending(name, ending); });
}

}  // namespace

namespace {

/// The file whose name debug files have: the diskette's or tape's, or in its folder that of the
/// program on it, in capital or small letters.
std::string named_as_debug_files(const c64::Image& image, const std::string& name) {
    if (!c64::debug_files_beside(name).empty()) return name;
    std::string program(image.petscii.begin(), image.petscii.end());
    for (const bool capital : {false, true}) {
        std::ranges::transform(program, program.begin(), [&](char code) {
            const int letter = code & 0x7F;
            return static_cast<char>(capital ? std::toupper(letter) : std::tolower(letter));
        });
        const auto path = std::filesystem::path(name).replace_filename(program + ".prg");
        if (!program.empty() && program.find_first_of("/\\") == program.npos &&
            !c64::debug_files_beside(path.string()).empty()) {
            return path.string();
        }
    }
    return name;
}

}  // namespace

c64::Image read_program(const std::string& name, const FileChoice& choice) {
    const bool is_disk = has_ending(name, ".d64"), is_tape = has_ending(name, ".t64");
    if (choice.program && !is_disk && !is_tape) {
        throw Trouble(fmt::format("--program: '{}' is not a .d64 or .t64", name));
    }
    std::error_code ignored;
    const c64::EmbeddedImage* embedded = claims::find_program(program().games, name);
    const bool is_name = !name.ends_with(".prg") || !std::filesystem::exists(name, ignored);
    const bool is_binary = choice.load || choice.is_cartridge;
    if (embedded != nullptr && is_name && !is_binary) return c64::from_embedded(*embedded);
    c64::Image image;
    if (is_assembly_source(name) && !is_binary) {
        image = c64::from_embedded(
            file_program({name}, {.assembler = choice.assembler, .starts = true})->image);
        image.name = name;
        return image;
    }
    const bool is_raw = lacks_load_address(name) && std::filesystem::exists(name, ignored);
    const std::string begin = is_raw || choice.load ? c64::read_file(name, 13).value_or("") : "";
    const auto size = is_raw ? std::filesystem::file_size(name, ignored) : 0;
    const bool is_container = has_ending(name, ".crt") || begin == "C64 CARTRIDGE",
               has_size = size == 0x1000 || size == 0x2000 || size == 0x4000,
               starts = has_size && has_cbm80(begin) && !choice.load;
    if (choice.load && is_container) {
        throw Trouble(fmt::format("{}: --load cannot be used with a cartridge", name));
    }
    if (choice.is_cartridge || is_container || starts) {
        image = first_bank(name, choice.ultimax);
    } else if (choice.load) {
        image = read_raw(name, *choice.load);
    } else if (size == 0x10000) {
        image = read_raw(name, 0);
    } else if (is_raw) {
        throw Trouble(fmt::format(
            "{}: a raw binary has no load address: give --load ADDRESS; or name it .prg "
            "if its first two bytes are one; or give --cart {} if it is a cartridge",
            name, name));
    } else if (is_disk) {
        image = read_diskette(name).program(choice.program);
    } else if (is_tape) {
        image = read_tape(name).program(choice.program);
    } else {
        static_cast<void>(named_or_file(name));
        image = c64::read_prg(name);
        warn(image, name);
        return image;
    }
    c64::read_debug_files(image, named_as_debug_files(image, name));
    warn(image, name);
    return image;
}

c64::Image read_subject(const Parsed& parsed) {
    FileChoice choice;
    if (parsed.has("program")) choice.program = parsed.text("program");
    if (parsed.has("load")) choice.load = parsed.number<emu::Address>("load");
    choice.assembler = parsed.text("assembler");
    choice.is_cartridge = parsed.has("cart");
    choice.ultimax = parsed.has("ultimax");
    return read_program(parsed.text(choice.is_cartridge ? "cart" : "file"), choice);
}

bool is_chosen(const Parsed& parsed, const Option& option) {
    const bool is_default = !option.fallback.empty() && parsed.text(option.name) == option.fallback;
    return parsed.given.has(option.name) && !is_default;
}

Option cart_option() {
    return {.name = "cart",
            .help =
                "a cartridge, in place of FILE: raw image of 4K, 8K or 16K, or .crt of type 0, "
                "1, 4, 5, 15, 17, 19 or 32",
            .excludes = {"file", "program", "start", "load"}};
}

Option load_option() {
    return number_option("load", "load address, for a raw binary: a file that has none", "", 0,
                         0xFFFF);
}

std::optional<emu::Address> address_of(const Parsed& parsed, const char* option,
                                       const c64::Labels& labels) {
    if (!parsed.has(option)) return std::nullopt;
    return address_of(parsed.text(option), option, labels);
}

emu::Address address_of(const std::string& text, const char* option, const c64::Labels& labels) {
    const bool is_number = !text.empty() && (text[0] == '$' || (text[0] >= '0' && text[0] <= '9'));
    if (is_number) return static_cast<emu::Address>(parse_number(text, option, 0, 0xFFFF));
    if (labels.empty()) {
        throw Trouble(
            fmt::format("--{}: '{}': the program has no labels: use an address", option, text));
    }
    try {
        return labels.address(text);
    } catch (const c64::UnknownLabel& unknown) {
        throw Trouble(fmt::format("--{}: {}", option, unknown.what()));
    }
}

c64::Cartridge read_cartridge(const std::string& path, bool ultimax) {
    constexpr std::size_t largest_cartridge = 2 << 20;
    return c64::parse_cartridge(c64::read_bytes(path, largest_cartridge), path, ultimax);
}

c64::DiskImage mounted_diskette(const std::string& path) {
    namespace fs = std::filesystem;
    const bool is_folder = fs::is_directory(path), is_tape = has_ending(path, ".t64");
    if (!is_folder && !is_tape) return read_diskette(path);
    const auto petscii = [](std::string_view name) {
        std::vector<emu::Byte> codes;
        while (!name.empty() && codes.size() < 16) {
            const auto code = c64::to_petscii(c64::next_utf8(name), c64::Charset::upper_graphics);
            codes.push_back(code.value_or('?'));
        }
        return codes;
    };
    auto disk = c64::DiskImage::formatted(petscii(fs::path(path).stem().string()), "00");
    std::vector<std::string> left_out;
    if (is_tape) {
        const c64::TapeImage tape = read_tape(path);
        for (const c64::Image& image : tape.programs()) {
            std::vector<emu::Byte> prg{emu::low(image.load_address), emu::high(image.load_address)};
            prg.insert(prg.end(), image.bytes.begin(), image.bytes.end());
            if (!disk.add(image.petscii, c64::FileType::prg, prg)) left_out.push_back(image.name);
        }
    }
    std::set<fs::path> files;
    for (const auto& each : is_folder ? fs::directory_iterator(path) : fs::directory_iterator()) {
        if (each.is_regular_file() && !each.path().filename().string().starts_with('.')) {
            files.insert(each.path());
        }
    }
    for (const fs::path& file : files) {
        const std::string name = file.filename().string(), ending = file.extension().string();
        const bool is_typed =
            has_ending(name, ".prg") || has_ending(name, ".seq") || has_ending(name, ".usr");
        const c64::FileType type = has_ending(name, ".usr") ? c64::FileType::usr
                                   : has_ending(name, ".prg") || ending.empty()
                                       ? c64::FileType::prg
                                       : c64::FileType::seq;
        constexpr std::size_t whole_disk = 664 * 254;
        const bool fits = fs::file_size(file) <= whole_disk;
        if (!fits || !disk.add(petscii(is_typed ? file.stem().string() : name), type,
                               c64::read_bytes(file.string(), whole_disk))) {
            left_out.push_back(name);
        }
    }
    if (!left_out.empty()) {
        say(fmt::format("ryg: warning: {}: not on the disk, which has 664 blocks: {}\n", path,
                        fmt::join(left_out, ", ")));
    }
    return disk;
}

void insert_own_disk(c64::Machine& machine, const std::string& file) {
    const bool is_disk = has_ending(file, ".d64") || has_ending(file, ".t64");
    if (is_disk) machine.insert(mounted_diskette(file));
}

Trouble needs_basic(std::string_view what) {
    return Trouble(fmt::format(
        "{}: the built-in ROMs have no BASIC: give ryg run --kernal and --basic, your own ROMs or "
        "those of Debian's package open-roms in /usr/share/open-roms/C64, which lack most of BASIC",
        what));
}

std::optional<emu::Address> start(c64::Machine& machine, const c64::Image& image,
                                  const c64::StartOptions& options, bool ultimax) {
    if (image.is_cartridge) {
        if (options.at) throw Trouble("--start cannot be used with a cartridge");
        machine.start(read_cartridge(image.name, ultimax));
        const auto& bytes = image.bytes;
        return has_cbm80(std::string(bytes.begin(), bytes.end())) ? emu::word(bytes[0], bytes[1])
                                                                  : machine.peek_word(0xFFFC);
    }
    if (!options.at && machine.kernal.is_ours) {
        const c64::BasicStart basic = c64::start_of_basic(image);
        if (basic.at && !basic.skipped.empty()) {
            say(fmt::format("ryg: warning: {}: not executed, for lack of BASIC: {}\n", image.name,
                            fmt::join(basic.skipped, ", ")));
        }
    }
    if (options.at && (*options.at < image.load_address || *options.at >= image.end())) {
        say(fmt::format(
            "ryg: warning: {}: starts at ${:04x}, outside of the file (${:04x} to ${:04x}): "
            "if that has no load address, give --load\n",
            image.name, *options.at, image.load_address, image.end() - 1));
    }
    try {
        return machine.start(image, options);
    } catch (const c64::NoBasicError& error) {
        throw needs_basic(error.what());
    } catch (const c64::NoStartError& error) {
        throw Trouble(fmt::format("{}: give --start ADDRESS", error.what()));
    }
}

c64::ReturnPlace start_program(c64::Machine& machine, const c64::Image& image,
                               const c64::StartOptions& options, std::string_view keys) {
    const auto first = start(machine, image, options);
    machine.type(keys);
    const c64::ReturnPlace back = machine.enter(*first);
    return image.is_cartridge ? c64::ReturnPlace{} : back;  // cartridges never return
}

Option machine_option() {
    return choice_option("machine", "c64; ram: 64 KB of RAM and nothing else", "c64",
                         {"c64", "ram"});
}

RamEnd end_on_ram(const std::string& end, const std::string& success, const c64::Labels& labels) {
    if (!end.empty() && !success.empty()) {
        throw Trouble("--success and --end: give one of them");
    }
    if (!success.empty()) return {address_of(success, "success", labels), true};
    if (!end.empty()) return {address_of(end, "end", labels)};
    return {};
}

void start_on_ram(emu::Cpu& cpu, std::span<emu::Byte, 0x10000> ram, const c64::Image& image,
                  std::optional<emu::Address> at, const RamEnd& end) {
    std::ranges::copy(image.bytes, ram.begin() + image.load_address);
    cpu.registers = {.s = 0xFF};
    if (end.at && !end.judges) {
        const auto pushed = static_cast<emu::Address>(*end.at - 1);
        ram[0x1FF] = emu::high(pushed);
        ram[0x1FE] = emu::low(pushed);
        cpu.registers.s = 0xFD;
    }
    constexpr unsigned vector = 0xFFFC;
    const bool has_vector = image.load_address <= vector && image.end() >= vector + 2;
    const auto first = has_vector ? emu::word(ram[vector], ram[vector + 1]) : image.load_address;
    cpu.jump(at.value_or(first));
}

emu::Terminal terminal_of(const std::string& putc, const std::string& getc, const std::string& keys,
                          const c64::Labels& labels) {
    emu::Terminal terminal;
    const auto connect = [&](const std::string& text, const char* option,
                             std::optional<emu::Address>& port,
                             std::optional<emu::Address>& routine) {
        if (const auto place = emu::Terminal::routine_in(text)) {
            routine = address_of(std::string(*place), option, labels);
        } else if (!text.empty()) {
            port = address_of(text, option, labels);
        }
    };
    connect(putc, "putc", terminal.putc, terminal.print_routine);
    connect(getc, "getc", terminal.getc, terminal.key_routine);
    if (!keys.empty() && getc.empty()) throw Trouble("--keys needs --getc: where are they read?");
    terminal.keys.assign(keys.begin(), keys.end());
    return terminal;
}

std::string unescape(std::string_view text, std::string_view option) {
    if (auto meant = c64::unescape(text)) return *std::move(meant);
    throw Trouble(
        fmt::format("--{}: unknown escape in '{}': use \\r for RETURN, "
                    "\\\\ for a backslash",
                    option, text));
}

std::string registers_text(const emu::Registers& r) {
    std::string flags = "nv1-dizc";
    for (unsigned bit = 0; bit < 8; ++bit) {
        char& letter = flags[7 - bit];
        if ((r.p >> bit & 1) != 0) letter = static_cast<char>(std::toupper(letter));
    }
    return fmt::format("a={:02x} x={:02x} y={:02x} s={:02x} p={}", r.a, r.x, r.y, r.s, flags);
}

Json registers_json(const emu::Registers& r) {
    return {{"pc", r.pc}, {"a", r.a}, {"x", r.x}, {"y", r.y}, {"sp", r.s}, {"fl", r.p}};
}

}  // namespace ryg::app
