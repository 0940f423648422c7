// Paths as the assembler wrote them, and as clients write them.
#include "app/fronts/dap/sources.hpp"

#include <algorithm>

namespace ryg::app::dap {

namespace fs = std::filesystem;

Sources::Sources(c64::debug::DebugInfo info, const fs::path& folder) : info_(std::move(info)) {
    for (const std::string& name : info_.files()) {
        std::error_code ignored;
        const fs::path path = fs::weakly_canonical(folder / name, ignored);
        files_.push_back({path, fs::is_regular_file(path, ignored)});
    }
}

std::optional<std::size_t> Sources::find(const std::string& path) const {
    std::error_code ignored;
    const fs::path wanted = fs::weakly_canonical(path, ignored);
    const auto same = std::ranges::find(files_, wanted, &File::path);
    if (same != files_.end()) return static_cast<std::size_t>(same - files_.begin());
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (files_[i].path.filename() != wanted.filename()) continue;
        if (found) return std::nullopt;
        found = i;
    }
    return found;
}

std::optional<SourceLine> Sources::line_at(emu::Address address) const {
    const auto line = info_.line_at(address);
    return line && files_[line->file].at_hand ? line : std::nullopt;
}

Json Sources::body(std::size_t file) const {
    const fs::path& path = files_[file].path;
    return {{"name", path.filename().string()}, {"path", path.string()}};
}

Json Sources::all() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < files_.size(); ++i) {
        if (files_[i].at_hand) list.push_back(body(i));
    }
    return list;
}

}  // namespace ryg::app::dap
