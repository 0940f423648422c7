// The header blocks of the user's files: `contract` checks them, `mutate` checks mutants by them.
#pragma once

#include "app/cases.hpp"
#include "app/file_program.hpp"
#include "app/verb.hpp"
#include "c64/program/coverage.hpp"
#include "c64/program/text.hpp"
#include "engine/claims/check.hpp"

namespace ryg::app {

using c64::lines_of;

/// --assembler, --config, --define, --stub, --reference and --cycles: how the files are put together, and what
/// says more than their blocks do.
[[nodiscard]] Options contract_options();

struct FileContracts {
    std::unique_ptr<FileProgram> program;
    claims::Suite suite{};  ///< has no files if none of its sources is there

    /// Reads the header blocks. Throws Trouble if there are no sources.
    [[nodiscard]] std::shared_ptr<const claims::Checker> blocks() const;
};
/// Assembles `files`, or takes the one PRG. They run on machines of this `setup`. Throws Trouble.
[[nodiscard]] FileContracts file_contracts(const Parsed& parsed,
                                           const std::vector<std::string>& files,
                                           const c64::Setup& setup = {});

/// The blocks that a command line is about: its files', or a game's programs'.
struct Subjects {
    std::string program{};  ///< only this one of the game's; empty: all
    FileContracts files;
    std::shared_ptr<const claims::Checker> checker;
    c64::Recording recording;
    std::atomic<emu::Cycle> simulated = 0;  ///< by all calls so far
    std::string again;    ///< the command line without what chooses among routines and draws
    std::string named;    ///< the word for the game's programs before it; empty: files, or none
    std::string changes;  ///< that the command line makes to a draw
    std::vector<CaseResult> cases{};

    /// The command line of `contract` for them; for one program if it is named.
    [[nodiscard]] std::string contract_again(const std::string& one = {}) const;
};
/// Without a word, the first game that brings contracts. Throws Trouble.
[[nodiscard]] std::unique_ptr<Subjects> subjects_of(const Parsed& parsed);
/// The routines asked for by --label; all that have a block, but the stubs. Throws Trouble.
[[nodiscard]] std::vector<std::string> routines_of(const Parsed& parsed,
                                                   const claims::Checker& checker);

/// What was typed after the verb, as a shell reads it, without the options named in `without`.
/// `positional` is the option that bare words stand for.
[[nodiscard]] std::string typed_again(std::string_view verb, const Parsed& parsed,
                                      std::string_view positional,
                                      std::span<const std::string_view> without);

}  // namespace ryg::app
