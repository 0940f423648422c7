// Makes, resolves and evaluates terms; narrows symbols, and those that depend on them.
#include "engine/contracts/prove/terms.hpp"

#include <algorithm>
#include <stdexcept>

#include "emu/alu.hpp"

namespace ryg::contracts::prove {

Byte Domain::first() const {
    for (unsigned i = 0; i < 4; ++i) {
        if (words_[i] != 0) {
            return static_cast<Byte>(64 * i + static_cast<unsigned>(std::countr_zero(words_[i])));
        }
    }
    throw std::logic_error("an empty set has no first value");
}

Byte Domain::last() const {
    for (unsigned i = 4; i-- > 0;) {
        if (words_[i] != 0) {
            return static_cast<Byte>(64 * i + 63U -
                                     static_cast<unsigned>(std::countl_zero(words_[i])));
        }
    }
    throw std::logic_error("an empty set has no last value");
}

Byte Domain::at(unsigned index) const {
    for (unsigned i = 0; i < 4; ++i) {
        auto word = words_[i];
        const auto size = static_cast<unsigned>(std::popcount(word));
        if (index >= size) {
            index -= size;
            continue;
        }
        while (index-- > 0) word &= word - 1;
        return static_cast<Byte>(64 * i + static_cast<unsigned>(std::countr_zero(word)));
    }
    throw std::logic_error("a set has no such value");
}

Byte computed(Op op, Byte a, Byte b, Byte c) {
    namespace alu = emu::alu;
    switch (op) {
        case Op::add: return alu::add(a, b, c != 0).value;
        case Op::carry: return alu::add(a, b, c != 0).carry ? 1 : 0;
        case Op::overflow: return alu::add(a, b, c != 0).overflow ? 1 : 0;
        case Op::both: return a & b;
        case Op::either: return a | b;
        case Op::differ: return a ^ b;
        case Op::left: return alu::shift_left(a, c != 0).value;
        case Op::right: return alu::shift_right(a, c != 0).value;
        case Op::at_least: return a >= b ? 1 : 0;
        case Op::bit: return static_cast<Byte>(a >> b & 1);
        case Op::is_equal: return a == b ? 1 : 0;
        case Op::choose: return a != 0 ? b : c;
        case Op::table:
        case Op::select: break;
    }
    throw std::logic_error("a table is looked up, not computed");
}

namespace {

/// The results for all values of a symbol; the operation is chosen once, not 256 times.
void compute_all(Op op, const Byte* of_a, const Byte* of_b, const Byte* of_c, Terms::Table& into) {
    const auto each = [&](auto compute) {
        for (unsigned i = 0; i < 256; ++i) {
            into[i] =
                static_cast<Byte>(compute(unsigned{of_a[i]}, unsigned{of_b[i]}, unsigned{of_c[i]}));
        }
    };
    switch (op) {
        case Op::add: return each([](auto a, auto b, auto c) { return a + b + c; });
        case Op::carry: return each([](auto a, auto b, auto c) { return (a + b + c) >> 8; });
        case Op::both: return each([](auto a, auto b, auto) { return a & b; });
        case Op::either: return each([](auto a, auto b, auto) { return a | b; });
        case Op::differ: return each([](auto a, auto b, auto) { return a ^ b; });
        case Op::at_least: return each([](auto a, auto b, auto) { return a >= b ? 1U : 0U; });
        case Op::bit: return each([](auto a, auto b, auto) { return a >> b & 1; });
        case Op::is_equal: return each([](auto a, auto b, auto) { return a == b ? 1U : 0U; });
        default: break;
    }
    for (unsigned i = 0; i < 256; ++i) into[i] = computed(op, of_a[i], of_b[i], of_c[i]);
}

}  // namespace

void sort_once(std::vector<Term>& terms) {
    std::ranges::sort(terms);
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
}

Terms::Terms() : constants_(257), remembered_(0x4000) {
    for (unsigned value = 0; value < 256; ++value) {
        constants_[value].fill(static_cast<Byte>(value));
        constants_[256][value] = static_cast<Byte>(value);
    }
}

Term Terms::symbol(const Domain& domain) {
    if (domains_.size() == most_symbols) throw std::length_error("too many symbols");
    domains_.push_back(domain);
    constrained_.push_back(0);
    return first_symbol + static_cast<Term>(domains_.size()) - 1;
}

const Byte* Terms::table(Term term) const {
    if (is_constant(term)) return constants_[term].data();
    if (is_symbol(term)) return constants_[256].data();
    return tables_[made(term).table].data();
}

std::optional<Term> Terms::only_symbol(Term term) const {
    if (is_constant(term)) return 0;
    if (is_symbol(term)) return term;
    const Term symbol = made(term).symbol;
    return symbol == 0 ? std::nullopt : std::optional(symbol);
}

/// A term whose operands are not all constant; the same as before, if it is remembered.
Term Terms::add(Op op, Term a, Term b, Term c) {
    const std::size_t place =
        (((a * 31 + b) * 31 + c) * 31 + static_cast<Term>(op)) % remembered_.size();
    if (const Term known = remembered_[place]; known < made_.size()) {
        const Made& old = made_[known];
        if (old.op == op && old.a == a && old.b == b && old.c == c) return first_made + known;
    }
    remembered_[place] = static_cast<Term>(made_.size());
    Term symbol = 0;
    bool several = false;
    for (const Term operand : {a, op == Op::table ? 0 : b, c}) {
        const auto only = only_symbol(operand);
        if (only && *only == 0) continue;
        if (!only || (symbol != 0 && symbol != *only)) several = true;
        if (only) symbol = *only;
    }
    Made term{op, a, b, c, several ? 0 : symbol, 0};
    if (!several) {
        tables_.emplace_back();
        Table& values = tables_.back();
        term.table = static_cast<std::uint32_t>(tables_.size() - 1);
        const Byte* const of_a = table(a);
        if (op == Op::table) {
            for (unsigned i = 0; i < 256; ++i) values[i] = tables_[b][of_a[i]];
        } else {
            const Byte *const of_b = table(b), *const of_c = table(c);
            compute_all(op, of_a, of_b, of_c, values);
        }
    }
    made_.push_back(term);
    return first_made + static_cast<Term>(made_.size()) - 1;
}

Term Terms::order(unsigned count) {
    orders_.push_back(symbol(Domain::range(0, count - 1)));
    return orders_.back();
}

Term Terms::selected(Term term, Term order, Byte value) const {
    if (selects_by(term) == order) return lists_[made(term).b][value];
    return !is_constant(term) && only_symbol(term) == order ? table(term)[value] : term;
}

Term Terms::select(Term order, std::vector<Term> terms) {
    const Domain& left = domain(order);
    const Term first = terms[left.first()];
    bool is_one = true, is_table = true;
    left.for_each([&](Byte value) {
        is_one &= terms[value] == first;
        is_table &= is_constant(terms[value]);
    });
    if (is_one) return first;
    if (is_table) {
        Table values{};
        left.for_each([&](Byte value) { values[value] = static_cast<Byte>(terms[value]); });
        return look_up(values, order);
    }
    lists_.push_back(std::move(terms));
    made_.push_back({Op::select, order, static_cast<Term>(lists_.size() - 1), 0, 0, 0});
    return first_made + static_cast<Term>(made_.size()) - 1;
}

/// The order that an operand is selected by, or that is to choose between two; else 0.
Term Terms::order_in(Op op, Term a, Term b, Term c) const {
    for (const Term operand : {a, b, c}) {
        if (const Term order = selects_by(operand)) return order;
    }
    if (op != Op::choose || orders_.empty() || is_constant(a)) return 0;
    const Term order = only_symbol(a).value_or(0);
    const auto is_known = [&](Term term) {
        const auto symbol = only_symbol(term);
        return symbol && (*symbol == 0 || *symbol == order);
    };
    return order == 0 || !is_order(order) || (is_known(b) && is_known(c)) ? 0 : order;
}

Term Terms::make(Op op, Term a, Term b, Term c) {
    if (is_constant(a) && is_constant(b) && is_constant(c)) {
        return computed(op, static_cast<Byte>(a), static_cast<Byte>(b), static_cast<Byte>(c));
    }
    if (const Term order = order_in(op, a, b, c)) {
        std::vector<Term> each(domain(order).last() + 1U);
        domain(order).for_each([&](Byte value) {
            each[value] = make(op, selected(a, order, value), selected(b, order, value),
                               selected(c, order, value));
            if (const auto pair = compared(each[value])) {
                if (const auto truth = truth_of(*pair)) each[value] = *truth ? 1 : 0;
            }
        });
        return select(order, std::move(each));
    }
    switch (op) {  // what leaves an operand as it was
        case Op::add:
            if (b == 0 && c == 0) return a;
            if (a == 0 && c == 0) return b;
            break;
        case Op::carry:
            if (b == 0 && c == 0) return 0;
            if (b == 0xff && c == 1) return 1;
            if (b >= first_made && is_constant(c)) {  // as SBC leaves it
                const Made complement = made(b);
                if (complement.op != Op::differ || complement.b != 0xff) break;
                if (c == 1) return make(Op::at_least, a, complement.a);
                return make(Op::is_equal, make(Op::at_least, complement.a, a), 0);
            }
            break;
        case Op::both:
            if (a == 0 || b == 0) return 0;
            if (b == 0xff || a == b) return a;
            if (a == 0xff) return b;
            break;
        case Op::either:
            if (b == 0 || a == b) return a;
            if (a == 0) return b;
            break;
        case Op::differ:
            if (b == 0) return a;
            if (a == 0) return b;
            if (a == b) return 0;
            for (const auto& [sum, part] : {std::pair(a, b), std::pair(b, a)}) {
                if (sum < first_made || made(sum).op != Op::differ) continue;
                if (made(sum).a == part) return made(sum).b;  // taken out again
                if (made(sum).b == part) return made(sum).a;
            }
            break;
        case Op::at_least:
            if (b == 0 || a == b) return 1;
            break;
        case Op::choose:
            if (is_constant(a)) return a != 0 ? b : c;
            if (b == c) return b;
            break;
        default: break;
    }
    return add(op, a, b, c);
}

Term Terms::look_up(const Table& values, Term index) {
    if (is_constant(index)) return values[index];
    if (const Term order = selects_by(index)) {
        std::vector<Term> each(domain(order).last() + 1U);
        domain(order).for_each(
            [&](Byte value) { each[value] = look_up(values, selected(index, order, value)); });
        return select(order, std::move(each));
    }
    tables_.push_back(values);
    return add(Op::table, index, static_cast<Term>(tables_.size() - 1), 0);
}

Term Terms::resolved(Term term) {
    ++stamp_;
    return resolve(term);
}

/// Remembers what a term is, as long as the stamp stays.
Term Terms::keep(Term term, Term known) {
    made_[term - first_made].stamp = stamp_;
    return made_[term - first_made].known = known;
}

Term Terms::resolve(Term term) {
    if (is_constant(term)) return term;
    if (const auto symbol = only_symbol(term)) {
        const Domain& left = domain(*symbol);
        const Byte* const values = table(term);
        const Byte first = values[left.first()];
        return left.all_are([&](Byte value) { return values[value] == first; }) ? first : term;
    }
    const Made node = made(term);
    if (node.stamp == stamp_) return node.known;
    if (node.op == Op::select) {
        const Domain& left = domain(node.a);
        const Term first = lists_[node.b][left.first()];
        bool is_one = true;
        left.for_each([&](Byte value) { is_one &= lists_[node.b][value] == first; });
        return keep(term, is_one ? resolve(first) : term);
    }
    const Term a = resolve(node.a), c = resolve(node.c);
    Term known = 0;
    if (node.op == Op::table) {
        known = a == node.a      ? term
                : is_constant(a) ? tables_[node.b][a]
                                 : add(Op::table, a, node.b, 0);
    } else {
        if (const auto pair = compared(term)) {
            if (const auto truth = truth_of(*pair)) return *truth ? 1 : 0;
        }
        const Term b = resolve(node.b);
        known = a == node.a && b == node.b && c == node.c ? term : make(node.op, a, b, c);
    }
    // What has become a term over one symbol, or a comparison, may be decided already.
    if (known != term) known = resolve(known);
    if (!pairs_.empty() && !only_symbol(known)) {
        const auto two = two_symbols(known);
        if (two && find_pair(two->first, two->second) != nullptr) {
            Domain left;
            for_each_outcome(known, two->first, two->second,
                             [&](Byte value, Byte, Byte) { left.add(value); });
            if (left.size() == 1) known = left.first();
        }
    }
    return keep(term, known);
}

Domain Terms::possible(Term term) const {
    std::unordered_map<Term, Domain> known;
    return possible(term, known);
}

/// `known` are those of the parts over several symbols, which may be shared.
Domain Terms::possible(Term term, std::unordered_map<Term, Domain>& known) const {
    constexpr unsigned most_combinations = 256;
    if (is_constant(term)) return Domain::range(term, term);
    Domain found;
    if (const auto symbol = only_symbol(term)) {
        const Byte* const values = table(term);
        domain(*symbol).for_each([&](Byte of) { found.add(values[of]); });
        return found;
    }
    if (const auto again = known.find(term); again != known.end()) return again->second;
    const Made& node = made(term);
    if (node.op == Op::select) {
        domain(node.a).for_each([&](Byte value) {
            possible(lists_[node.b][value], known).for_each([&](Byte of) { found.add(of); });
        });
        return known[term] = found;
    }
    if (const auto one = constraints_.empty() ? std::nullopt : apart(term)) {
        found.add(one->usual);
        for (const auto& [symbol, result] : one->cases) found.add(result);
        return known[term] = found;
    }
    const Domain a = possible(node.a, known);
    if (node.op == Op::table) {
        a.for_each([&](Byte index) { found.add(tables_[node.b][index]); });
        return known[term] = found;
    }
    const Domain b = possible(node.b, known), c = possible(node.c, known);
    if (node.op == Op::choose) {
        if (a.last() != 0) found = b;
        if (a.has(0)) found = found | c;
    } else if (a.size() * b.size() * c.size() > most_combinations) {
        found = Domain::all();
    } else {
        a.for_each([&](Byte of_a) {
            b.for_each([&](Byte of_b) {
                c.for_each([&](Byte of_c) { found.add(computed(node.op, of_a, of_b, of_c)); });
            });
        });
    }
    return known[term] = found;
}

void Terms::collect_parts(Term term, std::vector<Term>& into, Seen& seen) const {
    if (is_constant(term)) return;
    if (only_symbol(term)) {
        if (std::ranges::count(into, term) == 0) into.push_back(term);
        return;
    }
    if (!seen.insert(term).second) return;
    const Made& node = made(term);
    collect_parts(node.a, into, seen);
    if (node.op != Op::table) collect_parts(node.b, into, seen);
    collect_parts(node.c, into, seen);
}

/// The values of a part's symbol that give it this value.
Domain Terms::symbol_values(Term part, Byte value) const {
    const Term symbol = *only_symbol(part);
    Domain found;
    domain(symbol).for_each([&](Byte of) {
        if (table(part)[of] == value) found.add(of);
    });
    return found;
}

/// The value that a part has for most values of its symbol.
Byte Terms::usual_value(Term part) const {
    std::array<unsigned, 256> counts{};
    domain(*only_symbol(part)).for_each([&](Byte of) { ++counts[table(part)[of]]; });
    return static_cast<Byte>(std::ranges::max_element(counts) - counts.begin());
}

Byte Terms::evaluate_with(Term term, std::span<const std::pair<Term, Byte>> parts) const {
    if (is_constant(term)) return static_cast<Byte>(term);
    for (const auto& [part, value] : parts) {
        if (part == term) return value;
    }
    const Made& node = made(term);
    const Byte a = evaluate_with(node.a, parts);
    if (node.op == Op::table) return tables_[node.b][a];
    return computed(node.op, a, evaluate_with(node.b, parts), evaluate_with(node.c, parts));
}

/// How many values of a part leave the whole term one value.
unsigned Terms::decisions(Term term, Term part, const Domain& values) {
    unsigned decided = 0;
    values.for_each([&](Byte value) {
        const Mark before = mark();
        const bool is_left = narrow(*only_symbol(part), symbol_values(part, value));
        if (!is_left || possible(resolved(term)).size() == 1) ++decided;
        rewind(before);
    });
    return decided;
}

Term Terms::undecided_part(Term term) {
    constexpr unsigned most_values = 4, most_parts = 16;
    if (only_symbol(term)) return term;
    std::vector<Term> parts;
    Seen seen;
    collect_parts(term, parts, seen);
    if (parts.size() > most_parts) return parts.back();
    std::vector<std::pair<Term, Byte>> usual;
    for (const Term part : parts) usual.emplace_back(part, usual_value(part));
    Term best = 0;
    unsigned most = 0, fewest = 0;
    for (auto& [part, value] : usual) {
        const Domain values = possible(part);
        if (most == 0 && (best == 0 || values.size() <= fewest)) {
            best = part;
            fewest = values.size();
        }
        if (values.size() > most_values) continue;
        const Byte kept = value;
        Domain results;
        values.for_each([&](Byte other) {
            value = other;
            results.add(evaluate_with(term, usual));
        });
        value = kept;
        const unsigned worth =
            (results.size() > 1 ? most_values : 0) + decisions(term, part, values);
        if (worth > most) {
            most = worth;
            best = part;
        }
    }
    return best;
}

// --- apart --------------------------------------------------------------------------------------

/// A constant, or a term over one symbol that has another value at one of its symbol's only.
std::optional<Terms::Apart> Terms::apart_of_one(Term term) const {
    if (is_constant(term)) return Apart{static_cast<Byte>(term)};
    const Term symbol = *only_symbol(term);
    Apart found{usual_value(term)};
    domain(symbol).for_each([&](Byte value) {
        if (table(term)[value] == found.usual) return;
        found.value = value;
        found.cases.emplace_back(symbol, table(term)[value]);
    });
    if (found.cases.size() > 1) return std::nullopt;
    return found;
}

std::optional<Terms::Apart> Terms::apart(Term term) const {
    if (only_symbol(term)) return apart_of_one(term);
    const Made& node = made(term);
    if (node.op == Op::select) return std::nullopt;
    std::vector<Apart> parts;
    std::vector<Term> symbols;
    for (const Term operand : {node.a, node.op == Op::table ? 0 : node.b, node.c}) {
        const auto part = apart(operand);
        if (!part) return std::nullopt;
        parts.push_back(*part);
        for (const auto& [symbol, result] : part->cases) {
            if (std::ranges::count(symbols, symbol) == 0) symbols.push_back(symbol);
        }
    }
    const auto result_of = [&](Byte a, Byte b, Byte c) {
        return node.op == Op::table ? tables_[node.b][a] : computed(node.op, a, b, c);
    };
    Apart found{result_of(parts[0].usual, parts[1].usual, parts[2].usual)};
    for (const Apart& part : parts) {
        if (!part.cases.empty()) found.value = part.value;
    }
    const bool is_one_value = std::ranges::all_of(
        parts, [&](const Apart& part) { return part.cases.empty() || part.value == found.value; });
    const bool differ = std::ranges::any_of(constraints_, [&](const Constraint& constraint) {
        return std::ranges::all_of(symbols, [&](Term symbol) {
            return std::ranges::count(constraint.symbols, symbol) != 0;
        });
    });
    if (!is_one_value || !differ) return std::nullopt;
    for (const Term symbol : symbols) {
        std::array<Byte, 3> operands{};
        for (std::size_t i = 0; i < parts.size(); ++i) {
            operands[i] = parts[i].usual;
            for (const auto& [of, result] : parts[i].cases) {
                if (of == symbol) operands[i] = result;
            }
        }
        found.cases.emplace_back(symbol, result_of(operands[0], operands[1], operands[2]));
    }
    return found;
}

Term Terms::is_value(Term term, Byte value) {
    if (const auto known = only_symbol(term) ? std::nullopt : apart(term)) {
        const bool usually = known->usual == value;
        std::vector<Term> others;
        for (const auto& [symbol, result] : known->cases) {
            if ((result == value) != usually) others.push_back(symbol);
        }
        if (others.empty()) return usually ? 1 : 0;
        if (others.size() == 1) {
            Table table{};
            table.fill(usually ? 1 : 0);
            table[known->value] = usually ? 0 : 1;
            return look_up(table, others.front());
        }
    }
    return make(Op::is_equal, term, value);
}

Term Terms::bit_of(Term term, unsigned number) {
    Bits known;
    return bit_of(term, number, known);
}

Term Terms::bit_of(Term term, unsigned number, Bits& known) {
    if (only_symbol(term)) return make(Op::bit, term, number);
    const std::uint64_t name = std::uint64_t{term} * 8 + number;
    if (const auto found = known.find(name); found != known.end()) return found->second;
    const Made node = made(term);
    const auto bit = [&](Term of) { return bit_of(of, number, known); };
    Term found = 0;
    switch (node.op) {
        case Op::both:
        case Op::either:
        case Op::differ: found = make(node.op, bit(node.a), bit(node.b)); break;
        case Op::choose: found = make(node.op, node.a, bit(node.b), bit(node.c)); break;
        case Op::left: found = number == 0 ? node.c : bit_of(node.a, number - 1, known); break;
        case Op::right: found = number == 7 ? node.c : bit_of(node.a, number + 1, known); break;
        case Op::bit:
            if (number == 0 && is_constant(node.b)) {
                found = bit_of(node.a, node.b & 7, known);
                break;
            }
            [[fallthrough]];
        case Op::carry:
        case Op::overflow:
        case Op::at_least:
        case Op::is_equal: found = number == 0 ? term : 0; break;
        default: found = make(Op::bit, term, number);
    }
    return known[name] = found;
}

bool Terms::same(Term a, Term b) {
    std::set<std::pair<Term, Term>> equal;
    return alike(resolved(a), resolved(b), equal);
}

/// Terms over one symbol by their values, others by what they are made of.
bool Terms::alike(Term a, Term b, std::set<std::pair<Term, Term>>& equal) const {
    if (a == b || equal.contains({a, b})) return true;
    if (const Term order = selects_by(a) != 0 ? selects_by(a) : selects_by(b)) {
        bool is_same = true;
        domain(order).for_each([&](Byte value) {
            is_same = is_same && alike(selected(a, order, value), selected(b, order, value), equal);
        });
        return is_same;
    }
    const auto of_a = only_symbol(a), of_b = only_symbol(b);
    if (of_a != of_b || of_a == Term{0}) return false;
    bool is_equal = true;
    if (of_a) {
        domain(*of_a).for_each([&](Byte value) { is_equal &= table(a)[value] == table(b)[value]; });
    } else {
        const Made &one = made(a), &other = made(b);
        const bool commutes = one.op <= Op::differ;
        if (one.op != other.op) return false;
        if (one.op == Op::table) {
            is_equal = tables_[one.b] == tables_[other.b] && alike(one.a, other.a, equal);
        } else {
            is_equal = alike(one.c, other.c, equal) &&
                       ((alike(one.a, other.a, equal) && alike(one.b, other.b, equal)) ||
                        (commutes && alike(one.a, other.b, equal) && alike(one.b, other.a, equal)));
        }
    }
    if (is_equal) equal.emplace(a, b);
    return is_equal;
}

Byte Terms::evaluate(Term term, const Values& values) {
    if (is_constant(term)) return static_cast<Byte>(term);
    if (const auto symbol = only_symbol(term)) return table(term)[values[*symbol - first_symbol]];
    const Made node = made(term);
    if (node.stamp == stamp_) return static_cast<Byte>(node.known);
    if (node.op == Op::select) {
        const Term one = lists_[node.b][values[node.a - first_symbol]];
        return static_cast<Byte>(keep(term, evaluate(one, values)));
    }
    const Byte a = evaluate(node.a, values);
    if (node.op == Op::table) return static_cast<Byte>(keep(term, tables_[node.b][a]));
    const Byte b = evaluate(node.b, values), c = evaluate(node.c, values);
    return static_cast<Byte>(keep(term, computed(node.op, a, b, c)));
}

/// Whether a term is `high` and something that depends on `low` only, which is added to `by_low`.
bool Terms::adds_up(Term term, Term low, Term high, std::array<unsigned, 256>& by_low) const {
    if (term == high) return true;
    if (term < first_made || made(term).op != Op::add) return false;
    const Made& sum = made(term);
    const auto first = only_symbol(sum.a);
    const bool is_second = first && (*first == 0 || *first == low);
    for (const Term part : {is_second ? sum.a : sum.b, sum.c}) {
        const auto symbol = only_symbol(part);
        if (!symbol || (*symbol != 0 && *symbol != low)) return false;
        for (unsigned value = 0; value < 256; ++value) by_low[value] += table(part)[value];
    }
    return adds_up(is_second ? sum.b : sum.a, low, high, by_low);
}

std::optional<unsigned> Terms::offset(Term low, Term high, Term base_low, Term base_high) const {
    if (only_symbol(low) != base_low) return std::nullopt;
    std::array<unsigned, 256> pages{};
    if (!adds_up(high, base_low, base_high, pages)) return std::nullopt;
    std::optional<unsigned> offset;
    bool is_one = true;
    domain(base_low).for_each([&](Byte value) {
        const unsigned far = (256 * pages[value] + table(low)[value] - value) & 0xffffU;
        is_one &= !offset || *offset == far;
        offset = far;
    });
    return is_one ? offset : std::nullopt;
}

void Terms::collect(Term term, std::vector<Term>& into) const {
    Seen seen;
    collect(term, into, seen);
}

void Terms::collect(Term term, std::vector<Term>& into, Seen& seen) const {
    if (const auto symbol = only_symbol(term)) {
        if (*symbol != 0) into.push_back(*symbol);
        return;
    }
    if (!seen.insert(term).second) return;
    const Made& node = made(term);
    collect(node.a, into, seen);
    if (node.op == Op::select) {
        domain(node.a).for_each([&](Byte value) { collect(lists_[node.b][value], into, seen); });
        return;
    }
    if (node.op != Op::table) collect(node.b, into, seen);
    collect(node.c, into, seen);
}

// --- relations ----------------------------------------------------------------------------------

std::optional<Terms::Compared> Terms::compared(Term term) const {
    if (term < first_made) return std::nullopt;
    const Made& node = made(term);
    if (node.op == Op::at_least && is_symbol(node.a) && is_symbol(node.b)) {
        return Compared{true, node.a, node.b};
    }
    // a - b == 0, as a comparison leaves it
    if (node.op != Op::is_equal || node.b != 0 || node.a < first_made) return std::nullopt;
    const Made& difference = made(node.a);
    if (difference.op != Op::add || difference.c != 1 || difference.b < first_made ||
        !is_symbol(difference.a)) {
        return std::nullopt;
    }
    const Made& complement = made(difference.b);
    if (complement.op != Op::differ || complement.b != 0xff || !is_symbol(complement.a)) {
        return std::nullopt;
    }
    return Compared{false, difference.a, complement.a};
}

bool Terms::is_below(Term lower, Term upper, bool strictly) const {
    for (const auto& [symbols, ordered] : constraints_) {
        if (!ordered) continue;
        const auto place = std::ranges::find(symbols, lower);
        if (place != symbols.end() && std::find(place + 1, symbols.end(), upper) != symbols.end()) {
            return true;
        }
    }
    // Symbols that are not less than `lower`, and whether they are greater.
    std::vector<std::pair<Term, bool>> reached{{lower, false}};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const auto [from, greater] = reached[i];
        if (from == upper && (greater || !strictly)) return true;
        for (const Relation& relation : relations_) {
            if (relation.lower != from) continue;
            const std::pair next{relation.upper, greater || relation.is_strict};
            const auto is_known = [&](const auto& old) {
                return old.first == next.first && (old.second || !next.second);
            };
            if (std::ranges::none_of(reached, is_known)) reached.push_back(next);
        }
    }
    return false;
}

