// The CPU time that a proof may use.
#pragma once

#include <functional>

namespace ryg::prove {

/// A limit in seconds of the calling thread's CPU time, and a callback that may end the work.
class Budget {
  public:
    explicit Budget(double seconds, std::function<bool()> go_on = {});
    [[nodiscard]] bool is_spent() const;
    /// Seconds used so far.
    [[nodiscard]] double used() const;
    [[nodiscard]] double left() const;
    /// Leaves at most `seconds` from now on. Returns the limit before, for `restore`.
    double limit(double seconds);
    void restore(double limit) { seconds_ = limit; }
    /// Whether it was ended from outside, and not by time.
    [[nodiscard]] bool is_ended() const { return go_on_ && !go_on_(); }

  private:
    double begin_, seconds_;
    std::function<bool()> go_on_;
};

}  // namespace ryg::prove
