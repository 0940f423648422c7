// Cartridges: plain ROMs of 8K or 16K, as raw images or in a .crt container.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// What is plugged into the expansion port: two ROMs and two lines, true for a high level.
///
///     exrom game   roml    romh
///       0    1     $8000             8K
///       0    0     $8000   $a000     16K
///       1    0     $8000   $e000     Ultimax
struct Cartridge {
    bool exrom = true, game = true;
    std::vector<Byte> roml{}, romh{};  ///< 8192 bytes or none
};

/// A raw image, whose size decides (Ultimax: 8K are those at $e000, 4K are there twice), or a .crt
/// container of hardware type 0. Throws ImageError; `name` is the file name, for messages.
/// Sources: [PLA], [CRT].
[[nodiscard]] Cartridge parse_cartridge(std::span<const Byte> file, std::string_view name,
                                        bool ultimax);

}  // namespace ryg::c64