std::optional<bool> Terms::truth_of(const Compared& of) const {
    if (relations_.empty() && orders_.empty()) return std::nullopt;
    if (of.at_least) {
        if (is_below(of.b, of.a, false)) return true;
        if (is_below(of.a, of.b, true)) return false;
    } else {
        if (is_below(of.a, of.b, true) || is_below(of.b, of.a, true)) return false;
        if (is_below(of.a, of.b, false) && is_below(of.b, of.a, false)) return true;
    }
    return std::nullopt;
}

std::optional<Terms::Compared> Terms::comparison_in(Term term, std::set<Term>& seen) const {
    if (only_symbol(term) || !seen.insert(term).second) return std::nullopt;
    if (const auto pair = compared(term)) return pair;
    const Made& node = made(term);
    for (const Term operand : {node.a, node.op == Op::table ? 0 : node.b, node.c}) {
        if (const auto pair = comparison_in(operand, seen)) return pair;
    }
    return std::nullopt;
}

std::vector<std::vector<Relation>> Terms::outcomes(Term term) const {
    std::set<Term> seen;
    const auto pair = comparison_in(term, seen);
    if (!pair) return {};
    const auto [at_least, a, b] = *pair;
    if (at_least) return {{{a, b, true}}, {{b, a, false}}};
    return {{{a, b, true}}, {{b, a, true}}, {{a, b, false}, {b, a, false}}};
}

