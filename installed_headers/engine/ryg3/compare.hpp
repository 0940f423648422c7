// The second engine twice, side by side: where do the two part, and who wrote it?
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "ryg/engine/harness/report.hpp"
#include "ryg/engine/ryg3/engine.hpp"

namespace ryg::engine::ryg3 {

/// Two values that should be one.
struct Mismatch {
    std::string field;  ///< the 6502's label: `nodes`, `hashpos_cats_lock[$3f]`
    std::string native, assembly;
    std::optional<Address> address;  ///< where the byte lies, if it is one
};

using harness::Difference;

/// A mismatch of `version`, seen after `stage` (`randomize`, `makeMove`, `iteration 3`) on a board;
/// `depth` is that of the search, 0 where there is none. The request is left to the caller.
[[nodiscard]] Difference difference_at(const Board& board, Version version, int depth,
                                       std::string stage, Mismatch mismatch);

[[nodiscard]] std::optional<Mismatch> compare(const AsmRyg3& assembly, const RandomTables& native);
[[nodiscard]] std::optional<Mismatch> compare(const AsmRyg3& assembly, const HashTables& native,
                                              const HashTables& found);
/// Node count, score, best move, then the hash tables as they were after the iteration.
[[nodiscard]] std::optional<Mismatch> compare(const AsmRyg3& assembly, const Iteration& native,
                                              const AsmIteration& found);
[[nodiscard]] std::optional<Mismatch> compare(const AsmRyg3& assembly, const History& native);

/// Both engines on one board, and the comparison with its writer.
struct Checked {
    std::vector<Iteration> native;
    std::vector<AsmIteration> assembly;
    std::optional<Difference> difference;  ///< its request is left to the caller
    bool stopped = false;  ///< then iterations may be left out, and those of both are compared
};

/// Lets both think. Their random and hash tables must be the same; they are again afterwards,
/// unless there is a difference or `stop` was set.
[[nodiscard]] Checked check(AsmRyg3& assembly, Thinker& native, const Board& board, int depth,
                            const std::atomic<bool>* stop = nullptr);

/// A board as text: `1c1c1c1c/8/8/8/8/8/8/4M3 w`, and the cats' squares by number where they are
/// not numbered upward.
[[nodiscard]] std::string to_text(const Board& board);

}  // namespace ryg::engine::ryg3
