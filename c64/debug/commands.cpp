// The debugger's command lines: parses a line, finds and executes its commands.
#include "c64/debug/commands.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "c64/program/files.hpp"
#include "c64/program/numbers.hpp"
#include "c64/program/text.hpp"

namespace ryg::c64::debug {
namespace {

/// Takes the command's name: a word, or one of the signs that need no blank after them.
std::string_view take_name(std::string_view& line) {
    skip(blanks, line);
    std::size_t length = std::min(line.find_first_of(blanks), line.size());
    if (line.starts_with('>') || line.starts_with('?') || line.starts_with('~')) length = 1;
    const std::string_view name = line.substr(0, length);
    line.remove_prefix(length);
    return name;
}

/// A failed reply with the error as one line.
Reply failure(std::string line) {
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    Reply reply(line + '\n');
    reply.failed = true;
    return reply;
}

/// Writes a command's output file.
void write_text(const std::string& path, std::string_view text) {
    if (!write_file(path, text)) throw BadCommand(fmt::format("{}: cannot be written", path));
}

}  // namespace

Commands::Commands(Debugger& its_debugger, Symbols& its_symbols)
    : debugger(its_debugger), symbols(its_symbols), write(write_text) {
    debugger.on_trace = [this](const Checkpoint& checkpoint, const Hit& hit) {
        constexpr std::size_t enough = 1 << 20;
        const std::string told = tell(checkpoint, hit);
        if (traced_.size() < enough) traced_ += told;
    };
    for (const auto rows :
         {move_commands(), past_commands(), touched_commands(), memory_commands(), poke_commands(),
          look_commands(), setting_commands(), session_commands()}) {
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
    if (command == nullptr) return failure(unknown(name));
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

std::string Commands::unknown(std::string_view name) const {
    const std::string_view instead = what_to_do_instead(name);
    std::vector<std::string_view> names;
    for (const Command& one : all()) names.insert(names.end(), one.names.begin(), one.names.end());
    const std::string otherwise = fmt::format(": {}", instead.empty() ? "see help" : instead);
    return fmt::format("there is no command '{}'{}", name,
                       instead.empty() ? did_you_mean(name, names, otherwise) : otherwise);
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
    const std::string line = checkpoint.command;  // a copy: it may delete the checkpoint
    if (!line.empty()) text += execute(line).text;
    return text;
}

/// Executes the commands of the checkpoints that stopped the machine. Their errors do not make the
/// movement fail.
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
        const auto files = symbols.info.files_named(text.substr(0, colon));
        const std::uint64_t line = digits_of(text.substr(colon + 1), 10).value_or(0);
        const bool number = line != 0 && line <= 0xFFFF'FFFF;
        if (files.size() > 1 && number) {
            std::vector<std::string_view> names;
            for (const std::size_t file : files) names.push_back(symbols.info.files()[file]);
            throw BadCommand(fmt::format("'{}': there are {}: name the folder, too", text,
                                         fmt::join(names, " and ")));
        }
        if (!files.empty() && number) {
            const auto spans = symbols.info.spans_of({files[0], static_cast<unsigned>(line)});
            if (spans.empty()) {
                throw BadCommand(fmt::format("'{}': no code from that line on", text));
            }
            return spans.front().first;
        }
        const bool memspace = colon == 1 && (text.front() == 'c' || text.front() == 'C');
        if (number && !memspace) {
            throw BadCommand(fmt::format("'{}': {}", text,
                                         symbols.info.empty()
                                             ? "no source lines are known, only labels"
                                             : "the debug file knows no such source file"));
        }
        if (memspace) text.remove_prefix(2);
    }
    return address_of(text, debugger.machine(), symbols.labels, routine());
}

AddressRange Commands::range(Arguments& arguments, std::size_t count) const {
    const std::string_view word = arguments.take("the address");
    // A negative difference is no address, so this must be a range.
    if (const auto dash = word.find('-'); dash != word.npos && dash != 0) {
        std::optional<AddressRange> found;
        try {
            found = {address(word.substr(0, dash)), address(word.substr(dash + 1))};
        } catch (const std::exception&) {  // not a difference
        }
        if (found && found->first < found->last) return *found;
    }
    const Address first = address(word);
    if (arguments.empty() || arguments.peek() == "if") {
        if (count == 0) throw BadCommand("the last address is missing");
        return AddressRange::of(first, count);
    }
    const AddressRange range{first, take_address(arguments, "the last address")};
    if (range.last < range.first) throw BadCommand("the last address is below the first");
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

bool Commands::take_bound(Arguments& arguments, StepRange& steps) const {
    const bool first = arguments.take_if("from");
    if (!first && !arguments.take_if("to")) return false;
    (first ? steps.first : steps.last) =
        debugger.history().first_step_at(arguments.count("the cycle"));
    return true;
}

}  // namespace ryg::c64::debug
