// Commands that move the machine, forward and back in time.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

std::uint64_t take_count(Arguments& arguments) {
    const std::uint64_t count = arguments.count("how many", 1);
    arguments.end();
    return count;
}

Reply step(Commands& commands, Arguments& arguments) {
    return commands.stopped(commands.debugger.step(take_count(arguments), commands.limit));
}

Reply next(Commands& commands, Arguments& arguments) {
    return commands.stopped(commands.debugger.next(take_count(arguments), commands.limit));
}

Reply finish(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.stopped(commands.debugger.finish(commands.limit));
}

Reply until(Commands& commands, Arguments& arguments) {
    const Address there = commands.address(arguments.take("the address"));
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

Reply run(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.stopped(commands.debugger.run(commands.limit));
}

Reply go_to(Commands& commands, Arguments& arguments) {
    if (!arguments.empty()) {
        const Address there = commands.address(arguments.take("the address"));
        arguments.end();
        commands.debugger.edit([there](Machine& machine) { machine.cpu.jump(there); });
    }
    return commands.stopped(commands.debugger.run(commands.limit));
}

Reply back(Commands& commands, Arguments& arguments) {
    return commands.stopped(commands.debugger.back(take_count(arguments)));
}

Reply next_back(Commands& commands, Arguments& arguments) {
    return commands.stopped(commands.debugger.next_back(take_count(arguments)));
}

Reply finish_back(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.stopped(commands.debugger.finish_back());
}

Reply run_back(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.stopped(commands.debugger.run_back());
}

Reply go_to_cycle(Commands& commands, Arguments& arguments) {
    const Cycle there = arguments.count("the cycle");
    arguments.end();
    const Cycle now = commands.debugger.machine().cpu.cycle;
    const bool recorded = there <= commands.debugger.history().last_cycle();
    if (!recorded && there > now && there - now > commands.limit) {
        throw BadCommand(fmt::format("{} is more than {} cycles away", there, commands.limit));
    }
    return commands.stopped(commands.debugger.go_to_cycle(there));
}

Reply who_wrote(Commands& commands, Arguments& arguments) {
    const Address byte = commands.address(arguments.take("the address"));
    arguments.end();
    const Debugger& debugger = commands.debugger;
    const auto store = debugger.who_wrote(byte);
    const Machine& at_first = debugger.history().start_of(0).machine;
    const Byte left = store ? store->value : at_first.ram()[byte];
    const bool is_memory = byte > 1 && byte >> 12 != 0xD;
    const char* const since =
        is_memory && debugger.machine().ram()[byte] != left ? ", but it was changed by hand" : "";
    if (!store) {
        return {fmt::format("nobody has stored to {} since the beginning{}\n",
                            commands.describe(byte), since)};
    }
    return {fmt::format("{}: ${:02x} -> ${:02x} by {} at cycle {}{}\n{}\n", commands.describe(byte),
                        store->before, store->value, commands.symbols.describe(store->pc),
                        store->cycle, since, commands.instruction_line(store->pc))};
}

constexpr std::string_view forward = "forward", backward = "back in time";

// clang-format off
const Command rows[]{
    {{"step", "z"}, "[count]", "as many instructions, or one", forward, step},
    {{"next", "n"}, "[count]", "the same, calls and interrupts as one", forward, next},
    {{"return", "ret"}, "", "until the routine returns", forward, finish},
    {{"until", "un"}, "address [if condition]", "until the processor comes there", forward, until},
    {{"exit", "x", "continue"}, "", "runs until a checkpoint stops it", forward, run},
    {{"goto", "g"}, "[address]", "sets pc if an address is given, and runs", forward, go_to},
    {{"back", "zb"}, "[count]", "takes as many instructions back, or one", backward, back},
    {{"rnext", "rn"}, "[count]", "the same, calls and interrupts as one", backward, next_back},
    {{"rreturn", "rret"}, "", "to the call of the routine", backward, finish_back},
    {{"rcontinue", "rx"}, "", "to the last stop at a checkpoint before", backward, run_back},
    {{"goto-cycle", "gc"}, "cycle", "to that time, before or to come, past checkpoints",
     backward, go_to_cycle},
    {{"who-wrote", "ww"}, "address", "the last store to a byte; goto-cycle leads in front of it",
     backward, who_wrote},
};
// clang-format on

}  // namespace

std::span<const Command> move_commands() { return rows; }

}  // namespace ryg::c64::debug
