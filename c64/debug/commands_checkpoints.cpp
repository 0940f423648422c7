// Commands for the table of breakpoints, watchpoints and tracepoints.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view topic = "checkpoints";

Checkpoint& known(Checkpoints& checkpoints, Arguments& arguments) {
    const std::uint64_t number = arguments.count("the checkpoint's number");
    Checkpoint* found =
        number > 0xFFFF'FFFF ? nullptr : checkpoints.find(static_cast<unsigned>(number));
    if (found == nullptr) throw BadCommand(fmt::format("there is no checkpoint {}", number));
    return *found;
}

Reply list_checkpoints(const Commands& commands) {
    Reply reply;
    for (const Checkpoint& each : commands.debugger.checkpoints.all())
        reply.text += commands.describe(each) + '\n';
    if (reply.text.empty()) reply.text = "no checkpoints\n";
    return reply;
}

/// `[exec] [load] [store] address [address] [if condition]`; nothing lists the table.
Reply set_checkpoint(Commands& commands, Arguments& arguments, Checkpoint checkpoint) {
    if (arguments.empty()) return list_checkpoints(commands);
    Byte kinds = 0;
    while (true) {
        if (arguments.take_if("exec")) {
            kinds |= Kind::exec;
        } else if (arguments.take_if("load")) {
            kinds |= Kind::load;
        } else if (arguments.take_if("store")) {
            kinds |= Kind::store;
        } else {
            break;
        }
    }
    if (kinds != 0) checkpoint.kinds = kinds;
    const Range where_to = commands.range(arguments, 1);
    checkpoint.first = where_to.first;
    checkpoint.last = where_to.last;
    if (arguments.take_if("if")) {
        checkpoint.condition = commands.expression(arguments.rest());
    } else {
        arguments.end();
    }
    const unsigned number = commands.debugger.checkpoints.add(std::move(checkpoint));
    return {commands.describe(*commands.debugger.checkpoints.find(number)) + '\n'};
}

Reply set_break(Commands& commands, Arguments& arguments) {
    return set_checkpoint(commands, arguments, {});
}
Reply set_break_once(Commands& commands, Arguments& arguments) {
    return set_checkpoint(commands, arguments, {.temporary = true});
}
Reply set_watch(Commands& commands, Arguments& arguments) {
    return set_checkpoint(commands, arguments, {.kinds = Kind::load | Kind::store});
}
Reply set_trace(Commands& commands, Arguments& arguments) {
    return set_checkpoint(commands, arguments, {.kinds = Kind::exec, .stops = false});
}

/// One checkpoint, or all.
Reply set_enabled(Commands& commands, Arguments& arguments, bool enabled) {
    Checkpoints& checkpoints = commands.debugger.checkpoints;
    if (arguments.empty()) {
        for (Checkpoint& each : checkpoints.all()) each.enabled = enabled;
        return list_checkpoints(commands);
    }
    Checkpoint& checkpoint = known(checkpoints, arguments);
    arguments.end();
    checkpoint.enabled = enabled;
    return {commands.describe(checkpoint) + '\n'};
}
Reply enable(Commands& commands, Arguments& arguments) {
    return set_enabled(commands, arguments, true);
}
Reply disable(Commands& commands, Arguments& arguments) {
    return set_enabled(commands, arguments, false);
}

Reply delete_checkpoints(Commands& commands, Arguments& arguments) {
    if (arguments.empty()) {
        commands.debugger.checkpoints.clear();
        return Reply{};
    }
    const unsigned number = known(commands.debugger.checkpoints, arguments).number;
    arguments.end();
    commands.debugger.checkpoints.remove(number);
    return Reply{};
}

Reply set_condition(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands.debugger.checkpoints, arguments);
    if (arguments.empty()) {
        checkpoint.condition.reset();
    } else if (arguments.take_if("if")) {
        checkpoint.condition = commands.expression(arguments.rest());
    } else {
        throw BadCommand("'if' is missing in front of the condition");
    }
    return Reply{commands.describe(checkpoint) + '\n'};
}

