// Bits that depend on many unknown bytes, as decision diagrams: equal functions are one diagram.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "engine/contracts/prove/terms.hpp"

namespace ryg::contracts::prove {

/// Compares terms for all values of their symbols.
///
///     Diagrams diagrams(terms, [] {});
///     if (!diagrams.equal(a, b, values)) ...      // values: some for which they differ
///
/// A diagram asks bit after bit, in the order in which they were first needed, and so do all others;
/// what does not matter is not asked. Sources: Bryant, Graph-based algorithms for Boolean function
/// manipulation, 1986.
class Diagrams {
  public:
    /// A function of the symbols' bits; the same number, the same function.
    using Node = std::uint32_t;
    static constexpr Node no = 0, yes = 1;
    using Bits = std::array<Node, 8>;  // lowest first

    struct TooLarge : std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    /// `on_pause` is called now and then; ends the comparison by an exception.
    Diagrams(const Terms& terms, std::function<void()> on_pause);

    /// Whether two terms have the same value whatever their symbols are. If not, gives these symbols
    /// values for which they differ, and adds them to `decided`. Throws TooLarge.
    [[nodiscard]] bool equal(Term a, Term b, Values& values, std::vector<Term>& decided);
    /// How many nodes it may make from now on.
    void allow(std::size_t more) { most_nodes_ = nodes_.size() + more; }
    /// Bits that it asks.
    [[nodiscard]] std::size_t asked() const { return asked_.size(); }

  private:
    struct Asked {
        std::uint32_t bit;  // in the order of `asked_`
        Node if_clear, if_set;
    };
    struct Known {
        Node f = no, g = no, h = no, result = no;
    };

    /// An AND of conditions: which values of a symbol it leaves, and functions of several symbols.
    struct Product {
        std::map<Term, Domain> left{};
        std::vector<Node> others{};
        auto operator<=>(const Product&) const = default;
    };
    /// What a bit is the OR of, each the AND of bits. False if they are many.
    [[nodiscard]] bool expand(Term bit, std::vector<std::vector<Term>>& products) const;
    [[nodiscard]] std::optional<Product> product(const std::vector<Term>& factors);
    [[nodiscard]] bool have_same_products(Term a, Term b);
    [[nodiscard]] const Bits& bits(Term term);
    [[nodiscard]] Bits computed(const Terms::Node& node, Term term);
    [[nodiscard]] Bits sum(const Bits& a, const Bits& b, Node carry, Node& carry_out,
                           Node& overflow);
    /// By a table of what the symbol's values give; if `in_domain`, others do not occur.
    [[nodiscard]] Node of_symbol(Term symbol, const std::bitset<256>& values, bool in_domain,
                                 unsigned bit = 8, unsigned above = 0);
    [[nodiscard]] Node of_table(const Bits& index, const std::bitset<256>& values, unsigned bit = 8,
                                unsigned above = 0);
    [[nodiscard]] Node allowed(Node where, std::vector<Term>& symbols);
    [[nodiscard]] Node variable(Term symbol, unsigned bit);
    [[nodiscard]] Node choose(Node f, Node g, Node h);
    [[nodiscard]] Node both(Node a, Node b) { return choose(a, b, no); }
    [[nodiscard]] Node either(Node a, Node b) { return choose(a, yes, b); }
    [[nodiscard]] Node opposite(Node a) { return choose(a, no, yes); }
    [[nodiscard]] Node differ(Node a, Node b) { return choose(a, opposite(b), b); }
    [[nodiscard]] Node any(const Bits& bits);
    [[nodiscard]] Node make(std::uint32_t bit, Node if_clear, Node if_set);
    void grow();

    const Terms& terms_;
    std::function<void()> on_pause_;
    std::vector<Asked> nodes_;
    std::vector<Node> places_;  // of nodes, by their hash
    std::vector<Known> known_;  // the last results of choose, by their hash
    std::vector<Term> asked_;   // symbol * 8 + bit
    std::unordered_map<Term, std::uint32_t> variables_;
    std::unordered_map<Term, Bits> bits_;
    std::uint64_t steps_ = 0;
    std::size_t most_nodes_ = 1U << 24;
};

}  // namespace ryg::contracts::prove
