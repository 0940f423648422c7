// What translating and asking for code may cost a thread, paid for by what translated code saves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::emu::recompiler {

/// All in cycles of a 6502 that runs as fast as the host can.
class Economy {
  public:
    /// Translated code has run for this time.
    void earn(std::int64_t cycles) {
        if (cycles > 0) ways_ = 0;
        since_miss_ += cycles;
        credit_ = std::min(credit_ + cycles, most_credit);
        way_credit_ = std::min(way_credit_ + cycles, most_way_credit);
    }

    /// Translated code was left since an event is near: the interpreter leads to that, and away from
    /// where code begins.
    void run_out() { way_credit_ = std::max<std::int64_t>(way_credit_ - event_price, 0); }

    [[nodiscard]] bool may_translate() const { return credit_ >= price; }
    void translate() { credit_ -= price; }
    /// Whether to translate what is come to for the first time: until half of the credit is used, so
    /// that pieces of long code are translated that follow each other.
    [[nodiscard]] bool is_eager() {
        eager_ = eager_ ? credit_ >= most_credit / 2 : credit_ >= most_credit;
        return eager_;
    }

    /// Whether the interpreter may be sent to code near by.
    [[nodiscard]] bool may_go() const { return way_credit_ >= way_price && ways_ < most_ways; }
    [[nodiscard]] bool is_on_the_way() const { return ways_ > 0; }
    Cycle go(Cycle way) {
        way_credit_ -= way_price;
        ++ways_;
        return way;
    }

    /// How far the interpreter goes where there is no code: the more of what runs is new, the longer.
    Cycle slice() {
        ways_ = 0;
        if (since_miss_ >= worth_asking) {
            in_vain_ = 0;
            greatest_slice_ = longest_slice;
        } else if (++in_vain_ % vain_questions == 0) {
            greatest_slice_ = std::min(2 * greatest_slice_, farthest_slice);
        }
        slice_ = since_miss_ >= std::max(2 * static_cast<std::int64_t>(slice_), worth_asking)
                     ? shortest_slice
                     : std::min(2 * slice_, greatest_slice_);
        since_miss_ = 0;
        credit_ += static_cast<std::int64_t>(slice_ / interpreted_part);
        return slice_;
    }

  private:
    static constexpr std::int64_t price = 60'000, most_credit = 100 * price;
    static constexpr std::int64_t way_price = 1000, event_price = 2000, most_way_credit = 64'000;
    static constexpr unsigned most_ways = 8;
    static constexpr Cycle shortest_slice = 32, longest_slice = 16384;
    // A slice becomes longer than the longest while questions lead to nothing worth asking for.
    static constexpr unsigned vain_questions = 128;
    static constexpr std::int64_t worth_asking = 2048;
    static constexpr Cycle farthest_slice = 1 << 18;
    // A part of the time in the interpreter pays for trying whether translated code is of use.
    static constexpr Cycle interpreted_part = 256;

    std::int64_t credit_ = most_credit, way_credit_ = most_way_credit;
    std::int64_t since_miss_ = 0;  ///< cycles in translated code
    bool eager_ = true;
    unsigned ways_ = 0;  ///< gone one after the other
    Cycle slice_ = shortest_slice, greatest_slice_ = longest_slice;
    unsigned in_vain_ = 0;  ///< questions since code was last found that ran for some time
};

}  // namespace ryg::emu::recompiler
