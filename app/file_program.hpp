// A program from files: assembled sources, or a PRG with its assembler's debug files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/verb.hpp"
#include "c64/program/embedded_image.hpp"
#include "emu/types.hpp"

namespace ryg::app {

struct FileProgram {
    std::string name;
    std::vector<emu::Byte> prg, debug;
    std::vector<std::string> sources;  ///< those in the debug files that exist
    c64::EmbeddedImage image;          ///< refers to the members above
};

/// How sources are assembled and linked.
struct Assembly {
    std::string assembler{};             ///< a command or KickAss.jar, with options; empty: guessed
    std::string config{};                ///< ld65's; empty: everything from $1000 on
    std::vector<std::string> defines{};  ///< `NAME=VALUE`
    std::optional<emu::Address> load{};  ///< load address of a single raw binary
    std::optional<emu::Address> start{};  ///< its label `start`, if it has no labels; else `load`
    bool starts = false;  ///< to be started: with ca65, adds a SYS line by c64-asm.cfg
};

/// Whether the extension is that of an assembly source.
[[nodiscard]] bool is_assembly_source(const std::string& file);

/// Guessed by the extension, or by the first line that only one assembler accepts.
[[nodiscard]] std::string guessed_assembler(const std::string& file);

/// Assembles (and links) sources, or reads the one `.prg` or raw binary. Throws Trouble with file
/// and, if known, line.
[[nodiscard]] std::unique_ptr<FileProgram> file_program(const std::vector<std::string>& files,
                                                        const Assembly& assembly = {});

[[nodiscard]] Option assembler_option();

}  // namespace ryg::app
