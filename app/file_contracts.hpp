// The header blocks of the user's files: `contract` checks them, `mutate` checks mutants by them.
#pragma once

#include "app/file_program.hpp"
#include "app/verb.hpp"
#include "c64/program/text.hpp"
#include "engine/contracts/check.hpp"

namespace ryg::app {

using c64::lines_of;

/// --config, --define, --stub, --reference and --cycles: how the files are put together, and what
/// says more than their blocks do.
[[nodiscard]] Options contract_options();

struct FileContracts {
    std::unique_ptr<FileProgram> program;
    contracts::Suite suite{};  ///< has no files if none of its sources is there

    /// Reads the header blocks. Throws Trouble if there are no sources.
    [[nodiscard]] std::shared_ptr<const contracts::Checker> blocks() const;
};
/// Assembles `files`, or takes the one PRG. They run on machines of this `setup`. Throws Trouble.
[[nodiscard]] FileContracts file_contracts(const Parsed& parsed,
                                           const std::vector<std::string>& files,
                                           const c64::Setup& setup = {});

/// What was typed after the verb, as a shell reads it, without the options named in `without`.
/// `positional` is the option that bare words stand for.
[[nodiscard]] std::string typed_again(std::string_view verb, const Parsed& parsed,
                                      std::string_view positional,
                                      std::span<const std::string_view> without);

}  // namespace ryg::app
