// Commands for profiles and settings; most settings of VICE have a single value here.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/debug/profile.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64::debug {
namespace {

using Form = std::string (*)(const Profile&, const Symbols&);

/// The heading and the first rows of a table.
std::string first_rows(const std::string& text, std::uint64_t rows) {
    std::size_t end = text.find('\n');
    for (; rows > 0 && end != text.npos; --rows) end = text.find('\n', end + 1);
    return end == text.npos ? text : text.substr(0, end + 1);
}

constexpr std::array<std::pair<std::string_view, Form>, 6> forms{
    {{"flat", profile_text},
     {"graph", profile_tree},
     {"tree", profile_tree},
     {"lines", profile_lines},
     {"callgrind", profile_callgrind},
     {"collapsed", profile_collapsed}}};

/// Runs a part of the history again, and counts its cycles.
Reply profile(Commands& commands, Arguments& arguments) {
    const Debugger& debugger = commands.debugger;
    const History& history = debugger.history();
    const std::uint64_t now = history.now().steps;
    for (const std::string_view mark : {"on", "clear", "off"}) {
        if (!arguments.take_if(mark)) continue;
        arguments.end();
        if (mark == "off") {
            commands.profile_last = now;
        } else {
            commands.profile_first = now;
            commands.profile_last.reset();
        }
        return {};
    }
    Form form = profile_text;
    for (const auto& [name, its_form] : forms) {
        if (arguments.take_if(name)) form = its_form;
    }
    std::optional<std::uint64_t> rows;
    if (!arguments.empty() &&
        arguments.peek().find_first_not_of("0123456789") == std::string::npos) {
        rows = arguments.count("how many rows");
    }
    StepRange steps{commands.profile_first > now ? 0 : commands.profile_first,
                    std::min(now, commands.profile_last.value_or(now))};
    std::uint64_t recursion = 1;
    std::string path;
    while (!arguments.empty()) {
        if (commands.take_bound(arguments, steps)) continue;
        if (arguments.take_if("recursion")) {
            recursion = arguments.count("how deep");
        } else if (path.empty()) {
            path = arguments.quoted("the file");
            std::array<std::string_view, forms.size()> names{};
            std::ranges::transform(forms, names.begin(), [](const auto& row) { return row.first; });
            if (const auto hint = did_you_mean(path, names); !hint.empty()) {
                throw BadCommand(fmt::format("'{0}'{1} For a file: ./{0}", path, hint));
            }
        } else {
            arguments.end();
        }
    }
    const auto [first, last] = steps;
    if (recursion < 1 || recursion > 128) throw BadCommand("recursion: use 1 to 128");
    if (first >= last) throw BadCommand("nothing has been done in that time");

    const auto begin = history.copy_at(first);
    Profile counted(
        begin->machine.cpu.registers.pc, begin->calls,
        {.recursion = static_cast<unsigned>(recursion), .by_line = form == profile_callgrind});
    debugger.replay(first, last,
                    [&counted](const Executed& done, const Moment&) { counted.note(done); });
    const std::string text = form(counted, commands.symbols);
    if (path.empty()) return rows ? first_rows(text, *rows) : text;
    commands.write(path, text);
    return fmt::format("{} cycles: {}\n", counted.cycles(), path);
}

// -------------------------------------------------------------------------------------- settings

/// VICE commands that are missing, and their alternatives.
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
      "history, chis and profile show what was executed"},
     {" tree node break-node bn trace-node tn path first-diff ",
      "only where a game's search is debugged: ryg debug ryg16 --depth 3"},
     // gdb's words
     {" b ", "break, or bk"},
     {" si stepi ", "step, or z; next, or n, takes a call as one"},
     {" info ", "where, r, bt, io, break alone (the table) or shl (the labels)"},
     {" reverse-step rs reverse-stepi rsi reverse-next rni ", "back, or zb; rnext, or rn"},
     {" reverse-continue rc run ", "rcontinue or exit"}}};

/// A constant setting, under the name of the command that changes it in VICE.
Command fact(std::vector<std::string_view> names, std::string_view value, std::string_view about) {
    const std::string_view example = names.front();
    return {std::move(names),
            "",
            about,
            "settings",
            [value, about](Commands&, Arguments& arguments) {
                if (!arguments.empty() && !arguments.take_if(value)) {
                    throw BadCommand(fmt::format("only '{}': {}", value, about));
                }
                arguments.end();
                return fmt::format("{}: {}\n", value, about);
            },
            example};
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
    return fmt::format("{}\n", now->name);
}

Reply in_bases(Commands& commands, Arguments& arguments) {
    const auto value = commands.expression(arguments.rest()).value(commands.debugger.machine());
    const auto bits = static_cast<std::uint64_t>(value);
    return fmt::format("+{}  ${:02x}  &{:03o}  %{:08b}\n", value, bits, bits, bits);
}

Reply stopwatch(Commands& commands, Arguments& arguments) {
    const Cycle now = commands.debugger.machine().cpu.cycle;
    if (arguments.take_if("reset")) commands.stopwatch = now;
    arguments.end();
    return fmt::format("{}\n", static_cast<std::int64_t>(now - commands.stopwatch));
}

Reply reset(Commands& commands, Arguments& arguments) {
    const std::uint64_t how = arguments.last_count("how", 0);
    if (how > 1) throw BadCommand("use 0 or 1");
    commands.debugger.reset(how == 1);
    return commands.where();
}

// clang-format off
const Command settings_rows[]{
    {{"profile", "prof"},
     "[on|off|clear] | [flat|tree|lines|callgrind|collapsed] [rows] "
     "[from cycle] [to cycle] [recursion n] [file]",
     "show where the cycles went, overall or between on and off", "looking", profile, "profile tree 20"},
    {{"bank"}, "[name]",
     "choose the bank to show and change: cpu, ram, rom, io or cart", "settings", choose_bank, "bank ram"},
    fact({"device", "dev"}, "c:", "whose memory it is: the computer's, there are no drives"),
    fact({"cpu"}, "6502", "the processor that instructions are for"),
    fact({"radix", "rad"}, "h", "numbers are hexadecimal; + in front is decimal, % binary"),
    fact({"sidefx", "sfx"}, "off", "looking at a chip has no effect on it"),
    {{"~"}, "expression", "show a value in decimal, hex, octal and binary", "looking", in_bases, "~ .miniMax"},
    {{"stopwatch", "sw"}, "[reset]",
     "show cycles since its reset, or since the beginning", "looking", stopwatch, "sw reset"},
    {{"reset"}, "[0|1]", "pull the reset line; 1: also clear RAM", "memory and registers", reset, "reset"},
};
// clang-format on

}  // namespace

std::string_view what_to_do_instead(std::string_view name) {
    const std::string word = fmt::format(" {} ", name);
    const auto found = std::ranges::find_if(
        missing, [&](const Missing& each) { return each.names.find(word) != word.npos; });
    return found == missing.end() ? std::string_view() : found->instead;
}

std::span<const Command> setting_commands() { return settings_rows; }

}  // namespace ryg::c64::debug
