// RYG3's memory in a call as values of its native engine, and such values as what is expected.
#pragma once

#include "engine/ryg3/native/search.hpp"
#include "tests/engine/contracts/call.hpp"

namespace ryg::blocks::second {

namespace ryg3 = engine::ryg3;

[[nodiscard]] inline ryg3::Version version_of(const Call& in) {
    return static_cast<ryg3::Version>(in.program->options.version);
}
[[nodiscard]] inline bool has(const Call& in, std::string_view label) {
    return in.program->image.labels.find(label).has_value();
}

/// The bytes of a whole variable.
[[nodiscard]] std::vector<Byte> bytes_of(const Call& in, std::string_view name);

/// The pieces that were drawn, with the side in `side`.
[[nodiscard]] ryg3::Board board_of(const Call& in);
[[nodiscard]] ryg3::RandomTables random_tables_of(const Call& in);
[[nodiscard]] ryg3::HashTables hash_tables_of(const Call& in);
[[nodiscard]] std::uint16_t collisions_of(const Call& in, std::string_view side);

/// The move in two variables.
[[nodiscard]] inline ryg3::Move move_in(const Call& in, std::string_view start,
                                        std::string_view dest) {
    return {in.byte(start), in.byte(dest)};
}

/// Inputs that fit the pieces drawn: hash and lock.
void put_hash(Call& call);
/// The last move made led some piece to where it stands.
void put_last_move(Call& call, Choices& choices);
/// As often as not the slot of the hash has the lock that is looked for, which would be rare.
void put_lock(Call& call, Choices& choices);
void put_hash_tables(Call& call, const ryg3::HashTables& tables);

/// The board and what goes with it: squares, hash, lock, side.
void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board);
void expect_random_tables(const Call& in, Expected& e, const ryg3::RandomTables& tables);
void expect_hash_tables(const Call& in, Expected& e, const ryg3::HashTables& tables);
/// An array as it was but for one byte.
void expect_element(const Call& in, Expected& e, std::string_view array, unsigned index, int value);

/// What displayBoard prints.
[[nodiscard]] std::string board_text(const Call& in, const ryg3::Board& board, int ply, int hply,
                                     Byte hash, Byte lock);
/// A slot of a hash table, all that a side's table holds, what both hold, and the history.
[[nodiscard]] std::string slot_text(const Call& in, unsigned slot, ryg3::Move move, Byte lock);
[[nodiscard]] std::string positions_text(const Call& in, const ryg3::HashTables& tables,
                                         engine::Side side);
[[nodiscard]] std::string hash_tables_text(const Call& in, const ryg3::HashTables& tables);
[[nodiscard]] std::string history_text(const ryg3::History& history);
/// What is printed after an iteration.
[[nodiscard]] std::string iteration_text(const ryg3::Iteration& iteration, ryg3::Version version);
[[nodiscard]] std::string line_text(const ryg3::Iteration& iteration, ryg3::Version version);

}  // namespace ryg::blocks::second
