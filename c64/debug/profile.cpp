// Where the cycles go: contexts of calls, sums, and the formats of profile viewers.
#include "c64/debug/profile.hpp"

#include <fmt/format.h>

namespace ryg::c64::debug {

void Profile::enter(Address routine, Address place) {
    if (options_.by_line) entered_.push_back({open_.back() << 16 | place});
    const CallContext& caller = contexts_[open_.back()];
    const bool inside_group = caller.routine >= options_.grouped_from;
    if (inside_group) return open_.push_back(open_.back());
    routine = grouped(routine);
    // Counts how often the routine is among the callers.
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
        contexts_.push_back({.routine = routine, .parent = parent, .level = met + 1});
    }
    ++contexts_[context].calls;
    open_.push_back(context);
}

/// Adds a call's cycles to its caller; but if its context was open already, they are part of that
/// context's cost, and not of any in between.
void Profile::leave(std::size_t count) {
    for (; count > 0; --count) {
        std::size_t outer = entered_.size() - 1;  // index in open_
        const std::size_t context = open_[outer + 1];
        const auto [place, total] = entered_.back();
        entered_.pop_back();
        if (context != open_[outer] && contexts_[context].parent == open_[outer]) {
            CallsAt& calls = calls_at_[{place, context}];
            ++calls.calls;
            calls.inclusive += total;
        } else {
            while (outer > 0 && open_[outer] != context) --outer;
        }
        if (outer > 0) entered_[outer - 1].total += total;
    }
}

