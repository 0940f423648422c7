// How good a hash is: how its keys fill a table, and the properties of its random bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/games/ryg3/native/tables.hpp"
#include "engine/games/ryg3/study/hash_boards.hpp"

namespace ryg::engine::ryg3 {

/// The entries of a hash table.
inline constexpr unsigned hash_slots = 256;

/// Hash and lock of a board in one word: the hash is the low byte.
using HashKey = std::uint16_t;

constexpr Byte hash_in(HashKey key) { return static_cast<Byte>(key); }
constexpr Byte lock_in(HashKey key) { return static_cast<Byte>(key >> 8); }

[[nodiscard]] std::vector<HashKey> keys_of(std::span<const Board> boards,
                                           const RandomTables& tables);

/// How many of `slots` entries are taken after `insertions` random ones, slots * (1 - ((slots - 1)
/// / slots) ^ insertions), and how far from that one table is in the root mean square.
[[nodiscard]] double expected_fill(double slots, double insertions);
[[nodiscard]] double fill_deviation(double slots, double insertions);

/// A measured curve, compared with the expected one from a quarter of `slots` insertions (before
/// that a single collision is many sigmas) to four times `slots` (then hardly any entry is empty).
struct FillFigures {
    std::vector<unsigned> taken;  ///< after 1, 2, ... insertions
    double sigmas = 0;            ///< the largest deviation, with its sign
};
/// The entry is the remainder of the key by `slots`.
[[nodiscard]] FillFigures fill_figures(std::span<const HashKey> keys, unsigned slots);

/// How often each entry is written.
struct CountFigures {
    std::vector<std::uint32_t> counts;  ///< by hash
    double chi_square = 0;              ///< slots - 1 degrees of freedom
    double sigmas = 0;                  ///< the count farthest from i / slots, with its sign
};
[[nodiscard]] CountFigures count_figures(std::span<const HashKey> keys, unsigned slots);

/// What a hash ought to be: each board's number among all boards (a minimal perfect hash), the
/// remainder by a prime number of entries. By board of the sample.
inline constexpr unsigned prime_slots = 251;
[[nodiscard]] std::vector<HashKey> perfect_keys(const HashBoards& boards);

/// Pairs of keys that are equal in hash and lock.
[[nodiscard]] std::uint64_t equal_pairs(std::span<const HashKey> keys);

/// Bits of lock that are compared: none, as in version 03; one; all eight, as from version 04 on.
inline constexpr std::array<unsigned, 3> lock_widths{0, 1, 8};

/// A hash table for each side, in which every board is first looked up and then put.
struct LockFigures {
    std::uint64_t look_ups = 0;
    std::uint64_t empty = 0;  ///< nothing was there
    std::uint64_t own = 0;    ///< the same board was there
    std::uint64_t other = 0;  ///< another board with the same hash: a collision
    /// Of these, the ones that a lock of lock_widths[i] bits takes for the board itself.
    std::array<std::uint64_t, lock_widths.size()> missed{};
};
/// `keys` are those of `boards`, in the order in which they are met; repeats are allowed.
[[nodiscard]] LockFigures lock_figures(std::span<const Board> boards,
                                       std::span<const HashKey> keys);

/// Pairs of squares that have the same byte in the same piece's table: the piece may go from one
/// to the other and the hash stays as it is.
struct TableFigures {
    unsigned equal_hash = 0, equal_lock = 0;  ///< of 5 * C(64, 2) pairs each
    unsigned equal_both = 0;                  ///< the same hash byte and the same lock byte
    unsigned rank = 0;       ///< over GF(2), of the 16-bit keys of the played squares
    double correlation = 0;  ///< of each byte with the next, in the order of drawing
};
[[nodiscard]] TableFigures table_figures(const RandomTables& tables);

inline constexpr unsigned pairs_of_squares = 64 * 63 / 2 * 5;  ///< in five tables

/// Pearson's coefficient of bytes[i] and bytes[i + lag]; 0 where all bytes are equal. Independent
/// bytes: 0 +- 1 / sqrt(n).
[[nodiscard]] double serial_correlation(std::span<const Byte> bytes, std::size_t lag);

/// Everything that is counted of one set of tables on some boards.
struct HashFigures {
    FillFigures fill;     ///< of the sample
    CountFigures counts;  ///< of the sample
    CountFigures all;     ///< of all distinct boards
    std::size_t boards = 0, sample = 0;
    std::uint64_t equal_pairs = 0;  ///< of distinct boards, in hash and lock
    LockFigures lock;               ///< of the boards met
    TableFigures tables;

    /// Whether boards are met again, as in a search.
    [[nodiscard]] bool repeats() const { return lock.look_ups > boards; }
    /// Collisions that independent keys would have, if no board is met twice; else those seen.
    [[nodiscard]] double expected_collisions() const;
};
[[nodiscard]] HashFigures hash_figures(const HashBoards& boards, const RandomTables& tables);

}  // namespace ryg::engine::ryg3
