// Both versions on the same unknown bytes: on each path of the new one, all that the old one has.
#include "engine/contracts/prove/against.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/contracts/prove/search.hpp"

namespace ryg::contracts::prove {
namespace {

/// Inputs may lie only where both programs have memory for them.
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

/// Where a name's bytes lie; nowhere if the program does not know it.
Extent extent_of(const Program& program, std::string_view symbol) {
    try {
        return program.extent(symbol);
    } catch (const ContractError&) {
        return {};
    }
}

/// Where the old program finds what lies at an address of the new one: the same place, but for
/// variables, that have their names in both and are `common`.
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
    for (const Entry& entry : block.in) {
        if (!is_register(entry.symbol)) {
            move(now.extent(entry.symbol), extent_of(old, entry.symbol));
        }
    }
    for (unsigned at = 0; at < origin.size(); ++at) {
        if (is_code(old, at)) {
            origin[at] = as_assembled;
        } else if (origin[at] == at && (is_elsewhere[at] || is_code(now, at))) {
            origin[at] = unknown;
        }
    }
    return origin;
}

class Comparing {
  public:
    Comparing(const Checker& checker, const Program& program, const Block& block, const Old& old,
              const Options& options)
        : suite_(checker.suite()),
          old_(old),
          options_(options),
          program_(with_common_memory(program, old.program)),
          block_(block),
          reference_(reference_for(suite_, block)),
          origin_(origin_of(program_, old.program, block, common_)),
          judge_(suite_, program_, block, checker.known()),
          rig_(program_, suite_.longest),
          old_rig_(old.program, suite_.longest),
          base_(first_call(suite_, program_, block, rig_.background())),
          begun_(processor_seconds()) {
        const auto label = old.program.image.labels.find(old.routine);
        if (!label) {
            throw ContractError(fmt::format("{} has no label '{}'", old.program.name, old.routine));
        }
        entry_ = program_.image.labels.at(block.name);
        old_entry_ = *label;
        if (const Block* own = old.program.block(old.routine)) {
            old_judge_.emplace(suite_, old.program, *own, checker.known());
        }
        place_.resize(0x10000);
        for (unsigned to = 0; to < place_.size(); ++to) {
            if (origin_[to] < place_.size()) place_[origin_[to]] = to;
        }
        allow_by_name();
        made_.routine = block.name;
        made_.program = program.name;
        made_.file = block.file;
        made_.line = block.line;
    }

    Comparison run();
    Comparison run_at(std::string_view changes);

  private:
    /// What a version did on the emulator.
    struct Run {
        const Call& call;
        RigEnd end;
        std::vector<Byte> after;
    };

    void allow_by_name();
    template <class Put>
    void point(std::span<const Term> cells, Put put) const;
    void search(SpaceChoices& choices);
    void end_of_both(Search& in, Paths& old, const Space& before);
    bool compare(Search& in, Paths& old, const Space& before, const Values& values, bool& differs);
    [[nodiscard]] std::vector<std::pair<Term, Term>> wanted(Search& in, Paths& old,
                                                            const Space& before,
                                                            const Values& values);
    void measure(Search& in, Paths& old, const Space& before, const Values& values);
    [[nodiscard]] Call old_call(const Call& now) const;
    [[nodiscard]] Call old_call(Search& in, const Space& before, const Values& values,
                                const Call& now);
    [[nodiscard]] Run run_on(Rig& rig, const Call& call, Address entry);
    [[nodiscard]] Addresses allowed_of_old(const Call& now, std::span<const Byte> after) const;
    [[nodiscard]] std::vector<std::pair<unsigned, unsigned>> out_bytes(
        const Call& call, std::span<const Byte> after) const;
    [[nodiscard]] std::string difference(const Run& now, const Run& before) const;
    void differ(const Call& now, const Call& before, std::string_view expected);
    [[nodiscard]] Pair replay(const Call& now, const Call& before, Cycle cycles, Cycle old_cycles);

