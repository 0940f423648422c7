// A file that a verb writes: whole or not at all.
#pragma once

#include <span>
#include <string>

#include "emu/types.hpp"

namespace ryg::app {

/// Writes beside the file and renames then, so that the file is the old or the new one. Where the
/// name is a link, what it leads to is written; a device or a pipe is written to and stays what it
/// is. Throws Trouble.
void write_output(const std::string& path, std::span<const emu::Byte> bytes);

}  // namespace ryg::app
