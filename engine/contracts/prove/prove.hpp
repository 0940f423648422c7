// Decides the clauses of a routine's block for all inputs that it allows.
//
//     prove::Proof proof = prove::prove(checker, program, "mul8", {.seconds = 60});
//     proof.find(Clause::time)->verdict == Verdict::proved
#pragma once

#include "engine/contracts/check.hpp"
#include "engine/contracts/judge.hpp"

namespace ryg::contracts::prove {

/// `drawn`: not decided, and no draw of `contract` contradicts it. `unstated`: the clause says
/// nothing that could be false. `bounded`: true as long as at most some number of keys is typed.
enum class Verdict { proved, refuted, drawn, unstated, bounded };
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] std::string_view name(Clause clause);

/// What became of one clause.
struct Decision {
    Clause clause = Clause::out;
    Verdict verdict = Verdict::drawn;
    std::string why{};      ///< the means of a proof, what is wrong, or why it is not decided
    std::size_t line = 0;   ///< of the block, if refuted
    std::string changes{};  ///< of the first draw, that make the counterexample (`Call::change`)
    unsigned draw = 0;      ///< or the draw of `contract` that is one; 0: none
    std::string facts{};    ///< lines: the inputs
};

/// An input that takes the least or the most cycles, or shows something else for the first time;
/// contract's rig has run it.
struct Witness {
    Cycle cycles = 0;
    std::string inputs{};   ///< lines
    std::string changes{};  ///< of the first draw
};

struct Proof {
    std::string routine, program, file;
    std::size_t line = 0;
    std::vector<Decision> decisions;  ///< of the clauses that the block has
    std::uint64_t cases = 0;          ///< classes of inputs that the routine tells apart
    std::uint64_t witnesses = 0;      ///< inputs that contract's rig has run
    unsigned carried = 0;             ///< bytes of In that no case decides
    bool is_whole = false;            ///< all cases were found
    std::optional<Witness> shortest, longest;
    std::string time{};  ///< as a block states it; empty if it is not exact
    unsigned draws = 0;  ///< of `contract`, where a clause was not decided

    [[nodiscard]] const Decision* find(Clause clause) const;
    [[nodiscard]] bool is_proved() const;  ///< every clause that says something
};

struct Options {
    double seconds = 60;  ///< of processor time for each routine
    bool draws = true;    ///< what is not decided is at least tried, as by `contract`
    /// It ends once all of these are refuted.
    std::vector<Clause> enough{Clause::out, Clause::uses, Clause::time};
    std::function<bool(std::uint64_t cases)> go_on{};  ///< called now and then; false ends it
};

/// Proves a routine's block, or another block for it. Throws ContractError if a block cannot be
/// read or nothing satisfies its In.
[[nodiscard]] Proof prove(const Checker& checker, const Program& program, const Block& block,
                          const Options& options);

}  // namespace ryg::contracts::prove
