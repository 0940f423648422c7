// Commands that show memory, registers and chips.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/kernal/petscii.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view memory_topic = "memory and registers";

/// A line for each `width` bytes: their address, and the text that `show` returns for them.
template <class Show>
std::string in_rows(AddressRange range, std::size_t width, Show show) {
    std::string text;
    for (std::size_t row = range.first; row <= range.last; row += width) {
        const std::size_t last = std::min<std::size_t>(row + width - 1, range.last);
        std::string line;
        for (std::size_t at = row; at <= last; ++at) show(line, at);
        text += fmt::format(">C:{:04x}  {}\n", row, line);
    }
    return text;
}

void append_character(std::string& text, Byte byte, bool is_screen_code) {
    const bool printable = is_screen_code || (byte & 0x7F) >= 0x20;
    const Byte code = is_screen_code ? byte & 0x7F : petscii_to_screen_code(byte);
    append_utf8(text, printable ? to_unicode(code, Charset::upper_graphics) : U'.');
}

std::string dump(const Commands& commands, AddressRange range) {
    std::string characters;
    return in_rows(range, 16, [&](std::string& line, std::size_t at) {
        const Byte byte = commands.peek(at);
        line += fmt::format("{:02x} ", byte);
        append_character(characters, byte, false);
        if (at != range.last && (at - range.first) % 16 != 15) return;
        line = fmt::format("{:<48} {}", line, std::exchange(characters, {}));
    });
}

/// Forty characters a line, as on the screen.
template <bool screen_codes>
std::string characters(const Commands& commands, AddressRange range) {
    return in_rows(range, 40, [&](std::string& line, std::size_t at) {
        append_character(line, commands.peek(at), screen_codes);
    });
}

/// A sign for each bit, `bytes` a line: characters have one, sprites three.
template <unsigned bytes>
std::string bits(const Commands& commands, AddressRange range) {
    return in_rows(range, bytes, [&](std::string& line, std::size_t at) {
        for (int bit = 7; bit >= 0; --bit) line += (commands.peek(at) >> bit & 1) != 0 ? '*' : '.';
    });
}

/// The registers after assignments such as `a=5, x = 6 pc=.start`.
emu::Registers registers_with(const Commands& commands, std::string_view wishes) {
    using emu::Registers;
    constexpr std::array<std::pair<std::string_view, Byte Registers::*>, 5> bytes{
        {{"a", &Registers::a},
         {"x", &Registers::x},
         {"y", &Registers::y},
         {"sp", &Registers::s},
         {"fl", &Registers::p}}};
    Registers registers = commands.debugger.machine().cpu.registers;
    const auto skip = [&wishes](std::string_view signs) {
        wishes.remove_prefix(std::min(wishes.find_first_not_of(signs), wishes.size()));
    };
    const auto take_up_to = [&wishes](std::string_view signs) {
        const std::string_view word = wishes.substr(0, wishes.find_first_of(signs));
        wishes.remove_prefix(word.size());
        return word;
    };
    while (!wishes.empty()) {
        const std::string_view typed = take_up_to("= \t");
        skip(" \t");
        if (!wishes.starts_with('=')) throw BadCommand(fmt::format("'{}': use name=value", typed));
        wishes.remove_prefix(1);
        skip(" \t");
        const std::string_view word = take_up_to(" \t,");
        skip(" \t,");
        const Address value = commands.address(word);
        const std::string name = lower_case(typed);
        const auto known =
            std::ranges::find(bytes, name, [](const auto& row) { return row.first; });
        if (name == "pc") {
            registers.pc = value;
        } else if (known == bytes.end()) {
            throw BadCommand(fmt::format("'{}' is not a register: a x y sp pc fl", typed));
        } else if (value > 0xFF) {
            throw BadCommand(fmt::format("'{}={}': the value is not a byte", typed, word));
        } else {
            registers.*known->second = static_cast<Byte>(value);
        }
    }
    registers.p = static_cast<Byte>((registers.p | emu::Flag::unused) & ~emu::Flag::B);
    return registers;
}

