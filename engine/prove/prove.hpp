// Decides the clauses of a routine's block for all inputs that the block allows.
//
//     prove::Proof proof = prove::prove(checker, program, block, {.seconds = 60});
//     proof.find(claims::Clause::time)->verdict == prove::Verdict::proved
#pragma once

#include "engine/claims/check.hpp"

namespace ryg::prove {

using claims::Clause;
using emu::Cycle;

/// `unstated`: the clause makes no statement that could be false.
enum class Verdict : std::uint8_t { proved, refuted, undecided, unstated };
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] std::string_view name(Clause clause);

/// The result for one clause.
struct Decision {
    Clause clause = Clause::out;
    Verdict verdict = Verdict::undecided;
    std::string why{};       ///< method of the proof, the error, or why it is undecided
    std::size_t line = 0;    ///< line of the block, if refuted
    std::string changes{};   ///< if refuted: turns the first random input into the counterexample
    std::string facts{};     ///< lines: the inputs
    bool is_of_all = false;  ///< if refuted: by all inputs together; an extreme one is shown
};

/// An input that takes the fewest or the most cycles, confirmed by a run as in `contract`.
struct TimeWitness {
    Cycle cycles = 0;
    std::string inputs{};   ///< lines
    std::string changes{};  ///< changes to the first random input
};

/// The result of proving one block.
struct Proof {
    std::string routine, program, file;
    std::size_t line = 0;
    std::vector<Decision> decisions{};  ///< one for each clause of the block
    std::size_t steps = 0;              ///< instructions executed on formulas
    std::size_t states = 0;             ///< maximum number of states waiting at once
    double seconds = 0;                 ///< CPU time
    std::optional<TimeWitness> shortest{}, longest{};
    std::string time{};               ///< exact Time in the form of a block; empty if unknown
    std::vector<std::string> dead{};  ///< instructions that no input reaches: address and label

    [[nodiscard]] const Decision* find(Clause clause) const;
    /// Whether every clause that states something is proved.
    [[nodiscard]] bool is_proved() const;
    [[nodiscard]] bool is_refuted() const;
};

/// Limits of a proof.
struct Options {
    double seconds = 60;            ///< CPU time limit for each routine
    std::function<bool()> go_on{};  ///< called regularly; false ends the proof
};

/// Proves a routine's block, or another block for it. Throws ContractError if a block cannot be
/// read or nothing satisfies its In.
[[nodiscard]] Proof prove(const claims::Checker& checker, const claims::Program& program,
                          const claims::Block& block, const Options& options);

/// The assumptions of every proof, a line for each.
[[nodiscard]] std::vector<std::string> assumptions();

}  // namespace ryg::prove
