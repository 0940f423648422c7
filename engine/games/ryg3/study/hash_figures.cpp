// Counting: fill curves, overwrites, collisions, equal bytes.
#include "engine/games/ryg3/study/hash_figures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/games/ryg3/native/tables.hpp"

namespace ryg::engine::ryg3 {

namespace {

/// Hash and lock of a piece on a square.
using KeyTables = std::array<std::array<HashKey, 64>, piece_count>;

KeyTables key_tables(const RandomTables& tables) {
    KeyTables keys{};
    for (std::size_t piece = 0; piece < piece_count; ++piece) {
        for (std::size_t square = 0; square < 64; ++square) {
            keys[piece][square] =
                static_cast<HashKey>(tables.lock[piece][square] << 8 | tables.hash[piece][square]);
        }
    }
    return keys;
}

constexpr bool is_played(std::size_t square) { return (square / 8 + square) % 2 == 0; }

unsigned rank_of(const KeyTables& keys) {
    std::array<unsigned, 16> pivots{};  // by highest bit
    unsigned rank = 0;
    for (const auto& table : keys) {
        for (std::size_t square = 0; square < table.size(); ++square) {
            unsigned row = is_played(square) ? table[square] : 0U;
            for (unsigned bit = 16; bit-- > 0 && row != 0;) {
                if ((row >> bit & 1) == 0) continue;
                if (pivots[bit] == 0) {
                    pivots[bit] = row;
                    ++rank;
                    break;
                }
                row ^= pivots[bit];
            }
        }
    }
    return rank;
}

}  // namespace

std::vector<HashKey> keys_of(std::span<const Board> boards, const RandomTables& tables) {
    const KeyTables table = key_tables(tables);
    std::vector<HashKey> keys(boards.size());
    std::ranges::transform(boards, keys.begin(), [&](const Board& board) {
        const auto& at = board.squares;
        return static_cast<HashKey>(table[0][at[0]] ^ table[1][at[1]] ^ table[2][at[2]] ^
                                    table[3][at[3]] ^ table[4][at[4]]);
    });
    return keys;
}

std::vector<HashKey> perfect_keys(const HashBoards& boards) {
    std::vector<std::array<Square, piece_count>> all;
    for (const Board& board : boards.distinct) all.push_back(board.squares);
    std::ranges::sort(all);
    std::vector<HashKey> keys;
    for (const Board& board : boards.sampled()) {
        const auto number =
            static_cast<std::size_t>(std::ranges::lower_bound(all, board.squares) - all.begin());
        keys.push_back(static_cast<HashKey>(number % prime_slots));
    }
    return keys;
}

double expected_fill(double slots, double insertions) {
    return slots * (1 - std::pow((slots - 1) / slots, insertions));
}

double fill_deviation(double slots, double insertions) {
    const double one_empty = std::pow(1 - 1 / slots, insertions);
    const double two_empty = std::pow(1 - 2 / slots, insertions);
    const double variance =
        slots * one_empty + slots * (slots - 1) * two_empty - slots * slots * one_empty * one_empty;
    return std::sqrt(std::max(variance, 0.0));
}

FillFigures fill_figures(std::span<const HashKey> keys, unsigned slots) {
    FillFigures figures;
    std::vector<bool> taken(slots);
    unsigned sum = 0;
    const std::size_t end = std::min(keys.size(), std::size_t{4} * slots);
    for (std::size_t i = 1; i <= end; ++i) {
        auto entry = taken[keys[i - 1] % slots];
        if (!entry) ++sum;
        entry = true;
        figures.taken.push_back(sum);
        if (i < slots / 4) continue;
        const auto insertions = static_cast<double>(i);
        const double sigmas =
            (sum - expected_fill(slots, insertions)) / fill_deviation(slots, insertions);
        if (std::abs(sigmas) > std::abs(figures.sigmas)) figures.sigmas = sigmas;
    }
    return figures;
}

CountFigures count_figures(std::span<const HashKey> keys, unsigned slots) {
    CountFigures figures;
    figures.counts.resize(slots);
    for (const HashKey key : keys) ++figures.counts[key % slots];
    const double total = static_cast<double>(keys.size());
    const double mean = total / slots, deviation = std::sqrt(mean * (1 - 1.0 / slots));
    for (unsigned slot = 0; slot < slots; ++slot) {
        const double excess = figures.counts[slot] - mean;
        figures.chi_square += excess * excess / mean;
        if (std::abs(excess) / deviation > std::abs(figures.sigmas)) {
            figures.sigmas = excess / deviation;
        }
    }
    return figures;
}

std::uint64_t equal_pairs(std::span<const HashKey> keys) {
    std::vector<std::uint32_t> counts(65536);
    for (const HashKey key : keys) ++counts[key];
    std::uint64_t pairs = 0;
    for (const std::uint64_t count : counts) pairs += count * (count - 1) / 2;
    return pairs;
}

LockFigures lock_figures(std::span<const Board> boards, std::span<const HashKey> keys) {
    constexpr std::size_t nobody = ~std::size_t{0};
    std::array<std::array<std::size_t, 256>, 2> tables;
    for (auto& table : tables) table.fill(nobody);
    LockFigures figures;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        std::size_t& entry = tables[static_cast<std::size_t>(boards[i].side)][hash_in(keys[i])];
        const std::size_t there = std::exchange(entry, i);
        ++figures.look_ups;
        if (there == nobody) {
            ++figures.empty;
        } else if (boards[there] == boards[i]) {
            ++figures.own;
        } else {
            ++figures.other;
            const unsigned differing = lock_in(keys[there]) ^ lock_in(keys[i]);
            for (std::size_t w = 0; w < lock_widths.size(); ++w) {
                if ((differing & ((1U << lock_widths[w]) - 1)) == 0) ++figures.missed[w];
            }
        }
    }
    return figures;
}

