// ROM images from files, into the sockets of a machine.
#include "app/rom_file.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <openssl/evp.h>

#include "c64/program/image.hpp"

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
    std::string_view part, sha1;
    Rom rom;
};
/// Sources: [ROMS].
constexpr std::array known{
    Known{"901227-01", "87cc04d61fc748b82df09856847bb5c2754a2033", Rom::kernal},
    Known{"901227-02", "0e2e4ee3f2d41f00bed72f9ab588b83e306fdb13", Rom::kernal},
    Known{"901227-03", "1d503e56df85a62fee696e7618dc5b4e781df1bb", Rom::kernal},
    Known{"901226-01", "79015323128650c742a3694c9429aa91f355905e", Rom::basic},
    Known{"901225-01", "adc7c31e18c7c7413d54802ef2f4193da14711aa", Rom::chargen},
};

std::string sha1_of(std::span<const c64::Byte> bytes) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha1(), nullptr) != 1) {
        throw Trouble("OpenSSL on this host does not compute SHA-1");
    }
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
}

const char* option_of(Rom rom) { return std::ranges::find(sockets, rom, &Socket::rom)->option; }

void install(c64::Machine& machine, const Socket& socket, const std::string& path) {
    const std::size_t size = c64::size_of(socket.rom);
    const auto image = c64::read_bytes(path, 65'536);
    if (image.size() != size) {
        throw Trouble(fmt::format("--{}: '{}' has {} bytes, but this ROM has {}", socket.option,
                                  path, image.size(), size));
    }
    const std::string sha1 = sha1_of(image);
    const auto* const it = std::ranges::find(known, sha1, &Known::sha1);
    if (it == known.end()) {
        fmt::print(stderr,
                   "ryg run: warning: --{}: '{}' is none of the usual ROMs (SHA-1 {}); taking it "
                   "as it is\n",
                   socket.option, path, sha1);
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
