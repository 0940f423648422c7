// Commands that show where the machine is and how it got there, and those for labels.
#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "c64/debug/commands.hpp"
#include "c64/debug/undocumented.hpp"
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
        fmt::format("{:<38} {}", instruction_line(pc), registers_text(cpu.registers, cpu.cycle));
    if (cpu.interrupt_follows()) text += "  (an interrupt comes first)";
    return text + '\n';
}

std::vector<Commands::Level> Commands::levels() const {
    std::vector<Level> all{{debugger.machine().cpu.registers.pc}};
    const auto& frames = debugger.frames();
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame) {
        all.push_back({frame->call, frame->interrupt});
    }
    return all;
}

std::size_t Commands::level() const {
    return level_at_ == debugger.history().now().steps ? level_ : 0;
}

void Commands::choose_level(std::size_t number) {
    level_ = number;
    level_at_ = debugger.history().now().steps;
}

std::string Commands::displayed() const {
    std::string text;
    for (std::size_t i = 0; i < displays.size(); ++i) {
        text += fmt::format("{}: {} = ", i + 1, displays[i]);
        try {
            const auto value = expression(displays[i]).value(debugger.machine());
            text += fmt::format("${:02x}  {}\n", static_cast<std::uint64_t>(value), value);
        } catch (const std::exception& trouble) {
            text += fmt::format("{}\n", trouble.what());
        }
    }
    return text;
}

Reply Commands::stopped(Stop stop) const {
    Reply reply;
    for (const Hit& hit : stop.hits) reply.text += paint(yellow, describe(hit)) + '\n';
    // The end of a program is reported with the line that led to it.
    const auto line = symbols.info.line_at(stop.from);
    const std::string by = fmt::format(", at {}{}{}", describe(stop.from), line ? "  " : "",
                                       line ? symbols.info.describe(*line) : "");
    std::string why;
    switch (stop.reason) {
        case Reason::limit: why = fmt::format("no stop within {} cycles", limit); break;
        case Reason::jammed: why = "the processor has jammed" + by; break;
        case Reason::paused: why = "interrupted"; break;
        case Reason::beginning: why = "this is where the history begins"; break;
        case Reason::ended:
            why = stop.from == debugger.pc() ? "the program is over"
                                             : "the program has returned" + by;
            break;
        case Reason::waiting: why = "the program waits for a key: see help keybuf"; break;
        case Reason::brk: why = "BRK, which nothing of the program's handles" + by; break;
        case Reason::undocumented: {
            const auto byte = [&](int i) {
                return debugger.machine().peek(static_cast<Address>(debugger.pc() + i));
            };
            why = undocumented(debugger.pc(), {byte(0), byte(1), byte(2)});
            break;
        }
        default: break;
    }
    if (debugger.machine().board.terminal &&
        (stop.reason == Reason::ended || stop.reason == Reason::waiting)) {
        reply.text += debugger.machine().screen_text();
    }
    if (!why.empty()) reply.text += paint(yellow, why) + '\n';
    reply.text += where() + displayed();
    reply.stop = std::move(stop);
    return reply;
}

namespace {

constexpr std::string_view look_topic = "looking", labels_topic = "labels and source";

std::string level_line(const Commands& commands, std::size_t number) {
    const auto [pc, interrupted] = commands.levels()[number];
    const auto source = commands.symbols.info.line_at(pc);
    std::string text = fmt::format("#{:<3} {:<40} {}{}", number, commands.describe(pc),
                                   source ? commands.symbols.info.describe(*source) : "",
                                   interrupted ? "  (interrupted)" : "");
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
}

Reply backtrace(const Commands& commands, Arguments& arguments) {
    arguments.end();
    std::string text;
    for (std::size_t i = 0; i < commands.levels().size(); ++i) text += level_line(commands, i);
    return text;
}

Reply choose_frame(Commands& commands, std::size_t number) {
    const std::size_t all = commands.levels().size();
    if (number >= all) throw BadCommand(fmt::format("there are frames 0 to {}", all - 1));
    commands.choose_level(number);
    const auto source = commands.symbols.info.line_at(commands.levels()[number].pc);
    return level_line(commands, number) +
           (source ? commands.lines_around(*source, commands.context) : "");
}

Reply frame(Commands& commands, Arguments& arguments) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto number = std::min(arguments.last_count("the number", commands.level()), most);
    return choose_frame(commands, static_cast<std::size_t>(number));
}

