// What a campaign has found, as data and as a page with drawings.
#pragma once

#include "engine/work/database/ledger.hpp"

namespace ryg::work {

/// The command that does a piece again.
using Command = std::function<std::string(int version, int depth, const std::string& piece)>;

/// A series, and what its version changed beside the one before at the same depth.
struct Chapter {
    Total total;
    std::map<std::uint32_t, Bin> histogram;
    std::vector<Shown> dearest, differences;
    struct Change {
        int since = 0;               ///< version
        std::uint64_t compared = 0;  ///< pieces
        std::uint64_t values = 0, moves = 0;
        double cycles = 0;  ///< times those of the one before
    };
    std::optional<Change> change;

    /// The cycles that some per cent of the searches need at most, to 7%.
    [[nodiscard]] double percentile(double percent) const;
};
[[nodiscard]] std::vector<Chapter> chapters_of(const Ledger& ledger);

/// The state of a campaign: work done and left, and what it came to so far.
[[nodiscard]] work::Report status_of(const Ledger& ledger);

[[nodiscard]] work::Data::Fields report_data(const Ledger& ledger, const Command& command);
/// One HTML file that needs no other, drawings in it.
[[nodiscard]] std::string report_html(const Ledger& ledger, const Command& command);

}  // namespace ryg::work
