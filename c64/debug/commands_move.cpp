// Commands that move the machine, forward and back in time, and those for checkpoints.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/debug/goals.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view forward = "forward", backward = "back in time",
                           move_topic = "checkpoints";

/// A command that moves the machine by `move(debugger, count, limit)`, or without `count` if the
/// command has none.
template <class Move>
auto moving(Move move) {
    return [move](Commands& commands, Arguments& arguments) {
        Debugger& debugger = commands.debugger;
        if constexpr (std::is_invocable_v<Move, Debugger&, std::uint64_t, Cycle>) {
            const std::uint64_t count = arguments.last_count("how many", 1);
            return commands.stopped(move(debugger, count, commands.limit));
        } else {
            arguments.end();
            return commands.stopped(move(debugger, commands.limit));
        }
    };
}

Reply until(Commands& commands, Arguments& arguments) {
    const Address there = commands.take_address(arguments);
    if (!arguments.take_if("if")) {
        arguments.end();
        return commands.stopped(commands.debugger.run_to(there, commands.limit));
    }
    const auto condition = commands.expression(arguments.rest());
    const auto come = [&](const Executed& executed) {
        const Machine& machine = commands.debugger.machine();
        return executed.after.pc == there && !machine.cpu.interrupt_follows() &&
               condition.holds(machine);
    };
    return commands.stopped(commands.debugger.run_until(come, commands.limit));
}

Reply go_to(Commands& commands, Arguments& arguments) {
    if (!arguments.empty()) {
        const Address there = commands.take_address(arguments);
        arguments.end();
        commands.debugger.edit([there](Machine& machine) { machine.cpu.jump(there); });
    }
    return commands.stopped(commands.debugger.run(commands.limit));
}

Reply go_to_cycle(Commands& commands, Arguments& arguments) {
    const Cycle there = arguments.last_count("the cycle");
    const Cycle now = commands.debugger.machine().cpu.cycle;
    const bool recorded = there <= commands.debugger.history().last_cycle();
    if (!recorded && there > now && there - now > commands.limit) {
        throw BadCommand(fmt::format("{} is more than {} cycles away", there, commands.limit));
    }
    Stop stop = commands.debugger.go_to_cycle(there);
    if (stop.reason == Reason::done && commands.debugger.has_returned()) {
        stop = {.reason = Reason::ended, .from = commands.debugger.pc()};
    }
    return commands.stopped(std::move(stop));
}

/// Moves by source line, or by instruction if there is no source.
auto moving_by_line(Goal (*goal)(const Debugger&, const Symbols&)) {
    return [goal](Commands& commands, Arguments& arguments) {
        Debugger& debugger = commands.debugger;
        const std::uint64_t count = arguments.last_count("how many", 1);
        return commands.stopped(debugger.repeat(count, commands.limit,
                                                [&] { return goal(debugger, commands.symbols); }));
    };
}

Reply lines_back(Commands& commands, Arguments& arguments) {
    const std::uint64_t count = arguments.last_count("how many", 1);
    return commands.stopped(line_back(commands.debugger, commands.symbols, count));
}

// ----------------------------------------------------------------------------------- checkpoints

constexpr std::array<std::pair<std::string_view, Byte>, 3> kinds_by_name{
    {{"exec", AccessKind::exec}, {"load", AccessKind::load}, {"store", AccessKind::store}}};

Checkpoint& known(Commands& commands, Arguments& arguments) {
    const std::uint64_t number = arguments.count("the checkpoint's number");
    Checkpoint* found = number > 0xFFFF'FFFF
                            ? nullptr
                            : commands.debugger.checkpoints.find(static_cast<unsigned>(number));
    if (found == nullptr) throw BadCommand(fmt::format("there is no checkpoint {}", number));
    return *found;
}

Reply list_checkpoints(const Commands& commands) {
    std::string text;
    for (const Checkpoint& each : commands.debugger.checkpoints.all())
        text += commands.describe(each) + '\n';
    return text.empty() ? "no checkpoints\n" : text;
}

