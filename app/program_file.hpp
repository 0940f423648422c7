// Programs by file name or by the name of one inside ryg, and keys as the command line has them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "c64/program/image.hpp"

namespace ryg::app {

/// A PRG or P00 file with the labels beside it, the program `wanted` (or the first) of a diskette
/// whose name ends in `.d64`, or a program that ryg carries (`ryg16`, `ryg16.prg`) where no such
/// file exists. Throws what c64::read_prg and c64::DiskImage throw.
[[nodiscard]] c64::Image read_program(const std::string& name,
                                      const std::optional<std::string>& wanted = {});

/// Text with `\r`, `\n`, `\\` and `\xHH` (up to $7f) read as the characters they stand for. Throws
/// Trouble, naming the option, for any other backslash.
[[nodiscard]] std::string unescape(std::string_view text, std::string_view option);

}  // namespace ryg::app