/// All chips, or the one at an address.
std::string chips(const Machine& machine, std::optional<Address> wanted) {
    constexpr std::array<std::pair<const char*, AddressRange>, 4> areas{
        {{"VIC-II", {0xD000, 0xD02E}},
         {"SID", {0xD400, 0xD41C}},
         {"CIA 1", {0xDC00, 0xDC0F}},
         {"CIA 2", {0xDD00, 0xDD0F}}}};
    const Cycle now = machine.cpu.cycle;
    std::string text =
        fmt::format("raster line {}, port ${:02x} ${:02x}\n", machine.board.vic.raster_line(now),
                    machine.peek(0), machine.peek(1));
    bool found = false;
    for (const auto& [name, range] : areas) {
        if (wanted && (*wanted < range.first || *wanted > range.last)) continue;
        found = true;
        text +=
            fmt::format("{}:\n", name) + in_rows(range, 16, [&](std::string& line, std::size_t at) {
                const Byte byte = peek(machine, static_cast<Address>(at), Bank::io);
                line += fmt::format("{}{:02x}", line.empty() ? "" : " ", byte);
            });
    }
    if (!found) throw BadCommand("no chip is there: $d000, $d400, $dc00 and $dd00 are");
    return text;
}

/// Shows a range; by default the one after the last range shown.
auto showing(std::size_t bytes, std::string (*show)(const Commands&, AddressRange)) {
    return [bytes, show](Commands& commands, Arguments& arguments) -> Reply {
        const AddressRange wanted = arguments.empty()
                                        ? AddressRange::of(commands.next_memory, bytes)
                                        : commands.range(arguments, bytes);
        arguments.end();
        commands.next_memory = static_cast<Address>(wanted.last + 1);
        return show(commands, wanted);
    };
}

Reply disassemble(Commands& commands, Arguments& arguments) {
    constexpr std::size_t lines = 16;
    std::size_t at = commands.next_code, last = 0xFFFF, most = lines;
    if (!arguments.empty()) {
        const AddressRange wanted = commands.range(arguments, 0x10000);
        at = wanted.first;
        last = wanted.last;
        if (!wanted.open) most = wanted.size();
        arguments.end();
    } else if (commands.next_code_is_pc != commands.debugger.history().now().steps) {
        at = commands.debugger.machine().cpu.registers.pc;
    }
    std::string text;
    for (; most > 0 && at <= last; --most) {
        const auto here = static_cast<Address>(at);
        const auto place = commands.symbols.labels.nearest(here, 0);
        if (place) text += fmt::format("{}:\n", place->name);
        text += commands.instruction_line(here, commands.bank) + '\n';
        at += emu::length(emu::opcodes[commands.peek(here)].mode);
    }
    commands.next_code = static_cast<Address>(at);
    commands.next_code_is_pc = commands.debugger.history().now().steps;
    return text;
}

Reply registers(Commands& commands, Arguments& arguments) {
    const std::string_view wishes = arguments.rest();
    const emu::Registers registers = registers_with(commands, wishes);
    if (!wishes.empty()) {
        commands.debugger.edit([registers](Machine& machine) {
            const bool jumps = machine.cpu.registers.pc != registers.pc;
            machine.cpu.registers = registers;
            if (jumps) machine.cpu.jump(registers.pc);
        });
    }
    return commands.where();
}

Reply io(Commands& commands, Arguments& arguments) {
    std::optional<Address> chip;
    if (!arguments.empty()) chip = commands.take_address(arguments);
    arguments.end();
    return chips(commands.debugger.machine(), chip);
}

// clang-format off
const Command memory_rows[]{
    {{"m", "mem"}, "[address [address]]", "show bytes and characters; alone: continue", memory_topic,
     showing(128, dump), "m .libreLo"},
    {{"i"}, "[address [address]]", "show PETSCII as text", memory_topic, showing(400, characters<false>), "i 0400 0427"},
    {{"ii"}, "[address [address]]", "show screen codes as text", memory_topic,
     showing(400, characters<true>), "ii 0400 0427"},
    {{"mc"}, "[address [address]]",
     "show bits, eight per line, like characters", memory_topic, showing(64, bits<1>), "mc d000 d007"},
    {{"ms"}, "[address [address]]", "show bits, 24 per line, like sprites", memory_topic,
     showing(63, bits<3>), "ms 3000"},
    {{"d", "disass"}, "[address [address]]",
     "disassemble; alone: from pc, then continue", memory_topic, disassemble, "d .miniMax"},
    {{"r", "registers"}, "[name=value ...]",
     "show registers, or set some: r a=10 pc=.start", memory_topic, registers, "r a=10 pc=.search"},
    {{"io"}, "[address]", "show the registers of the chips, or of one chip", memory_topic, io, "io d020"},
};
// clang-format on

}  // namespace

std::span<const Command> memory_commands() { return memory_rows; }

}  // namespace ryg::c64::debug
