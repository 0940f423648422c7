// Follows a routine for all inputs.
#pragma once

#include <set>

#include "engine/claims/all_inputs.hpp"
#include "engine/prove/paths.hpp"
#include "engine/prove/symbols.hpp"

namespace ryg::prove {

/// The ends of a routine for all inputs at once.
struct RoutineEnds {
    std::vector<ReachedState> ends{};     ///< each with its own time
    std::optional<ReachedState> whole{};  ///< all of them merged
    std::string why{};                    ///< why an endless one could not be followed
    PathEffort effort{};
    std::bitset<0x10000> executed{}, executed_exactly{};  ///< as Paths has them
    bool passes_keys_over = false;
    Cycle least = 0, most = 0;  ///< over all inputs, if `has_times`
    Assignment shortest{}, longest{};
    bool has_times = false;
};

/// The graph of one routine, its inputs, and the decider for it.
struct SymbolicRun {
    /// For a proof of one routine alone: cells with any value before the call, and simple chips.
    struct Alone {
        std::set<unsigned> loose{};
    };
    /// Throws ContractError: NoInput if nothing satisfies In.
    SymbolicRun(const claims::Suite& suite, const claims::Program& program,
                const claims::Block& block, Cases& cases, const Budget& budget,
                const Alone* alone = nullptr);
    SymbolicRun(const SymbolicRun&) = delete;

    /// Follows the routine to every end. Throws NotDecided, but for a routine that should never
    /// return: of this it gives the ends that it found, and why there may be more.
    [[nodiscard]] RoutineEnds follow(Address entry, bool is_endless = false);
    /// Whether some input that takes the path makes one of these differ.
    [[nodiscard]] Possibility may_differ(Literal path, std::span<const Literal> was,
                                         std::span<const Literal> is);
    /// A time's minimum or maximum on a path, and inputs that reach it.
    struct Extreme {
        Cycle cycles = 0;
        Assignment at{};
    };
    [[nodiscard]] std::optional<Extreme> extreme(Literal path, const SymbolicTime& time,
                                                 bool greatest);
    /// Finds the minimum and maximum cycles of all ends; false if that takes too long.
    bool find_times(RoutineEnds& result);

    Graph graph;
    GraphScope scope;  ///< makes `graph` current for operators
    const Budget& budget;
    Decider decider;
    World world;
    claims::BlockInputs declared;
    SymbolicInputs symbols;

  private:
    [[nodiscard]] std::optional<Extreme> extreme_by_relaxing(Literal path, const SymbolicTime& time,
                                                             bool greatest);
    [[nodiscard]] std::vector<std::array<Literal, 2>> possible_where(
        std::span<const Literal> literals, std::span<const std::uint32_t> known);
    [[nodiscard]] std::optional<Extreme> extreme_by_parts(Literal path, const SymbolicTime& time,
                                                          bool greatest);
    [[nodiscard]] SymbolicTime simplified(const SymbolicTime& time, Literal path);
    [[nodiscard]] std::vector<std::size_t> exclusive(Literal path, const SymbolicTime& time);
    [[nodiscard]] std::optional<Extreme> extreme_by_exits(Literal path, const SymbolicTime& time,
                                                          bool greatest);
    [[nodiscard]] std::optional<Extreme> extreme_by_trying(Literal path, const SymbolicTime& time,
                                                           bool greatest);
    [[nodiscard]] std::optional<Extreme> extreme_by_questions(Literal path,
                                                              const SymbolicTime& time,
                                                              bool greatest);
};

/// `yes` with an input for which a run contradicts the block, or `no`. `unknown` if the question
/// depends on more than the bytes that In names, if a run takes too long, or if time is over.
[[nodiscard]] std::pair<Possibility, Assignment> run_all(SymbolicRun& run, Literal question,
                                                         const claims::AllInputs& inputs,
                                                         claims::ManyInputs& many,
                                                         const claims::Call& base);

}  // namespace ryg::prove
