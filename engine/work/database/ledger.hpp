// The database of a campaign: what there is to do, what each shard came to, checked when read.
#pragma once

#include "engine/work/database/shard.hpp"
#include "engine/work/database/sqlite.hpp"

namespace ryg::work {

/// A series as a ledger has it.
struct Planned {
    work::Series series;
    std::vector<Shard> shards;
};

/// What a campaign consists of.
struct Plan {
    std::string game, pieces_are;
    std::uint64_t pieces = 0;  ///< of each series
    std::vector<Planned> series;
};

/// What a series has come to so far.
struct Total {
    work::Series series;
    std::uint64_t shards = 0, shards_done = 0;
    std::uint64_t searches = 0, nodes = 0, most_nodes = 0;
    std::uint64_t cycles = 0, least = 0, most = 0;
    std::uint64_t fell_back = 0, differing = 0, checksum = 0;
    double seconds = 0;  ///< of threads

    [[nodiscard]] bool is_complete() const { return shards == shards_done; }
};

/// The checksum of a campaign: of the series in the order of versions and depths. Neither host nor
/// threads nor shards matter, but all that is done does.
[[nodiscard]] std::uint64_t checksum_of(const std::vector<Total>& totals);

/// A file. What a table has:
///
///     campaign    key, value: format, game, pieces_are, pieces, seal (of what there is to do)
///     series      id (100 * version + depth), version, depth, program, crc
///     shard       series, first, count, expected; the members of Done; seal, NULL until it is done
///     histogram   series, first, bin, searches, nodes
///     shown       series, first, why (0 dearest, 1 difference), piece, cycles, text
///
/// A shard's rows come in one transaction.
class Ledger {
  public:
    /// Opens a file to read it and checks all of it. Throws DatabaseError if there is no campaign
    /// in it or a byte has changed.
    explicit Ledger(const std::string& path);
    /// Opens a file to go on with it, or makes it; checks it likewise. Throws DatabaseError if
    /// another process is at work on it.
    struct ToWrite {};
    Ledger(const std::string& path, ToWrite);
    ~Ledger();

    /// Nothing in a file that is new.
    [[nodiscard]] const Plan& plan() const { return plan_; }
    [[nodiscard]] const Planned* find(const work::Series& series) const;
    /// Adds the series that it does not have. Throws DatabaseError if it is of something else:
    /// another game, other pieces, another build of a program.
    void adopt(const Plan& plan);

    [[nodiscard]] bool is_done(const Shard& shard) const;
    [[nodiscard]] Done read(const Shard& shard) const;
    void write(const Done& done);

    [[nodiscard]] std::vector<Total> totals() const;
    [[nodiscard]] std::map<std::uint32_t, Bin> histogram(const work::Series& series) const;
    /// The dearest, or all differences that are told.
    enum class Why { dearest, difference };
    [[nodiscard]] std::vector<Shown> shown(const work::Series& series, Why why) const;
    /// Answers of all pieces; zeros where `known` is not set.
    struct Answers {
        std::string bytes;
        std::vector<bool> known;
        [[nodiscard]] std::string_view of(std::uint64_t piece) const {
            return std::string_view(bytes).substr(piece * answer_bytes, answer_bytes);
        }
    };
    [[nodiscard]] Answers answers(const work::Series& series) const;
    /// By how fast the last shards came; nothing if that is not known.
    [[nodiscard]] std::optional<double> seconds_left() const;
    [[nodiscard]] const std::string& path() const { return sqlite_.path(); }

  private:
    void load();
    void check() const;
    using Fail = std::function<void(const std::string& what)>;
    void check_rows(const Fail& fail) const;
    [[nodiscard]] std::uint64_t seal() const;

    std::optional<Lock> lock_;
    bool is_sound_;  // as it was before it was opened
    Sqlite sqlite_;
    Plan plan_;
};

/// Where two campaigns part.
struct Parting {
    work::Series series;
    std::uint64_t shard = 0;               ///< the first piece of it, as `a` is cut
    std::optional<std::uint64_t> piece{};  ///< nothing: somewhere in the shard
    std::string a, b;                      ///< what each has
};
struct Comparison {
    std::uint64_t compared = 0;  ///< pieces that both have done
    std::optional<Parting> first{};
};
/// Throws DatabaseError if they are of different games or pieces.
[[nodiscard]] Comparison compare(const Ledger& a, const Ledger& b);

/// Copies into `into` what `from` has done. Throws DatabaseError if they do not fit or differ.
void merge(const Ledger& from, Ledger& into);

}  // namespace ryg::work
