// Checks a routine's results for all its inputs, clause by clause.
#include "engine/prove/prove.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "emu/opcodes.hpp"
#include "engine/claims/chips.hpp"
#include "engine/claims/formula.hpp"
#include "engine/claims/judge.hpp"
#include "engine/prove/asked.hpp"
#include "engine/prove/formula_words.hpp"
#include "engine/prove/ran.hpp"
#include "engine/prove/run.hpp"

namespace ryg::prove {
namespace {

using claims::Block;
using claims::Call;
using claims::Checker;
using claims::Entry;
using claims::Expected;
using claims::Finding;
using claims::Program;
using claims::TimeKind;

constexpr unsigned random_inputs = 300;
constexpr std::size_t most_swept_forms = 3;

/// Whether some input that takes the path makes one of these differ.
Answer may_differ(Run& run, Literal path, std::span<const Literal> was,
                  std::span<const Literal> is) {
    std::vector<Literal> bits;
    for (std::size_t i = 0; i < was.size(); ++i) bits.push_back(run.graph.differ(was[i], is[i]));
    return run.decider.possible(run.graph.both(path, run.graph.any_of(bits)));
}

std::set<emu::Byte> ends_of(const Entry& entry) {
    std::set<emu::Byte> ends;
    for (const auto& [first, last] : entry.bytes.ranges) ends.insert({first, last});
    return ends;
}

/// The proof of a block, clause by clause.
class Proving {
  public:
    Proving(const Checker& checker, const Program& program, const Block& block,
            const Options& options)
        : checker_(checker),
          suite_(checker.suite()),
          program_(program),
          block_(block),
          reference_(claims::reference_for(suite_, block)),
          budget_(options.seconds, options.go_on),
          judge_(suite_, program, block, checker.known()),
          chips_(suite_, program, block),
          formulas_(program, block),
          host_(program, suite_.longest),
          entry_(program.image.labels.at(block.name)),
          base_(claims::first_call(suite_, program, block, host_.background())) {
        proof_.routine = block.name;
        proof_.program = program.name;
        proof_.file = block.file;
        proof_.line = block.line;
    }

    Proof run();

  private:
    /// A condition that the block excludes.
    struct Wrong {
        Literal when;
        std::string what;
        std::size_t line = 0;
    };
    /// The result for a clause in the cases so far.
    struct Found {
        bool is_stated = false;  ///< the clause makes a statement that could be false
        std::optional<Decision> refuted{};
        std::string undecided{};
        std::string unstated{};
    };

    void find_loose_bytes();
    void judge_case();
    void judge_endless();
    void judge_out();
    struct Computed {
        LongWord value;
        Literal has_no_value;
        bool is_of_use;  ///< the form differs from a simpler one
    };
    [[nodiscard]] Computed compute(const c64::debug::Expression& expression,
                                   const ProductForm& form);
    /// The inputs for which an Out contradicts its formula, computed in one form.
    struct Contradiction {
        Literal when{true};
        bool is_of_use = false;
        double likeness = 0;  ///< share of its nodes that look like nodes of the routine
    };
    [[nodiscard]] Contradiction contradicts(const claims::Formulas::Formula& formula,
                                            const ProductForm& form);
    [[nodiscard]] std::vector<Contradiction> contradictions(
        const claims::Formulas::Formula& formula);
    void judge_formula(const claims::Formulas::Formula& formula);
    void note_condition(const claims::Formulas::Formula& formula);
    [[nodiscard]] std::string vacuous() const;
    std::pair<Answer, Assignment> run_all_inputs(Literal question);
    void judge_range(const Entry& entry);
    void judge_function();
    void judge_statement();
    [[nodiscard]] std::string left_unstated(const claims::Stated& stated) const;
    [[nodiscard]] std::string name_of(unsigned cell) const;
    void try_random_inputs();
    /// What a run of a call contradicts.
    [[nodiscard]] std::vector<Finding> run_call(const Call& call);
    [[nodiscard]] Call without_noise(const Call& call) const;
    void judge_printed(std::span<const Printed> should);
    [[nodiscard]] std::vector<Printed> stated_text(const claims::Stated& stated) const;
    [[nodiscard]] std::vector<Printed> stated_text();
    void judge_uses();
    void note_stack();
    void note_uses();
    void note_ends();
    void judge_registers(std::vector<Wrong>& wrong);
    void judge_memory(std::vector<Wrong>& wrong);
    void note_times();
    void judge_all_cases();
    void judge_stack();
    void judge_unused();
    void judge_ends();
    void judge_time();
    void find_dead_code();
    /// Whether none of these is possible; otherwise refutes the clause or leaves it undecided.
    bool none_can_be(Clause clause, std::span<const Wrong> wrong);
    void refute(Clause clause, std::string why, std::size_t line, const Call& call,
                bool is_of_all = false);
    /// Runs an input that contradicts a clause.
    void replay(Clause clause, const Call& call, const Wrong& wrong);
    void undecided(Clause clause, std::string why);
    [[nodiscard]] bool is_endless() const { return block_.time.kind == TimeKind::endless; }
    [[nodiscard]] Found& found(Clause clause) { return found_[static_cast<std::size_t>(clause)]; }
    [[nodiscard]] bool is_open(Clause clause) {
        return !found(clause).refuted && found(clause).undecided.empty();
    }
    [[nodiscard]] Expected expected_of(const Call& call);
    [[nodiscard]] std::vector<Byte> out_bytes(const Entry& entry) const;
    [[nodiscard]] Literal may_change(unsigned cell) const;
    [[nodiscard]] Literal is_element(unsigned cell, const Entry& entry) const;
    [[nodiscard]] Literal is_in_area(unsigned cell, std::string_view name) const;
    [[nodiscard]] Word address_of(unsigned cell) const;
    [[nodiscard]] std::string means() const;
    [[nodiscard]] std::optional<Witness> witness(const Call& call, Cycle cycles);
    void conclude();

