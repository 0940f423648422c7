// The options of `ryg run` that say what the C64 is made of, and what is plugged in and held.
#include "app/hardware_options.hpp"

#include <fmt/format.h>

#include "app/machine_options.hpp"
#include "app/rom_file.hpp"

namespace ryg::app {
namespace {

constexpr std::array<std::pair<std::string_view, c64::CiaChip>, 2> cias{
    {{"6526", c64::CiaChip::mos6526}, {"6526a", c64::CiaChip::mos6526a}}};
constexpr std::array<std::pair<std::string_view, c64::SidChip>, 2> sids{
    {{"6581", c64::SidChip::mos6581}, {"8580", c64::SidChip::mos8580}}};
constexpr std::array<std::pair<std::string_view, c64::Byte>, 5> directions{
    {{"up", c64::Joystick::up},
     {"down", c64::Joystick::down},
     {"left", c64::Joystick::left},
     {"right", c64::Joystick::right},
     {"fire", c64::Joystick::fire}}};

c64::Byte closed(std::string_view words, const char* option) {
    unsigned all = 0;
    while (true) {
        const auto comma = words.find(',');
        const auto word = words.substr(0, comma);
        unsigned one = 0;
        for (const auto& [name, bit] : directions) {
            if (name == word) one = bit;
        }
        if (one == 0) {
            throw Trouble(
                fmt::format("--{}: there is no '{}': use up, down, left, right and fire, "
                            "with commas between them",
                            option, word));
        }
        all |= one;
        if (comma == words.npos) return static_cast<c64::Byte>(all);
        words.remove_prefix(comma + 1);
    }
}

}  // namespace

void add_hardware_options(options::options_description& own) {
    add_model_option(own, "pal");
    add_timing_option(own);
    own.add_options()("cia", options::value<std::string>()->default_value("6526"),
                      "both CIAs: 6526, or 6526a, whose interrupts come a cycle earlier")(
        "sid", options::value<std::string>()->default_value("6581"), "6581 or 8580")(
        "seed", options::value<std::string>(),
        "the SID's noise register at the start of the program, up to $7fffff; a real one has "
        "$7ffffe");
    add_unstable_options(own);
    add_rom_options(own);
}

void add_unstable_options(options::options_description& own) {
    own.add_options()("ane", options::value<std::string>()->default_value("$ee"),
                      "the constant of the opcode ANE, up to $ff; some chips have $ef")(
        "lxa", options::value<std::string>()->default_value("$ee"), "the constant of LXA");
}

emu::Unstable unstable_of(const Parsed& parsed) {
    const auto constant = [&parsed](const char* option) {
        return static_cast<emu::Byte>(parse_number(parsed.get<std::string>(option), option, 0xFF));
    };
    return {.ane = constant("ane"), .lxa = constant("lxa")};
}

void add_joystick_options(options::options_description& own) {
    own.add_options()("joystick1", options::value<std::string>(),
                      "held all the time: up, down, left, right, fire, with commas")(
        "joystick2", options::value<std::string>(), "the same in the other port");
}

std::unique_ptr<c64::Machine> switched_on(const Parsed& parsed) {
    auto machine = std::make_unique<c64::Machine>(
        model_of(parsed),
        detail::named(parsed.get<std::string>("cia"), "cia", cias, "6526 or 6526a"));
    install_roms(*machine, parsed);
    machine->set_timing(timing_of(parsed));
    machine->cpu.unstable = unstable_of(parsed);
    return machine;
}

void plug_in_sid(c64::Machine& machine, const Parsed& parsed) {
    c64::SidSeed seed;
    if (parsed.has("seed")) {
        seed.noise = static_cast<std::uint32_t>(
            parse_number(parsed.get<std::string>("seed"), "seed", c64::Noise::all));
    }
    machine.board.sid =
        c64::Sid(detail::named(parsed.get<std::string>("sid"), "sid", sids, "6581 or 8580"), seed);
}

void hold_joysticks(c64::Machine& machine, const Parsed& parsed) {
    for (const unsigned number : {1U, 2U}) {
        const std::string option = fmt::format("joystick{}", number);
        if (!parsed.has(option.c_str())) continue;
        machine.board.keyboard.move_joystick(
            number, closed(parsed.get<std::string>(option.c_str()), option.c_str()));
    }
}

}  // namespace ryg::app
