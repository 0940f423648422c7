// Commands that show memory, registers and chips.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/kernal/petscii.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view topic = "memory and registers";

/// Reads a byte of the bank that is looked at.
using Peek = std::function<Byte(std::size_t)>;

std::string dump(const Peek& peek, Range range) {
    std::string text;
    for (std::size_t row = range.first; row <= range.last; row += 16) {
        std::string hex, characters;
        for (std::size_t at = row; at < row + 16; ++at) {
            if (at > range.last) {
                hex += "   ";
                continue;
            }
            const Byte byte = peek(at);
            hex += fmt::format("{:02x} ", byte);
            const Byte code = petscii_to_screen_code(byte);
            const bool printable = (byte & 0x7F) >= 0x20;
            append_utf8(characters, printable ? to_unicode(code, Charset::upper_graphics) : U'.');
        }
        text += fmt::format(">C:{:04x}  {} {}\n", row, hex, characters);
    }
    return text;
}

/// Forty characters a line, as on the screen.
std::string characters(const Peek& peek, Range range, bool screen_codes) {
    std::string text;
    for (std::size_t at = range.first; at <= range.last; ++at) {
        const std::size_t column = (at - range.first) % 40;
        if (column == 0) text += fmt::format("{}>C:{:04x}  ", text.empty() ? "" : "\n", at);
        const Byte byte = peek(at);
        const bool printable = screen_codes || (byte & 0x7F) >= 0x20;
        const Byte code = screen_codes ? byte & 0x7F : petscii_to_screen_code(byte);
        append_utf8(text, printable ? to_unicode(code, Charset::upper_graphics) : U'.');
    }
    return text + '\n';
}

/// So many bytes a line, a sign for each bit: characters have one, sprites three.
std::string bits(const Peek& peek, Range range, unsigned bytes) {
    std::string text;
    for (std::size_t row = range.first; row <= range.last; row += bytes) {
        text += fmt::format(">C:{:04x}  ", row);
        for (std::size_t at = row; at < row + bytes && at <= range.last; ++at) {
            for (int bit = 7; bit >= 0; --bit) text += (peek(at) >> bit & 1) != 0 ? '*' : '.';
        }
        text += '\n';
    }
    return text;
}