bool Terms::relate(const Relation& relation) {
    relations_.push_back(relation);
    return propagate(relation.lower) && propagate(relation.upper);
}

// --- pairs --------------------------------------------------------------------------------------

const Terms::Pair* Terms::find_pair(Term x, Term y) const {
    for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
        if (pair->x == x && pair->y == y) return &*pair;
    }
    return nullptr;
}

/// Calls `action(x, y)` with all values that two symbols may have together, x < y as symbols.
template <class Action>
void Terms::for_each_pair(Term x, Term y, Action action) const {
    const Pair* const known = find_pair(x, y);
    domain(x).for_each([&](Byte of_x) {
        domain(y).for_each([&](Byte of_y) {
            if (known == nullptr || (*known->together)[256U * of_x + of_y]) action(of_x, of_y);
        });
    });
}

std::optional<std::pair<Term, Term>> Terms::two_symbols(Term term) const {
    std::vector<Term> symbols;
    collect(term, symbols);
    sort_once(symbols);
    if (symbols.size() != 2) return std::nullopt;
    return std::pair(symbols[0], symbols[1]);
}

bool Terms::pair(Term x, Term y, const Together& together) {
    auto both = std::make_shared<Together>(together);
    if (x > y) {
        std::swap(x, y);
        for (unsigned i = 0; i < 0x10000; ++i) (*both)[i] = together[256 * (i % 256) + i / 256];
    }
    if (const Pair* const known = find_pair(x, y)) *both &= *known->together;
    pairs_.push_back({x, y, std::move(both)});
    return propagate(Pair(pairs_.back()));
}

