// A 6526 that is asked in every cycle: slow, plain, and without a shortcut to go wrong.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "c64/cia/cia.hpp"

namespace ryg::cia_test {

using c64::Byte;
using emu::Cycle;

struct NaiveTimer {
    unsigned counter = 0xFFFF, latch = 0xFFFF;
    Byte control = 0;
    std::array<bool, 4> count{};  // on the way to the counter, [3] arrives
    std::array<bool, 2> load{};
    bool was_one_shot = false, toggle = false, out = false;

    [[nodiscard]] bool started() const { return (control & 1) != 0; }

    void tick(bool clock) {
        if (count[3]) counter = (counter - 1) & 0xFFFF;
        out = counter == 0 && count[2];
        if (out) {
            toggle = !toggle;
            if (was_one_shot || (control & 8) != 0) {
                control &= 0xFE;
                count[0] = count[1] = count[2] = false;
            }
        }
        if (out || load[1]) {
            counter = latch;
            count[2] = false;
        }
        count = {clock && started(), count[0], count[1], count[2]};
        load = {false, load[0]};
        was_one_shot = (control & 8) != 0;
    }
    void write_control(Byte value, bool clock) {
        if ((value & 1) != 0 && clock) {
            if (!count[0]) count[0] = count[1] = true;
        } else {
            count[0] = count[1] = false;
        }
        if ((value & 0x10) != 0) load[0] = true;
        if ((value & 1) != 0 && !started()) toggle = true;
        control = value & 0xEF;
    }
    void write_latch(unsigned value) {
        latch = value;
        if (out) counter = value;  // it is loading in this very cycle
    }
    void write_high(Byte value) {
        write_latch((latch & 0xFF) | value * 256U);
        if (!started()) load[0] = true;
    }
};

/// Digits as ints, the mains as a sum that runs over.
struct NaiveClock {
    std::uint32_t hz, clock_hz, phase = 0;
    unsigned state = 0;
    std::array<unsigned, 4> now{0, 0, 0, 1}, alarm{}, kept{};
    bool keeps = false, runs = false;

    /// True when it came to the alarm.
    bool tick(unsigned divisor) {
        phase += hz;
        if (phase < clock_hz) return false;
        phase -= clock_hz;
        if (!runs) return false;
        if (state != divisor - 1) {
            state = (state + 1) % 6;
            return false;
        }
        state = 0;
        count();
        return now == alarm;
    }
    /// One up in `bits` bits; from `last` to 0 with a carry.
    static bool digit(unsigned& value, unsigned shift, unsigned bits, unsigned last) {
        const unsigned mask = (1U << bits) - 1, old = value >> shift & mask;
        const bool carry = old == last;
        const unsigned next = carry ? 0 : (old + 1) & mask;
        value = (value & ~(mask << shift)) | next << shift;
        return carry;
    }
    void count() {
        if (!digit(now[0], 0, 4, 9)) return;
        for (unsigned i = 1; i <= 2; ++i) {
            if (!digit(now[i], 0, 4, 9) || !digit(now[i], 4, 3, 5)) return;
        }
        const unsigned hour = now[3] & 0x1F, half = now[3] & 0x80;
        if (hour == 0x09) {
            now[3] = half | 0x10;
        } else if (hour == 0x11) {
            now[3] = (half ^ 0x80) | 0x12;
        } else if (hour == 0x12) {
            now[3] = half | 0x01;
        } else {
            digit(now[3], 0, 4, 16);
        }
    }
    Byte read(unsigned i) {
        if (i == 3 && !keeps) {
            kept = now;
            keeps = true;
        }
        const auto value = static_cast<Byte>(keeps ? kept[i] : now[i]);
        if (i == 0) keeps = false;
        return value;
    }
    bool write(unsigned i, Byte value, bool to_alarm) {
        constexpr std::array<unsigned, 4> wired{0x0F, 0x7F, 0x7F, 0x9F};
        const bool equal = now == alarm;
        if (to_alarm) {
            alarm[i] = value & wired[i];
        } else {
            now[i] = value & wired[i];
            if (i == 3 && (value & 0x1F) == 0x12) now[3] ^= 0x80;
            if (i == 3) runs = false;
            if (i == 0 && !runs) {
                runs = true;
                state = 0;
            }
        }
        return !equal && now == alarm;
    }
};

class NaiveCia {
  public:
    NaiveCia(const c64::Mains& mains, c64::CiaChip chip)
        : is_6526_(chip == c64::CiaChip::mos6526),
          is_4485_(chip == c64::CiaChip::mos6526_4485),
          clock_{mains.hz, mains.clock_hz} {}

    /// One cycle.
    void tick() {
        ++now_;
        if (falls_at_ == now_) fall();
        a_.tick((a_.control & 0x20) == 0);
        b_.tick((b_.control & 0x60) == 0);
        if (a_.out && (b_.control & 0x40) != 0 && b_.started()) {
            b_.count[2] = true;
        }
        const bool just_read = read_at_ != 0 && now_ == read_at_ + 1;
        const bool loses = b_.out && is_6526_ && just_read;
        if (loses && (mask_ & 2) != 0) fall_at(now_ + 1);
        unsigned flags = (a_.out ? 1U : 0U) | (b_.out && !loses ? 2U : 0U);
        if (clock_.tick((a_.control & 0x80) != 0 ? 5 : 6)) flags |= 4;
        shift();
        if (now_ == serial_at_) flags |= 8;
        raise(flags);
    }

