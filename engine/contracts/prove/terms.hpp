// Bytes that are not known yet: symbols with the values they may have, and terms over them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "emu/types.hpp"

namespace ryg::contracts::prove {

using emu::Byte;

/// A set of bytes.
class Domain {
  public:
    [[nodiscard]] static Domain all() { return range(0, 255); }
    [[nodiscard]] static Domain range(unsigned first, unsigned last) {
        Domain made;
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned from = std::max(first, 64 * i), to = std::min(last, 64 * i + 63);
            if (from <= to) made.words_[i] = ~0ULL >> (63 - (to - from)) << from % 64;
        }
        return made;
    }
    void add(Byte value) { words_[value / 64U] |= 1ULL << value % 64U; }
    void remove(Byte value) { words_[value / 64U] &= ~(1ULL << value % 64U); }
    [[nodiscard]] bool has(Byte value) const {
        return (words_[value / 64U] >> value % 64U & 1) != 0;
    }
    [[nodiscard]] unsigned size() const {
        unsigned size = 0;
        for (const auto word : words_) size += static_cast<unsigned>(std::popcount(word));
        return size;
    }
    [[nodiscard]] bool empty() const {
        return (words_[0] | words_[1] | words_[2] | words_[3]) == 0;
    }
    /// The values in order; `index` is below size().
    [[nodiscard]] Byte at(unsigned index) const;
    /// The least and the greatest; the set must not be empty.
    [[nodiscard]] Byte first() const;
    [[nodiscard]] Byte last() const;
    /// Whether a table has the same for all values.
    [[nodiscard]] bool is_one_in(const std::array<Byte, 256>& table) const;
    template <class Action>
    void for_each(Action action) const {
        for (unsigned i = 0; i < 4; ++i) {
            for (auto word = words_[i]; word != 0; word &= word - 1) {
                action(static_cast<Byte>(64 * i + static_cast<unsigned>(std::countr_zero(word))));
            }
        }
    }
    /// Looks at the last value first, and no longer than it has to.
    template <class Predicate>
    [[nodiscard]] bool all_are(Predicate predicate) const {
        for (unsigned i = 4; i-- > 0;) {
            for (auto word = words_[i]; word != 0;) {
                const auto bit = 63U - static_cast<unsigned>(std::countl_zero(word));
                if (!predicate(static_cast<Byte>(64 * i + bit))) return false;
                word &= ~(1ULL << bit);
            }
        }
        return true;
    }
    [[nodiscard]] Domain operator&(const Domain& other) const {
        Domain made;
        for (unsigned i = 0; i < 4; ++i) made.words_[i] = words_[i] & other.words_[i];
        return made;
    }
    [[nodiscard]] Domain operator|(const Domain& other) const {
        Domain made;
        for (unsigned i = 0; i < 4; ++i) made.words_[i] = words_[i] | other.words_[i];
        return made;
    }
    auto operator<=>(const Domain&) const = default;

  private:
    std::array<std::uint64_t, 4> words_{};
};

/// What a term computes from at most three others. `carry_in` is 0 or 1, and so are the results of
/// `carry`, `overflow`, `at_least`, `bit` and `is_equal`.
enum class Op : Byte {
    add,
    carry,
    overflow,  // a + b + carry_in
    both,
    either,
    differ,  // AND, ORA, EOR
    left,
    right,     // a shifted, carry_in moved in
    at_least,  // a >= b
    bit,       // of a, number b
    is_equal,  // a == b
    table,     // element a of table b
    choose,    // b if a is 1, c if it is 0
    select,    // of list b, what goes with the value of the symbol a
};

[[nodiscard]] Byte computed(Op op, Byte a, Byte b, Byte c);

/// That one symbol's value is at most another's, or less.
struct Relation {
    std::uint32_t lower = 0, upper = 0;
    bool is_strict = false;
};

/// Which values of two bytes may come together: for each x, those of y.
using Together = std::array<Domain, 256>;

