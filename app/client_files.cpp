// Links are followed before a path is judged, so that none leads out of the folder.
#include "app/client_files.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>

#include "app/output_file.hpp"
#include "app/verb.hpp"

namespace ryg::app {
namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& path, const fs::path& folder) {
    const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return end == folder.end() && rest != path.end();
}

/// Whether a file begins as these bytes do. An empty one may become anything.
bool is_of_a_kind(const fs::path& path, std::span<const emu::Byte> bytes) {
    std::array<char, 2> start{};
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    file.read(start.data(), start.size());
    const auto there = static_cast<std::size_t>(file.gcount());
    return there == 0 ||
           (there <= bytes.size() &&
            std::equal(start.begin(), start.begin() + static_cast<std::ptrdiff_t>(there),
                       bytes.begin(),
                       [](char a, emu::Byte b) { return static_cast<emu::Byte>(a) == b; }));
}

}  // namespace

void ClientFiles::write(const std::string& path, std::span<const emu::Byte> bytes) const {
    const fs::path target = fs::weakly_canonical(path);
    if (!is_below(target, fs::weakly_canonical(folder))) {
        throw Trouble(fmt::format("cannot write '{}': clients write below {} (--write-below)", path,
                                  folder.string()));
    }
    const fs::file_status there = fs::status(target);
    if (fs::exists(there) && !(overwrites && fs::is_regular_file(there))) {
        if (!fs::is_regular_file(there) || !is_of_a_kind(target, bytes)) {
            throw Trouble(fmt::format(
                "cannot write '{}': it is there, and of another kind (--overwrite)", path));
        }
    }
    write_output(target.string(), bytes);
}

}  // namespace ryg::app
