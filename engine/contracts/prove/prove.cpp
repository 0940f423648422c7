// Every path of a routine, judged as contract judges a run, and then for all its inputs at once.
#include "engine/contracts/prove/prove.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <set>

#include "engine/contracts/prove/diagrams.hpp"
#include "engine/contracts/prove/recursion.hpp"
#include "engine/contracts/prove/search.hpp"
#include "engine/contracts/prove/statement.hpp"

namespace ryg::contracts::prove {
namespace {

constexpr unsigned most_tried_keys = 4;
constexpr double part_of_recursive = 6;  // of the time: the cases multiply with each call
// Bytes that a case only carries: how many values are tried if not all, in how many cases more than
// one, how many if all, and how many in the cases that allow some values only.
constexpr unsigned samples = 8;
constexpr std::uint64_t few_cases = 0x400, most_tried = 0x400, most_swept_in_part = 0x8000;
constexpr std::uint64_t most_tried_alone = 0x100000, most_tried_in_all = 0x200000;

/// How many times as long as a routine may a search may seem to take, after so many seconds; the last
/// one, any number of times. Where pieces are joined, the cases are much alike, and what is left is too.
double most_hoped(Joins joins, double spent) {
    constexpr double early = 2, late = 6;
    if (joins == Joins::all || spent < early) return std::numeric_limits<double>::infinity();
    if (spent < late) return 1e4;
    return joins == Joins::pieces ? 1 : 8;
}

/// Goes on with joined ways.
struct OutOfTime : Stopped {
    using Stopped::Stopped;
};

/// Goes on without the Invariant.
struct NotInvariant : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Proving {
  public:
    Proving(const Checker& checker, const Program& program, const Block& block,
            const Options& options)
        : checker_(checker),
          suite_(checker.suite()),
          program_(program),
          block_(block),
          reference_(reference_for(suite_, block)),
          options_(options),
          judge_(suite_, program, block, checker.known()),
          replays_(suite_, program, block, checker.known()),
          formulas_(program, block),
          rig_(program, suite_.longest),
          entry_(program.image.labels.at(block.name)),
          base_(first_call(suite_, program, block, rig_.background())),
          begun_(processor_seconds()) {
        if (const auto again = find_recursion(program, entry_)) {
            recursion_ = program.image.labels.describe(*again);
            seconds_ /= part_of_recursive;
        }
        for (const Entry& entry : block.in) {
            const Kind* const kind = suite_.kind(entry.kind);
            if (kind != nullptr && !kind->decided_by.empty()) limited_.push_back(&entry);
        }
        for (const Entry& entry : block.out) {
            has_formula_ |= !entry.formula().empty();
        }
        knows_values_ = has_formula_ || reference_.expect != nullptr ||
                        reference_.state != nullptr || suite_.expect;
        proof_.routine = block.name;
        proof_.program = program.name;
        proof_.file = block.file;
        proof_.line = block.line;
    }

    Proof run();

  private:
    void attempt(Joins joins);
    void search_all();
    void search(SpaceChoices& choices);
    void end_if_enough() const;
    bool end_of_path(Search& in);
    [[nodiscard]] Expected expected_of(const Call& call, Ending ending = Ending::returned);
    bool accepts(const Search& in, const Call& call);
    [[nodiscard]] bool is_input(const Call& call) const;
    bool excludes(Search& in);
    void check(Search& in, const Values& values, bool is_first);
    void check_keys(Search& in);
    void run_instead(Search& in);
    void sweep(Search& in, const Values& values, std::span<const Term> open);
    void check_ends(Search& in, const Values& values, Values& other, std::span<const Term> open);
    bool try_all(Search& in, const Values& values, const std::vector<Term>& symbols);
    void check_kept_noise(Search& in, const Values& found);
    void check_statement(Search& in, const Values& values);
    void check_carried(Search& in, const Values& values, Values& other);
    void check_time(Search& in, Values& values);
    bool check_frame(Search& in, const Values& values);
    void replay(Search& in, const Values& values, const Call& call, const Expected& expected);
    void replay_in_other_noise(Search& in, const Call& call);
    void refute(Clause clause, std::string why, std::size_t line, const Call* call);
    void refute_by_rig(const Call& call, const Fault& fault);
    void decide_clauses();
    void draw();
    void undecided(const std::string& why);