/// A byte: below 256 a constant, then the symbols, then what is computed from them.
using Term = std::uint32_t;
/// Puts terms in order, each once.
void sort_once(std::vector<Term>& terms);
/// The value of each symbol. They know which differ from the first ones, so that to begin anew, or to
/// assign others that began with the same, takes as long as these are many.
class Values {
  public:
    Values() = default;
    explicit Values(std::size_t size) : bytes_(size), is_changed_(size) {}
    Values(std::initializer_list<Byte> bytes) : bytes_(bytes), is_changed_(bytes.size()) {}
    Values(const Values&) = default;
    Values(Values&&) = default;
    ~Values() = default;
    Values& operator=(const Values& other);
    Values& operator=(Values&&) = default;

    [[nodiscard]] bool empty() const { return bytes_.empty(); }
    [[nodiscard]] Byte operator[](std::size_t at) const { return bytes_[at]; }
    [[nodiscard]] Byte& operator[](std::size_t at) {
        if (is_changed_[at] == 0) {
            is_changed_[at] = 1;
            changed_.push_back(static_cast<std::uint32_t>(at));
        }
        return bytes_[at];
    }
    /// From now on these are the first ones.
    void begin();
    /// The first ones again, and $00 for symbols that are new since.
    void restore(std::size_t size);

  private:
    std::vector<Byte> bytes_, is_changed_;
    std::vector<std::uint32_t> changed_;
    std::shared_ptr<const std::vector<Byte>> first_;
};

/// All terms of one search. A term over a single symbol is a table of 256 bytes, so that its values
/// are looked up; terms are dropped in the reverse order of their making.
class Terms {
  public:
    static constexpr Term first_symbol = 256, most_symbols = 0x14000;
    static constexpr Term first_made = first_symbol + most_symbols;
    using Table = std::array<Byte, 256>;

    Terms();

    /// A new symbol. Throws std::length_error if there are too many.
    Term symbol(const Domain& domain);
    [[nodiscard]] static bool is_constant(Term term) { return term < first_symbol; }
    [[nodiscard]] static bool is_symbol(Term term) {
        return term >= first_symbol && term < first_made;
    }
    [[nodiscard]] std::size_t symbols() const { return domains_.size(); }
    [[nodiscard]] const Domain& domain(Term symbol) const {
        return domains_[symbol - first_symbol];
    }

