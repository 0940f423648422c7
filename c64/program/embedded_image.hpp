// An assembled image inside the program: its bytes, its label file and its debug file.
#pragma once

#include <span>
#include <string_view>

namespace ryg::c64 {

/// What `ryg_assemble` (c64/program/assemble.cmake) puts into C++: the files as ld65 wrote them.
/// c64/program/image.hpp reads them into an Image with labels.
struct EmbeddedImage {
    std::string_view name;                  ///< the image's file name without extension
    std::span<const unsigned char> prg;     ///< load address (lo, hi), then the bytes
    std::span<const unsigned char> labels;  ///< ld65 -Ln: "al 001000 .name" lines
    std::span<const unsigned char> debug;   ///< ld65 --dbgfile
};

}  // namespace ryg::c64
