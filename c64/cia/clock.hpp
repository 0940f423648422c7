// The time-of-day clock of the 6526: hours to tenths in BCD, counted from the mains.
#pragma once

#include <cstdint>

#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// The mains frequency at the clock's input pin, and the clock rate of the processor. Pulse number
/// n comes in the first cycle that is not before n / hz seconds.
struct Mains {
    std::uint32_t hz = 50, clock_hz = 985'248;

    [[nodiscard]] constexpr Cycle pulses_until(Cycle now) const {
        return now / clock_hz * hz + now % clock_hz * hz / clock_hz;
    }
    [[nodiscard]] constexpr Cycle cycle_of(Cycle pulse) const {
        return pulse / hz * clock_hz + (pulse % hz * clock_hz + hz - 1) / hz;
    }
    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) { list(&Mains::hz, &Mains::clock_hz); }
    bool operator==(const Mains&) const = default;
};

/// Registers 8 to 11 in that order, as the chip counts them.
///
/// A digit carries only when it is 9 (5 in the tens of seconds and minutes); an invalid digit
/// counts on in its bits without a carry. After 11 comes 12 of the other half of the day, after 12
/// comes 1.
struct TimeOfDay {
    Byte tenths = 0, seconds = 0, minutes = 0, hours = 0;  ///< BCD; bit 7 of the hours: PM

    void count();
    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&TimeOfDay::tenths, &TimeOfDay::seconds, &TimeOfDay::minutes, &TimeOfDay::hours);
    }
    bool operator==(const TimeOfDay&) const = default;
};

/// Reading the hours latches the time until the tenths have been read; writing the hours stops the
/// clock until the tenths are written. Writing hour 12 inverts the PM bit. After a reset the clock
/// shows 1:00:00.0 and is stopped.
///
/// Approximation: the state of the mains divider after a change between 50 and 60 Hz.
/// Sources: [CIA], [VICE].
class Clock {
  public:
    explicit Clock(const Mains& mains) : mains_(mains) {}

    /// The cycle in which it counts next; `never` while it is stopped.
    [[nodiscard]] Cycle next_tick() const { return next_tick_; }
    /// Counts; true when the alarm goes off. `now` is next_tick().
    bool tick(Cycle now);

    [[nodiscard]] Byte read(unsigned index);
    /// True when the alarm goes off, because the write makes the two equal.
    bool write(unsigned index, Byte value, bool to_alarm, Cycle now);
    /// A tenth of a second lasts five pulses, or six.
    void divide_by(unsigned pulses, Cycle now);

    [[nodiscard]] const Mains& mains() const { return mains_; }
    /// Whether the members are consistent for a clock that has counted up to cycle `now`.
    [[nodiscard]] bool is_possible(const Mains& mains, Cycle now) const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Clock::mains_, &Clock::time_, &Clock::alarm_, &Clock::kept_, &Clock::keeps_,
             &Clock::runs_, &Clock::last_state_, &Clock::state_, &Clock::pulses_,
             &Clock::next_tick_);
    }
    bool operator==(const Clock&) const = default;

  private:
    static constexpr unsigned states = 6;  // of the divider
    void settle(Cycle now);
    void plan();

    Mains mains_;
    TimeOfDay time_{.hours = 1}, alarm_{}, kept_{.hours = 1};
    bool keeps_ = false, runs_ = false;
    Byte last_state_ = 5, state_ = 0;  // it counts on the pulse after the last state
    Cycle pulses_ = 0;                 // that `state_` accounts for
    Cycle next_tick_ = emu::never;
};

}  // namespace ryg::c64