/// Leaves each of the two only values that some value of the other goes with.
bool Terms::propagate(const Pair& pair) {
    Domain of_x, of_y;
    for_each_pair(pair.x, pair.y, [&](Byte x, Byte y) {
        of_x.add(x);
        of_y.add(y);
    });
    return narrow(pair.x, of_x) && narrow(pair.y, of_y);
}

template <class Action>
void Terms::for_each_outcome(Term term, Term x, Term y, Action action) const {
    const Made& node = made(term);
    const bool is_plain =
        node.op != Op::table && only_symbol(node.a) && only_symbol(node.b) && is_constant(node.c);
    if (is_plain) {
        const bool is_turned = only_symbol(node.a) == y;
        const Byte *const a = table(node.a), *const b = table(node.b);
        for_each_pair(x, y, [&](Byte of_x, Byte of_y) {
            const Byte of_a = a[is_turned ? of_y : of_x], of_b = b[is_turned ? of_x : of_y];
            action(computed(node.op, of_a, of_b, static_cast<Byte>(node.c)), of_x, of_y);
        });
        return;
    }
    std::vector<Term> parts;
    Seen seen;
    collect_parts(term, parts, seen);
    std::vector<std::pair<Term, Byte>> values(parts.size());
    for_each_pair(x, y, [&](Byte of_x, Byte of_y) {
        for (std::size_t i = 0; i < parts.size(); ++i) {
            values[i] = {parts[i], table(parts[i])[*only_symbol(parts[i]) == x ? of_x : of_y]};
        }
        action(evaluate_with(term, values), of_x, of_y);
    });
}

