// The program's source files as this computer and the client know them.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "app/verb.hpp"
#include "c64/program/debug_info.hpp"

namespace ryg::app::dap {

using c64::debug::SourceLine;

/// The debug file names source files as the assembler was told: relative ones are looked for where
/// the debug file is.
class Sources {
  public:
    Sources() = default;
    Sources(c64::debug::DebugInfo info, const std::filesystem::path& folder);

    [[nodiscard]] const c64::debug::DebugInfo& info() const { return info_; }

    /// The file that a client means: the same file, or else the only one of that name (sources may
    /// have moved since they were assembled).
    [[nodiscard]] std::optional<std::size_t> find(const std::string& path) const;

    /// The line that an address comes from, if its file is at hand.
    [[nodiscard]] std::optional<SourceLine> line_at(emu::Address address) const;

    /// A `Source`: name and path.
    [[nodiscard]] Json body(std::size_t file) const;
    /// Of all files that are at hand.
    [[nodiscard]] Json all() const;

  private:
    struct File {
        std::filesystem::path path{};
        bool at_hand = false;
    };
    c64::debug::DebugInfo info_;
    std::vector<File> files_;  // as info_ has them
};

}  // namespace ryg::app::dap
