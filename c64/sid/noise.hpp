// The SID's noise register: 23 bits that shift, and how to shift them a million times at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <tuple>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// Where bits 7 to 0 of OSC3 hang on the noise register.  [SIDDIE] [SIDTEST]
inline constexpr std::array<unsigned, 8> noise_taps{20, 18, 14, 11, 9, 5, 2, 0};

/// The register as a number.
///
///     bit 22 . 20 . 18 17 . . 14 . . 11 . 9 . . . 5 . . 2 . 0 <--- bit 22 xor bit 17
///              |    |         |      |    |       |     |   |
///       OSC3   7    6         5      4    3       2     1   0
///
/// Shifting is linear over GF(2), so any number of shifts is one of 8,388,607 matrices, made from
/// the tables of 2^k shifts.
///
/// **Time**: up to 18 shifts in one go, any number in at most 22 products of matrix and vector.
/// Sources: [SIDDIE], [SIDTEST]; both equal to recordings of real chips.
struct Noise {
    static constexpr std::uint32_t all = 0x7FFFFF;
    static constexpr Cycle period = all;  ///< shifts until every register but 0 is back

    std::uint32_t bits = 0x7FFFFE;

    [[nodiscard]] constexpr Byte output() const {
        unsigned byte = 0;
        for (const unsigned tap : noise_taps) byte = byte << 1 | (bits >> tap & 1);
        return static_cast<Byte>(byte);
    }

    constexpr void shift() { shift_at_once(1); }

    /// Any number of shifts.
    void jump(Cycle shifts);

    /// What the end of TEST does: a shift in which bit 22 counts as set.
    constexpr void shift_at_release() { bits = ((bits << 1) | (~bits >> 17 & 1)) & all; }

    /// One step of the drift towards ones while TEST is held. Approximation: how the cells of a
    /// real chip go depends on its temperature.
    constexpr void fill() {
        bits |= 1;
        bits |= bits << 1 & all;
    }

    /// The other waveforms on the same lines win with their zeros, and the register takes them
    /// over. Approximation: plain AND.
    constexpr void pull_low(Byte lines) {
        if (lines != 0xFF) bits &= spread(lines) | ~tapped;
    }

    /// All of it, for who saves and loads it (c64/board/members.hpp).
    static constexpr auto members() { return std::tuple{&Noise::bits}; }
    bool operator==(const Noise&) const = default;

  private:
    static constexpr std::uint32_t spread(Byte byte) {
        std::uint32_t spread_out = 0;
        for (unsigned i = 0; i < 8; ++i) {
            spread_out |= std::uint32_t{byte} >> (7 - i) << 31 >> (31 - noise_taps[i]);
        }
        return spread_out;
    }
    static constexpr std::uint32_t tapped = [] {
        std::uint32_t mask = 0;
        for (const unsigned tap : noise_taps) mask |= 1U << tap;
        return mask;
    }();

    /// Up to 18 shifts: so long no bit that comes in is needed for the next.
    constexpr void shift_at_once(unsigned count) {
        const std::uint32_t in =
            (bits >> (23 - count) ^ bits >> (18 - count)) & ((1U << count) - 1);
        bits = (bits << count | in) & all;
    }
};

/// A noise register of which each bit is a sum of bits of an earlier one: what a stretch of shifts
/// and zeros from outside does to *any* register, found by running it once.
class NoiseMap {
  public:
    constexpr NoiseMap() {
        for (unsigned i = 0; i < size; ++i) row(i) = 1U << i;
    }

    constexpr void shift() {
        const std::uint32_t in = row(22) ^ row(17);
        first_ = (first_ - 1) % slots;
        row(0) = in;
        low_since_shift_ = 0;
    }
    constexpr void pull_low(Byte lines) {
        unsigned low = ~unsigned{lines} & 0xFF & ~low_since_shift_;
        low_since_shift_ |= low;
        for (; low != 0; low &= low - 1) {
            row(noise_taps[7 - static_cast<unsigned>(std::countr_zero(low))]) = 0;
        }
    }

    /// The register after `times` such stretches.
    [[nodiscard]] Noise after(Noise noise, Cycle times) const;

  private:
    static constexpr unsigned size = 23, slots = 32;

    [[nodiscard]] constexpr std::uint32_t& row(unsigned bit) {
        return rows_[(first_ + bit) % slots];
    }
    [[nodiscard]] constexpr std::uint32_t row(unsigned bit) const {
        return rows_[(first_ + bit) % slots];
    }

    unsigned first_ = 0;  // the slot of bit 0
    unsigned low_since_shift_ = 0;
    std::array<std::uint32_t, slots> rows_{};
};

}  // namespace ryg::c64
