// A program from files: what an assembler makes of sources, or a PRG with what its assembler left
// next to it.
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
    c64::EmbeddedImage image;          ///< of all that; it lives as long
};

/// How sources are assembled and linked.
struct Assembly {
    std::string assembler{};  ///< a command, or KickAss.jar; options may follow; or guessed
    std::string config{};     ///< of ld65; empty: all of it from $1000 on
    std::vector<std::string> defines{};  ///< `NAME=VALUE`
    std::optional<emu::Address> load{};  ///< the one file is a raw binary, and goes there
    bool starts = false;  ///< it is to be started: by ca65 and c64-asm.cfg, with a SYS line
};

/// By the ending.
[[nodiscard]] bool is_assembly_source(const std::string& file);

/// By the ending, or by the first line that only one assembler understands.
[[nodiscard]] std::string guessed_assembler(const std::string& file);

/// Assembles (and links) sources, or reads the one `.prg` or raw binary. Throws Trouble, naming the file and, if
/// there is one, the line.
[[nodiscard]] std::unique_ptr<FileProgram> file_program(const std::vector<std::string>& files,
                                                        const Assembly& assembly = {});

[[nodiscard]] Option assembler_option();

}  // namespace ryg::app
