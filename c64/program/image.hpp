// Program images: what a PRG file contains, and where a BASIC line's SYS leads.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c64/program/debug_info.hpp"
#include "c64/program/embedded_image.hpp"
#include "c64/program/labels.hpp"
#include "emu/types.hpp"

namespace ryg::c64 {

using emu::Byte;

constexpr Address basic_start = 0x0801;  ///< where BASIC programs start

/// Addresses from `begin` up to but not including `end`.
struct Extent {
    unsigned begin = 0, end = 0;
    [[nodiscard]] bool contains(unsigned address) const {
        return begin <= address && address < end;
    }
    [[nodiscard]] unsigned size() const { return end - begin; }
};

/// A file that is not a program: missing, shorter than its load address, longer than memory, or
/// without a SYS line. The message is one line and names the file.
struct ImageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A program: its bytes, load address and debug information, if known.
struct Image {
    std::string name;  ///< file name, for messages
    Address load_address = 0;
    std::vector<Byte> bytes;      ///< at least one; load_address + bytes.size() <= 65536
    Labels labels{};              ///< empty if unknown
    std::vector<Byte> petscii{};  ///< its name on a disk or tape
    bool is_cartridge = false;    ///< the bytes are those of its first bank
    std::shared_ptr<const DebugInfo> info{};  ///< lines and segments; or nullptr
    std::vector<std::string> warnings{};      ///< one line each, about files found beside it

    /// The first address after the program, up to $10000.
    [[nodiscard]] unsigned end() const {
        return load_address + static_cast<unsigned>(bytes.size());
    }
};

/// The bytes of a PRG file: load address (low, high), then the program. Throws ImageError.
[[nodiscard]] Image parse_prg(std::span<const Byte> file, std::string_view name);

/// Parses a P00 file, a PRG after a header; a file without that header is parsed as a PRG.
[[nodiscard]] Image parse_p00(std::span<const Byte> file, std::string_view name);

/// All bytes of a file, at most `most`. Throws ImageError.
[[nodiscard]] std::vector<Byte> read_bytes(const std::string& path, std::size_t most);

/// Reads a PRG or P00 file and the debug files beside it. Throws ImageError.
[[nodiscard]] Image read_prg(const std::string& path);

/// Adds labels and source lines from the debug file, label files and listings that have the name of
/// `path`. A file that cannot be read adds a warning instead.
void read_debug_files(Image& image, const std::string& path);

/// An image that `ryg_assemble` embedded in the executable.
[[nodiscard]] Image from_embedded(const EmbeddedImage& embedded);

/// What a BASIC program does up to its first SYS.
struct BasicStart {
    std::optional<Address> at{};  ///< target of SYS; nullopt without SYS, or if unknown
    std::vector<std::pair<Address, Byte>> pokes{};  ///< addresses and values, in order
    std::vector<std::string> skipped{};             ///< "line 10: PRINT": statements not executed
};
/// Interprets the BASIC program at $0801, whatever the image has below. Numbers are calculated as
/// in BASIC from + - * / INT PEEK and variables; PEEK supports the program, its pokes and the
/// pointers to its start and end; text after a number without an operator is ignored. Stops before
/// a statement that may lead elsewhere (IF, GOTO, INPUT, LOAD ...).  [C64PRG]
[[nodiscard]] BasicStart start_of_basic(const Image& image);
/// `start_of_basic(image).at`.
[[nodiscard]] std::optional<Address> sys_address(const Image& image);

/// Whether a line of BASIC is at the start of BASIC.
[[nodiscard]] bool is_basic(const Image& image);

}  // namespace ryg::c64
