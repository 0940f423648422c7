// Drive 8 as programs use it through the KERNAL: channels, commands and status, without delay.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "c64/media/disk_image.hpp"

namespace ryg::c64 {

/// A 1541 with a disk in it. Copies share the disk until one of them writes.
///
///     name                       opens
///     NAME or 0:NAME             a file for reading; on channel 1 for writing
///     NAME,S,W                   S, P, U: the type; R, W, A: for reading, writing, appending
///     @0:NAME,P,W                the same in place of the file of that name
///     $ or $0:N*                 the directory as a BASIC program
///
///     channel 15                 I V U S R C N, as the manual has them; reading gives the status
///
/// Not modelled: time, relative files, blocks and memory of the drive (U1, B-R, M-R ...): 31,
/// SYNTAX ERROR. A file that is written is on the disk once it is closed.  Source: [D64].
class Drive {
  public:
    static constexpr unsigned command_channel = 15;

    explicit Drive(DiskImage disk);

    /// Opens a channel, 0 to 15. Errors are reported in the status.
    void open(unsigned channel, std::span<const Byte> name);
    void close(unsigned channel);
    /// Selects the channel for `read` and `write`.
    void talk(unsigned channel);
    void listen(unsigned channel);
    /// Ends a line written to the command channel, unless a RETURN did.
    void unlisten();

    /// A byte from the drive. `is_last`: the file or text ends with it.
    struct Sent {
        Byte byte = 0;
        bool is_last = false;
    };
    /// The next byte; none if the channel has nothing to send.
    [[nodiscard]] std::optional<Sent> read();
    void write(Byte byte);

    /// The bytes of a program, load address first; nullopt if there is none, as the status then
    /// says.
    [[nodiscard]] std::optional<std::vector<Byte>> load(std::span<const Byte> name);
    void save(std::span<const Byte> name, std::span<const Byte> bytes);

    [[nodiscard]] const DiskImage& disk() const { return *disk_; }

    bool operator==(const Drive& other) const;

  private:
    /// An open file, or the unread rest of the status.
    struct Channel {
        enum class Use : Byte { closed, reads, writes };
        Use use = Use::closed;
        std::vector<Byte> bytes{};  ///< bytes read, or to be written
        std::size_t at = 0;         ///< index of the next byte to read
        std::vector<Byte> name{};   ///< name of the file to write
        FileType type = FileType::prg;
        bool operator==(const Channel&) const = default;
    };
    struct Name;
    [[nodiscard]] static Name parsed(std::span<const Byte> text);
    [[nodiscard]] std::optional<DiskFile> find(const Name& name);
    void open_file(unsigned channel, const Name& name);
    void execute(std::span<const Byte> command);
    void scratch(std::span<const Byte> names);
    void copy(std::span<const Byte> to, std::span<const Byte> from, bool renames);
    void say(unsigned code, unsigned track = 0);
    [[nodiscard]] DiskImage& written();
    [[nodiscard]] std::vector<Byte> listing(std::span<const Byte> pattern) const;

    std::shared_ptr<const DiskImage> disk_;
    std::array<Channel, 16> channels_{};
    unsigned talker_ = 0, listener_ = 0;
};

}  // namespace ryg::c64