    const Checker& checker_;
    const claims::Suite& suite_;
    const Program& program_;
    const Block& block_;
    const claims::Reference& reference_;
    Budget budget_;
    claims::Judge judge_;
    claims::Chips chips_;
    claims::Formulas formulas_;
    claims::Host host_;
    Address entry_;
    Call base_;
    std::unique_ptr<Run> run_;
    Result result_;
    Proof proof_;
    std::array<Found, 4> found_{};
    std::array<unsigned, 7> decided_by_{};
    std::bitset<0x10000> executed_;
    // Results of all cases so far:
    struct Extreme {
        Cycle cycles;
        Call call;
    };
    std::optional<Extreme> shortest_, longest_;
    Run::Alone alone_;  ///< includes own operands that change
    bool has_times_ = true;
    unsigned deepest_ = 0;  ///< bytes of stack that change
    std::optional<Call> deepest_call_, some_call_;
    std::set<std::string> used_, unsure_;  ///< items of Uses that change, or may change
    std::set<const Entry*> holding_;       ///< Outs whose condition holds
    std::set<std::pair<const Entry*, emu::Byte>> occurred_;  ///< ends of the ranges of Out
    bool screen_is_used_ = false;
};

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
    const Expected expected = expected_of(call);
    chips_.prepare(host_, call, entry_);
    const claims::CallEnd end = chips_.run(host_, call, nullptr);
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
        const Answer answer = run_->decider.possible(graph.both(path, one.when));
        ++decided_by_[static_cast<std::size_t>(run_->decider.means())];
        if (answer == Answer::no) continue;
        if (answer == Answer::unknown) {
            undecided(clause, fmt::format("{}:{}: not decided in {:.0f} s: {}", block_.file,
                                          one.line, budget_.used(), one.what));
        } else {
            replay(clause, run_->symbols.call(base_, run_->decider.assignment()), one);
        }
        return false;
    }
    return true;
}

// --- Out ----------------------------------------------------------------------------------------

/// The bytes of an Out after the call, the lowest first.
std::vector<Byte> Proving::out_bytes(const Entry& entry) const {
    const Reached& end = *result_.whole;
    std::vector<Byte> bytes;
    if (claims::is_register(entry.symbol)) return {register_of(end.state, entry.symbol[0])};
    if (claims::field_symbol(entry.symbol)) {
        throw NotDecided(fmt::format("Out {} is a field", entry.symbol));
    }
    const auto place = program_.extent(entry.symbol);
    if (const auto element = claims::index_symbol(entry.symbol)) {
        const unsigned at = program_.variable(element->part).begin;
        const bool is_in =
            std::ranges::find(block_.in, element->part, &Entry::symbol) != block_.in.end();
        const Byte index = is_in ? run_->world.before(at) : end.memory.cell(at);
        Memory memory = end.memory;
        run_->world.path = end.path.literal();
        return {memory.read(Word(place.begin) + Word(index))};
    }
    for (unsigned at = place.begin; at < place.end; ++at) {
        if (run_->world.is_chip(at) && !run_->world.is_followed(at, true)) {
            throw NotDecided(fmt::format("Out {} is a chip's register", entry.symbol));
        }
        bytes.push_back(end.memory.cell(at));
    }
    return bytes;
}

Proving::Computed Proving::compute(const c64::debug::Expression& expression,
                                   const ProductForm& form) {
    const Reached& end = *result_.whole;
    run_->world.path = end.path.literal();
    Memory given = run_->symbols.memory();
    FormulaWords words(
        run_->world, run_->symbols.state(), given, form,
        [&](const c64::debug::ExpressionNode& node, unsigned address) {
            formulas_.check_peek(expression, node, address, base_.ram);
        },
        &end);
    const LongWord value = c64::debug::evaluate(expression, words);
    return {value, words.has_no_value(), words.is_of_use(form)};
}

