// Commands of the session itself: help, files of commands, macros.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/program/files.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64::debug {
namespace {

std::string help_line(const Command& command) {
    const std::string call = fmt::format("{} {}", fmt::join(command.names, "/"), command.usage);
    constexpr std::size_t about = 33;
    const std::string text = fmt::format("  {:<30} ", call);
    if (text.size() == about) return wrapped(text + std::string(command.about), about) + '\n';
    return wrapped(fmt::format("  {}", trimmed(call)), 4) + '\n' +
           wrapped(std::string(about, ' ') + std::string(command.about), about) + '\n';
}

Reply help(Commands& commands, Arguments& arguments) {
    if (!arguments.empty()) {
        const std::string_view name = arguments.take("the command");
        arguments.end();
        const Command* command = commands.find(name);
        if (command == nullptr) throw BadCommand(commands.unknown(name));
        return help_line(*command) + fmt::format("  for example: {}\n", command->example);
    }
    std::string text;
    std::vector<std::string_view> topics;
    for (const Command& command : commands.all()) {
        if (std::ranges::find(topics, command.topic) != topics.end()) continue;
        topics.push_back(command.topic);
        text += fmt::format("{}:\n", command.topic);
        for (const Command& other : commands.all()) {
            if (other.topic == command.topic) text += help_line(other);
        }
    }
    return text +
           "Addresses and bytes are hex, with or without $; counts are decimal; .name is a\n"
           "label. A ; separates commands on one line.\n"
           "Expressions: a x y pc sp fl fl.c cycle rl cy, @address and @word:address, + - *\n"
           "/ % << >> & ^ | == != < > <= >= && || ! ~ (); +10 is decimal, %10 binary, @name\n"
           "a local label.\n";
}

Reply quit(Commands&, Arguments& arguments) {
    arguments.end();
    Reply reply;
    reply.quit = true;
    return reply;
}

/// Executes the lines of a file up to the first that fails.
Reply play(Commands& commands, Arguments& arguments) {
    const std::string path = arguments.last_quoted("the file");
    const auto lines = read_file(path);
    if (!lines) throw BadCommand(fmt::format("{}: cannot be read", path));
    Reply all;
    unsigned number = 1;
    for (const std::string& line : lines_of(*lines)) {
        if (all.quit) break;
        Reply reply = commands.execute(line);
        if (reply.failed) {
            reply.text.pop_back();
            throw BadCommand(fmt::format("{}:{}: {}", path, number, reply.text));
        }
        all.text += reply.text;
        all.quit = reply.quit;
        if (reply.stop) all.stop = std::move(reply.stop);
        ++number;
    }
    return all;
}

Reply macro(Commands& commands, Arguments& arguments) {
    if (arguments.empty()) {
        std::string text;
        for (const auto& [name, line] : commands.macros)
            text += fmt::format("{}: {}\n", name, line);
        return text.empty() ? "no macros\n" : text;
    }
    const std::string name(arguments.take("the name"));
    if (commands.find(name) != nullptr) {
        throw BadCommand(fmt::format("'{}' is a command: choose another name", name));
    }
    const bool in_quotes = arguments.peek().starts_with('"');
    const std::string line =
        in_quotes ? arguments.last_quoted("the line") : std::string(arguments.rest());
    if (line.empty()) {
        commands.macros.erase(name);
    } else {
        commands.macros[name] = line;
    }
    return {};
}

const Command session_rows[]{
    {{"playback", "pb", "source"},
     "file",
     "execute the lines of a file",
     "session",
     play,
     "playback script.txt"},
    {{"macro"},
     "[name [\"line\"]]",
     "name a line; in it {1} to {9} are the words after the name, {*} all",
     "session",
     macro,
     "macro twice \"{*}; {*}\""},
    {{"help", "?"}, "[command]", "list commands, or show one", "session", help, "help break"},
    {{"quit", "q"}, "", "end the session", "session", quit, "quit"}};

}  // namespace

std::span<const Command> session_commands() { return session_rows; }

}  // namespace ryg::c64::debug
