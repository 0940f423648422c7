// Where the second engine's variables and tables lie: its native twin's values by label, and back.
#pragma once

#include "engine/common/labelled_memory.hpp"
#include "engine/games/ryg3/native/search.hpp"

namespace ryg::engine::ryg3 {

inline constexpr std::array<std::string_view, piece_count> hash_labels{
    "hash_mouse", "hash_cat1", "hash_cat2", "hash_cat3", "hash_cat4"};
inline constexpr std::array<std::string_view, piece_count> lock_labels{
    "lock_mouse", "lock_cat1", "lock_cat2", "lock_cat3", "lock_cat4"};

/// The random tables, including those of the locks if the version has some.
[[nodiscard]] LabelledMemory memory_of(const RandomTables& tables, bool with_locks = true);
/// The columns of both hash tables, each side's followed by its collisions.
[[nodiscard]] LabelledMemory memory_of(const HashTables& tables, bool with_locks = true);
/// What memory has after an iteration of a search.
[[nodiscard]] LabelledMemory memory_after(const Iteration& iteration);

[[nodiscard]] RandomTables random_tables_from(const ReadLabelled& read);
[[nodiscard]] HashTables hash_tables_from(const ReadLabelled& read);
/// Depth, nodes, score and best move after an iteration of a search.
[[nodiscard]] Iteration result_from(const ReadLabelled& read);
/// All that a program shows after an iteration of its search of a board.
[[nodiscard]] Iteration iteration_from(const ReadLabelled& read, const Board& board);
/// The board of the game; nothing unless it is one.
[[nodiscard]] std::optional<Board> board_from(const ReadLabelled& read);

}  // namespace ryg::engine::ryg3
