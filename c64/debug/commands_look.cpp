// Commands that show where the machine is and how it came there, and those for labels.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "emu/disassemble.hpp"

namespace ryg::c64::debug {
namespace {

/// "NV-BDIZC" with a dot for each flag that is not set, as VICE has it.
std::string flags(Byte p) {
    constexpr std::string_view names = "NV-BDIZC";
    std::string text(8, '.');
    for (unsigned bit = 0; bit < 8; ++bit) {
        if (bit == 2 || (p >> (7 - bit) & 1) != 0) text[bit] = names[bit];
    }
    return text;
}

std::string registers_text(const emu::Registers& r, Cycle cycle) {
    return fmt::format("A:{:02x} X:{:02x} Y:{:02x} SP:{:02x} {}  {}", r.a, r.x, r.y, r.s,
                       flags(r.p), cycle);
}

constexpr std::string_view bold = "\x1b[1m", yellow = "\x1b[33m", grey = "\x1b[90m",
                           normal = "\x1b[0m";

}  // namespace

std::string Commands::paint(std::string_view ink, std::string text) const {
    if (!colour) return text;
    return fmt::format("{}{}{}", ink, text, normal);
}

std::string Commands::describe(Address address) const {
    if (!symbols.labels.nearest(address)) return fmt::format("${:04x}", address);
    return fmt::format("${:04x} {}", address, symbols.describe(address));
}

std::string Commands::instruction_line(Address address, Bank seen) const {
    std::array<Byte, 3> bytes{};
    for (unsigned i = 0; i < bytes.size(); ++i) {
        bytes[i] = debug::peek(debugger.machine(), static_cast<Address>(address + i), seen);
    }
    const emu::Disassembly code =
        emu::disassemble(address, bytes, symbols.operand_name(address, bytes));
    std::string hex;
    for (unsigned i = 0; i < code.length; ++i) hex += fmt::format("{:02x} ", bytes[i]);
    return fmt::format(".C:{:04x}  {:<9} {}", address, hex, code.text);
}

std::string Commands::lines_around(SourceLine here, unsigned around) const {
    std::string text;
    const unsigned first = here.line - std::min(around, here.line - 1);
    for (unsigned line = first; line <= here.line + around; ++line) {
        const auto its_text = symbols.text_of({here.file, line});
        if (!its_text) continue;
        const bool is_here = line == here.line;
        const std::string shown = fmt::format("{:>5}{} {}", line, is_here ? '>' : ' ', *its_text);
        text += (is_here ? shown : paint(grey, shown)) + '\n';
    }
    return text;
}

std::string Commands::where() const {
    const emu::Cpu& cpu = debugger.machine().cpu;
    const Address pc = debugger.pc();
    std::string text;
    const auto source = symbols.info.line_at(pc);
    if (symbols.labels.nearest(pc) || source) {
        text += paint(bold, symbols.describe(pc));
        if (source) text += "  " + symbols.info.describe(*source);
        text += '\n';
    }
    if (source) text += lines_around(*source, context);
    text +=
        fmt::format("{:<42} {}", instruction_line(pc), registers_text(cpu.registers, cpu.cycle));
    if (cpu.interrupt_follows()) text += "  (an interrupt comes first)";
    return text + '\n';
}

Reply Commands::stopped(Stop stop) const {
    Reply reply;
    for (const Hit& hit : stop.hits) reply.text += paint(yellow, describe(hit)) + '\n';
    std::string why;
    switch (stop.reason) {
        case Reason::limit: why = fmt::format("no stop within {} cycles", limit); break;
        case Reason::jammed: why = "the processor has jammed"; break;
        case Reason::paused: why = "interrupted"; break;
        case Reason::beginning: why = "this is where the history begins"; break;
        case Reason::ended: why = "the program is over"; break;
        default: break;
    }
    if (!why.empty()) reply.text += paint(yellow, why) + '\n';
    reply.text += where();
    reply.stop = std::move(stop);
    return reply;
}

namespace {

constexpr std::string_view look_topic = "looking", labels_topic = "labels and source";

Reply backtrace(const Commands& commands, Arguments& arguments) {
    arguments.end();
    std::string text;
    Address at = commands.debugger.machine().cpu.registers.pc;
    const auto& frames = commands.debugger.frames();
    std::size_t number = 0;
    const auto line = [&](Address pc, std::string_view note) {
        const auto source = commands.symbols.info.line_at(pc);
        text += fmt::format("#{:<3} {:<40} {}{}", number++, commands.describe(pc),
                            source ? commands.symbols.info.describe(*source) : "", note);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
    };
    std::string_view note;
    for (std::size_t i = frames.size(); i-- > 0;) {
        line(at, note);
        note = frames[i].interrupt ? "  (interrupted)" : "";
        at = frames[i].call;
    }
    line(at, note);
    return text;
}

/// The last instructions, each with the registers in front of it.
Reply cpu_history(const Commands& commands, Arguments& arguments) {
    const std::uint64_t count = arguments.last_count("how many", 10);
    std::string text;
    const std::uint64_t now = commands.debugger.history().now().steps;
    const std::uint64_t first = now - std::min(now, std::min<std::uint64_t>(count, 10'000));
    commands.debugger.replay(first, now, [&](const Executed& done, const Moment&) {
        text += fmt::format("{:<42} {}{}\n", commands.instruction_line(done.before.pc),
                            registers_text(done.before, done.begin),
                            done.interrupt ? "  (interrupted)" : "");
    });
    return text;
}

Reply show_where(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.where();
}

Reply screen(Commands& commands, Arguments& arguments) {
    arguments.end();
    return commands.debugger.machine().screen_text();
}

Reply show_history(Commands& commands, Arguments& arguments) {
    arguments.end();
    const History& history = commands.debugger.history();
    return fmt::format("cycle {} to {}, now {}: {} copies, {} KB\n",
                       history.start_of(0).machine.cpu.cycle, history.last_cycle(),
                       commands.debugger.machine().cpu.cycle, history.stretches(),
                       history.memory_used() / 1024);
}

Reply print(Commands& commands, Arguments& arguments) {
    const auto value = commands.expression(arguments.rest()).value(commands.debugger.machine());
    return fmt::format("${:02x}  {}\n", static_cast<std::uint64_t>(value), value);
}

// ---------------------------------------------------------------------------- labels and source

std::string_view take_name(Arguments& arguments) {
    std::string_view name = arguments.take("the name");
    arguments.end();
    if (name.starts_with('.')) name.remove_prefix(1);
    if (name.empty()) throw BadCommand("the name is missing");
    return name;
}

Reply load_labels(Commands& commands, Arguments& arguments) {
    const Labels read = Labels::read(arguments.last_quoted("the file"));
    for (const Label& label : read.all()) commands.symbols.labels.add(label.name, label.address);
    return fmt::format("{} labels\n", read.all().size());
}

Reply save_labels(Commands& commands, Arguments& arguments) {
    const std::string path = arguments.last_quoted("the file");
    std::string text;
    for (const Label& label : commands.symbols.labels.all()) {
        text += fmt::format("al C:{:04x} .{}\n", label.address, label.name);
    }
    commands.write(path, text);
    return fmt::format("{} labels\n", commands.symbols.labels.all().size());
}

Reply add_label(Commands& commands, Arguments& arguments) {
    const Address at = commands.take_address(arguments);
    commands.symbols.labels.add(take_name(arguments), at);
    return {};
}

Reply delete_label(Commands& commands, Arguments& arguments) {
    const std::string_view name = take_name(arguments);
    (void)commands.symbols.labels.at(name);
    commands.symbols.labels.remove(name);
    return {};
}

Reply clear_labels(Commands& commands, Arguments& arguments) {
    arguments.end();
    commands.symbols.labels = {};
    return {};
}

Reply show_labels(Commands& commands, Arguments& arguments) {
    const std::string_view part = arguments.rest();
    std::string text;
    for (const Label& label : commands.symbols.labels.all()) {
        if (label.name.find(part) == label.name.npos) continue;
        text += fmt::format("${:04x} .{}\n", label.address, label.name);
    }
    return text;
}

Reply list_source(Commands& commands, Arguments& arguments) {
    constexpr unsigned around = 8;
    Address at = commands.debugger.machine().cpu.registers.pc;
    if (!arguments.empty()) at = commands.take_address(arguments);
    arguments.end();
    const auto source = commands.symbols.info.line_at(at);
    if (!source) throw BadCommand(fmt::format("no source line made {}", commands.describe(at)));
    return commands.symbols.info.describe(*source) + '\n' + commands.lines_around(*source, around);
}

// clang-format off
const Command look_rows[]{
    {{"where"}, "", "label, source line, instruction and registers", look_topic, show_where},
    {{"bt", "backtrace"}, "", "the open calls, innermost first", look_topic, backtrace},
    {{"chis", "cpuhistory"}, "[count]", "the instructions that led here", look_topic, cpu_history},
    {{"print", "p"}, "expression", "its value in hex and decimal", look_topic, print},
    {{"screen", "sc"}, "", "the text on the screen", look_topic, screen},
    {{"history"}, "", "how far the history goes back, and the memory it takes", look_topic, show_history},

    {{"ll", "load_labels"}, "file", "adds the labels of a file", labels_topic, load_labels},
    {{"sl", "save_labels"}, "file", "writes all labels as VICE does", labels_topic, save_labels},
    {{"al", "add_label"}, "address name", "gives an address a name", labels_topic, add_label},
    {{"dl", "delete_label"}, "name", "takes a name away", labels_topic, delete_label},
    {{"cl", "clear_labels"}, "", "takes all names away", labels_topic, clear_labels},
    {{"shl", "show_labels"}, "[part]",
     "the labels, or those with that in their name", labels_topic, show_labels},
    {{"list"}, "[address]", "source lines around an address, or pc", labels_topic, list_source},
};
// clang-format on

}  // namespace

std::span<const Command> look_commands() { return look_rows; }

}  // namespace ryg::c64::debug