    const Checker& checker_;
    const Suite& suite_;
    const Program& program_;
    const Block& block_;
    const Reference& reference_;
    const Options& options_;
    Judge judge_, replays_;
    Formulas formulas_;
    Rig rig_;
    Address entry_;
    Call base_;
    std::string recursion_;  // a routine that comes to call itself, if it does
    double seconds_ = options_.seconds;
    double begun_, ends_ = 0;  // of processor time
    Joins joins_ = Joins::none;
    std::uint64_t tried_ = 0;  // values of bytes that are related
    Proof proof_;
    std::vector<const Entry*> limited_;  // not all inputs that a space makes of them are allowed
    Addresses reached_;
    std::map<Clause, Decision> refuted_;
    bool has_rounds_ = block_.invariant_line != 0 && reference_.state == nullptr;
    std::vector<bool> swept_;
    std::set<std::pair<Term, Byte>> ends_tried_;
    std::uint64_t swept_in_part_ = 0;
    std::size_t shown_ = 0;
    bool has_formula_ = false;
    bool knows_values_ = false;  // a formula or a reference states what comes out
    bool varies_ = judge_.varies();
    bool is_stated_ = reference_.state != nullptr;  // of bytes that are not known, too
    std::optional<Addresses> frame_;                // what may change
    bool accepted_ = false;                         // an input that the block allows
    bool is_exhaustive_ = true;
    unsigned most_keys_ = 1;
    bool wants_more_keys_ = false;
    std::optional<std::pair<unsigned, std::uint64_t>> bound_;  // keys, and cases with so many
    bool is_only_moved_ = true;  // what is carried comes out as it was, or as a part of an EOR
    std::optional<Cycle> least_, most_;
    Values scratch_;  // of a case
    engine::Random random_{2006};
};

Expected Proving::expected_of(const Call& call, Ending ending) {
    Expected expected(call);
    try {
        if (ending != Ending::comes_back) {
            suite_.state_result(reference_, call, expected);
        } else if (knows_values_) {
            suite_.state_round(reference_, call, expected);
            if (expected.begins_anew != call.keys.size()) {
                throw NotInvariant("begins anew, its reference does not");
            }
        }
    } catch (const std::out_of_range&) {
        if (ending == Ending::comes_back) throw NotInvariant("begins anew a key too early");
        throw Stopped("the reference takes more keys");
    }
    if (has_formula_) {
        rig_.prepare(call, entry_);
        formulas_.expect(rig_.machine(), expected);
    }
    return expected;
}

/// A call that is not accepted may be with other values of the bytes that are only carried. What
/// comes back is compared for all calls: where none would return, too.
bool Proving::accepts(const Search& in, const Call& call) {
    if (!is_input(call)) return false;
    if (in.paths.ending == Ending::comes_back) return true;
    if (reference_.accepts == nullptr || reference_.accepts(call)) return true;
    is_exhaustive_ &= in.carried.empty();
    return false;
}

/// Whether a call that a space has made is one that In allows.
bool Proving::is_input(const Call& call) const {
    return std::ranges::all_of(limited_, [&](const Entry* entry) {
        Call same = call;
        return suite_.kind(entry->kind)->holds(same, *entry);
    });
}

/// Whether In allows no input of this path. A path with an input that is allowed may have others.
bool Proving::excludes(Search& in) {
    if (limited_.empty()) return false;
    Values values = in.input();
    if (values.empty() || is_input(in.call(values))) return values.empty();
    std::vector<Term> symbols;
    for (const Entry* entry : limited_) {
        const auto& made = in.space.made.find(suite_.kind(entry->kind)->decided_by)->second;
        symbols.insert(symbols.end(), made.begin(), made.end());
        const Extent extent = program_.extent(entry->symbol);
        for (unsigned at = extent.begin; at < extent.end; ++at) {
            in.terms.collect(in.space.cells[at], symbols);
        }
    }
    sort_once(symbols);
    std::uint64_t left = most_tried_in_all;
    is_exhaustive_ &= in.terms.for_each_settled(values, symbols, [&](Values& others) {
        if (++tried_ % 0x400 == 0) in.paths.on_pause();
        const bool is_allowed = in.terms.settle(others, symbols) && is_input(in.call(others));
        return !is_allowed && --left != 0;
    });
    return true;
}

/// Judges a path by these values of its inputs, as contract judges a run.
void Proving::check(Search& in, const Values& values, bool is_first) {
    const Call& call = in.call(values);
    if (!accepts(in, call)) return;
    const RigEnd end = in.outcome(values);
    const bool comes_back = end.ending == Ending::comes_back;
    accepted_ |= !comes_back;
    const Expected expected = expected_of(call, end.ending);
    const auto after = in.after(values);
    for (const Fault& fault : judge_.judge(expected, end, after, in.written())) {
        if (comes_back) throw NotInvariant(fault.text);  // seen again if it matters
        refute_by_rig(call, fault);
    }
    const Address fresh = in.paths.state.fresh;
    const bool is_new = judge_.shown() != shown_ || (is_first && fresh != 0 && !reached_[fresh]);
    shown_ = judge_.shown();
    if (is_new && (end.ending == Ending::returned || comes_back)) {
        replay(in, values, call, expected);
    }
    if (reference_.type != nullptr) check_keys(in);
}

/// A reference that is content with fewer keys than the routine has read says nothing of the last.
void Proving::check_keys(Search& in) {
    const Call* const fewer = in.call_without_last_key();
    if (fewer == nullptr) return;
    Expected expected(*fewer);
    try {
        suite_.state_result(reference_, *fewer, expected);
    } catch (const std::out_of_range&) {
        return;
    }
    throw Stopped("the reference takes fewer keys");
}

/// Of a path that cannot be followed any more, one input, and one with what pointers lead to elsewhere.
void Proving::run_instead(Search& in) {
    Values values = in.input();
    if (values.empty()) return;
    for (const bool is_elsewhere : {false, true}) {
        for (const Object& object : in.space.objects) {
            const Domain& left = in.terms.domain(object.low);
            if (is_elsewhere) values[object.low - Terms::first_symbol] = left.at(left.size() / 2);
        }
        if (!in.settle(values)) return;
        Call call = in.call(values);
        if (!accepts(in, call)) continue;
        for (const Object& object : in.space.objects) {  // where they would lie is noise now
            const unsigned begin = in.moved(values, object.at);
            for (unsigned at = object.at; at < object.at + object.size; ++at) {
                if (at - begin >= object.size) call.ram[at] = static_cast<Byte>(~call.ram[at]);
            }
        }
        const Expected expected = expected_of(call);
        rig_.prepare(call, entry_);
        const RigEnd end = rig_.run(call, nullptr);
        Judge judge(suite_, program_, block_, checker_.known());
        for (const Fault& found : judge.judge(expected, end, rig_)) {
            refute(found.clause, found.text, found.line, &call);
        }
    }
}

/// Gives bytes that are only carried all of their values, each byte beginning with another one: once,
/// and where the case allows some of its values only.
void Proving::sweep(Search& in, const Values& values, std::span<const Term> open) {
    std::vector<std::pair<Term, unsigned>> swept;  // a symbol, and which value it begins with
    unsigned rounds = 0;
    const auto add = [&](Term symbol) {
        if (in.terms.is_related(symbol)) return;
        const unsigned size = in.terms.domain(symbol).size();
        swept.emplace_back(symbol, random_.below(size));
        rounds = std::max(rounds, size);
    };
    swept_.resize(in.terms.symbols());
    for (const Term symbol : open) {
        if (swept_[symbol - Terms::first_symbol]) continue;
        swept_[symbol - Terms::first_symbol] = true;
        add(symbol);
    }
    if (swept_in_part_ < most_swept_in_part) {
        const std::size_t are_new = swept.size();
        for (const Term symbol : in.terms.narrowed()) {
            if (std::ranges::binary_search(open, symbol)) add(symbol);
        }
        swept_in_part_ += swept.size() == are_new ? 0 : rounds;
    }
    if (rounds == 0) return;
    Values other = values;
    for (unsigned round = 0; round < rounds; ++round) {
        for (const auto& [symbol, first] : swept) {
            const Domain& left = in.terms.domain(symbol);
            other[symbol - Terms::first_symbol] = left.at((first + round) % left.size());
        }
        check(in, other, false);
    }
}

/// The ends of what the bytes may be: all the least, all the greatest, and pairs of bytes as near
/// to each other and as far apart as they can be, beside each of the two and other values.
void Proving::check_ends(Search& in, const Values& values, Values& other,
                         std::span<const Term> open) {
    constexpr std::size_t most_pairs = 4;
    const auto pairs = in.terms.pairs();
    const std::size_t varied = std::min(pairs.size(), most_pairs);
    const unsigned last = (1U << varied) - 1;
    const bool is_brief = proof_.cases >= few_cases;
    const auto check_pairs = [&](const Values& beside) {
        for (unsigned corner = 0; varied != 0 && corner <= last; corner += is_brief ? last : 1) {
            Values ends = beside;
            std::vector<Term> kept;
            for (std::size_t i = 0; i < varied; ++i) {
                const auto [x, y] = pairs[i];
                const auto [of_x, of_y] = in.terms.apart(x, y, (corner >> i & 1U) != 0);
                ends[x - Terms::first_symbol] = of_x;
                ends[y - Terms::first_symbol] = of_y;
                kept.insert(kept.end(), {x, y});
            }
            if (in.terms.settle(ends, kept) && in.paths.settle_stream(ends)) check(in, ends, false);
        }
    };
    check_pairs(values);
    for (const bool is_last : {false, true}) {
        for (const Term symbol : open) {
            const Domain& left = in.terms.domain(symbol);
            other[symbol - Terms::first_symbol] = is_last ? left.last() : left.first();
        }
        check_pairs(other);
        if (in.settle(other)) check(in, other, false);
    }
}

/// Compares for all values of these symbols. False if they are too many.
bool Proving::try_all(Search& in, const Values& values, const std::vector<Term>& symbols) {
    std::uint64_t count = 1;
    for (const Term symbol : symbols) {
        if (in.terms.is_ordered(symbol)) return false;
        count *= in.terms.domain(symbol).size();
        if (count > most_tried_alone && !in.terms.is_constrained(symbol)) return false;
    }
    std::uint64_t left = most_tried_in_all;
    const bool are_all = in.terms.are_all_constrained(symbols);
    Values all = values;
    return in.terms.for_each_settled(all, symbols, [&](Values& others) {
        if (++tried_ % 0x400 == 0) in.paths.on_pause();
        if (are_all || in.terms.settle(others, symbols)) check(in, others, false);
        return --left != 0;
    });
}

/// No reference knows what noise was there: what it states of such a byte is wrong for one of these.
void Proving::check_kept_noise(Search& in, const Values& found) {
    if (in.kept_noise.empty() || !knows_values_) return;
    Values& values = scratch_;
    values = found;
    for (const unsigned at : in.kept_noise) values[at] = static_cast<Byte>(~found[at]);
    check(in, values, false);
}

/// Compares what comes out with what the reference states of bytes that are not known.
void Proving::check_statement(Search& in, const Values& values) {
    if (!is_only_moved_) return;
    const auto on_pause = [&] {  // leaves time for the other clauses
        in.paths.on_pause();
        if (processor_seconds() > ends_ - seconds_ / 10) {
            throw Diagrams::TooLarge("the comparison takes too long");
        }
    };
    Statement statement(in, values, on_pause, [&](const Values& of) { check(in, of, false); });
    is_only_moved_ = statement.holds(program_, block_, reference_.state);
}

/// Compares what comes out with the reference for other values of the bytes that this case only
/// carries: for all of them if they are few, else for some. `other` are values that may be changed.
void Proving::check_carried(Search& in, const Values& values, Values& other) {
    const std::vector<Term> open = in.open_symbols();
    if (open.empty()) return;
    if (in.for_each_value(open, most_tried, other, [&](auto& all) { check(in, all, false); })) {
        return;
    }
    proof_.carried = std::max(proof_.carried, static_cast<unsigned>(open.size()));
    if (is_only_moved_ && (has_formula_ || (!is_stated_ && !in.only_moves()))) {
        // What comes out depends on some of them in another way: then on all that they may be.
        const std::vector<Term> symbols = has_formula_ ? open : in.unmoved();
        is_only_moved_ = try_all(in, values, symbols);
    }
    for (const auto& [symbol, value] : in.range_ends) {
        if (!ends_tried_.emplace(symbol, value).second) continue;
        Values ends = values;
        ends[symbol - Terms::first_symbol] = value;
        if (in.terms.settle(ends, {symbol})) check(in, ends, false);
    }
    check_ends(in, values, other, open);
    for (unsigned i = proof_.cases < few_cases ? 0 : samples - 1; i < samples; ++i) {
        for (const Term symbol : open) {
            const Domain& left = in.terms.domain(symbol);
            Byte& value = other[symbol - Terms::first_symbol];
            value = static_cast<Byte>(random_.below(256));
            if (!left.has(value)) value = left.at(random_.below(left.size()));
        }
        if (in.settle(other)) check(in, other, false);
    }
    sweep(in, values, open);
}

/// Runs a call on contract's rig, which has to do the same.
void Proving::replay(Search& in, const Values& values, const Call& call, const Expected& expected) {
    rig_.prepare(call, entry_);
    const bool comes_back = in.paths.ending == Ending::comes_back;
    const RigEnd run = comes_back ? rig_.run_round(call, reached_) : rig_.run(call, &reached_);
    in.paths.covered = reached_;
    const RigEnd end = in.outcome(values);
    const auto after = in.after(values);
    const bool counts = block_.time.kind == TimeKind::cycles;
    // The port's byte, and what the KERNAL's calls leave below S, are not the routine's.
    bool is_same = run.ending == end.ending && (run.cycles == end.cycles || !counts) &&
                   run.registers.a == end.registers.a && run.registers.x == end.registers.x &&
                   run.registers.y == end.registers.y && run.registers.p == end.registers.p &&
                   run.printed == end.printed;
    is_same &= std::equal(after.begin() + 2, after.end(), rig_.ram().begin() + 2);
    if (!is_same && !end.kernal_called) {
        throw Stopped(fmt::format("a run of {} on the emulator does something else",
                                  call.changes_from(base_)));
    }
    static_cast<void>(replays_.judge(expected, run, rig_));
    if (proof_.witnesses++ == 0 && !comes_back) replay_in_other_noise(in, call);
}

/// Once more, in other noise: what is written may have been there already, and so not change.
void Proving::replay_in_other_noise(Search& in, const Call& call) {
    Call other = call;
    for (const unsigned at : in.paths.written()) {
        if (in.is_noise(at)) other.ram[at] = static_cast<Byte>(~other.ram[at]);
    }
    const Expected expected = expected_of(other);
    rig_.prepare(other, entry_);
    static_cast<void>(replays_.judge(expected, rig_.run(other, &reached_), rig_));
}

/// Changes the values to those of the longest run.
void Proving::check_time(Search& in, Values& values) {
    Terms& terms = in.terms;
    const Search::Sums by_symbol = in.crossing_sums();
    for (const bool greatest : {false, true}) {
        std::vector<Term> chosen;
        for (const auto& [symbol, sums] : by_symbol) {
            chosen.push_back(symbol);
            std::optional<unsigned> best;
            terms.domain(symbol).for_each([&](Byte value) {
                const unsigned cycles = sums[value];
                if (best && (greatest ? cycles <= *best : cycles >= *best)) return;
                best = cycles;
                values[symbol - Terms::first_symbol] = value;
            });
        }
        if (!terms.settle(values, chosen)) throw Stopped("page crossings that exclude each other");
        const Cycle cycles = in.cycles(values);
        auto& extreme = greatest ? most_ : least_;
        if (extreme && (greatest ? cycles <= *extreme : cycles >= *extreme)) continue;
        const Call& call = in.call(values);
        if (!accepts(in, call)) continue;
        extreme = cycles;
        (greatest ? proof_.longest : proof_.shortest) =
            Witness{cycles, describe(suite_, call), call.changes_from(base_)};
        if (block_.time.kind != TimeKind::cycles) continue;
        replay(in, values, call, Expected(call));
        const Time& time = block_.time;
        if (time.most != 0 && (cycles < time.least || cycles > time.most)) {
            refute(Clause::time,
                   fmt::format("takes {} cycles, its block says {}..{}", cycles, time.least,
                               time.most),
                   block_.time_line, &call);
        }
    }
}

/// What the block does not name must be as it was, whatever it was. False if the search has to
/// split the path.
bool Proving::check_frame(Search& in, const Values& values) {
    Values& least = scratch_;
    least = values;
    in.make_areas_least(least);
    if (varies_ || !frame_) {
        const Call& call = in.call(least);
        frame_ = judge_.allowed(call, in.after(least));
    }
    const Addresses& allowed = *frame_;
    std::vector<Term> open;
    const auto keep = [&](Term now, Term before) {
        if (now == before || in.terms.same(now, before)) return;
        open.push_back(now);
        open.push_back(before);
    };
    for (const unsigned at : in.paths.written()) {
        if (at >= Paths::first_element) {  // then wherever it may lie
            const Element& element = in.paths.element(at);
            bool is_allowed = in.is_named(element);
            if (!is_allowed) {
                is_allowed = true;
                in.terms.domain(element.index).for_each([&](Byte value) {
                    is_allowed &= allowed[element.array + value];
                });
            }
            if (is_allowed || in.terms.same(in.paths.cell(at), element.first)) continue;
            if (in.terms.domain(element.index).size() > 1) {
                open.push_back(element.index);
                continue;
            }
        }
        if (!allowed[in.moved(least, at) & 0xffffU]) keep(in.paths.cell(at), in.before(at));
    }
    const State& state = in.paths.state;
    const Term now[]{state.a, state.x, state.y};
    for (std::size_t i = 0; i < std::size(now); ++i) {
        if (!judge_.allows_register(register_names[i])) keep(now[i], in.space.registers[i]);
    }
    return in.decide(open);
}

/// False if the search has to split the path, and then comes here again.
bool Proving::end_of_path(Search& in) {
    if (in.paths.ending == Ending::wants_keys) {
        wants_more_keys_ = true;
        return true;
    }
    if (excludes(in)) return true;
    const bool comes_back = in.paths.ending == Ending::comes_back;
    if (comes_back) {
        const State& state = in.paths.state;
        bool holds = state.readings == 0 && state.i && !state.d;
        for (const auto& [now, before] : in.changed_in()) {
            holds &= in.paths.need(now) == in.paths.need(before);
            if (in.paths.is_split()) return false;
        }
        if (!holds) throw NotInvariant("does not hold: what In names has changed");
    } else if (in.paths.ending != Ending::returned) {
        const Values values = in.input();
        if (values.empty()) return true;
        if (in.paths.ending == Ending::ran_on && block_.time.kind != TimeKind::cycles) {
            throw Stopped(fmt::format("a run may take more than {} cycles", suite_.longest));
        }
        check(in, values, true);
        if (refuted_.empty()) throw Stopped("a path that contract's rig does not find");
        throw Stopped("it does not return");
    }
    if (!in.decide(in.forced)) return false;
    if (knows_values_ && !in.decide(in.paths.typed)) return false;
    // A statement is compared for all values of what it depends on, but knows each index.
    const auto wanted = is_stated_ ? in.indices() : in.undecided_outs(knows_values_);
    if (!in.decide(wanted)) return false;
    const Search::Sums sums = in.crossing_sums();
    for (const auto& [crosses, times] : in.paths.counted_crossings()) {
        const auto symbol = in.terms.only_symbol(crosses);
        if (symbol && (!sums.contains(*symbol) || !in.terms.is_constrained(*symbol))) continue;
        if (!in.decide(std::span(&crosses, 1))) return false;
    }
    const Values& values = in.input();
    if (values.empty()) return true;  // no input comes here
    if (!check_frame(in, values)) return false;
    ++proof_.cases;
    check(in, values, true);
    check_kept_noise(in, values);
    Values& other = scratch_;
    other = values;
    if (!comes_back) check_time(in, other);
    if (!knows_values_) return true;
    if (is_stated_) check_statement(in, values);
    check_carried(in, values, other);
    return true;
}

/// Joins more if there are too many cases: everything, where a reference speaks of bytes that are not
/// known. What is left of the time is for the last attempt.
void Proving::attempt(Joins joins) {
    const bool is_first = joins == Joins::none;
    const double now = is_first ? begun_ : processor_seconds();
    const double left = begun_ + seconds_ - now;
    const double part = joins == Joins::all      ? 1
                        : joins == Joins::pieces ? 0.7
                        : is_stated_             ? 0.02
                                                 : 0.8;
    joins_ = joins;
    ends_ = now + left * part;
    try {
        search_all();
    } catch (const OutOfTime&) {
        if (bound_ || joins == Joins::all) throw;
        attempt(is_first && !is_stated_ ? Joins::pieces : Joins::all);
    }
}

/// With at most one key, with two, ... as long as one more seems to be possible in time.
void Proving::search_all() {
    constexpr double next_takes = 30;  // times as long
    proof_.carried = 0;
    least_.reset();
    most_.reset();
    swept_.clear();
    ends_tried_.clear();
    swept_in_part_ = tried_ = 0;
    accepted_ = false;
    is_only_moved_ = is_exhaustive_ = true;
    for (most_keys_ = 1;; ++most_keys_) {
        proof_.cases = 0;
        wants_more_keys_ = false;
        SpaceChoices choices;
        do {
            search(choices);
        } while (advance(choices));
        if (!wants_more_keys_) return bound_.reset();
        if (accepted_) bound_ = {most_keys_, proof_.cases};
        const double spent = processor_seconds() - begun_;
        if (spent * next_takes > seconds_ || most_keys_ == most_tried_keys) return;
    }
}

void Proving::end_if_enough() const {
    const auto is_refuted = [&](Clause clause) { return refuted_.contains(clause); };
    if (std::ranges::all_of(options_.enough, is_refuted)) throw Stopped("enough is refuted");
}

void Proving::search(SpaceChoices& choices) {
    const auto in = std::make_unique<Search>(base_, suite_, choices, entry_, true);
    frame_.reset();  // an index chooses what may change
    in->choose_forced(knows_values_);
    in->paths.covered = reached_;
    in->paths.joins = joins_;
    in->paths.joins_texts = is_stated_;
    in->paths.most_keys = most_keys_;
    in->paths.ends_rounds = has_rounds_;
    in->paths.on_pause = [&] {
        if (options_.go_on && !options_.go_on(proof_.cases)) throw Stopped("interrupted");
        end_if_enough();
        if (processor_seconds() > ends_) {
            throw OutOfTime(
                fmt::format("not decided in {} s, after {} cases", seconds_, proof_.cases));
        }
    };
    std::uint64_t ended = 0;
    double share = 0;  // of all inputs, so far
    const double begun = processor_seconds();
    const auto next = [&] {
        try {
            return in->paths.next();
        } catch (const Unsupported&) {
            run_instead(*in);
            throw;
        }
    };
    while (next()) {
        static_cast<void>(end_of_path(*in));
        end_if_enough();
        share += in->paths.share();
        if (++ended % 64 != 0) continue;
        in->paths.on_pause();
        const double spent = processor_seconds() - begun;
        if (spent > share * most_hoped(joins_, spent) * seconds_) {
            throw OutOfTime(fmt::format("not decided in {:.0f} s, after {} cases", spent, ended));
        }
    }
}

// --- clauses ------------------------------------------------------------------------------------

void Proving::refute(Clause clause, std::string why, std::size_t line, const Call* call) {
    if (refuted_.contains(clause)) return;
    Decision decision{clause, Verdict::refuted, std::move(why), line == 0 ? block_.line : line};
    if (call != nullptr) {
        decision.changes = call->changes_from(base_);
        decision.facts = describe(suite_, *call);
    }
    refuted_.emplace(clause, std::move(decision));
}

/// A counterexample counts when contract's own rig has found the same fault.
void Proving::refute_by_rig(const Call& call, const Fault& fault) {
    if (refuted_.contains(fault.clause)) return;
    const Expected expected = expected_of(call);
    rig_.prepare(call, entry_);
    const RigEnd end = rig_.run(call, nullptr);
    const Faults faults =
        Judge(suite_, program_, block_, checker_.known()).judge(expected, end, rig_);
    if (faults.empty()) {
        throw Stopped(fmt::format("the emulator does not confirm: {}", fault.text));
    }
    for (const Fault& found : faults) refute(found.clause, found.text, found.line, &call);
}

void Proving::decide_clauses() {
    std::vector<Clause> clauses;
    if (!block_.out.empty() || block_.uses.screen) clauses.push_back(Clause::out);
    clauses.push_back(Clause::uses);
    if (block_.time.kind == TimeKind::cycles) clauses.push_back(Clause::time);
    if (block_.invariant_line != 0) clauses.push_back(Clause::invariant);
    const Time& time = block_.time;
    if (proof_.is_whole && least_ && most_ && time.kind == TimeKind::cycles) {
        proof_.time = fmt::format("{}..{}", *least_, *most_);
        if (time.seen || time.least != *least_ || time.most != *most_) {
            refute(Clause::time,
                   time.most == 0
                       ? fmt::format("is not stated: it is {}", proof_.time)
                       : fmt::format("is exactly {}, its block says {}{}..{}", proof_.time,
                                     time.seen ? "seen " : "", time.least, time.most),
                   block_.time_line, nullptr);
        }
    }
    if (proof_.is_whole) {
        for (const Fault& fault : replays_.unmet(Addresses(reached_).set(0))) {
            if (!fault.text.starts_with("no draw has executed")) {
                refute(fault.clause, fault.text, fault.line, nullptr);
            }
        }
    }
    for (const auto& [clause, decision] : refuted_) {
        if (std::ranges::count(clauses, clause) == 0) clauses.push_back(clause);
    }
    std::string by =
        proof_.cases == 1 ? "one run" : fmt::format("enumeration of {} cases", proof_.cases);
    if (proof_.carried != 0) by += fmt::format(", {} bytes carried", proof_.carried);
    for (const Clause clause : clauses) {
        if (const auto found = refuted_.find(clause); found != refuted_.end()) {
            proof_.decisions.push_back(found->second);
            continue;
        }
        Decision decision{clause, proof_.is_whole ? Verdict::proved : Verdict::drawn, by};
        if (bound_ && is_exhaustive_) {
            decision.verdict = Verdict::bounded;
            decision.why = fmt::format("at most {} keys, {} cases", bound_->first, bound_->second);
        }
        const auto has_ranges = [](const Entry& entry) { return !entry.bytes.ranges.empty(); };
        if (clause == Clause::out && !knows_values_ &&
            std::ranges::none_of(block_.out, has_ranges)) {
            decision = {clause, Verdict::unstated, "nothing says what comes out"};
        } else if (clause == Clause::out && !is_only_moved_) {
            decision.verdict = Verdict::drawn;
            decision.why = fmt::format(
                "compared at some inputs in each of {} cases, not at all values of {} bytes",
                proof_.cases, proof_.carried);
        }
        proof_.decisions.push_back(std::move(decision));
    }
}

/// What is not decided is tried as by `contract`.
void Proving::undecided(const std::string& why) {
    for (Decision& decision : proof_.decisions) {
        if (decision.verdict == Verdict::drawn) decision.why = why;
    }
    if (!options_.draws || why == "interrupted") return;
    const Report report = checker_.check(program_, block_, checker_.effort(program_, block_));
    proof_.draws = report.draws;
    for (Decision& decision : proof_.decisions) {
        if (decision.verdict != Verdict::drawn && decision.verdict != Verdict::bounded) continue;
        if (decision.verdict == Verdict::drawn) {
            decision.why = fmt::format("{} draws: {}", report.draws, why);
        }
        for (const Complaint& complaint : report.complaints) {
            if (complaint.is_bad_block) throw ContractError(complaint.what);
            if (complaint.clause != decision.clause) continue;
            decision.verdict = Verdict::refuted;
            decision.why = complaint.what;
            decision.line = complaint.line;
            decision.draw = complaint.draw;
            decision.facts = complaint.facts;
        }
    }
}

Proof Proving::run() {
    std::string why;
    try {
        if (reference_.type != nullptr && block_.time.kind == TimeKind::cycles) {
            throw Unsupported("a Time in cycles, of a routine that waits for keys");
        }
        try {
            attempt(Joins::none);
            if (has_rounds_ && !accepted_ && !wants_more_keys_)
                throw NotInvariant("no round is seen to be the last");
        } catch (const NotInvariant& error) {
            has_rounds_ = false;
            refute(Clause::invariant, error.what(), block_.invariant_line, nullptr);
            attempt(Joins::none);
        }
        if (!accepted_ && !wants_more_keys_) throw ContractError("no input satisfies its In");
        proof_.is_whole = is_exhaustive_ && !bound_ && accepted_;
        if (!accepted_) why = fmt::format("more than {} keys", most_keys_);
        if (!is_exhaustive_) why = "which inputs the reference accepts is known of samples only";
    } catch (const Unsupported& error) {
        why = error.what();
    } catch (const Stopped& error) {
        why = error.what();
    } catch (const NoSpace& error) {
        why = error.what();
    }
    decide_clauses();
    if (!recursion_.empty()) why = fmt::format("recursion of {}: {}", recursion_, why);
    if (!proof_.is_whole) undecided(why);
    return std::move(proof_);
}

}  // namespace

std::string_view name(Verdict verdict) {
    constexpr std::string_view names[]{"proved", "refuted", "drawn", "unstated", "bounded"};
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

Proof prove(const Checker& checker, const Program& program, const Block& block,
            const Options& options) {
    return Proving(checker, program, block, options).run();
}

}  // namespace ryg::contracts::prove
