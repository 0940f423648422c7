// What a ledger adds up to, and two of them beside each other.
#include <algorithm>
#include <fmt/format.h>

#include "engine/work/database/ledger.hpp"

namespace ryg::work {

using work::Series;

std::uint64_t checksum_of(const std::vector<Total>& totals) {
    std::uint64_t bits = 0;
    for (const Total& total : totals) {
        bits = mix(bits, static_cast<unsigned>(total.series.version));
        bits = mix(mix(bits, static_cast<unsigned>(total.series.depth)), total.checksum);
    }
    return bits;
}

std::vector<Total> Ledger::totals() const {
    Statement rows = sqlite_.prepare(
        "SELECT count, nodes, most_nodes, cycles, least, most, fell_back, differing, checksum, "
        "seconds FROM shard WHERE series = ? AND seal NOT NULL");
    std::vector<Total> totals;
    for (const auto& [series, shards] : plan_.series) {
        Total total{.series = series, .shards = shards.size()};
        for (rows.bind(shards.front().series); rows.step(); ++total.shards_done) {
            const auto number = [&](int column) {
                return static_cast<std::uint64_t>(rows.number(column));
            };
            total.searches += number(0);
            total.nodes += number(1);
            total.most_nodes = std::max(total.most_nodes, number(2));
            total.cycles += number(3);
            total.least = total.shards_done == 0 ? number(4) : std::min(total.least, number(4));
            total.most = std::max(total.most, number(5));
            total.fell_back += number(6);
            total.differing += number(7);
            total.checksum += number(8);
            total.seconds += rows.real(9);
        }
        totals.push_back(total);
    }
    return totals;
}

std::map<std::uint32_t, Bin> Ledger::histogram(const Series& series) const {
    std::map<std::uint32_t, Bin> all;
    Statement rows = sqlite_.prepare(
        "SELECT bin, sum(searches), sum(nodes) FROM histogram WHERE series = ? GROUP BY bin");
    for (rows.bind(find(series)->shards.front().series); rows.step();) {
        all[static_cast<std::uint32_t>(rows.number(0))] = {
            static_cast<std::uint64_t>(rows.number(1)), static_cast<std::uint64_t>(rows.number(2))};
    }
    return all;
}

std::vector<Shown> Ledger::shown(const Series& series, Why why) const {
    std::vector<Shown> all;
    const bool dearest = why == Why::dearest;
    Statement rows = sqlite_.prepare(
        fmt::format("SELECT piece, cycles, text FROM shown WHERE series = ? AND why = {} ORDER BY "
                    "{} piece LIMIT {}",
                    dearest ? 0 : 1, dearest ? "cycles DESC," : "", dearest ? most_dearest : 1000));
    for (rows.bind(find(series)->shards.front().series); rows.step();) {
        all.push_back({static_cast<std::uint64_t>(rows.number(0)),
                       static_cast<std::uint64_t>(rows.number(1)), rows.text(2)});
    }
    return all;
}

Ledger::Answers Ledger::answers(const Series& series) const {
    Answers all{std::string(plan_.pieces * answer_bytes, '\0'), std::vector<bool>(plan_.pieces)};
    Statement rows =
        sqlite_.prepare("SELECT first, answers FROM shard WHERE series = ? AND seal NOT NULL");
    for (rows.bind(find(series)->shards.front().series); rows.step();) {
        const auto first = static_cast<std::size_t>(rows.number(0));
        const std::string bytes = rows.text(1);
        all.bytes.replace(first * answer_bytes, bytes.size(), bytes);
        std::fill_n(all.known.begin() + static_cast<std::ptrdiff_t>(first),
                    bytes.size() / answer_bytes, true);
    }
    return all;
}

std::optional<double> Ledger::seconds_left() const {
    constexpr int last = 40;
    Statement rows = sqlite_.prepare(fmt::format(
        "SELECT expected, ended FROM shard WHERE seal NOT NULL ORDER BY ended DESC LIMIT {}",
        last));
    double cycles = 0, newest = 0, oldest = 0;
    for (int row = 0; rows.step(); ++row) {
        oldest = rows.real(1);
        row == 0 ? newest = oldest : cycles += rows.real(0);
    }
    if (newest <= oldest) return {};
    const auto left = sqlite_.number("SELECT sum(expected) FROM shard WHERE seal IS NULL");
    return static_cast<double>(left) * (newest - oldest) / cycles;
}

namespace {

std::string text_of(std::string_view answer) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(answer[i]); };
    return fmt::format("value ${:02x}, move ${:02x} ${:02x}, cost ${:02x}", byte(0), byte(1),
                       byte(2), byte(3));
}

