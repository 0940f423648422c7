// The program's source files as this host and the client know them, and listings without source.
#pragma once

#include <optional>
#include <string_view>

#include "app/fronts/dap/fields.hpp"
#include "c64/board/machine.hpp"
#include "c64/debug/symbols.hpp"

namespace ryg::app::dap {

using c64::SourceLine;

class Sources {
  public:
    explicit Sources(const c64::debug::Symbols& symbols) : symbols_(symbols) {}

    [[nodiscard]] const c64::DebugInfo& info() const { return symbols_.info; }

    /// The file that a client means: the same file, or else the only one of that name (sources may
    /// have moved since they were assembled).
    [[nodiscard]] std::optional<std::size_t> find(const std::string& path) const;

    /// The line that an address comes from, if its file is at hand.
    [[nodiscard]] std::optional<SourceLine> line_at(emu::Address address) const {
        return symbols_.source_at(address);
    }

    /// A `Source`: name and path.
    [[nodiscard]] Json body(std::size_t file) const;
    /// The same for all files that are at hand.
    [[nodiscard]] Json all() const;
    /// A line that names the files that are not at hand; empty if all are.
    [[nodiscard]] std::string missing() const;

  private:
    const c64::debug::Symbols& symbols_;
};

/// One row of a listing. Rows go on above and below memory, so that a window can be filled.
struct ListedRow {
    std::int64_t address = 0;
    std::vector<emu::Byte> bytes;  ///< none where there is no memory
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
