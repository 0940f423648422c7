// What a database has, gathered for a report, and as a page with drawings.
#pragma once

#include "engine/work/database/ledger.hpp"

namespace ryg::work {

/// A part's results, and what its program changed against the one before at the same depth.
struct PartReport {
    PartTotal total;
    std::vector<Example> costliest{}, differences{};
    struct Change {
        std::string since;           ///< program
        std::uint64_t compared = 0;  ///< pieces
        std::uint64_t values = 0, moves = 0;
        double cycles = 0;  ///< times those of the one before
    };
    std::optional<Change> change{};
};
[[nodiscard]] std::vector<PartReport> reports_of(const Ledger& ledger);

/// One HTML file that needs no other, drawings in it.
[[nodiscard]] std::string report_html(const Ledger& ledger);

}  // namespace ryg::work
