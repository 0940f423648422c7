// The phase accumulators of the SID's three voices, and how they reset each other.
#pragma once

#include <array>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Cycle;

/// Three 24-bit counters. In each cycle a voice adds its frequency; one that has SYNC set starts
/// again at 0 in the cycle in which bit 23 of the voice before it rises -- unless that voice starts
/// again itself in this very cycle.
///
///     voice  1 --> 2 --> 3 --+        --> = "its bit 23 resets, where SYNC is set"
///            ^---------------+
///
/// Only voice 3 can be read. Voices 1 and 2 matter only because they reset it, and for RING.
///
/// **Time**: without SYNC any number of cycles is one multiplication. With SYNC each rise that may
/// reset a voice is a step of some 20 host instructions.
/// **Units**: voices are counted 0, 1, 2.  Sources: [SID], [SIDTEST], [SIDDIE].
class Phases {
  public:
    static constexpr std::uint32_t mask = 0xFFFFFF, msb = 0x800000, noise_clock = 0x080000;

    /// One accumulator, and the bits of its control register that act on it.
    struct Voice {
        std::uint32_t phase = 0x555555;  ///< at power-on; the reset line does not change it
        std::uint16_t frequency = 0;
        bool held = false;    ///< TEST: stays at 0
        bool synced = false;  ///< SYNC: the voice before it resets this one

        [[nodiscard]] std::uint32_t increment() const { return held ? 0 : frequency; }
        /// Every member, for saving and loading (c64/board/members.hpp).
        static constexpr void members(auto list) {
            list(&Voice::phase, &Voice::frequency, &Voice::held, &Voice::synced);
        }
        bool operator==(const Voice&) const = default;
    };
    std::array<Voice, 3> voices{};

    /// One cycle. True when bit 19 of voice 3, the clock of the noise, rose in it. A reset in the
    /// same cycle does not undo that.
    bool step() {
        std::array<std::uint32_t, 3> risen{};
        for (std::size_t v = 0; v < 3; ++v) {
            const std::uint32_t old = voices[v].phase;
            voices[v].phase = (old + voices[v].increment()) & mask;
            risen[v] = voices[v].phase & ~old;
        }
        if (((risen[0] | risen[1] | risen[2]) & msb) != 0) reset_synced(risen);
        return (risen[2] & noise_clock) != 0;
    }

    /// Advances by up to 2^44 cycles (half a year); returns how often bit 19 of voice 3 rose in
    /// them.
    Cycle jump(Cycle cycles);

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) { list(&Phases::voices); }
    bool operator==(const Phases&) const = default;

  private:
    void reset_synced(const std::array<std::uint32_t, 3>& risen);
    [[nodiscard]] Cycle quiet_cycles() const;
    Cycle run_free(Cycle cycles);
};

}  // namespace ryg::c64
