// Commands that move the machine, forward and back in time.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {

void Commands::add_moves() {
    const auto add_move = [this](std::vector<std::string> names, std::string usage,
                                 std::string about, auto move, const char* topic) {
        add({.names = std::move(names),
             .usage = std::move(usage),
             .about = std::move(about),
             .topic = topic,
             .run = [this, move](Arguments& arguments) { return stopped(move(arguments)); }});
    };
    const auto counted = [](auto movement) {
        return [movement](Arguments& arguments) {
            const std::uint64_t count = arguments.count("how many", 1);
            arguments.end();
            return movement(count);
        };
    };
    const auto plain = [](auto movement) {
        return [movement](Arguments& arguments) {
            arguments.end();
            return movement();
        };
    };
    constexpr const char* forward = "forward";
    constexpr const char* backward = "back in time";

    add_move({"step", "z"}, "[count]", "so many instructions",
             counted([this](std::uint64_t count) { return debugger.step(count, limit); }), forward);
    add_move({"next", "n"}, "[count]", "the same, calls and interrupts as one",
             counted([this](std::uint64_t count) { return debugger.next(count, limit); }), forward);
    add_move({"return", "ret"}, "", "until the routine returns",
             plain([this] { return debugger.finish(limit); }), forward);
    add_move(
        {"until", "un"}, "address [if condition]", "until the processor comes there",
        [this](Arguments& arguments) {
            const Address there = address(arguments.take("the address"));
            if (!arguments.take_if("if")) {
                arguments.end();
                return debugger.run_to(there, limit);
            }
            const auto condition = Expression::parse(arguments.rest(), symbols.labels);
            const auto come = [&](const Executed& executed) {
                const Machine& machine = debugger.machine();
                return executed.after.pc == there && !machine.cpu.interrupt_follows() &&
                       condition.holds(machine);
            };
            return debugger.run_until(come, limit);
        },
        forward);
    add_move({"exit", "x", "continue"}, "", "runs until a checkpoint stops it",
             plain([this] { return debugger.run(limit); }), forward);
    add_move(
        {"goto", "g"}, "[address]", "sets pc if told to, and runs",
        [this](Arguments& arguments) {
            if (!arguments.empty()) {
                const Address there = address(arguments.take("the address"));
                arguments.end();
                debugger.edit([there](Machine& machine) { machine.cpu.jump(there); });
            }
            return debugger.run(limit);
        },
        forward);

    add_move({"back", "zb"}, "[count]", "takes so many instructions back",
             counted([this](std::uint64_t count) { return debugger.back(count); }), backward);
    add_move({"rnext", "rn"}, "[count]", "the same, calls and interrupts as one",
             counted([this](std::uint64_t count) { return debugger.next_back(count); }), backward);
    add_move({"rreturn", "rret"}, "", "to the call of the routine",
             plain([this] { return debugger.finish_back(); }), backward);
    add_move({"rcontinue", "rx"}, "", "to the last stop at a checkpoint before",
             plain([this] { return debugger.run_back(); }), backward);
    add_move(
        {"goto-cycle", "gc"}, "cycle", "to that time, before or to come, past checkpoints",
        [this](Arguments& arguments) {
            const Cycle there = arguments.count("the cycle");
            arguments.end();
            const Cycle now = debugger.machine().cpu.cycle;
            if (there > now && there - now > limit) {
                throw BadCommand(fmt::format("{} is more than {} cycles away", there, limit));
            }
            return debugger.go_to_cycle(there);
        },
        backward);
    add({.names = {"who-wrote", "ww"},
         .usage = "address",
         .about = "the last store to a byte; goto-cycle leads in front of it",
         .topic = backward,
         .run = [this](Arguments& arguments) {
             const Address byte = address(arguments.take("the address"));
             arguments.end();
             const auto store = debugger.who_wrote(byte);
             const Machine& at_first = debugger.history().start_of(0).machine;
             const Byte left = store ? store->value : at_first.ram()[byte];
             const bool is_memory = byte > 1 && byte >> 12 != 0xD;
             const char* const since = is_memory && debugger.machine().ram()[byte] != left
                                           ? ", but it was changed by hand"
                                           : "";
             if (!store) {
                 return Reply{fmt::format("nobody has stored to {} since the beginning{}\n",
                                          describe(byte), since)};
             }
             return Reply{fmt::format("{}: ${:02x} -> ${:02x} by {} at cycle {}{}\n{}\n",
                                      describe(byte), store->before, store->value,
                                      symbols.describe(store->pc), store->cycle, since,
                                      instruction_line(store->pc))};
         }});
}

}  // namespace ryg::c64::debug