    const Suite& suite_;
    const Old& old_;
    const Options& options_;
    Program program_;
    const Block& block_;
    const Reference& reference_;
    Addresses common_;  // of the old program: variables that both have
    Origin origin_;
    Judge judge_;
    std::optional<Judge> old_judge_;
    Rig rig_, old_rig_;
    Call base_;
    double begun_;
    Address entry_ = 0, old_entry_ = 0;
    Addresses old_allowed_;
    std::string old_registers_;
    Comparison made_;
    bool varies_ = judge_.varies();
    std::optional<Addresses> frame_, old_frame_;
    Addresses outs_;               // of the new program: the bytes of Out
    std::vector<unsigned> place_;  // where the old one has a byte of the new one
    bool is_exhaustive_ = true, is_accepted_ = false;
};

// --- what may change ----------------------------------------------------------------------------

/// What the old version may change besides what a block of its own says.
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
Addresses Comparing::allowed_of_old(const Call& now, std::span<const Byte> after) const {
    Addresses allowed = old_allowed_;
    if (old_judge_) allowed |= old_judge_->allowed(old_call(now), after);
    const Addresses of_now = judge_.allowed(now, after);
    for (unsigned at = program_.free.begin; at < 0x10000; ++at) {
        if (of_now[at]) allowed.set(at);
    }
    return allowed;
}

/// The bytes of Out in both programs.
std::vector<std::pair<unsigned, unsigned>> Comparing::out_bytes(const Call& call,
                                                                std::span<const Byte> after) const {
    std::vector<std::pair<unsigned, unsigned>> bytes;
    for (const Entry& entry : block_.out) {
        const Extent extent = judge_.out_extent(entry.symbol, call, after);
        unsigned to = extent.begin;  // of memory that is passed
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

/// An In that points to a variable does so in both programs, wherever it lies. `cells` are the new
/// program's bytes; calls `put(at, byte)` for the old one's.
template <class Put>
void Comparing::point(std::span<const Term> cells, Put put) const {
    for (const Entry& entry : block_.in) {
        const Extent from = program_.extent(entry.symbol);
        const bool is_any = entry.kind.empty() || entry.kind == "any" || entry.kind == "text";
        if (is_any || !entry.symbol.ends_with("Lo/Hi")) continue;
        const Term low = cells[from.begin], high = cells[from.begin + 1];
        if (!Terms::is_constant(low) || !Terms::is_constant(high)) continue;
        const auto address = static_cast<Address>(256 * high + low);
        if (!is_in_data(program_, address)) continue;
        const auto place = program_.image.labels.nearest(address);
        const Extent there = place ? extent_of(old_.program, place->name) : Extent{};
        if (there.begin == 0) throw Stopped("In points to what the old version does not have");
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
        made.ram[at] = origin_[at] == as_assembled ? old_rig_.background()[at]
                       : origin_[at] == unknown    ? Byte{0}
                                                   : now.ram[origin_[at]];
    }
    const std::vector<Term> bytes(now.ram.begin(), now.ram.end());
    point(bytes, [&](unsigned at, Byte byte) { made.ram[at] = byte; });
    return made;
}

Call Comparing::old_call(Search& in, const Space& before, const Values& values, const Call& now) {
    Call made = old_call(now);
    for (unsigned at = 0; at < 0x10000; ++at) {
        if (origin_[at] == unknown) made.ram[at] = in.terms.value(before.cells[at], values);
    }
    return made;
}

Comparing::Run Comparing::run_on(Rig& rig, const Call& call, Address entry) {
    rig.prepare(call, entry);
    RigEnd end = rig.run(call, nullptr);
    return {call, std::move(end), {rig.ram().begin(), rig.ram().end()}};
}

/// What the two do differently; empty if nothing.
std::string Comparing::difference(const Run& now, const Run& before) const {
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
        const Byte one = register_value(now.end.registers, entry.symbol.front());
        const Byte other = register_value(before.end.registers, entry.symbol.front());
        if (one != other) tell(entry.symbol, one, other);
    }
    for (const auto& [at, to] : out_bytes(now.call, now.after)) {
        if (now.after[at] == before.after[to]) continue;
        const auto place = program_.image.labels.nearest(static_cast<Address>(at), 0);
        tell(place ? std::string(place->name) : fmt::format("${:04x}", at), now.after[at],
             before.after[to]);
    }
    if (!found.empty()) return found;
    const auto changed = [&](const Run& run, const Addresses& allowed, auto allows) -> std::string {
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

/// Two paths differ at this input: when the emulator says so, too, it is decided.
void Comparing::differ(const Call& now, const Call& before, std::string_view expected) {
    const Run one = run_on(rig_, now, entry_), other = run_on(old_rig_, before, old_entry_);
    const std::string what = difference(one, other);
    if (what.empty()) {
        throw Stopped(fmt::format("the emulator does not confirm: {}", expected));
    }
    ++made_.witnesses;
    made_.verdict = Verdict::refuted;
    made_.why = what;
    made_.different = {one.end.cycles, other.end.cycles, describe(suite_, now),
                       now.changes_from(base_)};
}

Pair Comparing::replay(const Call& now, const Call& before, Cycle cycles, Cycle old_cycles) {
    const Run one = run_on(rig_, now, entry_), other = run_on(old_rig_, before, old_entry_);
    ++made_.witnesses;
    const std::string what = difference(one, other);
    const bool is_timed = !one.end.kernal_called;  // by the rig as by a proof
    const bool is_same = one.end.cycles == cycles && other.end.cycles == old_cycles;
    if ((is_timed && !is_same) || !what.empty()) {
        throw Stopped(fmt::format("a run of {} on the emulator does something else",
                                  now.changes_from(base_)));
    }
    return {cycles, old_cycles, describe(suite_, now), now.changes_from(base_)};
}

// --- on unknown bytes ---------------------------------------------------------------------------

/// Bytes that have to be the same: what comes out of both, and what each must leave.
std::vector<std::pair<Term, Term>> Comparing::wanted(Search& in, Paths& old, const Space& before,
                                                     const Values& values) {
    if (varies_ || !frame_) {
        const Call call = in.call(values);
        const std::span<const Byte> after = in.after(values);
        frame_ = judge_.allowed(call, after);
        old_frame_ = allowed_of_old(call, after);
        outs_.reset();
        for (const auto& [at, to] : out_bytes(call, after)) outs_.set(at);
    }
    std::vector<std::pair<Term, Term>> pairs;
    const auto keep = [&](const Paths& paths, const Space& space, const Addresses& allowed,
                          auto allows) {
        for (const unsigned at : paths.written()) {
            if (!allowed[in.moved(values, at) & 0xffffU]) {
                pairs.emplace_back(paths.cell(at), space.cells[at]);
            }
        }
        const Term now[]{paths.state.a, paths.state.x, paths.state.y};
        for (std::size_t i = 0; i < std::size(now); ++i) {
            if (!allows(register_names[i])) pairs.emplace_back(now[i], space.registers[i]);
        }
    };
    keep(in.paths, in.space, *frame_, [&](char name) { return judge_.allows_register(name); });
    keep(old, before, *old_frame_, [&](char name) {
        return old_registers_.find(name) != std::string::npos ||
               (old_judge_ && old_judge_->allows_register(name));
    });
    for (std::size_t i = 0; i < in.paths.printed.size(); ++i) {
        pairs.emplace_back(in.paths.printed[i].character, old.printed[i].character);
    }
    for (const Entry& entry : block_.out) {
        if (!is_register(entry.symbol)) continue;
        const char name = entry.symbol.front();
        pairs.emplace_back(in.returned(name), in.returned(old.state, name));
    }
    for (const unsigned at : in.paths.written()) {
        if (outs_[in.moved(values, at) & 0xffffU]) {
            pairs.emplace_back(in.paths.cell(at), old.cell(place_[at]));
        }
    }
    for (const unsigned to : old.written()) {
        const unsigned at = origin_[to];
        if (at < 0x10000 && outs_[in.moved(values, at) & 0xffffU]) {
            pairs.emplace_back(in.paths.cell(at), old.cell(to));
        }
    }
    return pairs;
}

/// False if the search has to split the path.
bool Comparing::compare(Search& in, Paths& old, const Space& before, const Values& values,
                        bool& differs) {
    differs = old.ending != Ending::returned || in.paths.printed.size() != old.printed.size() ||
              in.paths.state.s != old.state.s || in.paths.state.d != old.state.d ||
              in.paths.state.i != old.state.i;
    if (differs) return true;
    for (const auto& [one, other] : wanted(in, old, before, values)) {
        if (in.terms.same(one, other)) continue;
        const Term complement = in.terms.make(Op::differ, other, 0xff);
        const Term difference = in.terms.make(Op::add, one, complement, 1);
        differs = old.need(in.terms.make(Op::is_equal, difference, 0)) == 0;
        if (old.is_split()) return false;
        if (differs) return true;
    }
    for (const auto* crossings : {&in.paths.crossings, &old.crossings}) {
        for (const Term crosses : *crossings) {
            const auto symbol = in.terms.only_symbol(crosses);
            if (symbol && (*symbol == 0 || !in.terms.is_constrained(*symbol))) continue;
            static_cast<void>(old.need(crosses));
            if (old.is_split()) return false;
        }
    }
    return true;
}

/// The extremes of what is gained, and of each version's time.
void Comparing::measure(Search& in, Paths& old, const Space& before, const Values& values) {
    // The inputs of the greatest sum of what the two take, each by its factor.
    const auto best = [&](int of_now, int of_old) {
        Values with = values;
        std::vector<Term> chosen;
        std::map<Term, std::vector<std::pair<Term, int>>> by_symbol;
        for (const auto& [paths, factor] :
             {std::pair(&in.paths, of_now), std::pair(&old, of_old)}) {
            for (const Term crosses : paths->crossings) {
                const Term symbol = in.terms.only_symbol(crosses).value_or(0);
                if (symbol != 0) by_symbol[symbol].emplace_back(crosses, factor);
            }
        }
        for (const auto& [symbol, crossings] : by_symbol) {
            std::optional<int> most;
            chosen.push_back(symbol);
            in.terms.domain(symbol).for_each([&](Byte value) {
                int sum = 0;
                for (const auto& [crosses, factor] : crossings) {
                    sum += factor * in.terms.table(crosses)[value];
                }
                if (most && sum <= *most) return;
                most = sum;
                with[symbol - Terms::first_symbol] = value;
            });
        }
        if (!in.terms.settle(with, chosen)) {
            throw Stopped("page crossings that exclude each other");
        }
        return with;
    };
    for (const int sign : {-1, 1}) {
        for (const bool of_old : {false, true}) {
            const Values with = best(of_old ? 0 : sign, of_old ? sign : 0);
            Cycles& cycles = of_old ? made_.before : made_.now;
            const Cycle found = in.cycles(of_old ? old : in.paths, with);
            cycles.least = std::min(cycles.least, found);
            cycles.most = std::max(cycles.most, found);
        }
        const Values with = best(-sign, sign);
        const Pair found{in.cycles(with), in.cycles(old, with)};
        auto& extreme = sign > 0 ? made_.most : made_.least;
        if (extreme && sign * found.gain() <= sign * extreme->gain()) continue;
        const Call call = in.call(with);
        if (reference_.accepts != nullptr && !reference_.accepts(call)) continue;
        extreme = replay(call, old_call(in, before, with, call), found.now, found.before);
    }
}

void Comparing::end_of_both(Search& in, Paths& old, const Space& before) {
    const Values values = in.input();
    if (values.empty()) return;  // no input comes here
    bool differs = false;
    if (!compare(in, old, before, values, differs)) return;
    const Values now = in.input();
    if (now.empty()) return;
    if (differs || !is_accepted_) {
        const Call call = in.call(now);
        const bool is_accepted = reference_.accepts == nullptr || reference_.accepts(call);
        is_accepted_ |= is_accepted;
        is_exhaustive_ &= is_accepted || !differs;
        if (differs && is_accepted) {
            differ(call, old_call(in, before, now, call), "the two differ");
        }
    }
    if (differs) return;
    ++made_.cases;
    measure(in, old, before, now);
}

void Comparing::search(SpaceChoices& choices) {
    const auto in = std::make_unique<Search>(base_, suite_, choices, entry_);
    Space before(in->space, old_.program, origin_);
    point(in->space.cells, [&](unsigned at, Byte byte) { before.cells[at] = byte; });
    in->choose_forced(false);
    in->paths.may_be_elements.clear();  // the older version has none
    Paths old(before, old_entry_, suite_.longest);
    const auto pause = [&] {
        if (options_.go_on && !options_.go_on(made_.cases)) throw Stopped("interrupted");
        if (processor_seconds() - begun_ > options_.seconds) {
            throw Stopped(
                fmt::format("not decided in {} s, after {} cases", options_.seconds, made_.cases));
        }
    };
    in->paths.on_pause = old.on_pause = pause;
    frame_.reset();
    std::uint64_t ended = 0;
    while (in->paths.next()) {
        if (in->paths.ending != Ending::returned) throw Stopped("it does not return");
        old.restart();
        while (old.next()) {
            end_of_both(*in, old, before);
            if (made_.verdict == Verdict::refuted) return;
            if (++ended % 64 == 0) pause();
        }
    }
}

Comparison Comparing::run() {
    try {
        if (reference_.type != nullptr) throw Unsupported("waits for keys");
        SpaceChoices choices;
        do {
            search(choices);
        } while (made_.verdict != Verdict::refuted && advance(choices));
        if (made_.verdict == Verdict::refuted) return std::move(made_);
        if (!is_accepted_) throw ContractError("no input satisfies its In");
        if (!is_exhaustive_) throw Stopped("they differ at inputs that the reference excludes");
        made_.verdict = Verdict::proved;
        made_.why =
            made_.cases == 1 ? "one case" : fmt::format("enumeration of {} cases", made_.cases);
    } catch (const Unsupported& error) {
        made_.why = error.what();
    } catch (const Stopped& error) {
        made_.why = error.what();
    } catch (const NoSpace& error) {
        made_.why = error.what();
    }
    return std::move(made_);
}

Comparison Comparing::run_at(std::string_view changes) {
    Call call = base_;
    call.change(changes);
    reread(suite_, call, in_order(suite_, *call.block));
    const Call before = old_call(call);
    const Run one = run_on(rig_, call, entry_), other = run_on(old_rig_, before, old_entry_);
    made_.why = difference(one, other);
    made_.verdict = made_.why.empty() ? Verdict::drawn : Verdict::refuted;
    made_.witnesses = 1;
    made_.different = {one.end.cycles, other.end.cycles, describe(suite_, call),
                       call.changes_from(base_)};
    return std::move(made_);
}

}  // namespace

Comparison against(const Checker& checker, const Program& program, const Block& block,
                   const Old& old, const Options& options) {
    return Comparing(checker, program, block, old, options).run();
}

Comparison against_at(const Checker& checker, const Program& program, const Block& block,
                      const Old& old, std::string_view changes) {
    return Comparing(checker, program, block, old, {}).run_at(changes);
}

}  // namespace ryg::contracts::prove
