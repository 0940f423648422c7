// Two versions of a routine: equal for all inputs that the newer one's block allows, and how much
// faster.
//
//     prove::VersionComparison found = prove::against(checker, program, block, {old, "mul8"}, options);
//     found.verdict == Verdict::proved && found.least->gain() >= 0      // never slower
#pragma once

#include "engine/prove/prove.hpp"

namespace ryg::prove {

/// The older version: a routine of the same program or of another one, where variables of the same
/// name correspond. It needs no block. `program` must outlive the comparison.
struct Old {
    const claims::Program& program;
    std::string routine;
};

/// An input with which both versions were run.
struct ComparedRun {
    Cycle now = 0, before = 0;
    std::string inputs{};   ///< lines
    std::string changes{};  ///< changes to the first random input (`Call::change`)

    /// Cycles that the new version saves; less than 0 if it is slower.
    [[nodiscard]] std::int64_t gain() const {
        return static_cast<std::int64_t>(before) - static_cast<std::int64_t>(now);
    }
};

/// Minimum and maximum cycles.
struct Cycles {
    Cycle least = ~Cycle{}, most = 0;
};

/// The result of comparing two versions.
struct VersionComparison {
    std::string routine, program, file;
    std::size_t line = 0;
    Verdict verdict = Verdict::undecided;  ///< refuted: they differ
    std::string why{};        ///< method of the proof, the difference, or why it is undecided
    ComparedRun different{};  ///< a counterexample, if refuted
    std::size_t steps = 0;    ///< instructions executed on formulas
    std::optional<ComparedRun> least, most;  ///< inputs of least and most gain
    Cycles now{}, before{};                  ///< over all inputs, if proved
};

/// Whether both return the same Out, change nothing but what Out and Uses of the newer one's block
/// name (and the older one's, if it has one), and print the same. Variables that only the old
/// program has may change. Throws ContractError.
[[nodiscard]] VersionComparison against(const claims::Checker& checker,
                                        const claims::Program& program, const claims::Block& block,
                                        const Old& old, const Options& options);

/// Compares for one input: the first random input with these changes.
[[nodiscard]] VersionComparison against_at(const claims::Checker& checker,
                                           const claims::Program& program,
                                           const claims::Block& block, const Old& old,
                                           std::string_view changes);

}  // namespace ryg::prove
