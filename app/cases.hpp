// Test files without C++: cases of routines as JSON, which `contract --cases` runs beside the blocks.
#pragma once

#include "engine/claims/suite.hpp"

namespace ryg::app {

/// A case that was run.
struct CaseResult {
    std::string name, file;
    unsigned line = 0;  ///< of its file
    emu::Cycle cycles = 0;
    std::vector<std::string> faults{};  ///< what does not hold
    std::string facts{};    ///< the state before and after, a line each; empty if all holds
    std::string skipped{};  ///< why it was not run; empty: it was
};

/// Which cases are run. A name may have the wildcards * and ?.
struct CaseChoice {
    std::vector<std::string> names{}, tags{}, without{};
};

/// Reads the cases in files and runs those that are chosen on the program of `suite`, whose first
/// subject it is.
/// docs/contracts.md has the grammar. Throws Trouble, which names file, line and key, for anything
/// that it cannot read.
[[nodiscard]] std::vector<CaseResult> run_cases(const std::vector<std::string>& paths,
                                                const claims::Suite& suite,
                                                const CaseChoice& choice);

}  // namespace ryg::app