Reply ignore(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands.debugger.checkpoints, arguments);
    const std::uint64_t count = arguments.count("how often", 1);
    arguments.end();
    checkpoint.ignore = count;
    return Reply{commands.describe(checkpoint) + '\n'};
}

Reply set_command(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands.debugger.checkpoints, arguments);
    std::string line(arguments.rest());
    if (line.starts_with('"')) {
        line = arguments.quoted("the line");
        arguments.end();
    }
    if (!line.empty() && !commands.knows(line)) {
        throw BadCommand(fmt::format("'{}' is no command", line));
    }
    checkpoint.command = line;
    return Reply{commands.describe(checkpoint) + '\n'};
}

// clang-format off
const Command rows[]{
    {{"break", "bk"}, "[exec|load|store] address [address] [if condition]",
     "stops in front of an instruction; alone: the table", topic, set_break},
    {{"tbreak", "tbk"}, "[exec|load|store] address [address] [if condition]",
     "the same, once", topic, set_break_once},
    {{"watch", "w"}, "[exec|load|store] address [address] [if condition]",
     "stops after an access to memory", topic, set_watch},
    {{"trace", "tr"}, "[exec|load|store] address [address] [if condition]",
     "tells and does not stop", topic, set_trace},
    {{"delete", "del"}, "[number]", "one checkpoint, or all", topic, delete_checkpoints},
    {{"condition", "cond"}, "number [if condition]",
     "sets a checkpoint's condition, or takes it away", topic, set_condition},
    {{"ignore"}, "number [count]", "lets a checkpoint pass this often, or once", topic, ignore},
    {{"command"}, "number [\"line\"]",
     "a command to be done when the checkpoint has stopped one, or none", topic, set_command},
    {{"enable", "en"}, "[number]", "one checkpoint, or all", topic, enable},
    {{"disable", "dis"}, "[number]", "one checkpoint, or all, for the time being", topic, disable},
};
// clang-format on

}  // namespace

std::string Commands::describe(const Checkpoint& checkpoint) const {
    std::string text =
        fmt::format("{} #{}", checkpoint.stops ? "stop" : "trace", checkpoint.number);
    if ((checkpoint.kinds & Kind::exec) != 0) text += " exec";
    if ((checkpoint.kinds & Kind::load) != 0) text += " load";
    if ((checkpoint.kinds & Kind::store) != 0) text += " store";
    if (checkpoint.about.empty()) {
        text += ' ' + describe(checkpoint.first);
        if (checkpoint.last != checkpoint.first) text += " to " + describe(checkpoint.last);
    } else {
        text += ' ' + checkpoint.about;
    }
    if (checkpoint.condition) text += " if " + checkpoint.condition->text();
    if (checkpoint.temporary) text += ", once";
    if (!checkpoint.enabled) text += ", disabled";
    if (!checkpoint.command.empty()) text += fmt::format(", does '{}'", checkpoint.command);
    if (checkpoint.ignore != 0) text += fmt::format(", ignored {} times", checkpoint.ignore);
    return text + fmt::format(", {} hits", checkpoint.hits);
}

std::string Commands::describe(const Hit& hit) const {
    const Checkpoint* checkpoint = debugger.checkpoints.find(hit.checkpoint);
    const char* verb = checkpoint == nullptr || checkpoint->stops ? "stop" : "trace";
    std::string text = fmt::format("#{} {}: ", hit.checkpoint, verb);
    if (!hit.access) {
        text += "exec " + describe(hit.pc);
    } else if (hit.access->is_store) {
        text += fmt::format("store {}: ${:02x} -> ${:02x} by {}", describe(hit.access->address),
                            hit.access->before, hit.access->value, symbols.describe(hit.pc));
    } else {
        text += fmt::format("load {}: ${:02x} by {}", describe(hit.access->address),
                            hit.access->value, symbols.describe(hit.pc));
    }
    if (!hit.note.empty()) text += ": " + hit.note;
    return text + fmt::format("  cycle {}", hit.cycle);
}

std::span<const Command> checkpoint_commands() { return rows; }

}  // namespace ryg::c64::debug
