// A shard: pieces of a series that are done together, and what they came to.
#pragma once

#include <atomic>
#include <map>
#include <optional>

#include "engine/work/pieces.hpp"
#include "engine/work/survey.hpp"

namespace ryg::work {

struct Shard {
    std::uint32_t series = 0;
    std::uint64_t first = 0, count = 0;  ///< pieces
    std::uint64_t expected = 0;          ///< cycles, by a sample

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& series& first& count& expected;
    }
};

/// Cycles are counted in bins a sixteenth of an octave wide, so that a percentile is known to 4%.
[[nodiscard]] std::uint32_t bin_of(emu::Cycle cycles);
/// The least number of cycles that is in a bin.
[[nodiscard]] double begin_of_bin(std::uint32_t bin);

struct Bin {
    std::uint64_t searches = 0, nodes = 0;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& searches& nodes;
    }
    bool operator==(const Bin&) const = default;
};

/// A piece that is shown, and why: what differs, or how many cycles it took.
struct Shown {
    std::uint64_t piece = 0, cycles = 0;
    std::string text;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& piece& cycles& text;
    }
    bool operator==(const Shown&) const = default;
};

/// Differences told in full, and dearest pieces kept, of a shard; the others are counted.
constexpr std::size_t most_told = 10, most_dearest = 10;

/// What a shard came to. All but the time is the same whoever does it.
struct Done {
    Shard shard;
    std::uint64_t nodes = 0, most_nodes = 0;
    std::uint64_t cycles = 0, least = 0, most = 0;
    std::uint64_t fell_back = 0, differing = 0;
    /// Of value, move, nodes and cycles of each piece with its number: a sum, so that those of
    /// shards add up to that of the series, however it was cut.
    std::uint64_t checksum = 0;
    std::map<std::uint32_t, Bin> histogram{};
    std::vector<Shown> dearest{}, differences{};
    /// Four bytes a piece: value, from, to, and a byte of what its cycles and nodes hash to.
    std::string answers{};
    double seconds = 0;

    /// What the database is checked by: it depends on everything but the time.
    [[nodiscard]] std::uint64_t seal() const;

    template <class Archive>
    void serialize(Archive& archive, unsigned) {
        archive& shard& nodes& most_nodes& cycles& least& most& fell_back& differing& checksum;
        archive& histogram& dearest& differences& answers& seconds;
    }
};
constexpr std::size_t answer_bytes = 4;

/// The text of a difference, with the command that shows it again.
using Tell = std::function<std::string(const work::Difference&)>;

/// Does a shard; nothing if `stop` was set meanwhile.
[[nodiscard]] std::optional<Done> do_shard(const work::Survey& survey, const Shard& shard,
                                           const work::Survey::Worker& worker, const Tell& tell,
                                           const std::atomic<bool>* stop);

/// Cuts all series into shards that are expected to take `cycles` each, by the time that a sample
/// of their pieces takes: the same shards on every host.
[[nodiscard]] std::vector<Shard> cut(const work::Survey& survey, std::uint64_t cycles,
                                     const work::PieceOptions& options);

/// 64 bits that depend on each bit of two numbers: the finisher of MurmurHash3.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t one, std::uint64_t other) {
    std::uint64_t bits = one * 0x9e3779b97f4a7c15 + other;
    bits = (bits ^ bits >> 33) * 0xff51afd7ed558ccd;
    bits = (bits ^ bits >> 33) * 0xc4ceb9fe1a85ec53;
    return bits ^ bits >> 33;
}
[[nodiscard]] std::uint64_t mix(std::uint64_t bits, std::string_view text);

}  // namespace ryg::work