std::optional<Terms::Pairing> Terms::pairing(Term term) const {
    constexpr unsigned fewest_values = 4, most_outcomes = 2;
    const auto two = two_symbols(term);
    if (!two || is_grouped(two->first) || is_grouped(two->second) ||
        domain(two->first).size() <= fewest_values || domain(two->second).size() <= fewest_values) {
        return std::nullopt;
    }
    std::array<std::shared_ptr<Together>, 256> by_value{};
    Pairing found{two->first, two->second, {}};
    for_each_outcome(term, found.x, found.y, [&](Byte value, Byte x, Byte y) {
        if (!by_value[value]) by_value[value] = std::make_shared<Together>();
        by_value[value]->set(256U * x + y);
    });
    for (auto& together : by_value) {
        if (together) found.outcomes.push_back(std::move(together));
    }
    if (found.outcomes.size() > most_outcomes) return std::nullopt;
    return found;
}

std::optional<Terms::Pairing> Terms::paired_part(Term term) const {
    Seen seen;
    return paired_part(term, seen);
}

std::optional<Terms::Pairing> Terms::paired_part(Term term, Seen& seen) const {
    if (is_constant(term) || only_symbol(term) || !seen.insert(term).second) return std::nullopt;
    const Made& node = made(term);
    for (const Term operand : {node.c, node.a, node.op == Op::table ? 0 : node.b}) {
        if (auto found = paired_part(operand, seen)) return found;
    }
    return pairing(term);
}

