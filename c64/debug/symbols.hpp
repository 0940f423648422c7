// Names and source lines of a program, as a debugger shows them.
#pragma once

#include <map>

#include "c64/program/debug_info.hpp"
#include "c64/program/labels.hpp"

namespace ryg::c64::debug {

/// Labels, and what a debug file adds: cheap local labels are known by the label that they belong
/// to ("validaJugada@fin"), equates have values and do not name addresses, and addresses have source lines.
class Symbols {
  public:
    Symbols() = default;
    explicit Symbols(Labels known) : labels(std::move(known)) {}
    /// Throws DebugFileError, naming `file`.
    Symbols(const Labels& known, std::string_view debug_file, std::string_view file);

    Labels labels;
    DebugInfo info;

    /// "validaJugada+3", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const { return labels.describe(address); }

    /// The routine at an address, whose local labels expressions know as `@name`; empty if none.
    [[nodiscard]] std::string_view routine_at(Address address) const {
        const auto place = labels.nearest(address);
        return place ? place->name.substr(0, place->name.find('@')) : std::string_view();
    }

    /// A source line's text, if its file can be read; without blanks at the end.
    [[nodiscard]] std::optional<std::string> text_of(SourceLine source) const;

  private:
    mutable std::map<std::size_t, std::vector<std::string>> sources_;  // files that were read
};

}  // namespace ryg::c64::debug
