// Tables and variables as the program's bytes.
#include "engine/games/ryg3/native/layout.hpp"

#include <ranges>

namespace ryg::engine::ryg3 {
namespace {

/// Of a side's hash table.
struct ColumnLabels {
    std::string_view start, dest, lock, collisions;
};
constexpr std::array<ColumnLabels, 2> column_labels{
    {{"hashpos_mouse_start", "hashpos_mouse_dest", "hashpos_mouse_lock", "collisions_mouse"},
     {"hashpos_cats_start", "hashpos_cats_dest", "hashpos_cats_lock", "collisions_cats"}}};

template <class List>
std::vector<Byte> bytes_of(const List& list) {
    return {list.begin(), list.end()};
}

}  // namespace

LabelledMemory memory_of(const RandomTables& tables, bool with_locks) {
    LabelledMemory memory;
    const auto add = [&](const auto& labels, const auto& group) {
        for (std::size_t i = 0; i < piece_count; ++i) {
            memory.push_back({labels[i], bytes_of(group[i])});
        }
    };
    add(hash_labels, tables.hash);
    if (with_locks) add(lock_labels, tables.lock);
    return memory;
}

LabelledMemory memory_of(const HashTables& tables, bool with_locks) {
    LabelledMemory memory;
    for (const Side side : {Side::mouse, Side::cats}) {
        const HashTable& table = tables.of(side);
        const auto& labels = column_labels[static_cast<std::size_t>(side)];
        memory.push_back({labels.start, bytes_of(table.start())});
        memory.push_back({labels.dest, bytes_of(table.dest())});
        if (with_locks) memory.push_back({labels.lock, bytes_of(table.lock())});
        memory.push_back(
            {labels.collisions,
             {static_cast<Byte>(table.collisions()), static_cast<Byte>(table.collisions() >> 8)}});
    }
    return memory;
}

LabelledMemory memory_after(const Iteration& iteration) {
    const auto depth = static_cast<unsigned>(iteration.depth);
    std::vector<Byte> nodes;
    for (int i = 0; i < 4; ++i) nodes.push_back(static_cast<Byte>(iteration.nodes >> 8 * i));
    LabelledMemory memory{
        {"used_depth", {static_cast<Byte>(depth)}},
        {"nodes", nodes},
        {"score", {iteration.score}, depth},
        {"best_start", {iteration.best ? iteration.best->start : no_square}, depth}};
    if (iteration.best) memory.push_back({"best_dest", {iteration.best->dest}, depth});
    for (LabelledBytes& column : memory_of(iteration.tables)) memory.push_back(std::move(column));
    return memory;
}

RandomTables random_tables_from(const ReadLabelled& read) {
    RandomTables tables;
    for (std::size_t i = 0; i < piece_count; ++i) {
        read(hash_labels[i], tables.hash[i]);
        read(lock_labels[i], tables.lock[i]);
    }
    return tables;
}

HashTables hash_tables_from(const ReadLabelled& read) {
    HashTables tables;
    for (const Side side : {Side::mouse, Side::cats}) {
        const auto& labels = column_labels[static_cast<std::size_t>(side)];
        const auto column = [&](std::string_view label) {
            HashTable::Column bytes{};
            bytes.fill(no_square);
            read(label, bytes);
            return bytes;
        };
        std::array<Byte, 2> count{};
        read(labels.collisions, count);
        tables.of(side) = HashTable(column(labels.start), column(labels.dest), column(labels.lock),
                                    static_cast<std::uint16_t>(count[0] | count[1] << 8));
    }
    return tables;
}

Iteration result_from(const ReadLabelled& read) {
    std::array<Byte, 1> depth{};
    std::array<Byte, 4> nodes{};
    read("used_depth", depth);
    read("nodes", nodes);
    const auto at_depth = [&](std::string_view label) {
        std::vector<Byte> bytes(depth[0] + std::size_t{1});
        read(label, bytes);
        return bytes.back();
    };
    Iteration found;
    found.depth = depth[0];
    found.score = at_depth("score");
    for (const Byte byte : nodes | std::views::reverse) found.nodes = found.nodes << 8 | byte;
    const Ryg3Move best{at_depth("best_start"), at_depth("best_dest")};
    if (best.start != no_square) found.best = best;
    return found;
}

Iteration iteration_from(const ReadLabelled& read, const Board& board) {
    Iteration found = result_from(read);
    found.tables = hash_tables_from(read);
    const RandomTables random = random_tables_from(read);
    found.line = line_in(found.tables, {board, random}, found.depth);
    return found;
}

std::optional<Board> board_from(const ReadLabelled& read) {
    std::array<Byte, 1> side{};
    BoardBytes bytes{};
    read("side", side);
    read("board", bytes);
    if (side[0] > 1) return std::nullopt;
    return board_from(bytes, static_cast<Side>(side[0]));
}

}  // namespace ryg::engine::ryg3
