// Where the cycles go: finding the context of a call, and the sums.
#include "c64/debug/profile.hpp"

namespace ryg::c64::debug {

void Profile::enter(Address routine) {
    const Context& caller = contexts_[open_.back()];
    const bool inside_group = caller.routine >= options_.grouped_from;
    if (inside_group) return open_.push_back(open_.back());
    routine = grouped(routine);
    // Up the callers, to see how often it is among them.
    unsigned met = 0;
    std::size_t nearest = 0;
    for (std::size_t at = open_.back();; at = contexts_[at].parent) {
        if (contexts_[at].routine == routine && met++ == 0) nearest = at;
        if (at == 0) break;
    }
    if (met >= options_.recursion && met > 0) {
        ++contexts_[nearest].calls;
        return open_.push_back(nearest);
    }
    const std::size_t parent = open_.back();
    const auto known = contexts_[parent].callees.find(routine);
    std::size_t context = contexts_.size();
    if (known != contexts_[parent].callees.end()) {
        context = known->second;
    } else {
        contexts_[parent].callees.emplace(routine, context);
        contexts_.push_back({.routine = routine, .parent = parent});
    }
    ++contexts_[context].calls;
    open_.push_back(context);
}

std::vector<emu::Cycle> Profile::totals() const {
    std::vector<emu::Cycle> totals(contexts_.size());
    for (std::size_t i = contexts_.size(); i-- > 0;) {
        totals[i] += contexts_[i].self;
        if (i != 0) totals[contexts_[i].parent] += totals[i];
    }
    return totals;
}

std::vector<RoutineCost> Profile::finish() const {
    const std::vector<emu::Cycle> all = totals();
    std::map<Address, RoutineCost> rows;
    for (std::size_t i = 0; i < contexts_.size(); ++i) {
        const Context& context = contexts_[i];
        RoutineCost& row = rows[context.routine];
        row.routine = context.routine;
        row.calls += context.calls;
        row.self += context.self;
        bool inner = false;  // a caller of it is the same routine
        for (std::size_t at = i; at != 0 && !inner;) {
            at = contexts_[at].parent;
            inner = contexts_[at].routine == context.routine;
        }
        if (!inner) row.inclusive += all[i];
    }
    std::vector<RoutineCost> sorted;
    for (const auto& [routine, row] : rows) sorted.push_back(row);
    std::ranges::sort(sorted, [](const RoutineCost& a, const RoutineCost& b) {
        return a.inclusive != b.inclusive ? a.inclusive > b.inclusive : a.routine < b.routine;
    });
    return sorted;
}

}  // namespace ryg::c64::debug
