// Writes a picture of the C64's screen as a PNG file.
#pragma once

#include <string>

#include "c64/vic/picture.hpp"

namespace ryg::app {

/// Throws Trouble when the file cannot be written.
void write_png(const c64::Picture& picture, const std::string& path);

}  // namespace ryg::app
