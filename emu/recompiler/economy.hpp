// Decides when a thread interprets, and for how long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::emu::recompiler {

/// Translated code is worth entering if it stays inside for a while. The cycles that it runs are a
/// balance from which each exit is paid. Without balance, or without code, the thread interprets a
/// slice: twice as long as the one before, but the shorter, the longer translated code has run
/// since.
class Economy {
  public:
    /// Approximate cycles run by this thread. Translated code is counted when it is left.
    [[nodiscard]] std::int64_t now() const { return now_; }
    /// Call when translated code is left after running `cycles`.
    void earn(std::int64_t cycles) {
        now_ += cycles;
        balance_ = std::min(balance_ + cycles, longest);
        since_slice_ += cycles;
    }
    /// Charges an exit or a look-up. False if the balance does not cover it: then interpret a slice.
    bool pays() {
        balance_ = std::max<std::int64_t>(balance_ - exit, 0);
        return balance_ > 0;
    }
    /// Cycles to interpret before the next look-up.
    Cycle slice() {
        const std::int64_t fair = longest / (since_slice_ / exit + 1);
        slice_ = std::clamp(2 * slice_, shortest, std::max(fair, shortest));
        since_slice_ = 0;
        now_ += slice_;
        return static_cast<Cycle>(slice_);
    }
    /// How often code has to be asked for before it is translated, if there are `versions` for
    /// other bytes that were used in the `memory` cycles before.
    static unsigned requests(std::size_t versions) {
        return 2U << std::min<std::size_t>(3 * versions, 13);
    }

    /// Code that was not used for as long belongs to another program or to a phase that is over.
    static constexpr std::int64_t memory = 1 << 27;

  private:
    // An exit and the entry after it take as long as the interpreter needs for this many cycles.
    static constexpr std::int64_t exit = 256;
    // The shortest slice is a loop or two. The longest keeps the look-ups of code that is never
    // translated below a thousandth of the time; it is prime, or a periodic interrupt could
    // coincide with every look-up.
    static constexpr std::int64_t shortest = 32, longest = 65'521;

    std::int64_t now_ = 0;
    std::int64_t balance_ = longest;
    std::int64_t slice_ = shortest;
    std::int64_t since_slice_ = 0;  ///< cycles in translated code
};

}  // namespace ryg::emu::recompiler
