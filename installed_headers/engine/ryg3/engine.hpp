// The second engine on the 6502 with the interface of the native one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ryg/engine/harness/host.hpp"
#include "ryg/engine/ryg3/native/search.hpp"

namespace ryg::engine::ryg3 {

using emu::Address;
using emu::Byte;
using emu::Cycle;
using harness::EngineFault;

/// What the program's memory holds after an iteration.
struct AsmIteration {
    int depth = 0;
    std::uint32_t nodes = 0;  ///< of all iterations so far
    Byte score = 0;
    std::optional<Move> best;
    HashTables tables;
    Cycle cycles = 0;  ///< since the search began
};

/// One of the programs of the second engine, loaded into a C64 of its own. All places in it come
/// from its labels. A value: copy it for another thread, or to go back to where it was.
///
/// What a version does not have must not be asked for: locks from 04, moves and searches from 07.
/// Throws EngineFault if a routine does not return.
class AsmRyg3 : public harness::Host {
  public:
    explicit AsmRyg3(Version version);
    /// A variant of a version's program.
    AsmRyg3(const c64::Image& program, Version version);

    [[nodiscard]] Version version() const { return version_; }
    [[nodiscard]] bool has_locks() const { return version_ >= Version::v04; }
    [[nodiscard]] bool has(std::string_view label) const {
        return labels().find(label).has_value();
    }

    /// Processor time of all routines called so far.
    [[nodiscard]] Cycle cycles() const { return cycles_; }

    using Host::put;
    void put(const RandomTables& tables);
    [[nodiscard]] RandomTables random_tables() const;
    void put(const HashTables& tables);
    [[nodiscard]] HashTables hash_tables() const;
    [[nodiscard]] History history() const;

    /// Puts a board where the program has its own, as if the game began with it; hash and lock are
    /// not made.
    void put(const Board& board);
    /// Nothing if what is there is no board.
    [[nodiscard]] std::optional<Board> board() const;

    /// `getHash` and `getLock`, of the board that is there.
    Byte get_hash();
    Byte get_lock();

    /// `addHashPosMouse` or `addHashPosCats`.
    void add(Side side, Byte hash, Byte lock, Move move);
    /// `lookUpMouse` or `lookUpCats`: the move, or the signal that there is none.
    Move look_up(Side side, Byte hash, Byte lock);

    /// The moves of the side to move; nothing if the list is longer than any board's can be.
    std::optional<MoveList> generate_moves();
    void make(Move move);
    void take_back();
    Byte evaluate();

    /// Far beyond what anybody waits for: a search of depth 12 takes up to a thousand million
    /// cycles.
    static constexpr Cycle longest_search = 100'000'000'000;
    /// One result an iteration, the last is the search's; fewer if it is stopped. Prints nothing.
    std::vector<AsmIteration> think(const Board& board, int depth, const SearchWatch& watch = {},
                                    Cycle limit = longest_search);

    /// Prepares a search and stops short of it: `think` is to be called then.
    void prepare(const Board& board, int depth);

    /// Calls one routine.
    Cycle call(std::string_view routine) { return call(labels().at(routine), routine); }

  private:
    Cycle call(Address routine, std::string_view name);
    [[nodiscard]] AsmIteration read_iteration(int depth) const;

    Version version_;
    Cycle cycles_ = 0;
    Address board_, side_, hash_, get_hash_, get_lock_ = 0, lock_ = 0;  // those of hot loops
};

}  // namespace ryg::engine::ryg3
