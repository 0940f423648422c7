// The command for profiles: a stretch of the past is done again, and its cycles are counted.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/debug/profile_export.hpp"

namespace ryg::c64::debug {
namespace {

using Form = std::string (*)(const Profile&, const Symbols&);

/// The heading and the first rows of a table.
std::string first_rows(const std::string& text, std::uint64_t rows) {
    std::size_t end = text.find('\n');
    for (; rows > 0 && end != text.npos; --rows) end = text.find('\n', end + 1);
    return end == text.npos ? text : text.substr(0, end + 1);
}

std::string twenty_lines(const Profile& profile, const Symbols& symbols) {
    return profile_lines(profile, symbols, 20);
}

constexpr std::array<std::pair<std::string_view, Form>, 7> forms{
    {{"flat", profile_text},
     {"graph", profile_tree},
     {"tree", profile_tree},
     {"lines", twenty_lines},
     {"callgrind", profile_callgrind},
     {"speedscope", profile_speedscope},
     {"collapsed", profile_collapsed}}};

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
    std::uint64_t first = commands.profile_first > now ? 0 : commands.profile_first, recursion = 1;
    std::uint64_t last = std::min(now, commands.profile_last.value_or(now));
    while (true) {
        if (arguments.take_if("from")) {
            first = history.first_step_at(arguments.count("the cycle"));
        } else if (arguments.take_if("to")) {
            last = history.first_step_at(arguments.count("the cycle"));
        } else if (arguments.take_if("recursion")) {
            recursion = arguments.count("how deep");
        } else {
            break;
        }
    }
    const std::string path = arguments.empty() ? "" : arguments.quoted("the file");
    arguments.end();
    if (recursion < 1 || recursion > 128) throw BadCommand("recursion: use 1 to 128");
    if (first >= last) throw BadCommand("nothing has been done in that time");

    const auto begin = history.copy_at(first);
    Profile counted(begin->machine.cpu.registers.pc, begin->calls,
                    {.recursion = static_cast<unsigned>(recursion)});
    std::uint64_t steps = 0;
    debugger.replay(first, last, [&](const Executed& done, const Moment&) {
        constexpr std::uint64_t now_and_then = 1024;
        if (++steps % now_and_then == 0 && debugger.pause && debugger.pause()) {
            throw BadCommand("interrupted");
        }
        counted.note(done);
    });
    const std::string text = form(counted, commands.symbols);
    if (path.empty()) return {rows ? first_rows(text, *rows) : text};
    commands.write(path, text);
    return {fmt::format("{} cycles: {}\n", counted.cycles(), path)};
}

const Command rows[]{{{"profile", "prof"},
                      "[on|off|clear] | [flat|tree|lines|callgrind|speedscope|collapsed] [rows] "
                      "[from cycle] [to cycle] [recursion n] [file]",
                      "where the cycles of the past went, all or those from on to off",
                      "looking",
                      profile}};

}  // namespace

std::span<const Command> profile_commands() { return rows; }

}  // namespace ryg::c64::debug
