// Commands about the history: which instruction accessed an address, and what has changed.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view past_topic = "history";

/// "outer+4 ($1004)": the caller of the routine that made an access.
std::string caller_of(const Commands& commands, const PastAccess& access) {
    if (!access.frame) return "";
    return fmt::format(", called by {}", commands.symbols.describe(access.frame->call));
}

std::string line_of(const Commands& commands, const PastAccess& access, Byte kind) {
    const std::string what = commands.describe(access.address);
    const std::string by =
        fmt::format("by {} at cycle {}", commands.symbols.describe(access.pc), access.cycle);
    switch (kind) {
        case AccessKind::store:
            return fmt::format("{}: ${:02x} -> ${:02x} {}", what, access.before, access.value, by);
        case AccessKind::load: return fmt::format("{}: ${:02x} read {}", what, access.value, by);
        default:
            return fmt::format("{}: executed at cycle {}{}", what, access.cycle,
                               caller_of(commands, access));
    }
}

/// Whether something other than the last store gave a byte its value.
bool changed_by_hand(const Debugger& debugger, Address byte,
                     const std::vector<PastAccess>& stores) {
    const Machine& at_first = debugger.history().start_of(0).machine;
    const Byte left = stores.empty() ? at_first.ram()[byte] : stores.front().value;
    const bool is_memory = byte > 1 && byte >> 12 != 0xD;
    return is_memory && debugger.machine().ram()[byte] != left;
}

/// `address [count]`: the last accesses of a kind, each with its instruction.
auto asking_who(Byte kind, std::string_view nobody) {
    return [kind, nobody](Commands& commands, Arguments& arguments) -> Reply {
        const Address place = commands.take_address(arguments);
        constexpr std::uint64_t most = 100'000;
        const auto count =
            static_cast<std::size_t>(std::min(arguments.last_count("how many", 1), most));
        const auto accesses = commands.debugger.who(place, place, kind, count);
        const char* const by_hand =
            kind == AccessKind::store && changed_by_hand(commands.debugger, place, accesses)
                ? ", but it was changed by hand"
                : "";
        if (accesses.empty()) {
            const char* const meant =
                kind == AccessKind::store && *by_hand == '\0' ? ": it is as it was then" : by_hand;
            return fmt::format("nothing has {} {} since the beginning{}\n", nobody,
                               commands.describe(place), meant);
        }
        commands.listed.clear();
        std::string text;
        for (const PastAccess& access : accesses) {
            commands.listed.push_back(access.steps);
            if (count > 1) text += fmt::format("{:>2}  ", commands.listed.size());
            text += line_of(commands, access, kind) + (text.find('\n') == text.npos ? by_hand : "");
            text += fmt::format("\n{}\n", commands.instruction_line(access.pc));
        }
        return text;
    };
}

Reply jump(Commands& commands, Arguments& arguments) {
    const auto& bookmarks = commands.debugger.bookmarks;
    if (const auto known = bookmarks.find(arguments.peek()); known != bookmarks.end()) {
        (void)arguments.take("the name");
        arguments.end();
        return commands.stopped(commands.debugger.go_to_step(known->second));
    }
    const std::uint64_t number = arguments.last_count("the number", 1);
    if (number == 0 || number > commands.listed.size()) {
        throw BadCommand("who-wrote, who-read, who-ran and bookmark list what jump leads to");
    }
    return commands.stopped(
        commands.debugger.go_to_step(commands.listed[static_cast<std::size_t>(number - 1)]));
}

/// Names the current step, or moves an existing name to it. Without arguments lists all names.
Reply bookmark(Commands& commands, Arguments& arguments) {
    auto& all = commands.debugger.bookmarks;
    if (!arguments.empty()) {
        const std::string name(arguments.take("the name"));
        if (arguments.take_if("off")) {
            if (all.erase(name) == 0) throw BadCommand(fmt::format("there is no '{}'", name));
        } else if (name.find_first_not_of("0123456789") == name.npos) {
            throw BadCommand("a name is not a number: jump 3 leads to the third of a list");
        } else {
            all[name] = commands.debugger.history().now().steps;
        }
        arguments.end();
        return {};
    }
    std::string text;
    for (const auto& [name, steps] : all) {
        const auto then = commands.debugger.history().copy_at(steps);
        text += fmt::format("{:<12} cycle {}  {}\n", name, then->machine.cpu.cycle,
                            commands.describe(then->machine.cpu.registers.pc));
    }
    return text.empty() ? "no bookmarks\n" : text;
}

// -------------------------------------------------------------------------------------- two
// moments

