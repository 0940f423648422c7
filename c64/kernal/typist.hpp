// Somebody at the keyboard who waits to be asked.
#pragma once

#include <cstdint>
#include <deque>

#include "emu/types.hpp"

namespace ryg::c64 {

/// Keys for the KERNAL's buffer, each given when the KERNAL is about to look whether there is one
/// and there is none. So no key is lost to a program that empties the buffer before it asks.
struct Typist {
    static constexpr std::uint32_t nowhere = 0x10000;

    std::deque<emu::Byte> keys;          ///< PETSCII
    std::uint32_t key_wanted = nowhere;  ///< where the KERNAL looks; nowhere without keys
    std::uint64_t given = 0;             ///< keys given so far

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Typist::keys, &Typist::key_wanted, &Typist::given);
    }
    bool operator==(const Typist&) const = default;
};

}  // namespace ryg::c64