std::vector<std::pair<Term, Term>> Terms::pairs() const {
    std::vector<std::pair<Term, Term>> found;
    for (const Pair& pair : pairs_) {
        if (find_pair(pair.x, pair.y) == &pair) found.emplace_back(pair.x, pair.y);
    }
    return found;
}

std::pair<Byte, Byte> Terms::apart(Term x, Term y, bool is_greatest) const {
    const bool is_turned = x > y;
    std::optional<int> best;
    std::pair<Byte, Byte> found;
    for_each_pair(std::min(x, y), std::max(x, y), [&](Byte first, Byte second) {
        const int apart = is_turned ? first - second : second - first;
        if (best && (is_greatest ? apart <= *best : apart >= *best)) return;
        best = apart;
        found = is_turned ? std::pair(second, first) : std::pair(first, second);
    });
    return found;
}

// --- domains ------------------------------------------------------------------------------------

bool Terms::is_constrained(Term symbol) const {
    // More than one partner, or a partner that is constrained, could leave a value none.
    Term partner = 0;
    for (const Pair& pair : pairs_) {
        if (pair.x != symbol && pair.y != symbol) continue;
        const Term other = pair.x == symbol ? pair.y : pair.x;
        if (partner != 0 && partner != other) return true;
        partner = other;
    }
    for (const Pair& pair : pairs_) {
        if (partner == 0 || (pair.x != partner && pair.y != partner)) continue;
        if ((pair.x == partner ? pair.y : pair.x) != symbol) return true;
    }
    return (partner != 0 && is_grouped(partner)) || is_grouped(symbol);
}

