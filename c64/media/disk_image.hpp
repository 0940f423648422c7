// A disk image of the 1541 (D64): reads and writes its directory and files.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c64/program/image.hpp"

namespace ryg::c64 {

/// The kinds of files, as a directory numbers them.
enum class FileType : Byte { del = 0, seq = 1, prg = 2, usr = 3, rel = 4 };

/// A file's entry in the directory.
struct DiskFile {
    std::string name{};           ///< UTF-8, for people
    std::vector<Byte> petscii{};  ///< the name on the disk, without padding
    FileType type = FileType::del;
    bool is_closed = false;          ///< false if it was never written to its end
    bool is_locked = false;          ///< cannot be scratched
    unsigned track = 0, sector = 0;  ///< position of its first block
    unsigned blocks = 0;
    std::size_t entry = 0;  ///< offset of its entry in the image

    [[nodiscard]] bool is_program() const { return type == FileType::prg && is_closed; }
};

/// A name in PETSCII, for people.
[[nodiscard]] std::string readable(std::span<const Byte> petscii);
/// Whether a name matches the wanted one (UTF-8) as the drive compares: `?` is any character, `*`
/// any rest.
[[nodiscard]] bool is_named(std::span<const Byte> petscii, std::string_view wanted);
/// Matches a wanted name in PETSCII.
[[nodiscard]] bool is_named(std::span<const Byte> petscii, std::span<const Byte> wanted);

/// 683 blocks of 256 bytes on 35 tracks, 768 on 40, or 802 on 42; an error byte for each may
/// follow, and is ignored. No link in the file is trusted: a directory ends where it leads
/// back to itself or off the disk. Files are written on tracks 1 to 35, by the map of free
/// blocks. Source: [D64].
class DiskImage {
  public:
    /// `name` is the file name, for messages. Throws ImageError for a size other than these six.
    [[nodiscard]] static DiskImage parse(std::span<const Byte> file, std::string_view name);
    /// An empty disk of 35 tracks; a title of up to 16 letters, and two for the ID.
    [[nodiscard]] static DiskImage formatted(std::span<const Byte> title, const std::string& id);

    /// Files in the directory's order, without deleted ones.
    [[nodiscard]] std::vector<DiskFile> directory() const;

    /// The program with this name (UTF-8; a `*` stands for any rest, a `?` for any character), or
    /// the first if no name is given. Throws ImageError if there is none, or its chain of blocks is
    /// broken.
    [[nodiscard]] Image program(const std::optional<std::string>& wanted) const;

    /// The bytes of a file. Throws ImageError for a chain of blocks that leads off the disk or back
    /// to itself.
    [[nodiscard]] std::vector<Byte> read(const DiskFile& file) const;

    /// The title with the ID and format, 24 bytes as the directory shows them.
    [[nodiscard]] std::span<const Byte> title() const;
    [[nodiscard]] unsigned free_blocks() const;
    /// False for an image of zeros, which has no directory.
    [[nodiscard]] bool is_formatted() const;

    /// Adds a file. False, with nothing changed, if there is no room for it.
    bool add(std::span<const Byte> petscii, FileType type, std::span<const Byte> bytes);
    /// Frees a file's blocks and its entry.
    void remove(const DiskFile& file);
    void rename(const DiskFile& file, std::span<const Byte> petscii);

    /// The blocks, as a D64 has them.
    [[nodiscard]] std::span<const Byte> bytes() const { return blocks_; }

    bool operator==(const DiskImage&) const = default;

  private:
    /// The position of a block; tracks count from 1, sectors from 0.
    struct DiskBlock {
        unsigned track = 0, sector = 0;
    };
    DiskImage() = default;
    [[nodiscard]] bool is_there(DiskBlock block) const;
    [[nodiscard]] std::size_t offset_of(DiskBlock block) const;
    [[nodiscard]] std::vector<DiskBlock> chain(DiskBlock first) const;
    [[nodiscard]] bool is_free(DiskBlock block) const;
    void set_free(DiskBlock block, bool is_free);
    std::optional<DiskBlock> take(DiskBlock after);
    std::optional<std::size_t> take_entry();

    std::string name_;
    std::vector<Byte> blocks_;
    unsigned tracks_ = 35;
};

}  // namespace ryg::c64
