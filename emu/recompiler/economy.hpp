// A thread's budget for translating and requesting code, earned by running translated code.
#pragma once

#include <algorithm>
#include <cstdint>

#include "emu/types.hpp"

namespace ryg::emu::recompiler {

/// All amounts are cycles of a 6502 that runs at the interpreter's speed. What is translated costs
/// no more than what translated code has saved, and a part of the time in the interpreter, which is
/// small where that never pays: so even such a program loses only that small part.
class Economy {
  public:
    /// Cycles of the thread until now, not all of them: what stays in code without a question counts
    /// when it ends.
    [[nodiscard]] std::int64_t now() const { return now_; }
    /// Translated code has run for `cycles`.
    void earn(std::int64_t cycles) {
        now_ += cycles;
        since_miss_ += cycles;
        credit_ = std::min(credit_ + cycles / saved_part, most_credit);
        owed_ = std::max<std::int64_t>(owed_ - cycles * hope, 0);
        balance_ = std::min(balance_ + cycles, most_balance);
    }
    /// Whether to go on in translated code that had to be left, for that price: not if that happens
    /// too often.
    bool pays(std::int64_t what) {
        balance_ = std::max<std::int64_t>(balance_ - what, 0);
        return balance_ > 0;
    }
    /// What it costs to leave and to enter it; and to look for code, too.
    static constexpr std::int64_t leaving = 256, question = 1024;
    [[nodiscard]] bool may_translate() const { return credit_ > 0; }
    void translate(std::size_t code_bytes) {
        const std::int64_t cost = price * static_cast<std::int64_t>(code_bytes);
        credit_ -= cost;
        owed_ += cost;
        if (owed_ > patience) credit_ = std::min<std::int64_t>(credit_, 0);
    }

    /// How long to interpret where there is no code: the less was found lately, the longer.
    Cycle slice() {
        const bool has_paid = owed_ < patience;
        slice_ = std::min(slice_ + slice_ / 2, question_price / (since_miss_ + 1));
        slice_ =
            has_paid ? std::clamp(slice_, shortest_slice, longest_slice) : seldom * longest_slice;
        since_miss_ = 0;
        // Not all alike: an interrupt about as often would hide the code that it interrupts.
        const std::int64_t length = slice_ - slice_ / 32 * (++slices_ % 8);
        now_ += length;
        const std::int64_t part = has_paid ? interpreted_part : least_interpreted_part;
        credit_ = std::min(credit_ + length / part, most_credit);
        return static_cast<Cycle>(length);
    }

  private:
    // Of a byte of code: 13 to 40 ns on an EPYC (Zen 4) that interprets 2.4 cycles in one; the less,
    // the more is translated at a time.
    static constexpr std::int64_t price = 48;
    // Translated code takes at most half the interpreter's time, where it is worth having.
    static constexpr std::int64_t saved_part = 2, most_credit = 6'000'000;
    static constexpr std::int64_t most_balance = 256 * leaving;
    static constexpr std::int64_t shortest_slice = 32, longest_slice = 65'536;
    static constexpr std::int64_t question_price = 1 << 23;
    // A part of the time in the interpreter pays for what translated code has not paid yet: a large
    // one, since code that is half translated is left all the time, and slower than either. Once so
    // much is owed that not even a multiple of the time in translated code makes up for it, the part
    // is small, there is no credit, and code is looked up `seldom`. That must not end what would pay:
    // code on a long straight way is hardly met until most of it is translated, and 10,000
    // instructions of it owe up to 18,000,000.
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
