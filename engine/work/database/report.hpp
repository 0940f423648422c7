// The contents of a database, gathered for a report, and as a page.
#pragma once

#include "engine/work/database/ledger.hpp"

namespace ryg::work {

/// A part's results, and what changed from the previous program at the same depth.
struct PartReport {
    PartTotal total;
    std::vector<Example> costliest{}, differences{};
    /// The comparison with the previous program: numbers of work items, and a ratio.
    struct Change {
        std::string since;           ///< program
        std::uint64_t compared = 0;  ///< work items
        std::uint64_t values = 0, moves = 0;
        double cycles = 0;  ///< a multiple of the previous program's
    };
    std::optional<Change> change{};
};
[[nodiscard]] std::vector<PartReport> reports_of(const Ledger& ledger);

/// One self-contained HTML file. `made_by` says when, by which program and on which processor.
[[nodiscard]] std::string report_html(const Ledger& ledger, std::string_view made_by);

}  // namespace ryg::work