std::string text_of(const Done& done) {
    return fmt::format("{} nodes, {} cycles, checksum {:016x}", done.nodes, done.cycles,
                       done.checksum);
}

/// The shard that a piece is in.
const Shard& shard_of(const Planned& planned, std::uint64_t piece) {
    return *std::prev(std::ranges::upper_bound(planned.shards, piece, {}, &Shard::first));
}

/// The first shard, cut alike in both, that came to something else; told by what adds up.
std::optional<Parting> first_shard(const Ledger& a, const Planned& mine, const Ledger& b,
                                   const Planned& other) {
    for (const Shard& shard : mine.shards) {
        const Shard& same = shard_of(other, shard.first);
        const bool alike = same.first == shard.first && same.count == shard.count;
        if (!alike || !a.is_done(shard) || !b.is_done(same)) continue;
        const Done one = a.read(shard), two = b.read(same);
        if (one.seal() == two.seal()) continue;
        return Parting{mine.series, shard.first, {}, text_of(one), text_of(two)};
    }
    return {};
}

void expect_same_work(const Plan& a, const Plan& b, const std::string& path) {
    if (a.game == b.game && a.pieces_are == b.pieces_are && a.pieces == b.pieces) return;
    throw DatabaseError(fmt::format("{}: has a campaign of other work: {}, {} {}", path, b.game,
                                    b.pieces, b.pieces_are));
}

}  // namespace

Comparison compare(const Ledger& a, const Ledger& b) {
    expect_same_work(a.plan(), b.plan(), b.path());
    Comparison result;
    for (const Planned& mine : a.plan().series) {
        const Planned* other = b.find(mine.series);
        if (other == nullptr) continue;
        const auto one = a.answers(mine.series), two = b.answers(mine.series);
        std::optional<std::uint64_t> piece;
        for (std::uint64_t i = 0; i < a.plan().pieces; ++i) {
            if (!one.known[i] || !two.known[i]) continue;
            ++result.compared;
            if (!piece && one.of(i) != two.of(i)) piece = i;
        }
        if (result.first) continue;
        result.first = first_shard(a, mine, b, *other);
        if (!piece) continue;
        const std::uint64_t shard = shard_of(mine, *piece).first;
        if (result.first && result.first->shard < shard) continue;
        result.first =
            Parting{mine.series, shard, piece, text_of(one.of(*piece)), text_of(two.of(*piece))};
    }
    return result;
}

void merge(const Ledger& from, Ledger& into) {
    into.adopt(from.plan());
    for (const Planned& planned : from.plan().series) {
        const Planned& mine = *into.find(planned.series);
        if (!std::ranges::equal(mine.shards, planned.shards, {}, &Shard::first, &Shard::first)) {
            throw DatabaseError(from.path() + ": is cut into other shards: give --shard as there");
        }
        for (const Shard& shard : planned.shards) {
            if (!from.is_done(shard)) continue;
            const Done done = from.read(shard);
            if (!into.is_done(shard)) {
                into.write(done);
            } else if (into.read(shard).seal() != done.seal()) {
                throw DatabaseError(
                    fmt::format("{}: differs in the shard of {} at piece {}: see campaign diff",
                                from.path(), planned.series.name(), shard.first));
            }
        }
    }
}

}  // namespace ryg::work
