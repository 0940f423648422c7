// A machine's history: copies of it, thinned out with age, and all edits made by hand.
//
//     copies    |----------|-----|--|-|     what happens in between is replayed from a copy: a
//     edits         ^             ^         machine takes the same course each time, and what
//                                           came from outside was recorded
//
// A position in it is the number of steps (instructions and interrupts) since the beginning.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "c64/debug/call_stack.hpp"
#include "c64/debug/step.hpp"

namespace ryg::c64::debug {

/// A machine between two steps, and its position in the history.
struct Moment {
    Machine machine;
    CallStack calls{};
    std::uint64_t steps = 0;  ///< since the beginning
    std::size_t edits = 0;    ///< made so far
    Cycle next_offer = 0;     ///< see History::offer_key
    std::uint64_t given = 0;  ///< keys given, at the last offer
    bool operator==(const Moment&) const = default;
};

/// A change of the machine from outside. It is repeated whenever a replay passes it, so it must not
/// depend on anything that may change or disappear.
using Edit = std::function<void(Machine&)>;

/// A machine at its present step, and everything needed to return it to an earlier one.
class History {
  public:
    /// Copies are made at distances in this range, short ones while the history is short; old
    /// copies are thinned out.
    static constexpr Cycle shortest_spacing = 2'000, longest_spacing = 100'000;

    /// Uses at most `memory` bytes for copies, but always keeps two. Edits may use a quarter of it;
    /// an edit that would exceed the limit clears the history.
    History(const Machine& machine, std::size_t memory);

    [[nodiscard]] const Moment& now() const { return *now_; }

    /// Makes a step, and repeats the edits recorded after it.
    Executed step(Tap& tap);
    /// Steps a moment other than the present, without recording the step.
    Executed advance(Moment& moment, Tap& tap) const;

    /// Edits the machine and discards the history after this step. `bytes` is the memory that the
    /// edit holds outside itself.
    void edit(const Edit& edit, std::size_t bytes = 0);

    /// Goes to another step, at most `last_step()`.
    void go_to_step(std::uint64_t steps);
    /// A copy of a moment of the history, separate from the present.
    [[nodiscard]] std::unique_ptr<Moment> copy_at(std::uint64_t steps) const;
    /// The first step at or after a cycle; the last one if there is none.
    [[nodiscard]] std::uint64_t first_step_at(Cycle cycle) const;
    /// The latest step reached so far.
    [[nodiscard]] std::uint64_t last_step() const { return last_step_; }
    [[nodiscard]] Cycle last_cycle() const { return last_cycle_; }

    /// Number of stretches, which reach from one copy to the next; for searching the history.
    [[nodiscard]] std::size_t stretches() const { return snapshots_.size(); }
    [[nodiscard]] const Moment& start_of(std::size_t stretch) const {
        return *snapshots_[stretch].moment;
    }
    /// The addresses touched in a stretch; may include more, never less.
    [[nodiscard]] const Footprint& footprint_of(std::size_t stretch) const {
        return *snapshots_[stretch].footprint;
    }
    /// The stretch that contains a step.
    [[nodiscard]] std::size_t stretch_of(std::uint64_t steps) const;
    [[nodiscard]] std::size_t memory() const { return memory_; }
    [[nodiscard]] std::size_t memory_used() const { return used_ + edited_; }

  private:
    struct Snapshot {
        std::unique_ptr<const Moment> moment;
        std::unique_ptr<Footprint> footprint;  ///< from here to the next
        std::size_t bytes = 0;
    };
    struct Written {
        std::uint64_t steps;
        Edit edit;
        std::size_t bytes;
    };

    void begin_here();
    void plan_copy();
    void take_snapshot();
    void thin();
    void arrive(Moment& moment) const;
    void offer_key(Moment& moment) const;

    std::size_t memory_;
    std::size_t used_ = 0, edited_ = 0;  // bytes of copies and of edits
    std::vector<Snapshot> snapshots_;
    std::vector<Written> edits_;
    std::uint64_t last_step_ = 0;
    Cycle last_cycle_ = 0, next_copy_ = 0;
    std::unique_ptr<Moment> now_;
};

}  // namespace ryg::c64::debug