std::string lower_case(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

/// "a", "x" .. as in `r a=10`; false if there is no such register.
bool set_register(emu::Registers& registers, std::string_view name, Address value) {
    const auto byte = static_cast<Byte>(value);
    if (name == "pc") {
        registers.pc = value;
    } else if (name == "a") {
        registers.a = byte;
    } else if (name == "x") {
        registers.x = byte;
    } else if (name == "y") {
        registers.y = byte;
    } else if (name == "sp") {
        registers.s = byte;
    } else if (name == "fl") {
        registers.p = static_cast<Byte>((byte | emu::Flag::unused) & ~emu::Flag::B);
    } else {
        return false;
    }
    return true;
}

/// The registers as `a=5, x = 6 pc=.start` would have them.
emu::Registers registers_with(const Commands& commands, std::string_view wishes) {
    emu::Registers registers = commands.debugger.machine().cpu.registers;
    const auto skip = [&wishes](std::string_view signs) {
        wishes.remove_prefix(std::min(wishes.find_first_not_of(signs), wishes.size()));
    };
    while (!wishes.empty()) {
        const auto length = std::min(wishes.find_first_of("= \t"), wishes.size());
        const std::string name(wishes.substr(0, length));
        wishes.remove_prefix(length);
        skip(" \t");
        if (!wishes.starts_with('=')) throw BadCommand(fmt::format("'{}': use name=value", name));
        wishes.remove_prefix(1);
        skip(" \t");
        const std::string_view word = wishes.substr(0, wishes.find_first_of(" \t,"));
        wishes.remove_prefix(word.size());
        skip(" \t,");
        const Address value = commands.address(word);
        if (!set_register(registers, lower_case(name), value)) {
            throw BadCommand(fmt::format("'{}' is no register: a x y sp pc fl", name));
        }
        if (value > 0xFF && lower_case(name) != "pc") {
            throw BadCommand(fmt::format("'{}={}': the value is no byte", name, word));
        }
    }
    return registers;
}

/// All chips, or the one at an address.
std::string chips(const Machine& machine, std::optional<Address> wanted) {
    constexpr std::array<std::pair<const char*, Range>, 4> areas{{{"VIC-II", {0xD000, 0xD02E}},
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
        text += fmt::format("{}:\n", name);
        for (std::size_t row = range.first; row <= range.last; row += 16) {
            text += fmt::format(">C:{:04x} ", row);
            for (std::size_t at = row; at < row + 16 && at <= range.last; ++at) {
                const auto address = static_cast<Address>(at);
                text += fmt::format(" {:02x}", peek(machine, address, Bank::io));
            }
            text += '\n';
        }
    }
    if (!found) throw BadCommand("no chip is there: $d000, $d400, $dc00 and $dd00 are");
    return text;
}

/// Shows a range, or else what follows the last one shown.
Reply view(Commands& commands, Arguments& arguments, std::size_t bytes,
           std::string (*show)(const Peek&, Range)) {
    const std::string here = fmt::format("${:x}", commands.next_memory);
    Arguments going_on(here);
    const Range wanted = commands.range(arguments.empty() ? going_on : arguments, bytes);
    arguments.end();
    commands.next_memory = static_cast<Address>(wanted.last + 1);
    return {show([&](std::size_t at) { return commands.peek(at); }, wanted)};
}

Reply memory(Commands& commands, Arguments& arguments) {
    return view(commands, arguments, 128, dump);
}
Reply petscii(Commands& commands, Arguments& arguments) {
    return view(commands, arguments, 400,
                [](const Peek& peek, Range range) { return characters(peek, range, false); });
}
Reply screen_codes(Commands& commands, Arguments& arguments) {
    return view(commands, arguments, 400,
                [](const Peek& peek, Range range) { return characters(peek, range, true); });
}
Reply character_bits(Commands& commands, Arguments& arguments) {
    return view(commands, arguments, 64,
                [](const Peek& peek, Range range) { return bits(peek, range, 1); });
}
Reply sprite_bits(Commands& commands, Arguments& arguments) {
    return view(commands, arguments, 63,
                [](const Peek& peek, Range range) { return bits(peek, range, 3); });
}

Reply disassemble(Commands& commands, Arguments& arguments) {
    constexpr std::size_t lines = 16;
    std::size_t at = commands.next_code, last = 0xFFFF, most = lines;
    if (!arguments.empty()) {
        const Range wanted = commands.range(arguments, 0x10000);
        at = wanted.first;
        last = wanted.last;
        if (!wanted.open) most = wanted.size();
        arguments.end();
    } else if (commands.next_code_is_pc != commands.debugger.history().now().steps) {
        at = commands.debugger.machine().cpu.registers.pc;
    }
    Reply reply;
    for (; most > 0 && at <= last; --most) {
        const auto here = static_cast<Address>(at);
        const auto place = commands.symbols.labels.nearest(here, 0);
        if (place) reply.text += fmt::format("{}:\n", place->name);
        reply.text += commands.instruction_line(here, commands.bank) + '\n';
        at += emu::length(emu::opcodes[commands.peek(here)].mode);
    }
    commands.next_code = static_cast<Address>(at);
    commands.next_code_is_pc = commands.debugger.history().now().steps;
    return reply;
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
    return Reply{commands.where()};
}

Reply io(Commands& commands, Arguments& arguments) {
    std::optional<Address> chip;
    if (!arguments.empty()) chip = commands.address(arguments.take("the address"));
    arguments.end();
    return Reply{chips(commands.debugger.machine(), chip)};
}

// clang-format off
const Command rows[]{
    {{"m", "mem"}, "[address [address]]", "bytes and characters; alone: goes on", topic, memory},
    {{"i"}, "[address [address]]", "PETSCII as text", topic, petscii},
    {{"ii"}, "[address [address]]", "screen codes as text", topic, screen_codes},
    {{"mc"}, "[address [address]]",
     "bits, eight a line as characters have them", topic, character_bits},
    {{"ms"}, "[address [address]]", "bits, 24 a line as sprites have them", topic, sprite_bits},
    {{"d", "disass"}, "[address [address]]",
     "instructions; alone: from pc, then goes on", topic, disassemble},
    {{"r", "registers"}, "[name=value ...]",
     "shows them, or sets some: r a=10 pc=.start", topic, registers},
    {{"io"}, "[address]", "the chips' registers, or those of one", topic, io},
};
// clang-format on

}  // namespace

std::span<const Command> memory_commands() { return rows; }

}  // namespace ryg::c64::debug