    /// Computes with what is constant now; else a term for it.
    Term make(Op op, Term a, Term b = 0, Term c = 0);
    /// The element of a table that a term says.
    Term look_up(const Table& table, Term index);
    /// The element with this index of what a term, made by look_up(), looks up.
    [[nodiscard]] Byte element(Term term, Byte index) const { return tables_[made(term).b][index]; }
    /// Whether a term over one symbol, which it then is, or over none (0) or several (nothing).
    [[nodiscard]] std::optional<Term> only_symbol(Term term) const;
    /// What a term over several symbols is computed from.
    struct Node {
        Op op;
        Term a, b, c;
    };
    [[nodiscard]] Node node(Term term) const {
        return {made(term).op, made(term).a, made(term).b, made(term).c};
    }
    /// The constant that has to be added to a term to make another of it, if that is plain.
    [[nodiscard]] std::optional<Term> added(Term to, Term makes) const;
    /// A sum and one more part, over one symbol: one part for each symbol.
    Term sum(Term of, Term part);
    /// The two symbols that a term depends on, if it is just two.
    [[nodiscard]] std::optional<std::pair<Term, Term>> two_symbols(Term term) const;
    /// The values of a symbol for which bit 0 is set of a term over it, and over one more whose value is
    /// known.
    [[nodiscard]] Domain values_that_set(Term term, Term symbol, Term known = 0,
                                         Byte value = 0) const;
    /// The values of a term over one symbol, by that of the symbol.
    [[nodiscard]] const Byte* table(Term term) const;
    /// The term itself, or its value if all it depends on has one value left.
    Term resolved(Term term);
    /// The values that a term may have, and perhaps some more: how its parts depend on each other
    /// is not looked at.
    [[nodiscard]] Domain possible(Term term) const;
    /// A part of an undecided term that depends on one symbol only, and is not decided either: if
    /// it can be one that makes a difference and whose values decide the whole.
    [[nodiscard]] Term undecided_part(Term term);
    /// What a term is but where one of several symbols, which differ, has the same one value: as of a
    /// board's square, on which one piece may stand, or none.
    struct Apart {
        Byte usual = 0;
        Byte value = 0;                              ///< of the symbol
        std::vector<std::pair<Term, Byte>> cases{};  ///< a symbol, and what the term is then
    };
    [[nodiscard]] std::optional<Apart> apart(Term term) const;
    /// 1 where a term has a value, else 0; over one symbol if that can be.
    [[nodiscard]] Term is_value(Term term, Byte value);
    /// A bit of a term, of as few of its parts as it depends on.
    [[nodiscard]] Term bit_of(Term term, unsigned number);
    /// Whether two terms have the same value whatever their symbols are; false if that is not plain.
    [[nodiscard]] bool same(Term a, Term b);
    [[nodiscard]] Byte value(Term term, const Values& values) {
        ++stamp_;
        return evaluate(term, values);
    }
    /// The same for many terms: what they have in common is worked out once. The values have to be
    /// those of the last begin_values().
    void begin_values() { values_stamp_ = 0; }
    [[nodiscard]] Byte next_value(Term term, const Values& values) {
        if (stamp_ != values_stamp_) values_stamp_ = ++stamp_;
        return evaluate(term, values);
    }
    /// How far two terms, the bytes of an address, lie after the address in two symbols, if that is
    /// always the same.
    [[nodiscard]] std::optional<unsigned> offset(Term low, Term high, Term base_low,
                                                 Term base_high) const;
    /// The greatest parts of a term that depend on one symbol each.
    [[nodiscard]] std::vector<Term> parts(Term term) const;
    /// Adds the symbols that a term depends on.
    void collect(Term term, std::vector<Term>& into) const;

    /// A symbol for one of so many orders, and what a byte is in each. Whatever is computed of such
    /// a byte is computed in each order; if all come to the same, it does not depend on it.
    Term order(unsigned count);
    [[nodiscard]] bool is_order(Term symbol) const {
        return std::ranges::count(orders_, symbol) != 0;
    }
    Term select(Term order, std::vector<Term> terms);
    /// The order that a term which is a select depends on; else 0.
    [[nodiscard]] Term selects_by(Term term) const {
        return term >= first_made && made(term).op == Op::select ? made(term).a : 0;
    }
    /// What a term is in one order.
    [[nodiscard]] Term selected(Term term, Term order, Byte value) const;

    /// The symbols stand for different bytes, or for bytes in ascending order.
    void different(std::vector<Term> symbols) { constrain({std::move(symbols), false}); }
    void ascending(std::vector<Term> symbols) { constrain({std::move(symbols), true}); }
    /// The symbol's value depends on what these terms do not know.
    void bind(Term symbol) { constrained_[symbol - first_symbol] = 1; }
    /// False if no input is left.
    bool relate(const Relation& relation);
    /// The relations of two symbols that would decide a term, or a part of it, if it compares two of
    /// them: one list for each outcome.
    [[nodiscard]] std::vector<std::vector<Relation>> outcomes(Term term) const;
    /// Leaves two symbols only values that come together. False if no input is left.
    bool pair(Term x, Term y, const Together& together);
    /// The symbols of a term that depends on two of them, and what would leave it each of its
    /// values; nothing if it depends on others, or has many values.
    struct Pairing {
        Term x = 0, y = 0;
        std::vector<std::shared_ptr<const Together>> outcomes;
    };
    [[nodiscard]] std::optional<Pairing> pairing(Term term) const;
    /// A part of a term that pairing() is worth while for, instead of each value of a symbol.
    [[nodiscard]] std::optional<Pairing> paired_part(Term term) const;
    /// The pairs of symbols that have values together only, and then those of which the first is at
    /// most the second.
    [[nodiscard]] std::vector<std::pair<Term, Term>> pairs() const;
    /// Of two symbols, the values whose difference, the second less the first, is the least, or
    /// the greatest.
    [[nodiscard]] std::pair<Byte, Byte> apart(Term x, Term y, bool is_greatest) const;
    /// Whether the values that a symbol may have depend on those of others, more than in pairs
    /// that leave each of its values some of the other's.
    [[nodiscard]] bool is_constrained(Term symbol) const;
    /// Whether they depend on those of others at all.
    [[nodiscard]] bool is_related(Term symbol) const;

