// Commands for what can be set; most of what VICE's monitor sets can only be one thing here.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

/// Commands of VICE's that are missing, and what to do instead.
struct Missing {
    std::string_view names, instead;
};
constexpr std::array<Missing, 14> missing{
    {{" warp ", "the machine runs as fast as it can"},
     {" attach detach autostart autoload list_dir ", "start ryg debug with the program's file"},
     {" dir ls cd pwd mkdir rmdir disk @ block_read br block_write bw ", "there are no drives"},
     {" dump undump ", "the binary monitor has them; ryg run has --save-state"},
     {" screenshot scrsh ", "ryg run has --screenshot; the command screen shows the text"},
     {" record rec playback pb stop ", "ryg debug has --commands"},
     {" cartfreeze tapectrl tapeoffs mainloop ", "there is no such device"},
     {" cleartrace memmapshow mmsh memmapzap mmzap memmapsave mmsave ",
      "history, chis and profile tell what was executed"},
     // gdb's words
     {" b ", "break, or bk"},
     {" si stepi ", "step, or z; next, or n, takes a call as one"},
     {" finish fin ", "return, or ret"},
     {" info ", "where, r, bt, io, break alone (the table) or shl (the labels)"},
     {" reverse-step rs reverse-stepi rsi reverse-next rni ", "back, or zb; rnext, or rn"},
     {" reverse-continue rc reverse-finish run ", "rcontinue, rreturn or exit"}}};

std::string in_all_bases(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return fmt::format("+{}  ${:02x}  &{:03o}  %{:08b}\n", value, bits, bits, bits);
}

/// What is always so, under the name of the command that changes it in VICE.
Command fact(std::vector<std::string_view> names, std::string_view value, std::string_view about) {
    return {std::move(names), "", about, "settings",
            [value, about](Commands&, Arguments& arguments) {
                if (!arguments.empty() && !arguments.take_if(value)) {
                    throw BadCommand(fmt::format("only '{}': {}", value, about));
                }
                arguments.end();
                return Reply{fmt::format("{}: {}\n", value, about)};
            }};
}

Reply choose_bank(Commands& commands, Arguments& arguments) {
    if (!arguments.empty()) {
        const std::string_view name = arguments.take("the bank");
        arguments.end();
        const auto known = std::ranges::find(banks, name, &NamedBank::name);
        if (known == banks.end()) {
            throw BadCommand(fmt::format("'{}' is not one of cpu, ram, rom, io and cart", name));
        }
        commands.bank = known->bank;
    }
    const auto now =
        std::ranges::find(banks.rbegin(), banks.rend(), commands.bank, &NamedBank::bank);
    return Reply{fmt::format("{}\n", now->name)};
}

Reply in_bases(Commands& commands, Arguments& arguments) {
    return Reply{
        in_all_bases(commands.expression(arguments.rest()).value(commands.debugger.machine()))};
}

Reply stopwatch(Commands& commands, Arguments& arguments) {
    const Cycle now = commands.debugger.machine().cpu.cycle;
    if (arguments.take_if("reset")) commands.stopwatch = now;
    arguments.end();
    return Reply{fmt::format("{}\n", static_cast<std::int64_t>(now - commands.stopwatch))};
}

Reply reset(Commands& commands, Arguments& arguments) {
    const std::uint64_t how = arguments.count("how", 0);
    arguments.end();
    if (how > 1) throw BadCommand("use 0 or 1");
    commands.debugger.reset(how == 1);
    return Reply{commands.where()};
}

// clang-format off
const Command rows[]{
    {{"bank"}, "[name]",
     "of memory that is shown and changed: cpu, ram, rom, io or cart", "settings", choose_bank},
    fact({"device", "dev"}, "c:", "whose memory it is: the computer's, there are no drives"),
    fact({"cpu"}, "6502", "the processor that instructions are for"),
    fact({"radix", "rad"}, "h", "numbers are hexadecimal; + in front is decimal, % binary"),
    fact({"sidefx", "sfx"}, "off", "looking at a chip has no effect on it"),
    {{"~"}, "expression", "its value in decimal, hex, octal and binary", "looking", in_bases},
    {{"stopwatch", "sw"}, "[reset]",
     "cycles since it was reset, or since the beginning", "looking", stopwatch},
    {{"reset"}, "[0|1]", "the reset line; 1: RAM is cleared, too", "memory and registers", reset},
};
// clang-format on

}  // namespace

std::string_view what_to_do_instead(std::string_view name) {
    const std::string word = fmt::format(" {} ", name);
    const auto found = std::ranges::find_if(
        missing, [&](const Missing& each) { return each.names.find(word) != word.npos; });
    return found == missing.end() ? std::string_view() : found->instead;
}

std::span<const Command> setting_commands() { return rows; }

}  // namespace ryg::c64::debug
