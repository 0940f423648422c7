// The database of some work: its plan and the result of each shard, checked when it is read.
#pragma once

#include <set>

#include "engine/work/database/sqlite.hpp"
#include "engine/work/run.hpp"

namespace ryg::work {

/// A part as stored in a ledger.
struct LedgerPart {
    std::int64_t id = 0;
    Part part;
    std::vector<Shard> shards{};
};

/// The work to do.
struct Plan {
    std::string game, what;
    std::vector<Column> columns{};
    std::vector<LedgerPart> parts{};
};

/// A file with these tables:
///
///     work        key, value: game, what, digest (of what there is to do)
///     own_column  place, key, heading, width (0), sum
///     part        id, program, crc, version, depth, pieces
///     shard       part, first, count, expected; the members of ShardResult; ended; digest, NULL
///                 until it is done
///     histogram   part, first, bin, pieces, nodes
///     shown       part, first, why (0 costliest, 1 difference), piece, cycles, text, again
///
/// A shard's rows are written in one transaction. A shard whose digest does not match its rows
/// counts as not done and is done again when the work continues.
class Ledger {
  public:
    /// Opens a file for reading and checks all of it. Throws DatabaseError if it contains no work
    /// or is damaged.
    explicit Ledger(const std::string& path);
    /// Opens a file to continue its work, or creates it; checks it as above. Throws DatabaseError
    /// if another process has locked it.
    struct ToWrite {};
    Ledger(const std::string& path, ToWrite);

    /// Empty in a new file.
    [[nodiscard]] const Plan& plan() const { return plan_; }
    /// The part with the same program and depth; nullptr if there is none.
    [[nodiscard]] const LedgerPart* find(const Part& part) const;
    /// Adds the missing parts of a plan. Throws DatabaseError if the plan does not match: another
    /// game, other work items, another build of a program.
    void adopt(const Plan& plan);

    [[nodiscard]] bool is_done(const LedgerPart& part, std::uint64_t first) const;
    [[nodiscard]] ShardResult read(const LedgerPart& part, const Shard& shard) const;
    void write(const LedgerPart& part, const ShardResult& result);

    [[nodiscard]] Totals totals() const;
    /// The most expensive work items, or all explained differences.
    enum class Why { costliest, difference };
    [[nodiscard]] std::vector<Example> shown(const LedgerPart& part, Why why) const;
    /// The answers of all work items; zeros where `known` is not set.
    struct Answers {
        std::string bytes;
        std::vector<bool> known;
        [[nodiscard]] std::string_view of(std::uint64_t piece) const {
            return std::string_view(bytes).substr(piece * answer_bytes, answer_bytes);
        }
    };
    [[nodiscard]] Answers answers(const LedgerPart& part) const;
    /// Estimated from the pace of the last shards; nullopt if unknown.
    [[nodiscard]] std::optional<double> seconds_left() const;
    /// Number of shards that were damaged when the file was opened.
    [[nodiscard]] std::uint64_t damaged() const { return damaged_.size(); }
    [[nodiscard]] const std::string& path() const { return sqlite_.path(); }

  private:
    void load();
    void check();
    void forget_damaged();
    [[nodiscard]] std::uint64_t digest() const;
    /// Whether a shard's rows match its digest.
    [[nodiscard]] bool is_sound(const LedgerPart& part, std::uint64_t first) const {
        return !damaged_.contains({part.id, first});
    }

    std::optional<Lock> lock_;
    Sqlite sqlite_;
    Plan plan_;
    std::set<std::pair<std::int64_t, std::uint64_t>> damaged_;  // part, first work item
};

/// Adds the missing parts of the work to `ledger`, cut into shards of about `shard_cycles` cycles
/// each, and checks the rest. False if it was stopped.
bool prepare(Ledger& ledger, const Work& work, std::uint64_t shard_cycles,
             const PieceOptions& options);

/// Every `of`-th shard, from `number` on: the share of one of several hosts.
struct Portion {
    unsigned number = 1, of = 1;
};
/// Writes shard results into a ledger that was prepared for the work.
class LedgerKeeper final : public Keeper {
  public:
    LedgerKeeper(Ledger& ledger, const Work& work) : ledger_(ledger), work_(work) {}
    bool keep(ShardResult result) override;
    /// Shards of the work that are not done yet.
    [[nodiscard]] std::vector<Shard> open(const Portion& portion) const;

  private:
    Ledger& ledger_;
    const Work& work_;
};

/// The first difference between two databases.
struct FirstMismatch {
    Part part;
    std::uint64_t shard = 0;               ///< first work item of the shard in `a`
    std::optional<std::uint64_t> piece{};  ///< nullopt: somewhere in the shard
    std::string a, b;                      ///< the contents of each
};
/// The result of comparing two databases.
struct Comparison {
    std::uint64_t compared = 0;  ///< work items that both have done
    std::optional<FirstMismatch> first{};
};
/// The stored result of a work item, as text.
[[nodiscard]] std::string answer_shown(std::string_view answer);
/// Compares two databases. Throws DatabaseError if they are of different games or work items.
[[nodiscard]] Comparison compare(const Ledger& a, const Ledger& b);

/// Copies the results of `from` into `into`. Throws DatabaseError if they do not match or differ.
void merge(const Ledger& from, Ledger& into);

}  // namespace ryg::work
