// When the VIC-II takes the bus from the processor: badlines and sprite DMA.
//
//   cycle of a line   1        12 .. 14 15            54 55 56 57 58 59 60 .. 62 63
//   badline                     BA low   characters    |
//   sprite 0                                             BA low   p  s     |
//   sprite 1                                                  BA low   p  s     |
//   ...                                                                        (PAL)
//   sprite 7  s |                                                        BA low
//
// BA goes low three cycles before the first access, so that the processor can finish its writes;
// it stops at its next read.
#pragma once

#include <array>
#include <optional>

#include "ryg/c64/vic/timing.hpp"
#include "ryg/emu/lines.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// BA is low in the cycles from `from` to the one before `to`.
struct BaWindow {
    Cycle from = emu::never, to = emu::never;
    bool alone = false;  ///< certainly no other begins within a line after it
    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&BaWindow::from, &BaWindow::to, &BaWindow::alone);
    }
    bool operator==(const BaWindow&) const = default;
};

/// What decides over BA: some bits of the registers, and how far each sprite has got. A write
/// counts from the next cycle on. Nothing is counted in between: sprites are carried on line
/// by line when somebody asks, badlines come out of the time.
///
/// - A line is bad in those of its cycles in which it is one of $30 to $f7, its low three bits are
///   YSCROLL, and DEN has been set in some cycle of line $30 of this frame. BA is low in the cycles
///   12 to 54 in which it is bad, so it may begin late and end early.
/// - A sprite's DMA begins in the line of its Y where it is found enabled in cycle 55 or 56 (NTSC:
///   56 or 57), and goes on for 21 lines, or twice as many while it is stretched.
///
/// Not modelled: what a change of the stretching in cycle 15 does to the row that is fetched next.
/// **Time**: next_window computes badlines, and takes a step a line while sprites are enabled.
/// Sources: [VIC] sections 3.6.3, 3.7.2, 3.8.1; [VICE].
class VicBus {
  public:
    explicit VicBus(Model model) : model_(model) {}

    /// Is it one of the registers that decide over BA?
    [[nodiscard]] static constexpr bool decides(unsigned index) {
        return index == control || index == enable || index == stretch ||
               (index < 0x10 && (index & 1) != 0);
    }

    void write(unsigned index, Byte value, Cycle now);

    /// The first window that is not over before `now`; it begins in `now` if BA is low there.
    /// Not for cycles before the last write.
    [[nodiscard]] BaWindow next_window(Cycle now) const;
    /// Accounts for the cycles up to `now`, so that what is asked later is found sooner.
    void settle(Cycle now) {
        if ((enabled_ | active_) == 0) {
            settled_ = now;
        } else {
            settle_sprites(now);
        }
    }

    /// Whether a sprite is enabled, or still has rows to show.
    [[nodiscard]] bool has_sprites() const { return (enabled_ | active_) != 0; }
    /// Is the line of this number bad in any frame, as the registers are? Quick to say.
    [[nodiscard]] bool may_be_bad(unsigned in_frame) const { return (in_frame & 7) == y_scroll_; }
    /// Is a line bad, counted from power-on? Not for cycles before the last write.
    [[nodiscard]] bool is_bad_line(Cycle line) const;
    /// The row that a sprite fetches in the cycle up to which all is settled, if its DMA is on.
    [[nodiscard]] std::optional<unsigned> row_of(unsigned sprite) const {
        if ((active_ >> sprite & 1) == 0) return {};
        return row_[sprite];
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&VicBus::model_, &VicBus::den_, &VicBus::y_scroll_, &VicBus::enabled_,
             &VicBus::stretched_, &VicBus::y_, &VicBus::control_written_, &VicBus::shown_frame_,
             &VicBus::settled_, &VicBus::active_, &VicBus::last_half_, &VicBus::row_);
    }
    bool operator==(const VicBus&) const = default;

  private:
    static constexpr unsigned control = 0x11, enable = 0x15, stretch = 0x17;
    static constexpr unsigned rows = 21;

    [[nodiscard]] bool shows(Cycle frame) const;
    [[nodiscard]] Cycle next_bad_line(Cycle line) const;
    void settle_sprites(Cycle now);
    void end_rows();
    void begin_sprites(Cycle line);

    Model model_;
    bool den_ = false;
    Byte y_scroll_ = 0;
    Byte enabled_ = 0, stretched_ = 0;
    std::array<Byte, 8> y_{};
    Cycle control_written_ = 0;
    Cycle shown_frame_ = emu::never;  // the last frame in whose line $30 DEN was seen

    Cycle settled_ = 0;
    Byte active_ = 0;        // sprites whose DMA is on
    Byte last_half_ = 0xFF;  // ... and whose row ends in the next line
    std::array<Byte, 8> row_{};
};

}  // namespace ryg::c64