/// `[exec] [load] [store] address [address] [if condition]`; nothing lists the table.
auto setting(Checkpoint prototype) {
    return [prototype](Commands& commands, Arguments& arguments) -> Reply {
        if (arguments.empty()) return list_checkpoints(commands);
        Checkpoint checkpoint = prototype;
        Byte wanted = 0;
        for (bool more = true; more;) {
            more = false;
            for (const auto& [name, kind] : kinds_by_name) {
                if (!arguments.take_if(name)) continue;
                wanted |= kind;
                more = true;
            }
        }
        if (wanted != 0) checkpoint.kinds = wanted;
        const AddressRange where_to = commands.range(arguments, 1);
        checkpoint.first = where_to.first;
        checkpoint.last = where_to.last;
        if (arguments.take_if("if")) {
            checkpoint.condition = commands.expression(arguments.rest());
        } else {
            arguments.end();
        }
        const DebugInfo& info = commands.symbols.info;
        const auto line = info.line_at(where_to.first);
        const bool misses = checkpoint.kinds == AccessKind::exec && where_to.size() == 1 && line &&
                            info.is_data(where_to.first);
        Checkpoints& table = commands.debugger.checkpoints;
        return commands.describe(*table.find(table.add(std::move(checkpoint)))) +
               (misses ? fmt::format("\n{} is data: it stops only if that is executed\n",
                                     info.describe(*line))
                       : "\n");
    };
}

/// Enables or disables one checkpoint, or all.
auto enabling(bool enabled) {
    return [enabled](Commands& commands, Arguments& arguments) -> Reply {
        if (arguments.empty()) {
            for (Checkpoint& each : commands.debugger.checkpoints.all()) each.enabled = enabled;
            return list_checkpoints(commands);
        }
        Checkpoint& checkpoint = known(commands, arguments);
        arguments.end();
        checkpoint.enabled = enabled;
        return commands.describe(checkpoint) + '\n';
    };
}

Reply delete_checkpoints(Commands& commands, Arguments& arguments) {
    if (arguments.empty()) {
        commands.debugger.checkpoints.clear();
    } else {
        const unsigned number = known(commands, arguments).number;
        arguments.end();
        commands.debugger.checkpoints.remove(number);
    }
    return {};
}

Reply set_condition(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands, arguments);
    if (arguments.empty()) {
        checkpoint.condition.reset();
    } else if (arguments.take_if("if")) {
        checkpoint.condition = commands.expression(arguments.rest());
    } else {
        throw BadCommand("'if' is missing before the condition");
    }
    return commands.describe(checkpoint) + '\n';
}

Reply ignore(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands, arguments);
    checkpoint.ignore = arguments.last_count("how often", 1);
    return commands.describe(checkpoint) + '\n';
}

Reply set_command(Commands& commands, Arguments& arguments) {
    Checkpoint& checkpoint = known(commands, arguments);
    std::string line(arguments.rest());
    if (line.starts_with('"')) {
        line = arguments.quoted("the line");
        arguments.end();
    }
    if (!line.empty() && !commands.knows(line)) {
        throw BadCommand(fmt::format("'{}' is not a command", line));
    }
    checkpoint.command = line;
    return commands.describe(checkpoint) + '\n';
}

