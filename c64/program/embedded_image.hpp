// An assembled image inside the program: its bytes and its debug file.
#pragma once

#include <span>
#include <string_view>

namespace ryg::c64 {

/// What `ryg_assemble` (cmake/assemble.cmake) puts into C++: the files as ld65 wrote them.
/// c64/program/image.hpp reads them into an Image.
struct EmbeddedImage {
    std::string_view name;                 ///< the image's file name without extension
    std::span<const unsigned char> prg;    ///< load address (lo, hi), then the bytes
    std::span<const unsigned char> debug;  ///< ld65 --dbgfile: labels, lines, segments
};

}  // namespace ryg::c64
