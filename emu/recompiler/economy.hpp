// Limits the time that one thread spends on translating code and looking it up.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::emu::recompiler {

/// A budget per thread, in 6502 cycles at the interpreter's speed: a cost of 48 is the time in
/// which the interpreter runs 48 cycles. Translation is paid from credit. Translated code earns
/// credit at a high rate, interpreted code at a low one, so a program that never gains from
/// translation spends only what its interpreted code has earned.
class Economy {
  public:
    /// Approximate cycles run by this thread. Translated code is counted when it is left.
    [[nodiscard]] std::int64_t now() const { return now_; }
    /// Call when translated code is left after running `cycles`.
    void earn(std::int64_t cycles) {
        now_ += cycles;
        since_miss_ += cycles;
        credit_ = std::min(credit_ + cycles / saved_part, most_credit);
        owed_ = std::max<std::int64_t>(owed_ - cycles * hope, 0);
        balance_ = std::min(balance_ + cycles, most_balance);
    }
    /// Charges an exit or a look-up. False if recent exits have used up the balance: then interpret
    /// a slice.
    bool pays(std::int64_t what) {
        balance_ = std::max<std::int64_t>(balance_ - what, 0);
        return balance_ > 0;
    }
    /// Costs in cycles: leaving and re-entering translated code; the same with a look-up.
    static constexpr std::int64_t leaving = 256, question = 1024;
    [[nodiscard]] bool may_translate() const { return credit_ > 0; }
    void translate(std::size_t code_bytes) {
        const std::int64_t cost = price * static_cast<std::int64_t>(code_bytes);
        credit_ -= cost;
        owed_ += cost;
        if (owed_ > patience) credit_ = std::min<std::int64_t>(credit_, 0);
    }

    /// Cycles to interpret before the next look-up: more if little translated code ran recently.
    Cycle slice() {
        const bool has_paid = owed_ < patience;
        slice_ = std::min(slice_ + slice_ / 2, question_price / (since_miss_ + 1));
        slice_ =
            has_paid ? std::clamp(slice_, shortest_slice, longest_slice) : seldom * longest_slice;
        since_miss_ = 0;
        // Vary the length: a periodic interrupt could coincide with every look-up, and the
        // interrupted program would never be translated.
        const std::int64_t length = slice_ - slice_ / 32 * (++slices_ % 8);
        now_ += length;
        const std::int64_t part = has_paid ? interpreted_part : least_interpreted_part;
        credit_ = std::min(credit_ + length / part, most_credit);
        return static_cast<Cycle>(length);
    }

  private:
    // Cost per byte of host code. Measured: 13 to 40 ns on a Zen 4 EPYC, where the interpreter runs
    // 2.4 cycles per ns; the larger the region, the cheaper the byte.
    static constexpr std::int64_t price = 48;
    // Translated code is assumed to save half of its cycles. `most_credit` limits the savings.
    static constexpr std::int64_t saved_part = 2, most_credit = 6'000'000;
    static constexpr std::int64_t most_balance = 256 * leaving;
    static constexpr std::int64_t shortest_slice = 32, longest_slice = 65'536;
    static constexpr std::int64_t question_price = 1 << 23;
    // Interpreted code earns a quarter of its cycles, because half-translated programs are slowest.
    // Debt is translation cost minus `hope` times the cycles run in translated code. Above
    // `patience`, interpreted code earns only a 128th, and slices last `seldom` times the longest.
    // 10,000 straight-line instructions reach a debt of 18 million cycles before they pay off.
    static constexpr std::int64_t interpreted_part = 4, least_interpreted_part = 128;
    static constexpr std::int64_t patience = 24'000'000, hope = 16, seldom = 8;

    std::int64_t owed_ = 0;
    std::int64_t credit_ = 65'536, balance_ = most_balance;
    std::int64_t now_ = 0;
    std::int64_t since_miss_ = 0;  ///< cycles in translated code
    std::int64_t slice_ = shortest_slice;
    unsigned slices_ = 0;
};

}  // namespace ryg::emu::recompiler
