// Compares two databases of the same work.
#include <algorithm>
#include <fmt/format.h>

#include "engine/work/database/ledger.hpp"

namespace ryg::work {
namespace {

/// The values in which two results of a shard differ.
std::string text_of(const ShardResult& result, const ShardResult& other,
                    std::span<const Column> columns) {
    const auto mine = Sums::numbers(result.sums), its = Sums::numbers(other.sums);
    std::string text;
    for (std::size_t i = 0; i < Sums::first_own + columns.size(); ++i) {
        if (*mine[i] == *its[i]) continue;
        const std::string_view name =
            i < Sums::first_own ? Sums::names[i] : columns[i - Sums::first_own].key;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                            name.ends_with("checksum") ? fmt::format("{:016x}", *mine[i])
                                                       : std::to_string(*mine[i]));
    }
    return text.empty() ? fmt::format("digest {:016x}", result.digest(false)) : text;
}

/// The shard that a piece is in.
const Shard& shard_of(const LedgerPart& part, std::uint64_t piece) {
    return *std::prev(std::ranges::upper_bound(part.shards, piece, {}, &Shard::first));
}

/// The first shard with the same limits in both databases but different sums.
std::optional<FirstMismatch> first_shard(const Ledger& a, const LedgerPart& mine, const Ledger& b,
                                         const LedgerPart& other) {
    for (const Shard& shard : mine.shards) {
        const Shard& same = shard_of(other, shard.first);
        const bool alike = same.first == shard.first && same.count == shard.count;
        if (!alike || !a.is_done(mine, shard.first) || !b.is_done(other, shard.first)) continue;
        const ShardResult one = a.read(mine, shard), two = b.read(other, same);
        if (one.digest(false) == two.digest(false)) continue;
        return FirstMismatch{mine.part,
                             shard.first,
                             {},
                             text_of(one, two, a.plan().columns),
                             text_of(two, one, a.plan().columns)};
    }
    return {};
}

}  // namespace

std::string answer_shown(std::string_view answer) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(answer[i]); };
    return fmt::format("value ${:02x}, move ${:02x} ${:02x}, cost ${:02x}", byte(0), byte(1),
                       byte(2), byte(3));
}

Comparison compare(const Ledger& a, const Ledger& b) {
    if (a.plan().game != b.plan().game || a.plan().what != b.plan().what) {
        throw DatabaseError(
            fmt::format("{}: has other work: {}, {}", b.path(), b.plan().game, b.plan().what));
    }
    Comparison result;
    for (const LedgerPart& mine : a.plan().parts) {
        const LedgerPart* other = b.find(mine.part);
        if (other == nullptr || other->part.pieces != mine.part.pieces) continue;
        const auto one = a.answers(mine), two = b.answers(*other);
        std::optional<std::uint64_t> piece;
        for (std::uint64_t i = 0; i < mine.part.pieces; ++i) {
            if (!one.known[i] || !two.known[i]) continue;
            ++result.compared;
            if (!piece && one.of(i) != two.of(i)) piece = i;
        }
        if (result.first) continue;
        result.first = first_shard(a, mine, b, *other);
        if (!piece) continue;
        const std::uint64_t shard = shard_of(mine, *piece).first;
        if (result.first && result.first->shard < shard) continue;
        result.first = FirstMismatch{mine.part, shard, piece, answer_shown(one.of(*piece)),
                                     answer_shown(two.of(*piece))};
    }
    return result;
}

void merge(const Ledger& from, Ledger& into) {
    into.adopt(from.plan());
    for (const LedgerPart& part : from.plan().parts) {
        const LedgerPart& mine = *into.find(part.part);
        if (!std::ranges::equal(mine.shards, part.shards, {}, &Shard::first, &Shard::first)) {
            throw DatabaseError(from.path() + ": is cut into other shards: give --shard as there");
        }
        for (const Shard& shard : part.shards) {
            if (!from.is_done(part, shard.first)) continue;
            const ShardResult result = from.read(part, shard);
            if (!into.is_done(mine, shard.first)) {
                into.write(mine, result);
            } else if (into.read(mine, shard).digest(false) != result.digest(false)) {
                throw DatabaseError(
                    fmt::format("{}: differs in the shard of {} at item {}: see verify diff",
                                from.path(), part.part.name, shard.first));
            }
        }
    }
}

}  // namespace ryg::work