Proving::Contradiction Proving::contradicts(const claims::Formulas::Formula& formula,
                                            const ProductForm& form) {
    Graph& graph = run_->graph;
    if (formula.relation) {
        const Computed holds = compute(*formula.relation, form);
        return {graph.either(holds.has_no_value, !graph.any_of(holds.value)), holds.is_of_use};
    }
    Literal may_be_anything(false), differs(false), has_no_value(false);
    if (formula.condition) {
        const Computed holds = compute(*formula.condition, {});
        has_no_value = holds.has_no_value;
        may_be_anything = !graph.any_of(holds.value);
    }
    const Computed should = compute(*formula.expression, form);
    const std::vector<Byte> out = out_bytes(*formula.out);
    const bool is_flag =
        claims::is_register(formula.out->symbol) && claims::is_flag(formula.out->symbol[0]);
    const Literal beyond =
        formula.expression->nodes().back().is_unsigned ? Literal(false) : should.value[63];
    for (std::size_t i = 0; i < (is_flag ? 1 : 8 * out.size()); ++i) {
        const Literal bit = i < 64 ? should.value[i] : beyond;
        differs = graph.either(differs, graph.differ(out[i / 8].bits[i % 8], bit));
    }
    const Literal is_wrong =
        graph.both(!may_be_anything, graph.either(should.has_no_value, differs));
    return {graph.either(has_no_value, is_wrong), should.is_of_use};
}

/// The contradictions in all different forms; the form most similar to the routine comes first.
std::vector<Proving::Contradiction> Proving::contradictions(
    const claims::Formulas::Formula& formula) {
    Graph& graph = run_->graph;
    const Literal path = result_.whole->path.literal();
    std::vector<Contradiction> made{contradicts(formula, {})};
    std::vector<Literal> roots{path};
    for (const Byte& byte : out_bytes(*formula.out)) {
        roots.insert(roots.end(), byte.bits.begin(), byte.bits.end());
    }
    std::set<Patterns> looks;
    const auto look = [&](std::uint32_t node) {
        Patterns values = graph.patterns(Literal::of(node));
        const std::uint64_t flip = std::uint64_t{0} - (values[0] & 1);
        for (auto& word : values) word ^= flip;
        return values;
    };
    const std::vector<std::uint32_t> own = graph.cone(roots);
    for (const std::uint32_t node : own) looks.insert(look(node));
    for (const ProductForm& form : product_forms()) {
        Contradiction next = contradicts(formula, form);
        const bool is_known = std::ranges::find(made.begin() + 1, made.end(), next.when,
                                                &Contradiction::when) != made.end();
        if (!next.is_of_use || is_known) continue;
        const std::array question{graph.both(path, next.when)};
        const std::vector<std::uint32_t> all = graph.cone(question);
        const auto alike = std::ranges::count_if(
            all, [&](std::uint32_t node) { return looks.contains(look(node)); });
        next.likeness = static_cast<double>(alike) / static_cast<double>(all.size() + 1);
        made.push_back(next);
    }
    if (made.size() > 1) made.erase(made.begin());
    std::ranges::sort(made, std::greater(), &Contradiction::likeness);
    return made;
}

/// Records that the condition after `when` holds for some input, so that the formula states
/// something.
void Proving::note_condition(const claims::Formulas::Formula& formula) {
    if (formula.condition) {
        const Literal holds = run_->graph.any_of(compute(*formula.condition, {}).value);
        const Literal path = result_.whole->path.literal();
        if (run_->decider.possible(run_->graph.both(path, holds)) == Answer::no) return;
    }
    found(Clause::out).is_stated = true;
    holding_.insert(formula.out);
}

/// Checks that an Out equals its formula, computing products in one of the possible forms.
void Proving::judge_formula(const claims::Formulas::Formula& formula) {
    Graph& graph = run_->graph;
    const std::string what = formula.out->symbol + (formula.relation ? " is not as " : " is not ") +
                             (formula.relation ? *formula.relation : *formula.expression).text();
    const std::vector<Contradiction> forms = contradictions(formula);
    const Wrong wrong{forms.front().when, what, formula.out->line};
    const Literal path = result_.whole->path.literal();
    run_->decider.set_given(path);
    if (forms.size() > 1 && !run_->decider.is_quickly_possible(graph.both(path, wrong.when))) {
        for (const Contradiction& form : std::span(forms).first(most_swept_forms)) {
            if (!run_->decider.is_impossible_by_sweeping(graph.both(path, form.when))) continue;
            ++decided_by_[static_cast<std::size_t>(Decider::Means::sweeping)];
            return run_->decider.set_given(Literal(true));
        }
    }
    if (is_open(Clause::uses)) {
        run_->decider.set_runs([&](Literal question) { return run_all_inputs(question); });
    }
    none_can_be(Clause::out, std::span(&wrong, 1));
    run_->decider.set_runs({});
    run_->decider.set_given(Literal(true));
}

