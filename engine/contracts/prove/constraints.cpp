// What symbols may be together: relations, pairs, groups, and values that fit all of them.
#include <algorithm>
#include <stdexcept>

#include "engine/contracts/prove/terms.hpp"

namespace ryg::contracts::prove {

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

bool Terms::stands_before(Term lower, Term upper) const {
    return std::ranges::any_of(constraints_, [&](const Constraint& constraint) {
        const auto& [symbols, ordered] = constraint;
        if (!ordered) return false;
        const auto place = std::ranges::find(symbols, lower);
        return place != symbols.end() &&
               std::find(place + 1, symbols.end(), upper) != symbols.end();
    });
}

bool Terms::is_below(Term lower, Term upper, bool strictly) const {
    return stands_before(lower, upper) ||
           std::ranges::any_of(not_below(lower), [&](const auto& reached) {
               return reached.first == upper && (reached.second || !strictly);
           });
}

/// The symbols that are not less than one, by the relations, and whether they are greater.
std::vector<std::pair<Term, bool>> Terms::not_below(Term lower) const {
    std::vector<std::pair<Term, bool>> reached{{lower, false}};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const auto [from, greater] = reached[i];
        for (const Relation& relation : relations_) {
            if (relation.lower != from) continue;
            const std::pair next{relation.upper, greater || relation.is_strict};
            const auto is_known = [&](const auto& old) {
                return old.first == next.first && (old.second || !next.second);
            };
            if (std::ranges::none_of(reached, is_known)) reached.push_back(next);
        }
    }
    return reached;
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
    constexpr unsigned few_together = 0x2000;  // then equal or not, in whatever order
    const bool are_few = domain(a).size() * domain(b).size() <= few_together;
    if (!at_least && are_few && paired_part(term)) return {};
    std::vector<std::vector<Relation>> found;
    if (at_least) {
        found = {{{a, b, true}}, {{b, a, false}}};
    } else {
        found = {{{a, b, true}}, {{b, a, true}}, {{a, b, false}, {b, a, false}}};
    }
    std::erase_if(found, [this](const std::vector<Relation>& outcome) {
        return std::ranges::any_of(outcome, [this](const Relation& relation) {
            return is_below(relation.upper, relation.lower, !relation.is_strict);
        });
    });
    return found;
}

bool Terms::relate(const Relation& relation) {
    if (is_below(relation.lower, relation.upper, relation.is_strict)) return true;
    relations_.push_back(relation);
    ++version_;
    return propagate(relation.lower) && propagate(relation.upper);
}

// --- pairs --------------------------------------------------------------------------------------

const Terms::Pair* Terms::find_pair(Term x, Term y) const {
    for (auto pair = pairs_.rbegin(); pair != pairs_.rend(); ++pair) {
        if (pair->x == x && pair->y == y) return &*pair;
    }
    return nullptr;
}

std::optional<std::pair<Term, Term>> Terms::two_symbols(Term term) const {
    if (only_symbol(term) || made(term).two.first == 0) return std::nullopt;
    return made(term).two;
}

Domain Terms::values_that_set(Term term, Term symbol, Term known, Byte value) const {
    std::vector<std::pair<Term, Byte>> values;
    for (const Term part : parts(term)) values.emplace_back(part, Byte{0});
    Domain found;
    domain(symbol).for_each([&](Byte of) {
        for (auto& [part, its] : values)
            its = table(part)[*only_symbol(part) == known ? value : of];
        if ((evaluate_with(term, values) & 1) != 0) found.add(of);
    });
    return found;
}

bool Terms::pair(Term x, Term y, const Together& together) {
    auto both = std::make_shared<Together>(together);
    if (x > y) {
        std::swap(x, y);
        *both = {};
        for (unsigned of_y = 0; of_y < 256; ++of_y) {
            together[of_y].for_each([&](Byte of_x) { (*both)[of_x].add(static_cast<Byte>(of_y)); });
        }
    }
    if (const Pair* const known = find_pair(x, y)) {
        for (unsigned i = 0; i < 256; ++i) (*both)[i] = (*both)[i] & (*known->together)[i];
    }
    pairs_.push_back({x, y, std::move(both)});
    ++version_;
    return propagate(Pair(pairs_.back()));
}

/// Leaves each of the two only values that some value of the other goes with.
bool Terms::propagate(const Pair& pair) {
    Domain of_x, of_y;
    domain(pair.x).for_each([&](Byte x) {
        const Domain row = domain(pair.y) & (*pair.together)[x];
        if (!row.empty()) of_x.add(x);
        of_y = of_y | row;
    });
    return narrow(pair.x, of_x) && narrow(pair.y, of_y);
}

/// The parts of a term that depend on several symbols, each after those that it is computed from.
void Terms::collect_steps(Term term, std::vector<Term>& steps) const {
    if (only_symbol(term) || std::ranges::count(steps, term) != 0) return;
    const Made& node = made(term);
    for (const Term operand : {node.a, node.op == Op::table ? 0 : node.b, node.c}) {
        collect_steps(operand, steps);
    }
    steps.push_back(term);
}

