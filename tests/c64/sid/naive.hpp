// A second SID for the tests: one cycle at a time, as the description says it, nothing clever.
#pragma once

#include <array>
#include <cstdint>

#include "c64/sid/sid.hpp"

namespace ryg::sid_test {

using c64::Byte;
using c64::Cycle;
using c64::SidChip;

/// Shares its settings (chip, fades, seed) with c64::Sid, and nothing that computes.
class NaiveSid {
  public:
    NaiveSid(SidChip chip, const c64::SidSeed& seed, const c64::SidFades& fades)
        : is_8580_(chip == SidChip::mos8580), fades_(fades), phase_(seed.phases), sr_(seed.noise) {}

    void run_to(Cycle now) {
        while (now_ < now) step();
    }

    void write(unsigned index, Byte value, Cycle now) {
        run_to(now);
        bus_ = value;
        bus_left_ = fades_.bus;
        const unsigned voice = index / 7;
        switch (index) {
            case 0x00:
            case 0x07:
            case 0x0E: frequency_[voice] = (frequency_[voice] & 0xFF00) | value; break;
            case 0x01:
            case 0x08:
            case 0x0F: frequency_[voice] = (frequency_[voice] & 0x00FF) | value * 256U; break;
            case 0x04:
            case 0x0B:
                control_[voice] = value;
                if (value & 0x08) phase_[voice] = 0;
                break;
            case 0x10: width_ = (width_ & 0xF00) | value; break;
            case 0x11: width_ = (width_ & 0x0FF) | (value & 15U) * 256U; break;
            case 0x12: write_control(value); break;
            case 0x13:
                attack_ = value >> 4;
                decay_ = value & 15;
                break;
            case 0x14:
                sustain_ = value >> 4;
                release_ = value & 15;
                break;
            default: break;
        }
    }

    Byte read(unsigned index, Cycle now) {
        run_to(now);
        if (index < 0x19 || index > 0x1C) return bus_;
        bus_ = index == 0x1B ? shown_ : index == 0x1C ? static_cast<Byte>(env3_) : 0xFF;
        bus_left_ = fades_.bus;
        return bus_;
    }

  private:
    static constexpr std::array<unsigned, 8> taps{20, 18, 14, 11, 9, 5, 2, 0};

    void step() {
        ++now_;
        if (bus_left_ != 0 && --bus_left_ == 0) bus_ = 0;
        step_phases();
        step_noise();
        step_shown();
        step_envelope();
    }

    // --- phases -----------------------------------------------------------------------------
    void step_phases() {
        std::array<bool, 3> up{};
        for (unsigned v = 0; v < 3; ++v) {
            const std::uint32_t old = phase_[v];
            if (!(control_[v] & 0x08)) phase_[v] = (old + frequency_[v]) % 0x1000000;
            up[v] = old < 0x800000 && phase_[v] >= 0x800000;
            if (v == 2) clocked_ = !(old & 0x80000) && (phase_[v] & 0x80000);
        }
        const std::array<bool, 3> sync{(control_[0] & 2) != 0, (control_[1] & 2) != 0,
                                       (control_[2] & 2) != 0};
        if (sync[0] && up[2] && !(sync[2] && up[1])) phase_[0] = 0;
        if (sync[1] && up[0] && !(sync[0] && up[2])) phase_[1] = 0;
        if (sync[2] && up[1] && !(sync[1] && up[0])) phase_[2] = 0;
    }

    // --- noise ------------------------------------------------------------------------------
    void step_noise() {
        if (control_[2] & 0x08) {
            if (fill_left_ != 0 && --fill_left_ == 0) {
                sr_ |= 1;
                sr_ = (sr_ | sr_ << 1) & 0x7FFFFF;
                fill_left_ = fades_.test_next;
            }
            return;
        }
        if (clocked_) {
            pipe_ = 2;
        } else if (pipe_ > 0 && --pipe_ == 0) {
            shift(sr_ >> 22 & 1);
        }
    }
    void shift(std::uint32_t bit_22) { sr_ = (sr_ * 2 | (bit_22 ^ (sr_ >> 17 & 1))) & 0x7FFFFF; }
    [[nodiscard]] Byte noise() const {
        Byte byte = 0;
        for (unsigned i = 0; i < 8; ++i) {
            if (sr_ >> taps[i] & 1) byte |= static_cast<Byte>(0x80 >> i);
        }
        return byte;
    }

