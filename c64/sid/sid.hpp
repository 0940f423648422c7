// The SID as far as a program can read it: OSC3, ENV3, the paddles and the fading data bus.
#pragma once

#include <array>

#include "c64/sid/envelope.hpp"
#include "c64/sid/wave.hpp"
#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

/// Times that differ from chip to chip, because they depend on leakage: in cycles, with defaults
/// near the middle of what was reported. Gaps shorter than the first times are exact on all
/// chips.  [SIDTEST]
struct SidFades {
    Cycle bus;         ///< until a byte on the data bus has faded
    Cycle test_first;  ///< TEST held: until the noise register fills with ones, and then
    Cycle test_next;   ///<   for each of at most 22 steps more
    Cycle
        hold_first;  ///< no waveform selected: until the byte held by OSC3 begins to fade, and then
    Cycle hold_next;  ///<   for each of at most 7 steps more

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&SidFades::bus, &SidFades::test_first, &SidFades::test_next, &SidFades::hold_first,
             &SidFades::hold_next);
    }
    bool operator==(const SidFades&) const = default;
};

[[nodiscard]] constexpr SidFades fades_of(SidChip chip) {
    if (chip == SidChip::mos6581) return {0x1D00, 35'000, 1'000, 54'000, 1'400};
    return {0xA2000, 2'519'864, 315'000, 800'000, 50'000};
}

/// The state at power-on, which determines all random numbers that a program reads. The default is
/// that of a machine just switched on; other seeds are like those of one that has run for some
/// time.
struct SidSeed {
    std::array<std::uint32_t, 3> phases{0x555555, 0x555555, 0x555555};  ///< 24-bit phases by voice
    std::uint32_t noise = 0x7FFFFE;                                     ///< 23 bits; 0 stays 0

    bool operator==(const SidSeed&) const = default;
};

/// The chip is evaluated when it is accessed. `now` is the cycle of the access, 0 at power-on, and
/// never less than in the previous call: an access in cycle n sees the effect of n cycles, and a
/// write takes effect from the next cycle on.
///
///     c64::Sid sid;
///     sid.write(0x0E, 0xff, 0);             // STA $d40e: frequency of voice 3
///     sid.write(0x0F, 0xff, 4);             // STA $d40f
///     sid.write(0x12, 0x80, 10);            // STA $d412: noise
///     sid.read(0x1B, 1'000'010);            // LDA $d41b
///
/// **Time**: a read 24 cycles after the last one takes about 30 ns, one after a minute 0.3 ms, or
/// 0.5 ms with SYNC; where waveforms are combined see SidWave. Approximations: combined waveforms
/// (plain AND) and their write-back, everything in SidFades. Not modelled: sound; waveforms and
/// envelopes of voices 1 and 2, which cannot be read; paddles (read $ff).
/// Sources: [SID], [SIDTEST], [SIDDIE].
class Sid {
  public:
    explicit Sid(SidChip chip = SidChip::mos6581, const SidSeed& seed = {});

    SidFades fades;

    /// The reset line: registers, noise and gate; the phases and the envelope's counters stay.
    void reset(Cycle now);

    /// Registers 0 to 31; higher bits of `index` are not wired.
    [[nodiscard]] Byte read(unsigned index, Cycle now);
    void write(unsigned index, Byte value, Cycle now);

    /// The byte that a read would give, without leaving it on the bus.
    [[nodiscard]] Byte peek(unsigned index, Cycle now) const { return Sid(*this).read(index, now); }

    /// Two SIDs accessed in different cycles are equal only if both have caught up.
    void catch_up(Cycle now);

    /// Whether its members are consistent in cycle `now`, up to which the chip has caught up.
    [[nodiscard]] bool is_possible(Cycle now) const {
        return (done_ == now || done_ == now + 1) && wave_.is_possible() && envelope_.is_possible();
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Sid::fades, &Sid::wave_, &Sid::envelope_, &Sid::done_, &Sid::next_fill_, &Sid::held_,
             &Sid::held_since_, &Sid::bus_, &Sid::bus_gone_);
    }
    bool operator==(const Sid&) const = default;

  private:
    void write_frequency(unsigned voice, unsigned shift, Byte value);
    void write_control(unsigned voice, Byte value, Cycle now);
    void put_on_bus(Byte value, Cycle now);
    [[nodiscard]] Byte oscillator(Cycle now) const;

    SidWave wave_;
    SidEnvelope envelope_;
    Cycle done_ = 0;                // the last cycle that is accounted for
    Cycle next_fill_ = emu::never;  // next step of the noise register's drift while TEST is held
    Byte held_ = 0;                 // the byte in OSC3 when the last waveform was deselected,
    Cycle held_since_ = 0;          // and in which cycle that was
    Byte bus_ = 0;
    Cycle bus_gone_ = 0;
};

}  // namespace ryg::c64
