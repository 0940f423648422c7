// Files where there are none: nothing is found, and nothing can be written.
#include "c64/program/files.hpp"

namespace ryg::c64 {

std::optional<std::string> read_file(const Path&, std::size_t) { return {}; }
bool write_file(const Path&, std::string_view) { return false; }
bool path_exists(const Path&) { return false; }
bool is_file(const Path&) { return false; }
bool is_folder(const Path&) { return false; }
Path absolute_path(const Path& path) { return path; }
Path real_path(const Path& path) { return path; }
std::vector<std::string> names_in(const Path&) { return {}; }

}  // namespace ryg::c64
