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

#include "c64/vic/timing.hpp"
#include "emu/fast_bus.hpp"
#include "emu/lines.hpp"

namespace ryg::c64 {

using emu::Byte;
using emu::Cycle;

/// BA is low in the cycles from `from` to the one before `to`.
struct BaWindow {
    Cycle from = emu::never, to = emu::never;
    bool alone = false;  ///< true only if no other window begins within one line after this one
    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&BaWindow::from, &BaWindow::to, &BaWindow::alone);
    }
    bool operator==(const BaWindow&) const = default;
};

/// The state that determines BA: some bits of the registers, and the progress of each sprite. A
/// write takes effect from the next cycle on. Nothing is counted in between: sprites are advanced
/// line by line on request, badlines are computed from the time.
///
/// - A line is bad in those of its cycles in which it is one of $30 to $f7, its low three bits are
///   YSCROLL, and DEN has been set in some cycle of line $30 of this frame: a write in the last one
///   is in time. BA is low in the cycles 12 to 54 in which it is bad, so it may begin late and end
///   early.
/// - A sprite's DMA begins in the line of its Y if it is enabled in cycle 55 or 56 (NTSC: 56 or
///   57), and continues for 21 lines, or twice that while it is stretched.
///
/// - A row is three bytes from MCBASE on, and the last one ends at 63. Clearing the stretching in
///   cycle 15 of a row's first half mixes the bits of MCBASE and MC ("crunch").
///
/// **Time**: next_window computes badlines, and takes a step per line while sprites are enabled.
/// Sources: [VIC] sections 3.6.3, 3.7.2, 3.8.1; [VICE].
class VicBus {
  public:
    static constexpr unsigned row_bytes = 3, last_base = 63;  ///< of a sprite

    explicit VicBus(Model model) : model_(model) {}
    [[nodiscard]] Model model() const { return model_; }

    /// Whether this register affects BA.
    [[nodiscard]] static constexpr bool decides(unsigned index) {
        return index == control || index == enable || index == stretch ||
               (index < 0x10 && (index & 1) != 0);
    }

    void write(unsigned index, Byte value, Cycle now);

    /// The first window that is not over before `now`; it begins in `now` if BA is low then. Not
    /// for cycles before the last write.
    [[nodiscard]] BaWindow next_window(Cycle now) const;
    /// How often a window repeats in this frame, ignoring windows of sprites.
    [[nodiscard]] emu::Repetitions repeats_of(const BaWindow& window) const;
    /// Catches up to cycle `now`, so that later queries are faster.
    void settle(Cycle now) {
        if ((enabled_ | active_) == 0) {
            settled_ = now;
        } else {
            settle_sprites(now);
        }
    }

    /// Whether a sprite is enabled, or still has rows to show.
    [[nodiscard]] bool has_sprites() const { return (enabled_ | active_) != 0; }
    /// Whether the registers have been the same for two frames, with the screen on and no sprites:
    /// then frames repeat.
    [[nodiscard]] bool is_steady(Cycle now) const {
        return den_ && !has_sprites() &&
               control_written_ + 2 * timing_of(model_).frame_cycles() < now;
    }
    [[nodiscard]] unsigned y_scroll() const { return y_scroll_; }
    /// The cycle of the last write to the first control register.
    [[nodiscard]] Cycle control_written() const { return control_written_; }
    /// Whether this line of a frame is bad in any frame with the current registers. Cheap.
    [[nodiscard]] bool may_be_bad(unsigned in_frame) const { return (in_frame & 7) == y_scroll_; }
    /// Whether DEN has been seen in line $30 of this frame, or will be. Not for lines before it,
    /// and not for frames that are over.
    [[nodiscard]] bool shows(Cycle frame) const;
    /// Whether a line, counted from power-on, is bad. Not for cycles before the last write.
    [[nodiscard]] bool is_bad_line(Cycle line) const;
    /// As of the last settle(): the sprites whose DMA is on, those whose row ends in the next line,
    /// and each sprite's position in its 64 bytes (MCBASE).
    [[nodiscard]] Byte active() const { return active_; }
    [[nodiscard]] Byte last_half() const { return last_half_; }
    [[nodiscard]] Byte base_of(unsigned sprite) const { return base_[sprite]; }
    /// The new value of MCBASE and MC when a sprite is crunched.
    [[nodiscard]] static constexpr Byte crunched(unsigned base, unsigned counter) {
        return static_cast<Byte>((0x2A & base & counter) | (0x15 & (base | counter)));
    }

    /// Whether its members are consistent in cycle `now`, to which it has caught up.
    [[nodiscard]] bool is_possible(Model model, Cycle now) const;

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&VicBus::model_, &VicBus::den_, &VicBus::y_scroll_, &VicBus::enabled_,
             &VicBus::stretched_, &VicBus::y_, &VicBus::control_written_, &VicBus::shown_frame_,
             &VicBus::settled_, &VicBus::active_, &VicBus::last_half_, &VicBus::base_);
    }
    bool operator==(const VicBus&) const = default;

  private:
    static constexpr unsigned control = 0x11, enable = 0x15, stretch = 0x17;

    [[nodiscard]] Cycle next_bad_line(Cycle line) const;
    void settle_sprites(Cycle now);
    void end_rows();
    void crunch(int unstretched);
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
    std::array<Byte, 8> base_{};
};

}  // namespace ryg::c64
