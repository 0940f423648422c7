// Values for the symbols of a path, and the call, the outcome and the memory that they make.
#include "engine/contracts/prove/search.hpp"

#include <algorithm>
#include <ctime>
#include <map>
#include <utility>

namespace ryg::contracts::prove {
namespace {

constexpr std::uint64_t most_forced = 1U << 17;   // inputs that are tried one by one
constexpr std::uint64_t most_counted = 1U << 21;  // the same, if a kind has counted its own

}  // namespace

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Search::Search(const Call& first, const Suite& suite, SpaceChoices& choices, Address entry,
               bool has_elements)
    : space(terms, suite, *first.program, *first.block, choices, has_elements),
      paths(space, entry, suite.longest),
      base_(first),
      suite_(suite),
      in_(in_order(suite, *first.block)),
      call_(first),
      after_(first.ram) {}

/// Bytes of In that each case tries one by one: all if there are few inputs, else none.
void Search::choose_forced(bool knows_values) {
    std::vector<Term> symbols;
    is_input_.resize(terms.symbols());
    for (const Term symbol : space.inputs) {
        is_input_[symbol - Terms::first_symbol] = true;
        if (terms.is_related(symbol)) {
            carried.push_back(symbol);
        } else {
            symbols.push_back(symbol);
        }
    }
    std::uint64_t all = 1;
    for (const Term symbol : symbols) {
        all = std::min(all * terms.domain(symbol).size(), most_forced + 1);
    }
    const bool are_counted = space.combinations != 0 && all * space.combinations <= most_counted;
    const bool is_few = are_counted || (all <= most_forced && carried.empty());
    if (is_few && knows_values && space.objects.empty() && space.elements.empty()) {
        forced = std::move(carried);
        carried.clear();
        forced.insert(forced.end(), symbols.begin(), symbols.end());
    } else {
        carried.insert(carried.end(), symbols.begin(), symbols.end());
        std::ranges::sort(carried);
    }
    for (unsigned at = 0; at < 0x10000; ++at) {
        const Term cell = space.cells[at];
        const Term as_it_is = Terms::is_constant(cell) ? base_.ram[at] : Terms::first_symbol + at;
        if (cell != as_it_is) shaped_.push_back(at);
        if (!terms.only_symbol(cell)) wholes_.push_back(cell);
    }
    std::ranges::sort(wholes_);
    std::map<Term, std::size_t> places;
    for (std::uint32_t i = 0; i < shaped_.size(); ++i) {
        for (const Term part : terms.parts(space.cells[shaped_[i]])) {
            const Term symbol = *terms.only_symbol(part);
            const auto [place, is_new] = places.try_emplace(symbol, shaping_.size());
            if (is_new) shaping_.push_back({symbol, 0});
            shaping_[place->second].parts.emplace_back(i, part);
        }
    }
    begin_input();
    if (space.has_elements && forced.empty()) find_elements();
}

/// Where elements of arrays may have an unknown index.
void Search::find_elements() {
    std::vector<Byte>& found = paths.may_be_elements;
    found.resize(0x10000);
    for (unsigned at = 0x200; at < found.size(); ++at) {
        const Term own = Terms::first_symbol + at;
        if (space.cells[at] != own || space.unread[at] || terms.is_related(own)) continue;
        found[at] = is_input_[own - Terms::first_symbol] ? 2 : 1;
    }
    std::vector<Term> known;
    for (unsigned at = 0; at < found.size(); ++at) {
        if (space.cells[at] != Terms::first_symbol + at) terms.collect(space.cells[at], known);
    }
    for (const Term symbol : space.registers) terms.collect(symbol, known);
    for (const Element& element : space.elements) {
        known.push_back(element.index);
        terms.collect(element.first, known);
    }
    for (const Term symbol : known) {
        if (symbol - Terms::first_symbol < found.size()) found[symbol - Terms::first_symbol] = 0;
    }
    for (const Object& object : space.objects) {
        std::ranges::fill(std::span(found).subspan(object.at, object.size), Byte{0});
    }
}

/// In names it, or the bytes of the array whose element it is.
bool Search::is_input(Term symbol) const {
    const unsigned at = symbol - Terms::first_symbol;
    if (at < is_input_.size()) return is_input_[at];
    for (const unsigned number : paths.elements()) {
        const Element& element = paths.element(number);
        if (element.first != symbol) continue;
        return paths.may_be_elements[element.array + terms.domain(element.index).first()] == 2;
    }
    return false;
}

/// As Judge::out_extent finds it.
Term Search::index_of(const Parts& element) {
    const bool is_in =
        std::ranges::find(base_.block->in, element.part, &Entry::symbol) != base_.block->in.end();
    const unsigned at = base_.program->variable(element.part).begin;
    return terms.resolved(is_in ? space.cells[at] : paths.cell(at));
}

bool Search::is_named(const Element& element) {
    return std::ranges::any_of(base_.block->out, [&](const Entry& entry) {
        const auto symbol = index_symbol(entry.symbol);
        return symbol && base_.program->variable(symbol->base).begin == element.array &&
               index_of(*symbol) == element.index;
    });
}

std::vector<std::pair<Term, Term>> Search::changed_in() {
    std::vector<std::pair<Term, Term>> changed;
    const auto keep = [&](Term now, Term before) {
        if (!terms.same(now, before)) changed.emplace_back(now, before);
    };
    for (const unsigned at : paths.written()) {
        const bool is_in_none = at < Paths::first_element &&
                                space.cells[at] == Terms::first_symbol + at && !is_input_[at];
        if (!is_in_none) keep(paths.cell(at), before(at));
    }
    for (std::size_t i = 0; i < register_names.size(); ++i) {
        const Term before = space.registers[i];
        if (!Terms::is_symbol(before) || is_input(before))
            keep(returned(register_names[i]), before);
    }
    return changed;
}

std::vector<Term> Search::open_symbols() const {
    std::vector<Term> open;
    const auto add = [&](Term symbol) {
        if (terms.domain(symbol).size() > 1) open.push_back(symbol);
    };
    std::ranges::for_each(carried, add);
    for (const unsigned number : paths.elements()) {
        const Term first = paths.element(number).first;
        if (first - Terms::first_symbol >= is_input_.size() && is_input(first)) add(first);
    }
    if (!paths.elements().empty()) std::ranges::sort(open);
    return open;
}

bool Search::only_moves(Term term) const {
    if (terms.only_symbol(term) || std::ranges::binary_search(wholes_, term)) return true;
    if (const Term order = terms.selects_by(term)) {
        bool is_moved = true;
        terms.domain(order).for_each(
            [&](Byte value) { is_moved &= only_moves(terms.selected(term, order, value)); });
        return is_moved;
    }
    const auto [op, a, b, c] = terms.node(term);
    const auto bits = [&](Term part) {
        Byte all = 0;
        terms.possible(part).for_each([&](Byte value) { all |= value; });
        return all;
    };
    switch (op) {
        case Op::differ: return only_moves(a) && only_moves(b);
        case Op::left:
        case Op::right: return only_moves(a) && only_moves(c);
        case Op::both: return Terms::is_constant(b) && only_moves(a);
        case Op::bit: return only_moves(a);
        case Op::add: {  // also of an address, which a carry goes up
            const auto carries = [&](Term part) {
                return terms.only_symbol(part) && bits(part) <= 1;
            };
            if (only_moves(a) && (Terms::is_constant(b) || carries(b)) && carries(c)) return true;
            if (c != 0) return false;
            [[fallthrough]];
        }
        case Op::either: return (bits(a) & bits(b)) == 0 && only_moves(a) && only_moves(b);
        default: return false;
    }
}

/// Adds the bytes whose EOR a term is. False if it is made of anything else, too.
bool Search::collect_eored(Term term, std::vector<Term>& symbols) const {
    if (Terms::is_constant(term)) return true;
    if (Terms::is_symbol(term)) {
        symbols.push_back(term);
        return !terms.is_related(term) && terms.domain(term).size() == 256;
    }
    if (terms.selects_by(term) != 0) return false;
    const auto [op, a, b, c] = terms.node(term);
    return op == Op::differ && collect_eored(a, symbols) && collect_eored(b, symbols);
}

/// Adds the symbols of a term, and apart from them those of each EOR of several bytes.
void Search::collect_unmoved(Term term, std::vector<Term>& symbols,
                             std::set<std::vector<Term>>& eors) const {
    if (terms.only_symbol(term)) return terms.collect(term, symbols);
    std::vector<Term> eored;
    if (collect_eored(term, eored)) {
        std::ranges::sort(eored);
        if (std::ranges::adjacent_find(eored) == eored.end()) {
            eors.insert(std::move(eored));
            return;
        }
    }
    if (terms.selects_by(term) != 0) return terms.collect(term, symbols);
    const auto [op, a, b, c] = terms.node(term);
    collect_unmoved(a, symbols, eors);
    if (op != Op::table) collect_unmoved(b, symbols, eors);
    collect_unmoved(c, symbols, eors);
}

Term Search::returned(const State& state, char name) {
    const Term zero = terms.make(Op::is_equal, state.z, 0);
    const Term negative = terms.make(Op::bit, state.n, 7);
    const Term registers[]{state.a, state.x, state.y, state.c, zero, negative, state.v};
    return registers[register_names.find(name)];
}

std::vector<Term> Search::unmoved() {
    std::vector<Term> symbols;
    std::set<std::vector<Term>> eors;
    const std::function<void(Term)> look = [&](Term term) {
        if (only_moves(term)) return;
        if (terms.selects_by(term) == 0) {
            const auto [op, a, b, c] = terms.node(term);
            if (op == Op::choose) {  // for each value of what chooses, it is one of two others
                const Term chooses = terms.resolved(a);
                terms.collect(chooses, symbols);
                if (chooses != 0) look(b);
                if (!Terms::is_constant(chooses) || chooses == 0) look(c);
                return;
            }
        }
        term = terms.resolved(term);
        if (!only_moves(term)) collect_unmoved(term, symbols, eors);
    };
    for (const unsigned at : paths.written()) look(paths.cell(at));
    for (const auto& [character, when] : paths.printed) {
        look(character);
        look(when);
    }
    for (const Entry& entry : base_.block->out) {
        if (!is_register(entry.symbol)) continue;
        look(returned(entry.symbol.front()));
    }
    // With the others as they are, a byte that stands in no other makes an EOR any value.
    std::vector<Term> others = symbols;
    for (const auto& eored : eors) others.insert(others.end(), eored.begin(), eored.end());
    for (const auto& eored : eors) {
        const auto alone = std::ranges::find_if(
            eored, [&](Term symbol) { return std::ranges::count(others, symbol) == 1; });
        if (alone != eored.end()) {
            symbols.push_back(*alone);
        } else {
            symbols.insert(symbols.end(), eored.begin(), eored.end());
        }
    }
    sort_once(symbols);
    return symbols;
}

/// The values of the first call.
void Search::begin_input() {
    input_ = Values(terms.symbols());
    const auto set = [&](Term term, Byte value) {
        if (Terms::is_symbol(term)) input_[term - Terms::first_symbol] = value;
    };
    for (unsigned at = 0; at < base_.ram.size(); ++at) set(Terms::first_symbol + at, base_.ram[at]);
    for (std::size_t i = 0; i < register_names.size(); ++i) {
        set(space.registers[i], register_value(base_.registers, register_names[i]));
    }
    for (const unsigned at : shaped_) set(space.cells[at], base_.ram[at]);
    for (const Object& object : space.objects) {
        set(object.low, 0);
        set(object.high, emu::high(static_cast<Address>(object.at)));
    }
    input_.begin();
}

const Values& Search::input() {
    Values& values = input_;
    values.restore(terms.symbols());
    const auto fit = [&](Term symbol) {
        const Domain& left = terms.domain(symbol);
        if (!left.has(std::as_const(values)[symbol - Terms::first_symbol])) {
            values[symbol - Terms::first_symbol] = left.first();
        }
    };
    std::ranges::for_each(space.inputs, fit);
    for (const Term key : paths.typed) {
        if (Terms::is_symbol(key)) fit(key);
    }
    terms.for_each_narrowed(fit);
    for (const unsigned number : paths.elements()) {
        const auto& [array, index, first] = paths.element(number);
        fit(index);
        if (!Terms::is_symbol(first)) continue;
        values[first - Terms::first_symbol] =
            base_.ram[array + std::as_const(values)[index - Terms::first_symbol]];
        fit(first);
    }
    static const Values none;
    return settle(values) ? values : none;
}

unsigned Search::moved(const Values& values, unsigned at) const {
    if (at >= Paths::first_element) {
        const Element& element = paths.element(at);
        return element.array + values[element.index - Terms::first_symbol];
    }
    for (const Object& object : space.objects) {
        if (at < object.at || at >= object.at + object.size) continue;
        return at - object.at +
               emu::word(values[object.low - Terms::first_symbol],
                         values[object.high - Terms::first_symbol]);
    }
    return at;
}

/// What shaped_ are: of the cells that a changed symbol may have changed, worked out again.
std::span<const Byte> Search::shaped(const Values& values) {
    const bool is_first = shape_.empty();
    shape_.resize(shaped_.size());
    is_reshaped_.assign(shaped_.size(), is_first ? 1 : 0);
    for (Shaping& shaping : shaping_) {
        const Byte now = values[shaping.symbol - Terms::first_symbol];
        const Byte before = std::exchange(shaping.value, now);
        if (now == before) continue;
        for (const auto& [cell, part] : shaping.parts) {
            const Byte* const table = terms.table(part);
            if (table[now] != table[before]) is_reshaped_[cell] = 1;
        }
    }
    for (std::size_t i = 0; i < shaped_.size(); ++i) {
        if (is_reshaped_[i] != 0) shape_[i] = terms.next_value(space.cells[shaped_[i]], values);
    }
    return shape_;
}

const Call& Search::call(const Values& values) {
    for (const auto* addresses : {&set_, &written_}) {
        for (const Address at : *addresses) call_.ram[at] = after_[at] = base_.ram[at];
    }
    set_.clear();
    written_.clear();
    terms.begin_values();
    call_.registers = base_.registers;
    call_.keys = base_.keys;
    call_.drawn = base_.drawn;
    call_.areas = base_.areas;
    const auto set = [&](unsigned at, Byte value) {
        if (call_.ram[at] == value) return;
        call_.ram[at] = after_[at] = value;
        set_.push_back(static_cast<Address>(at));
    };
    for (std::size_t i = 0; i < register_names.size(); ++i) {
        set_register(call_.registers, register_names[i], terms.value(space.registers[i], values));
    }
    terms.for_each_narrowed([&](Term symbol) {
        const unsigned at = symbol - Terms::first_symbol;
        if (at < 0x10000 && space.cells[at] == symbol) set(at, values[at]);
    });
    for (const Term symbol : space.inputs) {
        const unsigned at = symbol - Terms::first_symbol;
        if (at < 0x10000) set(at, values[at]);
    }
    const auto shape = shaped(values);
    for (std::size_t i = 0; i < shaped_.size(); ++i) set(shaped_[i], shape[i]);
    for (const Object& object : space.objects) {
        object_.resize(object.size);
        for (unsigned i = 0; i < object.size; ++i) {
            const Term cell = space.cells[object.at + i];
            object_[i] = Terms::is_symbol(cell) ? values[cell - Terms::first_symbol]
                                                : call_.ram[object.at + i];
        }
        const unsigned begin = moved(values, object.at);
        for (unsigned i = 0; i < object.size; ++i) set(begin + i, object_[i]);
    }
    for (const unsigned at : kept_noise) set(at, values[at]);
    for (const unsigned number : paths.elements()) {
        set(moved(values, number), terms.value(paths.element(number).first, values));
    }
    for (const Term key : paths.typed) call_.keys.push_back(terms.value(key, values));
    reread(suite_, call_, in_);
    return call_;
}

const Call* Search::call_without_last_key() {
    Keys& keys = call_.keys;
    while (!keys.empty() && keys.back() == 0) keys.pop_back();
    if (keys.empty()) return nullptr;
    keys.pop_back();
    return &call_;
}

void Search::make_areas_least(Values& values) {
    if (space.areas.empty()) return;
    std::vector<Term> kept;
    for (const auto& [name, area] : space.areas) {
        for (const auto& [begin, end] :
             {std::pair(area.low, area.end_low), std::pair(area.high, area.end_high)}) {
            Byte first = terms.domain(begin).last();
            if (Terms::is_symbol(end)) {
                const auto [of_begin, of_end] = terms.apart(begin, end, false);
                values[end - Terms::first_symbol] = of_end;
                first = of_begin;
                kept.push_back(end);
            }
            values[begin - Terms::first_symbol] = first;
            kept.push_back(begin);
        }
    }
    if (!terms.settle(values, kept)) throw NoSpace("areas that exclude each other");
}

RigEnd Search::outcome(const Values& values) {
    const State& state = paths.state;
    const auto value = [&](Term term) { return terms.next_value(term, values); };
    RigEnd end;
    end.ending = paths.ending;
    end.registers = {.pc = state.pc,
                     .a = value(state.a),
                     .x = value(state.x),
                     .y = value(state.y),
                     .s = state.s};
    Byte& p = end.registers.p;
    p = emu::Flag::unused;
    const auto flag = [&](bool is_set, unsigned bit) {
        if (is_set) p = static_cast<Byte>(p | bit);
    };
    flag(value(state.n) >= 0x80, emu::Flag::N);
    flag(value(state.v) != 0, emu::Flag::V);
    flag(state.d, emu::Flag::D);
    flag(state.i, emu::Flag::I);
    flag(value(state.z) == 0, emu::Flag::Z);
    flag(value(state.c) != 0, emu::Flag::C);
    for (const auto& [character, when] : paths.printed) {
        if (value(when) != 0) end.printed += static_cast<char>(value(character));
    }
    end.kernal_called = state.kernal_called;
    end.strayed_to = state.pc;
    end.cycles = cycles(values);
    return end;
}

std::span<const Byte> Search::after(const Values& values) {
    written_.clear();
    for (const unsigned at : paths.written()) {
        const auto to = static_cast<Address>(moved(values, at));
        after_[to] = terms.next_value(paths.cell(at), values);
        written_.push_back(to);
    }
    return after_;
}

bool Search::decide(std::span<const Term> wanted) {
    for (const Term term : wanted) {
        paths.need(term);
        if (paths.is_split()) return false;
    }
    return true;
}

/// Whether a byte that is no case of its own is in its range whatever it is.
bool Search::is_in_range(Term term, const ByteSet& bytes) {
    term = terms.resolved(term);
    const auto symbol = terms.only_symbol(term);
    if (!forced.empty() || !symbol || *symbol == 0 || !is_input(*symbol)) return false;
    const Byte* const values = terms.table(term);
    bool is_in = true;
    terms.domain(*symbol).for_each([&](Byte value) { is_in &= bytes.contains(values[value]); });
    if (!is_in) return false;
    terms.domain(*symbol).for_each([&](Byte value) {
        const auto is_end = [&](const ByteSet::Range& range) {
            return values[value] == range.first || values[value] == range.last;
        };
        if (std::ranges::any_of(bytes.ranges, is_end)) range_ends.emplace_back(*symbol, value);
    });
    return true;
}

std::vector<Term> Search::indices() {
    std::vector<Term> found;
    for (const unsigned number : paths.elements()) found.push_back(paths.element(number).index);
    for (const Entry& entry : base_.block->out) {
        if (const auto element = index_symbol(entry.symbol)) found.push_back(index_of(*element));
    }
    return found;
}

std::vector<Term> Search::undecided_outs(bool knows_values) {
    std::vector<Term> wanted, symbols;
    kept_noise.clear();
    range_ends.clear();
    const Program& program = *base_.program;
    const auto add = [&](Term term, const ByteSet* ranges) {
        if (ranges != nullptr && knows_values && is_in_range(term, *ranges)) return;
        const bool has_ranges = ranges != nullptr;
        symbols.clear();
        if (!has_ranges) terms.collect(terms.resolved(term), symbols);
        const auto is_noise = [&](Term symbol) { return !is_input(symbol); };
        if (has_ranges || std::ranges::any_of(symbols, is_noise)) wanted.push_back(term);
    };
    const bool has_ended = paths.ending != Ending::comes_back;
    for (const Entry& entry : base_.block->out) {
        if (!has_ended || (!knows_values && entry.bytes.ranges.empty())) continue;
        const ByteSet* const ranges = entry.bytes.ranges.empty() ? nullptr : &entry.bytes;
        if (const auto element = index_symbol(entry.symbol)) {
            const unsigned array = program.variable(element->base).begin;
            const Term index = index_of(*element);
            const auto is_it = [&](unsigned number) {
                return paths.element(number).array == array && paths.element(number).index == index;
            };
            const auto known = std::ranges::find_if(paths.elements(), is_it);
            if (known != paths.elements().end()) {
                add(paths.cell(*known), ranges);
            } else if (!Terms::is_constant(index)) {
                wanted.push_back(index);
            } else {
                add(paths.cell(paths.place_of(array + index)), ranges);
            }
        } else if (field_symbol(entry.symbol)) {
            for (const unsigned at : paths.written()) add(paths.cell(at), ranges);
        } else if (is_register(entry.symbol)) {
            add(returned(entry.symbol.front()), ranges);
        } else {
            const Extent extent = program.extent(entry.symbol);
            const bool may_be_open = ranges == nullptr && entry.formula().empty();
            for (const unsigned number : paths.elements()) {
                const auto& [array, index, first] = paths.element(number);
                const Domain& left = terms.domain(index);
                if (array + left.last() < extent.begin || array + left.first() >= extent.end) {
                    continue;
                }
                add(paths.cell(number), ranges);
            }
            for (unsigned at = extent.begin; at < extent.end; ++at) {
                if (may_be_open && is_noise(at) && paths.cell(at) == space.cells[at]) {
                    kept_noise.push_back(at);
                } else {
                    add(paths.cell(at), ranges);
                }
            }
        }
    }
    for (const auto& [character, when] : paths.printed) {
        add(character, nullptr);
        add(when, nullptr);
    }
    return wanted;
}

Search::Sums Search::crossing_sums() const {
    Sums by_symbol;
    std::map<Term, std::array<unsigned, 257>> from;  // how many more cycles from a value on
    for (const auto& [crosses, times] : paths.counted_crossings()) {
        if (const auto carry = paths.carry_of(crosses)) {
            from.try_emplace(carry->first).first->second[256 - carry->second] += times;
            continue;
        }
        const auto symbol = terms.only_symbol(crosses);
        if (!symbol || *symbol == 0) continue;
        auto& sums = by_symbol.try_emplace(*symbol).first->second;
        const Byte* const table = terms.table(crosses);
        for (std::size_t value = 0; value < sums.size(); ++value) {
            sums[value] += times * table[value];
        }
    }
    for (const auto& [symbol, more] : from) {
        unsigned sum = 0;
        auto& sums = by_symbol.try_emplace(symbol).first->second;
        for (std::size_t value = 0; value < sums.size(); ++value) {
            sum += more[value];
            sums[value] += sum;
        }
    }
    std::erase_if(by_symbol, [&](const auto& one) {
        const auto& [symbol, sums] = one;
        bool is_one = true;
        const Domain& left = terms.domain(symbol);
        left.for_each([&](Byte value) { is_one &= sums[value] == sums[left.first()]; });
        return is_one;
    });
    return by_symbol;
}

Cycle Search::cycles(const Paths& of, const Values& values) {
    Cycle sum = of.state.cycles;
    for (const auto& [crosses, times] : of.counted_crossings()) {
        sum += Cycle{times} * terms.value(crosses, values);
    }
    return sum;
}

}  // namespace ryg::contracts::prove
