// Makes diagrams of terms, and finds where two of them differ.
#include "engine/contracts/prove/diagrams.hpp"

#include <algorithm>

namespace ryg::contracts::prove {
namespace {

constexpr std::uint32_t no_bit = ~0U;  // a bit after all others
constexpr std::size_t most_known = 1U << 20;

std::size_t hash(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    std::uint64_t mixed =
        (a * 0x9e3779b97f4a7c15) ^ (b * 0xc2b2ae3d27d4eb4f) ^ (c * 0x165667b19e3779f9);
    mixed ^= mixed >> 29;
    return static_cast<std::size_t>(mixed * 0xbf58476d1ce4e5b9 >> 20);
}

template <class Test>
std::bitset<256> values_that(Test test) {
    std::bitset<256> values;
    for (unsigned value = 0; value < 256; ++value) values[value] = test(value);
    return values;
}

}  // namespace

Diagrams::Diagrams(const Terms& terms, std::function<void()> on_pause)
    : terms_(terms),
      on_pause_(std::move(on_pause)),
      nodes_{{no_bit, no, no}, {no_bit, yes, yes}},
      places_(1U << 10),
      known_(1U << 10) {}

// --- functions of bits --------------------------------------------------------------------------

Diagrams::Node Diagrams::make(std::uint32_t bit, Node if_clear, Node if_set) {
    if (if_clear == if_set) return if_clear;
    std::size_t place = hash(bit, if_clear, if_set) & (places_.size() - 1);
    while (places_[place] != 0) {
        const Asked& other = nodes_[places_[place]];
        if (other.bit == bit && other.if_clear == if_clear && other.if_set == if_set) {
            return places_[place];
        }
        place = (place + 1) & (places_.size() - 1);
    }
    if (nodes_.size() >= most_nodes_) throw TooLarge("the comparison takes too much memory");
    const auto made = static_cast<Node>(nodes_.size());
    places_[place] = made;
    nodes_.push_back({bit, if_clear, if_set});
    if (2 * nodes_.size() > places_.size()) grow();
    return made;
}

void Diagrams::grow() {
    places_.assign(2 * places_.size(), 0);
    for (Node node = 2; node < nodes_.size(); ++node) {
        const auto [bit, if_clear, if_set] = nodes_[node];
        std::size_t place = hash(bit, if_clear, if_set) & (places_.size() - 1);
        while (places_[place] != 0) place = (place + 1) & (places_.size() - 1);
        places_[place] = node;
    }
    if (known_.size() < most_known) known_.assign(2 * known_.size(), {});
}

/// g where f is true, else h.
Diagrams::Node Diagrams::choose(Node f, Node g, Node h) {
    if (f == yes || g == h) return g;
    if (f == no) return h;
    if (g == f) g = yes;
    if (h == f) h = no;
    if (g == yes && h == no) return f;
    const std::size_t place = hash(f, g, h);
    if (const Known& known = known_[place & (known_.size() - 1)];
        known.f == f && known.g == g && known.h == h) {
        return known.result;
    }
    if (++steps_ % 0x10000 == 0) on_pause_();
    const std::uint32_t bit = std::min({nodes_[f].bit, nodes_[g].bit, nodes_[h].bit});
    const auto part = [&](Node of, bool is_set) {
        const Asked& node = nodes_[of];
        return node.bit != bit ? of : is_set ? node.if_set : node.if_clear;
    };
    const Node if_clear = choose(part(f, false), part(g, false), part(h, false));
    const Node if_set = choose(part(f, true), part(g, true), part(h, true));
    const Node result = make(bit, if_clear, if_set);
    known_[place & (known_.size() - 1)] = {f, g, h, result};
    return result;
}

Diagrams::Node Diagrams::variable(Term symbol, unsigned bit) {
    const Term name = symbol * 8 + bit;
    const auto [found, is_new] =
        variables_.try_emplace(name, static_cast<std::uint32_t>(asked_.size()));
    if (is_new) asked_.push_back(name);
    return make(found->second, no, yes);
}

Diagrams::Node Diagrams::any(const Bits& bits) {
    Node made = no;
    for (const Node bit : bits) made = either(made, bit);
    return made;
}

/// Asks the symbol's bits from number 7 down; `above` are those asked already.
Diagrams::Node Diagrams::of_symbol(Term symbol, const std::bitset<256>& values, bool in_domain,
                                   unsigned bit, unsigned above) {
    if (bit == 0) return values[above] ? yes : no;
    --bit;
    const unsigned half = 1U << bit;
    if (in_domain) {  // of a half that does not occur, whatever the other one is
        const auto occurs = [&](unsigned first) {
            return !(terms_.domain(symbol) & Domain::range(first, first + half - 1)).empty();
        };
        if (!occurs(above)) return of_symbol(symbol, values, true, bit, above + half);
        if (!occurs(above + half)) return of_symbol(symbol, values, true, bit, above);
    }
    const Node if_clear = of_symbol(symbol, values, in_domain, bit, above);
    const Node if_set = of_symbol(symbol, values, in_domain, bit, above + half);
    return if_clear == if_set ? if_set : choose(variable(symbol, bit), if_set, if_clear);
}

Diagrams::Node Diagrams::of_table(const Bits& index, const std::bitset<256>& values, unsigned bit,
                                  unsigned above) {
    if (bit == 0) return values[above] ? yes : no;
    --bit;
    if (index[bit] == no) return of_table(index, values, bit, above);
    if (index[bit] == yes) return of_table(index, values, bit, above + (1U << bit));
    const Node if_clear = of_table(index, values, bit, above);
    return choose(index[bit], of_table(index, values, bit, above + (1U << bit)), if_clear);
}

// --- terms --------------------------------------------------------------------------------------

const Diagrams::Bits& Diagrams::bits(Term term) {
    if (const auto found = bits_.find(term); found != bits_.end()) return found->second;
    Bits made{};
    const auto symbol = terms_.only_symbol(term);
    if (!symbol) {
        made = computed(terms_.node(term), term);
    } else {
        const Byte* const table = terms_.table(term);
        for (unsigned bit = 0; bit < 8; ++bit) {
            const auto is_set = [&](unsigned value) { return (table[value] >> bit & 1) != 0; };
            made[bit] = *symbol == 0 ? (is_set(0) ? yes : no)
                                     : of_symbol(*symbol, values_that(is_set), true);
        }
    }
    return bits_.emplace(term, made).first->second;
}

/// a + b + carry
Diagrams::Bits Diagrams::sum(const Bits& a, const Bits& b, Node carry, Node& carry_out,
                             Node& overflow) {
    Bits made{};
    for (unsigned i = 0; i < 8; ++i) {
        const Node half = differ(a[i], b[i]);
        made[i] = differ(half, carry);
        overflow = carry;
        carry = choose(half, carry, a[i]);
    }
    overflow = differ(overflow, carry);
    carry_out = carry;
    return made;
}

Diagrams::Bits Diagrams::computed(const Terms::Node& node, Term term) {
    if (node.op == Op::select) throw TooLarge("no diagram is made of an order");
    const Bits a = bits(node.a);
    Bits made{};
    if (node.op == Op::table) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            const auto is_set = [&](unsigned index) {
                return (terms_.element(term, static_cast<Byte>(index)) >> bit & 1) != 0;
            };
            made[bit] = of_table(a, values_that(is_set));
        }
        return made;
    }
    const Bits b = bits(node.b), c = bits(node.c);
    const auto each = [&](auto compute) {
        for (unsigned i = 0; i < 8; ++i) made[i] = compute(i);
        return made;
    };
    Node carry = no, overflow = no;
    switch (node.op) {
        case Op::add: return sum(a, b, any(c), carry, overflow);
        case Op::carry: static_cast<void>(sum(a, b, any(c), carry, overflow)); return {carry};
        case Op::overflow: static_cast<void>(sum(a, b, any(c), carry, overflow)); return {overflow};
        case Op::at_least: {  // no borrow from a - b
            Bits complement{};
            std::ranges::transform(b, complement.begin(), [&](Node bit) { return opposite(bit); });
            static_cast<void>(sum(a, complement, yes, carry, overflow));
            return {carry};
        }
        case Op::both: return each([&](unsigned i) { return both(a[i], b[i]); });
        case Op::either: return each([&](unsigned i) { return either(a[i], b[i]); });
        case Op::differ: return each([&](unsigned i) { return differ(a[i], b[i]); });
        case Op::left: return each([&](unsigned i) { return i == 0 ? any(c) : a[i - 1]; });
        case Op::right: return each([&](unsigned i) { return i == 7 ? any(c) : a[i + 1]; });
        case Op::is_equal: {
            Node all = yes;
            for (unsigned i = 0; i < 8; ++i) all = both(all, opposite(differ(a[i], b[i])));
            return {all};
        }
        case Op::bit:
            if (!Terms::is_constant(node.b)) break;
            return {a[node.b & 7]};
        case Op::choose: {
            const Node chosen = any(a);
            return each([&](unsigned i) { return choose(chosen, b[i], c[i]); });
        }
        case Op::table:
        case Op::select: break;
    }
    throw std::logic_error("a term that no diagram is known of");
}

