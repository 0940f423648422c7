// The results of planted faults: as text, as JSON, and as an HTML table by source line.
#pragma once

#include <algorithm>

#include "app/verb.hpp"
#include "c64/debug/symbols.hpp"
#include "engine/mutation/checks.hpp"

namespace ryg::app {

/// All results.
struct MutationOutcome {
    std::string program, with;
    std::string again;  ///< the command line up to --fault
    mutation::Reached reached{};
    bool coverage_known = false;
    std::vector<mutation::Fault> faults{};
    std::vector<mutation::MutantResult> results{};
    double seconds = 0;

    [[nodiscard]] auto count(mutation::State state) const {
        return std::ranges::count(results, state, &mutation::MutantResult::state);
    }
    /// Whether a fault was killed by a report that names its routine, or at least one that calls
    /// it.
    [[nodiscard]] auto named(mutation::Blame least) const {
        return std::ranges::count_if(results, [&](const auto& one) { return one.named >= least; });
    }
    /// The results of faults in tables, or of those in code.
    [[nodiscard]] MutationOutcome part(bool in_table) const {
        MutationOutcome some;
        for (std::size_t i = 0; i < faults.size(); ++i) {
            if (faults[i].in_table == in_table) some.results.push_back(results[i]);
        }
        return some;
    }
};

void print_json(const MutationOutcome& outcome, const c64::debug::Symbols& symbols);
void print_text(const MutationOutcome& outcome, const c64::debug::Symbols& symbols);
/// Writes every source line that has faults, with the result of each.
void write_html(const std::string& path, const MutationOutcome& outcome,
                const c64::debug::Symbols& symbols);

}  // namespace ryg::app
