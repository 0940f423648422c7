// A shard: work items of a part that are done together, and their results.
#pragma once

#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <span>

#include "engine/work/pieces.hpp"
#include "engine/work/work.hpp"

namespace ryg::work {

/// Consecutive work items of one part.
struct Shard {
    std::uint32_t part = 0;              ///< index of the part in the work
    std::uint64_t first = 0, count = 0;  ///< work items
    std::uint64_t expected = 0;          ///< cycles, estimated from a sample; 0: unknown

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& part& first& count& expected;
    }
};

/// The totals of some work items.
struct Sums {
    std::uint64_t pieces = 0, searches = 0, nodes = 0, most_nodes = 0;
    std::uint64_t cycles = 0, least = 0, most = 0;  ///< total; minimum and maximum of a work item
    std::uint64_t fell_back = 0, differing = 0;
    std::uint64_t noisy = 0;  ///< searches repeated in randomised memory
    /// Over value, move, nodes and cycles of each work item with its number: a sum, so that those
    /// of shards add up to the part's, however it was cut.
    std::uint64_t checksum = 0;
    std::uint64_t native_checksum = 0;  ///< the same for the twin's results
    OwnNumbers own{};

    void add(const Sums& other, std::span<const Column> columns);

    /// All members, in the order of databases and digests.
    template <class Self>
    static auto numbers(Self& self) {
        return std::array{&self.pieces,     &self.searches,        &self.nodes,
                          &self.most_nodes, &self.cycles,          &self.least,
                          &self.most,       &self.fell_back,       &self.differing,
                          &self.checksum,   &self.native_checksum, &self.noisy,
                          &self.own[0],     &self.own[1],          &self.own[2],
                          &self.own[3]};
    }
    static constexpr std::array<std::string_view, 12 + most_columns> names{
        "pieces", "searches",  "nodes",     "most_nodes", "cycles",          "least",
        "most",   "fell_back", "differing", "checksum",   "native_checksum", "noisy",
        "own_0",  "own_1",     "own_2",     "own_3"};
    static constexpr std::size_t first_own = names.size() - most_columns;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        for (std::uint64_t* number : numbers(*this)) archive&* number;
    }
};

/// Part of a histogram of cycles per work item, with 16 equal bins per octave: percentiles are
/// accurate to 7%.
struct Bin {
    std::uint64_t pieces = 0, nodes = 0;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& pieces& nodes;
    }
    bool operator==(const Bin&) const = default;
};
using Histogram = std::map<std::uint32_t, Bin>;
[[nodiscard]] std::uint32_t bin_of(Cycle cycles);
/// The lowest number of cycles in a bin.
[[nodiscard]] double begin_of_bin(std::uint32_t bin);

/// A work item to be shown: one that differs, with the report, or one that took many cycles.
struct Example {
    std::uint64_t piece = 0, cycles = 0;
    std::string text{}, again{};  ///< the command that repeats it

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& piece& cycles& text& again;
    }
    bool operator==(const Example&) const = default;
};

/// Numbers of differences explained, and of most expensive work items kept, per shard.
constexpr std::size_t max_explained = 10, max_costliest = 10;

/// A shard's result. Everything except the time is reproducible.
struct ShardResult {
    Shard shard;
    Sums sums{};
    Histogram histogram{};
    std::vector<Example> costliest{}, differences{};
    /// Four bytes per work item: value, from, to, and a byte of a hash of its cycles and nodes.
    std::string answers{};
    double seconds = 0;
    std::optional<Difference> first{};  ///< not sent to other processes

    [[nodiscard]] bool is_complete() const { return sums.pieces == shard.count; }
    /// For checking the database: depends on everything except the time, and optionally on the
    /// commands, which begin with the path of the program.
    [[nodiscard]] std::uint64_t digest(bool with_commands = true) const;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& shard& sums& histogram& costliest& differences& answers& seconds;
    }
};
constexpr std::size_t answer_bytes = 4;
[[nodiscard]] std::string answer_text(const Outcome& outcome);

/// Writes a request as a user would type it.
using CommandLine = std::function<std::string(const Request&)>;

/// Does a shard, or part of it if `stop` is set. With `command`, for a database, keeps answers, the
/// most expensive work items and explained differences; without, explains the first difference.
[[nodiscard]] ShardResult do_shard(const Work& work, const Shard& shard, Worker& worker,
                                   const CommandLine& command, const std::atomic<bool>* stop);

/// Cuts all parts into shards of about `cycles` each, estimated from a sample of their work items:
/// the same shards on every host.
[[nodiscard]] std::vector<Shard> cut(const Work& work, std::uint64_t cycles,
                                     const PieceOptions& options);

/// 64 bits that depend on each bit of two numbers: the finisher of MurmurHash3.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t one, std::uint64_t other) {
    std::uint64_t bits = one * 0x9e3779b97f4a7c15 + other;
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccd;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53;
    return bits ^ bits >> 33;
}
[[nodiscard]] std::uint64_t mix(std::uint64_t bits, std::string_view text);

}  // namespace ryg::work
