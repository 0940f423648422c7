// The SID's noise register: 23 bits that shift.
#pragma once

#include <array>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// Which bits of the noise register OSC3 shows as its bits 7 to 0.  [SIDDIE] [SIDTEST]
inline constexpr std::array<unsigned, 8> noise_taps{20, 18, 14, 11, 9, 5, 2, 0};

/// The register as a number.
///
///     bit 22 . 20 . 18 17 . . 14 . . 11 . 9 . . . 5 . . 2 . 0 <--- bit 22 xor bit 17
///              |    |         |      |    |       |     |   |
///       OSC3   7    6         5      4    3       2     1   0
///
/// **Time**: 18 shifts take a few host instructions.
/// Sources: [SIDDIE], [SIDTEST]; both agree with recordings of real chips.
struct Noise {
    static constexpr std::uint32_t all = 0x7FFFFF;
    static constexpr Cycle period = all;  ///< shifts until any value but 0 recurs

    std::uint32_t bits = 0x7FFFFE;

    [[nodiscard]] constexpr Byte output() const {
        unsigned byte = 0;
        for (const unsigned tap : noise_taps) byte = byte << 1 | (bits >> tap & 1);
        return static_cast<Byte>(byte);
    }

    /// Shifts `count` times, 18 at once: none of the bits shifted in is needed for another.
    constexpr void shift(Cycle count = 1) {
        for (count %= period; count != 0;) {
            const unsigned some = count < 18 ? static_cast<unsigned>(count) : 18;
            const std::uint32_t in =
                (bits >> (23 - some) ^ bits >> (18 - some)) & ((1U << some) - 1);
            bits = (bits << some | in) & all;
            count -= some;
        }
    }

    /// What the end of TEST does: a shift in which bit 22 counts as set.
    constexpr void shift_at_release() { bits = ((bits << 1) | (~bits >> 17 & 1)) & all; }

    /// One step of the drift towards ones while TEST is held. Approximation: how the cells of a
    /// real chip drift depends on its temperature.
    constexpr void fill() {
        bits |= 1;
        bits |= bits << 1 & all;
    }

    /// The zeros of the other waveforms on the same lines are written into the register.
    /// Approximation: plain AND.
    constexpr void pull_low(Byte lines) {
        for (unsigned i = 0; lines != 0xFF && i < 8; ++i) {
            if ((lines << i & 0x80) == 0) bits &= ~(1U << noise_taps[i]);
        }
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) { list(&Noise::bits); }
    bool operator==(const Noise&) const = default;
};

}  // namespace ryg::c64
