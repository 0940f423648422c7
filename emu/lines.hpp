// The interrupt lines of the processor, with the cycles in which they last changed.
#pragma once

#include <limits>

#include "emu/types.hpp"

namespace ryg::emu {

constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// One interrupt line, active low: its level now, and in the 64 cycles before it last changed.
class Line {
  public:
    [[nodiscard]] bool low() const { return low_; }
    /// Whether it was low in any cycle from `first` to `last`.
    [[nodiscard]] bool low_between(Cycle first, Cycle last) const {
        if (low_ && since_ <= last) return true;
        return first < since_ && was_low_between(first, last < since_ ? last : since_ - 1);
    }
    /// The first cycle after `cycle` in which it fell.
    [[nodiscard]] Cycle fall_after(Cycle cycle) const {
        for (Cycle next = cycle + 1; next < since_; ++next) {
            if (low_between(next, next) && !low_between(next - 1, next - 1)) return next;
        }
        return low_ && cycle < since_ ? since_ : never;
    }
    void set(bool low, Cycle now) {
        if (low == low_) return;
        const Cycle cycles = now > since_ ? now - since_ : 0;
        before_ = cycles < history ? before_ << cycles : 0;
        if (low_) before_ |= cycles < history ? (Cycle{1} << cycles) - 1 : ~Cycle{0};
        since_ += cycles;
        low_ = low;
    }
    /// Whether a loaded line can have this state in cycle `now`.
    [[nodiscard]] bool is_possible(Cycle now) const { return since_ <= now + 2; }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) { list(&Line::low_, &Line::since_, &Line::before_); }
    bool operator==(const Line&) const = default;

  private:
    static constexpr Cycle history = 64;

    [[nodiscard]] bool was_low_between(Cycle first, Cycle last) const {
        const Cycle newest = since_ - 1 - last, count = last - first;
        if (newest >= history) return false;
        const Cycle all = ~Cycle{0};
        return (before_ >> newest & (count < history ? ~(all << 1 << count) : all)) != 0;
    }

    bool low_ = false;
    Cycle since_ = 0;   // cycle of the last change
    Cycle before_ = 0;  // bit n: whether it was low n + 1 cycles before that
};

/// IRQ (a level) and NMI (an edge). At the end of an instruction the chip acts on the levels of one
/// cycle before the instruction's last, so the lines record *when* they changed. The code that
/// drives them passes `now`, the first cycle in whose second half the line has the new level; a
/// line that goes high again in the cycle in which it was pulled was never low. Calls must come in
/// order of time, and for no cycle later than the next.  [NESDEV]
class Lines {
  public:
    void pull_irq(Cycle now) { irq_.set(true, now); }
    void release_irq(Cycle now) { irq_.set(false, now); }
    void pull_nmi(Cycle now) {
        if (!nmi_.low() && nmi_edge_ == never) nmi_edge_ = now;
        nmi_.set(true, now);
    }
    void release_nmi(Cycle now) { nmi_.set(false, now); }

    [[nodiscard]] bool nmi_low() const { return nmi_.low(); }
    [[nodiscard]] bool irq_low() const { return irq_.low(); }
    /// Whether IRQ was low in any cycle from `first` to `last`.
    [[nodiscard]] bool irq_low_between(Cycle first, Cycle last) const {
        return irq_.low_between(first, last);
    }
    /// Whether there is an unanswered edge from `cycle` or before.
    [[nodiscard]] bool nmi_seen_by(Cycle cycle) const { return nmi_edge_ <= cycle; }
    [[nodiscard]] bool nmi_waits() const { return nmi_edge_ != never; }
    void answer_nmi() { nmi_edge_ = never; }
    /// The chip misses edges before `cycle`, unless the line is still low in that cycle: then only
    /// those that came later count.
    void miss_nmi_before(Cycle cycle) {
        if (nmi_edge_ < cycle && !nmi_.low_between(cycle, cycle)) {
            nmi_edge_ = nmi_.fall_after(cycle);
        }
    }

    /// Whether loaded lines can have this state in cycle `now`.
    [[nodiscard]] bool is_possible(Cycle now) const {
        return irq_.is_possible(now) && nmi_.is_possible(now) &&
               (nmi_edge_ == never || nmi_edge_ <= now + 2);
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Lines::irq_, &Lines::nmi_, &Lines::nmi_edge_);
    }
    bool operator==(const Lines&) const = default;

  private:
    Line irq_, nmi_;
    Cycle nmi_edge_ = never;
};

}  // namespace ryg::emu
