// Test files without C++: cases of routines as JSON, which `contract --cases` runs beside the blocks.
#pragma once

#include "engine/contracts/suite.hpp"

namespace ryg::app {

/// A case that was run.
struct CaseResult {
    std::string name, file;
    unsigned line = 0;  ///< of its file
    emu::Cycle cycles = 0;
    std::vector<std::string> faults{};  ///< what does not hold
    std::string facts{};  ///< the state before and after, a line each; empty if all holds
};

/// Reads the cases in a file and runs them on the program of `suite`, whose first subject it is.
/// docs/contracts.md has the grammar. Throws Trouble, which names file, line and key, for anything
/// that it cannot read.
[[nodiscard]] std::vector<CaseResult> run_cases(const std::string& path,
                                                const contracts::Suite& suite);

}  // namespace ryg::app
