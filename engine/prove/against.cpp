// Runs both versions on the same formulas, and compares their results and changes.
#include "engine/prove/against.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/claims/judge.hpp"
#include "engine/prove/run.hpp"

namespace ryg::prove {
namespace {

using claims::Addresses;
using claims::Block;
using claims::Call;
using claims::CallEnd;
using claims::Checker;
using claims::ContractError;
using claims::Ending;
using claims::Entry;
using claims::Extent;
using claims::field_symbol;
using claims::Host;
using claims::index_symbol;
using claims::is_register;
using claims::Judge;
using claims::Program;
using claims::readable;
using claims::Reference;
using claims::register_value;
using claims::Suite;

/// Restricts inputs to memory that is free in both programs.
Program with_common_memory(Program program, const Program& old) {
    program.free.begin = std::max(program.free.begin, old.free.begin);
    program.free.end = std::min(program.free.end, old.free.end);
    return program;
}

bool is_in_data(const Program& program, unsigned at) {
    return std::ranges::any_of(program.data,
                               [&](const Extent& extent) { return extent.contains(at); });
}

bool is_code(const Program& program, unsigned at) {
    return at - program.image.load_address < program.image.bytes.size() && !is_in_data(program, at);
}

/// The bytes of a name; empty if the program does not define it.
Extent extent_of(const Program& program, std::string_view symbol) {
    try {
        return program.extent(symbol);
    } catch (const ContractError&) {
        return {};
    }
}

/// For each address of the old program, the new program's address of the same byte, or one of
/// these.
using Origin = std::vector<unsigned>;
constexpr unsigned as_assembled = 0x10000, unknown = 0x10001;

/// Maps addresses: the same address in both programs, except for variables with the same name in
/// both, which are `common`.
Origin origin_of(const Program& now, const Program& old, const Block& block, Addresses& common) {
    Origin origin(0x10000);
    Addresses is_elsewhere;
    for (unsigned at = 0; at < origin.size(); ++at) origin[at] = at;
    const auto move = [&](Extent from, Extent to) {
        for (unsigned i = 0; i < std::min(from.size(), to.size()); ++i) {
            origin[to.begin + i] = from.begin + i;
            common.set(to.begin + i);
            is_elsewhere[from.begin + i] = from.begin != to.begin;
        }
    };
    for (const c64::Label& label : now.image.labels.all()) {
        if (label.constant || !is_in_data(now, label.address)) continue;
        move(now.variable(label.name), extent_of(old, label.name));
    }
    Addresses is_input;
    for (const Entry& entry : block.in) {
        if (is_register(entry.symbol)) continue;
        const Extent to = extent_of(old, entry.symbol);
        move(now.extent(entry.symbol), to);
        for (unsigned at = to.begin; at < to.end; ++at) is_input.set(at & 0xffffU);
    }
    for (unsigned at = 0; at < origin.size(); ++at) {
        if (is_code(old, at) && !is_input[at]) {
            origin[at] = as_assembled;
        } else if (origin[at] == at && (is_elsewhere[at] || is_code(now, at))) {
            origin[at] = unknown;
        }
    }
    return origin;
}

/// Both versions on the same formulas.
class Comparing {
  public:
    Comparing(const Checker& checker, const Program& program, const Block& block, const Old& old,
              const Options& options)
        : suite_(checker.suite()),
          old_(old),
          program_(with_common_memory(program, old.program)),
          old_program_(with_common_memory(old.program, program)),
          block_(block),
          reference_(claims::reference_for(suite_, block)),
          budget_(options.seconds, options.go_on),
          origin_(origin_of(program_, old.program, block, common_)),
          judge_(suite_, program_, block, checker.known()),
          host_(program_, suite_.longest),
          old_host_(old.program, suite_.longest),
          base_(claims::first_call(suite_, program_, block, host_.background())) {
        const auto label = old.program.image.labels.find(old.routine);
        if (!label) {
            throw ContractError(fmt::format("{} has no label '{}'", old.program.name, old.routine));
        }
        entry_ = program_.image.labels.at(block.name);
        old_entry_ = *label;
        if (const Block* own = old.program.block(old.routine)) {
            old_judge_.emplace(suite_, old.program, *own, checker.known());
        }
        allow_by_name();
        made_.routine = block.name;
        made_.program = program.name;
        made_.file = block.file;
        made_.line = block.line;
    }

