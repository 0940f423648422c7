// The program's source files on this host and at the client, and listings without source.
#pragma once

#include <optional>
#include <string_view>

#include "app/fronts/dap/fields.hpp"
#include "c64/board/machine.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::app::dap {

using c64::SourceLine;

/// The source files of one program.
class SourceFiles {
  public:
    explicit SourceFiles(const c64::debug::Symbols& symbols) : symbols_(symbols) {}

    [[nodiscard]] const c64::DebugInfo& info() const { return symbols_.info; }

    /// The file with a client's path, otherwise the only one of that name (sources may have moved
    /// since they were assembled).
    [[nodiscard]] std::optional<std::size_t> find(const std::string& path) const;

    /// The source line of an address, if its file is available.
    [[nodiscard]] std::optional<SourceLine> line_at(emu::Address address) const {
        return symbols_.source_at(address);
    }

    /// A `Source`: name and path.
    [[nodiscard]] Json body(std::size_t file) const;
    /// The `Source`s of all available files.
    [[nodiscard]] Json all() const;
    /// A line that names the missing files; empty if there are none.
    [[nodiscard]] std::string missing() const;

  private:
    const c64::debug::Symbols& symbols_;
};

/// One row of a listing. Rows continue above and below memory, so that a window can be filled.
struct ListedRow {
    std::int64_t address = 0;
    std::vector<emu::Byte> bytes;  ///< empty outside memory
    std::string text;
};

/// `count` rows; the one with number -`first` (the first row if 0) begins at `address`. A 6502
/// program cannot be decoded backwards: decoding begins at a known start (a label, a source line)
/// well before, and an instruction that would reach over a known start, or over `address`, is shown
/// as bytes.
[[nodiscard]] std::vector<ListedRow> list_rows(const c64::Machine& machine,
                                               const c64::debug::Symbols& symbols,
                                               std::int64_t address, std::int64_t first,
                                               std::size_t count);

}  // namespace ryg::app::dap