Profile::Calls Profile::calls() const {
    Profile all = *this;
    all.leave(all.entered_.size());
    return all.calls_at_;
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
        const CallContext& context = contexts_[i];
        RoutineCost& row = rows[context.routine];
        row.routine = context.routine;
        row.calls += context.calls;
        row.self += context.self;
        bool inner = false;  // one of its callers is the same routine
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

// ------------------------------------------------------------------------------------ as text

namespace {

double percent(Cycle part, Cycle whole) {
    return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// "miniMax"; for a recursive call "miniMax'2".
std::string name_of(const CallContext& context, const Symbols& symbols) {
    const std::string name = symbols.describe(context.routine);
    return context.level == 1 ? name : fmt::format("{}'{}", name, context.level);
}

/// Calls `visit(contexts, cycles)` for each context with own cycles; `contexts` is the chain from
/// the root to it.
template <class Visit>
void each_stack(const Profile& profile, Visit visit) {
    const auto& contexts = profile.contexts();
    for (std::size_t i = 0; i < contexts.size(); ++i) {
        if (contexts[i].self == 0) continue;
        std::vector<const CallContext*> stack{&contexts[i]};
        for (std::size_t at = i; at != 0;) {
            at = contexts[at].parent;
            stack.push_back(&contexts[at]);
        }
        std::ranges::reverse(stack);
        visit(stack, contexts[i].self);
    }
}

/// "file:line" of a routine's first line for callgrind; "???" and line 0 if unknown.
std::pair<std::string, unsigned> place_of(Address routine, const Symbols& symbols) {
    const auto source = symbols.info.line_at(routine);
    if (!source) return {"???", 0};
    return {symbols.sources[source->file].path.string(), source->line};
}

}  // namespace

std::string profile_text(const Profile& profile, const Symbols& symbols) {
    std::string text = fmt::format("{:>8} {:>12} {:>6} {:>12} {:>6}  routine\n", "calls", "self",
                                   "%", "inclusive", "%");
    for (const RoutineCost& row : profile.finish()) {
        text +=
            fmt::format("{:>8} {:>12} {:>6.2f} {:>12} {:>6.2f}  {}\n", row.calls, row.self,
                        percent(row.self, profile.cycles()), row.inclusive,
                        percent(row.inclusive, profile.cycles()), symbols.describe(row.routine));
    }
    return text + fmt::format("{:>8} {:>12}         cycles in all\n", "", profile.cycles());
}

std::string profile_tree(const Profile& profile, const Symbols& symbols) {
    const auto totals = profile.totals();
    std::string text = fmt::format("{:>12} {:>6} {:>8}  routine\n", "inclusive", "%", "calls");
    const auto show = [&](const auto& self, std::size_t context, unsigned level) -> void {
        const CallContext& here = profile.contexts()[context];
        text += fmt::format("{:>12} {:>6.2f} {:>8}  {:{}}{}\n", totals[context],
                            percent(totals[context], profile.cycles()), here.calls, "", 2 * level,
                            name_of(here, symbols));
        std::vector<std::size_t> callees;
        for (const auto& [routine, callee] : here.callees) {
            if (totals[callee] * 100 >= profile.cycles()) callees.push_back(callee);
        }
        std::ranges::sort(callees, [&](auto a, auto b) { return totals[a] > totals[b]; });
        for (const std::size_t callee : callees) self(self, callee, level + 1);
    };
    show(show, 0, 0);
    return text;
}

std::string profile_lines(const Profile& profile, const Symbols& symbols) {
    constexpr std::size_t most = 20;
    std::map<SourceLine, Cycle> cost;
    for (std::size_t at = 0; at < profile.by_address().size(); ++at) {
        const Cycle cycles = profile.by_address()[at];
        if (cycles == 0) continue;
        if (const auto source = symbols.info.line_at(static_cast<Address>(at))) {
            cost[*source] += cycles;
        }
    }
    std::vector<std::pair<SourceLine, Cycle>> lines(cost.begin(), cost.end());
    std::ranges::sort(lines, {},
                      [](const auto& line) { return std::pair(~line.second, line.first); });
    if (lines.size() > most) lines.resize(most);
    std::string text;
    for (const auto& [source, cycles] : lines) {
        text +=
            fmt::format("{:>12} {:>6.2f}  {:<24} {}\n", cycles, percent(cycles, profile.cycles()),
                        symbols.info.describe(source), symbols.text_of(source).value_or(""));
    }
    return text;
}

std::string profile_callgrind(const Profile& profile, const Symbols& symbols) {
    using Line = std::pair<std::string, unsigned>;
    struct Function {
        Line place;
        std::map<Line, Cycle> costs;
        std::map<std::pair<Line, std::string>, CallsAt> calls;  // by line and callee
    };
    const auto& contexts = profile.contexts();
    std::map<std::string, Function> functions;
    for (const CallContext& context : contexts) {
        functions[name_of(context, symbols)].place = place_of(context.routine, symbols);
    }
    for (const auto& [key, cycles] : profile.costs()) {
        functions[name_of(contexts[key >> 16], symbols)]
            .costs[place_of(static_cast<Address>(key), symbols)] += cycles;
    }
    for (const auto& [key, each] : profile.calls()) {
        const auto& [place, callee] = key;
        CallsAt& calls = functions[name_of(contexts[place >> 16], symbols)].calls[{
            place_of(static_cast<Address>(place), symbols), name_of(contexts[callee], symbols)}];
        calls.calls += each.calls;
        calls.inclusive += each.inclusive;
    }
    std::string text = fmt::format(
        "# callgrind format\nversion: 1\ncreator: ryg\nevents: Cycles\n"
        "summary: {}\n",
        profile.cycles());
    for (const auto& [name, function] : functions) {
        text += fmt::format("\nfl={}\nfn={}\n", function.place.first, name);
        for (const auto& [line, cycles] : function.costs) {
            text += fmt::format("fi={}\n{} {}\n", line.first, line.second, cycles);
        }
        for (const auto& [key, calls] : function.calls) {
            const auto& [line, callee] = key;
            const Line& there = functions[callee].place;
            text +=
                fmt::format("fi={}\ncfi={}\ncfn={}\ncalls={} {}\n{} {}\n", line.first, there.first,
                            callee, calls.calls, there.second, line.second, calls.inclusive);
        }
    }
    return text;
}

std::string profile_collapsed(const Profile& profile, const Symbols& symbols) {
    std::string text;
    each_stack(profile, [&](const std::vector<const CallContext*>& stack, Cycle cycles) {
        std::vector<std::string> names;
        for (const CallContext* each : stack) names.push_back(name_of(*each, symbols));
        text += fmt::format("{} {}\n", fmt::join(names, ";"), cycles);
    });
    return text;
}

}  // namespace ryg::c64::debug
