// Voice 3 of the SID: waveforms, the pipe to the noise, and the way over long gaps.
#include "c64/sid/wave.hpp"

#include <algorithm>
#include <utility>

#include "emu/lines.hpp"

namespace ryg::c64 {

// --- the lines ----------------------------------------------------------------------------------

Byte SidWave::triangle_and_sawtooth() const {
    const std::uint32_t phase = third().phase;
    const std::uint32_t ring = selected(SidControl::RING) ? phases.voices[1].phase : 0;
    const bool falling = ((phase ^ ring) & Phases::msb) != 0;
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
    const bool was_held = selected(SidControl::TEST);
    control = value;
    Phases::Voice& voice = phases.voices[2];
    voice.held = selected(SidControl::TEST);
    voice.synced = selected(SidControl::SYNC);
    if (voice.held && !was_held) {
        voice.phase = 0;
        pipe_ = 0;
    }
    if (!voice.held && was_held) noise.shift_at_release();
    show();
    if (was_held && writes_back()) noise.pull_low(lines_);
}

bool SidWave::is_sound() const {
    for (const Phases::Voice& voice : phases.voices) {
        if (voice.phase > Phases::mask || (voice.held && voice.phase != 0)) return false;
    }
    return chip_ <= SidChip::mos8580 && noise.bits <= Noise::all && pulse_width <= 0xFFF &&
           pipe_ <= 2 && third().held == selected(SidControl::TEST) &&
           third().synced == selected(SidControl::SYNC);
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

template <class Register>
void SidWave::step(Register& shifted) {
    if (phases.step()) {
        pipe_ = 2;
    } else if (pipe_ != 0 && --pipe_ == 0) {
        shifted.shift();
    }
    show();
    if (writes_back() && pipe_ != 1) shifted.pull_low(lines_);
    high_ = pulse_is_high();
}

/// Without write-back it does not matter when the shifts happen: two rises of bit 19 are at least 9
/// cycles apart, even if SYNC resets the phase between them, so that each rise is one shift.
void SidWave::jump(Cycle cycles) {
    const Cycle shifts = phases.jump(cycles) + (pipe_ != 0 ? 1 : 0);
    pipe_ = 0;
    noise.jump(shifts);
}

/// Cycles, from the next on, in which no line changes and nothing moves the noise.
Cycle SidWave::cycles_alike() const {
    if (pipe_ != 0) return 0;
    Cycle alike = phases.quiet_cycles();
    const auto until_wrap = [&alike](const Phases::Voice& voice, unsigned bits) {
        if (voice.increment() == 0) return;
        alike = std::min(alike, cycles_to_wrap(voice.phase, voice.increment(), bits) - 1);
    };
    until_wrap(third(), 12);  // the pulse compares the bits above, the others show fewer
    if (selected(SidControl::RING)) until_wrap(phases.voices[1], 23);
    return alike;
}

template <class Register>
void SidWave::run(Register& shifted, Cycle cycles) {
    constexpr Cycle settling = 2;  // the lines are late by one cycle
    while (cycles != 0) {
        Cycle alike = 0;
        if (third().increment() < 1024) alike = std::min(cycles, cycles_alike());
        const Cycle steps = alike > settling ? settling : 1;
        for (Cycle i = 0; i < steps; ++i) step(shifted);
        cycles -= steps;
        if (alike > settling) {
            phases.jump(alike - settling);
            cycles -= alike - settling;
        }
    }
}

/// Most registers die within a few hundred cycles. One that does not goes through the same stretch
/// of shifts and zeros whenever the phases come back.
void SidWave::jump_writing_back(Cycle cycles) {
    constexpr Cycle look_after = 512, give_up_after = 1 << 18, worth_a_map = 1 << 26;
    for (Cycle begun = 0; cycles != 0 && noise.bits != 0 && begun < give_up_after;) {
        const Cycle some = std::min(cycles, look_after);
        run(noise, some);
        cycles -= some;
        begun += some;
    }
    if (noise.bits != 0 && cycles >= worth_a_map) {
        const auto [lead_in, period] = phases.orbit();
        if (cycles / 2 > lead_in + period) {
            run(noise, lead_in + 3);  // and what is late has come back too
            cycles -= lead_in + 3;
            NoiseMap map;
            SidWave(*this).run(map, period);
            noise = map.after(noise, cycles / period);
            cycles %= period;
        }
    }
    if (noise.bits == 0) {
        jump(cycles);
    } else {
        run(noise, cycles);
    }
}

void SidWave::advance(Cycle cycles) {
    constexpr Cycle last_ones = 3;  // these leave pipe and lines as they are to be
    if (cycles > 2 * last_ones) {
        if (writes_back() && !is_harmless()) {
            jump_writing_back(cycles - last_ones);
        } else {
            jump(cycles - last_ones);
        }
        cycles = last_ones;
    }
    for (; cycles != 0; --cycles) step(noise);
}

}  // namespace ryg::c64
