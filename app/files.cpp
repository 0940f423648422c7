// Writes files. Only regular files are replaced by renaming, which would remove a device. Links are
// followed before a client's path is checked, so that none leads out of the folder.
#include "app/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>

#include "app/verb.hpp"
#include "c64/board/state.hpp"
#include "engine/work/difference.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;
using work::escaped;
using Bytes = std::span<const emu::Byte>;

/// Closes the file. Returns 0, or the error's number.
int fill(std::FILE* file, Bytes bytes) {
    const bool filled = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() &&
                        std::fflush(file) == 0 && (fsync(fileno(file)) == 0 || errno == EINVAL);
    const int error = filled ? 0 : errno;
    return std::fclose(file) != 0 && filled ? errno : error;
}

int write_straight(const fs::path& path, Bytes bytes) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    return file == nullptr ? errno : fill(file, bytes);
}

fs::path name_beside(const fs::path& path) {
    return fmt::format("{}.{}.part", path.string(), getpid());
}

int write_beside(const fs::path& path, Bytes bytes) {
    const fs::path beside = name_beside(path);
    std::FILE* const file = std::fopen(beside.c_str(), "wbx");
    if (file == nullptr) return errno;
    int error = fill(file, bytes);
    if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) std::remove(beside.c_str());
    return error;
}

/// The target of a link.
fs::path followed(const std::string& path) {
    std::error_code ignored;
    const fs::path linked = fs::canonical(path, ignored);
    return linked.empty() ? fs::path(path) : linked;
}

/// Whether a path is a regular file or does not exist yet.
bool is_replaced(const std::string& path) {
    std::error_code ignored;
    const fs::file_status there = fs::status(path, ignored);
    return !fs::exists(there) || fs::is_regular_file(there);
}

/// Throws Trouble unless the error's number is 0.
void refuse(const std::string& path, int error) {
    if (error == 0) return;
    throw Trouble(fmt::format("cannot write '{}': {}", path, std::strerror(error)));
}

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end() && rest != path.end();
}

/// Whether a file begins like these bytes, or is empty.
bool is_of_a_kind(const fs::path& path, Bytes bytes) {
    std::array<char, 2> start{};
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    file.read(start.data(), start.size());
    const auto there = static_cast<std::size_t>(file.gcount());
    return there == 0 ||
           (there <= bytes.size() && std::memcmp(start.data(), bytes.data(), there) == 0);
}

}  // namespace

fs::path data_folder() {
    std::error_code no_proc;  // as in a bare chroot
    fs::path own = fs::read_symlink("/proc/self/exe", no_proc);
    if (no_proc) own = fs::absolute(program().called);
    return own.parent_path().parent_path() / "share/ryg";
}

void write_output(const std::string& path, Bytes bytes) {
    refuse(path,
           is_replaced(path) ? write_beside(followed(path), bytes) : write_straight(path, bytes));
}

void check_output(const std::string& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) refuse(path, EISDIR);
    if (!is_replaced(path)) return;
    const fs::path beside = name_beside(followed(path));
    std::FILE* const file = std::fopen(beside.c_str(), "wbx");
    if (file == nullptr) refuse(path, errno);
    std::fclose(file);
    std::remove(beside.c_str());
}

void write_output(const std::string& path, std::string_view text) {
    write_output(path, Bytes(reinterpret_cast<const emu::Byte*>(text.data()), text.size()));
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "ryg-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Trouble(name + ": cannot be created");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(std::string_view name, std::string_view content) const {
    write_output(file(name), content);
    return file(name);
}

void write_junit(const std::string& path, std::string_view suite, std::span<const TestCase> cases) {
    const auto failed =
        std::ranges::count_if(cases, [](const TestCase& one) { return !one.failure.empty(); });
    std::string text = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n",
        escaped(suite), cases.size(), failed);
    for (const TestCase& one : cases) {
        text += fmt::format("<testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                            escaped(suite), escaped(one.name), one.seconds);
        if (!one.skipped.empty()) {
            text +=
                fmt::format(">\n<skipped message=\"{}\"/>\n</testcase>\n", escaped(one.skipped));
            continue;
        }
        if (one.failure.empty()) {
            text += "/>\n";
            continue;
        }
        const auto first = one.failure.substr(0, one.failure.find('\n'));
        text += fmt::format(">\n<failure message=\"{}\">{}</failure>\n</testcase>\n",
                            escaped(first), escaped(one.failure));
    }
    write_output(path, text + "</testsuite>\n</testsuites>\n");
}

std::unique_ptr<c64::Machine> read_state(const std::string& path) {
    constexpr std::size_t most = 1 << 20;
    const auto bytes = c64::read_bytes(path, most);
    return std::make_unique<c64::Machine>(c64::load_state(bytes, path));
}

void ClientFiles::write(const std::string& path, Bytes bytes) const {
    const fs::path target = fs::weakly_canonical(folder / path);
    if (!is_below(target, fs::weakly_canonical(folder))) {
        throw Trouble(fmt::format("cannot write '{}': clients write below {} (--write-below)", path,
                                  folder.string()));
    }
    const fs::file_status there = fs::status(target);
    const bool may_replace =
        fs::is_regular_file(there) && (overwrites || is_of_a_kind(target, bytes));
    if (fs::exists(there) && !may_replace) {
        throw Trouble(
            fmt::format("cannot write '{}': a file of another kind is there (--overwrite)", path));
    }
    write_output(target.string(), bytes);
}

}  // namespace ryg::app
