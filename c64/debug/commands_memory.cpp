// Commands that show and change memory and registers.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/petscii.hpp"

namespace c64::debug {
namespace {

struct Range {
    Address first = 0, last = 0;
    [[nodiscard]] std::size_t size() const { return std::size_t{last} - first + 1; }
};

Range take_range(const Commands& commands, Arguments& arguments) {
    Range range;
    range.first = commands.address(arguments.take("the first address"));
    range.last = commands.address(arguments.take("the last address"));
    if (range.last < range.first) throw BadCommand("the last address lies in front of the first");
    return range;
}

/// Bytes in hex and texts in quotes, which are PETSCII, up to the end of the line.
std::vector<Byte> take_bytes(const Commands& commands, Arguments& arguments) {
    std::vector<Byte> bytes;
    std::string_view rest = arguments.rest();
    while (!rest.empty()) {
        if (rest.front() == '"') {
            const auto end = rest.find('"', 1);
            if (end == rest.npos) throw BadCommand("the closing quote is missing");
            std::string_view text = rest.substr(1, end - 1);
            while (!text.empty()) {
                const auto key = to_petscii(next_utf8(text), Charset::upper_graphics);
                if (!key) throw BadCommand("a character that is no PETSCII");
                bytes.push_back(*key);
            }
            rest.remove_prefix(end + 1);
        } else {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
            const Address value = commands.address(word);
            if (value > 0xFF) throw BadCommand(fmt::format("'{}' is no byte", word));
            bytes.push_back(static_cast<Byte>(value));
            rest.remove_prefix(word.size());
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    }
    if (bytes.empty()) throw BadCommand("the bytes are missing");
    return bytes;
}

std::string dump(const Machine& machine, Range range) {
    std::string text;
    for (std::size_t row = range.first; row <= range.last; row += 16) {
        std::string hex, characters;
        for (std::size_t at = row; at < row + 16; ++at) {
            if (at > range.last) {
                hex += "   ";
                continue;
            }
            const Byte byte = machine.peek(static_cast<Address>(at));
            hex += fmt::format("{:02x} ", byte);
            const Byte code = petscii_to_screen_code(byte);
            const bool printable = (byte & 0x7F) >= 0x20;
            append_utf8(characters, printable ? to_unicode(code, Charset::upper_graphics) : U'.');
        }
        text += fmt::format(">C:{:04x}  {} {}\n", row, hex, characters);
    }
    return text;
}

Range from_here(Address first, unsigned count) {
    return {first, static_cast<Address>(std::min<std::size_t>(first + count - 1U, 0xFFFF))};
}

/// "a", "x" .. as in `r a=10`; false if there is none of that name.
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

std::string chips(const Machine& machine) {
    constexpr std::array<std::pair<const char*, Range>, 4> areas{{{"VIC-II", {0xD000, 0xD02E}},
                                                                  {"SID", {0xD400, 0xD41C}},
                                                                  {"CIA 1", {0xDC00, 0xDC0F}},
                                                                  {"CIA 2", {0xDD00, 0xDD0F}}}};
    const Cycle now = machine.cpu.cycle;
    std::string text =
        fmt::format("raster line {}, port ${:02x} ${:02x}\n", machine.board.vic.raster_line(now),
                    machine.peek(0), machine.peek(1));
    for (const auto& [name, range] : areas) {
        text += fmt::format("{}:\n", name);
        for (std::size_t row = range.first; row <= range.last; row += 16) {
            text += fmt::format(">C:{:04x} ", row);
            for (std::size_t at = row; at < row + 16 && at <= range.last; ++at) {
                const auto address = static_cast<Address>(at);
                text += fmt::format(" {:02x}", machine.board.mode().at_d000 == Area::io
                                                   ? machine.peek(address)
                                                   : Byte{0});
            }
            text += '\n';
        }
    }
    return text;
}

}  // namespace

void Commands::add_memory() {
    constexpr const char* topic = "memory and registers";
    add({.names = {"m", "mem"},
         .usage = "[address [address]]",
         .about = "bytes and characters; alone: goes on",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             Range range = from_here(next_memory_, 128);
             if (!arguments.empty()) {
                 range = from_here(address(arguments.take("the address")), 128);
                 if (!arguments.empty()) range.last = address(arguments.take("the last address"));
                 arguments.end();
                 if (range.last < range.first) throw BadCommand("the range is empty");
             }
             next_memory_ = static_cast<Address>(range.last + 1);
             return Reply{dump(debugger.machine(), range)};
         }});
    add({.names = {"d", "disass"},
         .usage = "[address [address]]",
         .about = "instructions; alone: from pc, then goes on",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             constexpr std::size_t lines = 16;
             std::size_t at = next_code_, last = 0xFFFF, most = lines;
             if (!arguments.empty()) {
                 at = address(arguments.take("the address"));
                 if (!arguments.empty()) {
                     last = address(arguments.take("the last address"));
                     most = 0x10000;
                 }
                 arguments.end();
             } else if (next_code_is_pc_ != debugger.history().now().steps) {
                 at = debugger.machine().cpu.registers.pc;
             }
             Reply reply;
             for (; most > 0 && at <= last; --most) {
                 const auto here = static_cast<Address>(at);
                 const auto place = symbols.labels.nearest(here, 0);
                 if (place) reply.text += fmt::format("{}:\n", place->name);
                 reply.text += instruction_line(here) + '\n';
                 at += emu::length(emu::opcodes[debugger.machine().peek(here)].mode);
             }
             next_code_ = static_cast<Address>(at);
             next_code_is_pc_ = debugger.history().now().steps;
             return reply;
         }});
    add({.names = {"r", "registers"},
         .usage = "[name=value ...]",
         .about = "shows them, or sets some: r a=10 pc=.start",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             emu::Registers registers = debugger.machine().cpu.registers;
             const bool changes = !arguments.empty();
             while (!arguments.empty()) {
                 std::string_view word = arguments.take("a register");
                 if (word.ends_with(',')) word.remove_suffix(1);
                 const auto equals = std::min(word.find('='), word.size());
                 const std::string_view name = word.substr(0, equals);
                 const Address value = address(word.substr(std::min(equals + 1, word.size())));
                 if (name != "pc" && value > 0xFF) {
                     throw BadCommand(fmt::format("'{}': the value is no byte", word));
                 }
                 if (!set_register(registers, name, value)) {
                     throw BadCommand(fmt::format("'{}' is no register: a x y sp pc fl", name));
                 }
             }
             if (changes) {
                 debugger.edit([registers](Machine& machine) {
                     const bool jumps = machine.cpu.registers.pc != registers.pc;
                     machine.cpu.registers = registers;
                     if (jumps) machine.cpu.jump(registers.pc);
                 });
             }
             return Reply{where()};
         }});
    add({.names = {"io"},
         .usage = "",
         .about = "the chips' registers",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             arguments.end();
             return Reply{chips(debugger.machine())};
         }});
    add_pokes();
}