bool Terms::is_related(Term symbol) const {
    return is_grouped(symbol) || std::ranges::any_of(pairs_, [symbol](const Pair& pair) {
               return pair.x == symbol || pair.y == symbol;
           });
}

bool Terms::is_grouped(Term symbol) const {
    return constrained_[symbol - first_symbol] != 0 ||
           std::ranges::any_of(relations_, [symbol](const Relation& relation) {
               return relation.lower == symbol || relation.upper == symbol;
           });
}

void Terms::constrain(Constraint constraint) {
    for (const Term symbol : constraint.symbols) {
        if (!is_grouped(symbol)) groups_.push_back(symbol);
        constrained_[symbol - first_symbol] = 1;
    }
    constraints_.push_back(std::move(constraint));
}

std::vector<Term> Terms::narrowed() const {
    std::vector<Term> symbols;
    for_each_narrowed([&](Term symbol) { symbols.push_back(symbol); });
    sort_once(symbols);
    return symbols;
}

bool Terms::narrow(Term symbol, const Domain& domain) {
    Domain& now = domains_[symbol - first_symbol];
    const Domain left = now & domain;
    if (left == now) return true;
    narrowed_.emplace_back(symbol, now);
    now = left;
    return !left.empty() && propagate(symbol);
}

bool Terms::propagate(Term symbol) {
    for (std::size_t i = pairs_.size(); i-- > 0;) {
        const Pair pair = pairs_[i];
        if ((pair.x == symbol || pair.y == symbol) && find_pair(pair.x, pair.y) == &pairs_[i]) {
            if (!propagate(pair)) return false;
        }
    }
    for (std::size_t i = 0; i < relations_.size(); ++i) {
        const auto [lower, upper, is_strict] = relations_[i];
        const unsigned apart = is_strict ? 1 : 0;
        if (lower == symbol) {
            const unsigned first = domain(symbol).first() + apart;
            if (first > 255 || !narrow(upper, Domain::range(first, 255))) return false;
        }
        if (upper == symbol) {
            const unsigned last = domain(symbol).last();
            if (last < apart || !narrow(lower, Domain::range(0, last - apart))) return false;
        }
    }
    if (constrained_[symbol - first_symbol] == 0) return true;
    for (const auto& [symbols, ordered] : constraints_) {
        const auto found = std::ranges::find(symbols, symbol);
        if (found == symbols.end()) continue;
        if (ordered) {
            if (const auto next = found + 1; next != symbols.end()) {
                const unsigned first = domain(symbol).first();
                if (first == 255 || !narrow(*next, Domain::range(first + 1, 255))) return false;
            }
            if (found != symbols.begin()) {
                const unsigned last = domain(symbol).last();
                if (last == 0 || !narrow(*(found - 1), Domain::range(0, last - 1))) return false;
            }
        } else if (domain(symbol).size() == 1) {
            Domain others = Domain::all();
            others.remove(domain(symbol).first());
            for (const Term other : symbols) {
                if (other != symbol && !narrow(other, others)) return false;
            }
        }
    }
    return true;
}

