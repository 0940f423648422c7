// Checks a routine's results for all its inputs, clause by clause.
#include "engine/prove/prove.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/prove/proving.hpp"

namespace ryg::prove {

// --- clauses ------------------------------------------------------------------------------------

void Proving::undecided(Clause clause, std::string why) {
    if (is_open(clause)) found(clause).undecided = std::move(why);
}

void Proving::refute(Clause clause, std::string why, std::size_t line, const Call& call,
                     bool is_of_all) {
    if (found(clause).refuted) return;
    found(clause).refuted = Decision{.clause = clause,
                                     .verdict = Verdict::refuted,
                                     .why = std::move(why),
                                     .line = line == 0 ? block_.line : line,
                                     .changes = call.changes_from(base_),
                                     .facts = claims::describe(suite_, call),
                                     .is_of_all = is_of_all};
}

Expected Proving::expected_of(const Call& call) {
    Expected expected(call);
    suite_.state_result(reference_, call, expected);
    chips_.prepare(host_, call, entry_);
    formulas_.expect(host_.machine(), expected);
    return expected;
}

std::vector<Finding> Proving::run_call(const Call& call) {
    const auto run = [&] {
        chips_.prepare(host_, call, entry_);
        return chips_.run(host_, call, nullptr);
    };
    const auto is_unfinished = [&](const claims::CallEnd& end) {  // nothing is stated about it
        return end.ending == claims::Ending::wants_keys;
    };
    const bool reads_keys = block_.time.kind == TimeKind::keys;
    if (reads_keys && is_unfinished(run())) return {};  // a reference could ask for more keys
    const Expected expected = expected_of(call);
    const claims::CallEnd end = run();
    if (reads_keys && is_unfinished(end)) return {};
    claims::Judge judge(suite_, program_, block_, checker_.known());
    std::vector<Finding> faults = chips_.judge(judge, expected, end, host_);
    const claims::Time& time = block_.time;
    const bool counts = time.kind == TimeKind::cycles && time.most != 0 && !time.seen &&
                        end.ending == claims::Ending::returned;
    if (counts && (end.cycles < time.least || end.cycles > time.most)) {
        faults.push_back(
            {.what = fmt::format("takes {} cycles, its block says {}", end.cycles, time.text()),
             .line = block_.time_line,
             .clause = Clause::time});
    }
    return faults;
}

void Proving::replay(Clause clause, const Call& found_call, const Wrong& wrong) {
    Call call = found_call;
    chips_.settle(host_, call, entry_);
    for (const Finding& fault : run_call(call)) {
        const bool is_by_the_way = fault.clause == Clause::time && clause != Clause::time;
        if (!is_by_the_way) refute(fault.clause, fault.what, fault.line, call);
    }
    if (!found(clause).refuted) {
        undecided(clause, fmt::format("{}, but a run of '{}' does not show it", wrong.what,
                                      call.changes_from(base_)));
    }
}

bool Proving::none_can_be(Clause clause, std::span<const Wrong> wrong) {
    Graph& graph = run_->graph;
    const Literal path = result_.whole->path.literal();
    for (const Wrong& one : wrong) {
        if (one.when == Literal(false)) continue;
        const Possibility answer = run_->decider.possible(graph.both(path, one.when));
        ++decided_by_[static_cast<std::size_t>(run_->decider.means())];
        if (answer == Possibility::no) continue;
        if (answer == Possibility::unknown) {
            undecided(clause, fmt::format("{}:{}: not decided in {:.0f} s: {}", block_.file,
                                          one.line, budget_.used(), one.what));
        } else {
            replay(clause, run_->symbols.call(base_, run_->decider.assignment()), one);
        }
        return false;
    }
    return true;
}

/// Tries to refute undecided clauses by random inputs, as `contract` makes them.
void Proving::try_random_inputs() {
    constexpr unsigned most_random_inputs = 300;
    constexpr double seconds = 2;  // in addition to the proof's time
    const Budget budget(seconds, [&] { return !budget_.is_ended(); });
    engine::Random random(2026);
    for (unsigned i = 0; i < most_random_inputs && !budget.is_spent(); ++i) {
        claims::Choices choices(random.next());
        Call call = claims::draw_call(suite_, program_, block_, host_.background(), choices);
        if (reference_.agree != nullptr) reference_.agree(call, choices);
        if (reference_.accepts != nullptr && !reference_.accepts(call)) continue;
        call.keys = chips_.keys_for(host_, call, entry_, reference_, choices);
        if (chips_.are_named()) chips_.make_noise(call, choices.noise());
        chips_.settle(host_, call, entry_);
        chips_.prepare(host_, call, entry_);
        if (formulas_.unmet(host_.machine()) != nullptr) continue;
        for (const Finding& fault : run_call(call)) {
            if (found(fault.clause).refuted) continue;
            const Call plain = without_noise(call);
            for (const Finding& same : run_call(plain)) {
                if (same.clause == fault.clause) refute(same.clause, same.what, same.line, plain);
            }
            refute(fault.clause, fault.what, fault.line, call);
        }
    }
}

/// The call with bytes that In does not name as in the first random call.
Call Proving::without_noise(const Call& call) const {
    Call plain = call;
    const claims::Site site = claims::site_of(program_, block_);
    for (unsigned at = 0; at < 0x10000; ++at) {
        if (!site.names(at) && !site.free.contains(at)) plain.ram[at] = base_.ram[at];
    }
    plain.registers = base_.registers;
    for (const char name : site.registers) {
        claims::set_register(plain.registers, name, claims::register_value(call.registers, name));
    }
    return plain;
}

// --- Time ---------------------------------------------------------------------------------------

std::optional<TimeWitness> Proving::witness(const Call& call, Cycle cycles) {
    chips_.prepare(host_, call, entry_);
    const claims::CallEnd end = chips_.run(host_, call, nullptr);
    if (end.ending != claims::Ending::returned || end.cycles != cycles) return std::nullopt;
    return TimeWitness{cycles, claims::describe(suite_, call), call.changes_from(base_)};
}

bool Proving::note_times(double seconds) {
    const Budget::BudgetShare share(budget_, seconds);
    if (!has_times_ || !run_->find_times(result_)) return false;
    const auto call = [&](const Assignment& at) { return run_->symbols.call(base_, at); };
    if (!shortest_ || result_.least < shortest_->cycles) {
        shortest_ = {result_.least, call(result_.shortest)};
    }
    if (!longest_ || result_.most > longest_->cycles) {
        longest_ = {result_.most, call(result_.longest)};
    }
    return true;
}

void Proving::judge_time() {
    const claims::Time& time = block_.time;
    found(Clause::time).is_stated = time.most != 0;
    if (screen_is_used_) {
        return undecided(Clause::time, "how long the KERNAL takes is not known");
    }
    if (!has_times_ || !shortest_) {
        return undecided(Clause::time, "the least and the most cycles are not decided");
    }
    proof_.shortest = witness(shortest_->call, shortest_->cycles);
    proof_.longest = witness(longest_->call, longest_->cycles);
    if (!proof_.shortest || !proof_.longest) {
        return undecided(Clause::time, "a run on the emulator takes another time");
    }
    const Cycle least = shortest_->cycles, most = longest_->cycles;
    proof_.time = fmt::format("{}..{}{}", least, most, time.interrupt ? " rti" : "");
    found(Clause::time).unstated = fmt::format("exact is {}", proof_.time);
    const bool fits = time.least <= least && most <= time.most;
    if (time.most == 0 || (time.seen && fits)) {
        found(Clause::time).is_stated = false;
    } else if (time.bound && fits) {
        return;
    } else if (time.seen || least != time.least || most != time.most) {
        const bool is_shortest_wrong = !time.bound && least != time.least;
        refute(Clause::time,
               fmt::format("is exactly {}, its block says {}", proof_.time, time.text()),
               block_.time_line, is_shortest_wrong ? shortest_->call : longest_->call, true);
    }
}

// --- all ----------------------------------------------------------------------------------------

std::string Proving::means() const {
    constexpr std::array<std::string_view, 7> names{"folding",           "patterns", "simulation",
                                                    "a solver",          "sweeping", "all values",
                                                    "running all inputs"};
    std::vector<std::string_view> used;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i != 1 && decided_by_[i] != 0) used.push_back(names[i]);
    }
    return used.empty() ? "folding" : fmt::format("{}", fmt::join(used, ", "));
}