    VersionComparison run();
    VersionComparison run_at(std::string_view changes);

  private:
    /// The result of a version on the emulator.
    struct OnEmulator {
        const Call& call;
        CallEnd end;
        std::vector<emu::Byte> after;
    };
    /// The ends of the old version, and its initial state.
    struct Before {
        World world;
        RoutineEnds result;
    };

    void allow_by_name();
    void run_case(Cases& cases);
    template <class Cell, class Put>
    void point(Cell cell, Put put) const;
    void follow_old(SymbolicRun& now, Before& before);
    /// Literals that are true where two values differ.
    struct Differing {
        Graph& graph;
        std::vector<Literal> found{};

        void operator()(std::span<const Literal> one, std::span<const Literal> other) {
            found.push_back(graph.any_differs(one, other));
        }
    };
    [[nodiscard]] std::vector<Literal> differences(SymbolicRun& now, const RoutineEnds& result,
                                                   Before& before);
    void compare_registers(const State& begun, const State& one, const State& other,
                           Differing& same) const;
    void compare_memory(SymbolicRun& now, const ReachedState& one, Before& before, Differing& same);
    void measure(SymbolicRun& now, const RoutineEnds& result, Before& before);
    [[nodiscard]] Call old_call(const Call& now) const;
    [[nodiscard]] Call old_call(SymbolicRun& run, const Before& before, const Call& now,
                                const Assignment& assignment) const;
    [[nodiscard]] OnEmulator run_on(Host& host, const Call& call, Address entry);
    [[nodiscard]] Addresses allowed_of_old(const Call& now, std::span<const emu::Byte> after) const;
    [[nodiscard]] std::vector<std::pair<unsigned, unsigned>> out_bytes(
        const Call& call, std::span<const emu::Byte> after) const;
    [[nodiscard]] std::string difference(const OnEmulator& now, const OnEmulator& before) const;
    void differ(const Call& now, const Call& before);
    [[nodiscard]] ComparedRun replay(const Call& now, const Call& before);