    Byte read(unsigned index) {
        switch (index) {
            case 0: return static_cast<Byte>(ports_[0] | ~ports_[2]);
            case 1: {
                unsigned value = ports_[1] | (~ports_[3] & 0xFFU);
                for (const auto& [timer, bit] : {std::pair{&a_, 0x40U}, {&b_, 0x80U}}) {
                    if ((timer->control & 2) == 0) continue;
                    const bool high = (timer->control & 4) != 0 ? timer->toggle : timer->out;
                    value = (value & ~bit) | (high ? bit : 0U);
                }
                return static_cast<Byte>(value);
            }
            case 2:
            case 3: return ports_[index];
            case 4: return static_cast<Byte>(a_.counter);
            case 5: return static_cast<Byte>(a_.counter >> 8);
            case 6: return static_cast<Byte>(b_.counter);
            case 7: return static_cast<Byte>(b_.counter >> 8);
            case 12: return serial_;
            case 13: {
                const bool comes = falls_at_ > now_;
                unsigned value = flags_ | (pin || (comes && !is_6526_) ? 0x80U : 0U);
                if (read_at_ != 0 && now_ == read_at_ + 1) {
                    value |= is_6526_ ? taken_ & 0x80 : taken_;
                }
                taken_ = flags_ | (pin || comes ? 0x80U : 0U);
                flags_ = 0;
                pin = false;
                falls_at_ = 0;
                read_at_ = now_;
                return static_cast<Byte>(value);
            }
            case 14: return a_.control;
            case 15: return b_.control;
            default: return clock_.read(index - 8);
        }
    }

    void write(unsigned index, Byte value) {
        switch (index) {
            case 0:
            case 1:
            case 2:
            case 3: ports_[index] = value; break;
            case 4: a_.write_latch((a_.latch & 0xFF00) | value); break;
            case 5: a_.write_high(value); break;
            case 6: b_.write_latch((b_.latch & 0xFF00) | value); break;
            case 7: b_.write_high(value); break;
            case 12:
                serial_ = value;
                if ((a_.control & 0x40) != 0) loads_at_ = now_ + 2;
                break;
            case 13:
                mask_ = (value & 0x80) != 0 ? mask_ | (value & 0x1FU) : mask_ & ~value;
                if ((flags_ & mask_) != 0) {
                    fall_at(now_ + (is_6526_ ? 2 : 1));
                } else if (is_6526_ && (value & flags_ & 1) != 0) {
                    falls_at_ = 0;
                }
                break;
            case 14:
                if (((value ^ a_.control) & 0x40) != 0) turn((value & 0x40) != 0);
                a_.write_control(value, (value & 0x20) == 0);
                break;
            case 15: b_.write_control(value, (value & 0x60) == 0); break;
            default:
                if (clock_.write(index - 8, value, (b_.control & 0x80) != 0)) raise(4);
                break;
        }
    }

    bool pin = false;
    Cycle pin_since = emu::never;

  private:
    void shift() {
        if (now_ == loads_at_ && edges_ == 15 && serial_at_ < now_) {
            edges_ = 0;
            cnt_changes_at_ = 0;
        } else if (now_ == loads_at_) {
            waits_ = true;
        }
        if (now_ == cnt_changes_at_) {
            if (edges_ == 16 && waits_) {
                edges_ = 0;
                waits_ = false;
            }
            if (edges_ < 16) {
                cnt_[0] = !cnt_[0];
                if (++edges_ == 15) serial_at_ = now_ + 2;
            }
        }
        cnt_ = {cnt_[0], cnt_[0], cnt_[1], cnt_[2]};
        const bool asks = a_.out && (a_.control & 0x40) != 0 && (edges_ < 16 || waits_);
        if (asks && !asked_ && cnt_changes_at_ <= now_) cnt_changes_at_ = now_ + 2;
        asked_ = asks;
    }
    void turn(bool to_output) {
        if (to_output) {
            if (was_cut_) serial_at_ = now_ + 2;
        } else {
            const bool falls = cnt_changes_at_ == now_ + 1 && cnt_[0] && edges_ != 14;
            was_cut_ = falls || !cnt_[2] || !cnt_[3] || (is_4485_ && !cnt_[1]);
        }
        edges_ = 16;
        waits_ = asked_ = false;
        loads_at_ = cnt_changes_at_ = 0;
        cnt_[0] = true;
    }
    void raise(unsigned flags) {
        flags_ |= flags;
        if ((flags & mask_) == 0) return;
        fall_at(is_6526_ || (read_at_ != 0 && now_ == read_at_ + 1) ? now_ + 1 : now_);
    }
    /// Whatever is earlier.
    void fall_at(Cycle cycle) {
        if (cycle == now_) fall();
        if (falls_at_ <= now_ || cycle < falls_at_) falls_at_ = cycle;
    }
    void fall() {
        if (!pin) pin_since = now_;
        pin = true;
    }

    bool is_6526_, is_4485_;
    Cycle now_ = 0;
    NaiveTimer a_, b_;
    NaiveClock clock_;
    std::array<Byte, 4> ports_{};
    Byte serial_ = 0;
    unsigned flags_ = 0, mask_ = 0, taken_ = 0;
    unsigned edges_ = 16;  // of a byte that are out
    bool waits_ = false, asked_ = false, was_cut_ = false;
    std::array<bool, 4> cnt_{true, true, true, true};  // as it is, then by cycle: this one, before
    Cycle loads_at_ = 0, cnt_changes_at_ = 0, serial_at_ = 0, falls_at_ = 0,
          read_at_ = 0;  // 0: never
};

}  // namespace ryg::cia_test
