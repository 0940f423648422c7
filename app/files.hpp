// The files that the program writes, and those that clients of a debugger's front may write.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "c64/board/machine.hpp"
#include "c64/vic/picture.hpp"

namespace ryg::app {

/// Writes another file beside the one meant, which it then replaces: so that is the old file or the
/// new one, never a part of it. If the name is a link, what it leads to is written; a device or a
/// pipe is written to and stays what it is. Throws Trouble.
void write_output(const std::string& path, std::span<const emu::Byte> bytes);

void write_output(const std::string& path, std::string_view text);

/// A folder for files that go with it. Throws Trouble where none can be made.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string file(std::string_view name) const { return path_ / name; }
    /// The path of the file.
    [[nodiscard]] std::string write(std::string_view name, std::string_view content) const;

  private:
    std::filesystem::path path_;
};

/// One check, as a test case of a report in JUnit's format.
struct TestCase {
    std::string name;
    double seconds = 0;
    std::string failure{};  ///< what went wrong; empty if nothing did
};
void write_junit(const std::string& path, std::string_view suite, std::span<const TestCase> cases);

/// As a PNG. Throws Trouble.
void write_png(const c64::Picture& picture, const std::string& path);
/// Of the library that does it.
[[nodiscard]] std::string png_version();

/// Throws what c64::read_bytes and c64::load_state throw.
[[nodiscard]] std::unique_ptr<c64::Machine> read_state(const std::string& path);

/// Whoever reaches a port of this computer is not always allowed to write all files of its user. A
/// client writes below one folder, links followed; and it replaces a file only by one of its kind,
/// that is, one that begins with the same two bytes (a saved state, a list of labels, a picture, a
/// program for the same address), unless the user has allowed more.
struct ClientFiles {
    std::filesystem::path folder = std::filesystem::current_path();
    bool overwrites = false;

    /// Throws Trouble where nothing may be written, or nothing can.
    void write(const std::string& path, std::span<const emu::Byte> bytes) const;
};

}  // namespace ryg::app
