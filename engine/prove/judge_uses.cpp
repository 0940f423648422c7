// Decides Uses: what may change, what never does, and the stack.
#include <algorithm>
#include <fmt/format.h>

#include "engine/prove/proving.hpp"

namespace ryg::prove {

/// True where a cell is the element `name[index]` of an Out.
Literal Proving::is_element(unsigned cell, const Entry& entry) const {
    const auto element = claims::index_symbol(entry.symbol);
    if (!element) return Literal(false);
    const auto place = program_.variable(element->base);
    const unsigned at = program_.variable(element->part).begin;
    const bool is_in =
        std::ranges::find(block_.in, element->part, &Entry::symbol) != block_.in.end();
    const Bits8 index = is_in ? run_->world.before(at) : result_.whole->memory.cell(at);
    if (cell < place.begin || cell - place.begin > 255) return Literal(false);
    const Literal is_it = (Bits16(index) == Bits16(cell - place.begin)).literal;
    return is_in ? is_it : run_->graph.both(is_it, !result_.whole->begins_anew);
}

Bits16 Proving::address_of(unsigned cell) const {
    if (cell < 0x10000) return Bits16(cell);
    return run_->world.objects()[cell / 0x10000 - 1].base + Bits16(cell % 0x10000);
}

/// True where a cell is in memory for which Uses has a word.
Literal Proving::is_in_area(unsigned cell, std::string_view name) const {
    const SymbolicInputs::UsedMemory* const area = run_->symbols.find_area(name);
    if (area == nullptr) return Literal(false);
    const Bits16 at = address_of(cell);
    return (at >= area->begin && at < area->end).literal;
}

/// True where a cell is in a field of what a pointer leads to; only for inputs that take a path.
/// As in claims::Judge, a null pointer has no fields.
Literal Proving::is_in_field(unsigned cell, const Bits16& to, const claims::Extent& field,
                             Literal path) const {
    run_->world.path = path;
    const auto pointer = run_->world.pointer_on_path(to);
    if (const auto offset = pointer ? pointer->offset.number() : std::nullopt) {
        const unsigned base = World::cell(pointer->object, *offset);
        return Literal(cell >= base + field.begin && cell < base + field.end);
    }
    const Bits16 at = address_of(cell), offset = at - to;
    const Bit is_there = to >= Bits16(0x100) && at >= to;
    return (is_there && offset >= Bits16(field.begin) && offset < Bits16(field.end)).literal;
}

/// True where the block allows a cell to change; only for inputs that take a path.
Literal Proving::may_change(unsigned cell, Literal path) const {
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
        const Bits16 to(byte(pointer), byte(pointer + 1));
        const Literal is_it = is_in_field(cell, to, extent, path);
        const Literal is_last = is_in ? Literal(true) : !result_.whole->begins_anew;
        may = graph.either(may, graph.both(is_it, is_last));
    }
    for (const std::string& area : block_.uses.areas) {
        may = graph.either(may, is_in_area(cell, area));
    }
    return may;
}

void Proving::judge_memory(std::vector<Wrong>& wrong) {
    Graph& graph = run_->graph;
    result_.whole->memory.for_each_written([&](unsigned cell, const Bits8& after) {
        const Bits8 before = run_->world.before(cell);
        const Literal changes = graph.any_differs(before.bits, after.bits);
        const Literal path = graph.both(result_.whole->path.literal(), changes);
        const Literal allowed = may_change(cell, path);
        if (allowed == Literal(true)) return;
        wrong.push_back({graph.both(changes, !allowed),
                         fmt::format("changes {}, neither Out nor Uses", run_->world.name_of(cell)),
                         block_.uses.line});
    });
}

void Proving::judge_registers(std::vector<Wrong>& wrong) {
    Graph& graph = run_->graph;
    const State &before = run_->symbols.state(), &after = result_.whole->state;
    const auto keep = [&](std::span<const Literal> was, std::span<const Literal> is,
                          std::string what) {
        wrong.push_back({graph.any_differs(was, is), std::move(what), block_.uses.line});
    };
    const std::pair<const Bits16*, const Bits16*> registers[]{
        {&before.a, &after.a}, {&before.x, &after.x}, {&before.y, &after.y}};
    for (std::size_t i = 0; i < 3; ++i) {
        const char name = claims::register_names[i];
        if (judge_.allows_register(name)) continue;
        keep(registers[i].first->bits, registers[i].second->bits,
             fmt::format("changes {}, neither Out nor Uses", name));
    }
    const Bits8 was = before.p(), is = after.p();
    for (const char name : {'D', 'I'}) {
        const unsigned bit = claims::flag_bit(name);
        if (judge_.allows_register(name)) continue;
        keep(std::span(was.bits).subspan(bit, 1), std::span(is.bits).subspan(bit, 1),
             "changes the flag D or I");
    }
    const Bits16 s(Call::entry_s + (block_.time.interrupt ? 3U : 2U));
    wrong.push_back(
        {graph.both(graph.any_differs(s.bits, after.s.bits), !result_.whole->begins_anew),
         "leaves S elsewhere", block_.uses.line});
}