/// Chooses an open call, towards the callers or back.
template <int by>
Reply other_frame(Commands& commands, Arguments& arguments) {
    const auto count = static_cast<std::size_t>(
        std::min<std::uint64_t>(arguments.last_count("how many", 1), 0x1000));
    const std::size_t now = commands.level();
    if (by < 0 && count > now) throw BadCommand("this is the innermost call");
    if (by > 0 && now + count >= commands.levels().size()) {
        throw BadCommand("this is the outermost call that is known");
    }
    return choose_frame(commands, by < 0 ? now - count : now + count);
}

Reply display(Commands& commands, Arguments& arguments) {
    if (arguments.empty()) return commands.displayed();
    const std::string text(arguments.rest());
    (void)commands.expression(text);
    commands.displays.push_back(text);
    return commands.displayed();
}

Reply undisplay(Commands& commands, Arguments& arguments) {
    const std::uint64_t all = commands.displays.size(),
                        number = arguments.last_count("the number", 0);
    if (number > all) throw BadCommand(fmt::format("there are displays 1 to {}", all));
    if (number == 0) {
        commands.displays.clear();
    } else {
        commands.displays.erase(commands.displays.begin() +
                                static_cast<std::ptrdiff_t>(number - 1));
    }
    return {};
}

/// The last instructions, each with the registers before it.
Reply cpu_history(const Commands& commands, Arguments& arguments) {
    const std::uint64_t count = arguments.last_count("how many", 10);
    std::string text;
    const std::uint64_t now = commands.debugger.history().now().steps;
    const std::uint64_t first = now - std::min(now, std::min<std::uint64_t>(count, 10'000));
    commands.debugger.replay(first, now, [&](const Executed& done, const Moment&) {
        text += fmt::format("{:<38} {}{}\n", commands.instruction_line(done.before.pc),
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
    commands.write(arguments.last_quoted("the file"), commands.symbols.labels.text());
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
    Address at = commands.levels()[commands.level()].pc;
    if (!arguments.empty()) at = commands.take_address(arguments);
    arguments.end();
    const auto source = commands.symbols.info.line_at(at);
    if (!source) throw BadCommand(fmt::format("no source line made {}", commands.describe(at)));
    return commands.symbols.info.describe(*source) + '\n' + commands.lines_around(*source, around);
}

// clang-format off
const Command look_rows[]{
    {{"where"}, "", "show label, source line, instruction and registers", look_topic, show_where, "where"},
    {{"bt", "backtrace"}, "", "list the open calls, innermost first", look_topic, backtrace, "bt"},
    {{"frame"}, "[number]", "select an open call for list and @name", look_topic, frame, "frame 1"},
    {{"up"}, "[count]", "select the caller", look_topic, other_frame<1>, "up"},
    {{"down"}, "[count]", "select the callee", look_topic, other_frame<-1>, "down"},
    {{"display"}, "[expression]", "show a value after each stop; alone: list all", look_topic, display, "display @.etValor"},
    {{"undisplay"}, "[number]", "stop showing it, or all", look_topic, undisplay, "undisplay 1"},
    {{"chis", "cpuhistory"}, "[count]", "list the last instructions", look_topic, cpu_history, "chis 20"},
    {{"print", "p"}, "expression", "show a value in hex and decimal", look_topic, print, "print @word:.libreLo + 1"},
    {{"screen", "sc"}, "", "show the text screen", look_topic, screen, "screen"},
    {{"history"}, "", "show the extent of the history and its memory", look_topic, show_history, "history"},

    {{"ll", "load_labels"}, "file", "load the labels of a file", labels_topic, load_labels, "ll labels.lbl"},
    {{"sl", "save_labels"}, "file", "save all labels in VICE's format", labels_topic, save_labels, "sl labels.lbl"},
    {{"al", "add_label"}, "address name", "name an address", labels_topic, add_label, "al c000 .mine"},
    {{"dl", "delete_label"}, "name", "remove a label", labels_topic, delete_label, "dl .mine"},
    {{"cl", "clear_labels"}, "", "remove all labels", labels_topic, clear_labels, "cl"},
    {{"shl", "show_labels"}, "[part]",
     "list the labels, or those whose name contains a text", labels_topic, show_labels, "shl mini"},
    {{"list"}, "[address]", "show source around an address, or pc", labels_topic, list_source, "list .miniMax"},
};
// clang-format on

}  // namespace

std::span<const Command> look_commands() { return look_rows; }

}  // namespace ryg::c64::debug
