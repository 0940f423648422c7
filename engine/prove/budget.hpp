// The CPU time that a proof may use.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>

namespace ryg::prove {

/// A limit in seconds of the calling thread's CPU time, and a callback that may end the work.
class Budget {
  public:
    explicit Budget(double seconds, std::function<bool()> go_on = {});
    [[nodiscard]] bool is_spent() const;
    /// Seconds used so far.
    [[nodiscard]] double used() const;
    [[nodiscard]] double left() const;
    /// Leaves at most `seconds`, counted from its construction, until it is destroyed.
    class BudgetShare {
      public:
        BudgetShare(Budget& budget, double seconds)
            : budget_(budget),
              all_(std::exchange(budget.seconds_,
                                 std::min(budget.seconds_, budget.used() + seconds))) {}
        BudgetShare(const BudgetShare&) = delete;
        ~BudgetShare() { budget_.seconds_ = all_; }

      private:
        Budget& budget_;
        double all_;
    };
    /// Whether it was ended from outside, and not by time.
    [[nodiscard]] bool is_ended() const { return go_on_ && !go_on_(); }

  private:
    double begin_, seconds_;
    std::function<bool()> go_on_;
};

}  // namespace ryg::prove
