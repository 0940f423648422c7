// The SID's registers, and the values that fade after accesses.
#include "c64/sid/sid.hpp"

#include <algorithm>

namespace ryg::c64 {

namespace {

// Register numbers within a voice. The filter cannot be read.  [SID]
constexpr unsigned registers_of_a_voice = 7, pulse_width_low = 0x10, pulse_width_high = 0x11,
                   attack_decay = 0x13, sustain_release = 0x14, paddle_x = 0x19, random = 0x1B,
                   envelope = 0x1C;

constexpr Cycle delayed(Cycle now, Cycle delay) {
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

void Sid::catch_up(Cycle now) {
    if (now <= done_) return;
    wave_.advance(now - done_);
    envelope_.advance(now - done_);
    done_ = now;
    while (next_fill_ <= now && wave_.noise.bits != Noise::all) {
        wave_.noise.fill();
        next_fill_ = delayed(next_fill_, fades.test_next);
    }
}

void Sid::put_on_bus(Byte value, Cycle now) {
    bus_ = value;
    bus_gone_ = delayed(now, fades.bus);
}

Byte Sid::oscillator(Cycle now) const {
    if ((wave_.control & SidControl::waveforms) != 0) return wave_.output();
    unsigned held = held_;
    for (Cycle next = delayed(held_since_, fades.hold_first); held != 0 && next <= now;
         next = delayed(next, fades.hold_next)) {
        held &= held >> 1;
    }
    return static_cast<Byte>(held);
}

Byte Sid::read(unsigned index, Cycle now) {
    index &= 0x1F;
    if (index < paddle_x || index > envelope) return now < bus_gone_ ? bus_ : 0x00;
    catch_up(now);
    put_on_bus(index == random     ? oscillator(now)
               : index == envelope ? envelope_.output()
                                   : 0xFF,
               now);
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
    envelope_.write_gate((value & SidControl::GATE) != 0);
    if ((value & SidControl::waveforms) == 0 && (wave_.control & SidControl::waveforms) != 0) {
        held_ = wave_.output();
        held_since_ = now;
    }
    const bool was_held = (wave_.control & SidControl::TEST) != 0;
    const bool is_held = (value & SidControl::TEST) != 0;
    wave_.write_control(value);
    if (is_held != was_held) next_fill_ = is_held ? delayed(now, fades.test_first) : emu::never;
}

void Sid::write(unsigned index, Byte value, Cycle now) {
    index &= 0x1F;
    put_on_bus(value, now);
    const unsigned voice = index / registers_of_a_voice;
    if (voice > 2) return;  // the filter and read-only registers
    catch_up(now);
    const unsigned width = wave_.pulse_width;
    switch (index) {
        case pulse_width_low:
            wave_.pulse_width = static_cast<std::uint16_t>((width & 0xF00) | value);
            return;
        case pulse_width_high:
            wave_.pulse_width = static_cast<std::uint16_t>((width & 0x0FF) | (value & 0x0FU) << 8);
            return;
        case attack_decay: return envelope_.write_attack_decay(value);
        case sustain_release: return envelope_.write_sustain_release(value);
        default: break;
    }
    switch (index % registers_of_a_voice) {
        case 0: return write_frequency(voice, 0, value);
        case 1: return write_frequency(voice, 8, value);
        case 4: return write_control(voice, value, now);
        default: return;
    }
}

}  // namespace ryg::c64
