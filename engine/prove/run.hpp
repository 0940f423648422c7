// Follows a routine for all inputs; gives the results, or why it cannot be followed.
#pragma once

#include <set>

#include "engine/prove/paths.hpp"
#include "engine/prove/symbols.hpp"

namespace ryg::prove {

/// The ends of a routine for all inputs at once.
struct Result {
    std::vector<Reached> ends{};     ///< each with its own time
    std::optional<Reached> whole{};  ///< all of them merged
    std::string why{};               ///< why it could not be followed to every end
    Effort effort{};
    std::bitset<0x10000> executed{};
    Cycle least = 0, most = 0;  ///< over all inputs, if `has_times`
    Assignment shortest{}, longest{};
    bool has_times = false;
};

/// The graph of one routine, its inputs, and the decider for it.
struct Run {
    /// For a proof of one routine alone: cells with any value before the call, and simple chips.
    struct Alone {
        std::set<unsigned> loose{};
    };
    Run(const claims::Suite& suite, const claims::Program& program, const claims::Block& block,
        Cases& cases, const Budget& budget, const Alone* alone = nullptr);
    Run(const Run&) = delete;

    /// Follows the routine. If it should never return, no end and no reason say so.
    [[nodiscard]] Result follow(Address entry, bool is_endless = false);
    /// Whether some input that takes the path makes one of these differ.
    [[nodiscard]] Answer may_differ(Literal path, std::span<const Literal> was,
                                    std::span<const Literal> is);
    /// A time's minimum or maximum on a path, and inputs that reach it.
    struct Extreme {
        Cycle cycles = 0;
        Assignment at{};
    };
    [[nodiscard]] std::optional<Extreme> extreme(Literal path, const Time& time, bool greatest);
    /// Finds the minimum and maximum cycles of all ends; false if that takes too long.
    bool find_times(Result& result);

    Graph graph;
    GraphScope scope;  ///< makes `graph` current for operators
    const Budget& budget;
    Decider decider;
    World world;
    claims::BlockInputs declared;
    Symbols symbols;

  private:
    [[nodiscard]] std::optional<Extreme> extreme_by_simulation(Literal path, const Time& time,
                                                               bool greatest);
    [[nodiscard]] std::vector<std::size_t> exclusive(Literal path, const Time& time);
    [[nodiscard]] std::optional<Extreme> extreme_by_exits(Literal path, const Time& time,
                                                          bool greatest);
    [[nodiscard]] std::optional<Extreme> extreme_by_questions(Literal path, const Time& time,
                                                              bool greatest);
};

}  // namespace ryg::prove
