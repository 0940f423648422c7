// Commands that change memory, compare it and search it.
#include <algorithm>
#include <fmt/format.h>

#include "c64/debug/assemble.hpp"
#include "c64/debug/commands.hpp"
#include "c64/kernal/petscii.hpp"

namespace ryg::c64::debug {
namespace {

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

}  // namespace

void Commands::poke(Address first, std::vector<Byte> bytes, std::size_t count) {
    const std::size_t size = bytes.size();
    debugger.edit(
        [first, bytes = std::move(bytes), count, bank = bank_](Machine& machine) {
            for (std::size_t i = 0; i < count; ++i) {
                debug::poke(machine, static_cast<Address>(first + i), bytes[i % bytes.size()],
                            bank);
            }
        },
        size);
}

void Commands::add_pokes() {
    constexpr const char* topic = "memory and registers";
    add({.names = {">", "poke"},
         .usage = "address byte|\"text\" ...",
         .about = "writes bytes as the processor would",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Address first = address(arguments.take("the address"));
             const auto bytes = take_bytes(*this, arguments);
             poke(first, bytes, bytes.size());
             return Reply{};
         }});
    add({.names = {"f", "fill"},
         .usage = "first last byte|\"text\" ...",
         .about = "fills a range, again and again",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range filled = range(arguments);
             poke(filled.first, take_bytes(*this, arguments), filled.size());
             return Reply{};
         }});
    add({.names = {"t", "move"},
         .usage = "first last address",
         .about = "copies a range to another place",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range copied = range(arguments);
             const Address to = address(arguments.take("the place"));
             arguments.end();
             std::vector<Byte> bytes;
             for (std::size_t at = copied.first; at <= copied.last; ++at) bytes.push_back(peek(at));
             poke(to, bytes, bytes.size());
             return Reply{};
         }});
    add({.names = {"c", "compare"},
         .usage = "first last address",
         .about = "which bytes differ from those at another place",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range one = range(arguments);
             const Address other = address(arguments.take("the other place"));
             arguments.end();
             Reply reply;
             for (std::size_t i = 0; i < one.size(); ++i) {
                 const auto at = static_cast<Address>(one.first + i),
                            there = static_cast<Address>(other + i);
                 if (peek(at) == peek(there)) continue;
                 reply.text += fmt::format("{:04x} {:02x}  {:04x} {:02x}\n", at, peek(at), there,
                                           peek(there));
             }
             return reply;
         }});
    add({.names = {"h", "hunt"},
         .usage = "first last byte|\"text\" ...",
         .about = "where these bytes lie",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Range searched = range(arguments);
             const auto bytes = take_bytes(*this, arguments);
             Reply reply;
             for (std::size_t at = searched.first; at + bytes.size() <= searched.last + 1U; ++at) {
                 std::size_t same = 0;
                 while (same < bytes.size() && peek(at + same) == bytes[same]) ++same;
                 if (same == bytes.size()) {
                     reply.text += describe(static_cast<Address>(at)) + '\n';
                 }
             }
             return reply;
         }});
    add({.names = {"a", "assemble"},
         .usage = "address instruction",
         .about = "writes an instruction as an assembler would",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             const Address first = address(arguments.take("the address"));
             const auto bytes = assemble(arguments.rest(), first,
                                         [this](std::string_view text) { return address(text); });
             poke(first, bytes, bytes.size());
             return Reply{instruction_line(first, bank_) + '\n'};
         }});
    add({.names = {"keybuf"},
         .usage = "text",
         .about = "types it; \\n is RETURN",
         .topic = topic,
         .run = [this](Arguments& arguments) {
             std::string text(arguments.rest());
             if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) {
                 text = text.substr(1, text.size() - 2);
             }
             for (std::size_t at = 0; (at = text.find("\\n", at)) != text.npos; ++at) {
                 text.replace(at, 2, "\r");
             }
             if (text.empty()) throw BadCommand("the text is missing");
             debugger.edit([text](Machine& machine) { machine.type(text); }, text.size());
             return Reply{};
         }});
}

}  // namespace ryg::c64::debug
