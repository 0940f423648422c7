// Voice 3 of the SID: phases, waveforms, the pipe to the noise, and skipping long gaps.
#include "c64/sid/wave.hpp"

#include <algorithm>
#include <utility>

#include "emu/lines.hpp"

namespace ryg::c64 {
namespace {

constexpr unsigned before(unsigned voice) { return (voice + 2) % 3; }

}  // namespace

/// `risen`: the bits of each voice that have gone from 0 to 1.
void Phases::reset_synced(const std::array<std::uint32_t, 3>& risen) {
    const auto rises = [&](unsigned v) { return (risen[v] & msb) != 0; };
    for (unsigned v = 0; v < 3; ++v) {
        const unsigned source = before(v);
        const bool source_restarts = voices[source].synced && rises(before(source));
        if (voices[v].synced && rises(source) && !source_restarts) voices[v].phase = 0;
    }
}

/// Cycles, from the next on, in which no voice can reset another.
Cycle Phases::quiet_cycles() const {
    Cycle quiet = emu::never;
    for (unsigned v = 0; v < 3; ++v) {
        const Voice& source = voices[before(v)];
        const std::uint32_t increment = source.increment();
        if (!voices[v].synced || increment == 0) continue;
        const std::uint32_t to_rise = mask + 1 - (source.phase ^ msb);
        quiet = std::min(quiet, Cycle{(to_rise + increment - 1) / increment - 1});
    }
    return quiet;
}

/// Bit 19 rises whenever the phase plus 2^19 passes a multiple of 2^20.
Cycle Phases::run_free(Cycle cycles) {
    const Cycle from = voices[2].phase + noise_clock;
    const Cycle rises = ((from + cycles * voices[2].increment()) >> 20) - (from >> 20);
    for (Voice& voice : voices) {
        voice.phase = static_cast<std::uint32_t>(voice.phase + cycles * voice.increment()) & mask;
    }
    return rises;
}

Cycle Phases::jump(Cycle cycles) {
    Cycle rises = 0;
    for (Cycle quiet = quiet_cycles(); quiet < cycles; quiet = quiet_cycles()) {
        rises += run_free(quiet);
        if (step()) ++rises;
        cycles -= quiet + 1;
    }
    return rises + run_free(cycles);
}

// --- the lines ----------------------------------------------------------------------------------

Byte SidWave::triangle_and_sawtooth() const {
    const std::uint32_t phase = third().phase;
    const std::uint32_t turned = selected(SidControl::RING) ? ~phases.voices[1].phase : 0;
    const bool falling = !selected(SidControl::sawtooth) && ((phase ^ turned) & Phases::msb) != 0;
    std::uint32_t lines = 0xFF;
    if (selected(SidControl::triangle)) lines &= (falling ? ~phase : phase) >> 15;
    if (selected(SidControl::sawtooth)) lines &= phase >> 16;
    return static_cast<Byte>(lines);
}

bool SidWave::pulse_is_high() const {
    return selected(SidControl::TEST) || third().phase >> 12 >= pulse_width;
}

/// The 8580's triangle and sawtooth show their value of the cycle before, or of when they were last
/// selected.
void SidWave::show() {
    Byte lines = triangle_and_sawtooth();
    if (chip_ == SidChip::mos8580 && selected(ramps)) std::swap(lines, late_);
    lines_ = selected(SidControl::pulse) && !high_ ? 0 : lines;
}

/// The lines written back before the shift at the release of TEST.  [SIDTEST]
Byte SidWave::lines_before_release(unsigned last, unsigned next) const {
    constexpr unsigned with_pulse = 0xC;  // noise and pulse, nothing else
    if (chip_ == SidChip::mos6581) {
        const unsigned turned = (last ^ next) & 3;
        if (turned == 3 && (last & 3) != 0 && (next & 3) != 0) return 0xFF;
        if (next == with_pulse) return (last & 4) != 0 ? 0xF8 : 0xFF;
    } else if (last == with_pulse) {
        return next == 0x9 || next == 0xE ? 0xFC : 0xFF;
    }
    return lines_;
}

/// The lines written back while the phase counts.  [SIDTEST]
Byte SidWave::written_back() const {
    constexpr Byte with_pulse = SidControl::noise | SidControl::pulse;
    const bool pulls = chip_ == SidChip::mos6581 && lines_ == 0xFF && third().frequency != 0 &&
                       (control & SidControl::waveforms) == with_pulse;
    if (!pulls) return lines_;
    const unsigned it = noise.output();
    return it < 0xF0 ? Byte{0} : static_cast<Byte>(it & it << 1 & it << 2);
}

void SidWave::write_control(Byte value) {
    const unsigned last = control >> 4;
    const bool was_held = selected(SidControl::TEST), was_mixed = mixes_noise();
    control = value;
    Phases::Voice& voice = phases.voices[2];
    voice.held = selected(SidControl::TEST);
    voice.synced = selected(SidControl::SYNC);
    if (voice.held && !was_held) {
        voice.phase = 0;
        pipe_ = 0;
    }
    const bool released = !voice.held && was_held;
    if (released) {
        const bool all_to_noise = chip_ == SidChip::mos8580 && last == 0xF && value >> 4 == 0x8;
        if (was_mixed && (mixes_noise() || all_to_noise)) {
            noise.pull_low(lines_before_release(last, value >> 4));
        }
        noise.shift_at_release();
    }
    show();
    const bool rises = voice.held && !was_held && chip_ == SidChip::mos6581;
    if ((released || rises) && mixes_noise()) noise.pull_low(lines_);
}

void SidWave::reset() {
    for (Phases::Voice& voice : phases.voices) voice = {.phase = voice.phase};
    noise = {};
    control = 0;
    pulse_width = 0;
    pipe_ = 0;
    high_ = true;
    show();
}

bool SidWave::is_possible() const {
    const auto fits = [](const Phases::Voice& voice) { return voice.phase <= Phases::mask; };
    return std::ranges::all_of(phases.voices, fits) && noise.bits <= Noise::all &&
           pulse_width <= 0xFFF && chip_ <= SidChip::mos8580 && pipe_ <= 2;
}

// --- time ---------------------------------------------------------------------------------------

void SidWave::step() {
    if (phases.step()) {
        pipe_ = 2;
    } else if (pipe_ != 0 && --pipe_ == 0) {
        noise.shift();
    }
    show();
    if (!selected(SidControl::TEST)) {
        if (pulls_phase() && (output() & 0x80) == 0) phases.voices[2].phase &= ~Phases::msb;
        if (mixes_noise() && pipe_ != 1) noise.pull_low(written_back());
    }
    high_ = pulse_is_high();
}

/// While the lines pull at nothing, the times of the shifts do not matter: rises of bit 19 are at
/// least 9 cycles apart, even if SYNC resets the phase in between, so each rise is one shift.
void SidWave::jump(Cycle cycles) {
    noise.shift(phases.jump(cycles) + (pipe_ != 0 ? 1 : 0));
    pipe_ = 0;
}

void SidWave::advance(Cycle cycles) {
    constexpr Cycle last_ones = 3;  // enough to give pipe and lines their final state
    const auto feeds_back = [this] { return pulls_phase() || (mixes_noise() && noise.bits != 0); };
    for (; cycles > 2 * last_ones && feeds_back(); --cycles) step();
    if (cycles > 2 * last_ones) {
        jump(cycles - last_ones);
        cycles = last_ones;
    }
    for (; cycles != 0; --cycles) step();
}

}  // namespace ryg::c64