/// Whether something is true when the routine returns, for some input. A wait for a key leaves more
/// values in the formulas than in the machine: where only these show it, that is unknown.
Possibility Proving::occurs_for_some(Literal what) {
    const ReachedState& end = *result_.whole;
    const Literal here = run_->graph.both(end.path.literal(), what);
    const Literal is_exact = run_->graph.both(!end.has_waited, !end.begins_anew);
    const Possibility answer = run_->decider.possible(run_->graph.both(here, is_exact));
    if (answer != Possibility::no || is_exact == Literal(true)) return answer;
    return run_->decider.possible(here) == Possibility::no ? answer : Possibility::unknown;
}

/// Records the items of Uses that change for some input.
void Proving::note_uses() {
    const ReachedState& end = *result_.whole;
    for (const std::string& item : block_.uses.items) {
        if (used_.contains(item)) continue;
        std::vector<Literal> was, is;
        const auto compare = [&](const Bits8& before, const Bits8& after) {
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
        const Possibility answer = occurs_for_some(run_->graph.any_differs(was, is));
        if (answer == Possibility::yes) used_.insert(item);
        if (answer == Possibility::unknown) unsure_.insert(item);
    }
}

/// Records the deepest byte of the stack that changes for some input.
void Proving::note_stack() {
    constexpr unsigned top = Call::stack_top;
    for (unsigned depth = top - 0x100; depth > deepest_; --depth) {
        const unsigned at = top - depth;
        const Bits8 was = run_->world.before(at), is = result_.whole->memory.cell(at);
        const Possibility answer = occurs_for_some(run_->graph.any_differs(was.bits, is.bits));
        if (answer == Possibility::no) continue;
        if (answer == Possibility::unknown) {
            return undecided(Clause::uses,
                             fmt::format("whether ${:04x} changes is not decided", at));
        }
        deepest_ = depth;
        deepest_call_ = run_->symbols.call(base_, run_->decider.assignment());
        return;
    }
}

/// Checks that all that the proof takes for granted before a call is as before where the routine
/// begins again, after GETIN. Only bytes that may be anything before a call may have changed.
void Proving::judge_invariant() {
    Graph& graph = run_->graph;
    const ReachedState& end = *result_.whole;
    std::vector<Wrong> wrong;
    const auto keep = [&](const Bits8& was, const Bits8& is, std::string what) {
        const Literal changes = graph.any_differs(was.bits, is.bits);
        wrong.push_back({graph.both(end.begins_anew, changes), "begins again, but " + what,
                         block_.invariant_line});
    };
    end.memory.for_each_written([&](unsigned cell, const Bits8& after) {
        const Bits8& before = run_->world.before(cell);
        if (!asked_.contains(cell) && run_->symbols.may_be_anything(cell, before)) return;
        keep(before, after, fmt::format("{} has changed", run_->world.name_of(cell)));
    });
    std::set<char> names{'D', 'I'};
    names.insert(asked_registers_.begin(), asked_registers_.end());
    names.insert(run_->symbols.site().registers.begin(), run_->symbols.site().registers.end());
    for (const char name : names) {
        keep(register_of(run_->symbols.state(), name), register_of(end.state, name),
             fmt::format("{} has changed", name));
    }
    std::vector<Literal> reads;
    for (const Character& key : end.keys) reads.push_back(key.when);
    wrong.push_back({graph.both(end.begins_anew, !graph.any_of(reads)),
                     "begins again before GETIN is called", block_.invariant_line});
    const bool returns_ever = run_->decider.possible(returns()) == Possibility::yes;
    if (!returns_ever) undecided(Clause::invariant, "whether it ever returns is not decided");
    if (none_can_be(Clause::invariant, wrong) && returns_ever) return;
    for (const Clause clause : {Clause::out, Clause::uses}) {
        undecided(clause, "the Invariant is not proved");
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

/// Whether the routine, or one that it calls, calls one that only another program of the suite has.
bool Proving::calls_more_elsewhere() const {
    const auto is_elsewhere = [&](const std::string& name) {
        return program_.block(name) == nullptr && checker_.known().contains(name);
    };
    return std::ranges::any_of(program_.with_named(block_), [&](const Block* one) {
        return std::ranges::any_of(one->uses.routines, is_elsewhere);
    });
}

void Proving::judge_stack() {
    if (block_.uses.screen && !block_.uses.stack) return;
    const unsigned stated = block_.uses.stack.value_or(0);
    if (deepest_ == stated) return;
    is_stack_of_others_ = deepest_ < stated && calls_more_elsewhere();
    if (is_stack_of_others_) return;
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
        const Address at = program_.image.labels.at(name);
        if (!executed_[at]) return never(name, "is never called");
        if (executed_exactly_[at]) continue;
        undecided(Clause::uses, fmt::format("whether {} is ever called is not decided", name));
    }
    const auto is_loose = [&](unsigned cell) { return alone_.loose.contains(cell); };
    if (block_.uses.own_operands && std::ranges::none_of(program_.own_operands(block_), is_loose)) {
        return never("own operands");
    }
    if (block_.uses.screen && !screen_is_used_) never("the screen");
}

}  // namespace ryg::prove
