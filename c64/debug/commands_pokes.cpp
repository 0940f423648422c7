// Commands that change memory, compare it, search it, and exchange it with files of this host.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/assemble.hpp"
#include "c64/debug/commands.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/program/image.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::string_view topic = "memory and registers";
constexpr std::size_t whole_memory = 0x10000;

/// VICE's commands name a device; here is only the host's file system, which is 0.
void take_device(Arguments& arguments) {
    const std::uint64_t device = arguments.count("the device, 0 for a file,");
    if (device != 0) throw BadCommand(fmt::format("there is no device {}: 0 is a file", device));
}

/// Bytes in hex and texts in quotes, which are PETSCII, up to the end of the line.
std::vector<Byte> take_bytes(const Commands& commands, Arguments& arguments) {
    std::vector<Byte> bytes;
    (void)arguments.peek();  // past what separates them
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
            const std::string_view word = rest.substr(0, rest.find_first_of(" \t,"));
            const Address value = commands.address(word);
            if (value > 0xFF) throw BadCommand(fmt::format("'{}' is no byte", word));
            bytes.push_back(static_cast<Byte>(value));
            rest.remove_prefix(word.size());
        }
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t,"), rest.size()));
    }
    if (bytes.empty()) throw BadCommand("the bytes are missing");
    return bytes;
}

Reply poke_bytes(Commands& commands, Arguments& arguments) {
    const Address first = commands.address(arguments.take("the address"));
    const auto bytes = take_bytes(commands, arguments);
    commands.poke(first, bytes, bytes.size());
    return Reply{};
}

Reply fill(Commands& commands, Arguments& arguments) {
    const Range filled = commands.range(arguments);
    commands.poke(filled.first, take_bytes(commands, arguments), filled.size());
    return Reply{};
}

Reply move_bytes(Commands& commands, Arguments& arguments) {
    const Range copied = commands.range(arguments);
    const Address to = commands.address(arguments.take("the place"));
    arguments.end();
    std::vector<Byte> bytes;
    for (std::size_t at = copied.first; at <= copied.last; ++at) bytes.push_back(commands.peek(at));
    commands.poke(to, bytes, bytes.size());
    return Reply{};
}

Reply compare(Commands& commands, Arguments& arguments) {
    const Range one = commands.range(arguments);
    const Address other = commands.address(arguments.take("the other place"));
    arguments.end();
    Reply reply;
    for (std::size_t i = 0; i < one.size(); ++i) {
        const auto at = static_cast<Address>(one.first + i),
                   there = static_cast<Address>(other + i);
        if (commands.peek(at) == commands.peek(there)) continue;
        reply.text += fmt::format("{:04x} {:02x}  {:04x} {:02x}\n", at, commands.peek(at), there,
                                  commands.peek(there));
    }
    return reply;
}

Reply hunt(Commands& commands, Arguments& arguments) {
    const Range searched = commands.range(arguments);
    const auto bytes = take_bytes(commands, arguments);
    Reply reply;
    for (std::size_t at = searched.first; at + bytes.size() <= searched.last + 1U; ++at) {
        std::size_t same = 0;
        while (same < bytes.size() && commands.peek(at + same) == bytes[same]) ++same;
        if (same == bytes.size()) {
            reply.text += commands.describe(static_cast<Address>(at)) + '\n';
        }
    }
    return reply;
}

Reply assemble_line(Commands& commands, Arguments& arguments) {
    const Address first = commands.address(arguments.take("the address"));
    const auto bytes = assemble(arguments.rest(), first,
                                [&](std::string_view text) { return commands.address(text); });
    commands.poke(first, bytes, bytes.size());
    return Reply{commands.instruction_line(first, commands.bank) + '\n'};
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
    return Reply{};
}

/// A file's bytes go to the address in its first two bytes, if it has one, or to the one given.
Reply load_file(Commands& commands, Arguments& arguments, bool has_address) {
    const std::string path = arguments.quoted("the file");
    take_device(arguments);
    std::vector<Byte> bytes = read_bytes(path, whole_memory + 2);
    std::optional<Address> first;
    if (has_address) {
        if (bytes.size() < 2) throw BadCommand(path + ": there is no address in it");
        first = emu::word(bytes[0], bytes[1]);
        bytes.erase(bytes.begin(), bytes.begin() + 2);
    }
    if (!has_address || !arguments.empty()) {
        first = commands.address(arguments.take("the address"));
    }
    arguments.end();
    if (bytes.empty()) throw BadCommand(path + ": is empty");
    if (*first + bytes.size() > whole_memory) {
        throw BadCommand(
            fmt::format("{}: {} bytes from ${:04x} go beyond $ffff", path, bytes.size(), *first));
    }
    const std::size_t last = *first + bytes.size() - 1;
    commands.poke(*first, bytes, bytes.size());
    return Reply{fmt::format("${:04x} to ${:04x}\n", *first, last)};
}

Reply save_file(Commands& commands, Arguments& arguments, bool has_address) {
    const std::string path = arguments.quoted("the file");
    take_device(arguments);
    const Range saved = commands.range(arguments);
    arguments.end();
    std::string text;
    if (has_address) {
        text += static_cast<char>(emu::low(saved.first));
        text += static_cast<char>(emu::high(saved.first));
    }
    for (std::size_t at = saved.first; at <= saved.last; ++at) {
        text += static_cast<char>(commands.peek(at));
    }
    commands.write(path, text);
    return Reply{fmt::format("{} bytes: {}\n", saved.size(), path)};
}

Reply load(Commands& commands, Arguments& arguments) {
    return load_file(commands, arguments, true);
}
Reply bload(Commands& commands, Arguments& arguments) {
    return load_file(commands, arguments, false);
}
Reply save(Commands& commands, Arguments& arguments) {
    return save_file(commands, arguments, true);
}
Reply bsave(Commands& commands, Arguments& arguments) {
    return save_file(commands, arguments, false);
}

// clang-format off
const Command rows[]{
    {{">", "poke"}, "address byte|\"text\" ...",
     "writes bytes as the processor would", topic, poke_bytes},
    {{"f", "fill"}, "first last byte|\"text\" ...", "fills a range, again and again", topic, fill},
    {{"t", "move"}, "first last address", "copies a range to another place", topic, move_bytes},
    {{"c", "compare"}, "first last address",
     "which bytes differ from those at another place", topic, compare},
    {{"h", "hunt"}, "first last byte|\"text\" ...", "where these bytes lie", topic, hunt},
    {{"a", "assemble"}, "address instruction",
     "writes an instruction as an assembler would", topic, assemble_line},
    {{"keybuf"}, "text", "types it; \\n is RETURN", topic, type_keys},
    {{"load", "l"}, "\"file\" 0 [address]", "a file that begins with its address", topic, load},
    {{"bload", "bl"}, "\"file\" 0 address", "a file without an address in it", topic, bload},
    {{"save", "s"}, "\"file\" 0 address address",
     "writes a file that begins with its address", topic, save},
    {{"bsave", "bs"}, "\"file\" 0 address address",
     "writes a file without an address in it", topic, bsave},
};
// clang-format on

}  // namespace

std::span<const Command> poke_commands() { return rows; }

}  // namespace ryg::c64::debug
