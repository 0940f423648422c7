// Files written by the program, and those that clients of the debugger may write.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "c64/board/machine.hpp"
#include "c64/vic/picture.hpp"

namespace ryg::app {

/// The folder of installed data, prefix/share/ryg. A build tree has none.
[[nodiscard]] std::filesystem::path data_folder();

/// Writes a new file next to the one named, then replaces it, so that a reader sees the old file or
/// the new one, never a part. A symbolic link is followed; a device or a pipe is written to
/// directly. Throws Trouble.
void write_output(const std::string& path, std::span<const emu::Byte> bytes);

void write_output(const std::string& path, std::string_view text);

/// Throws Trouble if the file could not be written; does not change it.
void check_output(const std::string& path);

/// A folder that is removed with its files. Throws Trouble if none can be made.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::string file(std::string_view name) const { return path_ / name; }
    /// Returns the path of the file.
    [[nodiscard]] std::string write(std::string_view name, std::string_view content) const;

  private:
    std::filesystem::path path_;
};

/// One check, as a test case of a report in JUnit's format.
struct TestCase {
    std::string name;
    double seconds = 0;
    std::string failure{};  ///< the failure; empty if it passed
    std::string skipped{};  ///< why it was not run; empty if it was
};
void write_junit(const std::string& path, std::string_view suite, std::span<const TestCase> cases);

/// Writes a picture as a PNG. Throws Trouble.
void write_png(const c64::Picture& picture, const std::string& path);
/// The version of the PNG library.
[[nodiscard]] std::string png_version();

/// Throws the exceptions of c64::read_bytes and c64::load_state.
[[nodiscard]] std::unique_ptr<c64::Machine> read_state(const std::string& path);

/// A client that can reach a port of this computer need not be trusted with all of the user's
/// files. It writes below one folder, links followed, and replaces a file only by one of its kind,
/// that is, one that begins with the same two bytes (a saved state, a list of labels, a picture, a
/// program for the same address), unless the user has allowed more.
struct ClientFiles {
    std::filesystem::path folder = std::filesystem::current_path();
    bool overwrites = false;

    /// Throws Trouble if the file may not or cannot be written.
    void write(const std::string& path, std::span<const emu::Byte> bytes) const;
};

}  // namespace ryg::app
