// The VIC-II as a clock, written down cycle by cycle from the rules: the tests' own, slow one.
#pragma once

#include <array>
#include <string>

#include "c64/vic/reads.hpp"
#include "c64/vic/timing.hpp"

namespace ryg::vic_test {

using emu::Address;
using emu::Byte;
using emu::Cycle;

/// A line as the literature draws it: g characters, r refresh, i idle, digits sprite pointers.
inline std::string line_of(c64::Model model) {
    const std::string characters(40, 'g');
    switch (model) {
        case c64::Model::ntsc: return "i4i5i6i7iirrrrr" + characters + "iii0i1i2i3";
        case c64::Model::ntsc_old: return "3i4i5i6i7irrrrr" + characters + "iii0i1i2i";
        case c64::Model::pal:
        case c64::Model::pal_old: break;
    }
    return "3i4i5i6i7irrrrr" + characters + "ii0i1i2i";
}

/// Everything is counted, nothing computed. After step() the members say what is so in the new
/// cycle; write() comes after it and counts from the next step on.
class NaiveVic {
  public:
    explicit NaiveVic(c64::Model model)
        : is_8565_(model == c64::Model::pal),
          timing_(c64::timing_of(model)),
          kinds_(line_of(model)) {}

    bool ba_low = false;
    bool irq_low = false;
    unsigned counter = 0;    ///< raster line as read
    c64::VicRead chip_read;  ///< of the chip itself, sprites apart

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
        read_for_itself(bad);
        control_before_ = registers_[0x11];
        ba_low = bad && x_ + 1 >= 12 && x_ + 1 <= 54;
        for (unsigned n = 0; n < 8; ++n) {
            sprite(n);
            const unsigned begin = (timing_.sprite_0 + 2 * n) % timing_.line_cycles;
            const unsigned since = (x_ + timing_.line_cycles - begin) % timing_.line_cycles;
            if (sprites_[n].dma && since < 5) ba_low = true;
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
        const bool ends = line_ == 0x30 && x_ + 1 == timing_.line_cycles;
        if (index == 0x11 && ends && (value & 0x10) != 0) den_seen_ = true;
        if (index == 0x19) flags_ = static_cast<Byte>(flags_ & ~value);
        if (index == 0x1A) mask_ = value & 0x0F;
        for (unsigned n = 0; n < 8; ++n) {
            Sprite& s = sprites_[n];
            if (bit(0x17, n)) continue;
            if (index == 0x17 && x_ + 1 == 15 && !s.second_half)
                s.counter = mixed(s.base, s.counter);
            s.second_half = true;
        }
    }

  private:
    struct Sprite {
        bool dma = false, second_half = true;
        unsigned base = 0, counter = 0;  // MCBASE, MC
    };

    /// Bit by bit: even ones are set if either was, odd ones if both were.
    static unsigned mixed(unsigned base, unsigned counter) {
        unsigned result = 0;
        for (unsigned i = 0; i < 6; ++i) {
            const unsigned one = base >> i & 1, other = counter >> i & 1;
            result |= (i % 2 == 0 ? one | other : one & other) << i;
        }
        return result;
    }

    /// Counts the characters (VC, VCBASE, RC) and reads what the cycle is for.
    void read_for_itself(bool bad) {
        if (x_ == 0 && line_ == 0) base_ = refresh_ = 0;
        if (x_ + 1 == 14) {
            vc_ = base_;
            if (bad) row_ = 0;
        }
        chip_read = access(kinds_[x_]);
        if (bad) displays_ = true;  // in the second half of the cycle
        if (x_ + 1 == 58) {
            if (row_ == 7) {
                displays_ = bad;
                base_ = vc_;
            }
            if (displays_) row_ = (row_ + 1) % 8;
        }
    }
    c64::VicRead access(char kind) {
        const unsigned matrix = (registers_[0x18] >> 4) * 0x400U;
        c64::VicRead read;
        if (kind == 'r') read.address = static_cast<Address>(0x3F00 + --refresh_ % 256);
        if (kind >= '0' && kind <= '7') {
            read.address = static_cast<Address>(matrix + 0x3F8 + static_cast<unsigned>(kind - '0'));
        }
        if (kind != 'g') return read;
        const Byte control = registers_[0x11];
        const bool turns = ((control ^ control_before_) & 0x20) != 0;
        read = graphics(control_before_);
        if (!is_8565_) {
            const c64::VicRead old = read, then = graphics(control);
            const auto is_rom = [](const c64::VicRead& it) { return it.address >> 12 == 1; };
            read = graphics(turns && displays_ ? control | 0x20U : control);
            if (turns && displays_ && is_rom(old) != is_rom(then)) {
                const bool is_text = old.times != 0;
                read.address = static_cast<Address>(old.address % 256 + then.address / 256 * 256);
                read.wired = then.wired;
                read.times = 8;
                read.code = is_text ? old.code : then.code;
                read.reach = is_text ? 0xFF : 0x3F00;
            }
        }
        if (displays_) vc_ = (vc_ + 1) % 1024;
        return read;
    }
    [[nodiscard]] c64::VicRead graphics(unsigned control) const {
        const Byte memory = registers_[0x18];
        c64::VicRead read{.wired = (control & 0x40) != 0 ? Address{0x39FF} : Address{0x3FFF}};
        if (!displays_) return read;
        if ((control & 0x20) == 0) {
            read.address = static_cast<Address>((memory & 0x0EU) * 0x400 + row_);
            read.times = 8;
            read.code = static_cast<Address>((memory >> 4) * 0x400U + vc_);
        } else {
            read.address = static_cast<Address>((memory & 8U) * 0x400 + vc_ * 8 + row_);
            read.address &= read.wired;
        }
        return read;
    }

    [[nodiscard]] unsigned compare() const {
        return (registers_[0x11] & 0x80U) << 1 | registers_[0x12];
    }
    [[nodiscard]] bool bit(unsigned index, unsigned n) const {
        return (registers_[index] >> n & 1) != 0;
    }

    void sprite(unsigned n) {
        Sprite& s = sprites_[n];
        const unsigned first = timing_.sprite_0;  // in which it may begin; in the next one, too
        if (x_ + 1 == 16 && s.dma && s.second_half) {
            s.base = s.counter;
            if (s.base == 63) s.dma = false;
        }
        if (x_ == first || x_ == first + 1) {
            if (!s.dma && bit(0x15, n) && registers_[2 * n + 1] == (line_ & 0xFF)) {
                s = {.dma = true};
            }
        }
        if (x_ == first + 1 && bit(0x17, n)) s.second_half = !s.second_half;
        if (x_ == first + 3) s.counter = (s.base + 3) % 64;  // fetched before it matters
    }

    bool is_8565_;
    c64::VideoTiming timing_;
    std::string kinds_;  // of the cycles of a line
    unsigned vc_ = 0, base_ = 0, row_ = 0, refresh_ = 0;
    bool displays_ = false;
    bool begun_ = false;
    unsigned x_ = 0, line_ = 0;
    std::array<Byte, 64> registers_{};
    Byte control_before_ = 0;  // a cycle ago
    bool equal_ = false, den_seen_ = false;
    Byte flags_ = 0, mask_ = 0;
    std::array<Sprite, 8> sprites_{};
};

}  // namespace ryg::vic_test
