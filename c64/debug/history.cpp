// The history of a machine: keeps copies, and replays from them to reach a step in between.
#include "c64/debug/history.hpp"

#include <algorithm>
#include <limits>

namespace ryg::c64::debug {

History::History(const Machine& machine, std::size_t memory)
    : memory_(memory), now_(std::make_unique<Moment>(Moment{.machine = machine})) {
    arrive(*now_);
    begin_here();
}

Executed History::advance(Moment& moment, Tap& tap) const {
    const Executed done = debug::step(moment.machine, tap);
    if (done.cycles == 0) return done;
    ++moment.steps;
    moment.calls.note(done);
    arrive(moment);
    return done;
}

Executed History::step(Tap& tap) {
    if (now_->steps < last_step_) return advance(*now_, tap);
    if (now_->machine.cpu.cycle >= next_copy_) take_snapshot();
    tap.footprint = snapshots_.back().footprint.get();
    if (!now_->machine.cpu.interrupt_follows()) {
        tap.footprint->executed.set(now_->machine.cpu.registers.pc);
    }
    const Executed done = advance(*now_, tap);
    tap.footprint = nullptr;
    last_step_ = now_->steps;
    last_cycle_ = now_->machine.cpu.cycle;
    return done;
}

void History::begin_here() {
    snapshots_.clear();
    edits_.clear();
    used_ = edited_ = 0;
    now_->steps = last_step_ = 0;
    now_->edits = 0;
    last_cycle_ = now_->machine.cpu.cycle;
    take_snapshot();
}

std::size_t History::stretch_of(std::uint64_t steps) const {
    const auto after = std::ranges::upper_bound(
        snapshots_, steps, {}, [](const Snapshot& snapshot) { return snapshot.moment->steps; });
    return static_cast<std::size_t>(after - snapshots_.begin()) - 1;
}

/// Schedules the next copy such that a past of any length has over a hundred of them.
void History::plan_copy() {
    const Cycle now = now_->machine.cpu.cycle;
    const Cycle length = now - std::min(now, start_of(0).machine.cpu.cycle);
    next_copy_ = now + std::clamp(length / 128, shortest_spacing, longest_spacing);
}

void History::take_snapshot() {
    Snapshot taken{std::make_unique<const Moment>(*now_), std::make_unique<Footprint>(),
                   sizeof(Moment) + sizeof(Footprint) + now_->machine.keys_waiting() +
                       now_->calls.frames().size() * sizeof(Frame)};
    used_ += taken.bytes;
    snapshots_.push_back(std::move(taken));
    plan_copy();
    while (used_ > memory_ && snapshots_.size() > 2) thin();
}

/// Drops the copy whose loss matters least. Gaps may grow with the square root of their age, so
/// replays to an old step are not much longer than to a new one.
void History::thin() {
    const auto cycle_of = [this](std::size_t i) { return snapshots_[i].moment->machine.cpu.cycle; };
    const Cycle now = snapshots_.back().moment->machine.cpu.cycle;
    std::size_t worst = 1;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i + 1 < snapshots_.size(); ++i) {
        const auto gap = static_cast<double>(cycle_of(i + 1) - cycle_of(i - 1));
        const double loss = gap * gap / static_cast<double>(now - cycle_of(i - 1));
        if (loss < smallest) {
            smallest = loss;
            worst = i;
        }
    }
    snapshots_[worst - 1].footprint->add(*snapshots_[worst].footprint);
    used_ -= snapshots_[worst].bytes;
    snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(worst));
}

void History::edit(const Edit& edit, std::size_t bytes) {
    constexpr std::size_t frame = 64;  // approximate bytes of a std::function with a small capture
    edit(now_->machine);
    for (; edits_.size() > now_->edits; edits_.pop_back()) edited_ -= edits_.back().bytes;
    edits_.push_back({now_->steps, edit, sizeof(Written) + frame + bytes});
    edited_ += edits_.back().bytes;
    ++now_->edits;
    last_step_ = now_->steps;
    while (snapshots_.back().moment->steps > now_->steps) {
        used_ -= snapshots_.back().bytes;
        snapshots_.pop_back();
    }
    plan_copy();
    now_->given = now_->machine.kernal.given;
    last_cycle_ = now_->machine.cpu.cycle;
    arrive(*now_);
    if (edited_ > memory_ / 4) begin_here();
}

void History::go_to_step(std::uint64_t steps) {
    const Moment& before = start_of(stretch_of(steps));
    if (now_->steps > steps || before.steps > now_->steps) {
        *now_ = before;
        arrive(*now_);
    }
    Tap nobody;
    while (now_->steps < steps) advance(*now_, nobody);
}

std::unique_ptr<Moment> History::copy_at(std::uint64_t steps) const {
    const Moment& before = start_of(stretch_of(steps));
    const bool now_is_nearer = now_->steps <= steps && now_->steps >= before.steps;
    auto moment = std::make_unique<Moment>(now_is_nearer ? *now_ : before);
    arrive(*moment);
    Tap nobody;
    while (moment->steps < steps) advance(*moment, nobody);
    return moment;
}

std::uint64_t History::first_step_at(Cycle cycle) const {
    const auto after = std::ranges::upper_bound(
        snapshots_, cycle, {}, [](const Snapshot& each) { return each.moment->machine.cpu.cycle; });
    if (after == snapshots_.begin()) return 0;
    auto moment = std::make_unique<Moment>(*std::prev(after)->moment);
    arrive(*moment);
    Tap nobody;
    while (moment->machine.cpu.cycle < cycle && moment->steps < last_step_) {
        advance(*moment, nobody);
    }
    return moment->steps;
}

/// Repeats the edits that were made at this step.
void History::arrive(Moment& moment) const {
    while (moment.edits < edits_.size() && edits_[moment.edits].steps <= moment.steps) {
        edits_[moment.edits++].edit(moment.machine);
        moment.given = moment.machine.kernal.given;
    }
    if (moment.machine.cpu.cycle >= moment.next_offer) offer_key(moment);
}

/// Like Machine::run: a program that never reads a key from the KERNAL gets one after the buffer
/// has been empty for a second.
void History::offer_key(Moment& moment) const {
    Machine& machine = moment.machine;
    const auto second = static_cast<Cycle>(timing_of(machine.board.vic.model()).clock_hz);
    if (machine.kernal.given == moment.given) machine.give_key_unasked();
    moment.given = machine.kernal.given;
    moment.next_offer = (moment.machine.cpu.cycle / second + 1) * second;
}

}  // namespace ryg::c64::debug
