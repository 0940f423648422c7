// Where the second engine's tables lie: labels, and what of its native twin is there.
#pragma once

#include <fmt/format.h>

#include "ryg/engine/ryg3/native/hash_tables.hpp"

namespace ryg::engine::ryg3 {

inline constexpr std::array piece_names{"mouse", "cat1", "cat2", "cat3", "cat4"};
inline constexpr std::array sides{std::pair{Side::mouse, "mouse"}, std::pair{Side::cats, "cats"}};

/// Calls `action(label, table)` for each random table.
template <class Tables, class Action>
void for_each_table(Tables& tables, Action action) {
    for (std::size_t piece = 0; piece < piece_count; ++piece) {
        action(fmt::format("hash_{}", piece_names[piece]), tables.hash[piece]);
    }
    for (std::size_t piece = 0; piece < piece_count; ++piece) {
        action(fmt::format("lock_{}", piece_names[piece]), tables.lock[piece]);
    }
}

/// Calls `action(label, bytes)` for each column of the hash tables and for the collisions.
template <class Action>
void for_each_column(const HashTables& tables, Action action) {
    for (const auto& [side, name] : sides) {
        const HashTable& table = tables.of(side);
        const std::array count{static_cast<Byte>(table.collisions()),
                               static_cast<Byte>(table.collisions() >> 8)};
        action(fmt::format("hashpos_{}_start", name), std::span<const Byte>(table.start()));
        action(fmt::format("hashpos_{}_dest", name), std::span<const Byte>(table.dest()));
        action(fmt::format("hashpos_{}_lock", name), std::span<const Byte>(table.lock()));
        action(fmt::format("collisions_{}", name), std::span<const Byte>(count));
    }
}

/// Both hash tables out of a memory: `copy(label, to)` fills bytes with those at a label, if there
/// is one.
template <class Copy>
[[nodiscard]] HashTables hash_tables_from(Copy copy) {
    HashTables tables;
    for (const auto& [side, name] : sides) {
        const auto column = [&, of = name](const char* part) {
            HashTable::Column bytes{};
            bytes.fill(no_square);
            copy(fmt::format("hashpos_{}_{}", of, part), std::span<Byte>(bytes));
            return bytes;
        };
        std::array<Byte, 2> count{};
        copy(fmt::format("collisions_{}", name), std::span<Byte>(count));
        tables.of(side) = HashTable(column("start"), column("dest"), column("lock"),
                                    static_cast<std::uint16_t>(count[0] | count[1] << 8));
    }
    return tables;
}

}  // namespace ryg::engine::ryg3
