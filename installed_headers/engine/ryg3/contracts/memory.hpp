// RYG3's memory in a call as values of its native engine, and such values as what is expected.
#pragma once

#include "ryg/engine/contracts/suite.hpp"
#include "ryg/engine/ryg3/layout.hpp"
#include "ryg/engine/ryg3/native/search.hpp"

namespace ryg::contracts::second {

namespace ryg3 = engine::ryg3;
using engine::Side;

/// What was drawn: a board, if the block has a (position).
using Pieces = std::optional<ryg3::Board>;

[[nodiscard]] inline ryg3::Version version_of(const Call& in) {
    return static_cast<ryg3::Version>(in.version());
}
[[nodiscard]] inline Byte side_byte(Side side) { return side == Side::mouse ? 0 : 1; }
[[nodiscard]] inline Side side_of(const Call& in) {
    return in.byte("side") == 0 ? Side::mouse : Side::cats;
}

/// The pieces that were drawn, with a side to move, or that in `side`.
[[nodiscard]] ryg3::Board board_of(const Call& in, Side side);
[[nodiscard]] inline ryg3::Board board_of(const Call& in) { return board_of(in, side_of(in)); }
/// A game that goes on.
[[nodiscard]] inline bool can_move(const Call& in) { return !generate_moves(board_of(in)).empty(); }

[[nodiscard]] ryg3::RandomTables random_tables_of(const Call& in);
[[nodiscard]] ryg3::HashTables hash_tables_of(const Call& in);
/// The lock; $ff, which all slots have, where the version has none.
[[nodiscard]] inline Byte lock_in(const Call& in) {
    return in.has("lock") ? in.byte("lock") : Byte{0xff};
}
[[nodiscard]] ryg3::Thinker thinker_of(const Call& in);

/// The move in two variables.
[[nodiscard]] inline ryg3::Move move_in(const Call& in, std::string_view start = "hash_start",
                                        std::string_view dest = "hash_dest") {
    return {in.byte(start), in.byte(dest)};
}

// Inputs that fit the pieces drawn: hash and lock; the last move made led some piece to where it
// stands; as often as not the slot of the hash has the lock that is looked for, which would be rare.
void put_hash(Call& call);
void put_last_move(Call& call, Choices& choices);
void put_lock(Call& call, Choices& choices);
void put_hash_tables(Call& call, const ryg3::HashTables& tables);

/// The board and what goes with it: squares, hash, lock, side.
void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board);
void expect_random_tables(const Call& in, Expected& e, const ryg3::RandomTables& tables);
void expect_hash_tables(const Call& in, Expected& e, const ryg3::HashTables& tables);

/// What displayBoard prints.
[[nodiscard]] std::string board_text(const Call& in, const ryg3::Board& board, int ply, int hply,
                                     Byte hash, Byte lock);
/// A slot of a hash table, all that a side's table holds, what both hold, and the history.
[[nodiscard]] std::string slot_text(const Call& in, unsigned slot, ryg3::Move move, Byte lock);
[[nodiscard]] std::string positions_text(const Call& in, const ryg3::HashTables& tables, Side side);
[[nodiscard]] std::string hash_tables_text(const Call& in, const ryg3::HashTables& tables);
[[nodiscard]] std::string history_text(const ryg3::History& history);
/// Noise at the highest frequency, as `randomize` chooses it.
void start_voice3(c64::Sid& sid, Cycle now);

/// The references, file by file.
[[nodiscard]] std::vector<Reference> board_references();
[[nodiscard]] std::vector<Reference> hash_references();
[[nodiscard]] std::vector<Reference> search_references();
[[nodiscard]] std::vector<Reference> game_references();

}  // namespace ryg::contracts::second
