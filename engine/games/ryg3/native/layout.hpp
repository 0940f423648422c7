// Where the second engine's tables lie: labels, and what of its native twin is there.
#pragma once

#include <string_view>

#include "engine/games/ryg3/native/hash_tables.hpp"

namespace ryg::engine::ryg3 {

inline constexpr std::array<std::string_view, piece_count> hash_labels{
    "hash_mouse", "hash_cat1", "hash_cat2", "hash_cat3", "hash_cat4"};
inline constexpr std::array<std::string_view, piece_count> lock_labels{
    "lock_mouse", "lock_cat1", "lock_cat2", "lock_cat3", "lock_cat4"};

/// Of a side's hash table.
struct ColumnLabels {
    std::string_view start, dest, lock, collisions;
};
inline constexpr std::array<ColumnLabels, 2> column_labels{
    {{"hashpos_mouse_start", "hashpos_mouse_dest", "hashpos_mouse_lock", "collisions_mouse"},
     {"hashpos_cats_start", "hashpos_cats_dest", "hashpos_cats_lock", "collisions_cats"}}};

/// Calls `action(label, table)` for each random table.
template <class Tables, class Action>
void for_each_table(Tables&& tables, Action action) {
    for (std::size_t i = 0; i < piece_count; ++i) action(hash_labels[i], tables.hash[i]);
    for (std::size_t i = 0; i < piece_count; ++i) action(lock_labels[i], tables.lock[i]);
}

/// Calls `action(label, bytes)` for each column of the hash tables and for the collisions.
template <class Action>
void for_each_column(const HashTables& tables, Action action) {
    for (const Side side : {Side::mouse, Side::cats}) {
        const HashTable& table = tables.of(side);
        const auto& labels = column_labels[static_cast<std::size_t>(side)];
        const std::array count{static_cast<Byte>(table.collisions()),
                               static_cast<Byte>(table.collisions() >> 8)};
        action(labels.start, std::span<const Byte>(table.start()));
        action(labels.dest, std::span<const Byte>(table.dest()));
        action(labels.lock, std::span<const Byte>(table.lock()));
        action(labels.collisions, std::span<const Byte>(count));
    }
}

/// Both hash tables out of a memory: `copy(label, to)` fills bytes with those at a label, if there
/// is one.
template <class Copy>
[[nodiscard]] HashTables hash_tables_from(Copy copy) {
    HashTables tables;
    for (const Side side : {Side::mouse, Side::cats}) {
        const auto& labels = column_labels[static_cast<std::size_t>(side)];
        const auto column = [&](std::string_view label) {
            HashTable::Column bytes{};
            bytes.fill(no_square);
            copy(label, std::span<Byte>(bytes));
            return bytes;
        };
        std::array<Byte, 2> count{};
        copy(labels.collisions, std::span<Byte>(count));
        tables.of(side) = HashTable(column(labels.start), column(labels.dest), column(labels.lock),
                                    static_cast<std::uint16_t>(count[0] | count[1] << 8));
    }
    return tables;
}

}  // namespace ryg::engine::ryg3