// clang-format off
const Command move_rows[]{
    {{"step", "z"}, "[count]", "execute COUNT instructions (1)", forward,
     moving([](Debugger& d, std::uint64_t count, Cycle limit) { return d.step(count, limit); }), "step 10"},
    {{"next", "n"}, "[count]", "the same, calls and interrupts as one", forward,
     moving([](Debugger& d, std::uint64_t count, Cycle limit) { return d.next(count, limit); }), "next"},
    {{"step-line", "sli"}, "[count]", "step to another source line, into calls", forward,
     moving_by_line(line_in_call), "step-line"},
    {{"next-line", "nl"}, "[count]", "step to the next source line, over calls", forward,
     moving_by_line(next_line), "next-line 2"},
    {{"return", "ret", "finish", "fin"}, "", "run until the routine returns", forward,
     moving([](Debugger& d, Cycle limit) { return d.finish(limit); }), "finish"},
    {{"until", "un"}, "address [if condition]", "run to an address", forward, until, "until .miniMax if x == 3"},
    {{"exit", "x", "continue"}, "", "run until a checkpoint stops it", forward,
     moving([](Debugger& d, Cycle limit) { return d.run(limit); }), "x"},
    {{"goto", "g"}, "[address]", "set pc, if an address is given, and run", forward, go_to, "goto .search"},
    {{"back", "zb"}, "[count]", "undo COUNT instructions (1)", backward,
     moving([](Debugger& d, std::uint64_t count, Cycle) { return d.back(count); }), "back 3"},
    {{"rnext", "rn"}, "[count]", "the same, calls and interrupts as one", backward,
     moving([](Debugger& d, std::uint64_t count, Cycle) { return d.next_back(count); }), "rnext"},
    {{"rnext-line", "rnl"}, "[count]", "go back to the beginning of the previous line", backward, lines_back, "rnl"},
    {{"rreturn", "rret", "rfinish", "reverse-finish"}, "", "go back to the call of the routine", backward,
     moving([](Debugger& d, Cycle) { return d.finish_back(); }), "reverse-finish"},
    {{"rcontinue", "rx"}, "", "go back to the last stop at a checkpoint", backward,
     moving([](Debugger& d, Cycle) { return d.run_back(); }), "rcontinue"},
    {{"goto-cycle", "gc"}, "cycle", "go to a cycle, earlier or later, ignoring checkpoints",
     backward, go_to_cycle, "goto-cycle 70000"},

    {{"break", "bk"}, "[exec|load|store] address [address] [if condition]",
     "stop before an instruction; alone: list checkpoints", move_topic,
     setting({}), "break .miniMax if x == 3 && @.etValor != 0"},
    {{"tbreak", "tbk"}, "[exec|load|store] address [address] [if condition]",
     "the same, once", move_topic, setting({.temporary = true}), "tbreak .miniMax"},
    {{"watch", "w"}, "[exec|load|store] address [address] [if condition]",
     "stop after a memory access", move_topic,
     setting({.kinds = AccessKind::load | AccessKind::store}), "watch store .libreLo"},
    {{"trace", "tr"}, "[exec|load|store] address [address] [if condition]",
     "report each hit without stopping", move_topic, setting({.stops = false}), "trace .miniMax"},
    {{"delete", "del"}, "[number]", "delete one checkpoint, or all", move_topic, delete_checkpoints, "delete 1"},
    {{"condition", "cond"}, "number [if condition]",
     "set or remove a checkpoint's condition", move_topic, set_condition, "condition 2 if a == $10"},
    {{"ignore"}, "number [count]", "ignore the next COUNT hits (1)", move_topic, ignore, "ignore 2 5"},
    {{"command"}, "number [\"line\"]",
     "set or remove the commands to run at each hit", move_topic, set_command, "command 2 \"print @.etValor\""},
    {{"enable", "en"}, "[number]", "enable one checkpoint, or all", move_topic, enabling(true), "enable 2"},
    {{"disable", "dis"}, "[number]", "disable one checkpoint, or all", move_topic,
     enabling(false), "disable 2"},
};
// clang-format on

}  // namespace

std::string Commands::describe(const Checkpoint& checkpoint) const {
    std::string text =
        fmt::format("{} #{}", checkpoint.stops ? "stop" : "trace", checkpoint.number);
    for (const auto& [name, kind] : kinds_by_name) {
        if ((checkpoint.kinds & kind) != 0) text += fmt::format(" {}", name);
    }
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
    } else {
        const std::string before =
            hit.access->is_store ? fmt::format("${:02x} -> ", hit.access->before) : "";
        text += fmt::format("{} {}: {}${:02x} by {}", hit.access->is_store ? "store" : "load",
                            describe(hit.access->address), before, hit.access->value,
                            symbols.describe(hit.pc));
    }
    if (!hit.note.empty()) text += ": " + hit.note;
    return text + fmt::format("  cycle {}", hit.cycle);
}

std::span<const Command> move_commands() { return move_rows; }

}  // namespace ryg::c64::debug
