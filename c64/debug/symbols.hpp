// Names and source lines of a program, as a debugger shows them.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "c64/program/files.hpp"
#include "c64/program/image.hpp"

namespace ryg::c64::debug {

/// Labels, and what a debug file adds: cheap local labels are qualified by the label that they
/// belong to ("validaJugada@fin"), equates have values and do not name addresses, and addresses
/// have source lines.
class Symbols {
  public:
    Symbols() = default;
    explicit Symbols(Labels known) : labels(std::move(known)) {}
    Symbols(const Labels& known, DebugInfo debug_info);
    /// Throws DebugFileError, naming `file`.
    Symbols(const Labels& known, std::string_view debug_file, std::string_view file)
        : Symbols(known, DebugInfo::parse(debug_file, file)) {}
    /// What comes with the program.
    explicit Symbols(const Image& program);

    Labels labels;
    DebugInfo info;

    struct SourceFile {
        Path path;
        bool at_hand = false;
    };
    /// The files of `info`, in its order. `find_sources` looks for each in the folders in turn: by
    /// its path, then without the folders that it has on the machine where it was assembled, one
    /// after the other; a file that is not found keeps its name.
    std::vector<SourceFile> sources;
    void find_sources(const std::vector<Path>& folders);

    /// "validaJugada+3", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const { return labels.describe(address); }

    /// The routine at an address, whose local labels expressions know as `@name`; empty if none.
    [[nodiscard]] std::string_view routine_at(Address address) const {
        const auto place = labels.nearest(address);
        return place ? place->name.substr(0, place->name.find('@')) : std::string_view();
    }

    /// The line that an address comes from, if its file is at hand.
    [[nodiscard]] std::optional<SourceLine> source_at(Address address) const {
        const auto line = info.line_at(address);
        return line && sources[line->file].at_hand ? line : std::nullopt;
    }
    /// Whether a source line generated this as code: what is in a segment that the program writes
    /// to is data, and so is what a directive such as .byte generated.
    [[nodiscard]] bool is_code(Address address) const;
    /// The label that an instruction's operand stands for; empty if there is none, or the operand
    /// is not a place in memory.
    [[nodiscard]] std::string operand_name(Address address, std::array<Byte, 3> bytes) const;

    /// A source line's text, if its file can be read; without trailing blanks.
    [[nodiscard]] std::optional<std::string> text_of(SourceLine source) const;

  private:
    mutable std::map<std::size_t, std::vector<std::string>> texts_;  // of files that were read
};

/// Where an assembler may have been started: the current folder, that of the debug file, and the
/// folders above that.
[[nodiscard]] std::vector<Path> source_folders(const Path& debug_file);

}  // namespace ryg::c64::debug
