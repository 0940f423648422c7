// Where the cycles go: by routine, with and without what it calls, recursion counted once.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "c64/debug/call_stack.hpp"
#include "c64/debug/watched_call.hpp"

namespace c64::debug {

struct RoutineCost {
    Address routine = 0;
    std::uint64_t calls = 0;
    emu::Cycle self = 0;       ///< its own instructions, its RTS included, the JSR to it not
    emu::Cycle inclusive = 0;  ///< and those of all it calls; inner calls of itself count once
};

/// Told of every instruction of a watched call. The self cycles add up to all cycles exactly.
/// JSRs to `grouped_from` or higher (the KERNAL, say) count as one routine of that address, with
/// all that goes on inside.
class Profile {
  public:
    explicit Profile(Address root, unsigned grouped_from = 0x10000) : grouped_from_(grouped_from) {
        enter(root);
    }

    void note(const Step& step) {
        now_ += step.cycles();
        costs_[open_.back()].self += step.cycles();
        const std::size_t depth = calls_.frames().size();
        std::size_t closed = calls_.note(step.opcode(), step.before, step.after);
        if (calls_.frames().size() > depth) enter(step.after.pc);
        for (; closed > 0; --closed) leave();
    }

    /// Closes what is still open and sorts by inclusive cost, the dearest first.
    [[nodiscard]] std::vector<RoutineCost> finish() {
        while (!open_.empty()) leave();
        std::vector<RoutineCost> rows;
        for (const auto& [routine, cost] : costs_) {
            rows.push_back({routine, cost.calls, cost.self, cost.inclusive});
        }
        std::ranges::sort(rows, [](const RoutineCost& a, const RoutineCost& b) {
            return a.inclusive != b.inclusive ? a.inclusive > b.inclusive : a.routine < b.routine;
        });
        return rows;
    }

  private:
    struct Cost {
        std::uint64_t calls = 0, open = 0;
        emu::Cycle self = 0, inclusive = 0, since = 0;
    };

    void enter(Address routine) {
        const bool inside_group = !open_.empty() && open_.back() >= grouped_from_;
        if (inside_group) {
            routine = open_.back();
        } else if (routine >= grouped_from_) {
            routine = static_cast<Address>(grouped_from_);
        }
        Cost& cost = costs_[routine];
        if (!inside_group) ++cost.calls;
        if (cost.open++ == 0) cost.since = now_;
        open_.push_back(routine);
    }
    void leave() {
        Cost& cost = costs_[open_.back()];
        open_.pop_back();
        if (--cost.open == 0) cost.inclusive += now_ - cost.since;
    }

    unsigned grouped_from_;
    CallStack calls_;
    std::vector<Address> open_;  // routines, as `calls_` has frames, behind the root
    std::map<Address, Cost> costs_;
    emu::Cycle now_ = 0;
};

}  // namespace c64::debug
