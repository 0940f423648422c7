// The database of some work: its plan and the result of each shard, checked when it is read.
#pragma once

#include <set>

#include "engine/work/database/sqlite.hpp"
#include "engine/work/run.hpp"

namespace ryg::work {

/// A part as a ledger has it.
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
/// counts as not done and is done again when the work goes on.
class Ledger {
  public:
    /// Opens a file for reading and checks all of it. Throws DatabaseError if there is no work in
    /// it or it is damaged.
    explicit Ledger(const std::string& path);
    /// Opens a file to go on with its work, or creates it; checks it likewise. Throws DatabaseError
    /// if another process is working on it.
    struct ToWrite {};
    Ledger(const std::string& path, ToWrite);

    /// Empty in a new file.
    [[nodiscard]] const Plan& plan() const { return plan_; }
    /// By program and depth.
    [[nodiscard]] const LedgerPart* find(const Part& part) const;
    /// Adds the parts that it does not have. Throws DatabaseError if the plan is of something else:
    /// another game, other work items, another build of a program.
    void adopt(const Plan& plan);

    [[nodiscard]] bool is_done(const LedgerPart& part, std::uint64_t first) const;
    [[nodiscard]] ShardResult read(const LedgerPart& part, const Shard& shard) const;
    void write(const LedgerPart& part, const ShardResult& result);

    [[nodiscard]] Totals totals() const;
    /// The costliest work items, or all explained differences.
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
    /// Estimated from the pace of the last shards; nothing if that is not known.
    [[nodiscard]] std::optional<double> seconds_left() const;
    /// Shards that were found damaged when the file was opened.
    [[nodiscard]] std::uint64_t damaged() const { return damaged_.size(); }
    [[nodiscard]] const std::string& path() const { return sqlite_.path(); }

  private:
    void load();
    void check();
    void forget_damaged();
    [[nodiscard]] std::uint64_t digest() const;
    /// Whether a shard's rows count.
    [[nodiscard]] bool is_sound(const LedgerPart& part, std::uint64_t first) const {
        return !damaged_.contains({part.id, first});
    }

    std::optional<Lock> lock_;
    Sqlite sqlite_;
    Plan plan_;
    std::set<std::pair<std::int64_t, std::uint64_t>> damaged_;  // part, first work item
};

/// Adds to `ledger` what it lacks of the work, cut into shards that are expected to take
/// `shard_cycles` each, and checks the rest. False if it was stopped.
bool prepare(Ledger& ledger, const Work& work, std::uint64_t shard_cycles,
             const PieceOptions& options);

/// Only every `of`-th shard, from `number` on: the share of one of several hosts.
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

/// Where two databases differ first.
struct FirstMismatch {
    Part part;
    std::uint64_t shard = 0;               ///< its first work item, as `a` is cut
    std::optional<std::uint64_t> piece{};  ///< nothing: somewhere in the shard
    std::string a, b;                      ///< what each has
};
struct Comparison {
    std::uint64_t compared = 0;  ///< work items that both have done
    std::optional<FirstMismatch> first{};
};
/// What a database keeps of a work item, as text.
[[nodiscard]] std::string answer_shown(std::string_view answer);
/// Throws DatabaseError if they are of different games or work items.
[[nodiscard]] Comparison compare(const Ledger& a, const Ledger& b);

/// Copies into `into` what `from` has done. Throws DatabaseError if they do not fit or differ.
void merge(const Ledger& from, Ledger& into);

}  // namespace ryg::work
