// Debug information from assemblers: the source line of an address, and the addresses of a line.
#pragma once

#include <bitset>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/labels.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

/// A form feed. The rest of its line is the name of the file that follows.
constexpr char debug_file_mark = '\f';

/// A file of unknown format, or that lacks something needed. The message is one line and names it.
struct DebugFileError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A line of a source file.
struct SourceLine {
    std::size_t file = 0;  ///< index into `files()`
    unsigned line = 0;     ///< from 1

    auto operator<=>(const SourceLine&) const = default;
};

/// Code or data that a source line generated.
struct Span {
    SourceLine source;
    Address first = 0;
    unsigned size = 0;
};

/// A symbol and the one that it belongs to: cheap local labels and the members of scopes have names
/// that are not unique.
struct ScopedSymbol {
    std::string name;    ///< as the source has it: "@fin"
    std::string parent;  ///< "validaJugada"; empty if none
    Address address = 0;
    unsigned size = 0;
    bool is_label = false;              ///< false: an equate
    bool is_inner = false;              ///< in the scope of a routine that has a label, or its
                                        ///< segment is not the one whose bytes are at its address
    std::optional<SourceLine> defined;  ///< line of its definition
};

/// A segment of the linker's configuration.
struct Segment {
    std::string name;
    unsigned begin = 0, end = 0;  ///< addresses, without `end`
    bool is_writable = false;
};

struct DebugRecords;

/// All that an assembler's files say: ld65's debug file, version 1 or 2; listings and lists of
/// labels of ACME, 64tass, DASM, vasm, xa65, KickAssembler, Oscar64 and others. Each is recognised
/// by its content. Lines of macros are known where they are used, not where they are defined; lines
/// of C hide the assembly generated from them.
class DebugInfo {
  public:
    DebugInfo() = default;
    explicit DebugInfo(DebugRecords records);

    /// One file, or several, each after a line of `debug_file_mark` and its name. Throws
    /// DebugFileError or LabelFileError, naming `file`; with `unread`, the messages go there
    /// instead, and the files or lines that they name are left out. Irrelevant records are skipped.
    [[nodiscard]] static DebugInfo parse(std::string_view text, std::string_view file,
                                         std::vector<std::string>* unread = nullptr);

    /// Whether no lines are known.
    [[nodiscard]] bool empty() const { return spans_.empty(); }

    /// The source files, as they were named to the assembler.
    [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
    /// The file with this path, or those whose paths end with it ("Arbol.s", "src/Arbol.s").
    [[nodiscard]] std::vector<std::size_t> files_named(std::string_view name) const;
    /// The only such file; nullopt if there are none or several.
    [[nodiscard]] std::optional<std::size_t> find_file(std::string_view name) const;

    [[nodiscard]] std::optional<SourceLine> line_at(Address address) const;
    /// The spans of a line in the order of addresses; if it generated nothing, those of the next
    /// line in the file that did.
    [[nodiscard]] std::vector<Span> spans_of(SourceLine source) const;
    /// All spans, by file, line, address.
    [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
    /// Whether .byte, .word or a similar directive generated the byte, even within a macro.
    [[nodiscard]] bool is_data(Address address) const { return data_[address]; }

    [[nodiscard]] const std::vector<ScopedSymbol>& symbols() const { return symbols_; }
    /// The symbols as labels; equates are constants, and a label takes precedence over an equate of
    /// the same name.
    [[nodiscard]] Labels labels() const;

    /// Breakpoints set in the source, as the debugger's `break` accepts them: "$1003 if y < 5".
    [[nodiscard]] const std::vector<std::string>& breakpoints() const { return breakpoints_; }

    /// Segments in the order of their records, including empty ones.
    [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }

    /// "ValidaJugadas.s:31": the file without its folder.
    [[nodiscard]] std::string describe(SourceLine source) const;

  private:
    void own(std::vector<Span> spans);

    std::vector<std::string> files_;
    std::vector<Span> spans_;           // by file, line, address
    std::vector<SourceLine> lines_;     // numbered from 1 in owner_
    std::vector<std::uint32_t> owner_;  // number of each address's line; 0: none
    std::bitset<0x10000> data_;
    std::vector<ScopedSymbol> symbols_;
    std::vector<Segment> segments_;
    std::vector<std::string> breakpoints_;
};

/// The files beside a program with the usual extensions of assemblers: the debug file of ld65 or
/// KickAssembler (`.dbg`), otherwise labels, listings and maps.
[[nodiscard]] std::vector<std::string> debug_files_beside(const std::string& program);
/// The texts of the readable files, joined for `DebugInfo::parse`.
[[nodiscard]] std::string joined_debug_files(const std::vector<std::string>& paths);

}  // namespace ryg::c64
