// Commands for the table of breakpoints, watchpoints and tracepoints.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

Checkpoint& known(Checkpoints& checkpoints, Arguments& arguments) {
    const std::uint64_t number = arguments.count("the checkpoint's number");
    Checkpoint* found =
        number > 0xFFFF'FFFF ? nullptr : checkpoints.find(static_cast<unsigned>(number));
    if (found == nullptr) throw BadCommand(fmt::format("there is no checkpoint {}", number));
    return *found;
}

}  // namespace

/// `[exec] [load] [store] address [address] [if condition]`; nothing lists the table.
Reply Commands::set_checkpoint(Arguments& arguments, Checkpoint checkpoint) {
    if (arguments.empty()) return list_checkpoints();
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
    const Range where_to = range(arguments, 1);
    checkpoint.first = where_to.first;
    checkpoint.last = where_to.last;
    if (arguments.take_if("if")) {
        checkpoint.condition = Expression::parse(arguments.rest(), symbols.labels);
    } else {
        arguments.end();
    }
    const unsigned number = debugger.checkpoints.add(std::move(checkpoint));
    return {describe(*debugger.checkpoints.find(number)) + '\n'};
}

Reply Commands::list_checkpoints() const {
    Reply reply;
    for (const Checkpoint& each : debugger.checkpoints.all()) reply.text += describe(each) + '\n';
    if (reply.text.empty()) reply.text = "no checkpoints\n";
    return reply;
}

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

void Commands::add_checkpoints() {
    constexpr const char* topic = "checkpoints";
    const auto add_setter = [&](std::vector<std::string> names, std::string about,
                                Checkpoint wanted) {
        add({.names = std::move(names),
             .usage = "[exec|load|store] address [address] [if condition]",
             .about = std::move(about),
             .topic = topic,
             .run = [this, wanted](Arguments& arguments) {
                 return set_checkpoint(arguments, wanted);
             }});
    };
    Checkpoint plain;
    add_setter({"break", "bk"}, "stops in front of an instruction; alone: the table", plain);
    plain.temporary = true;
    add_setter({"tbreak", "tbk"}, "the same, once", plain);
    Checkpoint data;
    data.kinds = Kind::load | Kind::store;
    add_setter({"watch", "w"}, "stops behind an access to memory", data);
    data.kinds = Kind::exec;
    data.stops = false;
    add_setter({"trace", "tr"}, "tells and does not stop", data);
    add_checkpoint_changes();
}

void Commands::add_checkpoint_changes() {
    constexpr const char* topic = "checkpoints";
    add({.names = {"delete", "del"},
         .usage = "[number]",
         .about = "one checkpoint, or all",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             if (arguments.empty()) {
                 debugger.checkpoints.clear();
                 return Reply{};
             }
             const unsigned number = known(debugger.checkpoints, arguments).number;
             arguments.end();
             debugger.checkpoints.remove(number);
             return Reply{};
         }});
    add({.names = {"condition", "cond"},
         .usage = "number [if condition]",
         .about = "sets a checkpoint's condition, or takes it away",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             Checkpoint& checkpoint = known(debugger.checkpoints, arguments);
             if (arguments.empty()) {
                 checkpoint.condition.reset();
             } else if (arguments.take_if("if")) {
                 checkpoint.condition = Expression::parse(arguments.rest(), symbols.labels);
             } else {
                 throw BadCommand("'if' is missing in front of the condition");
             }
             return Reply{describe(checkpoint) + '\n'};
         }});
    add({.names = {"ignore"},
         .usage = "number [count]",
         .about = "lets a checkpoint pass so many times",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             Checkpoint& checkpoint = known(debugger.checkpoints, arguments);
             const std::uint64_t count = arguments.count("how often", 1);
             arguments.end();
             checkpoint.ignore = count;
             return Reply{describe(checkpoint) + '\n'};
         }});
    add({.names = {"command"},
         .usage = "number [\"line\"]",
         .about = "a command to be done when the checkpoint has stopped one, or none",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             Checkpoint& checkpoint = known(debugger.checkpoints, arguments);
             std::string line(arguments.rest());
             if (line.starts_with('"')) {
                 line = arguments.quoted("the line");
                 arguments.end();
             }
             if (!line.empty() && !knows(line)) {
                 throw BadCommand(fmt::format("'{}' is no command", line));
             }
             checkpoint.command = line;
             return Reply{describe(checkpoint) + '\n'};
         }});
    for (const bool enable : {true, false}) {
        add({.names = {enable ? "enable" : "disable", enable ? "en" : "dis"},
             .usage = "[number]",
             .about =
                 enable ? "one checkpoint, or all" : "one checkpoint, or all, for the time being",
             .topic = topic,
             .run = [this, enable](Arguments& arguments) {
                 if (arguments.empty()) {
                     for (Checkpoint& each : debugger.checkpoints.all()) each.enabled = enable;
                     return list_checkpoints();
                 }
                 Checkpoint& checkpoint = known(debugger.checkpoints, arguments);
                 arguments.end();
                 checkpoint.enabled = enable;
                 return Reply{describe(checkpoint) + '\n'};
             }});
    }
}

}  // namespace ryg::c64::debug
