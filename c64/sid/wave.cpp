// Voice 3 of the SID: waveforms, the pipe to the noise, and the way over long gaps.
#include "c64/sid/wave.hpp"

#include <utility>

namespace ryg::c64 {

// --- the lines ----------------------------------------------------------------------------------

Byte SidWave::triangle_and_sawtooth() const {
    const std::uint32_t phase = third().phase;
    const bool ring = selected(SidControl::RING) && !selected(SidControl::sawtooth);
    const std::uint32_t turned = ring ? ~phases.voices[1].phase : 0;
    const bool falling = ((phase ^ turned) & Phases::msb) != 0;
    std::uint32_t lines = 0xFF;
    if (selected(SidControl::triangle)) lines &= (falling ? ~phase : phase) >> 15;
    if (selected(SidControl::sawtooth)) lines &= phase >> 16;
    return static_cast<Byte>(lines);
}

bool SidWave::pulse_is_high() const {
    return selected(SidControl::TEST) || third().phase >> 12 >= pulse_width;
}

/// What is late shows what it was in the cycle before, or when it was last selected.
void SidWave::show() {
    Byte lines = triangle_and_sawtooth();
    if (chip_ == SidChip::mos8580 && selected(ramps)) std::swap(lines, late_);
    lines_ = selected(SidControl::pulse) && !high_ ? 0 : lines;
}

void SidWave::write_control(Byte value) {
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
        if (was_mixed && mixes_noise()) noise.pull_low(lines_);
        noise.shift_at_release();
    }
    show();
    if (released && mixes_noise()) noise.pull_low(lines_);
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
        if (mixes_noise() && pipe_ != 1) noise.pull_low(lines_);
    }
    high_ = pulse_is_high();
}

/// As long as the lines pull at nothing it does not matter when the shifts happen: two rises of bit
/// 19 are at least 9 cycles apart, even if SYNC resets the phase between them, so that each rise is
/// one shift.
void SidWave::jump(Cycle cycles) {
    noise.shift(phases.jump(cycles) + (pipe_ != 0 ? 1 : 0));
    pipe_ = 0;
}

void SidWave::advance(Cycle cycles) {
    constexpr Cycle last_ones = 3;  // these leave pipe and lines as they are to be
    const auto feeds_back = [this] { return pulls_phase() || (mixes_noise() && noise.bits != 0); };
    for (; cycles > 2 * last_ones && feeds_back(); --cycles) step();
    if (cycles > 2 * last_ones) {
        jump(cycles - last_ones);
        cycles = last_ones;
    }
    for (; cycles != 0; --cycles) step();
}

}  // namespace ryg::c64