void Proving::find_dead_code() {
    const auto code = program_.code_of(block_.name);
    const auto own = program_.instructions(code.begin, code);
    for (unsigned at = code.begin; at < code.end; ++at) {
        if (own[at] && !executed_[at]) {
            const auto address = static_cast<Address>(at);
            proof_.dead.push_back(place_of(program_, address));
        }
    }
}

void Proving::judge_case() {
    screen_is_used_ |= result_.whole->kernal_called != Literal(false);
    if (!some_call_ && run_->decider.possible(result_.whole->path.literal()) == Possibility::yes) {
        some_call_ = run_->symbols.call(base_, run_->decider.assignment());
    }
    has_times_ &= block_.time.kind == TimeKind::cycles && !screen_is_used_;
    const bool states_time = block_.time.most != 0;
    const double cases = std::max(1.0, all_cases_ - cases_judged_++),
                 share = budget_.left() / cases;
    const bool is_timed =
        states_time && note_times(std::min(budget_.left() / 2, std::max(1.0, share / 2)));
    judge_uses();
    judge_out();
    if (block_.invariant_line != 0) judge_invariant();
    if (is_open(Clause::uses)) note_stack();
    if (is_open(Clause::uses)) note_uses();
    if (is_open(Clause::out)) note_ends();
    // A Time that the block does not state may take as long as the other clauses.
    const double more =
        states_time || cases > 1 ? budget_.left() / cases : std::max(5.0, budget_.used());
    has_times_ = is_timed || note_times(more);
    executed_ |= result_.executed;
    executed_exactly_ |= result_.executed_exactly;
}

