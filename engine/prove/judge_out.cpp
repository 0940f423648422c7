// Decides Out: formulas, ranges, references and printed text.
#include <algorithm>
#include <fmt/format.h>

#include "engine/prove/asked.hpp"
#include "engine/prove/proving.hpp"
#include "engine/prove/run.hpp"

namespace ryg::prove {
namespace {

constexpr std::size_t most_swept_forms = 3;

std::set<emu::Byte> ends_of(const Entry& entry) {
    std::set<emu::Byte> ends;
    for (const auto& [first, last] : entry.bytes.ranges) ends.insert({first, last});
    return ends;
}

}  // namespace

/// The bytes of an Out after the call, the lowest first.
std::vector<Bits8> Proving::out_bytes(const Entry& entry) const {
    const ReachedState& end = *result_.whole;
    std::vector<Bits8> bytes;
    if (claims::is_register(entry.symbol)) return {register_of(end.state, entry.symbol[0])};
    if (claims::field_symbol(entry.symbol)) {
        throw NotDecided(fmt::format("Out {} is a field", entry.symbol));
    }
    const auto place = program_.extent(entry.symbol);
    if (const auto element = claims::index_symbol(entry.symbol)) {
        const unsigned at = program_.variable(element->part).begin;
        const bool is_in =
            std::ranges::find(block_.in, element->part, &Entry::symbol) != block_.in.end();
        const Bits8 index = is_in ? run_->world.before(at) : end.memory.cell(at);
        SymbolicMemory memory = end.memory;
        run_->world.path = end.path.literal();
        return {memory.read(Bits16(place.begin) + Bits16(index))};
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
    const ReachedState& end = *result_.whole;
    run_->world.path = end.path.literal();
    SymbolicMemory given = run_->symbols.memory();
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
    const std::vector<Bits8> out = out_bytes(*formula.out);
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
    for (const Bits8& byte : out_bytes(*formula.out)) {
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
        if (run_->decider.possible(run_->graph.both(returns(), holds)) == Possibility::no) return;
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
    const Literal path = returns();
    const Wrong wrong{graph.both(path, forms.front().when), what, formula.out->line};
    struct Forgetting {
        Decider& decider;
        ~Forgetting() {
            decider.set_runs({});
            decider.set_given(Literal(true));
        }
    } const forgetting{run_->decider};
    run_->decider.set_given(path);
    if (forms.size() > 1 && !run_->decider.is_quickly_possible(wrong.when)) {
        for (const Contradiction& form : std::span(forms).first(most_swept_forms)) {
            if (!run_->decider.is_impossible_by_sweeping(graph.both(path, form.when))) continue;
            ++decided_by_[static_cast<std::size_t>(Decider::Means::sweeping)];
            return;
        }
    }
    if (is_open(Clause::uses)) {
        run_->decider.set_runs([&](Literal question) { return run_all_inputs(question); });
    }
    none_can_be(Clause::out, std::span(&wrong, 1));
}

std::pair<Possibility, Assignment> Proving::run_all_inputs(Literal question) {
    try {
        if (chips_.are_named() || !result_.whole->keys.empty()) return {Possibility::unknown, {}};
        const claims::AllInputs inputs(program_, block_);
        host_.prepare(base_, entry_);
        claims::ManyInputs many(program_, formulas_, judge_, inputs, host_.machine(),
                                suite_.longest);
        return run_all(*run_, question, inputs, many, base_);
    } catch (const claims::ContractError&) {  // inputs that are not bytes
        return {Possibility::unknown, {}};
    }
}

void Proving::judge_range(const Entry& entry) {
    Graph& graph = run_->graph;
    std::vector<Wrong> wrong;
    for (const Bits8& byte : out_bytes(entry)) {
        wrong.push_back({graph.both(returns(), !is_among(graph, byte, entry.bytes)),
                         fmt::format("Out {} is outside its stated range", entry.symbol),
                         entry.line});
    }
    none_can_be(Clause::out, wrong);
}

void Proving::judge_out() {
    ClauseResult& out = found(Clause::out);
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
        for (const Character& printed : result_.whole->printed) {
            wrong.push_back({printed.when, "prints, but no Prints says what", block_.line});
        }
        out.is_stated = out.is_stated || !wrong.empty();
        none_can_be(Clause::out, wrong);
    }
}

/// Compares with a function or a command on every input.
void Proving::judge_function() {
    if (!result_.whole->keys.empty()) {
        found(Clause::out).is_stated = true;
        return undecided(Clause::out,
                         "its reference is a function, which cannot take keys as formulas");
    }
    bool states = reference_.expect != nullptr;  // a command may reply to nothing
    ReferenceOracle asked(*run_, result_, [&](const Call& call) {
        Expected expected = expected_of(call);
        states = states || expected.states_anything();
        return expected;
    });
    const ReferenceOracle::ReferenceAgreement outcome = asked.ask_all(base_);
    ClauseResult& out = found(Clause::out);
    out.is_stated = out.is_stated || states || !outcome.is_complete;
    if (outcome.different) {
        replay(Clause::out, *outcome.different, {Literal(true), outcome.what, block_.line});
    } else if (!outcome.is_complete) {
        undecided(Clause::out, outcome.what);
    }
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

/// True exactly if the routine returns; where In holds again it may begin again instead.
Literal Proving::returns() const {
    return run_->graph.both(result_.whole->path.literal(), !result_.whole->begins_anew);
}

/// The keys that the routine reads, without $00.
std::vector<Character> Proving::typed_keys() {
    Graph& graph = run_->graph;
    std::vector<Character> typed = result_.whole->keys;
    for (auto& [code, when] : typed) when = graph.both(when, graph.any_of(code.bits));
    return by_position(graph, run_->decider, typed);
}

/// Whether the routine begins again where the reference says so, and reads as many keys: where it
/// returns, those that the reference names.
void Proving::compare_keys(const claims::Stated& stated, std::span<const Character> typed,
                           unsigned named, std::vector<Wrong>& wrong) const {
    Graph& graph = run_->graph;
    const auto count = [&](Literal when, unsigned keys) {
        const auto has = [&](unsigned number) {
            if (number == 0) return Literal(true);
            return number <= typed.size() ? typed[number - 1].when : Literal(false);
        };
        const Literal is_other = graph.either(!has(keys), has(keys + 1));
        wrong.push_back(
            {graph.both(when, is_other), "reads other keys than the reference says", block_.line});
    };
    Literal should(false);
    for (const auto& [condition, keys] : stated.restarts) {
        const Literal when = graph.any_of(run_->symbols.byte_of(condition).bits);
        should = graph.either(should, when);
        count(when, keys);
    }
    count(returns(), named);
    wrong.push_back({graph.differ(should, result_.whole->begins_anew),
                     "does not begin again where the reference says", block_.invariant_line});
}

/// Compares with a reference that computes with formulas.
void Proving::judge_statement() {
    SymbolicInputs& symbols = run_->symbols;
    const ReachedState& end = *result_.whole;
    Graph& graph = run_->graph;
    claims::Stated stated(program_.image.labels);
    const std::vector<Character> typed = typed_keys();
    unsigned named = 0;  // keys
    const auto key = [&](unsigned number) {
        named = std::max(named, number + 1);
        if (result_.passes_keys_over) throw claims::Unknown("the routine skips keys");
        if (number >= typed.size()) return claims::Value(0);
        const Bits8& code = typed[number].code;
        return symbols.value_of(choose(Bit(typed[number].when), code, Bits8(0)));
    };
    try {
        const claims::Given given(
            program_.image.labels,
            [&](unsigned at) {
                asked_.insert(at);
                return symbols.value_of(run_->world.before(at));
            },
            [&](char name) {
                asked_registers_.insert(name);
                return symbols.value_of(register_of(symbols.state(), name));
            },
            [&](const auto& low, const auto& high) { return symbols.place_of(low, high); }, key);
        reference_.state(given, stated);
    } catch (const claims::Unknown& error) {
        return undecided(Clause::out, fmt::format("its reference: {}", error.what()));
    }
    if (const std::string what = left_unstated(stated); !what.empty()) {
        return undecided(Clause::out, fmt::format("its reference does not state {}", what));
    }
    std::vector<Wrong> wrong;
    compare_keys(stated, typed, named, wrong);
    const auto compare = [&](const Bits8& is, const claims::Value& should,
                             const claims::Value& when, std::string what) {
        const Bits8 value = symbols.byte_of(should);
        const Literal asked = graph.both(graph.any_of(symbols.byte_of(when).bits), returns());
        wrong.push_back({graph.both(asked, graph.any_differs(is.bits, value.bits)), std::move(what),
                         block_.line});
    };
    for (const auto& [at, cell] : stated.cells) {
        compare(end.memory.cell(at), cell.value, cell.when,
                fmt::format("{} is not what the reference says", run_->world.name_of(at)));
    }
    for (const auto& [name, should] : stated.registers) {
        const bool is_flag = claims::is_flag(name);
        compare(register_of(end.state, name), is_flag ? should & 1 : should, 1,
                fmt::format("{} is not what the reference says", name));
    }
    if (none_can_be(Clause::out, wrong)) judge_printed(stated_text(stated));
}

std::vector<Character> Proving::stated_text(const claims::Stated& stated) const {
    const SymbolicInputs& symbols = run_->symbols;
    std::vector<Character> text;
    for (const auto& [character, when] : stated.printed) {
        text.push_back(
            {symbols.byte_of(character), run_->graph.any_of(symbols.byte_of(when).bits)});
    }
    return text;
}

/// The text that Prints states.
std::vector<Character> Proving::stated_text() {
    std::vector<Character> text;
    for (const auto& each : formulas_.prints()) {
        for (const char character : each.text) {
            text.push_back({Bits8(static_cast<emu::Byte>(character)), Literal(true)});
        }
        if (!each.value) continue;
        const Computed should = compute(*each.value, {});
        Bits8 byte;
        std::copy_n(should.value.begin(), byte.bits.size(), byte.bits.begin());
        text.push_back({byte, Literal(true)});
        if (should.has_no_value != Literal(false)) throw NotDecided("Prints may divide by zero");
    }
    return text;
}

void Proving::judge_printed(std::span<const Character> should) {
    std::vector<Wrong> wrong;
    for (const Character& one : result_.whole->printed) {  // what follows anew is printed, too
        if (block_.prints.line == 0) break;
        wrong.push_back({run_->graph.both(result_.whole->begins_anew, one.when),
                         "prints before it begins again", block_.prints.line});
    }
    for (const Literal differs :
         differing_characters(run_->graph, run_->decider, result_.whole->printed, should)) {
        wrong.push_back({differs, "what it prints is not what is stated",
                         block_.prints.line == 0 ? block_.line : block_.prints.line});
    }
    none_can_be(Clause::out, wrong);
}

/// Records the ends of an Out's ranges that occur for some input.
void Proving::note_ends() {
    Graph& graph = run_->graph;
    for (const Entry& entry : block_.out) {
        if (entry.bytes.ranges.empty()) continue;
        const std::vector<Bits8> bytes = out_bytes(entry);
        for (const emu::Byte end : ends_of(entry)) {
            if (!is_open(Clause::out) || occurred_.contains({&entry, end})) continue;
            Literal occurs(false);
            for (const Bits8& byte : bytes) {
                occurs = graph.either(occurs, (Bits16(byte) == Bits16(end)).literal);
            }
            const Possibility answer = occurs_for_some(occurs);
            if (answer == Possibility::yes) occurred_.emplace(&entry, end);
            if (answer == Possibility::unknown) {
                undecided(Clause::out, fmt::format("{}:{}: whether Out {} is ever ${:02x}",
                                                   block_.file, entry.line, entry.symbol, end));
            }
        }
    }
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

}  // namespace ryg::prove
