// Cartridges: plain ROMs of 8K or 16K, as raw images or in a .crt container.
#include "c64/media/cartridge.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace ryg::c64 {
namespace {

constexpr std::size_t rom_size = 8192;
constexpr std::string_view signature = "C64 CARTRIDGE   ";

std::vector<Byte> copy(std::span<const Byte> bytes) { return {bytes.begin(), bytes.end()}; }

std::size_t big_endian(std::span<const Byte> file, std::size_t at, unsigned bytes) {
    std::size_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | file[at + i];
    return value;
}

bool says(std::span<const Byte> file, std::size_t at, std::string_view text) {
    return at + text.size() <= file.size() &&
           std::equal(text.begin(), text.end(), file.begin() + static_cast<std::ptrdiff_t>(at),
                      [](char c, Byte byte) { return static_cast<Byte>(c) == byte; });
}

/// One CHIP packet's ROM goes where its load address says.
void add_chip(Cartridge& cartridge, std::size_t load, std::span<const Byte> rom,
              std::string_view name) {
    const auto low = [&](std::span<const Byte> part) { cartridge.roml = copy(part); };
    const auto high = [&](std::span<const Byte> part) { cartridge.romh = copy(part); };
    if (load == 0x8000 && rom.size() == rom_size) return low(rom);
    if (load == 0x8000 && rom.size() == 2 * rom_size) {
        low(rom.first(rom_size));
        return high(rom.last(rom_size));
    }
    if ((load == 0xA000 || load == 0xE000) && rom.size() == rom_size) return high(rom);
    if (load == 0xF000 && rom.size() == rom_size / 2) {
        high(rom);
        cartridge.romh.insert(cartridge.romh.begin(), rom.begin(), rom.end());
        return;
    }
    throw ImageError(fmt::format("{}: a ROM of {} bytes at ${:04x} fits into no cartridge", name,
                                 rom.size(), load));
}

Cartridge parse_container(std::span<const Byte> file, std::string_view name) {
    constexpr std::size_t least_header = 0x40, packet_header = 0x10;
    const auto broken = [name](std::string_view what) {
        return ImageError(fmt::format("{}: broken cartridge file: {}", name, what));
    };
    if (file.size() < least_header) throw broken("its header is cut off");
    const std::size_t header = big_endian(file, 0x10, 4), type = big_endian(file, 0x16, 2);
    if (type != 0) {
        throw ImageError(fmt::format(
            "{}: a cartridge of type {}: only plain ROMs, type 0, can be used", name, type));
    }
    Cartridge cartridge{.exrom = file[0x18] != 0, .game = file[0x19] != 0};
    // Some containers say $20 for their header and have one of $40 bytes all the same.
    std::size_t at = std::max(header, least_header);
    if (at >= file.size()) throw broken("it has no ROM");
    while (at < file.size()) {
        if (file.size() - at < packet_header || !says(file, at, "CHIP")) {
            throw broken("what follows is no CHIP packet");
        }
        const std::size_t load = big_endian(file, at + 0xC, 2),
                          size = big_endian(file, at + 0xE, 2);
        if (size > file.size() - at - packet_header) throw broken("a ROM is cut off");
        add_chip(cartridge, load, file.subspan(at + packet_header, size), name);
        at += packet_header + size;
    }
    return cartridge;
}

}  // namespace

Cartridge parse_cartridge(std::span<const Byte> file, std::string_view name, bool ultimax) {
    if (says(file, 0, signature)) return parse_container(file, name);
    Cartridge cartridge{.exrom = ultimax, .game = !ultimax};
    if (file.size() == rom_size) {
        (ultimax ? cartridge.romh : cartridge.roml) = copy(file);
    } else if (ultimax && file.size() == rom_size / 2) {
        add_chip(cartridge, 0xF000, file, name);
    } else if (file.size() == 2 * rom_size) {
        cartridge.game = false;
        cartridge.roml = copy(file.first(rom_size));
        cartridge.romh = copy(file.last(rom_size));
    } else {
        throw ImageError(
            fmt::format("{}: no cartridge: {} bytes, but a raw image has {}8192 or 16384", name,
                        file.size(), ultimax ? "4096, " : ""));
    }
    return cartridge;
}

}  // namespace ryg::c64
