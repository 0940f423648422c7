// ROM images from files, into the sockets of a machine.
#include "app/rom_file.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "c64/board/state.hpp"

namespace ryg::app {
namespace {

using c64::Rom;

struct Socket {
    const char* option;
    Rom rom;
};
constexpr std::array sockets{Socket{"kernal", Rom::kernal}, Socket{"basic", Rom::basic},
                             Socket{"chargen", Rom::chargen}};

struct Known {
    std::string_view part;
    std::uint32_t crc;
    Rom rom;
};
/// Sources: [ROMS].
constexpr std::array known{
    Known{"901227-01", 0xDCE782FA, Rom::kernal},  Known{"901227-02", 0xA5C687B3, Rom::kernal},
    Known{"901227-03", 0xDBE3E7C7, Rom::kernal},  Known{"901226-01", 0xF833D117, Rom::basic},
    Known{"901225-01", 0xEC4272EE, Rom::chargen},
};

const char* option_of(Rom rom) { return std::ranges::find(sockets, rom, &Socket::rom)->option; }

void install(c64::Machine& machine, const Socket& socket, const std::string& path) {
    const std::size_t size = c64::size_of(socket.rom);
    const auto image = c64::read_bytes(path, 65'536);
    if (image.size() != size) {
        throw Trouble(fmt::format("--{}: '{}' has {} bytes, but this ROM has {}", socket.option,
                                  path, image.size(), size));
    }
    const std::uint32_t crc = c64::crc_32(image);
    const auto* const it = std::ranges::find(known, crc, &Known::crc);
    if (it == known.end()) {
        fmt::print(stderr,
                   "ryg run: warning: --{}: '{}' is not one of the usual ROMs (CRC-32 {:08x}); it "
                   "is used as it is\n",
                   socket.option, path, crc);
    } else if (it->rom != socket.rom) {
        throw Trouble(fmt::format("--{}: '{}' is the ROM {}: give it with --{}", socket.option,
                                  path, it->part, option_of(it->rom)));
    }
    machine.install(socket.rom, image);
}

}  // namespace

void add_rom_options(options::options_description& own) {
    own.add_options()("kernal", options::value<std::string>(),
                      "a KERNAL of yours, 8192 bytes, instead of ours")(
        "basic", options::value<std::string>(), "BASIC, 8192 bytes; there is none without")(
        "chargen", options::value<std::string>(), "the characters of --screenshot, 4096 bytes");
}

void install_roms(c64::Machine& machine, const Parsed& parsed) {
    for (const Socket& socket : sockets) {
        if (!parsed.has(socket.option)) continue;
        install(machine, socket, parsed.get<std::string>(socket.option));
    }
}

}  // namespace ryg::app