/// A routine that should never return: an end that some input reaches refutes that.
void Proving::judge_endless() {
    found(Clause::time).is_stated = found(Clause::uses).is_stated = true;
    undecided(Clause::uses, "it never returns: contract runs it for --cycles");
    for (const ReachedState& end : result_.ends) {
        if (!is_open(Clause::time)) return;
        const Possibility answer = run_->decider.possible(end.path.literal());
        run_->symbols.set_keys(end.keys);
        if (answer == Possibility::yes) {
            replay(Clause::time, run_->symbols.call(base_, run_->decider.assignment()),
                   {Literal(true), "returns", block_.time_line});
        } else if (answer == Possibility::unknown) {
            undecided(Clause::time, "whether it returns is not decided");
        }
    }
    if (!result_.why.empty()) undecided(Clause::time, result_.why);
}

/// Decides clauses about all inputs together: that something happens for at least one.
void Proving::judge_all_cases() {
    if (is_open(Clause::uses)) judge_stack();
    if (is_open(Clause::uses)) judge_unused();
    judge_ends();
    if (block_.time.kind == TimeKind::cycles) judge_time();
    find_dead_code();
}

/// Goes on to the next case that has inputs; false after the last.
bool Proving::next_case(Cases& cases) {
    while (cases.next()) {
        run_.reset();  // one graph at a time
        try {
            run_ = std::make_unique<SymbolicRun>(suite_, program_, block_, cases, budget_, &alone_);
            return true;
        } catch (const NoInput&) {
            if (picks_ == 0) throw;
        }
    }
    return false;
}

/// Bytes of the program that calls of any routine change may have any value before a call. With
/// these as inputs, further ones may change.
void Proving::find_loose_bytes() {
    alone_.loose = program_.changed_by_others(block_);
    const std::set<unsigned> changing = program_.changing(block_);
    for (bool is_new = !changing.empty(); is_new;) {
        is_new = false;
        Cases cases{.picks = picks_};
        while (next_case(cases)) {
            const RoutineEnds result = run_->follow(entry_);
            result.whole->memory.for_each_written([&](unsigned cell, const Bits8& after) {
                if (!changing.contains(cell)) return;
                const Literal path = result.whole->path.literal();
                const bool changes = run_->may_differ(path, run_->world.before(cell).bits,
                                                      after.bits) != Possibility::no;
                is_new |= changes && alone_.loose.insert(cell).second;
            });
        }
    }
}

Proof Proving::run() {
    Cases cases{.picks = picks_};
    bool has_input = false;
    try {
        find_loose_bytes();
        while (next_case(cases)) {
            has_input = true;
            all_cases_ = 1;
            for (const ProofCase& each : cases.chosen) all_cases_ *= each.count;
            result_ = run_->follow(entry_, is_endless());
            proof_.steps += result_.effort.steps;
            proof_.states = std::max(proof_.states, result_.effort.most_states);
            is_endless() ? judge_endless() : judge_case();
        }
        if (!has_input) throw NoInput();
        if (!is_endless()) judge_all_cases();
    } catch (const TooManyValues& error) {
        may_split_ = run_ != nullptr && picks_ < run_->symbols.picked() && !budget_.is_spent();
        leave_undecided(error.what());
    } catch (const NotDecided& error) {
        leave_undecided(error.what());
    }
    const auto is_undecided = [](const ClauseResult& of) {
        return of.is_stated && !of.refuted && !of.undecided.empty();
    };
    if (!may_split_ && std::ranges::any_of(found_, is_undecided)) try_random_inputs();
    conclude();
    return std::move(proof_);
}

/// Leaves all clauses undecided that state something.
void Proving::leave_undecided(const std::string& why) {
    const auto says = [](const Entry& entry) {
        return entry.is_stated() || !entry.bytes.ranges.empty();
    };
    found(Clause::out).is_stated = block_.prints.line != 0 || reference_.expect != nullptr ||
                                   reference_.state != nullptr || suite_.expect ||
                                   std::ranges::any_of(block_.out, says);
    found(Clause::uses).is_stated = true;
    found(Clause::time).is_stated = block_.time.most != 0 || is_endless();
    for (std::size_t i = 0; i < found_.size(); ++i) undecided(static_cast<Clause>(i), why);
}

