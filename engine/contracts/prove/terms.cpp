// Makes, resolves and evaluates terms.
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

bool Domain::is_one_in(const std::array<Byte, 256>& table) const {
    constexpr std::uint64_t each = 0x0101010101010101, but_top = 0x7f * each;
    const std::uint64_t one = each * table[first()];
    for (unsigned i = 0; i < 4; ++i) {
        std::uint64_t others = 0;  // a bit for each of 64 elements
        for (unsigned part = 8; part-- > 0 && words_[i] != 0;) {
            std::uint64_t eight = 0;
            for (unsigned j = 8; j-- > 0;) eight = eight << 8 | table[64 * i + 8 * part + j];
            eight ^= one;
            eight = (eight | ((eight & but_top) + but_top)) >> 7 & each;  // 1 where it is not 0
            others = others << 8 | eight * 0x0102040810204080 >> 56;
        }
        if ((others & words_[i]) != 0) return false;
    }
    return true;
}

Values& Values::operator=(const Values& other) {
    if (this == &other) return *this;
    if (first_ == nullptr || first_ != other.first_) return *this = Values(other);
    restore(other.bytes_.size());
    for (const std::uint32_t at : other.changed_) (*this)[at] = other.bytes_[at];
    return *this;
}

void Values::begin() {
    for (const std::uint32_t at : changed_) is_changed_[at] = 0;
    changed_.clear();
    first_ = std::make_shared<const std::vector<Byte>>(bytes_);
}

void Values::restore(std::size_t size) {
    for (const std::uint32_t at : changed_) {
        bytes_[at] = at < first_->size() ? (*first_)[at] : Byte{0};
        is_changed_[at] = 0;
    }
    changed_.clear();
    bytes_.resize(size);
    is_changed_.resize(size);
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

/// The results for all values of a symbol; the operation is chosen once, not 256 times.
void Terms::compute_all(Op op, const Byte* of_a, const Byte* of_b, const Byte* of_c, Table& into) {
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
    std::array<Term, 2> symbols{};  // the first ones
    std::size_t count = 0;
    const auto depends_on = [&](Term symbol) {
        if (std::ranges::count(symbols, symbol) != 0) return;
        if (count < symbols.size()) symbols[count] = symbol;
        ++count;
    };
    for (const Term operand : {a, op == Op::table ? 0 : b, c}) {
        if (const auto only = only_symbol(operand)) {
            if (*only != 0) depends_on(*only);
        } else if (const auto& [x, y] = made(operand).two; x != 0) {
            depends_on(x);
            depends_on(y);
        } else {
            count = 3;
        }
    }
    const bool several = count > 1;
    Made term{op, a, b, c, several ? 0 : symbols[0], 0};
    if (count == 2) term.two = std::minmax(symbols[0], symbols[1]);
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

/// What a term is the complement of; else 0.
Term Terms::complement_of(Term term) const {
    const bool is_it = term >= first_made && made(term).op == Op::differ && made(term).b == 0xff;
    return is_it ? made(term).a : 0;
}

/// What a term is taken from to give a difference, as SBC does it, if it is one from that term.
std::optional<Terms::Taken> Terms::taken_from(Term from, Term difference) const {
    if (difference < first_made || is_constant(from)) return std::nullopt;
    const Made& sum = made(difference);
    const Term term = sum.op == Op::add && sum.a == from ? complement_of(sum.b) : 0;
    return term == 0 ? std::nullopt : std::optional(Taken{term, sum.c});
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
            if (const auto taken = taken_from(a, complement_of(b)); taken && taken->carry == c) {
                return taken->term;  // a - (a - term)
            }
            break;
        case Op::carry:
            if (b == 0 && c == 0) return 0;
            if (b == 0xff && c == 1) return 1;
            if (const Term less = complement_of(b); less != 0 && is_constant(c)) {
                if (c == 1) return make(Op::at_least, a, less);  // as SBC leaves it
                return make(Op::is_equal, make(Op::at_least, less, a), 0);
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
            if (const auto taken = taken_from(a, b); taken && taken->carry == 1) {
                return make(Op::at_least, a, taken->term);
            }
            break;
        case Op::choose:
            if (is_constant(a)) return a != 0 ? b : c;
            if (b == c || have_same_values(b, c)) return b;
            break;
        default: break;
    }
    return add(op, a, b, c);
}

std::optional<Term> Terms::added(Term to, Term makes) const {
    if (to == makes) return 0;
    if (is_constant(to) && is_constant(makes)) return (makes - to) & 0xffU;
    if (makes < first_made) return std::nullopt;
    const Made& node = made(makes);
    const bool is_it = node.op == Op::add && node.a == to && is_constant(node.b) && node.c == 0;
    return is_it ? std::optional(node.b) : std::nullopt;
}

Term Terms::sum(Term of, Term part) {
    if (is_constant(of) || only_symbol(of) == only_symbol(part)) return make(Op::add, of, part);
    const auto is_sum = [&](Term term) {
        return !only_symbol(term) && made(term).op == Op::add && made(term).c == 0 &&
               only_symbol(made(term).b);
    };
    if (!is_sum(of)) return make(Op::add, of, part);
    const Node before = node(of);
    if (only_symbol(before.b) == only_symbol(part)) {
        return make(Op::add, before.a, make(Op::add, before.b, part));
    }
    // A part that is further in is found there; else it is the last one.
    for (Term in = before.a;; in = made(in).a) {
        const bool goes_on = is_sum(in);
        if (only_symbol(goes_on ? made(in).b : in) == only_symbol(part)) {
            return make(Op::add, sum(before.a, part), before.b);
        }
        if (!goes_on) return make(Op::add, of, part);
    }
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
        if (const Domain left = possible_in_pair(known); left.size() == 1) known = left.first();
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

std::vector<Term> Terms::parts(Term term) const {
    std::vector<Term> found;
    Seen seen;
    collect_parts(term, found, seen);
    return found;
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
    if (node.op == Op::select) {
        domain(node.a).for_each(
            [&](Byte value) { collect_parts(lists_[node.b][value], into, seen); });
        return;
    }
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

bool Terms::same(Term a, Term b) {
    std::set<std::pair<Term, Term>> equal;
    return alike(resolved(a), resolved(b), equal);
}

/// Of terms over one symbol.
bool Terms::have_same_values(Term a, Term b) const {
    const auto symbol = only_symbol(a);
    if (!symbol || *symbol == 0 || only_symbol(b) != symbol) return false;
    const Byte *const of_a = table(a), *const of_b = table(b);
    return domain(*symbol).all_are([&](Byte value) { return of_a[value] == of_b[value]; });
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
    if (only_symbol(a) || only_symbol(b)) return have_same_values(a, b);
    const Made &one = made(a), &other = made(b);
    if (one.op != other.op) return false;
    const auto are_alike = [&](Term x, Term y) { return alike(x, y, equal); };
    const bool commutes = one.op <= Op::differ;
    const bool is_equal =
        one.op == Op::table
            ? tables_[one.b] == tables_[other.b] && are_alike(one.a, other.a)
            : are_alike(one.c, other.c) &&
                  ((are_alike(one.a, other.a) && are_alike(one.b, other.b)) ||
                   (commutes && are_alike(one.a, other.b) && are_alike(one.b, other.a)));
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

}  // namespace ryg::contracts::prove
