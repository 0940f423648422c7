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
    /// The labels and debug information of the program.
    explicit Symbols(const Image& program);

    Labels labels;
    DebugInfo info;

    /// A source file's path; `at_hand` if it was found there.
    struct SourceFile {
        Path path;
        bool at_hand = false;
    };
    /// The files of `info`, in its order. `find_sources` searches the folders in turn for each: by
    /// its path, then with its leading folders removed one after the other. A file that is not
    /// found keeps its name.
    std::vector<SourceFile> sources;
    void find_sources(const std::vector<Path>& folders);

    /// "validaJugada+3", or "$c000" where no label is near.
    [[nodiscard]] std::string describe(Address address) const { return labels.describe(address); }

    /// The routine at an address, whose local labels expressions know as `@name`; empty if none.
    [[nodiscard]] std::string_view routine_at(Address address) const {
        const auto place = labels.nearest(address);
        return place ? place->name.substr(0, place->name.find('@')) : std::string_view();
    }

    /// The source line of an address, if its file is available.
    [[nodiscard]] std::optional<SourceLine> source_at(Address address) const {
        const auto line = info.line_at(address);
        return line && sources[line->file].at_hand ? line : std::nullopt;
    }
    /// Whether a source line generated this address as code. Segments that the program writes to
    /// and the output of directives such as .byte are data.
    [[nodiscard]] bool is_code(Address address) const;
    /// The label of an instruction's operand; empty if there is none or the operand is not a memory
    /// address.
    [[nodiscard]] std::string operand_name(Address address, std::array<Byte, 3> bytes) const;

    /// A source line's text, if its file can be read; without trailing blanks.
    [[nodiscard]] std::optional<std::string> text_of(SourceLine source) const;

  private:
    mutable std::map<std::size_t, std::vector<std::string>>
        texts_;  // lines of the files read so far
};

/// Folders in which the assembler may have been started: the current one, that of the debug file,
/// and the parents of that.
[[nodiscard]] std::vector<Path> source_folders(const Path& debug_file);

}  // namespace ryg::c64::debug
