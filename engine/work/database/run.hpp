// Going through a campaign: who has which shard, and threads that do them.
#pragma once

#include <chrono>
#include <deque>
#include <mutex>

#include "engine/work/database/ledger.hpp"

namespace ryg::work {

/// Hands the open shards of a ledger out and writes what they come to. A thread or a process may
/// get lost with its shard: that is handed out again when it is long overdue.
class Office {
  public:
    struct Options {
        unsigned part = 1, parts = 1;  ///< of the shards, each `parts`-th only, from `part` on
        std::uint64_t most_differences = 100;  ///< when there are as many, nothing more is begun
    };
    /// Hands out the series of `survey`, which the ledger has.
    Office(Ledger& ledger, const work::Survey& survey, const Options& options);

    /// The next shard by the survey's numbers; nothing if there is none to begin now.
    [[nodiscard]] std::optional<Shard> next();
    void take(Done done);
    /// Nothing is left to be handed out, and nobody is at work.
    [[nodiscard]] bool is_finished() const { return open_.empty() && given_.empty(); }
    [[nodiscard]] std::uint64_t done() const { return done_; }
    [[nodiscard]] std::uint64_t total() const { return total_; }

  private:
    using Clock = std::chrono::steady_clock;
    struct Given {
        Shard shard;
        Clock::time_point when;
    };

    Ledger& ledger_;
    const work::Survey& survey_;
    Options options_;
    std::deque<Shard> open_;
    std::deque<Given> given_;  ///< the oldest first
    std::uint64_t done_ = 0, total_ = 0, differing_ = 0;
    double longest_ = 0;  ///< seconds
};

/// Gives back a shard that is done and gets another; nothing when there are no more.
using Exchange = std::function<std::optional<Shard>(std::optional<Done>)>;

/// Does shards in threads until there are no more, or `stop` is set: shards begun are dropped then.
void work(const work::Survey& survey, const work::PieceOptions& options, const Tell& tell,
          const Exchange& exchange);

/// Gives `ledger` what it lacks of the survey, cut into shards that are expected to take
/// `shard_cycles` each, and checks the rest. False if it was stopped.
bool prepare(Ledger& ledger, std::string_view game, const work::Survey& survey,
             std::uint64_t shard_cycles, const work::PieceOptions& options);

/// The whole in this process: true if nothing of it is left.
bool run(Ledger& ledger, const work::Survey& survey, const Office::Options& office_options,
         const work::PieceOptions& options, const Tell& tell);

}  // namespace ryg::work