/// Where the symbols that a function asks have values that they may have; adds them.
Diagrams::Node Diagrams::allowed(Node where, std::vector<Term>& symbols) {
    std::vector<Node> reached{where};
    std::vector<bool> seen(nodes_.size());
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const auto [bit, if_clear, if_set] = nodes_[reached[i]];
        if (bit == no_bit) continue;
        symbols.push_back(asked_[bit] / 8);
        for (const Node next : {if_clear, if_set}) {
            if (!seen[next]) reached.push_back(next);
            seen[next] = true;
        }
    }
    sort_once(symbols);
    for (const Term symbol : symbols) {
        const auto is_left = [&](unsigned value) {
            return terms_.domain(symbol).has(static_cast<Byte>(value));
        };
        where = both(where, of_symbol(symbol, values_that(is_left), false));
    }
    return where;
}

bool Diagrams::expand(Term bit, std::vector<std::vector<Term>>& products) const {
    constexpr std::size_t most = 2000;
    if (terms_.only_symbol(bit)) {
        if (bit != 0) products.push_back({bit});
        return true;
    }
    const Terms::Node node = terms_.node(bit);
    if (node.op == Op::either) return expand(node.a, products) && expand(node.b, products);
    if (node.op != Op::both) {
        products.push_back({bit});
        return products.size() <= most;
    }
    std::vector<std::vector<Term>> of_a, of_b;
    if (!expand(node.a, of_a) || !expand(node.b, of_b)) return false;
    if (products.size() + of_a.size() * of_b.size() > most) return false;
    for (const auto& a : of_a) {
        for (const auto& b : of_b) {
            products.push_back(a);
            products.back().insert(products.back().end(), b.begin(), b.end());
        }
    }
    return true;
}