    /// Leaves a symbol these values only. False if no input is left.
    bool narrow(Term symbol, const Domain& domain);
    /// Gives each constrained symbol a value that fits, the given one if it can be. False if there
    /// is none.
    bool settle(Values& values);
    /// The same if these symbols keep their values.
    bool settle(Values& values, const std::vector<Term>& kept);
    /// Calls `action(values)` with all values that these symbols may have together, until it returns
    /// false; then false.
    template <class Action>
    bool for_each_settled(Values& values, std::span<const Term> symbols, Action action,
                          std::size_t at = 0) const;
    /// Whether the values of no other symbol depend on each other.
    [[nodiscard]] bool are_all_constrained(std::span<const Term> symbols) const {
        return relations_.empty() && pairs_.empty() &&
               std::ranges::all_of(groups_, [&](Term symbol) {
                   return std::ranges::find(symbols, symbol) != symbols.end();
               });
    }
    [[nodiscard]] bool is_ordered(Term symbol) const {
        return is_grouped(symbol) && constrained_[symbol - first_symbol] == 0;
    }

    struct Mark {
        std::size_t terms = 0, tables = 0, narrowed = 0, relations = 0, pairs = 0, lists = 0;
    };
    [[nodiscard]] Mark mark() const {
        return {made_.size(),      tables_.size(), narrowed_.size(),
                relations_.size(), pairs_.size(),  lists_.size()};
    }
    /// Forgets every term and restores every domain since.
    void rewind(const Mark& mark);
    /// Restores every domain since, but keeps the terms.
    void widen(const Mark& mark);
    /// Another number whenever a symbol's values may have become others.
    [[nodiscard]] std::uint32_t version() const { return version_; }
    /// The symbols narrowed so far, each once.
    [[nodiscard]] std::vector<Term> narrowed() const;
    /// The same, perhaps more often.
    template <class Action>
    void for_each_narrowed(Action action) const {
        for (const auto& [symbol, before] : narrowed_) action(symbol);
    }

  private:
    struct Made {
        Op op;
        Term a, b, c;
        Term symbol;  // the only one; 0: several
        std::uint32_t table;
        std::uint64_t stamp = 0;  // of the search or the values that `known` belongs to
        Term known = 0;
        std::pair<Term, Term> two{};  // symbols in order, if it depends on these
    };
    struct Pair {
        Term x, y;
        std::shared_ptr<const Together> together;
    };
    struct Constraint {
        std::vector<Term> symbols;
        bool ordered;
    };

