// The debugger's command lines: how a line is read, found, done, and what help says.
#include "c64/debug/commands.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
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
           "Several commands stand in a line with ; between them.\n"
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

/// Lines from a file, the first that fails being the last.
Reply play(Commands& commands, Arguments& arguments) {
    const std::string path = arguments.last_quoted("the file");
    std::ifstream in(path);
    std::error_code ignored;
    if (!in || std::filesystem::is_directory(path, ignored)) {
        throw BadCommand(fmt::format("{}: cannot be read", path));
    }
    Reply all;
    unsigned number = 1;
    for (std::string line; std::getline(in, line) && !all.quit; ++number) {
        Reply reply = commands.execute(line);
        if (reply.failed) {
            reply.text.pop_back();
            throw BadCommand(fmt::format("{}:{}: {}", path, number, reply.text));
        }
        all.text += reply.text;
        all.quit = reply.quit;
        if (reply.stop) all.stop = std::move(reply.stop);
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

/// Where the next command of a line begins: after a `;` that is not in quotes.
std::size_t next_command(std::string_view line) {
    bool in_quotes = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '"') in_quotes = !in_quotes;
        if (line[at] == ';' && !in_quotes) return at;
    }
    return line.npos;
}

const Command session_commands[]{
    {{"playback", "pb", "source"}, "file", "does the lines of a file", "session", play},
    {{"macro"},
     "[name [\"line\"]]",
     "gives a line a name; {1} to {9} in it are words after the name, {*} all",
     "session",
     macro},
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
    debugger.on_trace = [this](const Checkpoint& checkpoint, const Hit& hit) {
        constexpr std::size_t enough = 1 << 20;
        const std::string told = tell(checkpoint, hit);
        if (traced_.size() < enough) traced_ += told;
    };
    for (const auto rows :
         {move_commands(), past_commands(), memory_commands(), poke_commands(), look_commands(),
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

bool Commands::knows(std::string_view line) const {
    const std::string_view name = take_name(line);
    return find(name) != nullptr || macros.contains(name);
}

Reply Commands::execute(std::string_view line) {
    skip(blanks, line);
    if (line.starts_with('#') || line.starts_with(';')) return {};
    Reply all;
    while (!all.failed && !all.quit) {
        const std::size_t end = next_command(line);
        Reply reply = execute_one(line.substr(0, end));
        if (reply.failed) all.text.clear();
        all.text += reply.text;
        all.failed = reply.failed;
        all.quit = reply.quit;
        if (reply.stop) all.stop = std::move(reply.stop);
        if (end == line.npos) break;
        line.remove_prefix(end + 1);
    }
    return all;
}

Reply Commands::execute_one(std::string_view line) {
    const std::string_view name = take_name(line);
    if (name.empty()) return {};
    const Command* command = find(name);
    if (command == nullptr && macros.contains(name)) return expand(name, line);
    if (command == nullptr) {
        const std::string_view instead = what_to_do_instead(name);
        return failure(fmt::format("there is no command '{}': {}", name,
                                   instead.empty() ? "see help" : instead));
    }
    const std::string before = std::exchange(traced_, {});
    Reply reply;
    try {
        Arguments arguments(line);
        reply = command->run(*this, arguments);
        reply.text.insert(0, traced_);
        if (reply.stop) do_commands_of(reply);
    } catch (const std::exception& trouble) {
        reply = failure(fmt::format("{}: {}", name, trouble.what()));
    }
    traced_ = before;
    return reply;
}

Reply Commands::expand(std::string_view name, std::string_view rest) {
    constexpr int deepest = 8;
    if (depth_ == deepest) return failure("macros lead to one another");
    Arguments words(rest);
    std::string line = macros.find(name)->second;
    const auto put = [&line](std::string_view sign, std::string_view word) {
        for (std::size_t at = 0; (at = line.find(sign, at)) != line.npos; at += word.size()) {
            line.replace(at, sign.size(), word);
        }
    };
    put("{*}", words.rest());
    for (char digit = '1'; digit <= '9'; ++digit) {
        put(std::string("{") + digit + "}", words.empty() ? "" : words.take("a word"));
    }
    ++depth_;
    Reply reply = execute(line);
    --depth_;
    return reply;
}

std::string Commands::tell(const Checkpoint& checkpoint, const Hit& hit) {
    std::string text = describe(hit) + '\n';
    const std::string line = checkpoint.command;  // which may take the checkpoint away
    if (!line.empty()) text += execute(line).text;
    return text;
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

bool Commands::take_bound(Arguments& arguments, Steps& steps) const {
    const bool first = arguments.take_if("from");
    if (!first && !arguments.take_if("to")) return false;
    (first ? steps.first : steps.last) =
        debugger.history().first_step_at(arguments.count("the cycle"));
    return true;
}

namespace {

/// The words that a usage has as they are typed; the others stand for something.
std::vector<std::string> words_of(std::string_view usage) {
    constexpr std::string_view stand_for =
        " address byte command condition count cycle expression file first instruction last level "
        "line m n name number part place rows text value words bank ";
    std::vector<std::string> words;
    while (!usage.empty()) {
        const auto begin = std::min(usage.find_first_not_of("[]| .\"="), usage.size());
        usage.remove_prefix(begin);
        const std::string_view word = usage.substr(0, usage.find_first_of("[]| .\"="));
        usage.remove_prefix(word.size());
        if (!word.empty() && stand_for.find(fmt::format(" {} ", word)) == stand_for.npos) {
            words.emplace_back(word);
        }
    }
    return words;
}

/// The files whose path begins so; folders end with a slash.
std::vector<std::string> files_that_begin(std::string_view path) {
    namespace fs = std::filesystem;
    const std::string folder(path.substr(0, path.find_last_of('/') + 1));
    std::vector<std::string> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? "." : folder, ignored)) {
        const std::string name = folder + entry.path().filename().string();
        if (name.starts_with(path))
            found.push_back(name + (entry.is_directory(ignored) ? "/" : ""));
    }
    return found;
}

}  // namespace

std::vector<std::string> Commands::completions(std::string_view line) const {
    if (const auto before = next_command(line); before != line.npos) {
        return completions(line.substr(before + 1));
    }
    skip(blanks, line);
    std::vector<std::string> found, candidates;
    const auto last_blank = line.find_last_of(blanks);
    std::string_view word = last_blank == line.npos ? line : line.substr(last_blank + 1);
    const Command* const command = find(line.substr(0, line.find_first_of(blanks)));
    const std::string_view usage = command == nullptr ? "" : command->usage;
    if (last_blank == line.npos || usage.find("command") != usage.npos) {
        for (const Command& each : commands_) {
            candidates.insert(candidates.end(), each.names.begin(), each.names.end());
        }
        for (const auto& [name, its_line] : macros) candidates.push_back(name);
    }
    if (last_blank != line.npos) {
        if (usage.find("file") != usage.npos) {
            const bool quoted = word.starts_with('"');
            for (const std::string& file : files_that_begin(word.substr(quoted ? 1 : 0))) {
                candidates.push_back((quoted ? "\"" : "") + file);
            }
        }
        const auto words = words_of(usage);
        candidates.insert(candidates.end(), words.begin(), words.end());
        if (command != nullptr && command->names.front() == "bank") {
            for (const NamedBank& each : banks) candidates.emplace_back(each.name);
        }
        const std::string local = fmt::format("{}@", routine());
        const bool dot = word.starts_with('.');
        for (const Label& label : symbols.labels.all()) {
            candidates.push_back((dot ? "." : "") + label.name);
            if (!label.name.starts_with(local)) continue;
            candidates.push_back((dot ? "." : "") + label.name.substr(local.size() - 1));
        }
        if (word.starts_with("@.")) {
            for (const Label& label : symbols.labels.all()) candidates.push_back("@." + label.name);
        }
    }
    std::ranges::copy_if(candidates, std::back_inserter(found),
                         [word](const std::string& each) { return each.starts_with(word); });
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

}  // namespace ryg::c64::debug