/// An AND of bits 0, by symbol: the values of each that leave it 1. A factor of two symbols is such a
/// condition, too, as soon as one of them has one value left. Nothing if the AND is never 1. Conditions
/// and open factors that are the same are the same function, since they say all that the AND depends on.
std::optional<Diagrams::Product> Diagrams::product(const std::vector<Term>& factors) {
    Product made;
    std::vector<Term> open;
    const auto leave = [&](Term symbol, const Domain& values) {
        auto& left = made.left.try_emplace(symbol, terms_.domain(symbol)).first->second;
        left = left & values;
        return !left.empty();
    };
    for (const Term factor : factors) {
        const auto symbol = terms_.only_symbol(factor);
        if (!symbol) {
            open.push_back(factor);
        } else if (*symbol == 0 ? (factor & 1) == 0
                                : !leave(*symbol, terms_.values_that_set(factor, *symbol))) {
            return std::nullopt;
        }
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (std::size_t i = open.size(); i-- > 0;) {
            const auto two = terms_.two_symbols(open[i]);
            if (!two) continue;
            for (const auto& [known, other] : {*two, std::pair(two->second, two->first)}) {
                const auto found = made.left.find(known);
                if (found == made.left.end() || found->second.size() != 1) continue;
                const Byte value = found->second.first();
                if (!leave(other, terms_.values_that_set(open[i], other, known, value))) {
                    return std::nullopt;
                }
                open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
                goes_on = true;
                break;
            }
        }
    }
    std::erase_if(made.left,
                  [&](const auto& one) { return one.second == terms_.domain(one.first); });
    for (const Term factor : open) made.others.push_back(bits(factor)[0]);
    std::ranges::sort(made.others);
    return made;
}

/// The same ANDs are the same OR, which then need not be made: it may be large where they are not.
bool Diagrams::have_same_products(Term a, Term b) {
    std::set<Product> found[2];
    for (const bool is_b : {false, true}) {
        std::vector<std::vector<Term>> products;
        if (!expand(is_b ? b : a, products)) return false;
        for (const auto& factors : products) {
            if (auto made = product(factors)) found[is_b ? 1 : 0].insert(std::move(*made));
        }
    }
    return found[0] == found[1];
}

bool Diagrams::equal(Term a, Term b, Values& values, std::vector<Term>& decided) {
    const auto is_bit = [&](Term term) { return terms_.possible(term).last() <= 1; };
    if (is_bit(a) && is_bit(b) && have_same_products(a, b)) return true;
    const Bits of_a = bits(a), of_b = bits(b);
    for (unsigned i = 0; i < 8; ++i) {
        Node differs = differ(of_a[i], of_b[i]);
        if (differs == no) continue;
        std::vector<Term> symbols;
        differs = allowed(differs, symbols);
        if (differs == no) continue;
        while (differs != yes) {  // every other node leads to both answers
            const auto [bit, if_clear, if_set] = nodes_[differs];
            Byte& value = values[asked_[bit] / 8 - Terms::first_symbol];
            const auto mask = static_cast<Byte>(1U << asked_[bit] % 8);
            value = static_cast<Byte>(if_set != no ? value | mask : value & ~mask);
            differs = if_set != no ? if_set : if_clear;
        }
        decided.insert(decided.end(), symbols.begin(), symbols.end());
        return false;
    }
    return true;
}

}  // namespace ryg::contracts::prove
