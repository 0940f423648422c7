// Commands that change, compare and search memory, and load and save files of the host.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/assemble.hpp"
#include "c64/debug/commands.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/program/image.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view pokes_topic = "memory and registers";
constexpr std::size_t whole_memory = 0x10000;

/// A file's name, optionally with a device as in VICE's commands: only 0, the host's file system,
/// is supported.
std::string take_file(Arguments& arguments) {
    std::string path = arguments.quoted("the file");
    for (const std::string_view drive : {"8", "9", "10", "11"}) {
        if (arguments.peek() == drive) {
            throw BadCommand(fmt::format("there is no device {}: 0 is a file", drive));
        }
    }
    (void)arguments.take_if("0");
    return path;
}

std::vector<Byte> bytes_in(const Commands& commands, AddressRange range) {
    std::vector<Byte> bytes;
    for (std::size_t at = range.first; at <= range.last; ++at) bytes.push_back(commands.peek(at));
    return bytes;
}

/// Bytes in hex and texts in quotes, which are PETSCII, up to the end of the line.
std::vector<Byte> take_bytes(const Commands& commands, Arguments& arguments) {
    std::vector<Byte> bytes;
    (void)arguments.peek();  // skips the separator
    std::string_view rest = arguments.rest();
    while (!rest.empty()) {
        if (rest.front() == '"') {
            const auto end = rest.find('"', 1);
            if (end == rest.npos) throw BadCommand("the closing quote is missing");
            std::string_view text = rest.substr(1, end - 1);
            while (!text.empty()) {
                const auto key = to_petscii(next_utf8(text), Charset::upper_graphics);
                if (!key) throw BadCommand("a character that PETSCII lacks");
                bytes.push_back(*key);
            }
            rest.remove_prefix(end + 1);
        } else {
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t,"));
            const Address value = commands.address(word);
            if (value > 0xFF) throw BadCommand(fmt::format("'{}' is not a byte", word));
            bytes.push_back(static_cast<Byte>(value));
            rest.remove_prefix(word.size());
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t,"), rest.size()));
    }
    if (bytes.empty()) throw BadCommand("the bytes are missing");
    return bytes;
}

Reply poke_bytes(Commands& commands, Arguments& arguments) {
    const Address first = commands.take_address(arguments);
    const auto bytes = take_bytes(commands, arguments);
    commands.poke(first, bytes, bytes.size());
    return {};
}

Reply fill(Commands& commands, Arguments& arguments) {
    const AddressRange filled = commands.range(arguments);
    commands.poke(filled.first, take_bytes(commands, arguments), filled.size());
    return {};
}

Reply move_bytes(Commands& commands, Arguments& arguments) {
    const AddressRange copied = commands.range(arguments);
    const Address to = commands.take_address(arguments, "the place");
    arguments.end();
    const auto bytes = bytes_in(commands, copied);
    commands.poke(to, bytes, bytes.size());
    return {};
}

Reply compare(Commands& commands, Arguments& arguments) {
    const AddressRange one = commands.range(arguments);
    const Address other = commands.take_address(arguments, "the other place");
    arguments.end();
    std::string text;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const auto at = static_cast<Address>(one.first + i),
                   there = static_cast<Address>(other + i);
        if (commands.peek(at) == commands.peek(there)) continue;
        text += fmt::format("{:04x} {:02x}  {:04x} {:02x}\n", at, commands.peek(at), there,
                            commands.peek(there));
    }
    return text;
}

Reply hunt(Commands& commands, Arguments& arguments) {
    const AddressRange searched = commands.range(arguments);
    const auto bytes = take_bytes(commands, arguments);
    const auto memory = bytes_in(commands, searched);
    std::string text;
    for (auto at = memory.begin();; ++at) {
        at = std::search(at, memory.end(), bytes.begin(), bytes.end());
        if (at == memory.end()) return text;
        const auto place = static_cast<Address>(searched.first + (at - memory.begin()));
        text += commands.describe(place) + '\n';
    }
}

Reply assemble_line(Commands& commands, Arguments& arguments) {
    const Address first = commands.take_address(arguments);
    const auto bytes = assemble(arguments.rest(), first,
                                [&](std::string_view text) { return commands.address(text); });
    commands.poke(first, bytes, bytes.size());
    return commands.instruction_line(first, commands.bank) + '\n';
}

