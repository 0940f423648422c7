// The results of a database by part, and what each program changed.
#include "engine/work/database/report.hpp"

#include <algorithm>

namespace ryg::work {
namespace {

/// Compares the results of two programs over the work items that both have done.
PartReport::Change change_between(const Ledger& ledger, const PartTotal& before,
                                  const PartTotal& now) {
    PartReport::Change change{.since = before.part.program};
    const auto a = ledger.answers(*ledger.find(before.part)),
               b = ledger.answers(*ledger.find(now.part));
    for (std::uint64_t piece = 0; piece < now.part.pieces; ++piece) {
        if (!a.known[piece] || !b.known[piece]) continue;
        const std::string_view one = a.of(piece), other = b.of(piece);
        ++change.compared;
        change.values += one[0] != other[0] ? 1U : 0U;
        change.moves += one.substr(1, 2) != other.substr(1, 2) ? 1U : 0U;
    }
    if (before.sums.cycles != 0) {
        change.cycles =
            static_cast<double>(now.sums.cycles) / static_cast<double>(before.sums.cycles);
    }
    return change;
}

}  // namespace

std::vector<PartReport> reports_of(const Ledger& ledger) {
    std::vector<PartReport> reports;
    for (PartTotal& total : ledger.totals().parts) {
        const LedgerPart& part = *ledger.find(total.part);
        reports.push_back({std::move(total), ledger.shown(part, Ledger::Why::costliest),
                           ledger.shown(part, Ledger::Why::difference)});
        const auto before =
            std::ranges::find_if(reports.rbegin() + 1, reports.rend(), [&](const PartReport& one) {
                return one.total.part.depth == part.part.depth &&
                       one.total.part.pieces == part.part.pieces;
            });
        if (before != reports.rend()) {
            reports.back().change = change_between(ledger, before->total, reports.back().total);
        }
    }
    return reports;
}

}  // namespace ryg::work