/// For each value of x, all values of a term over two symbols, by that of y, until `action(of_x, values)`
/// returns false.
template <class Action>
void Terms::for_each_row(Term term, Term x, Action action) const {
    std::vector<Term> steps;
    collect_steps(term, steps);
    std::vector<Table> rows(steps.size());
    static_cast<void>(domain(x).all_are([&](Byte of_x) {
        const auto row = [&](Term of) -> const Byte* {
            const auto symbol = only_symbol(of);
            if (!symbol)
                return rows[static_cast<std::size_t>(std::ranges::find(steps, of) - steps.begin())]
                    .data();
            return *symbol == x ? constants_[table(of)[of_x]].data() : table(of);
        };
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Made& node = made(steps[i]);
            const Byte* const a = row(node.a);
            if (node.op == Op::table) {
                for (unsigned y = 0; y < 256; ++y) rows[i][y] = tables_[node.b][a[y]];
            } else {
                compute_all(node.op, a, row(node.b), row(node.c), rows[i]);
            }
        }
        return action(of_x, rows.back());
    }));
}

template <class Action>
void Terms::for_each_outcome(Term term, Term x, Term y, Action action) const {
    const Pair* const known = find_pair(x, y);
    for_each_row(term, x, [&](Byte of_x, const Table& values) {
        const Domain row = known == nullptr ? domain(y) : domain(y) & (*known->together)[of_x];
        row.for_each([&](Byte of_y) { action(values[of_y], of_x, of_y); });
        return true;
    });
}

/// The values of a term over two symbols that have values together only, at least two of them if there
/// are; of another term, all.
Domain Terms::possible_in_pair(Term term) const {
    const auto two = two_symbols(term);
    const Pair* const known = two ? find_pair(two->first, two->second) : nullptr;
    if (known == nullptr) return Domain::all();
    Domain found;
    for_each_row(term, two->first, [&](Byte of_x, const Table& values) {
        const Domain row = domain(two->second) & (*known->together)[of_x];
        if (row.empty()) return true;
        found.add(values[row.first()]);
        if (!row.is_one_in(values)) row.for_each([&](Byte of_y) { found.add(values[of_y]); });
        return found.size() < 2;
    });
    return found;
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
        (*by_value[value])[x].add(y);
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
    for (const auto& [lower, upper, is_strict] : relations_) {
        if (find_pair(std::min(lower, upper), std::max(lower, upper)) == nullptr) {
            found.emplace_back(lower, upper);
        }
    }
    return found;
}

std::pair<Byte, Byte> Terms::apart(Term x, Term y, bool is_greatest) const {
    const bool is_turned = x > y;
    std::optional<int> best;
    std::pair<Byte, Byte> found;
    const auto [one, other] = std::minmax(x, y);
    const Pair* const known = find_pair(one, other);
    if (known == nullptr && is_below(x, y, false)) {
        if (is_greatest) return {domain(x).first(), domain(y).last()};
        const unsigned least = is_below(x, y, true) ? 1 : 0;
        domain(x).for_each([&](Byte first) {
            if (best && *best == static_cast<int>(least)) return;
            const Domain above = domain(y) & Domain::range(first + least, 255);
            if (above.empty() || (best && above.first() - first >= *best)) return;
            best = above.first() - first;
            found = {first, above.first()};
        });
        return found;
    }
    domain(one).for_each([&, &left = domain(other)](Byte first) {
        const Domain row = known == nullptr ? left : left & (*known->together)[first];
        if (row.empty()) return;
        const Byte second = is_greatest != is_turned ? row.last() : row.first();
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
    ++version_;
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
        if (!(*pair.together)[value_of(pair.x)].has(value_of(pair.y))) return false;
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
    int least = 0, most = 255;  // as the decided ones leave it
    for (const auto& [lower, upper, is_strict] : relations_) {
        const Term other = lower == symbol ? upper : lower;
        if ((lower != symbol && upper != symbol) ||
            std::ranges::count(symbols.first(at), other) == 0) {
            continue;
        }
        const int of_other = values[other - first_symbol], apart = is_strict ? 1 : 0;
        if (upper == symbol) least = std::max(least, of_other + apart);
        if (lower == symbol) most = std::min(most, of_other - apart);
    }
    const auto tries = [&](Byte candidate) {
        if (candidate < least || candidate > most) return false;
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
    std::vector<std::pair<std::ptrdiff_t, Term>> order;  // by how many are not below
    for (const Term symbol : symbols) {
        const auto reached = not_below(symbol);
        const auto is_above = [&](Term other) {
            return stands_before(symbol, other) ||
                   std::ranges::find(reached, other, &std::pair<Term, bool>::first) !=
                       reached.end();
        };
        order.emplace_back(-std::ranges::count_if(symbols, is_above), symbol);
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
    ++version_;
    while (narrowed_.size() > mark.narrowed) {
        const auto& [symbol, before] = narrowed_.back();
        domains_[symbol - first_symbol] = before;
        narrowed_.pop_back();
    }
}

}  // namespace ryg::contracts::prove
