// The second engine on the 6502 behind the same interface as the native one.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "c64/board/machine.hpp"
#include "engine/ryg3/native/search.hpp"

namespace ryg::crosscheck {

namespace ryg3 = engine::ryg3;
using emu::Address;
using emu::Byte;
using emu::Cycle;

/// What the program's memory holds after an iteration.
struct AsmIteration {
    int depth = 0;
    std::uint32_t nodes = 0;  ///< of all iterations so far
    Byte score = 0;
    std::optional<ryg3::Move> best;
    ryg3::HashTables tables;
    Cycle cycles = 0;  ///< since the search began
};

/// One of the programs of the second engine, loaded into a C64 of its own. All places in it come
/// from its labels. A value: copy it for another thread, or to go back to where it was.
///
/// What a version does not have must not be asked for: locks from 04, moves and searches from 07.
/// Throws EngineFault if a routine does not return.
class AsmRyg3 {
  public:
    explicit AsmRyg3(ryg3::Version version);
    /// A variant of a version's program.
    AsmRyg3(const c64::Image& program, ryg3::Version version);

    [[nodiscard]] ryg3::Version version() const { return version_; }
    [[nodiscard]] const c64::Labels& labels() const { return labels_; }
    [[nodiscard]] c64::Machine& machine() { return machine_; }
    [[nodiscard]] const c64::Machine& machine() const { return machine_; }
    [[nodiscard]] bool has_locks() const { return version_ >= ryg3::Version::v04; }

    /// Processor time of all routines called so far.
    [[nodiscard]] Cycle cycles() const { return cycles_; }

    void put(const ryg3::RandomTables& tables);
    [[nodiscard]] ryg3::RandomTables random_tables() const;
    void put(const ryg3::HashTables& tables);
    [[nodiscard]] ryg3::HashTables hash_tables() const;
    [[nodiscard]] ryg3::History history() const;

    /// Puts a board where the program has its own, as if the game began with it; hash and lock are
    /// not made.
    void put(const ryg3::Board& board);
    /// Nothing if what is there is no board.
    [[nodiscard]] std::optional<ryg3::Board> board() const;

    /// `getHash` and `getLock`, of the board that is there.
    Byte get_hash();
    Byte get_lock();
    /// The bytes that the last routine has left.
    [[nodiscard]] Byte byte_at(std::string_view label) const;

    /// `addHashPosMouse` or `addHashPosCats`.
    void add(engine::Side side, Byte hash, Byte lock, ryg3::Move move);
    /// `lookUpMouse` or `lookUpCats`: the move, or the signal that there is none.
    ryg3::Move look_up(engine::Side side, Byte hash, Byte lock);

    /// The moves of the side to move; nothing if the list is longer than any board's can be.
    std::optional<ryg3::MoveList> generate_moves();
    void make(ryg3::Move move);
    void take_back();
    Byte evaluate();

    /// Far beyond what anybody waits for: a search of depth 12 takes up to a thousand million
    /// cycles.
    static constexpr Cycle longest_search = 100'000'000'000;
    /// One result an iteration, the last is the search's; fewer if it is stopped. Prints nothing.
    std::vector<AsmIteration> think(const ryg3::Board& board, int depth,
                                    const ryg3::SearchWatch& watch = {},
                                    Cycle limit = longest_search);

    /// Prepares a search and stops short of it: `think` is to be called then.
    void prepare(const ryg3::Board& board, int depth);

    /// Calls one routine.
    Cycle call(std::string_view routine);

  private:
    Cycle call(Address routine, std::string_view name);
    void set(std::string_view label, Byte value);
    void put_column(std::string_view label, std::span<const Byte> bytes);
    [[nodiscard]] AsmIteration read_iteration(int depth) const;

    ryg3::Version version_;
    c64::Labels labels_;
    c64::Machine machine_;
    Cycle cycles_ = 0;
    Address board_, side_, hash_, get_hash_, get_lock_ = 0, lock_ = 0;  // those of hot loops
};

}  // namespace ryg::crosscheck
