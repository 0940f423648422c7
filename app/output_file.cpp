// Renaming is for files: a device would be gone afterwards, with a file in its place.
#include "app/output_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

#include "app/verb.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;
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

int write_beside(const fs::path& path, Bytes bytes) {
    const fs::path beside = fmt::format("{}.{}.part", path.string(), getpid());
    std::FILE* const file = std::fopen(beside.c_str(), "wbx");
    if (file == nullptr) return errno;
    int error = fill(file, bytes);
    if (error == 0 && std::rename(beside.c_str(), path.c_str()) != 0) error = errno;
    if (error != 0) std::remove(beside.c_str());
    return error;
}

}  // namespace

void write_output(const std::string& path, Bytes bytes) {
    std::error_code ignored;
    const fs::file_status there = fs::status(path, ignored);
    int error = 0;
    if (fs::exists(there) && !fs::is_regular_file(there)) {
        error = write_straight(path, bytes);
    } else {
        const fs::path linked = fs::canonical(path, ignored);
        error = write_beside(linked.empty() ? fs::path(path) : linked, bytes);
    }
    if (error != 0) {
        throw Trouble(fmt::format("cannot write '{}': {}", path, std::strerror(error)));
    }
}

}  // namespace ryg::app
