// The second engine twice, side by side: where do the two part, and who wrote it?
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "engine/harness/writer.hpp"
#include "engine/ryg3/engine.hpp"

namespace ryg::crosscheck {

/// Two values that should be one.
struct Ryg3Mismatch {
    std::string field;  ///< the 6502's label: `nodes`, `hashpos_cats_lock[$3f]`
    std::string native, assembly;
    std::optional<Address> address;  ///< where the byte lies, if it is one
};

/// The first thing in which the 6502 and the native engine differ, in the order in which things are
/// made; what comes later is usually a consequence.
struct Ryg3Difference : Ryg3Mismatch {
    ryg3::Board board;
    ryg3::Version version{};
    int depth = 0;                 ///< of the search; 0 where there is none
    std::string stage;             ///< what has been done: `randomize`, `makeMove`, `iteration 3`
    std::string written_by = "-";  ///< label of the last store to it and of its callers
    std::string reproduce;         ///< the one command that shows it again
};

[[nodiscard]] std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly,
                                                  const ryg3::RandomTables& native);
[[nodiscard]] std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly,
                                                  const ryg3::HashTables& native,
                                                  const ryg3::HashTables& found);
/// Node count, score, best move, then the hash tables as they were after the iteration.
[[nodiscard]] std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly,
                                                  const ryg3::Iteration& native,
                                                  const AsmIteration& found);
[[nodiscard]] std::optional<Ryg3Mismatch> compare(const AsmRyg3& assembly,
                                                  const ryg3::History& native);

/// Both engines on one board, and the comparison with its writer.
struct CheckedRyg3 {
    std::vector<ryg3::Iteration> native;
    std::vector<AsmIteration> assembly;
    std::optional<Ryg3Difference> difference;  ///< `reproduce` is left to the caller
    bool stopped = false;  ///< then iterations may be left out, and those of both are compared
};

/// Lets both think. Their random and hash tables must be the same; they are again afterwards,
/// unless there is a difference or `stop` was set.
[[nodiscard]] CheckedRyg3 check(AsmRyg3& assembly, ryg3::Thinker& native, const ryg3::Board& board,
                                int depth, const std::atomic<bool>* stop = nullptr);

/// A board as text: `1c1c1c1c/8/8/8/8/8/8/4M3 w`, and the cats' squares by number where they are
/// not numbered upward.
[[nodiscard]] std::string to_text(const ryg3::Board& board);

/// A difference as lines of text, two blanks in front of each.
[[nodiscard]] std::string describe(const Ryg3Difference& difference);

}  // namespace ryg::crosscheck
