// Runs work items on all cores and adds up the results by part.
#pragma once

#include <deque>

#include "engine/work/shard.hpp"

namespace ryg::work {

/// How to run work, and when to stop.
struct RunOptions {
    PieceOptions pieces{};               ///< progress is in work items
    std::uint64_t most_differences = 0;  ///< stop after this many; 0: no limit
};

/// A part's results so far.
struct PartTotal {
    Part part;
    Sums sums{};
    Histogram histogram{};
    std::uint64_t shards = 0, shards_done = 0;  ///< in a database
    double seconds = 0;                         ///< thread time

    /// Percentile of cycles per work item, accurate to 7%.
    [[nodiscard]] double percentile(double percent) const;
};

/// All results so far.
struct Totals {
    std::string game{};
    std::vector<Column> columns{};
    std::vector<PartTotal> parts{};
    std::vector<std::string> left_out{};  ///< as in Work
    std::optional<Difference> first{};    ///< of the first item that differs; not in a database
    bool stopped = false;                 ///< stopped before everything was done
    bool enough = false;  ///< the requested number of differences was reached; the rest was skipped
    double seconds = 0;   ///< wall-clock time

    [[nodiscard]] Sums sum() const;
    /// Checksum over the parts by version and depth. It depends on all results, but not on host,
    /// threads or shards.
    [[nodiscard]] std::uint64_t checksum() const { return checksum_of(&Sums::checksum); }
    [[nodiscard]] std::uint64_t native_checksum() const {
        return checksum_of(&Sums::native_checksum);
    }

  private:
    [[nodiscard]] std::uint64_t checksum_of(std::uint64_t Sums::*member) const;
};

/// The receiver of shard results.
class Keeper {
  public:
    virtual ~Keeper() = default;
    /// False if the result is not kept: a duplicate or incomplete shard.
    virtual bool keep(ShardResult result) = 0;
};

/// Hands out shards in order. If a thread or a process is lost, its shard is handed out again once
/// it is long overdue.
class Dispatcher {
  public:
    /// If it `splits` shards, it hands out work items of a few milliseconds at a time, and none
    /// twice.
    Dispatcher(std::vector<Shard> open, bool splits, std::uint64_t most_differences,
               Keeper& keeper);

    /// The next shard; nullopt if there is none to begin now.
    [[nodiscard]] std::optional<Shard> next();
    void take(ShardResult result);
    /// True when everything has been handed out and returned.
    [[nodiscard]] bool is_finished() const { return open_.empty() && given_.empty(); }
    [[nodiscard]] bool has_enough() const { return enough_; }
    [[nodiscard]] std::uint64_t done() const { return done_; }    ///< work items
    [[nodiscard]] std::uint64_t total() const { return total_; }  ///< work items

  private:
    using Clock = std::chrono::steady_clock;
    /// A shard that was handed out, and when.
    struct HandedOut {
        Shard shard;
        Clock::time_point when;
    };

    std::deque<Shard> open_;
    std::deque<HandedOut> given_;  // the oldest first
    bool splits_;
    std::uint64_t most_differences_;
    Keeper& keeper_;
    std::uint64_t at_once_ = 1;  // work items handed out at a time, if splitting
    std::uint64_t done_ = 0, total_ = 0, differing_ = 0;
    bool enough_ = false;
    double longest_ = 0;  // seconds
};

/// Takes a finished shard and returns the next one; nullopt when there are no more.
using Exchange = std::function<std::optional<Shard>(std::optional<ShardResult>)>;

/// Does shards in threads until there are no more, or `stop` is set.
void do_shards(const Work& work, const PieceOptions& options, const CommandLine& command,
               const Exchange& exchange);
/// Does the shards of a dispatcher in this process. True if none are left.
bool do_shards(const Work& work, const PieceOptions& options, const CommandLine& command,
               Dispatcher& dispatcher);

/// Does all the work and keeps the results in memory. The work items before the first difference
/// are always done, so that this is the same for any number of threads. Throws what a Worker
/// throws.
[[nodiscard]] Totals run(const Work& work, const RunOptions& options);

}  // namespace ryg::work
