// Header blocks of users' files: `contract` checks them, `mutate` checks mutants against them.
#pragma once

#include "app/cases.hpp"
#include "app/file_program.hpp"
#include "app/verb.hpp"
#include "c64/program/coverage.hpp"
#include "c64/program/text.hpp"
#include "engine/claims/check.hpp"

namespace ryg::app {

using c64::lines_of;

/// --assembler, --config, --define, --stub, --reference and --cycles: how to assemble the files,
/// and additions to their blocks.
[[nodiscard]] Options contract_options();

struct FileContracts {
    std::unique_ptr<FileProgram> program;
    claims::Suite suite{};  ///< has no files if all sources are missing
    Ask ask{};              ///< `--reference`; empty if not given

    /// Reads the header blocks. Throws Trouble if there are no sources.
    [[nodiscard]] std::shared_ptr<const claims::Checker> blocks() const;
};
/// Assembles `files`, or reads the one PRG, for machines of this `setup`. Throws Trouble.
[[nodiscard]] FileContracts file_contracts(const Parsed& parsed,
                                           const std::vector<std::string>& files,
                                           const c64::Setup& setup = {});

/// The blocks that a command line selects: those of its files, or of a game's programs.
struct Subjects {
    std::string program{};  ///< only this program of the game; empty: all
    FileContracts files;
    std::shared_ptr<const claims::Checker> checker;
    c64::CoverageRecording recording;
    std::atomic<emu::Cycle> simulated = 0;  ///< cycles of all calls so far
    std::string again;    ///< the command line without the selection of routines and inputs
    std::string named;    ///< the word that names the game's programs; empty: files, or none
    std::string changes;  ///< changes to the first input, from the command line
    std::vector<CaseResult> cases{};

    /// The command line of `contract` for these blocks, or for a routine of one program or "all".
    [[nodiscard]] std::string contract_again(const std::string& of = "all",
                                             const std::string& routine = {}) const;
};
/// By default, the first game that has contracts. Throws Trouble.
[[nodiscard]] std::unique_ptr<Subjects> subjects_of(const Parsed& parsed);
/// The routines named by --label, by default all that have a block, except stubs. Throws Trouble.
[[nodiscard]] std::vector<std::string> routines_of(const Parsed& parsed,
                                                   const claims::Checker& checker);

/// The words after the verb, quoted for a shell, without the options named in `without`.
/// `positional` is the option that words without a name set.
[[nodiscard]] std::string typed_again(std::string_view verb, const Parsed& parsed,
                                      std::string_view positional,
                                      std::span<const std::string_view> without);

}  // namespace ryg::app
