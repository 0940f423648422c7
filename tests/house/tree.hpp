// The source tree as the tests of the house read it: files, their lines, their includes.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace ryg::house {

namespace fs = std::filesystem;

struct File {
    std::string path;  ///< from the root of the tree, with slashes
    std::vector<std::string> lines;

    [[nodiscard]] bool ends_with(std::string_view extension) const {
        return path.ends_with(extension);
    }
    [[nodiscard]] bool is_cpp() const { return ends_with(".hpp") || ends_with(".cpp"); }
    [[nodiscard]] bool is_assembly() const { return ends_with(".s") || ends_with(".inc"); }
    [[nodiscard]] bool is_below(std::string_view folder) const {
        return path.starts_with(folder) && path.size() > folder.size() &&
               path[folder.size()] == '/';
    }
};

inline File read_file(const fs::path& root, const fs::path& path) {
    File file{fs::relative(path, root).generic_string(), {}};
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
    return file;
}

/// All text files of the tree, sorted by path; without what is hidden, built or binary.
inline std::vector<File> all_files() {
    const fs::path root = RYG_SOURCE_DIR;
    const std::vector<std::string_view> extensions{".hpp", ".cpp", ".s",  ".inc",  ".cfg",  ".txt",
                                                   ".md",  ".in",  ".sh", ".json", ".cmake"};
    std::vector<File> files;
    for (auto at = fs::recursive_directory_iterator(root); at != fs::end(at); ++at) {
        const std::string name = at->path().filename().string();
        if (at->is_directory()) {
            const bool top = at.depth() == 0;
            if (name.starts_with('.') || (top && name.starts_with("build"))) {
                at.disable_recursion_pending();
            }
            continue;
        }
        const std::string extension = at->path().extension().string();
        if (std::ranges::find(extensions, extension) != extensions.end()) {
            files.push_back(read_file(root, at->path()));
        }
    }
    for (const char* plain : {"ryg", ".ci/run"}) {
        if (fs::exists(root / plain)) files.push_back(read_file(root, root / plain));
    }
    std::ranges::sort(files, {}, &File::path);
    return files;
}

/// What follows `//` or `;` in each line of a source file.
inline std::vector<std::string> comments(const File& file) {
    const std::string_view mark = file.is_assembly() ? ";" : "//";
    std::vector<std::string> found;
    for (const std::string& line : file.lines) {
        const auto at = line.find(mark);
        if (at != std::string::npos) found.push_back(line.substr(at + mark.size()));
    }
    return found;
}

/// The first group of every match of `pattern` in `text`.
inline std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
    std::vector<std::string> found;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern);
         at != std::sregex_iterator(); ++at) {
        found.push_back((*at)[1].str());
    }
    return found;
}

}  // namespace ryg::house
