// Files, wherever the libraries need one. The page for browsers has a files.cpp of its own, by which
// there are none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::c64 {

using Path = std::filesystem::path;

/// The first `most` bytes of a file; none if it cannot be read, as a folder cannot.
[[nodiscard]] std::optional<std::string> read_file(const Path& path,
                                                   std::size_t most = std::string::npos);
/// False if it could not be written to its end.
[[nodiscard]] bool write_file(const Path& path, std::string_view bytes);

[[nodiscard]] bool path_exists(const Path& path);
[[nodiscard]] bool is_file(const Path& path);
[[nodiscard]] bool is_folder(const Path& path);
/// A path from the root.
[[nodiscard]] Path absolute_path(const Path& path);
/// Without `..` and symbolic links, as far as it exists; from the root if any of it does.
[[nodiscard]] Path real_path(const Path& path);
/// The names in a folder, those of folders with a slash at their end.
[[nodiscard]] std::vector<std::string> names_in(const Path& folder);

}  // namespace ryg::c64
