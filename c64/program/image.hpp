// Program images: what a PRG file says, and where a BASIC line's SYS leads.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/embedded_image.hpp"
#include "c64/program/labels.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;

/// A file that is no program: missing, shorter than its load address, longer than memory, or
/// without a SYS line. The message is one line and names the file.
struct ImageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A program: bytes, where they go, and their names if they are known.
struct Image {
    std::string name;  ///< file name, for messages
    Address load_address = 0;
    std::vector<Byte> bytes;  ///< at least one; load_address + bytes.size() <= 65536
    Labels labels;            ///< empty when nobody knows them

    /// The first address behind the program, up to $10000.
    [[nodiscard]] unsigned end() const {
        return load_address + static_cast<unsigned>(bytes.size());
    }
};

/// The bytes of a PRG file: load address (low, high), then the program. Throws ImageError.
[[nodiscard]] Image parse_prg(std::span<const Byte> file, std::string_view name);

/// The same of a P00 file, which has a header in front; a file without that header is a PRG.
[[nodiscard]] Image parse_p00(std::span<const Byte> file, std::string_view name);

/// All bytes of a file, if they are not more than `most`. Throws ImageError.
[[nodiscard]] std::vector<Byte> read_bytes(const std::string& path, std::size_t most);

/// Reads a PRG or P00 file, and with it the label file of the same name that ends in `.lbl`, if
/// there is one. Throws ImageError, or LabelFileError.
[[nodiscard]] Image read_prg(const std::string& path);

/// What `ryg_assemble` put into the program, with its labels. Equates are known as such.
[[nodiscard]] Image from_embedded(const EmbeddedImage& embedded);

/// The number behind SYS in the first BASIC line of an image that loads at the start of BASIC
/// ($0801). Spaces and an opening bracket before the number are read over, as BASIC does; anything
/// that would have to be calculated is no number.  [C64PRG]
[[nodiscard]] std::optional<Address> sys_address(const Image& image);

}  // namespace ryg::c64