std::pair<Answer, Assignment> Proving::run_all_inputs(Literal question) {
    try {
        if (chips_.are_named()) return {Answer::unknown, {}};
        const claims::AllInputs inputs(program_, block_);
        host_.prepare(base_, entry_);
        claims::ManyInputs many(program_, formulas_, judge_, inputs, host_.machine(),
                                suite_.longest);
        return run_all(*run_, question, inputs, many, base_);
    } catch (const claims::ContractError&) {  // inputs that are not bytes
        return {Answer::unknown, {}};
    }
}

void Proving::judge_range(const Entry& entry) {
    Graph& graph = run_->graph;
    std::vector<Wrong> wrong;
    for (const Byte& byte : out_bytes(entry)) {
        wrong.push_back({!is_among(graph, byte, entry.bytes),
                         fmt::format("Out {} is outside its stated range", entry.symbol),
                         entry.line});
    }
    none_can_be(Clause::out, wrong);
}

void Proving::judge_out() {
    Found& out = found(Clause::out);
    const auto judge = [&](const Entry& entry, auto action) {
        if (!is_open(Clause::out)) return;
        try {
            action();
        } catch (const NotDecided& error) {
            out.is_stated = true;
            undecided(Clause::out, fmt::format("{}:{}: {}", block_.file, entry.line, error.what()));
        }
    };
    for (const auto& formula : formulas_.all()) {
        if (!formula.out->is_stated()) continue;
        judge(*formula.out, [&] {
            note_condition(formula);
            judge_formula(formula);
        });
    }
    for (const Entry& entry : block_.out) {
        if (entry.bytes.ranges.empty()) continue;
        out.is_stated = true;
        judge(entry, [&] { judge_range(entry); });
    }
    if (is_open(Clause::out) && !formulas_.prints().empty()) {
        out.is_stated = true;
        try {
            judge_printed(stated_text());
        } catch (const NotDecided& error) {
            undecided(Clause::out, error.what());
        }
    }
    if (!is_open(Clause::out)) return;
    if (reference_.state != nullptr) {
        out.is_stated = true;
        judge_statement();
    } else if (reference_.expect != nullptr || suite_.expect) {
        judge_function();
    } else if (suite_.must_know && formulas_.prints().empty()) {
        std::vector<Wrong> wrong;
        for (const Printed& printed : result_.whole->printed) {
            wrong.push_back({printed.when, "prints, but no Prints says what", block_.line});
        }
        out.is_stated = out.is_stated || !wrong.empty();
        none_can_be(Clause::out, wrong);
    }
}

/// Compares with a function or a command on every input.
void Proving::judge_function() {
    bool states = reference_.expect != nullptr;  // a command may reply to nothing
    Asked asked(*run_, result_, [&](const Call& call) {
        Expected expected = expected_of(call);
        states = states || expected.states_anything();
        return expected;
    });
    const Asked::Outcome outcome = asked.ask_all(base_);
    Found& out = found(Clause::out);
    out.is_stated = out.is_stated || states || !outcome.is_complete;
    if (outcome.different) {
        replay(Clause::out, *outcome.different, {Literal(true), outcome.what, block_.line});
    } else if (!outcome.is_complete) {
        undecided(Clause::out, outcome.what);
    }
}