/// Name and value of every variable of the program's views; names include those of enclosing ones.
std::map<std::string, std::string> all_variables(const Commands& commands, const Machine& machine) {
    constexpr std::size_t most = 5000;
    constexpr unsigned deepest = 16;
    std::map<std::string, std::string> all;
    const auto add = [&](const auto& self, const View& view, std::optional<Address> parent,
                         const std::string& path, unsigned depth) -> void {
        for (const Variable& each : view.variables(machine, parent)) {
            const std::string name = path + ' ' + each.name;
            if (all.size() >= most) return;
            all[name] = each.value;
            if (each.children && depth < deepest) self(self, view, each.children, name, depth + 1);
        }
    };
    for (const View& view : commands.views) add(add, view, {}, view.name, 0);
    return all;
}

std::string changed_registers(const emu::Registers& before, const emu::Registers& after) {
    std::string text;
    const auto add = [&text](const char* name, unsigned one, unsigned other, int digits) {
        if (one != other)
            text += fmt::format("  {} {:0{}x} -> {:0{}x}", name, one, digits, other, digits);
    };
    add("PC", before.pc, after.pc, 4);
    add("A", before.a, after.a, 2);
    add("X", before.x, after.x, 2);
    add("Y", before.y, after.y, 2);
    add("SP", before.s, after.s, 2);
    add("FL", before.p, after.p, 2);
    return text.empty() ? "" : "registers" + text + '\n';
}

/// The changed bytes; up to eight adjacent ones share a row.
std::string changed_memory(const Commands& commands, const Machine& before, const Machine& after) {
    constexpr std::size_t widest = 8, most = 200;
    std::string text;
    std::size_t rows = 0, bytes = 0;
    for (std::size_t at = 2; at < 0x10000;) {
        std::string old_bytes, new_bytes;
        const std::size_t first = at;
        for (; at < 0x10000 && at - first < widest && before.ram()[at] != after.ram()[at]; ++at) {
            old_bytes += fmt::format("{:02x} ", before.ram()[at]);
            new_bytes += fmt::format(" {:02x}", after.ram()[at]);
        }
        bytes += at - first;
        if (at == first) {
            ++at;
        } else if (rows++ < most) {
            text +=
                fmt::format("{:<32} {:>24}->{}\n", commands.describe(static_cast<Address>(first)),
                            old_bytes, new_bytes);
        }
    }
    if (rows > most) text += fmt::format("and {} rows more\n", rows - most);
    return text + fmt::format("{} bytes of memory differ\n", bytes);
}

Reply diff(Commands& commands, Arguments& arguments) {
    const History& history = commands.debugger.history();
    const auto at = [&history](Cycle cycle) {
        return history.copy_at(history.first_step_at(cycle));
    };
    const auto before = at(arguments.count("the cycle"));
    const auto after =
        arguments.empty() ? history.copy_at(history.now().steps) : at(arguments.count("the cycle"));
    arguments.end();
    const Machine &one = before->machine, &other = after->machine;
    std::string text = fmt::format("cycle {} to {}\n", one.cpu.cycle, other.cpu.cycle) +
                       changed_registers(one.cpu.registers, other.cpu.registers) +
                       changed_memory(commands, one, other);
    auto old_values = all_variables(commands, one);
    for (const auto& [name, value] : all_variables(commands, other)) {
        const auto old = old_values.find(name);
        if (old == old_values.end()) {
            text += fmt::format("{}: new, {}\n", name, value);
        } else if (old->second != value) {
            text += fmt::format("{}: {} -> {}\n", name, old->second, value);
        }
        if (old != old_values.end()) old_values.erase(old);
    }
    for (const auto& [name, value] : old_values) text += fmt::format("{}: gone, {}\n", name, value);
    return text;
}

// clang-format off
const Command past_rows[]{
    {{"who-wrote", "ww"}, "address [count]", "list the last stores to a byte", past_topic,
     asking_who(AccessKind::store, "stored to"), "ww .libreLo 5"},
    {{"who-read", "wr"}, "address [count]", "list the last loads from a byte", past_topic,
     asking_who(AccessKind::load, "read"), "wr .libreLo"},
    {{"who-ran", "wx"}, "address [count]", "list when an instruction was last executed", past_topic,
     asking_who(AccessKind::exec, "executed"), "wx .search"},
    {{"jump", "j"}, "[number|name]", "go to an entry of such a list, or to a bookmark", past_topic, jump, "jump 1"},
    {{"bookmark", "bm"}, "[name [off]]", "name this point for jump, or remove the name; alone: list all", past_topic, bookmark, "bookmark here"},
    {{"diff"}, "cycle [cycle]",
     "show what changed between two cycles, or since one: registers, memory, data",
     past_topic, diff, "diff 65200"},
};
// clang-format on

}  // namespace

std::span<const Command> past_commands() { return past_rows; }

}  // namespace ryg::c64::debug