TableFigures table_figures(const RandomTables& tables) {
    const KeyTables keys = key_tables(tables);
    TableFigures figures;
    for (const auto& table : keys) {
        for (std::size_t two = 1; two < table.size(); ++two) {
            for (std::size_t one = 0; one < two; ++one) {
                const auto differing = static_cast<HashKey>(table[one] ^ table[two]);
                if (lock_in(differing) == 0) ++figures.equal_lock;
                if (hash_in(differing) != 0) continue;
                ++figures.equal_hash;
                if (lock_in(differing) == 0) ++figures.equal_both;
            }
        }
    }
    figures.rank = rank_of(keys);
    figures.correlation = serial_correlation(to_bytes(tables), 1);
    return figures;
}

double serial_correlation(std::span<const Byte> bytes, std::size_t lag) {
    double mean = 0, variance = 0, covariance = 0;
    for (const Byte byte : bytes) mean += byte;
    mean /= static_cast<double>(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        variance += (bytes[i] - mean) * (bytes[i] - mean);
        if (i + lag < bytes.size()) covariance += (bytes[i] - mean) * (bytes[i + lag] - mean);
    }
    return variance == 0 ? 0 : covariance / variance;
}

double HashFigures::expected_collisions() const {
    const auto look_ups = static_cast<double>(lock.look_ups);
    return repeats() ? static_cast<double>(lock.other)
                     : look_ups - expected_fill(hash_slots, look_ups);
}

HashFigures hash_figures(const HashBoards& boards, const RandomTables& tables) {
    const std::vector<HashKey> keys = keys_of(boards.distinct, tables);
    const std::span sampled = std::span(keys).first(boards.sample);
    return {.fill = fill_figures(sampled, hash_slots),
            .counts = count_figures(sampled, hash_slots),
            .all = count_figures(keys, hash_slots),
            .boards = keys.size(),
            .sample = boards.sample,
            .equal_pairs = equal_pairs(keys),
            .lock = lock_figures(boards.met, keys_of(boards.met, tables)),
            .tables = table_figures(tables)};
}

}  // namespace ryg::engine::ryg3
