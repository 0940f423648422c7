// Cartridges: plain ROMs of 4K, 8K or 16K and ROMs in banks, as raw images or in a .crt container.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// What is plugged into the expansion port: ROM in banks of 8K for each of its two windows, two
/// lines, true for a high level, and a register that chooses the bank.
///
///     exrom game   roml    romh
///       0    1     $8000             8K
///       0    0     $8000   $a000     16K
///       1    0     $8000   $e000     Ultimax
///
///     kind           the register
///     action_replay  write $de00: bits 3, 4 bank; bit 0 GAME low, 1 EXROM high, 2 no more writes
///     simons_basic   read $de00: 8K, write: 16K
///     ocean          write $de00: bank in both windows
///     game_system    write $de00 + bank; a read chooses bank 0
///     dinamic        read $de00 + bank
///     magic_desk     write $de00: bank; bit 7 takes the cartridge out
///     easyflash      write $de00: bank; $de02: bit 0 GAME low (bit 2 clear: always), 1 EXROM low;
///                    256 bytes of RAM at $df00
///
/// Not modelled: RAM and freezer of the Action Replay; EasyFlash as a chip that can be written.
/// Sources: [PLA], [CRT].
struct Cartridge {
    /// Numbered as in .crt files.
    enum class CartridgeType : Byte {
        plain = 0,
        action_replay = 1,
        simons_basic = 4,
        ocean = 5,
        game_system = 15,
        dinamic = 17,
        magic_desk = 19,
        easyflash = 32
    };
    static constexpr std::size_t bank_size = 8192;

    bool exrom = true, game = true;
    std::vector<Byte> roml{}, romh{};  ///< whole banks, or none
    CartridgeType kind = CartridgeType::plain;
    Byte bank = 0;
    bool locked = false;               ///< the register ignores writes
    std::vector<Byte> ram{};           ///< at $df00
    std::optional<Byte> lines_then{};  ///< EXROM and GAME when plugged in: bits 1 and 0

    /// Whether its members are consistent.
    [[nodiscard]] bool is_possible() const;
    /// The reset line: the first bank, and the lines as they were when it was plugged in.
    void reset();
    /// An access to $de00-$dfff. True if it changed a line or the bank.
    bool write(Address address, Byte value);
    bool note_read(Address address);
    /// The byte that a read of $de00-$dfff gives, if the cartridge drives the bus.
    [[nodiscard]] std::optional<Byte> read(Address address) const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Cartridge::exrom, &Cartridge::game, &Cartridge::roml, &Cartridge::romh,
             &Cartridge::kind, &Cartridge::bank, &Cartridge::locked, &Cartridge::ram,
             &Cartridge::lines_then);
    }
    bool operator==(const Cartridge&) const = default;
};

/// Parses a raw image, whose size decides its kind (4K appear twice; 8K of an Ultimax are at
/// $e000), or a .crt container whose hardware type is a CartridgeType. Throws ImageError; `name` is the
/// file name, for messages.
[[nodiscard]] Cartridge parse_cartridge(std::span<const Byte> file, std::string_view name,
                                        bool ultimax);

}  // namespace ryg::c64
