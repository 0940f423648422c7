// The ten tables of random bytes from which the second engine makes hash and lock of a board.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <span>

#include "engine/common/position.hpp"

namespace ryg::engine::ryg3 {

/// The second engine's pieces, as the bytes of its board: the mouse is 0, the cats are 1 to 4.
using Piece = Byte;
inline constexpr Piece mouse_piece = 0;
inline constexpr std::size_t piece_count = 5;

/// A random byte for each piece on each square of geometry B: hash_mouse, hash_cat1 .. hash_cat4,
/// lock_mouse, lock_cat1 .. lock_cat4, in the order in which they are drawn.
struct RandomTables {
    using Table = std::array<Byte, 64>;
    static constexpr std::size_t bytes = 2 * piece_count * 64;

    std::array<Table, piece_count> hash{};  ///< hash table of each piece
    std::array<Table, piece_count> lock{};  ///< lock table of each piece; all zero in version 03

    bool operator==(const RandomTables&) const = default;
};

/// What `randomize` makes of the noise: the first reading is the first seed; each further one, EOR
/// seed, is the next byte of a table and the next seed. A reading that is zero is repeated.
/// `noise` returns the byte of $d41b at the next reading; it must not be zero for ever.
template <std::invocable Noise>
[[nodiscard]] constexpr RandomTables draw_tables(Noise&& noise, bool with_locks = true) {
    const auto read = [&noise] {
        Byte reading = 0;
        while (reading == 0) reading = noise();
        return reading;
    };
    RandomTables tables;
    Byte seed = read();
    const auto fill = [&](std::span<RandomTables::Table> group) {
        for (RandomTables::Table& table : group) {
            for (Byte& byte : table) byte = seed = static_cast<Byte>(read() ^ seed);
        }
    };
    fill(tables.hash);
    if (with_locks) fill(tables.lock);
    return tables;
}

/// What `fixedTables` makes, always the same: a 16-bit xorshift whose high byte is taken.
[[nodiscard]] constexpr RandomTables fixed_tables() {
    RandomTables tables;
    std::uint16_t state = 0x1980;
    for (auto* group : {&tables.hash, &tables.lock}) {
        for (RandomTables::Table& table : *group) {
            for (Byte& byte : table) {
                state = static_cast<std::uint16_t>(state ^ state << 7);
                state = static_cast<std::uint16_t>(state ^ state >> 9);
                state = static_cast<std::uint16_t>(state ^ state << 8);
                byte = static_cast<Byte>(state >> 8);
            }
        }
    }
    return tables;
}

/// The tables from their bytes in the order above, and the other way round.
[[nodiscard]] constexpr RandomTables tables_from(std::span<const Byte, RandomTables::bytes> bytes) {
    RandomTables tables;
    auto next = bytes.begin();
    for (auto* group : {&tables.hash, &tables.lock}) {
        for (RandomTables::Table& table : *group) {
            std::copy_n(next, table.size(), table.begin());
            next += static_cast<std::ptrdiff_t>(table.size());
        }
    }
    return tables;
}

[[nodiscard]] constexpr std::array<Byte, RandomTables::bytes> to_bytes(const RandomTables& tables) {
    std::array<Byte, RandomTables::bytes> bytes{};
    auto next = bytes.begin();
    for (const auto* group : {&tables.hash, &tables.lock}) {
        for (const RandomTables::Table& table : *group) next = std::ranges::copy(table, next).out;
    }
    return bytes;
}

static_assert([] {
    Byte reading = 0;
    const RandomTables tables = draw_tables([&reading] { return reading++; });
    // 1 is the seed, then 2, 3, ...: the first bytes are 1 ^ 2 and 1 ^ 2 ^ 3.
    return tables.hash[0][0] == 3 && tables.hash[0][1] == 0 && tables.hash[0][2] == 4 &&
           tables_from(to_bytes(tables)) == tables;
}());

}  // namespace ryg::engine::ryg3
