// The second engine twice, side by side: where do the two part, and who wrote it?
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "engine/harness/report.hpp"
#include "engine/ryg3/dialogue.hpp"
#include "engine/ryg3/engine.hpp"

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

/// What a routine did that a routine of its kind does not do, on a board, after `stage`.
[[nodiscard]] Difference difference_of(const EngineFault& fault, const Board& board,
                                       Version version, int depth, std::string stage);

/// Memory that no routine of the program may write to.
[[nodiscard]] std::optional<Mismatch> compare_memory(const AsmRyg3& assembly);
/// All that the program keeps of a game, by its labels.
[[nodiscard]] std::optional<Mismatch> compare(const AsmRyg3& assembly, const Dialogue& native);

/// The routine to whose contract a field belongs, with its callers; empty if that is not known.
[[nodiscard]] std::string_view owner_of(std::string_view field);

/// The cycles in which any version thinks of so many nodes, rather more than less.
[[nodiscard]] constexpr Cycle expected_cycles(std::uint64_t nodes, std::uint64_t searches = 1) {
    return 60'000 * searches + 5'000 * nodes;
}

/// Both engines on one board, and the comparison with its writer. A search that takes ten times the
/// cycles it should does not end.
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
/// Reads that, or a position whose cats are to be numbered upward. Throws NotationError.
[[nodiscard]] Board board_from_text(const std::string& text);

}  // namespace ryg::engine::ryg3
