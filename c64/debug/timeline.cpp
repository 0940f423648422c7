// The overview of the whole run, computed from the history's footprints.
#include "c64/debug/timeline.hpp"

namespace ryg::c64::debug {
namespace {

Cycle begin_of(const Debugger& debugger) {
    return debugger.history().start_of(0).machine.cpu.cycle;
}

Byte marks_of(const Footprint& footprint, const Checkpoints& table,
              std::optional<Address> routine) {
    Byte marks = routine && footprint.executed[*routine] ? Mark::ran : Byte{0};
    for (const Checkpoint& each : table.all()) {
        if (may_be_met(footprint, each))
            marks = static_cast<Byte>(marks | (each.stops ? Mark::stop : Mark::trace));
    }
    return marks;
}

}  // namespace

bool may_be_met(const Footprint& footprint, const Checkpoint& checkpoint) {
    if (!checkpoint.enabled) return false;
    for (std::size_t at = checkpoint.first; at <= checkpoint.last; ++at) {
        if (((checkpoint.kinds & AccessKind::exec) != 0 && footprint.executed[at]) ||
            ((checkpoint.kinds & AccessKind::load) != 0 && footprint.loaded[at]) ||
            ((checkpoint.kinds & AccessKind::store) != 0 && footprint.stored[at])) {
            return true;
        }
    }
    return false;
}

std::size_t part_of(const Debugger& debugger, std::size_t parts, Cycle cycle) {
    const Cycle begin = begin_of(debugger);
    const Cycle length = debugger.history().last_cycle() - begin + 1;
    const Cycle at = std::min(cycle - std::min(cycle, begin), length - 1);
    return static_cast<std::size_t>(static_cast<double>(at) / static_cast<double>(length) *
                                    static_cast<double>(parts));
}

Cycle first_cycle_of(const Debugger& debugger, std::size_t parts, std::size_t part) {
    const Cycle begin = begin_of(debugger);
    const auto length = static_cast<double>(debugger.history().last_cycle() - begin + 1);
    return begin + static_cast<Cycle>(length * static_cast<double>(part) /
                                      static_cast<double>(std::max<std::size_t>(1, parts)));
}

std::vector<Byte> timeline(const Debugger& debugger, std::size_t parts,
                           std::optional<Address> routine) {
    const History& history = debugger.history();
    std::vector<Byte> line(parts);
    for (std::size_t stretch = 0; stretch < history.stretches() && parts > 0; ++stretch) {
        const Byte marks = marks_of(history.footprint_of(stretch), debugger.checkpoints, routine);
        if (marks == 0) continue;
        const bool is_last = stretch + 1 == history.stretches();
        const Cycle end =
            is_last ? history.last_cycle() : history.start_of(stretch + 1).machine.cpu.cycle - 1;
        const std::size_t last = part_of(debugger, parts, end);
        for (std::size_t part =
                 part_of(debugger, parts, history.start_of(stretch).machine.cpu.cycle);
             part <= last; ++part) {
            line[part] = static_cast<Byte>(line[part] | marks);
        }
    }
    return line;
}

std::vector<PastAccess> recent_stores(const Debugger& debugger, std::size_t most) {
    constexpr std::uint64_t far = 1000;
    static const std::vector<Byte> all_stores(0x10000, AccessKind::store);
    const std::uint64_t now = debugger.history().now().steps;
    std::vector<PastAccess> stores;
    Tap tap{.wanted = all_stores.data()};
    const auto keep = [&](const Executed& done, const Moment& moment) {
        for (const WatchedAccess& each : tap.found) {
            stores.push_back({each.address, done.before.pc, done.begin, moment.steps - 1,
                              each.before, each.value});
        }
    };
    debugger.replay(now - std::min(now, far), now, keep, tap);
    std::vector<PastAccess> newest;
    for (auto store = stores.rbegin(); store != stores.rend() && newest.size() < most; ++store) {
        const bool known =
            std::ranges::find(newest, store->address, &PastAccess::address) != newest.end();
        if (!known) newest.push_back(*store);
    }
    return newest;
}

}  // namespace ryg::c64::debug
