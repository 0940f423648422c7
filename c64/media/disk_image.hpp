// A diskette of the 1541 as a file (D64): its directory and its programs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// What a directory says about a file.
struct DiskFile {
    std::string name{};              ///< UTF-8, for people
    std::vector<Byte> petscii{};     ///< the same as on the diskette, without the padding
    bool is_program = false;         ///< type PRG, and closed
    unsigned track = 0, sector = 0;  ///< of its first block
};

/// A name in PETSCII, for people.
[[nodiscard]] std::string readable(std::span<const Byte> petscii);
/// Whether a name is the wanted one (UTF-8), as the drive compares: `?` is any character, `*` any
/// rest.
[[nodiscard]] bool is_named(std::span<const Byte> petscii, std::string_view wanted);

/// 683 blocks of 256 bytes on 35 tracks, or 768 on 40; an error byte for each may follow, and is
/// ignored. Nothing else in the file is trusted.
/// Source: [D64].
class DiskImage {
  public:
    /// `name` is the file name, for messages. Throws ImageError for a size other than these four.
    [[nodiscard]] static DiskImage parse(std::span<const Byte> file, std::string_view name);

    /// The program with a PETSCII name as the KERNAL has it; nullopt if there is none, or it is
    /// broken.
    [[nodiscard]] std::optional<Image> find(std::span<const Byte> petscii) const;

    /// Files in the directory's order, without deleted ones. Throws ImageError for a chain of
    /// blocks that leads off the disk or back to itself.
    [[nodiscard]] std::vector<DiskFile> directory() const;

    /// The program with this name (UTF-8; a `*` stands for any rest, a `?` for any character), or
    /// the first if no name is given. Throws ImageError if there is none, or its chain of blocks is
    /// broken.
    [[nodiscard]] Image program(const std::optional<std::string>& wanted) const;

  private:
    DiskImage() = default;
    [[nodiscard]] Image read(const DiskFile& file) const;
    [[nodiscard]] std::span<const Byte> block(unsigned track, unsigned sector) const;

    std::string name_;
    std::vector<Byte> blocks_;
    unsigned tracks_ = 35;
};

}  // namespace ryg::c64