    [[nodiscard]] const Made& made(Term term) const { return made_[term - first_made]; }
    Term keep(Term term, Term known);
    void constrain(Constraint constraint);
    [[nodiscard]] bool is_grouped(Term symbol) const;
    Term add(Op op, Term a, Term b, Term c);
    [[nodiscard]] Term order_in(Op op, Term a, Term b, Term c) const;
    [[nodiscard]] Term complement_of(Term term) const;
    struct Taken {
        Term term, carry;
    };
    [[nodiscard]] std::optional<Taken> taken_from(Term from, Term difference) const;
    Term resolve(Term term);
    [[nodiscard]] unsigned decisions(Term term, Term part, const Domain& values);
    [[nodiscard]] Domain symbol_values(Term part, Byte value) const;
    [[nodiscard]] Byte usual_value(Term part) const;
    Byte evaluate_with(Term term, std::span<const std::pair<Term, Byte>> parts) const;
    using Seen = std::unordered_set<Term>;
    void collect(Term term, std::vector<Term>& into, Seen& seen) const;
    void collect_parts(Term term, std::vector<Term>& into, Seen& seen) const;
    [[nodiscard]] Domain possible(Term term, std::unordered_map<Term, Domain>& known) const;
    [[nodiscard]] std::optional<Pairing> paired_part(Term term, Seen& seen) const;
    Byte evaluate(Term term, const Values& values);
    bool propagate(Term symbol);
    bool adds_up(Term term, Term low, Term high, std::array<unsigned, 256>& by_low) const;
    /// Two symbols that a term compares: by >= if the first is true, else by ==.
    struct Compared {
        bool at_least = false;
        Term a = 0, b = 0;
    };
    [[nodiscard]] std::optional<Compared> compared(Term term) const;
    [[nodiscard]] const Pair* find_pair(Term x, Term y) const;
    bool propagate(const Pair& pair);
    [[nodiscard]] Domain possible_in_pair(Term term) const;
    void collect_steps(Term term, std::vector<Term>& steps) const;
    template <class Action>
    void for_each_row(Term term, Term x, Action action) const;
    static void compute_all(Op op, const Byte* of_a, const Byte* of_b, const Byte* of_c,
                            Table& into);
    /// Calls `action(value, x, y)` for a term that depends on these two symbols.
    template <class Action>
    void for_each_outcome(Term term, Term x, Term y, Action action) const;
    [[nodiscard]] std::optional<bool> truth_of(const Compared& of) const;
    [[nodiscard]] std::optional<Compared> comparison_in(Term term, std::set<Term>& seen) const;
    [[nodiscard]] std::optional<Apart> apart_of_one(Term term) const;
    using Bits = std::unordered_map<std::uint64_t, Term>;
    Term bit_of(Term term, unsigned number, Bits& known);
    [[nodiscard]] bool have_same_values(Term a, Term b) const;
    bool alike(Term a, Term b, std::set<std::pair<Term, Term>>& equal) const;
    [[nodiscard]] bool stands_before(Term lower, Term upper) const;
    [[nodiscard]] std::vector<std::pair<Term, bool>> not_below(Term lower) const;
    /// Whether a symbol is known to be at most another, or less.
    [[nodiscard]] bool is_below(Term lower, Term upper, bool strictly) const;
    bool settle(Values& values, std::span<const Term> symbols, std::size_t at);
    [[nodiscard]] bool fits(const Values& values, std::span<const Term> decided, Term symbol) const;

    std::vector<Domain> domains_;
    std::vector<Byte> constrained_;
    std::vector<Constraint> constraints_;
    std::vector<Term> groups_;  // constrained symbols
    std::vector<Relation> relations_;
    std::vector<Pair> pairs_;  // of the same two symbols, the last one holds
    std::vector<Made> made_;
    std::vector<Table> tables_;
    std::vector<std::vector<Term>> lists_;
    std::vector<Term> orders_;
    std::vector<std::pair<Term, Domain>> narrowed_;
    std::vector<Table> constants_;
    std::vector<Term> remembered_;  // places in made_, by what they are made of
    std::uint64_t stamp_ = 0, values_stamp_ = 0;
    std::uint32_t version_ = 1;
};

template <class Action>
bool Terms::for_each_settled(Values& values, std::span<const Term> symbols, Action action,
                             std::size_t at) const {
    if (at == symbols.size()) return action(values);
    const Term symbol = symbols[at];
    bool goes_on = true;
    domain(symbol).for_each([&](Byte value) {
        if (!goes_on) return;
        values[symbol - first_symbol] = value;
        if (fits(values, symbols.first(at), symbol)) {
            goes_on = for_each_settled(values, symbols, action, at + 1);
        }
    });
    return goes_on;
}

}  // namespace ryg::contracts::prove
