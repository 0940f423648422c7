// Access to the host's files. The page for browsers replaces files.cpp: there are no files then.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

using Path = std::filesystem::path;

/// The first `most` bytes of a file; nullopt if it cannot be read, or is a folder.
[[nodiscard]] std::optional<std::string> read_file(const Path& path,
                                                   std::size_t most = std::string::npos);
/// False if the file could not be written completely.
[[nodiscard]] bool write_file(const Path& path, std::string_view bytes);

[[nodiscard]] bool path_exists(const Path& path);
[[nodiscard]] bool is_file(const Path& path);
[[nodiscard]] bool is_folder(const Path& path);
/// The absolute path.
[[nodiscard]] Path absolute_path(const Path& path);
/// The path without `..` and symbolic links, as far as it exists; absolute if any of it does.
[[nodiscard]] Path real_path(const Path& path);
/// The names in a folder; folders end with a slash.
[[nodiscard]] std::vector<std::string> names_in(const Path& folder);

}  // namespace ryg::c64
