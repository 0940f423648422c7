// The SID's registers, and what fades behind them.
#include "c64/sid/sid.hpp"

#include <algorithm>

namespace ryg::c64 {

namespace {

// By register: which voice it belongs to and what it is. The filter cannot be read.  [SID]
constexpr unsigned registers_of_a_voice = 7, pulse_width_low = 0x10, pulse_width_high = 0x11,
                   attack_decay = 0x13, sustain_release = 0x14, paddle_x = 0x19, paddle_y = 0x1A,
                   random = 0x1B, envelope = 0x1C;

constexpr Cycle later(Cycle now, Cycle delay) {
    return now < emu::never - delay ? now + delay : emu::never;
}

}  // namespace

Sid::Sid(SidChip chip, const SidSeed& seed) : fades(fades_of(chip)), wave_(chip) {
    for (std::size_t v = 0; v < 3; ++v) {
        wave_.phases.voices[v].phase = seed.phases[v] & Phases::mask;
    }
    wave_.reset();
    wave_.noise.bits = seed.noise & Noise::all;
}

void Sid::reset(Cycle now) {
    catch_up(now);
    wave_.reset();
    envelope_.reset();
    next_fill_ = emu::never;
    held_ = 0;
    bus_ = 0;
}

bool Sid::is_sound(Cycle now) const {
    const auto is_up_to = [now](Cycle done) { return done + 1 >= now && done <= now; };
    const bool test = (wave_.control & SidControl::TEST) != 0;
    return wave_.is_sound() && envelope_.is_sound() && is_up_to(wave_done_) &&
           is_up_to(envelope_done_) && (test || next_fill_ == emu::never) && held_since_ <= now;
}

void Sid::catch_up(Cycle now) {
    catch_up_wave(now);
    catch_up_envelope(now);
}

void Sid::catch_up_wave(Cycle now) {
    if (now <= wave_done_) return;
    wave_.advance(now - wave_done_);
    wave_done_ = now;
    while (next_fill_ <= now && wave_.noise.bits != Noise::all) {
        wave_.noise.fill();
        next_fill_ = later(next_fill_, fades.test_next);
    }
}

void Sid::catch_up_envelope(Cycle now) {
    if (now <= envelope_done_) return;
    envelope_.advance(now - envelope_done_);
    envelope_done_ = now;
}

void Sid::put_on_bus(Byte value, Cycle now) {
    bus_ = value;
    bus_gone_ = later(now, fades.bus);
}

Byte Sid::oscillator(Cycle now) const {
    if ((wave_.control & SidControl::waveforms) != 0) return wave_.output();
    unsigned held = held_;
    for (Cycle next = later(held_since_, fades.hold_first); held != 0 && next <= now;
         next = later(next, fades.hold_next)) {
        held &= held >> 1;
    }
    return static_cast<Byte>(held);
}

Byte Sid::read(unsigned index, Cycle now) {
    switch (index & 0x1F) {
        case paddle_x:
        case paddle_y: put_on_bus(0xFF, now); break;
        case random:
            catch_up_wave(now);
            put_on_bus(oscillator(now), now);
            break;
        case envelope:
            catch_up_envelope(now);
            put_on_bus(envelope_.output(), now);
            break;
        default: return now < bus_gone_ ? bus_ : 0x00;
    }
    return bus_;
}

void Sid::write_frequency(unsigned voice, unsigned shift, Byte value) {
    std::uint16_t& frequency = wave_.phases.voices[voice].frequency;
    frequency = static_cast<std::uint16_t>((frequency & (0xFF00 >> shift)) | value << shift);
}

void Sid::write_control(unsigned voice, Byte value, Cycle now) {
    if (voice != 2) {
        Phases::Voice& it = wave_.phases.voices[voice];
        it.held = (value & SidControl::TEST) != 0;
        it.synced = (value & SidControl::SYNC) != 0;
        if (it.held) it.phase = 0;
        return;
    }
    catch_up_envelope(now);
    envelope_.write_gate((value & SidControl::GATE) != 0);
    if ((value & SidControl::waveforms) == 0 && (wave_.control & SidControl::waveforms) != 0) {
        held_ = wave_.output();
        held_since_ = now;
    }
    const bool was_held = (wave_.control & SidControl::TEST) != 0;
    const bool is_held = (value & SidControl::TEST) != 0;
    wave_.write_control(value);
    if (is_held != was_held) next_fill_ = is_held ? later(now, fades.test_first) : emu::never;
}

void Sid::write(unsigned index, Byte value, Cycle now) {
    index &= 0x1F;
    put_on_bus(value, now);
    if (index == attack_decay || index == sustain_release) {
        catch_up_envelope(now);
        if (index == attack_decay) envelope_.write_attack_decay(value);
        if (index == sustain_release) envelope_.write_sustain_release(value);
        return;
    }
    if (index == pulse_width_low || index == pulse_width_high) {
        catch_up_wave(now);
        const int old = wave_.pulse_width;
        const int width =
            index == pulse_width_low ? (old & 0xF00) | value : (old & 0x0FF) | (value & 0x0F) << 8;
        wave_.pulse_width = static_cast<std::uint16_t>(width);
        return;
    }
    const unsigned voice = index / registers_of_a_voice;
    if (voice > 2) return;
    catch_up_wave(now);
    switch (index % registers_of_a_voice) {
        case 0: return write_frequency(voice, 0, value);
        case 1: return write_frequency(voice, 8, value);
        case 4: return write_control(voice, value, now);
        default: return;
    }
}

}  // namespace ryg::c64
