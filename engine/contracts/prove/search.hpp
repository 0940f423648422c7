// The search through one space of inputs: its paths, and how to make a call of a path's values.
#pragma once

#include "engine/contracts/prove/paths.hpp"

namespace ryg::contracts::prove {

class Search {
  public:
    /// `first` is the call that all others are made of; `choices` say which space.
    Search(const Call& first, const Suite& suite, SpaceChoices& choices, Address entry);

    /// Divides the symbols of In into `forced` and `carried`.
    void choose_forced(bool knows_values);
    /// Values for all symbols that lead to this path: those of the first call where they can be.
    /// Empty if there are no such values.
    [[nodiscard]] Values input();
    [[nodiscard]] Call call(const Values& values);
    /// Whether this path takes the byte there as it finds it, whatever it is.
    [[nodiscard]] bool is_noise(unsigned at) const {
        const Term cell = space.cells[at];
        return cell == Terms::first_symbol + at && !is_input_[at] &&
               terms.domain(cell).size() == 256 && !terms.is_constrained(cell);
    }
    /// Where a cell of an object lies.
    [[nodiscard]] unsigned moved(const Values& values, unsigned at) const;
    /// What this path ends with, as contract's rig would tell it.
    [[nodiscard]] RigEnd outcome(const Values& values);
    [[nodiscard]] std::vector<Byte> after(const Values& values, const Call& from);
    [[nodiscard]] Cycle cycles(const Values& values);
    /// False if the search has to try what one of the terms may be first.
    [[nodiscard]] bool decide(std::span<const Term> wanted);
    /// What the block states ranges of, what the bytes depend on that it names by an index, and
    /// what comes out and depends on noise.
    [[nodiscard]] std::vector<Term> undecided_outs(bool knows_values);

    Terms terms;
    Space space;
    Paths paths;
    std::vector<Term> forced, carried;  ///< symbols of In: tried one by one, or not

  private:
    const Call& base_;
    const Suite& suite_;
    std::vector<unsigned> shaped_;  // cells that In makes, and not by a symbol of their own
    std::vector<bool> is_input_;    // by symbol: In names it
};

}  // namespace ryg::contracts::prove
