// The time-of-day clock of the 6526: hours to tenths in BCD, counted from the mains.
#include "c64/cia/clock.hpp"

namespace ryg::c64 {
namespace {

/// Adds one to two BCD digits that go up to 59; true when they wrap to 0.
bool count_sixty(Byte& value) {
    unsigned ones = value & 0x0FU, tens = value >> 4 & 7U;
    bool carry = false;
    if (ones == 9) {
        ones = 0;
        carry = tens == 5;
        tens = carry ? 0 : (tens + 1) & 7U;
    } else {
        ones = (ones + 1) & 0x0FU;
    }
    value = static_cast<Byte>(tens << 4 | ones);
    return carry;
}

void count_hours(Byte& value) {
    unsigned pm = value & 0x80U, hour = value & 0x1FU;
    switch (hour) {
        case 0x09: hour = 0x10; break;
        case 0x11:
            hour = 0x12;
            pm ^= 0x80U;
            break;
        case 0x12: hour = 0x01; break;
        default: hour = (hour & 0x10U) | ((hour + 1) & 0x0FU); break;
    }
    value = static_cast<Byte>(pm | hour);
}

Byte& part(TimeOfDay& time, unsigned index) {
    switch (index & 3U) {
        case 0: return time.tenths;
        case 1: return time.seconds;
        case 2: return time.minutes;
        default: return time.hours;
    }
}

constexpr unsigned tenths = 0, hours = 3;

}  // namespace

void TimeOfDay::count() {
    const bool carry = tenths == 9;
    tenths = carry ? 0 : (tenths + 1) & 0x0F;
    if (carry && count_sixty(seconds) && count_sixty(minutes)) count_hours(hours);
}

void Clock::settle(Cycle now) {
    const Cycle pulses = mains_.pulses_until(now);
    if (runs_) state_ = static_cast<Byte>((state_ + (pulses - pulses_)) % states);
    pulses_ = pulses;
}

void Clock::plan() {
    if (!runs_) {
        next_tick_ = emu::never;
        return;
    }
    const unsigned missing = (last_state_ + states - state_) % states + 1;
    next_tick_ = mains_.cycle_of(pulses_ + missing);
}

bool Clock::is_possible(const Mains& mains, Cycle now) const {
    if (mains_ != mains || state_ >= states || (last_state_ != 4 && last_state_ != 5)) return false;
    if (pulses_ > mains_.pulses_until(now)) return false;
    if (!runs_) return next_tick_ == emu::never;
    return now < next_tick_ && next_tick_ <= mains_.cycle_of(mains_.pulses_until(now) + states + 1);
}

bool Clock::tick(Cycle now) {
    pulses_ = mains_.pulses_until(now);
    state_ = 0;
    time_.count();
    plan();
    return time_ == alarm_;
}

Byte Clock::read(unsigned index) {
    if (index == hours && !keeps_) {
        keeps_ = true;
        kept_ = time_;
    }
    const Byte value = part(keeps_ ? kept_ : time_, index);
    if (index == tenths) keeps_ = false;
    return value;
}

bool Clock::write(unsigned index, Byte value, bool to_alarm, Cycle now) {
    const bool was_equal = time_ == alarm_;
    settle(now);
    const auto wired = static_cast<Byte>(value & (index == tenths  ? 0x0F
                                                  : index == hours ? 0x9F
                                                                   : 0x7F));
    if (to_alarm) {
        part(alarm_, index) = wired;
    } else {
        const bool twelve = index == hours && (wired & 0x1F) == 0x12;
        part(time_, index) = static_cast<Byte>(twelve ? wired ^ 0x80 : wired);
        if (index == hours) runs_ = false;
        if (index == tenths && !runs_) {
            runs_ = true;
            state_ = 0;
        }
    }
    plan();
    return !was_equal && time_ == alarm_;
}

void Clock::divide_by(unsigned pulses, Cycle now) {
    settle(now);
    last_state_ = static_cast<Byte>(pulses - 1);
    plan();
}

}  // namespace ryg::c64
