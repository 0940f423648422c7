// A second SID for the tests: one cycle at a time, as the description says it, nothing clever.
#pragma once

#include <array>
#include <cstdint>

#include "c64/sid/sid.hpp"

namespace ryg::sid_test {

using c64::Byte;
using c64::Cycle;
using c64::SidChip;

/// Shares with c64::Sid what it is told (chip, fades, seed) and nothing that computes.
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
        bus_ = index == 0x1B ? shown_ : index == 0x1C ? static_cast<Byte>(level_) : 0xFF;
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
        if ((old & 0x08) && !(value & 0x08)) shift(1);
        if ((old & 0xF0) && !(value & 0xF0)) hold_left_ = fades_.hold_first;
        refresh();
        if ((old & 0x08) && !(value & 0x08)) write_back();
        if (!(old & 0x01) && (value & 0x01)) {
            attacking_ = true;
            releasing_ = frozen_ = false;
        }
        if ((old & 0x01) && !(value & 0x01)) {
            attacking_ = false;
            releasing_ = true;
        }
    }

    void step_shown() {
        if (!(control_[2] & 0xF0) && hold_left_ != 0 && --hold_left_ == 0) {
            shown_ &= shown_ >> 1;
            hold_left_ = fades_.hold_next;
        }
        refresh();
        if (!(control_[2] & 0x08) && pipe_ != 1) write_back();
        pulse_ = (control_[2] & 0x08) || phase_[2] / 4096 >= width_ ? 0xFF : 0x00;
    }
    void refresh() {
        const Byte wave = control_[2] & 0xF0;
        if (wave == 0) return;
        Byte ramps = 0xFF;
        if (wave & 0x10) {
            const bool ring = (control_[2] & 0x04) && phase_[1] >= 0x800000;
            const std::uint32_t up = phase_[2] * 2 % 0x1000000 / 0x10000;
            ramps &= static_cast<Byte>((phase_[2] >= 0x800000) != ring ? 255 - up : up);
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
    void write_back() {
        if (!(control_[2] & 0x80) || !(control_[2] & 0x70)) return;
        for (unsigned i = 0; i < 8; ++i) {
            if (!(others_ >> (7 - i) & 1)) sr_ &= ~(1U << taps[i]);
        }
    }

    // --- envelope ---------------------------------------------------------------------------
    void step_envelope() {
        static constexpr std::array<unsigned, 16> periods{
            9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251};
        if (step_left_ != 0 && --step_left_ == 0) step_level();
        rate_ = (rate_ + 1) % 32767;
        if (rate_ != periods[attacking_ ? attack_ : releasing_ ? release_ : decay_]) return;
        rate_ = 0;
        ++divided_;
        if (attacking_) divided_ = divider_;
        if (divided_ != divider_) return;
        divided_ = 0;
        if (frozen_ || (!attacking_ && !releasing_ && level_ == sustain_ * 17)) return;
        step_left_ = 4;
        step_up_ = attacking_;
    }
    void step_level() {
        level_ = (step_up_ ? level_ + 1 : level_ + 255) % 256;
        if (level_ == 255 && attacking_) attacking_ = false;
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
    unsigned rate_ = 0, divided_ = 0, divider_ = 1, level_ = 0xAA, step_left_ = 0;
    bool attacking_ = false, releasing_ = true, frozen_ = false, step_up_ = false;
};

}  // namespace ryg::sid_test
