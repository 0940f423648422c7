// Commands that show where the machine is and how it came there.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "emu/disassemble.hpp"

namespace ryg::c64::debug {
namespace {

std::array<Byte, 3> bytes_at(const Machine& machine, Address address, Bank bank) {
    return {peek(machine, address, bank), peek(machine, static_cast<Address>(address + 1), bank),
            peek(machine, static_cast<Address>(address + 2), bank)};
}

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

/// Absolute operands that a label stands for are shown as that.
std::string Commands::instruction_line(Address address, Bank seen) const {
    const auto bytes = bytes_at(debugger.machine(), address, seen);
    const emu::Disassembly code = emu::disassemble(address, bytes);
    std::string hex;
    for (unsigned i = 0; i < code.length; ++i) hex += fmt::format("{:02x} ", bytes[i]);
    std::string text = code.text;
    const emu::Mode mode = emu::opcodes[bytes[0]].mode;
    if (code.length == 3 || mode == emu::Mode::rel) {
        const auto dollar = text.find('$');
        const Address operand =
            mode == emu::Mode::rel
                ? static_cast<Address>(address + 2 + static_cast<std::int8_t>(bytes[1]))
                : emu::word(bytes[1], bytes[2]);
        const auto place = symbols.labels.nearest(operand, 3);
        if (dollar != text.npos && place) text.replace(dollar, 5, symbols.describe(operand));
    }
    return fmt::format(".C:{:04x}  {:<9} {}", address, hex, text);
}

std::string Commands::where() const {
    const emu::Cpu& cpu = debugger.machine().cpu;
    const Address pc = cpu.registers.pc;
    std::string text;
    const auto source = symbols.info.line_at(pc);
    if (symbols.labels.nearest(pc) || source) {
        text += paint(bold, symbols.describe(pc));
        if (source) text += "  " + symbols.info.describe(*source);
        text += '\n';
    }
    if (source) {
        const unsigned first = source->line - std::min(context, source->line - 1);
        for (unsigned line = first; line <= source->line + context; ++line) {
            const auto its_text = symbols.text_of({source->file, line});
            if (!its_text) continue;
            const bool here = line == source->line;
            const std::string shown = fmt::format("{:>5}{} {}", line, here ? '>' : ' ', *its_text);
            text += (here ? shown : paint(grey, shown)) + '\n';
        }
    }
    text +=
        fmt::format("{:<42} {}", instruction_line(pc), registers_text(cpu.registers, cpu.cycle));
    if (cpu.interrupt_follows()) text += "  (an interrupt comes first)";
    return text + '\n';
}

Reply Commands::stopped(Stop stop) const {
    Reply reply;
    for (const Hit& hit : stop.hits) reply.text += paint(yellow, describe(hit)) + '\n';
    switch (stop.reason) {
        case Reason::limit:
            reply.text += paint(yellow, fmt::format("no stop within {} cycles", limit)) + '\n';
            break;
        case Reason::jammed: reply.text += paint(yellow, "the processor has jammed") + '\n'; break;
        case Reason::paused: reply.text += paint(yellow, "interrupted") + '\n'; break;
        case Reason::beginning:
            reply.text += paint(yellow, "this is where the history begins") + '\n';
            break;
        case Reason::ended: reply.text += paint(yellow, "the program is over") + '\n'; break;
        default: break;
    }
    reply.text += where();
    reply.stop = std::move(stop);
    return reply;
}

namespace {

constexpr std::string_view topic = "looking";

Reply backtrace(const Commands& commands, Arguments& arguments) {
    arguments.end();
    Reply reply;
    Address at = commands.debugger.machine().cpu.registers.pc;
    const auto& frames = commands.debugger.frames();
    std::size_t number = 0;
    const auto line = [&](Address pc, std::string_view note) {
        const auto source = commands.symbols.info.line_at(pc);
        std::string text = fmt::format("#{:<3} {:<40} {}{}", number++, commands.describe(pc),
                                       source ? commands.symbols.info.describe(*source) : "", note);
        text.erase(text.find_last_not_of(' ') + 1);
        reply.text += text + '\n';
    };
    std::string_view note;
    for (std::size_t i = frames.size(); i-- > 0;) {
        line(at, note);
        note = frames[i].interrupt ? "  (interrupted)" : "";
        at = frames[i].call;
    }
    line(at, note);
    return reply;
}

/// The last instructions, each with the registers in front of it.
Reply cpu_history(const Commands& commands, Arguments& arguments) {
    const std::uint64_t count = arguments.count("how many", 10);
    arguments.end();
    Reply reply;
    const std::uint64_t now = commands.debugger.history().now().steps;
    const std::uint64_t first = now - std::min(now, std::min<std::uint64_t>(count, 10'000));
    commands.debugger.replay(first, now, [&](const Executed& done, const Moment&) {
        reply.text += fmt::format("{:<42} {}{}\n", commands.instruction_line(done.before.pc),
                                  registers_text(done.before, done.begin),
                                  done.interrupt ? "  (interrupted)" : "");
    });
    return reply;
}

Reply show_where(Commands& commands, Arguments& arguments) {
    arguments.end();
    return {commands.where()};
}

Reply screen(Commands& commands, Arguments& arguments) {
    arguments.end();
    return {commands.debugger.machine().screen_text()};
}

Reply show_history(Commands& commands, Arguments& arguments) {
    arguments.end();
    const History& history = commands.debugger.history();
    return {fmt::format("cycle {} to {}, now {}: {} copies, {} KB\n",
                        history.start_of(0).machine.cpu.cycle, history.last_cycle(),
                        commands.debugger.machine().cpu.cycle, history.stretches(),
                        history.memory_used() / 1024)};
}

Reply print(Commands& commands, Arguments& arguments) {
    const auto value = commands.expression(arguments.rest()).value(commands.debugger.machine());
    return Reply{fmt::format("${:02x}  {}\n", static_cast<std::uint64_t>(value), value)};
}

// clang-format off
const Command rows[]{
    {{"where"}, "", "label, source line, instruction and registers", topic, show_where},
    {{"bt", "backtrace"}, "", "the open calls, innermost first", topic, backtrace},
    {{"chis", "cpuhistory"}, "[count]", "the instructions that led here", topic, cpu_history},
    {{"print", "p"}, "expression", "its value in hex and decimal", topic, print},
    {{"screen", "sc"}, "", "the text on the screen", topic, screen},
    {{"history"}, "", "how far the past goes back, and what it takes", topic, show_history},
};
// clang-format on

}  // namespace

std::span<const Command> look_commands() { return rows; }

}  // namespace ryg::c64::debug