    const Suite& suite_;
    const Old& old_;
    Program program_, old_program_;
    const Block& block_;
    const Reference& reference_;
    Budget budget_;
    Addresses common_;  // addresses in the old program of variables that both have
    Origin origin_;
    Judge judge_;
    std::optional<Judge> old_judge_;
    Host host_, old_host_;
    Call base_;
    Address entry_ = 0, old_entry_ = 0;
    Addresses old_allowed_;
    std::string old_registers_;
    VersionComparison made_;
};

// --- allowed changes ----------------------------------------------------------------------------

/// What the old version may change in addition to its own block.
void Comparing::allow_by_name() {
    const auto allow = [&](std::string_view symbol) {
        if (is_register(symbol)) old_registers_ += symbol;
        const Extent extent = extent_of(old_.program, symbol);
        for (unsigned at = extent.begin; at < extent.end; ++at) old_allowed_.set(at & 0xffffU);
    };
    for (const Entry& entry : block_.out) allow(entry.symbol);
    for (const std::string& item : block_.uses.items) allow(item);
    for (unsigned at = 0; at < 0x10000; ++at) {
        const bool is_own = is_in_data(old_.program, at) && !common_[at];
        if (is_own || (at >= 0x100 && at < Call::stack_top)) old_allowed_.set(at);
    }
}

/// `after` is the memory after the new version.
Addresses Comparing::allowed_of_old(const Call& now, std::span<const emu::Byte> after) const {
    Addresses allowed = old_allowed_;
    if (old_judge_) allowed |= old_judge_->allowed(old_call(now), after);
    const Addresses of_now = judge_.allowed(now, after);
    for (unsigned at = program_.free.begin; at < 0x10000; ++at) {
        if (of_now[at]) allowed.set(at);
    }
    return allowed;
}

/// The bytes of Out in both programs.
std::vector<std::pair<unsigned, unsigned>> Comparing::out_bytes(
    const Call& call, std::span<const emu::Byte> after) const {
    std::vector<std::pair<unsigned, unsigned>> bytes;
    for (const Entry& entry : block_.out) {
        const Extent extent = judge_.out_extent(entry.symbol, call, after);
        unsigned to = extent.begin;  // address of memory passed by pointer
        if (const auto element = index_symbol(entry.symbol)) {
            to += extent_of(old_.program, element->base).begin -
                  program_.variable(element->base).begin;
        } else if (!field_symbol(entry.symbol)) {
            to = extent_of(old_.program, entry.symbol).begin;
            if (to == 0 && extent.size() != 0) {
                throw ContractError(fmt::format("{} has no '{}'", old_.program.name, entry.symbol));
            }
        }
        for (unsigned at = extent.begin; at < extent.end; ++at, ++to) {
            bytes.emplace_back(at & 0xffffU, to & 0xffffU);
        }
    }
    return bytes;
}

/// An In that points to a variable does so in both programs, at its address in each. `cell` gives
/// the new program's byte if known; calls `put(at, byte)` for the old program's.
template <class Cell, class Put>
void Comparing::point(Cell cell, Put put) const {
    for (const Entry& entry : block_.in) {
        const Extent from = program_.extent(entry.symbol);
        const bool is_any = entry.kind.empty() || entry.kind == "any" || entry.kind == "text";
        if (is_any || !entry.symbol.ends_with("Lo/Hi")) continue;
        const std::optional<unsigned> low = cell(from.begin), high = cell(from.begin + 1);
        if (!low || !high) continue;
        const auto address = static_cast<Address>(256 * *high + *low);
        if (!is_in_data(program_, address)) continue;
        const auto place = program_.image.labels.nearest(address);
        const Extent there = place ? extent_of(old_.program, place->name) : Extent{};
        if (there.begin == 0) throw NotDecided("In points to what the old version does not have");
        const auto to = static_cast<Address>(there.begin + place->offset);
        const unsigned at = extent_of(old_.program, entry.symbol).begin;
        put(at, emu::low(to));
        put(at + 1, emu::high(to));
    }
}

// --- on the emulator ----------------------------------------------------------------------------

Call Comparing::old_call(const Call& now) const {
    Call made = now;
    made.program = &old_.program;
    for (unsigned at = 0; at < 0x10000; ++at) {
        made.ram[at] = origin_[at] == as_assembled ? old_host_.background()[at]
                       : origin_[at] == unknown    ? emu::Byte{0}
                                                   : now.ram[origin_[at]];
    }
    point([&](unsigned at) -> std::optional<unsigned> { return now.ram[at]; },
          [&](unsigned at, emu::Byte byte) { made.ram[at] = byte; });
    return made;
}

Call Comparing::old_call(SymbolicRun& run, const Before& before, const Call& now,
                         const Assignment& assignment) const {
    Call made = old_call(now);
    Evaluation value(run.graph, assignment);
    for (const auto& [cell, byte] : before.world.known_before()) {
        if (cell > 1 && cell < 0x10000 && origin_[cell] == unknown) {
            made.ram[cell] = static_cast<emu::Byte>(value.number(byte.bits));
        }
    }
    return made;
}

Comparing::OnEmulator Comparing::run_on(Host& host, const Call& call, Address entry) {
    host.prepare(call, entry);
    CallEnd end = host.run(call, nullptr);
    return {call, std::move(end), {host.ram().begin(), host.ram().end()}};
}

/// The difference between the two; empty if there is none.
std::string Comparing::difference(const OnEmulator& now, const OnEmulator& before) const {
    if (now.end.ending != before.end.ending) {
        return now.end.ending == Ending::returned ? "returns, the old version does not"
                                                  : "does not return, the old version does";
    }
    if (now.end.printed != before.end.printed) {
        return fmt::format("prints '{}', before '{}'", readable(now.end.printed),
                           readable(before.end.printed));
    }
    std::string found;
    const auto tell = [&](std::string_view what, unsigned one, unsigned other) {
        found += fmt::format("{}{} is ${:02x}, before ${:02x}", found.empty() ? "" : "; ", what,
                             one, other);
    };
    for (const Entry& entry : block_.out) {
        if (!is_register(entry.symbol)) continue;
        const emu::Byte one = register_value(now.end.registers, entry.symbol.front());
        const emu::Byte other = register_value(before.end.registers, entry.symbol.front());
        if (one != other) tell(entry.symbol, one, other);
    }
    for (const auto& [at, to] : out_bytes(now.call, now.after)) {
        if (now.after[at] == before.after[to]) continue;
        const auto place = program_.image.labels.nearest(static_cast<Address>(at), 0);
        tell(place ? std::string(place->name) : fmt::format("${:04x}", at), now.after[at],
             before.after[to]);
    }
    if (!found.empty()) return found;
    const auto changed = [&](const OnEmulator& run, const Addresses& allowed,
                             auto allows) -> std::string {
        for (const char name : {'A', 'X', 'Y'}) {
            if (!allows(name) && register_value(run.call.registers, name) !=
                                     register_value(run.end.registers, name)) {
                return fmt::format("{}", name);
            }
        }
        for (unsigned at = 2; at < 0x10000; ++at) {
            if (run.after[at] != run.call.ram[at] && !allowed[at]) {
                return fmt::format("${:04x}", at);
            }
        }
        return {};
    };
    const std::string by_now = changed(now, judge_.allowed(now.call, now.after),
                                       [&](char name) { return judge_.allows_register(name); });
    if (!by_now.empty()) return fmt::format("changes {}: neither Out nor Uses", by_now);
    const std::string by_old = changed(before, allowed_of_old(now.call, now.after), [&](char name) {
        return old_registers_.find(name) != std::string::npos ||
               (old_judge_ && old_judge_->allows_register(name));
    });
    if (!by_old.empty()) return fmt::format("keeps {}, which the old version changes", by_old);
    return {};
}

/// Reports a difference if the emulator confirms it.
void Comparing::differ(const Call& now, const Call& before) {
    const OnEmulator one = run_on(host_, now, entry_),
                     other = run_on(old_host_, before, old_entry_);
    const std::string what = difference(one, other);
    if (what.empty()) {
        throw NotDecided(fmt::format("a run of '{}' shows no difference", now.changes_from(base_)));
    }
    made_.verdict = Verdict::refuted;
    made_.why = what;
    made_.different = {one.end.cycles, other.end.cycles, claims::describe(suite_, now),
                       now.changes_from(base_)};
}

ComparedRun Comparing::replay(const Call& now, const Call& before) {
    const OnEmulator one = run_on(host_, now, entry_),
                     other = run_on(old_host_, before, old_entry_);
    if (const std::string what = difference(one, other); !what.empty()) {
        throw NotDecided(fmt::format("a run of '{}': {}", now.changes_from(base_), what));
    }
    return {one.end.cycles, other.end.cycles, claims::describe(suite_, now),
            now.changes_from(base_)};
}

// --- on formulas --------------------------------------------------------------------------------

/// Runs the old version on the new version's inputs.
void Comparing::follow_old(SymbolicRun& now, Before& before) {
    Paths paths(before.world, budget_, now.symbols.end());
    DecisionPath path(now.graph);
    for (const Literal condition : now.symbols.conditions()) path.decide(condition);
    paths.run({path, now.symbols.state(), SymbolicMemory(before.world)}, old_entry_,
              before.result.ends);
    made_.steps += paths.effort().steps;
    if (before.result.ends.empty()) throw NotDecided("the old version does not return");
    before.result.whole = merged(before.result.ends);
}

/// Literals that must be false: each is true where the two versions differ.
std::vector<Literal> Comparing::differences(SymbolicRun& now, const RoutineEnds& result,
                                            Before& before) {
    Differing differing{now.graph};
    const ReachedState &one = *result.whole, &other = *before.result.whole;
    compare_registers(now.symbols.state(), one.state, other.state, differing);
    compare_memory(now, one, before, differing);
    for (const Literal literal :
         differing_characters(now.graph, now.decider, one.printed, other.printed)) {
        differing.found.push_back(literal);
    }
    return std::move(differing.found);
}

void Comparing::compare_registers(const State& begun, const State& one, const State& other,
                                  Differing& same) const {
    for (const Entry& entry : block_.out) {
        if (!claims::is_register(entry.symbol)) continue;
        same(register_of(one, entry.symbol[0]).bits, register_of(other, entry.symbol[0]).bits);
    }
    same(one.s.bits, other.s.bits);
    const Bits8 flags = begun.p(), new_flags = one.p(), old_flags = other.p();
    for (const char name : {'D', 'I'}) {
        const unsigned bit = claims::flag_bit(name);
        for (const Bits8& after : {new_flags, old_flags}) {
            if (judge_.allows_register(name)) continue;
            same(std::span(after.bits).subspan(bit, 1), std::span(flags.bits).subspan(bit, 1));
        }
    }
    for (const char name : {'A', 'X', 'Y'}) {
        const Bits8 was = register_of(begun, name);
        if (!judge_.allows_register(name)) same(register_of(one, name).bits, was.bits);
        const bool old_may = old_registers_.find(name) != std::string::npos ||
                             (old_judge_ && old_judge_->allows_register(name));
        if (!old_may) same(register_of(other, name).bits, was.bits);
    }
}

void Comparing::compare_memory(SymbolicRun& now, const ReachedState& one, Before& before,
                               Differing& same) {
    const ReachedState& other = *before.result.whole;
    Addresses of_elements;
    for (const Entry& entry : block_.out) {
        if (const auto element = claims::index_symbol(entry.symbol)) {
            const auto array = program_.variable(element->base);
            for (unsigned at = array.begin; at < array.end; ++at) of_elements.set(at);
        }
    }
    for (const auto& [at, to] : out_bytes(base_, base_.ram)) {
        same(one.memory.cell(at).bits, other.memory.cell(to).bits);
    }
    for (unsigned at = 0; at < 0x10000; ++at) {
        if (of_elements[at]) same(one.memory.cell(at).bits, other.memory.cell(at).bits);
    }
    const Addresses may_now = judge_.always_allowed();
    const Addresses may_before = allowed_of_old(base_, base_.ram);
    const auto need_as_assembled = [&](bool is_changing, unsigned cell) {
        if (!is_changing) return;
        throw NotDecided(fmt::format(
            "calls change ${:04x} in the code: only the first finds it as assembled", cell));
    };
    const std::set<unsigned> changing = program_.changing(block_);
    one.memory.for_each_written([&](unsigned cell, const Bits8& after) {
        if (cell >= 0x10000) return same(after.bits, other.memory.cell(cell).bits);
        need_as_assembled(changing.contains(cell), cell);
        if (!may_now[cell] && !of_elements[cell]) same(after.bits, now.world.before(cell).bits);
    });
    other.memory.for_each_written([&](unsigned cell, const Bits8& after) {
        if (cell >= 0x10000) return same(after.bits, one.memory.cell(cell).bits);
        need_as_assembled(may_before[cell] && origin_[cell] == as_assembled, cell);
        if (!may_before[cell] && !of_elements[cell])
            same(after.bits, before.world.before(cell).bits);
    });
}

/// Finds the extremes of the gain, and of each version's time.
void Comparing::measure(SymbolicRun& now, const RoutineEnds& result, Before& before) {
    const auto find = [&](const Literal path, const SymbolicTime& time, bool greatest) {
        auto found = now.extreme(path, time, greatest);
        if (!found) throw NotDecided("the least and the most cycles are not decided");
        return *found;
    };
    const auto widen = [&](Cycles& cycles, const ReachedState& end) {
        const Literal path = end.path.literal();
        if (now.decider.possible(path) == Possibility::no) return;
        cycles.least = std::min(cycles.least, find(path, end.state.now, false).cycles);
        cycles.most = std::max(cycles.most, find(path, end.state.now, true).cycles);
    };
    for (const ReachedState& end : result.ends) widen(made_.now, end);
    for (const ReachedState& end : before.result.ends) widen(made_.before, end);
    for (const ReachedState& one : result.ends) {
        for (const ReachedState& other : before.result.ends) {
            const Literal path = now.graph.both(one.path.literal(), other.path.literal());
            if (now.decider.possible(path) == Possibility::no) continue;
            constexpr Cycle above_zero = Cycle{1} << 40;
            SymbolicTime gain = other.state.now;
            gain.cycles += above_zero - one.state.now.cycles;
            for (const auto& [literal, weight] : one.state.now.also) gain.add(literal, -weight);
            for (const bool greatest : {false, true}) {
                const auto found = find(path, gain, greatest);
                const auto gained = static_cast<std::int64_t>(found.cycles - above_zero);
                auto& extreme = greatest ? made_.most : made_.least;
                if (extreme && (greatest ? gained <= extreme->gain() : gained >= extreme->gain())) {
                    continue;
                }
                const Call call = now.symbols.call(base_, found.at);
                extreme = replay(call, old_call(now, before, call, found.at));
            }
        }
    }
}

void Comparing::run_case(Cases& cases) {
    SymbolicRun now(suite_, program_, block_, cases, budget_);
    const RoutineEnds result = now.follow(entry_);
    made_.steps += result.effort.steps;
    Before before{World(now.world, old_program_,
                        [this](unsigned cell) -> std::optional<unsigned> {
                            if (cell >= 0x10000) return cell;
                            if (origin_[cell] >= 0x10000) return std::nullopt;
                            return origin_[cell];
                        }),
                  {}};
    point([&](unsigned at) { return Bits16(now.world.before(at)).number(); },
          [&](unsigned at, emu::Byte byte) { before.world.set_before(at, Bits8(byte)); });
    follow_old(now, before);
    const std::set<unsigned> changed = program_.changed_by_others(block_);
    for (const auto& [cell, byte] : now.world.known_before()) {
        if (changed.contains(cell)) {
            throw NotDecided(fmt::format("reads ${:04x} in the code, which others change", cell));
        }
    }
    for (const Literal wrong : differences(now, result, before)) {
        const std::array all{result.whole->path.literal(), before.result.whole->path.literal(),
                             wrong};
        switch (now.decider.possible(now.graph.all_of(all))) {
            case Possibility::no: continue;
            case Possibility::unknown: throw NotDecided("not decided in the time given");
            case Possibility::yes: {
                const Assignment at = now.decider.assignment();
                const Call call = now.symbols.call(base_, at);
                return differ(call, old_call(now, before, call, at));
            }
        }
    }
    measure(now, result, before);
}

VersionComparison Comparing::run() {
    Cases cases;
    try {
        if (!program_.own_operands(block_).empty()) {
            throw NotDecided("own operands may change");
        }
        while (made_.verdict != Verdict::refuted && cases.next()) run_case(cases);
        if (made_.verdict != Verdict::refuted) {
            made_.verdict = Verdict::proved;
            made_.why = fmt::format("{} instructions on formulas", made_.steps);
        }
    } catch (const NotDecided& error) {
        made_.why = error.what();
        VersionComparison shown = run_at("");  // a single input may still show a difference
        if (shown.verdict == Verdict::refuted) return shown;
        made_.why = error.what();
        made_.verdict = Verdict::undecided;
    }
    return std::move(made_);
}

VersionComparison Comparing::run_at(std::string_view changes) {
    Call call = base_;
    if (!changes.empty()) call.change(changes);
    claims::reread(suite_, call, claims::in_order(suite_, *call.block));
    const Call before = old_call(call);
    const OnEmulator one = run_on(host_, call, entry_),
                     other = run_on(old_host_, before, old_entry_);
    made_.why = difference(one, other);
    made_.verdict = made_.why.empty() ? Verdict::undecided : Verdict::refuted;
    made_.different = {one.end.cycles, other.end.cycles, claims::describe(suite_, call),
                       call.changes_from(base_)};
    return made_;
}

}  // namespace

VersionComparison against(const Checker& checker, const Program& program, const Block& block,
                          const Old& old, const Options& options) {
    return Comparing(checker, program, block, old, options).run();
}

VersionComparison against_at(const Checker& checker, const Program& program, const Block& block,
                             const Old& old, std::string_view changes) {
    return Comparing(checker, program, block, old, {}).run_at(changes);
}

}  // namespace ryg::prove
