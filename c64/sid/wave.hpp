// The waveform lines of the SID's voice 3, cycle by cycle or after a long time.
#pragma once

#include <cstdint>

#include "c64/sid/noise.hpp"
#include "c64/sid/phases.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

/// The SID's two designs.
enum class SidChip : std::uint8_t { mos6581, mos8580 };

/// The bits of a control register, as the data sheet names them.
struct SidControl {
    static constexpr Byte GATE = 0x01, SYNC = 0x02, RING = 0x04, TEST = 0x08, triangle = 0x10,
                          sawtooth = 0x20, pulse = 0x40, noise = 0x80, waveforms = 0xF0;
};

/// The upper eight of the twelve waveform lines, which OSC3 shows. When several waveforms are
/// selected a line is high where all of them are: an approximation, on a real chip neighbouring
/// lines pull at each other too.
///
///     cycle    t                t+1              t+2
///     phase    bit 19 rises                      the noise shifts, and shows
///              comes past width                  (pulse: shows in t+1)
///              triangle, sawtooth: show in t on the 6581, in t+1 on the 8580
///
/// - The top bit of the phase inverts the triangle; so does RING while the top bit of voice 2 is
///   low. Neither does if the sawtooth is selected too: then a line is high where its bit of the
///   phase and the next lower one are.
/// - On the 6581 a sawtooth with another waveform pulls the top bit of the phase low with its line.
/// - The noise is clocked whatever waveform is selected. Noise together with another waveform
///   writes the lines' zeros back into the noise register: each cycle but the one before a shift;
///   not while TEST is held, but before and after the shift that its release makes; before it also
///   where the 8580 goes from all waveforms to noise alone; on the 6581 also when TEST rises.
///   Approximation: plain AND.
/// - On the 6581 noise with a pulse that is high writes back, too, while the phase counts: each
///   line of the noise is pulled low by the two below it, and all by any of the upper four.
///
/// Not modelled: voices 1 and 2 have no lines, so a sawtooth does not pull at their phases.
/// **Time**: see Phases and Noise. While the lines pull at the phase, or at a noise register that
/// is not 0 yet, a cycle costs a few host instructions.
/// Sources: [SID], [SIDTEST], [SIDDIE].
class SidWave {
  public:
    explicit SidWave(SidChip chip) : chip_(chip) {}

    Phases phases;
    Noise noise;
    Byte control = 0;               ///< control register of voice 3; set it with write_control
    std::uint16_t pulse_width = 0;  ///< 12 bits

    /// Advances by `cycles`.
    void advance(Cycle cycles);

    /// Writes the control register of voice 3. TEST: 0 -> 1 stops the clock of the noise and
    /// empties the pipe to it; 1 -> 0 shifts once.
    void write_control(Byte value);

    /// The reset line: the phases keep their values.
    void reset();

    /// The upper eight lines; all high where no waveform is selected.
    [[nodiscard]] Byte output() const {
        return selected(SidControl::noise) ? static_cast<Byte>(lines_ & noise.output()) : lines_;
    }

    /// Whether its members are consistent.
    [[nodiscard]] bool is_possible() const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&SidWave::phases, &SidWave::noise, &SidWave::control, &SidWave::pulse_width,
             &SidWave::chip_, &SidWave::pipe_, &SidWave::lines_, &SidWave::high_, &SidWave::late_);
    }
    bool operator==(const SidWave&) const = default;

  private:
    [[nodiscard]] bool selected(Byte bits) const { return (control & bits) != 0; }
    [[nodiscard]] bool mixes_noise() const {
        return selected(SidControl::noise) && selected(SidControl::waveforms & ~SidControl::noise);
    }
    [[nodiscard]] bool pulls_phase() const {
        return chip_ == SidChip::mos6581 && selected(SidControl::sawtooth) &&
               selected(SidControl::waveforms & ~SidControl::sawtooth);
    }
    [[nodiscard]] const Phases::Voice& third() const { return phases.voices[2]; }
    [[nodiscard]] Byte triangle_and_sawtooth() const;
    [[nodiscard]] bool pulse_is_high() const;
    [[nodiscard]] Byte lines_before_release(unsigned last, unsigned next) const;
    [[nodiscard]] Byte written_back() const;
    void show();
    void step();
    void jump(Cycle cycles);

    static constexpr Byte ramps = SidControl::triangle | SidControl::sawtooth;

    SidChip chip_;
    unsigned pipe_ = 0;  // cycles until the noise shifts; 0: no shift is due
    Byte lines_ = 0xFF;  // lines of all waveforms except noise
    bool high_ = true;   // level of the pulse in the next cycle
    Byte late_ = 0x55;   // next triangle and sawtooth of the 8580; initially the power-on value
};

}  // namespace ryg::c64
