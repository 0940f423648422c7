// The VIC-II as a clock, written down cycle by cycle from the rules: the tests' own, slow one.
#pragma once

#include <array>

#include "c64/vic/timing.hpp"

namespace ryg::vic_test {

using emu::Byte;
using emu::Cycle;

/// Everything is counted, nothing computed. After step() the members say what is so in the new
/// cycle; write() comes after it and counts from the next step on.
class NaiveVic {
  public:
    explicit NaiveVic(c64::Model model) : timing_(c64::timing_of(model)) {}

    bool ba_low = false;
    bool irq_low = false;
    unsigned counter = 0;  ///< raster line as read

    void step() {
        if (begun_ && ++x_ == timing_.line_cycles) {
            x_ = 0;
            if (++line_ == timing_.lines) line_ = 0;
        }
        begun_ = true;
        if (x_ == 0 && line_ != 0) counter = line_;
        if (x_ == 0 && line_ == 0) counter = timing_.lines - 1;
        if (x_ == 1 && line_ == 0) counter = 0;
        const bool equal = counter == compare();
        if (equal && !equal_) flags_ |= 1;
        equal_ = equal;
        irq_low = (flags_ & mask_) != 0;

        if (x_ == 0 && line_ == 0) den_seen_ = false;
        if (line_ == 0x30 && (registers_[0x11] & 0x10) != 0) den_seen_ = true;
        const bool bad =
            den_seen_ && line_ >= 0x30 && line_ <= 0xF7 && (line_ & 7) == (registers_[0x11] & 7U);
        ba_low = bad && x_ + 1 >= 12 && x_ + 1 <= 54;
        for (unsigned n = 0; n < 8; ++n) {
            sprite(n);
            const unsigned begin = (timing_.sprite_0 + 2 * n) % timing_.line_cycles;
            const unsigned behind = (x_ + timing_.line_cycles - begin) % timing_.line_cycles;
            if (sprites_[n].dma && behind < 5) ba_low = true;
        }
    }

    [[nodiscard]] Byte read(unsigned index) const {
        switch (index) {
            case 0x11: return static_cast<Byte>((registers_[0x11] & 0x7F) | (counter >> 1 & 0x80));
            case 0x12: return static_cast<Byte>(counter);
            case 0x19: return static_cast<Byte>(flags_ | 0x70 | (irq_low ? 0x80 : 0));
            case 0x1A: return static_cast<Byte>(mask_ | 0xF0);
            default: break;
        }
        const unsigned unused = index >= 0x20 ? 0xF0 : 0;
        return static_cast<Byte>(registers_[index] | unused);
    }

    void write(unsigned index, Byte value) {
        registers_[index] = value;
        if (index == 0x19) flags_ = static_cast<Byte>(flags_ & ~value);
        if (index == 0x1A) mask_ = value & 0x0F;
        for (unsigned n = 0; n < 8; ++n) {
            if (!bit(0x17, n)) sprites_[n].second_half = true;
        }
    }

  private:
    struct Sprite {
        bool dma = false, second_half = true;
        unsigned row_base = 0;
    };

    [[nodiscard]] unsigned compare() const {
        return (registers_[0x11] & 0x80U) << 1 | registers_[0x12];
    }
    [[nodiscard]] bool bit(unsigned index, unsigned n) const {
        return (registers_[index] >> n & 1) != 0;
    }

    void sprite(unsigned n) {
        Sprite& s = sprites_[n];
        if (x_ + 1 == 16 && s.dma && s.second_half) {
            s.row_base += 3;
            if (s.row_base == 63) s.dma = false;
        }
        if (x_ == timing_.sprite_0 && bit(0x17, n)) s.second_half = !s.second_half;
        if (x_ != timing_.sprite_0 && x_ != timing_.sprite_0 + 1) return;
        if (s.dma || !bit(0x15, n) || registers_[2 * n + 1] != (line_ & 0xFF)) return;
        s.dma = true;
        s.row_base = 0;
        if (bit(0x17, n)) s.second_half = false;
    }

    c64::VideoTiming timing_;
    bool begun_ = false;
    unsigned x_ = 0, line_ = 0;
    std::array<Byte, 64> registers_{};
    bool equal_ = false, den_seen_ = false;
    Byte flags_ = 0, mask_ = 0;
    std::array<Sprite, 8> sprites_{};
};

}  // namespace ryg::vic_test
