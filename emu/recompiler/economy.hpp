// Decides when a thread interprets, and for how long.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::emu::recompiler {

/// Translated code is worth entering if it stays inside for a while. What it runs is its balance,
/// from which each exit is paid; without balance, or without code, the thread interprets a slice.
/// Slices get longer until translated code has run for longer than one.
class Economy {
  public:
    /// Approximate cycles run by this thread. Translated code is counted when it is left.
    [[nodiscard]] std::int64_t now() const { return now_; }
    /// Call when translated code is left after running `cycles`.
    void earn(std::int64_t cycles) {
        now_ += cycles;
        balance_ = std::min(balance_ + cycles, longest);
        if (cycles > slice_) slice_ = shortest;
    }
    /// Charges an exit or a look-up. False if the balance does not cover it: then interpret a slice.
    bool pays() {
        balance_ = std::max<std::int64_t>(balance_ - exit, 0);
        return balance_ > 0;
    }
    /// Cycles to interpret before the next look-up.
    Cycle slice() {
        slice_ = std::min(2 * slice_, longest);
        now_ += slice_;
        return static_cast<Cycle>(slice_);
    }
    /// How often code has to be asked for before it is translated, if there are `versions` for
    /// other bytes that were used in the `memory` cycles before.
    static unsigned requests(std::size_t versions) { return 2U << std::min<std::size_t>(versions * back_off, 13); }
    static constexpr std::int64_t memory = 1 << 27;

  private:
    // An exit and the entry after it take as long as the interpreter needs for this many cycles.
    static constexpr std::int64_t exit = 256;
    // The shortest slice is a loop or two. The longest keeps the look-ups of code that is never
    // translated below a thousandth of the time; it is prime, or a periodic interrupt could
    // coincide with every look-up.
    static constexpr std::int64_t shortest = 32, longest = 65'521;
    // What has been asked for twice is probably a loop. Code that changes is translated after
    // ever more requests, each time eight times as many.
    static constexpr unsigned back_off = 3;

    std::int64_t now_ = 0;
    std::int64_t balance_ = longest;
    std::int64_t slice_ = shortest;
};

}  // namespace ryg::emu::recompiler