bool Terms::fits(const Values& values, std::span<const Term> decided, Term symbol) const {
    const auto value_of = [&](Term term) { return values[term - first_symbol]; };
    for (const auto& [lower, upper, is_strict] : relations_) {
        const Term other = lower == symbol ? upper : lower;
        if ((lower != symbol && upper != symbol) || std::ranges::count(decided, other) == 0) {
            continue;
        }
        if (value_of(lower) + (is_strict ? 1 : 0) > value_of(upper)) return false;
    }
    for (const Pair& pair : pairs_) {
        const Term other = pair.x == symbol ? pair.y : pair.x;
        if ((pair.x != symbol && pair.y != symbol) || std::ranges::count(decided, other) == 0) {
            continue;
        }
        if (!(*pair.together)[256U * value_of(pair.x) + value_of(pair.y)]) return false;
    }
    for (const auto& [symbols, ordered] : constraints_) {
        const auto place = std::ranges::find(symbols, symbol);
        if (place == symbols.end()) continue;
        for (const Term other : decided) {
            const auto its_place = std::ranges::find(symbols, other);
            if (its_place == symbols.end()) continue;
            const bool wrong = ordered ? (its_place < place) != (value_of(other) < value_of(symbol))
                                       : value_of(other) == value_of(symbol);
            if (wrong) return false;
        }
    }
    return true;
}

bool Terms::settle(Values& values, std::span<const Term> symbols, std::size_t at) {
    if (at == symbols.size()) return true;
    const Term symbol = symbols[at];
    Byte& value = values[symbol - first_symbol];
    const Byte wanted = value;
    const Domain& left = domain(symbol);
    const auto tries = [&](Byte candidate) {
        value = candidate;
        return fits(values, symbols.first(at), symbol) && settle(values, symbols, at + 1);
    };
    if (left.has(wanted) && tries(wanted)) return true;
    bool found = false;
    left.for_each([&](Byte candidate) {
        if (!found && candidate != wanted) found = tries(candidate);
    });
    return found;
}

bool Terms::settle(Values& values) {
    if (relations_.empty() && pairs_.empty()) return settle(values, groups_, 0);
    std::vector<Term> symbols;  // the lower ones first, so that the least that fits always does
    for (const Relation& relation : relations_) {
        for (const Term symbol : {relation.lower, relation.upper}) {
            if (std::ranges::count(symbols, symbol) == 0) symbols.push_back(symbol);
        }
    }
    std::vector<std::pair<std::ptrdiff_t, Term>> order;
    for (const Term symbol : symbols) {
        const auto is_lower = [&](Term other) { return is_below(other, symbol, false); };
        order.emplace_back(std::ranges::count_if(symbols, is_lower), symbol);
    }
    std::ranges::sort(order);
    symbols.clear();
    for (const auto& [lower, symbol] : order) symbols.push_back(symbol);
    const auto add = [&](Term symbol) {
        if (std::ranges::count(symbols, symbol) == 0) symbols.push_back(symbol);
    };
    for (const Pair& pair : pairs_) {
        add(pair.x);
        add(pair.y);
    }
    std::ranges::for_each(groups_, add);
    return settle(values, symbols, 0);
}

bool Terms::settle(Values& values, const std::vector<Term>& kept) {
    const Mark before = mark();
    bool fits = true;
    for (const Term symbol : kept) {
        const Byte value = values[symbol - first_symbol];
        fits = fits && narrow(symbol, Domain::range(value, value));
    }
    fits = fits && settle(values);
    rewind(before);
    return fits;
}

void Terms::rewind(const Mark& mark) {
    made_.resize(mark.terms, Made{Op::add, 0, 0, 0, 0, 0});
    tables_.resize(mark.tables);
    lists_.resize(mark.lists);
    relations_.resize(mark.relations);
    pairs_.resize(mark.pairs);
    widen(mark);
}

void Terms::widen(const Mark& mark) {
    while (narrowed_.size() > mark.narrowed) {
        const auto& [symbol, before] = narrowed_.back();
        domains_[symbol - first_symbol] = before;
        narrowed_.pop_back();
    }
}

}  // namespace ryg::contracts::prove
