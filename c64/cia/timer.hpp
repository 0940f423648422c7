// One timer of the 6526: a 16-bit down counter, its latch, and the flip-flops before them.
#pragma once

#include <cstdint>

#include "emu/lines.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// A change of the control register takes effect after a few cycles, because it travels through
/// flip-flops; `pipe` has one bit for each.
///
///     STA $dc0e with $11 (load, start) at t = 0, latch L:
///       t         4     5    ...  L+2   L+3   L+4   L+5
///       counter   L-1   L-2       1     L     L     L-1      never 0
///       underflow                       *
///
/// Pulses from outside join this pipe: the counter counts them two cycles later, so a timer that
/// counts them does show 0.  Sources: [CIA], [CIADOC].
struct Timer {
    std::uint16_t counter = 0xFFFF, latch = 0xFFFF;
    Byte control = 0;
    Byte pipe = 0;
    bool toggle = false;  ///< changes with each underflow, 1 when the timer is started
    bool out = false;     ///< there was an underflow in this cycle

    static constexpr Byte START = 0x01, TO_PORT = 0x02, TOGGLE = 0x04, ONE_SHOT = 0x08, LOAD = 0x10;

    /// `counts_clock`: the timer counts phi2 and not pulses.
    void write_control(Byte value, bool counts_clock);
    void write_low(Byte value) { write_latch(emu::word(value, emu::high(latch))); }
    void write_high(Byte value);
    /// Advances by one cycle; true if the counter ran out in it.
    bool step(bool counts_clock);
    /// Number of cycles in which the timer only counts.
    [[nodiscard]] Cycle quiet_cycles() const {
        if (!is_settled()) return 0;
        if (rests()) return emu::never;
        return is_counting() && counter > 1 && !out ? counter - Cycle{1} : 0;
    }
    void skip(Cycle cycles) {
        if (is_counting()) counter = static_cast<std::uint16_t>(counter - cycles);
    }
    /// One pulse of what the timer counts instead of phi2.
    void pulse();

    /// After this many cycles everything but the underflows is as it is now; 0: never.
    [[nodiscard]] Cycle period() const {
        const bool goes_on = pipe == counting && (control & ONE_SHOT) == 0 && !out;
        return goes_on && counter > 1 && counter <= latch ? latch + Cycle{1} : 0;
    }
    void skip_periods(Cycle periods) { toggle = toggle != ((periods & 1) != 0); }
    /// Whether no count or load request is in the pipe.
    [[nodiscard]] bool rests() const { return (pipe & ~one_shot0) == 0 && !out; }

    /// The level that it drives on its pin of port B.
    [[nodiscard]] bool pin() const { return (control & TOGGLE) != 0 ? toggle : out; }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Timer::counter, &Timer::latch, &Timer::control, &Timer::pipe, &Timer::toggle,
             &Timer::out);
    }
    bool operator==(const Timer&) const = default;

    // The flip-flops. A count request needs four cycles from the control register to the counter, a
    // load request two; each cycle moves them one bit up. What was one-shot a cycle ago still is.
    static constexpr int count0 = 0x01, count1 = 0x02, count2 = 0x04, count3 = 0x08, load0 = 0x10,
                         load1 = 0x20, one_shot0 = 0x40;
    static constexpr int counting = count0 | count1 | count2 | count3;

  private:
    void write_latch(std::uint16_t value);
    [[nodiscard]] bool is_counting() const { return (pipe & ~one_shot0) == counting; }
    [[nodiscard]] bool is_settled() const {
        return ((pipe & one_shot0) != 0) == ((control & ONE_SHOT) != 0);
    }
};

}  // namespace ryg::c64