    // --- waveforms --------------------------------------------------------------------------
    void write_control(Byte value) {
        const Byte old = control_[2];
        control_[2] = value;
        if (!(old & 0x08) && (value & 0x08)) {
            phase_[2] = 0;
            pipe_ = 0;
            fill_left_ = fades_.test_first;
        }
        if ((old & 0x08) && !(value & 0x08)) {
            const bool to_noise = is_8580_ && (old & 0xF0) == 0xF0 && (value & 0xF0) == 0x80;
            if (to_noise || (mixes_noise(old) && mixes_noise(value))) {
                pull_low(before_release(old, value));
            }
            shift(1);
        }
        if ((old & 0xF0) && !(value & 0xF0)) hold_left_ = fades_.hold_first;
        refresh();
        const bool rises = !(old & 0x08) && (value & 0x08);
        if ((old & 0x08) && !(value & 0x08)) write_back(others_);
        if (rises && !is_8580_) write_back(others_);
        if (!(old & 0x01) && (value & 0x01)) {
            if (match_at_ != 0 && match_at_ == now_) {
                divided_ = 0;
                match_at_ = 0;
                step_at_ = now_ + (divider_ == 1 ? 2 : 4);
            }
            change_to(attack, compare_at_ > now_ ? 3 : 2);
        }
        if ((old & 0x01) && !(value & 0x01)) change_to(release, step_at_ > now_ ? 3 : 2);
    }

    void step_shown() {
        if (!(control_[2] & 0xF0) && hold_left_ != 0 && --hold_left_ == 0) {
            shown_ &= shown_ >> 1;
            hold_left_ = fades_.hold_next;
        }
        refresh();
        const Byte wave = control_[2] & 0xF0;
        const bool saw_and_more = (wave & 0x20) && (wave & 0xD0);
        if (!is_8580_ && saw_and_more && shown_ < 0x80) phase_[2] &= 0x7FFFFF;
        if (!(control_[2] & 0x08) && pipe_ != 1) {
            const bool pulls = !is_8580_ && wave == 0xC0 && others_ == 0xFF && frequency_[2] != 0;
            const int n = noise();
            write_back(!pulls     ? others_
                       : n < 0xF0 ? Byte{0}
                                  : static_cast<Byte>(n & 2 * n & 4 * n));
            if (pulls) refresh();  // the noise pulls at its own lines
        }
        pulse_ = (control_[2] & 0x08) || phase_[2] / 4096 >= width_ ? 0xFF : 0x00;
    }
    void refresh() {
        const Byte wave = control_[2] & 0xF0;
        if (wave == 0) return;
        Byte ramps = 0xFF;
        if (wave & 0x10) {
            const bool ring = (control_[2] & 0x24) == 0x04 && phase_[1] < 0x800000;
            const std::uint32_t up = phase_[2] * 2 % 0x1000000 / 0x10000;
            const bool falls = !(wave & 0x20) && (phase_[2] >= 0x800000) != ring;
            ramps &= static_cast<Byte>(falls ? 255 - up : up);
        }
        if (wave & 0x20) ramps &= static_cast<Byte>(phase_[2] / 0x10000);
        if (is_8580_ && (wave & 0x30)) {
            const Byte before = late_;
            late_ = ramps;
            ramps = before;
        }
        others_ = ramps;
        if (wave & 0x40) others_ &= pulse_;
        shown_ = others_;
        if (wave & 0x80) shown_ &= noise();
    }
    static bool mixes_noise(Byte control) { return (control & 0x80) && (control & 0x70); }
    /// The lines before the shift that the release of TEST makes: some changes of waveform have their
    /// own.
    [[nodiscard]] Byte before_release(Byte old, Byte value) const {
        const int from = old >> 4, to = value >> 4;
        if (is_8580_) return from != 0xC ? others_ : to == 0x9 || to == 0xE ? 0xFC : 0xFF;
        const int ramp = from & 3;
        if (ramp != 0 && ramp != 3 && (to & 3) == 3 - ramp) return 0xFF;
        if (to == 0xC) return (from & 4) != 0 ? 0xF8 : 0xFF;
        return others_;
    }
    void write_back(Byte lines) {
        if (mixes_noise(control_[2])) pull_low(lines);
    }
    void pull_low(Byte lines) {
        for (unsigned i = 0; i < 8; ++i) {
            if (!(lines >> (7 - i) & 1)) sr_ &= ~(1U << taps[i]);
        }
    }

