// Test files without C++: cases of routines as JSON, which `contract --cases` runs beside the
// blocks.
#pragma once

#include "app/json.hpp"
#include "engine/claims/suite.hpp"

namespace ryg::app {

/// A case that was run.
struct CaseResult {
    std::string name, file;
    unsigned line = 0;  ///< line in its file
    emu::Cycle cycles = 0;
    std::vector<std::string> faults{};  ///< conditions that do not hold
    std::string facts{};    ///< the state before and after, a line each; empty if all hold
    std::string skipped{};  ///< why it was not run; empty if it was
};

/// Selects the cases to run. A name may contain the wildcards * and ?.
struct CaseChoice {
    std::vector<std::string> names{}, tags{}, without{};
};

/// Asks a reference about a call: `{"routine": "mul", "in": {"A": 3}, "out": ["A"]}`. Throws
/// Trouble.
using Ask = std::function<Json(const Json& question)>;

/// Reads the cases in files and runs the chosen ones on the first subject of `suite`.
/// `ask` states what a list in `out` names; it may be empty. docs/contracts.md has the grammar.
/// Throws Trouble, which names file, line and key, for anything that it cannot read.
[[nodiscard]] std::vector<CaseResult> run_cases(const std::vector<std::string>& paths,
                                                const claims::Suite& suite,
                                                const CaseChoice& choice, const Ask& ask);

}  // namespace ryg::app
