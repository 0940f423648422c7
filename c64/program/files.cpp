// Files of the host's file system.
#include "c64/program/files.hpp"

#include <algorithm>
#include <fstream>

namespace ryg::c64 {

namespace fs = std::filesystem;

std::optional<std::string> read_file(const Path& path, std::size_t most) {
    std::ifstream in(path, std::ios::binary);
    if (!in || is_folder(path)) return {};
    std::string bytes;
    constexpr std::size_t at_once = 1 << 16;
    while (in && bytes.size() < most) {
        const std::size_t had = bytes.size();
        bytes.resize(had + std::min(at_once, most - had));
        in.read(bytes.data() + had, static_cast<std::streamsize>(bytes.size() - had));
        bytes.resize(had + static_cast<std::size_t>(in.gcount()));
    }
    return bytes;
}

bool write_file(const Path& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary);
    out << bytes;
    out.close();
    return !out.fail();
}

bool path_exists(const Path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

bool is_file(const Path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

bool is_folder(const Path& path) {
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

Path absolute_path(const Path& path) {
    std::error_code ignored;
    return fs::absolute(path, ignored);
}

Path real_path(const Path& path) {
    std::error_code ignored;
    return fs::weakly_canonical(path, ignored);
}

std::vector<std::string> names_in(const Path& folder) {
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        names.push_back(entry.path().filename().string() +
                        (entry.is_directory(ignored) ? "/" : ""));
    }
    return names;
}

}  // namespace ryg::c64
