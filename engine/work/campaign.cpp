// Runs the pieces and adds up what they come to.
#include "engine/work/campaign.hpp"

#include <chrono>

namespace ryg::work {

void add(std::span<const Column> columns, Counts& sum, const Counts& counts) {
    sum.resize(columns.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
        switch (columns[i].sum) {
            case Sum::all: sum[i] += counts[i]; break;
            case Sum::most: sum[i] = std::max(sum[i], counts[i]); break;
            case Sum::least:
                if (counts[i] != 0) sum[i] = sum[i] == 0 ? counts[i] : std::min(sum[i], counts[i]);
        }
    }
}

std::uint64_t CampaignResult::count(std::string_view key, const Row& row) const {
    const auto column = std::ranges::find(columns, key, &Column::key);
    return row.counts.at(static_cast<std::size_t>(column - columns.begin()));
}

CampaignResult run(const Campaign& campaign, const PieceOptions& options,
                   std::uint64_t most_differences) {
    const auto begin = std::chrono::steady_clock::now();
    CampaignResult result{.rows = campaign.rows,
                          .total = {.name = "total"},
                          .first = {},
                          .columns = {campaign.columns.begin(), campaign.columns.end()}};
    for (Row& row : result.rows) row.counts.resize(campaign.columns.size());
    result.total.counts.resize(campaign.columns.size());
    std::mutex guard;
    std::uint64_t first_piece = campaign.pieces;
    const bool finished = do_pieces(campaign.pieces, options, [&] {
        return [&, work = campaign.make_worker()](std::uint64_t piece) {
            {
                const std::scoped_lock lock(guard);
                const bool differs = most_differences != 0 && result.first;
                // What comes before the first difference is done all the same.
                if (differs && result.count("differences") >= most_differences &&
                    piece > first_piece) {
                    result.enough = true;
                    return;
                }
            }
            RowOutcome outcome = work(piece);
            const std::scoped_lock lock(guard);
            add(campaign.columns, result.rows[outcome.row].counts, outcome.counts);
            add(campaign.columns, result.total.counts, outcome.counts);
            result.stopped |= outcome.stopped;
            if (!outcome.first || piece >= first_piece) return;
            first_piece = piece;
            result.first = std::move(outcome.first);
        };
    });
    result.stopped |= !finished;
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace ryg::work
