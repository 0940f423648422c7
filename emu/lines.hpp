// The interrupt lines of the processor, with the cycles in which they last changed.
#pragma once

#include <limits>

#include "emu/types.hpp"

namespace ryg::emu {

constexpr Cycle never = std::numeric_limits<Cycle>::max();

/// IRQ (a level) and NMI (an edge), both active low. At the end of an instruction the chip acts on
/// the levels of one cycle before the instruction's last, so the lines record *when* they changed.
/// The code that drives them passes `now`, the first cycle in whose second half the line has the
/// new level; a line that goes high again in the cycle in which it was pulled was never low. Calls
/// must come in order of time, and for no cycle later than the next.  [NESDEV]
class Lines {
  public:
    void pull_irq(Cycle now) {
        if (irq_low()) return;
        if (irq_high_from_ != now) irq_low_from_ = now;  // else it was not high for a cycle
        irq_high_from_ = never;
    }
    void release_irq(Cycle now) {
        if (irq_low()) irq_high_from_ = now;
    }
    void pull_nmi(Cycle now) {
        if (!nmi_low() && nmi_edge_ == never) nmi_edge_ = now;
        nmi_high_from_ = never;
    }
    void release_nmi(Cycle now) {
        if (nmi_low()) nmi_high_from_ = now;
    }

    [[nodiscard]] bool nmi_low() const { return nmi_high_from_ == never; }
    [[nodiscard]] bool irq_low() const { return irq_high_from_ == never; }
    /// Whether IRQ was low in any cycle from `first` to `last`; only its latest low period counts.
    [[nodiscard]] bool irq_low_between(Cycle first, Cycle last) const {
        return irq_low_from_ <= last && first < irq_high_from_ && irq_low_from_ < irq_high_from_;
    }
    /// Whether there is an unanswered edge from `cycle` or before.
    [[nodiscard]] bool nmi_seen_by(Cycle cycle) const { return nmi_edge_ <= cycle; }
    [[nodiscard]] bool nmi_waits() const { return nmi_edge_ != never; }
    void answer_nmi() { nmi_edge_ = never; }
    /// The chip misses edges before `cycle`: such an edge counts only if the line is still low in
    /// that cycle.
    void miss_nmi_before(Cycle cycle) {
        if (nmi_edge_ < cycle && nmi_high_from_ <= cycle) nmi_edge_ = never;
    }

    /// Every member, for saving and loading (c64/board/members.hpp).
    static constexpr void members(auto list) {
        list(&Lines::irq_low_from_, &Lines::irq_high_from_, &Lines::nmi_edge_,
             &Lines::nmi_high_from_);
    }
    bool operator==(const Lines&) const = default;

  private:
    Cycle irq_low_from_ = 0;   // low in the cycles from here
    Cycle irq_high_from_ = 0;  // to the one before this
    Cycle nmi_edge_ = never;
    Cycle nmi_high_from_ = 0;
};

}  // namespace ryg::emu
