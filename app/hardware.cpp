// Builds machines from options: chips by name, ROMs from files.
#include "app/hardware.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "app/program_file.hpp"
#include "c64/board/machine.hpp"
#include "c64/board/state.hpp"
#include "c64/program/text.hpp"

namespace ryg::app {
namespace {

using c64::Rom;

template <class Value>
using Names = std::vector<std::pair<std::string_view, Value>>;

const Names<c64::CiaChip> cias{{"6526", c64::CiaChip::mos6526},
                               {"6526a", c64::CiaChip::mos6526a},
                               {"6526-4485", c64::CiaChip::mos6526_4485}};
const Names<c64::SidChip> sids{{"6581", c64::SidChip::mos6581}, {"8580", c64::SidChip::mos8580}};
const Names<c64::Byte> directions{{"up", c64::Joystick::up},
                                  {"down", c64::Joystick::down},
                                  {"left", c64::Joystick::left},
                                  {"right", c64::Joystick::right},
                                  {"fire", c64::Joystick::fire}};
const Names<Rom> sockets{{"kernal", Rom::kernal}, {"basic", Rom::basic}, {"chargen", Rom::chargen}};

struct KnownRom {
    std::string_view part;
    std::uint32_t crc;
    Rom rom;
};
/// Sources: [ROMS].
constexpr std::array known_roms{
    KnownRom{"901227-01", 0xDCE782FA, Rom::kernal},  KnownRom{"901227-02", 0xA5C687B3, Rom::kernal},
    KnownRom{"901227-03", 0xDBE3E7C7, Rom::kernal},  KnownRom{"901226-01", 0xF833D117, Rom::basic},
    KnownRom{"901225-01", 0xEC4272EE, Rom::chargen},
};

template <class List>
Option choice_of(std::string_view name, std::string help, const List& names) {
    Option option = choice_option(name, std::move(help), "", {});
    for (const auto& [text, value] : names) option.choices.push_back(text);
    option.fallback = option.choices.front();
    return option;
}

void install(c64::Machine& machine, std::string_view option, Rom rom, const std::string& path) {
    const auto image = c64::read_bytes(path, 65'536);
    if (image.size() != c64::size_of(rom)) {
        throw Trouble(fmt::format("--{}: '{}' has {} bytes, but this ROM has {}", option, path,
                                  image.size(), c64::size_of(rom)));
    }
    const std::uint32_t crc = c64::crc_32(image);
    const auto* const it = std::ranges::find(known_roms, crc, &KnownRom::crc);
    if (it == known_roms.end()) {
        say(
            fmt::format("ryg run: warning: --{}: '{}': unknown ROM (CRC-32 {:08x}), "
                        "used anyway\n",
                        option, path, crc));
    } else if (it->rom != rom) {
        const auto meant = std::ranges::find(sockets, it->rom, &Names<Rom>::value_type::second);
        throw Trouble(fmt::format("--{}: '{}' is the ROM {}: give it with --{}", option, path,
                                  it->part, meant->first));
    }
    machine.install(rom, image);
}

/// "up,fire", or "none".
c64::Byte closed(std::string_view words, std::string_view option) {
    unsigned all = 0;
    if (words == "none") return 0;
    while (true) {
        const auto comma = words.find(',');
        all |= named(words.substr(0, comma), option, directions);
        if (comma == words.npos) return static_cast<c64::Byte>(all);
        words.remove_prefix(comma + 1);
    }
}

/// Keys by the number in the matrix; letters and digits stand for themselves.
const Names<c64::Byte> keys_by_name{
    {"del", 0},     {"return", 1},     {"crsr-right", 2}, {"f7", 3},          {"f1", 4},
    {"f3", 5},      {"f5", 6},         {"crsr-down", 7},  {"left-shift", 15}, {"plus", 40},
    {"minus", 43},  {"period", 44},    {"colon", 45},     {"at", 46},         {"comma", 47},
    {"pound", 48},  {"asterisk", 49},  {"semicolon", 50}, {"home", 51},       {"right-shift", 52},
    {"equals", 53}, {"up-arrow", 54},  {"slash", 55},     {"left-arrow", 57}, {"control", 58},
    {"space", 60},  {"commodore", 61}, {"stop", 63},      {"restore", 64}};

/// "a,left-shift", or "none".
std::vector<c64::Byte> keys_named(std::string_view words) {
    std::vector<c64::Byte> keys;
    if (words == "none") return keys;
    while (true) {
        const auto comma = words.find(',');
        const std::string_view word = words.substr(0, comma);
        const auto typed =
            word.size() == 1 ? c64::Kernal::chord_of(static_cast<c64::Byte>(std::toupper(word[0])))
                             : std::nullopt;
        keys.push_back(typed ? typed->key : named(word, "hold-at", keys_by_name));
        if (comma == words.npos) return keys;
        words.remove_prefix(comma + 1);
    }
}

/// Takes the cycle from "CYCLE:REST" and leaves the rest. Cycles must be in order.
c64::Cycle take_cycle(std::string_view& text, std::string_view option, c64::Cycle last) {
    const auto colon = text.find(':');
    if (colon == text.npos) {
        throw Trouble(fmt::format("--{}: '{}': expected CYCLE:...", option, text));
    }
    const auto cycle = parse_number(text.substr(0, colon), option, 0, emu::never / 2);
    if (cycle < last) {
        throw Trouble(
            fmt::format("--{}: cycle {} comes after {}: give them in order", option, cycle, last));
    }
    text.remove_prefix(colon + 1);
    return cycle;
}

/// The inputs of one option in order, each read by `read(text after the cycle)`.
template <class Read>
void plan(c64::Machine& machine, const work::Values& values, std::string_view option, Read&& read) {
    c64::Cycle last = 0;
    for (const std::string& line : c64::lines_of(values.text(option))) {
        std::string_view text = line;
        last = take_cycle(text, option, last);
        c64::Input input = read(text);
        input.cycle = last;
        machine.plan(std::move(input));
    }
}

}  // namespace

Option model_option() {
    return choice_of("model",
                     "the C64: pal (8565), pal-old (6569), ntsc (6567R8) or ntsc-old (6567R56A)",
                     c64::model_names);
}

Option timing_option() {
    Option option = choice_of("timing",
                              "cpu: the CPU alone, interrupts masked; badlines: the VIC-II also "
                              "steals cycles; stock: interrupts are also enabled",
                              c64::timing_names);
    option.fallback = "stock";
    return option;
}

Options unstable_options() {
    return {
        number_option("ane", "the constant of the opcode ANE; some chips have $ee", "$ef", 0, 0xFF),
        number_option("lxa", "the constant of LXA", "$ee", 0, 0xFF)};
}

emu::Unstable unstable_of(const work::Values& values) {
    return {.ane = static_cast<emu::Byte>(values.number<unsigned>("ane")),
            .lxa = static_cast<emu::Byte>(values.number<unsigned>("lxa"))};
}

Options chip_options() {
    return {
        choice_of("cia",
                  "both CIAs: 6526; 6526a (interrupts a cycle earlier); or 6526-4485, a 6526a of "
                  "1985",
                  cias),
        choice_of("sid", "6581 or 8580", sids)};
}

Options hardware_options() {
    const Options others{
        number_option("sid-noise",
                      "the SID's noise register at the start of the program, up to $7fffff; a "
                      "real one has $7ffffe",
                      "", 0, c64::Noise::all),
        choice_option("ram",
                      "RAM at power-on: pattern (64 bytes of $ff, 64 of $00, repeated) or zeros",
                      "pattern", {"pattern", "zeros"}),
        {"kernal", "KERNAL ROM image, 8192 bytes, instead of ours"},
        {"basic",
         "BASIC ROM image, 8192 bytes; default: none (Debian's open-roms has a partial one)"},
        {"chargen", "character ROM image for --screenshot, 4096 bytes"}};
    return joined_options(
        {{model_option(), timing_option()}, chip_options(), others, unstable_options()});
}

Options c64_options() {
    return joined_options({input_options(), chip_options(), {model_option(), timing_option()}});
}

Options input_options() {
    Options all{
        {"keys", "keys to type; \\r is RETURN"},
        {"keys-at", "CYCLE:TEXT: type TEXT from CYCLE on; repeatable"},
        {"joystick1",
         "directions held from start to end: up, down, left, right, fire, separated by commas"},
        {"joystick2", "the same for port 2"},
        {"joystick-at",
         "CYCLE:PORT:DIRECTIONS: hold DIRECTIONS from CYCLE until the next event on PORT; "
         "none releases; repeatable"},
        {"hold-at",
         "CYCLE:KEYS: hold KEYS from CYCLE until the next event: a, 1, f1, space, "
         "return, left-shift, right-shift, commodore, control, crsr-down, crsr-right, home, "
         "del, stop, restore ..., separated by commas; none releases; repeatable"},
        {"disk",
         "put into drive 8: a .d64, a .t64, or a folder, whose files are copied to a disk image"}};
    for (Option& option : all) option.repeats = option.name.ends_with("-at");
    return all;
}

c64::Model model_named(std::string_view name) { return named(name, "model", c64::model_names); }
c64::Timing timing_named(std::string_view name) { return named(name, "timing", c64::timing_names); }

std::unique_ptr<c64::Machine> switched_on(const Parsed& parsed, c64::CoverageRecording* recording) {
    const c64::Setup setup{model_named(parsed.text("model")), core_of(parsed.values), recording};
    auto machine = std::make_unique<c64::Machine>(setup, cia_of(parsed.values));
    for (const auto& [option, rom] : sockets) {
        if (parsed.has(option)) install(*machine, option, rom, parsed.text(option));
    }
    if (parsed.text("ram") == "zeros") {
        std::ranges::fill(machine->ram().subspan(2), c64::Byte{0});
    }
    machine->set_timing(timing_named(parsed.text("timing")));
    machine->cpu.unstable = unstable_of(parsed.values);
    return machine;
}

c64::CiaChip cia_of(const work::Values& values) { return named(values.text("cia"), "cia", cias); }

void plug_in_sid(c64::Machine& machine, const work::Values& values) {
    c64::SidSeed seed;
    if (values.has("sid-noise")) seed.noise = values.number<std::uint32_t>("sid-noise");
    machine.board.sid = c64::Sid(named(values.text("sid"), "sid", sids), seed);
}

void give_inputs(c64::Machine& machine, const work::Values& values) {
    for (const unsigned number : {1U, 2U}) {
        const std::string option = fmt::format("joystick{}", number);
        if (!values.has(option)) continue;
        machine.board.keyboard.move_joystick(number, closed(values.text(option), option));
    }
    plan(machine, values, "keys-at", [&](std::string_view text) {
        return c64::Input{.keys = machine.petscii_of(unescape(text, "keys-at"))};
    });
    plan(machine, values, "joystick-at", [](std::string_view text) {
        const bool has_port = text.starts_with("1:") || text.starts_with("2:");
        if (!has_port) {
            throw Trouble(fmt::format(
                "--joystick-at: '{}': after the cycle comes the port, 1 or 2, and a colon", text));
        }
        return c64::Input{.port = static_cast<c64::Byte>(text[0] - '0'),
                          .closed = closed(text.substr(2), "joystick-at")};
    });
    plan(machine, values, "hold-at",
         [](std::string_view text) { return c64::Input{.holds = true, .down = keys_named(text)}; });
    if (values.has("disk")) machine.insert(mounted_diskette(values.text("disk")));
}

}  // namespace ryg::app
