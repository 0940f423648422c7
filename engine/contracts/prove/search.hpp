// The search through one space of inputs: its paths, and how to make a call of a path's values.
#pragma once

#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

/// The search ends before all cases were found; the message says why.
struct Stopped : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Seconds of processor time that the process has taken.
[[nodiscard]] double processor_seconds();

class Search {
  public:
    /// `first` is the call that all others are made of; `choices` say which space.
    Search(const Call& first, const Suite& suite, SpaceChoices& choices, Address entry,
           bool has_elements = false);

    /// Divides the symbols of In into `forced` and `carried`.
    void choose_forced(bool knows_values);
    /// Values for all symbols that lead to this path: those of the first call where they can be.
    /// Empty if there are no such values. Valid until it is asked again.
    [[nodiscard]] const Values& input();
    /// Makes values fit each other and this path. False if none do.
    [[nodiscard]] bool settle(Values& values) {
        return terms.settle(values) && paths.settle_stream(values);
    }
    /// The call of these values; valid until the next one.
    [[nodiscard]] const Call& call(const Values& values);
    /// The last of these calls without its last key, if one is typed in it; valid until the next one.
    [[nodiscard]] const Call* call_without_last_key();
    /// Whether this path takes the byte there as it finds it, whatever it is.
    [[nodiscard]] bool is_noise(unsigned at) const {
        if (at >= Paths::first_element) return false;
        const Term cell = space.cells[at];
        return cell == Terms::first_symbol + at && !is_input_[at] &&
               terms.domain(cell).size() == 256 && !terms.is_constrained(cell);
    }
    /// Bytes that would have to be what they were for In to hold, and for the same caller: now, and
    /// before. Left out are those that are the same for all inputs.
    [[nodiscard]] std::vector<std::pair<Term, Term>> changed_in();
    /// What is there before the call.
    [[nodiscard]] Term before(unsigned at) const {
        return at < Paths::first_element ? space.cells[at] : paths.element(at).first;
    }
    /// Carried symbols of which more than one value is left, in order.
    [[nodiscard]] std::vector<Term> open_symbols() const;
    /// Whether a block's Out names this element, whatever its index is.
    [[nodiscard]] bool is_named(const Element& element);
    /// What says which element of an array an Out names.
    [[nodiscard]] Term index_of(const Parts& element);
    /// Where a cell of an object, or an element, lies.
    [[nodiscard]] unsigned moved(const Values& values, unsigned at) const;
    /// Makes every area as small as it can be.
    void make_areas_least(Values& values);
    /// What this path ends with, as contract's rig would tell it; of the last call's values.
    [[nodiscard]] RigEnd outcome(const Values& values);
    /// All RAM after that call, of the same values.
    [[nodiscard]] std::span<const Byte> after(const Values& values);
    /// What may differ then from before.
    [[nodiscard]] std::span<const Address> written() const { return written_; }
    [[nodiscard]] Cycle cycles(const Values& values) { return cycles(paths, values); }
    /// The same of another program's path.
    [[nodiscard]] Cycle cycles(const Paths& of, const Values& values);
    /// A register's byte, or a flag, 0 or 1.
    [[nodiscard]] Term returned(char name) { return returned(paths.state, name); }
    [[nodiscard]] Term returned(const State& state, char name);
    /// By symbol: the cycles that its values add, unless each adds the same. Crossings that depend
    /// on several symbols are left out.
    using Sums = std::map<Term, std::array<unsigned, 256>>;
    [[nodiscard]] Sums crossing_sums() const;
    /// False if the search has to try what one of the terms may be first.
    [[nodiscard]] bool decide(std::span<const Term> wanted);
    /// Calls `action` with every combination of values of these symbols, to which it changes
    /// `values`, if there are at most so many; else false.
    template <class Action>
    bool for_each_value(std::span<const Term> symbols, std::uint64_t most, Values& values,
                        Action action);
    /// Whether every byte that this path changes or returns is known, or made of bytes of In that are
    /// each changed by themselves at most and then EORed.
    [[nodiscard]] bool only_moves() { return unmoved().empty(); }
    /// The symbols that the rest depends on; of bytes that it knows EORed only, one.
    [[nodiscard]] std::vector<Term> unmoved();
    /// Which elements of arrays this path has come to, and which the block's Out names.
    [[nodiscard]] std::vector<Term> indices();
    /// What the block states ranges of, what the bytes depend on that it names by an index, and
    /// what comes out and depends on noise.
    [[nodiscard]] std::vector<Term> undecided_outs(bool knows_values);

    Terms terms;
    Space space;
    Paths paths;
    std::vector<unsigned> kept_noise;  ///< bytes of Out that this path leaves as it found them
    /// Values of symbols that bring what comes out to an end of its range.
    std::vector<std::pair<Term, Byte>> range_ends;
    std::vector<Term> forced, carried;  ///< symbols of In: tried one by one, or not

  private:
    [[nodiscard]] bool only_moves(Term term) const;
    void begin_input();
    std::span<const Byte> shaped(const Values& values);
    void find_elements();
    [[nodiscard]] bool is_in_range(Term term, const ByteSet& bytes);
    [[nodiscard]] bool is_input(Term symbol) const;
    bool collect_eored(Term term, std::vector<Term>& symbols) const;
    void collect_unmoved(Term term, std::vector<Term>& symbols,
                         std::set<std::vector<Term>>& eors) const;

    const Call& base_;
    const Suite& suite_;
    std::vector<const Entry*> in_;
    Call call_;
    std::vector<Byte> after_;
    std::vector<Address> set_;      // where call_ and after_ are not as base_
    std::vector<Address> written_;  // where after_ may not be as call_
    std::vector<Term> wholes_;      // cells of several symbols, as In makes them
    std::vector<unsigned> shaped_;  // cells that In makes, and not by a symbol of their own
    std::vector<Byte> shape_;       // what they were at the last values
    /// A symbol that they depend on, and its last value.
    struct Shaping {
        Term symbol;
        Byte value;
        /// Cells, by number, and terms over this symbol only that they are made of.
        std::vector<std::pair<std::uint32_t, Term>> parts{};
    };
    std::vector<Shaping> shaping_;
    std::vector<Byte> is_reshaped_;  // by cell: whether it may be another byte now
    std::vector<Byte> object_;       // the bytes of one
    Values input_;
    std::vector<bool> is_input_;  // by symbol: In names it
};

template <class Action>
bool Search::for_each_value(std::span<const Term> symbols, std::uint64_t most, Values& values,
                            Action action) {
    std::uint64_t count = 1;
    for (const Term symbol : symbols) {
        count *= terms.domain(symbol).size();
        if (count > most || terms.is_related(symbol)) return false;
    }
    for (std::uint64_t number = 0; number < count; ++number) {
        std::uint64_t left = number;
        for (const Term symbol : symbols) {
            const Domain& domain = terms.domain(symbol);
            values[symbol - Terms::first_symbol] =
                domain.at(static_cast<unsigned>(left % domain.size()));
            left /= domain.size();
        }
        action(values);
    }
    return true;
}

}  // namespace ryg::contracts::prove
