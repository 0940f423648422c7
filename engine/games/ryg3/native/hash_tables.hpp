// The second engine's hash tables: for each side and hash the last best move, and the lock.
#pragma once

#include "engine/games/ryg3/native/moves.hpp"
#include "engine/games/ryg3/native/version.hpp"

namespace ryg::engine::ryg3 {

/// The result of a look-up. Version 03 has no locks: all are zero, so every lock matches.
enum class LookUp : std::uint8_t { found, empty, other_lock };

/// hashpos_mouse_start, _dest, _lock, or those of the cats: by hash, $ff where nothing is.
class HashTable {
  public:
    using Column = std::array<Byte, 256>;

    constexpr HashTable() {
        start_.fill(no_square);
        dest_.fill(no_square);
        lock_.fill(no_square);
    }
    /// As it lies in memory.
    constexpr HashTable(const Column& start, const Column& dest, const Column& lock,
                        std::uint16_t collisions)
        : start_(start), dest_(dest), lock_(lock), collisions_(collisions) {}

    /// Always replaces what is there and counts that as a collision, even for the same move.
    constexpr void add(Byte hash, Byte lock, Ryg3Move move) {
        if (start_[hash] != no_square) ++collisions_;
        start_[hash] = move.start;
        dest_[hash] = move.dest;
        lock_[hash] = lock;
    }

    [[nodiscard]] constexpr LookUp look_up(Byte hash, Byte lock) const {
        if (start_[hash] == no_square) return LookUp::empty;
        return lock_[hash] == lock ? LookUp::found : LookUp::other_lock;
    }
    /// The move of a slot that is not empty.
    [[nodiscard]] constexpr Ryg3Move move_at(Byte hash) const {
        return {start_[hash], dest_[hash]};
    }
    /// What a look-up leaves in hash_start and hash_dest: the move, or after a miss one signal up
    /// to version 04, and two later.
    [[nodiscard]] constexpr Ryg3Move answer(Byte hash, Byte lock, Ryg3Version version) const {
        const LookUp found = look_up(hash, lock);
        if (found == LookUp::found) return move_at(hash);
        if (version <= Ryg3Version::v04) return {no_square, no_square};
        return {no_square, static_cast<Square>(found == LookUp::empty ? 0x01 : 0x02)};
    }

    [[nodiscard]] constexpr const Column& start() const { return start_; }
    [[nodiscard]] constexpr const Column& dest() const { return dest_; }
    [[nodiscard]] constexpr const Column& lock() const { return lock_; }
    [[nodiscard]] constexpr std::uint16_t collisions() const { return collisions_; }

    bool operator==(const HashTable&) const = default;

  private:
    Column start_, dest_, lock_;
    std::uint16_t collisions_ = 0;  ///< modulo 65536, as the 6502 counts
};

/// One table per side, because the hash does not tell who is to move.
struct HashTables {
    std::array<HashTable, 2> by_side{};

    [[nodiscard]] constexpr HashTable& of(Side side) {
        return by_side[static_cast<std::size_t>(side)];
    }
    [[nodiscard]] constexpr const HashTable& of(Side side) const {
        return by_side[static_cast<std::size_t>(side)];
    }
    bool operator==(const HashTables&) const = default;
};

}  // namespace ryg::engine::ryg3