/// The Outs whose condition after `when` holds for no input; empty if there are none.
std::string Proving::vacuous() const {
    std::vector<std::string_view> names;
    for (const auto& formula : formulas_.all()) {
        if (formula.condition && !holding_.contains(formula.out)) {
            names.push_back(formula.out->symbol);
        }
    }
    if (names.empty()) return {};
    return fmt::format("the condition of {} never holds", fmt::join(names, ", "));
}

void Proving::conclude() {
    const std::string never = vacuous();
    std::vector<Clause> clauses;
    if (!block_.out.empty() || block_.uses.screen || block_.prints.line != 0 ||
        found(Clause::out).refuted) {
        clauses.push_back(Clause::out);
    }
    clauses.push_back(Clause::uses);
    if (block_.time.kind == TimeKind::cycles || is_endless() || found(Clause::time).refuted) {
        clauses.push_back(Clause::time);
    }
    if (block_.invariant_line != 0) {
        clauses.push_back(Clause::invariant);
        found(Clause::invariant).is_stated = true;
    }
    for (const Clause clause : clauses) {
        const ClauseResult& of = found(clause);
        if (of.refuted) {
            proof_.decisions.push_back(*of.refuted);
        } else if (!of.is_stated) {
            const std::string why = clause == Clause::out
                                        ? never.empty() ? "no value is stated" : never
                                    : of.unstated.empty() ? of.undecided
                                                          : of.unstated;
            proof_.decisions.push_back({clause, Verdict::unstated, why});
        } else if (!of.undecided.empty()) {
            proof_.decisions.push_back({clause, Verdict::undecided, of.undecided});
        } else {
            std::string how = means();
            if (clause == Clause::out && !never.empty()) how += "; " + never;
            if (clause == Clause::uses && is_stack_of_others_) {
                how += fmt::format("; stack {}", deepest_);
            }
            proof_.decisions.push_back({clause, Verdict::proved, how});
        }
    }
    proof_.seconds = budget_.used();
}

std::string_view name(Verdict verdict) {
    constexpr std::string_view names[]{"proved", "refuted", "undecided", "unstated"};
    return names[static_cast<std::size_t>(verdict)];
}

std::string_view name(Clause clause) {
    constexpr std::string_view names[]{"Out", "Uses", "Time", "Invariant"};
    return names[static_cast<std::size_t>(clause)];
}

const Decision* Proof::find(Clause clause) const {
    const auto found = std::ranges::find(decisions, clause, &Decision::clause);
    return found == decisions.end() ? nullptr : &*found;
}

bool Proof::is_proved() const {
    return std::ranges::all_of(decisions, [](const Decision& decision) {
        return decision.verdict == Verdict::proved || decision.verdict == Verdict::unstated;
    });
}

bool Proof::is_refuted() const {
    return std::ranges::any_of(
        decisions, [](const Decision& decision) { return decision.verdict == Verdict::refuted; });
}

std::vector<std::string> assumptions() {
    return {
        "D is clear and I is set; no interrupt occurs",
        fmt::format("S is ${:02x}; the return address above it may be any address",
                    static_cast<unsigned>(Call::entry_s)),
        "the screen is off: the VIC-II steals no cycles",
        "$00 is $2f, and $01 is as the program's suite sets it ($37 for files)",
        "CHROUT preserves X and Y and inverts A; GETIN returns a key or $00 and inverts X and Y; "
        "both invert N and Z and clear C, and their use of the stack is not counted",
        "where the routine waits for a key, or begins again by its Invariant, sooner or later a "
        "key comes that it accepts",
        "code and read-only segments are as assembled, except bytes that a call changes, or "
        "another routine by its block; variables in DATA are inputs; all other memory may hold "
        "anything",
        "only the chip registers that the block names are checked",
        "a pointer in In points to free memory that overlaps neither the program nor the stack nor "
        "another pointer's; a text has 256 bytes there, its $00 among them",
        "ANE and LXA may have any constant; SHA, SHX, SHY and TAS are not delayed"};
}

Proof prove(const Checker& checker, const Program& program, const Block& block,
            const Options& options) {
    Budget budget(options.seconds, options.go_on);
    for (unsigned picks = 0;; ++picks) {
        Proving proving(checker, program, block, budget, picks);
        Proof proof = proving.run();
        if (!proving.may_split()) return proof;
    }
}

}  // namespace ryg::prove