    // --- envelope ---------------------------------------------------------------------------
    // Everything that is under way is kept as the cycle in which it happens; 0: it is not.
    enum Mode { attack, decay, release };

    void change_to(Mode mode, Cycle cycles) {
        next_mode_ = mode;
        change_at_ = now_ + cycles;
    }
    void step_envelope() {
        env3_ = level_;
        const bool early = next_mode_ == release && mode_ == decay && now_ + 1 == change_at_;
        if (next_mode_ == attack && now_ + 1 == change_at_) clocked_as_ = decay;
        if (now_ == change_at_ || early) {
            mode_ = clocked_as_ = next_mode_;
            change_at_ = 0;
            if (mode_ == attack) frozen_ = false;
        }
        if (now_ == step_at_) step_level();
        if (now_ == compare_at_) {
            const bool sustains = mode_ == decay && level_ == sustain_ * 17;
            if (mode_ != attack && !sustains && !frozen_) step_at_ = now_ + 1;
        }
        if (match_at_ != 0 && now_ == match_at_ + 1) {
            if (mode_ == attack) {
                divided_ = 0;
                step_at_ = now_ + 2;
            } else if (!frozen_ && ++divided_ == divider_) {
                divided_ = 0;
                compare_at_ = now_ + (divider_ == 1 ? 1 : 2);
            }
        }
        static constexpr std::array<unsigned, 16> periods{
            9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251};
        rate_ = (rate_ + 1) % 32767;
        if (rate_ != periods[clocked_as_ == attack  ? attack_
                             : clocked_as_ == decay ? decay_
                                                    : release_])
            return;
        rate_ = 0;
        match_at_ = now_;
    }
    void step_level() {
        level_ = (mode_ == attack ? level_ + 1 : level_ + 255) % 256;
        if (level_ == 255 && mode_ == attack && (control_[2] & 0x01)) change_to(decay, 3);
        static constexpr std::array<std::array<unsigned, 2>, 7> dividers{
            {{255, 1}, {93, 2}, {54, 4}, {26, 8}, {14, 16}, {6, 30}, {0, 1}}};
        for (const auto& [level, divider] : dividers) {
            if (level_ == level) divider_ = divider;
        }
        if (level_ == 0) frozen_ = true;
    }

    bool is_8580_;
    c64::SidFades fades_;
    Cycle now_ = 0;
    std::array<std::uint32_t, 3> phase_, frequency_{};
    std::array<Byte, 3> control_{};
    std::uint32_t sr_;
    bool clocked_ = false;
    int pipe_ = 0;
    std::uint32_t width_ = 0;
    Byte pulse_ = 0xFF, late_ = 0x55, others_ = 0xFF, shown_ = 0, bus_ = 0;
    Cycle bus_left_ = 0, fill_left_ = 0, hold_left_ = 0;
    unsigned attack_ = 0, decay_ = 0, sustain_ = 0, release_ = 0;
    unsigned rate_ = 0, divided_ = 0, divider_ = 1, level_ = 0xAA, env3_ = 0xAA;
    Mode mode_ = release, next_mode_ = release, clocked_as_ = release;
    Cycle change_at_ = 0, match_at_ = 0, compare_at_ = 0, step_at_ = 0;
    bool frozen_ = false;
};

}  // namespace ryg::sid_test
