// The assembly sources of RYG and RYG3 as one program assembles them: blocks, labels, calls.
#pragma once

#include <set>

#include "c64/program/image.hpp"
#include "engine/ryg/native/evaluate.hpp"
#include "tests/engine/contracts/block.hpp"

namespace ryg::blocks {

struct Options {
    std::string folder = "ryg";  ///< in engine
    int version = 16;
    int desempate = 0;
    int fault = 0;  ///< FALLO or FAULT
};

/// What the sources say to one set of options.
struct Source {
    BlockMap blocks;
    std::map<std::string, std::string, std::less<>> faults;  ///< blocks that cannot be read: why
    std::set<std::string, std::less<>> called;               ///< by jsr, the KERNAL's apart
};

/// Reads all .s files of a folder, leaving out what `.if` leaves out.
[[nodiscard]] Source read_source(const Options& options);

/// The lines of a file that are assembled, with their numbers. Throws BlockError at a condition
/// that it cannot work out.
struct Line {
    std::size_t number;
    std::string text;
};
[[nodiscard]] std::vector<Line> assembled_lines(std::span<const std::string> lines,
                                                const Options& options);

/// Blocks, labels and calls in one file's lines, added to `source`.
void read_lines(std::span<const Line> lines, std::string_view file, Source& source);

/// The files of a game in ABC order.
[[nodiscard]] std::vector<std::string> source_files(const std::string& folder);

/// Addresses from `begin` up to but not including `end`.
struct Extent {
    unsigned begin = 0, end = 0;
    [[nodiscard]] bool contains(unsigned address) const {
        return begin <= address && address < end;
    }
};

/// A segment of a program, as its debug file has it. Throws BlockError if there is none.
[[nodiscard]] Extent segment(const c64::EmbeddedImage& image, std::string_view name);

/// One assembled program: bytes and labels from the assembler, blocks from the sources.
struct Program {
    std::string name;
    Options options;
    engine::Version version;
    c64::Image image;
    Source source;
    Extent code, data, tree_memory;

    [[nodiscard]] const Block* block(std::string_view routine) const;
    /// Where a routine's code lies: from its label to that of the next routine.
    [[nodiscard]] Extent code_of(std::string_view routine) const;
    /// Bytes from a variable's label to the next one; of `one..other` to the one behind the other.
    /// Throws BlockError if there is no variable of that name.
    [[nodiscard]] Extent variable(std::string_view symbol) const;
};

/// By name, `ryg16` or `ryg3_fault1`; made once.
[[nodiscard]] const Program& program(std::string_view name);

/// ryg12 .. ryg16, ryg16_desempate, ryg3-03 .. ryg3: the programs that are held to their blocks.
[[nodiscard]] std::span<const std::string_view> held_programs();

/// The one of them whose times the block of a routine states: ryg16 or ryg3, or the last that has
/// the routine.
/// Empty if none has it.
[[nodiscard]] std::string_view stated_program(std::string_view routine);

/// Are both made of the same sources?
[[nodiscard]] inline bool are_family(const Program& one, const Program& other) {
    return one.options.folder == other.options.folder;
}

/// Does a routine, by itself or through what it names behind `=`, do otherwise in the program
/// than in ryg16? So it does if it names a routine that ryg16 lacks.
[[nodiscard]] bool has_own_routines(const Program& in, std::string_view routine);

}  // namespace ryg::blocks
