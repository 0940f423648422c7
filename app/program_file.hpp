// Programs by file name or by the name of one inside ryg, and keys as the command line has them.
#pragma once

#include <string>
#include <string_view>

#include "c64/image.hpp"

namespace app {

/// A PRG file with the labels beside it, or a program that ryg carries (`ryg16`) where no such file
/// exists. Throws what c64::read_prg throws.
[[nodiscard]] c64::Image read_program(const std::string& name);

/// Text with `\r`, `\n`, `\\` and `\xHH` (up to $7f) read as the characters they stand for. Throws
/// Trouble, naming the option, for any other backslash.
[[nodiscard]] std::string unescape(std::string_view text, std::string_view option);

}  // namespace app
