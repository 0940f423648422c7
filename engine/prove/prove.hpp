// Decides the clauses of a routine's block for all inputs that it allows.
//
//     prove::Proof proof = prove::prove(checker, program, block, {.seconds = 60});
//     proof.find(claims::Clause::time)->verdict == prove::Verdict::proved
#pragma once

#include "engine/claims/check.hpp"

namespace ryg::prove {

using claims::Clause;
using emu::Cycle;

/// `unstated`: the clause says nothing that could be false.
enum class Verdict : std::uint8_t { proved, refuted, undecided, unstated };
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] std::string_view name(Clause clause);

/// What became of one clause.
struct Decision {
    Clause clause = Clause::out;
    Verdict verdict = Verdict::undecided;
    std::string why{};     ///< how it was proved, what is wrong, or why it is not decided
    std::size_t line = 0;  ///< of the block, if refuted
    std::string
        changes{};  ///< if refuted: makes the counterexample of the first draw (`Call::change`)
    std::string facts{};     ///< lines: the inputs
    bool is_of_all = false;  ///< if refuted: by all inputs together; the one shown is an extreme
};

/// An input that takes the least or the most cycles. The machine of `contract` has run it.
struct Witness {
    Cycle cycles = 0;
    std::string inputs{};   ///< lines
    std::string changes{};  ///< of the first draw
};

struct Proof {
    std::string routine, program, file;
    std::size_t line = 0;
    std::vector<Decision> decisions{};  ///< of the clauses that the block has
    std::size_t steps = 0;              ///< instructions on formulas
    std::size_t states = 0;             ///< the most that waited at once
    double seconds = 0;                 ///< of processor time
    std::optional<Witness> shortest{}, longest{};
    std::string time{};               ///< exact, as a block states it; empty if it is not known
    std::vector<std::string> dead{};  ///< instructions that no input reaches: address and label

    [[nodiscard]] const Decision* find(Clause clause) const;
    /// Every clause that says something.
    [[nodiscard]] bool is_proved() const;
    [[nodiscard]] bool is_refuted() const;
};

struct Options {
    double seconds = 60;            ///< of processor time for each routine
    std::function<bool()> go_on{};  ///< called now and then; false ends it
};

/// Proves a routine's block, or another block for it. Throws ContractError if a block cannot be
/// read or nothing satisfies its In.
[[nodiscard]] Proof prove(const claims::Checker& checker, const claims::Program& program,
                          const claims::Block& block, const Options& options);

/// What every proof takes for granted, a line for each.
[[nodiscard]] std::vector<std::string> assumptions();

}  // namespace ryg::prove
