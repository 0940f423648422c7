// The debugger's command lines: how a line is read, found, done, and what help says.
#include "c64/debug/commands.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>

#include "c64/program/numbers.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view blanks = " \t\r\n", separators = " \t\r\n,";

void skip(std::string_view signs, std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(signs), text.size()));
}

/// The command's name: a word, or one of the signs that need no blank after them.
std::string_view take_name(std::string_view& line) {
    skip(blanks, line);
    std::size_t length = std::min(line.find_first_of(blanks), line.size());
    if (line.starts_with('>') || line.starts_with('?') || line.starts_with('~')) length = 1;
    const std::string_view name = line.substr(0, length);
    line.remove_prefix(length);
    return name;
}

/// What is wrong, in one line.
Reply failure(std::string line) {
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    Reply reply(line + '\n');
    reply.failed = true;
    return reply;
}

/// What a command writes for others to read.
void write_text(const std::string& path, std::string_view text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw BadCommand(fmt::format("{}: cannot be written", path));
}

// ------------------------------------------------------------------------------ commands for all

Reply time(Commands& commands, Arguments& arguments) {
    const std::string line(arguments.rest());
    if (line.empty() || commands.find(Arguments(line).peek()) == commands.find("time")) {
        throw BadCommand("a command is missing");
    }
    const auto begin = std::chrono::steady_clock::now();
    Reply reply = commands.execute(line);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    reply.text += fmt::format("{:.2f} ms\n", taken.count());
    if (reply.failed) throw BadCommand(reply.text);
    return reply;
}

std::string help_line(const Command& command) {
    const std::string call = fmt::format("{} {}", fmt::join(command.names, "/"), command.usage);
    return fmt::format("  {:<38} {}\n", call, command.about);
}

Reply help(Commands& commands, Arguments& arguments) {
    if (!arguments.empty()) {
        const std::string_view name = arguments.take("the command");
        arguments.end();
        const Command* command = commands.find(name);
        if (command == nullptr) throw BadCommand(fmt::format("there is no command '{}'", name));
        return help_line(*command);
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
           "Addresses and bytes are hex, with or without $; .name is a label; counts are decimal.\n"
           "Expressions: a x y pc sp fl fl.c cycle rl cy, @address and @word:address, + - * / % << "
           ">>\n"
           "& ^ | == != < > <= >= && || ! ~ (); +10 is decimal, %10 binary, @name a local label.\n";
}

Reply quit(Commands&, Arguments& arguments) {
    arguments.end();
    Reply reply;
    reply.quit = true;
    return reply;
}

const Command session_commands[]{
    {{"help", "?"}, "[command]", "what there is, or one command", "session", help},
    {{"time"}, "command", "does it, and says how long that has taken", "session", time},
    {{"quit", "q"}, "", "ends the session", "session", quit}};

}  // namespace

// ------------------------------------------------------------------------------------- arguments

bool Arguments::empty() {
    skip(separators, rest_);
    return rest_.empty();
}

std::string_view Arguments::peek() {
    skip(separators, rest_);
    return rest_.substr(0, rest_.find_first_of(separators));
}

std::string_view Arguments::take(std::string_view what) {
    const std::string_view word = peek();
    if (word.empty()) throw BadCommand(fmt::format("{} is missing", what));
    rest_.remove_prefix(word.size());
    return word;
}

bool Arguments::take_if(std::string_view word) {
    if (peek() != word) return false;
    rest_.remove_prefix(word.size());
    return true;
}

