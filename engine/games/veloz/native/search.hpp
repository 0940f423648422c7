// VELOZ's search, node by node as on the 6502, and the plain minimax that it must agree with.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/common/moves.hpp"
#include "engine/games/veloz/native/tables.hpp"

namespace ryg::engine::veloz {

inline constexpr int greatest_depth = 12;

struct FoundMove {
    Byte value = 0;            ///< value of the position at this depth
    std::optional<Move> move;  ///< the first of the best; none where there is no move
    std::uint32_t nodes = 0;   ///< with two plies or more to go, below the root
    std::uint32_t cuts = 0;    ///< of these with three or more, those that a move cut off

    bool operator==(const FoundMove&) const = default;
};

/// Alpha-beta with a table of the mouse's nodes. A value inside the window is exact; one outside
/// says only that it lies there.
///
///     Search search;
///     search(position, 9).move;
class Search {
  public:
    /// Searches of at least this depth use the table, at nodes with at least that many plies to go.
    static constexpr int table_from_depth = 7, table_from_plies = 3;

    /// Throws std::invalid_argument for a depth out of range.
    [[nodiscard]] FoundMove operator()(const Position& position, int depth);

  private:
    /// The cats by their number at the root: they are tried in that order all the way down.
    struct SearchNode {
        Position position;
        std::array<Square, 4> cats;
    };
    enum class Bound : Byte { none, most, least, exact };
    struct TableEntry {
        std::uint32_t key = 0;
        Byte value = 0;
        Bound bound = Bound::none;
    };

    [[nodiscard]] int value_of(const SearchNode& node, int plies, int alpha, int beta);
    [[nodiscard]] int mouse_value(const SearchNode& node, int plies, int alpha, int beta);
    [[nodiscard]] int cats_value(const SearchNode& node, int plies, int alpha, int beta);
    /// Where a position's entry is or would be, and its key; nullptr: the table is not used.
    [[nodiscard]] std::pair<TableEntry*, std::uint32_t> place_in_table(const Position& position,
                                                                       int plies);

    std::vector<TableEntry> table_;
    bool uses_table_ = false;
    FoundMove found_;
};

/// Minimax to a depth by 16's rules, without limit and pruning. Remembers every value.
class Minimax {
  public:
    [[nodiscard]] Byte value(const Position& position, int depth);
    /// Also finds the first best move. `nodes` and `cuts` stay 0.
    [[nodiscard]] FoundMove operator()(const Position& position, int depth);

  private:
    std::array<std::unordered_map<std::uint64_t, Byte>, greatest_depth + 1> known_;
};

}  // namespace ryg::engine::veloz