/// Tries to refute undecided clauses by random inputs, as `contract` makes them.
void Proving::try_random_inputs() {
    constexpr double seconds = 2;  // in addition to the proof's time
    const Budget budget(seconds, [&] { return !budget_.is_ended(); });
    engine::Random random(2026);
    for (unsigned i = 0; i < random_inputs && !budget.is_spent(); ++i) {
        claims::Choices choices(random.next());
        Call call = claims::draw_call(suite_, program_, block_, host_.background(), choices);
        if (reference_.agree != nullptr) reference_.agree(call, choices);
        if (reference_.accepts != nullptr && !reference_.accepts(call)) continue;
        if (reference_.type != nullptr) call.keys = reference_.type(call, choices);
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

/// The first Out that the reference should state but does not; empty if there is none.
std::string Proving::left_unstated(const claims::Stated& stated) const {
    for (const Entry& entry : block_.out) {
        if (!suite_.must_know || entry.is_stated()) continue;
        if (claims::is_register(entry.symbol)) {
            if (!stated.registers.contains(entry.symbol[0])) return entry.symbol;
            continue;
        }
        if (claims::field_symbol(entry.symbol) || claims::index_symbol(entry.symbol)) continue;
        const auto place = program_.extent(entry.symbol);
        for (unsigned at = place.begin; at < place.end; ++at) {
            if (!stated.cells.contains(at))
                return program_.image.labels.describe(static_cast<Address>(at));
        }
    }
    return {};
}

/// The name of a cell in messages.
std::string Proving::name_of(unsigned cell) const {
    if (cell < 0x10000) {
        const auto at = static_cast<Address>(cell);
        return fmt::format("${:04x} {}", cell, program_.image.labels.describe(at));
    }
    const Object& object = run_->world.objects()[cell / 0x10000 - 1];
    return fmt::format("byte {} of what {} points to", cell % 0x10000, object.name);
}

/// Compares with a reference that computes with formulas.
void Proving::judge_statement() {
    Symbols& symbols = run_->symbols;
    const Reached& end = *result_.whole;
    Graph& graph = run_->graph;
    claims::Stated stated(program_.image.labels);
    try {
        const claims::Given given(
            program_.image.labels,
            [&](unsigned at) { return symbols.value_of(run_->world.before(at)); },
            [&](char name) { return symbols.value_of(register_of(symbols.state(), name)); },
            [&](const auto& low, const auto& high) { return symbols.place_of(low, high); });
        reference_.state(given, stated);
    } catch (const claims::Unknown& error) {
        return undecided(Clause::out, fmt::format("its reference: {}", error.what()));
    }
    if (const std::string what = left_unstated(stated); !what.empty()) {
        return undecided(Clause::out, fmt::format("its reference does not state {}", what));
    }
    std::vector<Wrong> wrong;
    const auto compare = [&](const Byte& is, const claims::Value& should, const claims::Value& when,
                             std::string what) {
        const Byte value = symbols.byte_of(should);
        std::vector<Literal> bits;
        for (std::size_t i = 0; i < 8; ++i) bits.push_back(graph.differ(is.bits[i], value.bits[i]));
        const Literal asked = graph.any_of(symbols.byte_of(when).bits);
        wrong.push_back({graph.both(asked, graph.any_of(bits)), std::move(what), block_.line});
    };
    for (const auto& [at, cell] : stated.cells) {
        compare(end.memory.cell(at), cell.value, cell.when,
                fmt::format("{} is not what the reference says", name_of(at)));
    }
    for (const auto& [name, should] : stated.registers) {
        const bool is_flag = claims::is_flag(name);
        compare(register_of(end.state, name), is_flag ? should & 1 : should, 1,
                fmt::format("{} is not what the reference says", name));
    }
    if (none_can_be(Clause::out, wrong)) judge_printed(stated_text(stated));
}

std::vector<Printed> Proving::stated_text(const claims::Stated& stated) const {
    const Symbols& symbols = run_->symbols;
    std::vector<Printed> text;
    for (const auto& [character, when] : stated.printed) {
        text.push_back(
            {symbols.byte_of(character), run_->graph.any_of(symbols.byte_of(when).bits)});
    }
    return text;
}

/// The text that Prints states.
std::vector<Printed> Proving::stated_text() {
    std::vector<Printed> text;
    for (const auto& each : formulas_.prints()) {
        for (const char character : each.text) {
            text.push_back({Byte(static_cast<emu::Byte>(character)), Literal(true)});
        }
        if (!each.value) continue;
        const Computed should = compute(*each.value, {});
        Byte byte;
        std::copy_n(should.value.begin(), byte.bits.size(), byte.bits.begin());
        text.push_back({byte, Literal(true)});
        if (should.has_no_value != Literal(false)) throw NotDecided("Prints may divide by zero");
    }
    return text;
}

void Proving::judge_printed(std::span<const Printed> should) {
    std::vector<Wrong> wrong;
    for (const Literal differs :
         differing_characters(run_->graph, run_->decider, result_.whole->printed, should)) {
        wrong.push_back({differs, "what it prints is not what is stated",
                         block_.prints.line == 0 ? block_.line : block_.prints.line});
    }
    none_can_be(Clause::out, wrong);
}

// --- Uses ---------------------------------------------------------------------------------------

/// True where a cell is the element `name[index]` of an Out.
Literal Proving::is_element(unsigned cell, const Entry& entry) const {
    const auto element = claims::index_symbol(entry.symbol);
    if (!element) return Literal(false);
    const auto place = program_.variable(element->base);
    const unsigned at = program_.variable(element->part).begin;
    const bool is_in =
        std::ranges::find(block_.in, element->part, &Entry::symbol) != block_.in.end();
    const Byte index = is_in ? run_->world.before(at) : result_.whole->memory.cell(at);
    if (cell < place.begin || cell - place.begin > 255) return Literal(false);
    return (Word(index) == Word(cell - place.begin)).literal;
}

Word Proving::address_of(unsigned cell) const {
    if (cell < 0x10000) return Word(cell);
    return run_->world.objects()[cell / 0x10000 - 1].base + Word(cell % 0x10000);
}

/// True where a cell is in memory for which Uses has a word.
Literal Proving::is_in_area(unsigned cell, std::string_view name) const {
    const Symbols::Area* const area = run_->symbols.find_area(name);
    if (area == nullptr) return Literal(false);
    const Word at = address_of(cell);
    return (at >= area->begin && at < area->end).literal;
}

/// True where the block allows a cell to change.
Literal Proving::may_change(unsigned cell) const {
    if (cell < 0x10000 && judge_.always_allowed()[cell]) return Literal(true);
    const bool is_chip = run_->world.is_chip(cell) && !World::is_colour_ram(cell);
    if (is_chip && !chips_.names(static_cast<Address>(cell))) return Literal(true);
    Graph& graph = run_->graph;
    Literal may(false);
    for (const Entry& entry : block_.out) {
        may = graph.either(may, is_element(cell, entry));
        const auto field = claims::field_symbol(entry.symbol);
        if (!field) continue;
        const auto extent = suite_.field(field->part);
        const unsigned pointer = program_.extent(field->base + "Lo/Hi").begin;
        const bool is_in =
            std::ranges::find(block_.in, field->base + "Lo/Hi", &Entry::symbol) != block_.in.end();
        const auto byte = [&](unsigned at) {
            return is_in ? run_->world.before(at) : result_.whole->memory.cell(at);
        };
        const Word to(byte(pointer), byte(pointer + 1));
        const Word at = address_of(cell);
        for (unsigned offset = extent.begin; offset < extent.end; ++offset) {
            may = graph.either(may, (to + Word(offset) == at).literal);
        }
    }
    for (const std::string& area : block_.uses.areas) {
        may = graph.either(may, is_in_area(cell, area));
    }
    return may;
}

void Proving::judge_memory(std::vector<Wrong>& wrong) {
    Graph& graph = run_->graph;
    result_.whole->memory.for_each_written([&](unsigned cell, const Byte& after) {
        const Literal allowed = may_change(cell);
        if (allowed == Literal(true)) return;
        const Byte before = run_->world.before(cell);
        std::vector<Literal> bits;
        for (std::size_t i = 0; i < 8; ++i) {
            bits.push_back(graph.differ(before.bits[i], after.bits[i]));
        }
        const Literal changes = graph.both(graph.any_of(bits), !allowed);
        wrong.push_back({changes, fmt::format("changes {}, neither Out nor Uses", name_of(cell)),
                         block_.uses.line});
    });
}

void Proving::judge_registers(std::vector<Wrong>& wrong) {
    Graph& graph = run_->graph;
    const State &before = run_->symbols.state(), &after = result_.whole->state;
    const auto keep = [&](std::span<const Literal> was, std::span<const Literal> is,
                          std::string what) {
        std::vector<Literal> bits;
        for (std::size_t i = 0; i < was.size(); ++i) bits.push_back(graph.differ(was[i], is[i]));
        wrong.push_back({graph.any_of(bits), std::move(what), block_.uses.line});
    };
    const std::pair<const Word*, const Word*> registers[]{
        {&before.a, &after.a}, {&before.x, &after.x}, {&before.y, &after.y}};
    for (std::size_t i = 0; i < 3; ++i) {
        const char name = claims::register_names[i];
        if (judge_.allows_register(name)) continue;
        keep(registers[i].first->bits, registers[i].second->bits,
             fmt::format("changes {}, neither Out nor Uses", name));
    }
    const Byte was = before.p(), is = after.p();
    for (const char name : {'D', 'I'}) {
        const unsigned bit = claims::flag_bit(name);
        if (judge_.allows_register(name)) continue;
        keep(std::span(was.bits).subspan(bit, 1), std::span(is.bits).subspan(bit, 1),
             "changes the flag D or I");
    }
    const Word s(Call::entry_s + (block_.time.interrupt ? 3U : 2U));
    keep(s.bits, after.s.bits, "leaves S elsewhere");
}

/// Records the items of Uses that change for some input.
void Proving::note_uses() {
    const Reached& end = *result_.whole;
    for (const std::string& item : block_.uses.items) {
        if (used_.contains(item)) continue;
        std::vector<Literal> was, is;
        const auto compare = [&](const Byte& before, const Byte& after) {
            was.insert(was.end(), before.bits.begin(), before.bits.end());
            is.insert(is.end(), after.bits.begin(), after.bits.end());
        };
        if (claims::is_register(item)) {
            compare(register_of(run_->symbols.state(), item[0]), register_of(end.state, item[0]));
        }
        const auto place = program_.extent(item);
        for (unsigned at = place.begin; at < place.end; ++at) {
            compare(run_->world.before(at), end.memory.cell(at));
        }
        const Answer answer = may_differ(*run_, end.path.literal(), was, is);
        if (answer == Answer::yes) used_.insert(item);
        if (answer == Answer::unknown) unsure_.insert(item);
    }
}

/// Records the ends of an Out's ranges that occur for some input.
void Proving::note_ends() {
    Graph& graph = run_->graph;
    for (const Entry& entry : block_.out) {
        if (entry.bytes.ranges.empty()) continue;
        const std::vector<Byte> bytes = out_bytes(entry);
        for (const emu::Byte end : ends_of(entry)) {
            if (!is_open(Clause::out) || occurred_.contains({&entry, end})) continue;
            Literal occurs(false);
            for (const Byte& byte : bytes) {
                occurs = graph.either(occurs, (Word(byte) == Word(end)).literal);
            }
            const Answer answer =
                run_->decider.possible(graph.both(result_.whole->path.literal(), occurs));
            if (answer == Answer::yes) occurred_.emplace(&entry, end);
            if (answer == Answer::unknown) {
                undecided(Clause::out, fmt::format("{}:{}: whether Out {} is ever ${:02x}",
                                                   block_.file, entry.line, entry.symbol, end));
            }
        }
    }
}

/// Records the deepest byte of the stack that changes for some input.
void Proving::note_stack() {
    Graph& graph = run_->graph;
    constexpr unsigned top = Call::stack_top;
    for (unsigned depth = top - 0x100; depth > deepest_; --depth) {
        const unsigned at = top - depth;
        const Byte was = run_->world.before(at), is = result_.whole->memory.cell(at);
        std::vector<Literal> bits;
        for (std::size_t i = 0; i < 8; ++i) bits.push_back(graph.differ(was.bits[i], is.bits[i]));
        const Literal changes = graph.both(result_.whole->path.literal(), graph.any_of(bits));
        const Answer answer = run_->decider.possible(changes);
        if (answer == Answer::no) continue;
        if (answer == Answer::unknown) {
            return undecided(Clause::uses,
                             fmt::format("whether ${:04x} changes is not decided", at));
        }
        deepest_ = depth;
        deepest_call_ = run_->symbols.call(base_, run_->decider.assignment());
        return;
    }
}

void Proving::judge_uses() {
    found(Clause::uses).is_stated = true;
    if (!is_open(Clause::uses)) return;
    std::vector<Wrong> wrong;
    judge_registers(wrong);
    judge_memory(wrong);
    if (!block_.uses.screen) {
        wrong.push_back({result_.whole->kernal_called,
                         "calls the KERNAL, but its Uses has no screen", block_.uses.line});
    }
    none_can_be(Clause::uses, wrong);
}

void Proving::judge_stack() {
    if (block_.uses.screen && !block_.uses.stack) return;
    const unsigned stated = block_.uses.stack.value_or(0);
    if (deepest_ == stated) return;
    const Call& call = deepest_call_ ? *deepest_call_ : some_call_.value_or(base_);
    refute(Clause::uses, fmt::format("states {} bytes of stack; {} are used", stated, deepest_),
           block_.uses.line, call, true);
}

/// Checks that everything in Uses changes, and that every routine in it is called.
void Proving::judge_unused() {
    const auto never = [&](std::string_view what, std::string_view does = "never changes") {
        refute(Clause::uses, fmt::format("names {}, which {}", what, does), block_.uses.line,
               some_call_.value_or(base_), true);
    };
    for (const std::string& item : block_.uses.items) {
        if (used_.contains(item)) continue;
        if (!unsure_.contains(item)) return never(item);
        undecided(Clause::uses, fmt::format("whether {} ever changes is not decided", item));
    }
    for (const std::string& name : block_.uses.routines) {
        if (program_.block(name) == nullptr) continue;
        if (!executed_[program_.image.labels.at(name)]) return never(name, "is never called");
    }
    const auto is_loose = [&](unsigned cell) { return alone_.loose.contains(cell); };
    if (block_.uses.own_operands && std::ranges::none_of(program_.own_operands(block_), is_loose)) {
        return never("own operands");
    }
    if (block_.uses.screen && !screen_is_used_) never("the screen");
}

/// Checks that the ends of an Out's ranges occur.
void Proving::judge_ends() {
    for (const Entry& entry : block_.out) {
        for (const emu::Byte end : ends_of(entry)) {
            if (!is_open(Clause::out) || occurred_.contains({&entry, end})) continue;
            refute(Clause::out, fmt::format("Out {} is never ${:02x}", entry.symbol, end),
                   entry.line, some_call_.value_or(base_), true);
        }
    }
}

// --- Time ---------------------------------------------------------------------------------------

std::optional<Witness> Proving::witness(const Call& call, Cycle cycles) {
    chips_.prepare(host_, call, entry_);
    const claims::CallEnd end = chips_.run(host_, call, nullptr);
    if (end.ending != claims::Ending::returned || end.cycles != cycles) return std::nullopt;
    return Witness{cycles, claims::describe(suite_, call), call.changes_from(base_)};
}

void Proving::note_times() {
    has_times_ = has_times_ && run_->find_times(result_);
    if (!has_times_) return;
    const auto call = [&](const Assignment& at) { return run_->symbols.call(base_, at); };
    if (!some_call_) some_call_ = call(result_.shortest);
    if (!shortest_ || result_.least < shortest_->cycles) {
        shortest_ = {result_.least, call(result_.shortest)};
    }
    if (!longest_ || result_.most > longest_->cycles) {
        longest_ = {result_.most, call(result_.longest)};
    }
}

void Proving::judge_time() {
    const claims::Time& time = block_.time;
    found(Clause::time).is_stated = time.most != 0;
    if (!has_times_ || !shortest_) {
        return undecided(Clause::time, "the least and the most cycles are not decided");
    }
    if (screen_is_used_) {
        return undecided(Clause::time, "how long the KERNAL takes is not known");
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
    const bool states_time = block_.time.most != 0;
    if (states_time) note_times();
    judge_uses();
    judge_out();
    if (is_open(Clause::uses)) note_stack();
    if (is_open(Clause::uses)) note_uses();
    if (is_open(Clause::out)) note_ends();
    if (!states_time) note_times();
    executed_ |= result_.executed;
}

/// A routine that should never return: an end that some input reaches refutes that.
void Proving::judge_endless() {
    found(Clause::time).is_stated = found(Clause::uses).is_stated = true;
    undecided(Clause::uses, "it never returns: contract runs it for --cycles");
    for (const Reached& end : result_.ends) {
        if (!is_open(Clause::time)) return;
        const Answer answer = run_->decider.possible(end.path.literal());
        if (answer == Answer::yes) {
            replay(Clause::time, run_->symbols.call(base_, run_->decider.assignment()),
                   {Literal(true), "returns", block_.time_line});
        } else if (answer == Answer::unknown) {
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

/// Bytes of the program that calls of any routine change may have any value before a call. With
/// these as inputs, further ones may change.
void Proving::find_loose_bytes() {
    alone_.loose = program_.changed_by_others(block_);
    const std::set<unsigned> changing = program_.changing(block_);
    for (bool is_new = !changing.empty(); is_new;) {
        is_new = false;
        Cases cases;
        do {
            Run run(suite_, program_, block_, cases, budget_, &alone_);
            const Result result = run.follow(entry_);
            if (!result.why.empty()) throw NotDecided(result.why);
            result.whole->memory.for_each_written([&](unsigned cell, const Byte& after) {
                if (!changing.contains(cell)) return;
                const Literal path = result.whole->path.literal();
                const bool changes =
                    may_differ(run, path, run.world.before(cell).bits, after.bits) != Answer::no;
                is_new |= changes && alone_.loose.insert(cell).second;
            });
        } while (advance(cases));
    }
}

Proof Proving::run() {
    Cases cases;
    try {
        find_loose_bytes();
        do {
            run_.reset();  // one graph at a time
            run_ = std::make_unique<Run>(suite_, program_, block_, cases, budget_, &alone_);
            result_ = run_->follow(entry_, is_endless());
            proof_.steps += result_.effort.steps;
            proof_.states = std::max(proof_.states, result_.effort.most_states);
            if (is_endless()) {
                judge_endless();
                continue;
            }
            if (!result_.why.empty()) throw NotDecided(result_.why);
            judge_case();
        } while (advance(cases));
        if (!is_endless()) judge_all_cases();
    } catch (const NotDecided& error) {
        const auto says = [](const Entry& entry) {
            return entry.is_stated() || !entry.bytes.ranges.empty();
        };
        found(Clause::out).is_stated = block_.prints.line != 0 || reference_.expect != nullptr ||
                                       reference_.state != nullptr || suite_.expect ||
                                       std::ranges::any_of(block_.out, says);
        found(Clause::uses).is_stated = true;
        found(Clause::time).is_stated = block_.time.most != 0 || is_endless();
        for (const Clause clause : {Clause::out, Clause::uses, Clause::time}) {
            undecided(clause, error.what());
        }
    }
    const auto is_undecided = [](const Found& of) {
        return of.is_stated && !of.refuted && !of.undecided.empty();
    };
    if (std::ranges::any_of(found_, is_undecided)) try_random_inputs();
    conclude();
    return std::move(proof_);
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
        undecided(Clause::invariant, "keys from GETIN are not followed");
    }
    for (const Clause clause : clauses) {
        const Found& of = found(clause);
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
            proof_.decisions.push_back({clause, Verdict::proved, how});
        }
    }
    proof_.seconds = budget_.used();
}

}  // namespace

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
        "CHROUT preserves X and Y, inverts A, N and Z, clears C, and its use of the stack is not "
        "counted",
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
    return Proving(checker, program, block, options).run();
}

}  // namespace ryg::prove