std::string Arguments::quoted(std::string_view what) {
    skip(separators, rest_);
    if (!rest_.starts_with('"')) return std::string(take(what));
    const auto end = rest_.find('"', 1);
    if (end == rest_.npos) throw BadCommand("the closing quote is missing");
    std::string name(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return name;
}

std::string Arguments::last_quoted(std::string_view what) {
    std::string name = quoted(what);
    end();
    return name;
}

std::string_view Arguments::rest() {
    skip(blanks, rest_);
    const auto end = rest_.find_last_not_of(blanks);
    return rest_.substr(0, end == rest_.npos ? 0 : end + 1);
}

void Arguments::end() {
    if (!empty()) throw BadCommand(fmt::format("'{}' is too much", rest()));
}

std::uint64_t Arguments::count(std::string_view what, std::optional<std::uint64_t> fallback) {
    if (fallback && empty()) return *fallback;
    const std::string_view word = take(what);
    const auto value = to_number(word);
    if (!value || *value == emu::never) {
        throw BadCommand(fmt::format("'{}': {} is a number: decimal, or hex after $", word, what));
    }
    return *value;
}

std::uint64_t Arguments::last_count(std::string_view what, std::optional<std::uint64_t> fallback) {
    const std::uint64_t value = count(what, fallback);
    end();
    return value;
}

// -------------------------------------------------------------------------------------- commands

Commands::Commands(Debugger& its_debugger, Symbols& its_symbols)
    : debugger(its_debugger), symbols(its_symbols), write(write_text) {
    debugger.on_trace = [this](const Checkpoint&, const Hit& hit) {
        constexpr std::size_t enough = 1 << 20;
        if (traced_.size() < enough) traced_ += describe(hit) + '\n';
    };
    for (const auto rows : {move_commands(), memory_commands(), poke_commands(), look_commands(),
                            setting_commands(), std::span<const Command>(session_commands)}) {
        commands_.insert(commands_.end(), rows.begin(), rows.end());
    }
}

void Commands::add(Command command) {
    std::erase_if(commands_, [&command](const Command& known) {
        return known.names.front() == command.names.front();
    });
    commands_.push_back(std::move(command));
}

const Command* Commands::find(std::string_view typed) const {
    const std::string name = lower_case(typed);
    const auto found = std::ranges::find_if(commands_, [&name](const Command& command) {
        return std::ranges::find(command.names, name) != command.names.end();
    });
    return found == commands_.end() ? nullptr : &*found;
}

bool Commands::knows(std::string_view line) const { return find(take_name(line)) != nullptr; }

Reply Commands::execute(std::string_view line) {
    const std::string_view name = take_name(line);
    if (name.empty() || name.starts_with('#') || name.starts_with(';')) return {};
    const Command* command = find(name);
    if (command == nullptr) {
        const std::string_view instead = what_to_do_instead(name);
        return failure(fmt::format("there is no command '{}': {}", name,
                                   instead.empty() ? "see help" : instead));
    }
    traced_.clear();
    try {
        Arguments arguments(line);
        Reply reply = command->run(*this, arguments);
        reply.text.insert(0, traced_);
        traced_.clear();
        if (reply.stop) do_commands_of(reply);
        return reply;
    } catch (const std::exception& trouble) {
        return failure(fmt::format("{}: {}", name, trouble.what()));
    }
}

/// What the checkpoints that have stopped the machine bring along. It has moved, so what is wrong
/// with their commands does not make the movement fail.
void Commands::do_commands_of(Reply& reply) {
    constexpr int deepest = 8;
    const std::vector<Hit> hits = reply.stop->hits;
    for (const Hit& hit : hits) {
        const Checkpoint* checkpoint = debugger.checkpoints.find(hit.checkpoint);
        if (checkpoint == nullptr || checkpoint->command.empty()) continue;
        if (depth_ == deepest) {
            reply.text += "checkpoints' commands lead to one another\n";
            return;
        }
        ++depth_;
        Reply further = execute(std::string(checkpoint->command));
        --depth_;
        reply.text += further.text;
        reply.quit |= further.quit;
        if (further.stop) reply.stop = std::move(further.stop);
    }
}

Expression Commands::expression(std::string_view text) const {
    return Expression::parse(text, symbols.labels, routine());
}

Address Commands::address(std::string_view text) const {
    const auto colon = text.rfind(':');
    if (colon != text.npos && colon != 0) {
        const auto file = symbols.info.find_file(text.substr(0, colon));
        const std::uint64_t line = digits_of(text.substr(colon + 1), 10).value_or(0);
        const bool number = line != 0 && line <= 0xFFFF'FFFF;
        if (file && number) {
            const auto spans = symbols.info.spans_of({*file, static_cast<unsigned>(line)});
            if (spans.empty()) {
                throw BadCommand(fmt::format("'{}': no code from that line on", text));
            }
            return spans.front().first;
        }
        const bool memspace = colon == 1 && (text.front() == 'c' || text.front() == 'C');
        if (number && !memspace) {
            throw BadCommand(fmt::format("'{}': the debug file knows no such source file", text));
        }
        if (memspace) text.remove_prefix(2);
    }
    return address_of(text, debugger.machine(), symbols.labels, routine());
}

Range Commands::range(Arguments& arguments, std::size_t count) const {
    const std::string_view word = arguments.take("the address");
    // A difference below zero is no address, so a range is meant.
    if (const auto dash = word.find('-'); dash != word.npos && dash != 0) {
        std::optional<Range> found;
        try {
            found = {address(word.substr(0, dash)), address(word.substr(dash + 1))};
        } catch (const std::exception&) {  // of something else
        }
        if (found && found->first < found->last) return *found;
    }
    const Address first = address(word);
    if (arguments.empty() || arguments.peek() == "if") {
        if (count == 0) throw BadCommand("the last address is missing");
        return Range::of(first, count);
    }
    const Range range{first, take_address(arguments, "the last address")};
    if (range.last < range.first) throw BadCommand("the last address lies in front of the first");
    return range;
}

void Commands::poke(Address first, std::vector<Byte> bytes, std::size_t count) {
    const std::size_t size = bytes.size();
    debugger.edit(
        [first, bytes = std::move(bytes), count, bank = bank](Machine& machine) {
            for (std::size_t i = 0; i < count; ++i) {
                debug::poke(machine, static_cast<Address>(first + i), bytes[i % bytes.size()],
                            bank);
            }
        },
        size);
}

std::vector<std::string> Commands::completions(std::string_view line) const {
    std::vector<std::string> found;
    const auto last_blank = line.find_last_of(blanks);
    if (last_blank == line.npos) {
        for (const Command& command : commands_) {
            for (const std::string_view name : command.names) {
                if (name.starts_with(line)) found.emplace_back(name);
            }
        }
    } else {
        std::string_view word = line.substr(last_blank + 1);
        const bool dot = word.starts_with('.');
        if (dot) word.remove_prefix(1);
        for (const Label& label : symbols.labels.all()) {
            if (label.name.starts_with(word)) found.push_back((dot ? "." : "") + label.name);
        }
    }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

}  // namespace ryg::c64::debug
