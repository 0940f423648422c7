// What RYG3's references compute with bytes that a proof does not know: boards, moves, hashes.
#pragma once

#include "engine/games/ryg3/blocks/memory.hpp"

namespace ryg::engine::ryg3 {

using claims::Given;
using claims::Stated;
using claims::Value;
using Values = std::vector<Value>;

template <class Bytes>
[[nodiscard]] Values values_of(const Bytes& bytes) {
    return Values(bytes.begin(), bytes.end());
}
/// A list with another element at an index, where `when` is 1.
[[nodiscard]] Values replaced(Values list, const Value& index, const Value& by,
                              const Value& when = 1);

/// A move of which no square need be known.
struct MoveValues {
    Value start, dest;
};

/// The pieces, and the hash and the lock that follow them.
struct BoardValues {
    Values board, squares;
    Value hash = 0, lock = 0;

    explicit BoardValues(const Given& in);
    /// At the start of a game.
    [[nodiscard]] static BoardValues at_start(const Given& in);
    /// Where `when` is 1, the piece on a square goes to another one. The piece, or what the board
    /// has there.
    Value go(const Given& in, const MoveValues& move, const Value& when = 1);
    void state(const Given& in, Stated& e) const;

  private:
    BoardValues() = default;
};

/// The start of a game: board, squares, side, hash and lock.
void state_start(const Given& in, Stated& e);
/// Where `when` is 1, a move of the game is made, or taken back.
void state_made(const Given& in, Stated& e, const MoveValues& move, const Value& when = 1);
void state_taken_back(const Given& in, Stated& e, const Value& when = 1);

/// The list of moves with those of a side at its end.
struct ListValues {
    Values starts, dests, scores;
    Value end;

    ListValues(const Given& in, const Value& first)
        : starts(in.bytes("move_start", size)), dests(in.bytes("move_dest", size)), end(first) {
        if (in.has("move_score")) scores = in.bytes("move_score", size);
    }
    void add_mouse(const Given& in);
    void add_cats(const Given& in);
    /// Those of the side to move.
    void add(const Given& in);
    void state(Stated& e) const;

    static constexpr unsigned size = 100;

  private:
    template <std::size_t N>
    void add(const Given& in, const Value& start, const ryg3::Destinations<N>& destinations);
    void add(const Value& when, const MoveValues& move, const Value& merit);
};
[[nodiscard]] Value is_legal(const Given& in, const MoveValues& move);
[[nodiscard]] Values cats_in_order(const Given& in);
/// A move's place in the list from a first place on; $ff: it is not there.
[[nodiscard]] Value place_in_list(const Given& in, const Value& first, const MoveValues& move);

/// What a table, "mouse" or "cats", answers of the board's slot, and the same of the side to move.
[[nodiscard]] MoveValues answer_of(const Given& in, const std::string& side);
[[nodiscard]] MoveValues answer_of(const Given& in);

void print_square(Stated& e, const Value& square, const Value& when = 1);
void print_board(const Given& in, Stated& e, const BoardValues& of, const Value& side,
                 const Value& ply, const Value& hply);

/// Bytes that are known, of the labels that the program has.
void state_memory(const Given& in, Stated& e, const LabelledMemory& memory);

}  // namespace ryg::engine::ryg3
