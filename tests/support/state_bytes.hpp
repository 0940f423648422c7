// The header of a saved machine, put right again after its content was changed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "emu/types.hpp"

namespace ryg::state_bytes {

constexpr std::size_t header = 20;

/// Writes size and checksum of what follows into the header.
inline void seal(std::vector<emu::Byte>& bytes) {
    constexpr std::array<std::uint32_t, 16> nibbles{0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                                    0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                                    0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                                    0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t i = header; i < bytes.size(); ++i) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ nibbles[crc & 15];
        crc = crc >> 4 ^ nibbles[crc & 15];
    }
    const std::size_t size = bytes.size() - header;
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[12 + i] = static_cast<emu::Byte>(size >> 8 * i);
        bytes[16 + i] = static_cast<emu::Byte>(~crc >> 8 * i);
    }
}

}  // namespace ryg::state_bytes
