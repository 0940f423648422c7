// Much work compared: pieces spread over the host's cores, rows that add up, the first difference.
#pragma once

#include <iterator>
#include <span>
#include <utility>

#include "engine/work/pieces.hpp"
#include "engine/work/work.hpp"

namespace ryg::work {

/// One number a column. A least one of 0 is not known yet.
using Counts = std::vector<std::uint64_t>;
void add(std::span<const Column> columns, Counts& sum, const Counts& counts);

/// A kind of work, and what all pieces of it have come to.
struct Row {
    std::string name;
    Data::Fields about{};  ///< the same for programs: version, depth
    Counts counts{};
};

/// What one piece came to.
struct RowOutcome {
    std::size_t row = 0;
    Counts counts{};
    std::optional<Difference> first{};
    bool stopped = false;  ///< some of it was left out
};

/// Work planned and not begun. A piece is known by its number alone and has its own random
/// numbers, so neither the number of threads nor a stop changes what the others find, and a
/// campaign of a million pieces needs no more memory than one of ten.
struct Campaign {
    std::span<const Column> columns;
    std::vector<Row> rows;
    std::uint64_t pieces = 0;
    /// Gives a thread its own worker, which does one piece.
    using Worker = std::function<RowOutcome(std::uint64_t piece)>;
    std::function<Worker()> make_worker;
    /// A sentence or line about the whole, in front of the time; and more named values of a row.
    std::function<std::string(const Row& total)> remark{};
    std::function<Data::Fields(const Row&)> derived{};
    /// Programs that were asked for and of which nothing can be compared: "version 12".
    std::vector<std::string> left_out{};
    int name_width = 18;      ///< of the rows in a table
    bool tells_speed = true;  ///< nearly all of the time goes into the 6502 (column `cycles`)
};

struct CampaignResult {
    std::vector<Row> rows;
    Row total;
    std::optional<Difference> first;  ///< of the first piece that differs
    bool stopped = false;
    bool enough = false;  ///< as many differences as were asked for; the rest was left out
    double seconds = 0;   ///< host time
    std::vector<Column> columns{};

    /// The number in a column, by its key, of a row or in all.
    [[nodiscard]] std::uint64_t count(std::string_view key, const Row& row) const;
    [[nodiscard]] std::uint64_t count(std::string_view key) const { return count(key, total); }
};

/// Stops after `most_differences`, unless that is 0; the first one is the same whenever that is.
/// Throws what the workers throw.
[[nodiscard]] CampaignResult run(const Campaign& campaign, const PieceOptions& options,
                                 std::uint64_t most_differences = 0);

/// Pieces in runs: which run a piece belongs to, and its place there, from its number alone.
template <class Run>
class Runs {
  public:
    void add(Run run, std::uint64_t count) {
        if (count == 0) return;
        runs_.push_back({std::move(run), pieces_});
        pieces_ += count;
    }
    [[nodiscard]] std::uint64_t pieces() const { return pieces_; }
    [[nodiscard]] std::pair<const Run&, std::uint64_t> at(std::uint64_t piece) const {
        const auto next = std::ranges::upper_bound(runs_, piece, {}, &Planned::first);
        return {std::prev(next)->run, piece - std::prev(next)->first};
    }

  private:
    struct Planned {
        Run run;
        std::uint64_t first;  // piece
    };
    std::vector<Planned> runs_;
    std::uint64_t pieces_ = 0;
};

}  // namespace ryg::work
