// Holds a routine to its header block: draws inputs, runs it, and says what does not agree.
#pragma once

#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks {

/// How many draws, and whether all that the block states has to be met over them: times, stack,
/// ends of ranges, and that nothing is stated that never happens.
struct Effort {
    unsigned draws = 300;
    unsigned quick = 0, slow = 0;  ///< further draws, each near the quickest or slowest so far
    bool whole = false;
};

struct Report {
    std::vector<std::string> complaints;  ///< at most a handful
    Cycle least = 0, most = 0;            ///< over all draws
    unsigned draws = 0;
    unsigned stack = 0;  ///< the most bytes used

    [[nodiscard]] bool holds() const { return complaints.empty(); }
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] Report hold(const Program& program, const Block& block, const Check& check,
                          const Effort& effort);

/// As the tests do it: all of the effort in the program whose times are stated, less in others.
[[nodiscard]] Effort effort_for(const Program& program, const Block& block, const Check& check);

}  // namespace ryg::blocks
