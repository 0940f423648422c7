// Cartridges: plain ROMs of 4K, 8K or 16K and ROMs in banks, as raw images or in a .crt container.
#include "c64/media/cartridge.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

namespace ryg::c64 {
namespace {

constexpr std::array kinds{
    Cartridge::CartridgeType::plain,        Cartridge::CartridgeType::action_replay,
    Cartridge::CartridgeType::simons_basic, Cartridge::CartridgeType::ocean,
    Cartridge::CartridgeType::game_system,  Cartridge::CartridgeType::dinamic,
    Cartridge::CartridgeType::magic_desk,   Cartridge::CartridgeType::easyflash};
constexpr std::string_view signature = "C64 CARTRIDGE   ";

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

/// Puts a ROM of 4K, which is repeated, or 8K into a bank.
void put(std::vector<Byte>& banks, std::size_t bank, std::span<const Byte> rom) {
    if (banks.size() < (bank + 1) * Cartridge::bank_size)
        banks.resize((bank + 1) * Cartridge::bank_size, 0xFF);
    const auto to = banks.begin() + static_cast<std::ptrdiff_t>(bank * Cartridge::bank_size);
    for (std::size_t at = 0; at < Cartridge::bank_size; at += rom.size()) {
        std::ranges::copy(rom, to + static_cast<std::ptrdiff_t>(at));
    }
}

/// Puts a CHIP packet's ROM where its load address says.
void add_chip(Cartridge& cartridge, std::size_t bank, std::size_t load, std::span<const Byte> rom,
              std::string_view name) {
    const bool ocean =
        cartridge.kind == Cartridge::CartridgeType::ocean;  // one ROM in both windows
    const bool half = rom.size() == Cartridge::bank_size / 2,
               whole = rom.size() == Cartridge::bank_size;
    const bool low = load == 0x8000, high = load == 0xA000 || load == 0xE000;
    if (low && rom.size() == 2 * Cartridge::bank_size) {
        put(cartridge.roml, bank, rom.first(Cartridge::bank_size));
        return put(cartridge.romh, bank, rom.last(Cartridge::bank_size));
    }
    const bool fits = (low && (half || whole)) || (high && whole) || (load == 0xF000 && half);
    if (!fits) {
        throw ImageError(fmt::format("{}: a ROM of {} bytes at ${:04x} fits into no cartridge",
                                     name, rom.size(), load));
    }
    if (low || ocean) put(cartridge.roml, bank, rom);
    if (!low || ocean) put(cartridge.romh, bank, rom);
}

Cartridge parse_container(std::span<const Byte> file, std::string_view name) {
    constexpr std::size_t least_header = 0x40, packet_header = 0x10;
    const auto broken = [name](std::string_view what) {
        return ImageError(fmt::format("{}: broken cartridge file: {}", name, what));
    };
    if (file.size() < least_header) throw broken("its header is cut off");
    const std::size_t header = big_endian(file, 0x10, 4), type = big_endian(file, 0x16, 2);
    const auto kind = std::ranges::find(kinds, type, [](auto each) { return std::size_t(each); });
    if (kind == kinds.end()) {
        throw ImageError(
            fmt::format("{}: a cartridge of type {}: only the types 0, 1, 4, 5, 15, "
                        "17, 19 and 32 can be used",
                        name, type));
    }
    Cartridge cartridge{.exrom = file[0x18] != 0, .game = file[0x19] != 0, .kind = *kind};
    // Some containers state a header of $20 bytes, although it has $40.
    std::size_t at = std::max(header, least_header);
    if (at >= file.size()) throw broken("it has no ROM");
    while (at < file.size()) {
        if (file.size() - at < packet_header || !says(file, at, "CHIP")) {
            // Some files have data after their packets; other emulators accept these, too.
            if (!cartridge.roml.empty() || !cartridge.romh.empty()) break;
            throw broken("what follows is not a CHIP packet");
        }
        constexpr std::size_t most_banks = 128;
        const std::size_t bank = big_endian(file, at + 0xA, 2) % most_banks,
                          load = big_endian(file, at + 0xC, 2),
                          size = big_endian(file, at + 0xE, 2);
        if (size > file.size() - at - packet_header) throw broken("a ROM is cut off");
        add_chip(cartridge, bank, load, file.subspan(at + packet_header, size), name);
        const std::size_t said = big_endian(file, at + 4, 4);
        at += packet_header + size;
        const bool is_longer = said > packet_header + size && said <= file.size();
        if (is_longer && !says(file, at, "CHIP")) at += said - packet_header - size;
    }
    return cartridge;
}

}  // namespace

Cartridge parse_cartridge(std::span<const Byte> file, std::string_view name, bool ultimax) {
    if (says(file, 0, signature)) return parse_container(file, name);
    Cartridge cartridge{.exrom = ultimax, .game = !ultimax};
    if (file.size() == Cartridge::bank_size) {
        add_chip(cartridge, 0, ultimax ? 0xE000 : 0x8000, file, name);
    } else if (file.size() == Cartridge::bank_size / 2) {
        add_chip(cartridge, 0, ultimax ? 0xF000 : 0x8000, file, name);
    } else if (file.size() == 2 * Cartridge::bank_size) {
        cartridge.game = false;
        add_chip(cartridge, 0, 0x8000, file, name);
    } else {
        throw ImageError(
            fmt::format("{}: not a cartridge: {} bytes, but a raw image has 4096, 8192 or 16384",
                        name, file.size()));
    }
    return cartridge;
}

bool Cartridge::is_possible() const {
    return std::ranges::count(kinds, kind) == 1 && roml.size() % bank_size == 0 &&
           romh.size() % bank_size == 0 && (kind != CartridgeType::easyflash || ram.size() == 256);
}

// ------------------------------------------------------------------------------------- registers

void Cartridge::reset() {
    if (!lines_then) lines_then = static_cast<Byte>(exrom * 2 + game);
    exrom = (*lines_then & 2) != 0;
    game = (*lines_then & 1) != 0;
    bank = 0;
    locked = false;
    if (kind != CartridgeType::easyflash) return;
    exrom = true;
    game = false;
    ram.assign(256, 0);
}

bool Cartridge::write(Address address, Byte value) {
    const bool at_first = emu::high(address) == 0xDE;
    const unsigned index = emu::low(address);
    switch (kind) {
        case CartridgeType::plain:
        case CartridgeType::dinamic: return false;
        case CartridgeType::action_replay:
            if (!at_first || locked) return false;
            game = (value & 0x01) == 0;
            exrom = (value & 0x02) != 0;
            locked = (value & 0x04) != 0;
            bank = value >> 3 & 3;
            return true;
        case CartridgeType::simons_basic:
            if (at_first) game = false;
            return at_first;
        case CartridgeType::ocean:
            if (at_first) bank = value & 0x3F;
            return at_first;
        case CartridgeType::game_system:
            if (at_first) bank = index & 0x3F;
            return at_first;
        case CartridgeType::magic_desk:
            if (at_first) {
                bank = value & 0x7F;
                exrom = (value & 0x80) != 0;
            }
            return at_first;
        case CartridgeType::easyflash: break;
    }
    if (!at_first) {
        ram[index] = value;
        return false;
    }
    if ((index & 2) == 0) {
        bank = value & 0x3F;
    } else {
        game = (value & 0x05) == 0x04;
        exrom = (value & 0x02) == 0;
    }
    return true;
}

bool Cartridge::note_read(Address address) {
    if (emu::high(address) != 0xDE) return false;
    if (kind == CartridgeType::simons_basic) game = true;
    if (kind == CartridgeType::game_system) bank = 0;
    if (kind == CartridgeType::dinamic) bank = address & 0x0F;
    return kind == CartridgeType::simons_basic || kind == CartridgeType::game_system ||
           kind == CartridgeType::dinamic;
}

std::optional<Byte> Cartridge::read(Address address) const {
    if (emu::high(address) != 0xDF) return {};
    if (kind == CartridgeType::easyflash) return ram[emu::low(address)];
    const std::size_t last_page = bank * bank_size + 0x1F00U + emu::low(address);
    if (kind == CartridgeType::action_replay && last_page < roml.size()) return roml[last_page];
    return {};
}

}  // namespace ryg::c64