void Commands::add_pokes() {
    constexpr const char* topic = "memory and registers";
    const auto poke_all = [this](Address first, std::vector<Byte> bytes, std::size_t count) {
        const std::size_t size = bytes.size();
        debugger.edit(
            [first, bytes = std::move(bytes), count](Machine& machine) {
                for (std::size_t i = 0; i < count; ++i) {
                    machine.poke(static_cast<Address>(first + i), bytes[i % bytes.size()]);
                }
            },
            size);
        return Reply{};
    };
    add({.names = {">", "poke"},
         .usage = "address byte|\"text\" ...",
         .about = "writes bytes as the processor would",
         .topic = topic,
         .run = [this, poke_all](Arguments& arguments) {
             const Address first = address(arguments.take("the address"));
             const auto bytes = take_bytes(*this, arguments);
             return poke_all(first, bytes, bytes.size());
         }});
    add({.names = {"f", "fill"},
         .usage = "first last byte|\"text\" ...",
         .about = "fills a range, again and again",
         .topic = topic,
         .run = [this, poke_all](Arguments& arguments) {
             const Range range = take_range(*this, arguments);
             return poke_all(range.first, take_bytes(*this, arguments), range.size());
         }});
    add({.names = {"t", "move"},
         .usage = "first last address",
         .about = "copies a range to another place",
         .topic = topic,
         .run = [this, poke_all](Arguments& arguments) {
             const Range range = take_range(*this, arguments);
             const Address to = address(arguments.take("the place"));
             arguments.end();
             std::vector<Byte> bytes;
             for (std::size_t at = range.first; at <= range.last; ++at) {
                 bytes.push_back(debugger.machine().peek(static_cast<Address>(at)));
             }
             return poke_all(to, bytes, bytes.size());
         }});
    add({.names = {"c", "compare"},
         .usage = "first last address",
         .about = "which bytes differ from those at another place",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range range = take_range(*this, arguments);
             const Address other = address(arguments.take("the other place"));
             arguments.end();
             Reply reply;
             for (std::size_t i = 0; i < range.size(); ++i) {
                 const auto one = static_cast<Address>(range.first + i),
                            two = static_cast<Address>(other + i);
                 const Byte here = debugger.machine().peek(one),
                            there = debugger.machine().peek(two);
                 if (here == there) continue;
                 reply.text += fmt::format("{:04x} {:02x}  {:04x} {:02x}\n", one, here, two, there);
             }
             return reply;
         }});
    add({.names = {"h", "hunt"},
         .usage = "first last byte|\"text\" ...",
         .about = "where these bytes lie",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range range = take_range(*this, arguments);
             const auto bytes = take_bytes(*this, arguments);
             Reply reply;
             for (std::size_t at = range.first; at + bytes.size() <= range.last + 1U; ++at) {
                 std::size_t same = 0;
                 while (same < bytes.size() &&
                        debugger.machine().peek(static_cast<Address>(at + same)) == bytes[same]) {
                     ++same;
                 }
                 if (same == bytes.size()) {
                     reply.text += describe(static_cast<Address>(at)) + '\n';
                 }
             }
             return reply;
         }});
    add({.names = {"keybuf"},
         .usage = "text",
         .about = "types it; \\n is RETURN",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             std::string text(arguments.rest());
             for (std::size_t at = 0; (at = text.find("\\n", at)) != text.npos; ++at) {
                 text.replace(at, 2, "\r");
             }
             if (text.empty()) throw BadCommand("the text is missing");
             debugger.edit([text](Machine& machine) { machine.type(text); }, text.size());
             return Reply{};
         }});
}

}  // namespace c64::debug
