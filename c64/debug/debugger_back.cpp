// A machine that one takes back: the way to moments that have been.
#include "c64/debug/debugger.hpp"

namespace ryg::c64::debug {
namespace {

/// The last store to an address. While a step is done, the processor still has the registers and
/// the time of its beginning.
struct LastStore {
    Address wanted;
    const Moment& moment;
    std::optional<Store> found{};

    void load(Address /*address*/, Byte /*value*/, Cycle /*now*/) {}
    void store(Address address, Byte value, Cycle /*now*/) {
        if (address != wanted) return;
        const Machine& machine = moment.machine;
        found = {machine.cpu.registers.pc, machine.cpu.cycle, moment.steps, machine.peek(address),
                 value};
    }
};

}  // namespace

Stop Debugger::go_to_step(std::uint64_t steps) {
    history_.go_to_step(std::min(steps, history_.last_step()));
    return {};
}

Stop Debugger::back(std::uint64_t count) {
    const std::uint64_t steps = history_.now().steps;
    history_.go_to_step(steps - std::min(steps, count));
    return {count > steps ? Reason::beginning : Reason::done};
}

/// A stretch is done again once, and the depths of calls that it had are walked back over: from
/// after a call that has returned, to the step that made it.
Stop Debugger::next_back(std::uint64_t count) {
    std::size_t level = frames().size();
    std::uint64_t at = history_.now().steps;
    while (at > 0) {
        const std::size_t stretch = history_.stretch_of(at - 1);
        const auto depths = depths_in(stretch, at);
        if (!depths) return {Reason::paused};
        const std::uint64_t first = at - depths->size();
        while (at > first) {
            const std::size_t depth = (*depths)[--at - first];
            if (depth > level) continue;
            level = depth;
            if (count-- > 1) continue;
            history_.go_to_step(at);
            return {};
        }
    }
    history_.go_to_step(0);
    return {Reason::beginning};
}

/// How many calls were open at each moment of a stretch before `end`. Nothing if `pause` said so.
std::optional<std::vector<std::uint32_t>> Debugger::depths_in(std::size_t stretch,
                                                              std::uint64_t end) const {
    constexpr std::size_t now_and_then = 1024;
    const auto moment = history_.copy_at(history_.start_of(stretch).steps);
    std::vector<std::uint32_t> depths;
    NoSink nobody;
    while (moment->steps < end) {
        depths.push_back(static_cast<std::uint32_t>(moment->calls.frames().size()));
        history_.advance(*moment, nobody);
        if (depths.size() % now_and_then == 0 && paused()) return {};
    }
    return depths;
}

Stop Debugger::finish_back() {
    if (!frames().empty()) return back_to(frames().back());
    history_.go_to_step(0);
    return {Reason::beginning};
}

/// To the call that opened a frame.
Stop Debugger::back_to(const Frame& frame) {
    const Cycle since = frame.since;
    const auto first = history_.first_step_at(since);
    history_.go_to_step(first);
    return {};
}

Stop Debugger::run_back() {
    const std::uint64_t now = history_.now().steps;
    if (now != 0) {
        for (std::size_t stretch = history_.stretch_of(now - 1) + 1; stretch-- > 0;) {
            if (paused()) return {Reason::paused};
            if (!may_stop_in(history_.footprint_of(stretch))) continue;
            if (auto found = last_stop_in(stretch)) {
                history_.go_to_step(found->steps);
                return {Reason::checkpoint, std::move(found->hits)};
            }
        }
    }
    history_.go_to_step(0);
    return {Reason::beginning};
}

bool Debugger::may_stop_in(const Footprint& footprint) const {
    const auto touched = [&footprint](const Checkpoint& checkpoint) {
        for (std::size_t at = checkpoint.first; at <= checkpoint.last; ++at) {
            if (((checkpoint.kinds & Kind::exec) != 0 && footprint.executed[at]) ||
                ((checkpoint.kinds & Kind::load) != 0 && footprint.loaded[at]) ||
                ((checkpoint.kinds & Kind::store) != 0 && footprint.stored[at])) {
                return true;
            }
        }
        return false;
    };
    return std::ranges::any_of(checkpoints.all(), [&](const Checkpoint& checkpoint) {
        return checkpoint.enabled && checkpoint.stops && touched(checkpoint);
    });
}

/// The last moment before now, of those that a stretch leads to, at which a run would stop.
std::optional<Debugger::Found> Debugger::last_stop_in(std::size_t stretch) const {
    const std::uint64_t now = history_.now().steps;
    const bool is_last = stretch + 1 == history_.stretches();
    const std::uint64_t end = is_last ? now : std::min(now, history_.start_of(stretch + 1).steps);
    const auto moment = history_.copy_at(history_.start_of(stretch).steps);
    const Machine& machine = moment->machine;
    std::vector<Access> accesses;
    Watch watch{checkpoints, machine, accesses};
    std::optional<Found> found;
    std::vector<Hit> hits;
    const auto keep = [&] {
        if (!hits.empty()) found = Found{moment->steps, std::move(hits)};
        hits.clear();
    };
    while (moment->steps < end) {
        const Address pc = machine.cpu.registers.pc;
        const Cycle begin = machine.cpu.cycle;
        if ((checkpoints.kinds_at(pc) & Kind::exec) != 0 && !machine.cpu.interrupt_follows()) {
            for (const Checkpoint& each : checkpoints.all()) {
                if (each.stops && meets(each, machine, {}))
                    hits.push_back(hit_of(each, machine, pc, begin, {}));
            }
            keep();
        }
        history_.advance(*moment, watch);
        if (accesses.empty() || moment->steps == now) continue;
        for (const Checkpoint& each : checkpoints.all()) {
            if (!each.stops) continue;
            const auto access = last_that_meets(each, machine, accesses);
            if (access) hits.push_back(hit_of(each, machine, pc, begin, access));
        }
        accesses.clear();
        keep();
    }
    return found;
}

Stop Debugger::go_to_cycle(Cycle cycle) {
    if (cycle <= machine().cpu.cycle || history_.now().steps < history_.last_step()) {
        history_.go_to_step(history_.first_step_at(cycle));
    }
    NoSink nobody;
    for (std::uint64_t count = 1; machine().cpu.cycle < cycle; ++count) {
        if (history_.step(nobody).jammed) return {Reason::jammed};
        if (count % 1024 == 0 && paused()) return {Reason::paused};
    }
    return {};
}

std::optional<Store> Debugger::who_wrote(Address address) const {
    const std::uint64_t now = history_.now().steps;
    if (now == 0) return {};
    for (std::size_t stretch = history_.stretch_of(now - 1) + 1; stretch-- > 0;) {
        if (!history_.footprint_of(stretch).stored[address]) continue;
        const bool is_last = stretch + 1 == history_.stretches();
        const std::uint64_t end =
            is_last ? now : std::min(now, history_.start_of(stretch + 1).steps);
        const auto moment = history_.copy_at(history_.start_of(stretch).steps);
        LastStore last{address, *moment};
        while (moment->steps < end) history_.advance(*moment, last);
        if (last.found) return last.found;
    }
    return {};
}

}  // namespace ryg::c64::debug
