// The unsorted contents of an assembler's files; each format has its reader.
#pragma once

#include "c64/program/debug_info.hpp"

namespace ryg::c64 {

/// What a format's reader adds to; DebugInfo sorts and checks it.
struct DebugRecords {
    /// The name at the start of a listing's line: where the symbol of that name and address is
    /// defined.
    struct Definition {
        std::string name;
        std::optional<SourceLine> source;
        unsigned address = 0;  ///< address of the line, or of the next line that has one
        bool is_constant = false;
        bool is_label = false;  ///< certainly: neither an instruction, a directive nor local
    };

    std::vector<std::string> files;
    std::vector<Span> spans;
    std::vector<Span> of_c;  ///< spans that hide the assembly generated from C
    std::bitset<0x10000> data;
    std::vector<ScopedSymbol> symbols;
    std::vector<Segment> segments;
    std::vector<Definition> definitions;
    std::vector<std::string> breakpoints;
    std::vector<std::string> left_out;  ///< the first skipped line of each file

    /// The index of a file, which is added if it is new.
    std::size_t file(std::string_view name);
    void label(std::string_view name, Address address, std::optional<SourceLine> defined = {},
               bool is_label = true, unsigned size = 0) {
        symbols.push_back({std::string(name), "", address, size, is_label, false, defined});
    }
};

/// A kind of file. Its reader throws DebugFileError, naming `file`.
struct DebugFormat {
    std::string_view name;
    bool (*knows)(std::string_view text);
    void (*read)(std::string_view text, std::string_view file, DebugRecords& into);
};

/// The debug file, version 2, of `ld65 --dbgfile`.
[[nodiscard]] bool is_ld65(std::string_view text);
void read_ld65(std::string_view text, std::string_view file, DebugRecords& into);
/// Version 1, of cc65 2.13.
[[nodiscard]] bool is_old_ld65(std::string_view text);
void read_old_ld65(std::string_view text, std::string_view file, DebugRecords& into);

/// Oscar64's JSON (.dbj) and its map.
[[nodiscard]] bool is_oscar(std::string_view text);
void read_oscar(std::string_view text, std::string_view file, DebugRecords& into);
[[nodiscard]] bool is_oscar_map(std::string_view text);
void read_oscar_map(std::string_view text, std::string_view file, DebugRecords& into);

/// The format of a text, recognised by its content; by default a list of labels.
[[nodiscard]] const DebugFormat& debug_format(std::string_view text);

/// Whether a line of source, of any assembler, has a directive that generates data or reserves it.
[[nodiscard]] bool is_data_directive(std::string_view source);

}  // namespace ryg::c64