Reply type_keys(Commands& commands, Arguments& arguments) {
    std::string text(arguments.rest());
    if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) {
        text = text.substr(1, text.size() - 2);
    }
    for (std::size_t at = 0; (at = text.find("\\n", at)) != text.npos; ++at) {
        text.replace(at, 2, "\r");
    }
    if (text.empty()) throw BadCommand("the text is missing");
    commands.debugger.edit([text](Machine& machine) { machine.type(text); }, text.size());
    return {};
}

/// Loads a file to the address given, or to the one in its first two bytes.
template <bool has_address>
Reply load_file(Commands& commands, Arguments& arguments) {
    const std::string path = take_file(arguments);
    std::vector<Byte> bytes = read_bytes(path, whole_memory + 2);
    std::optional<Address> first;
    if (has_address) {
        if (bytes.size() < 2) throw BadCommand(path + ": there is no address in it");
        first = emu::word(bytes[0], bytes[1]);
        bytes.erase(bytes.begin(), bytes.begin() + 2);
    }
    if (!has_address || !arguments.empty()) {
        first = commands.take_address(arguments);
    }
    arguments.end();
    if (bytes.empty()) throw BadCommand(path + ": is empty");
    if (*first + bytes.size() > whole_memory) {
        throw BadCommand(
            fmt::format("{}: {} bytes from ${:04x} go beyond $ffff", path, bytes.size(), *first));
    }
    const std::size_t last = *first + bytes.size() - 1;
    commands.poke(*first, bytes, bytes.size());
    return fmt::format("${:04x} to ${:04x}\n", *first, last);
}

template <bool has_address>
Reply save_file(Commands& commands, Arguments& arguments) {
    const std::string path = take_file(arguments);
    const AddressRange saved = commands.range(arguments);
    arguments.end();
    std::string text;
    if (has_address) {
        text += static_cast<char>(emu::low(saved.first));
        text += static_cast<char>(emu::high(saved.first));
    }
    const auto bytes = bytes_in(commands, saved);
    text.append(bytes.begin(), bytes.end());
    commands.write(path, text);
    return fmt::format("{} bytes: {}\n", saved.size(), path);
}

// clang-format off
const Command pokes_rows[]{
    {{">", "poke"}, "address byte|\"text\" ...",
     "write bytes as the CPU would", pokes_topic, poke_bytes, "> d020 00"},
    {{"f", "fill"}, "first last byte|\"text\" ...", "fill a range by repeating the bytes", pokes_topic, fill, "f c000 c0ff 00 \"AB\""},
    {{"t", "move"}, "first last address", "copy a range to another address", pokes_topic, move_bytes, "t c000 c0ff c100"},
    {{"c", "compare"}, "first last address",
     "list bytes that differ from those at another address", pokes_topic, compare, "c c000 c0ff c100"},
    {{"h", "hunt"}, "first last byte|\"text\" ...", "find these bytes", pokes_topic, hunt, "h 0800 9fff \"AB\""},
    {{"a", "assemble"}, "address instruction",
     "assemble an instruction", pokes_topic, assemble_line, "a c000 lda #$01"},
    {{"keybuf"}, "text", "type a text; \\n is RETURN", pokes_topic, type_keys, "keybuf 262\\n"},
    {{"load", "l"}, "\"file\" [0] [address]", "load a file that begins with its address", pokes_topic,
     load_file<true>, "load \"part.prg\""},
    {{"bload", "bl"}, "\"file\" [0] address", "load a file without an address", pokes_topic, load_file<false>, "bload \"part.bin\" c000"},
    {{"save", "s"}, "\"file\" [0] address address",
     "save a file that begins with its address", pokes_topic, save_file<true>, "save \"part.prg\" c000 c0ff"},
    {{"bsave", "bs"}, "\"file\" [0] address address",
     "save a file without an address", pokes_topic, save_file<false>, "bsave \"part.bin\" c000 c0ff"},
};
// clang-format on

}  // namespace

std::span<const Command> poke_commands() { return pokes_rows; }

}  // namespace ryg::c64::debug
