// Commands that bring files of this host into memory, and memory into files.
#include <fmt/format.h>

#include "c64/debug/commands.hpp"
#include "c64/program/image.hpp"

namespace ryg::c64::debug {
namespace {

constexpr std::size_t whole_memory = 0x10000;

/// VICE's commands name a device; here is only the host's file system, which is 0.
void take_device(Arguments& arguments) {
    const std::uint64_t device = arguments.count("the device, 0 for a file,");
    if (device != 0) throw BadCommand(fmt::format("there is no device {}: 0 is a file", device));
}

}  // namespace

void Commands::add_files() {
    constexpr const char* topic = "memory and registers";
    const auto add_load = [&](std::vector<std::string> names, std::string usage, std::string about,
                              bool has_address) {
        add({.names = std::move(names),
             .usage = std::move(usage),
             .about = std::move(about),
             .topic = topic,
             .run = [this, has_address](Arguments& arguments) {
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
                     first = address(arguments.take("the address"));
                 }
                 arguments.end();
                 if (bytes.empty()) throw BadCommand(path + ": is empty");
                 if (*first + bytes.size() > whole_memory) {
                     throw BadCommand(fmt::format("{}: {} bytes from ${:04x} go beyond $ffff", path,
                                                  bytes.size(), *first));
                 }
                 const std::size_t last = *first + bytes.size() - 1;
                 poke(*first, bytes, bytes.size());
                 return Reply{fmt::format("${:04x} to ${:04x}\n", *first, last)};
             }});
    };
    add_load({"load", "l"}, "\"file\" 0 [address]", "a file that begins with its address", true);
    add_load({"bload", "bl"}, "\"file\" 0 address", "a file without an address in it", false);
    const auto add_save = [&](std::vector<std::string> names, std::string about, bool has_address) {
        add({.names = std::move(names),
             .usage = "\"file\" 0 address address",
             .about = std::move(about),
             .topic = topic,
             .run = [this, has_address](Arguments& arguments) {
                 const std::string path = arguments.quoted("the file");
                 take_device(arguments);
                 const Range saved = range(arguments);
                 arguments.end();
                 std::string text;
                 if (has_address) {
                     text += static_cast<char>(emu::low(saved.first));
                     text += static_cast<char>(emu::high(saved.first));
                 }
                 for (std::size_t at = saved.first; at <= saved.last; ++at) {
                     text += static_cast<char>(peek(at));
                 }
                 write_text(path, text);
                 return Reply{fmt::format("{} bytes: {}\n", saved.size(), path)};
             }});
    };
    add_save({"save", "s"}, "writes a file that begins with its address", true);
    add_save({"bsave", "bs"}, "writes a file without an address in it", false);
}

}  // namespace ryg::c64::debug
