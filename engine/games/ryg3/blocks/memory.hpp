// RYG3's memory in a call as values of its native engine, and such values as expectations.
#pragma once

#include "engine/claims/suite.hpp"
#include "engine/games/ryg3/native/dialogue.hpp"
#include "engine/games/ryg3/native/layout.hpp"

namespace ryg::engine::ryg3 {

using namespace claims;

namespace ryg3 = engine::ryg3;
using engine::Side;
using ryg3::side_byte;

/// The value of (position): the square of each piece.
using Squares = decltype(ryg3::Board::squares);

[[nodiscard]] inline ryg3::Ryg3Version version_of(const Call& in) {
    return static_cast<ryg3::Ryg3Version>(in.version());
}
[[nodiscard]] inline Side side_of(const Call& in) {
    return in.byte("side") == 0 ? Side::mouse : Side::cats;
}

/// The pieces of (position). The side to move is the one given, or that in `side`.
[[nodiscard]] inline ryg3::Board board_of(const Call& in, Side side) {
    return {in.value<Squares>(), side};
}
[[nodiscard]] inline ryg3::Board board_of(const Call& in) { return board_of(in, side_of(in)); }
/// Whether the side to move has a move.
[[nodiscard]] inline bool can_move(const Call& in) { return !generate_moves(board_of(in)).empty(); }

[[nodiscard]] ryg3::RandomTables random_tables_of(const Call& in);
[[nodiscard]] ryg3::HashTables hash_tables_of(const Call& in);
[[nodiscard]] ryg3::Thinker thinker_of(const Call& in);

/// About half the time, the slot of the hash has the wanted lock, which would be rare by chance.
void put_lock(Call& call, Choices& choices);
void put_hash_tables(Call& call, const ryg3::HashTables& tables);

/// The board and what goes with it: squares, hash, lock, side.
void expect_board(const Call& in, Expected& e, const ryg3::HashedBoard& board);
/// Only the labels that the program has.
void expect_memory(const Call& in, Expected& e, const LabelledMemory& memory);

/// The jiffy clock's bytes that count for a search.
inline constexpr Address jiffy_mid = 0xa1, jiffy_low = 0xa2;

/// Has voice 3 go on from a state of its register.
void set_noise(Call& call, std::uint32_t noise);
/// Noise at the highest frequency, as `randomize` chooses it.
void start_voice3(c64::Sid& sid, Cycle now);

/// The references, file by file.
[[nodiscard]] std::vector<Reference> board_references();
[[nodiscard]] std::vector<Reference> hash_references();
[[nodiscard]] std::vector<Reference> search_references();
[[nodiscard]] std::vector<Reference> game_references();

}  // namespace ryg::engine::ryg3
