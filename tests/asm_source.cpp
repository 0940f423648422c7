// Reads the .s files with their `.if` sections, and joins them to what was assembled from them.
#include "tests/asm_source.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>

#include "engine/crosscheck/programs.hpp"

namespace blocks {
namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    if (lines.empty()) throw BlockError(fmt::format("{}: cannot be read", path.string()));
    return lines;
}

/// `VERSION >= 13`, `FALLO = 1`, `DESEMPATE`.
bool holds(const std::string& condition, const Options& options) {
    static const std::regex form(R"((VERSION|FALLO|DESEMPATE)(?: (>=|<=|=) ([0-9]+))?)");
    std::smatch parts;
    if (!std::regex_match(condition, parts, form)) {
        throw BlockError("cannot work out the condition: .if " + condition);
    }
    const int value = parts[1] == "VERSION" ? options.version
                      : parts[1] == "FALLO" ? options.fallo
                                            : options.desempate;
    if (!parts[2].matched) return value != 0;
    const int number = std::stoi(parts[3].str());
    if (parts[2] == ">=") return value >= number;
    if (parts[2] == "<=") return value <= number;
    return value == number;
}

Extent segment(std::string_view debug_file, std::string_view name) {
    const std::string text(debug_file);
    const std::regex line(
        fmt::format(R"(\nseg\tid=[0-9]+,name="{}",start=0x([0-9A-F]+),size=0x([0-9A-F]+),)", name));
    std::smatch parts;
    if (!std::regex_search(text, parts, line)) {
        throw BlockError(fmt::format("no segment {} in the debug file", name));
    }
    const auto begin = static_cast<unsigned>(std::stoul(parts[1].str(), nullptr, 16));
    return {begin, begin + static_cast<unsigned>(std::stoul(parts[2].str(), nullptr, 16))};
}

Program make_program(std::string_view name) {
    static const std::regex form("ryg([0-9]+)(_desempate)?(?:_fallo([0-9]))?");
    const c64::EmbeddedImage* embedded = crosscheck::find_program(name);
    std::cmatch parts;
    if (embedded == nullptr || !std::regex_match(name.begin(), name.end(), parts, form)) {
        throw BlockError(fmt::format("there is no program {}", name));
    }
    Program made;
    made.name = name;
    made.options.version = std::stoi(parts[1].str());
    made.options.desempate = parts[2].matched ? 1 : 0;
    made.options.fallo = parts[3].matched ? std::stoi(parts[3].str()) : 0;
    made.version = engine::version_from(made.options.version);
    made.image = c64::from_embedded(*embedded);
    made.source = read_source(made.options);
    const std::string debug(embedded->debug.begin(), embedded->debug.end());
    made.code = segment(debug, "CODE");
    made.data = {segment(debug, "DATA").begin, segment(debug, "ARBOL").end};
    made.tree_memory = {made.data.end, made.options.version >= 16 ? 0xd000U : 0xa000U};
    return made;
}

}  // namespace

std::vector<std::string> source_files() {
    const auto folder = std::filesystem::path(RYG_SOURCE_DIR) / "engine" / "asm" / "ryg";
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".s") names.push_back(entry.path().string());
    }
    std::ranges::sort(names);
    return names;
}

std::vector<Line> assembled_lines(std::span<const std::string> lines, const Options& options) {
    static const std::regex conditional(R"(\s*\.(if|else|endif)\b\s*([^;]*?)\s*(?:;.*)?)");
    std::vector<Line> assembled;
    std::vector<bool> taken{true};  // innermost last
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch parts;
        if (!std::regex_match(lines[i], parts, conditional)) {
            if (std::ranges::all_of(taken, std::identity{})) {
                assembled.push_back({i + 1, lines[i]});
            }
        } else if (parts[1] == "if") {
            taken.push_back(holds(parts[2].str(), options));
        } else if (taken.size() == 1) {
            throw BlockError(fmt::format("line {}: .{} without .if", i + 1, parts[1].str()));
        } else if (parts[1] == "else") {
            taken.back() = !taken.back();
        } else {
            taken.pop_back();
        }
    }
    return assembled;
}

void read_lines(std::span<const Line> lines, std::string_view file, Source& source) {
    static const std::regex ruler("; -{70,}");
    static const std::regex call(R"((?:\S+:)?\s+jsr\s+([A-Za-z][A-Za-z0-9]*).*)");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch parts;
        if (std::regex_match(lines[i].text, parts, call)) {
            const std::string name = parts[1].str();
            if (name != "chrout" && name != "getin") source.called.insert(name);
            continue;
        }
        if (!std::regex_match(lines[i].text, ruler) || i + 1 == lines.size()) continue;
        const std::string name = block_name(lines[i + 1].text);
        std::vector<std::string> text;
        std::size_t end = i + 1;
        for (; end < lines.size() && !std::regex_match(lines[end].text, ruler); ++end) {
            text.push_back(lines[end].text);
        }
        try {
            const Block block = parse_block(text, file, lines[i + 1].number);
            if (end + 1 >= lines.size() || !lines[end + 1].text.starts_with(name + ":")) {
                throw BlockError(fmt::format("{}:{}: {}: its label does not follow the block", file,
                                             lines[i + 1].number, name));
            }
            if (!source.blocks.emplace(name, block).second) {
                throw BlockError(fmt::format("{}: {} has two blocks", file, name));
            }
        } catch (const BlockError& error) {
            source.faults.emplace(name, error.what());
        }
        i = end;
    }
}

Source read_source(const Options& options) {
    Source source;
    for (const std::string& path : source_files()) {
        const std::vector<std::string> lines = lines_of(path);
        read_lines(assembled_lines(lines, options), std::filesystem::path(path).filename().string(),
                   source);
    }
    return source;
}

const Block* Program::block(std::string_view routine) const {
    const auto found = source.blocks.find(routine);
    return found == source.blocks.end() ? nullptr : &found->second;
}

Extent Program::code_of(std::string_view routine) const {
    Extent extent{image.labels.at(routine), code.end};
    for (const auto& [other, its_block] : source.blocks) {
        const unsigned begin = image.labels.at(other);
        if (begin > extent.begin) extent.end = std::min(extent.end, begin);
    }
    return extent;
}

Extent Program::variable(std::string_view symbol) const {
    const auto address = image.labels.find(symbol);
    if (!address || !data.contains(*address)) {
        throw BlockError(fmt::format("unknown word '{}': no variable of {}", symbol, name));
    }
    Extent extent{*address, data.end};
    for (const c64::Label& label : image.labels.all()) {
        if (label.address > extent.begin && !label.constant) {
            extent.end = std::min<unsigned>(extent.end, label.address);
        }
    }
    return extent;
}

const Program& program(std::string_view name) {
    static std::map<std::string, Program, std::less<>> made;
    const auto found = made.find(name);
    if (found != made.end()) return found->second;
    return made.emplace(name, make_program(name)).first->second;
}

std::span<const std::string_view> held_programs() {
    static constexpr std::array<std::string_view, 6> names{"ryg12", "ryg13", "ryg14",
                                                           "ryg15", "ryg16", "ryg16_desempate"};
    return names;
}

std::string_view stated_program(std::string_view routine) {
    if (program("ryg16").block(routine) != nullptr) return "ryg16";
    std::string_view last;
    for (const std::string_view name : held_programs()) {
        if (program(name).block(routine) != nullptr) last = name;
    }
    return last;
}

bool has_own_routines(const Program& in, std::string_view routine) {
    std::set<std::string, std::less<>> seen;
    std::vector<std::string> next{std::string(routine)};
    while (!next.empty()) {
        const std::string name = next.back();
        next.pop_back();
        const Block* block = in.block(name);
        if (block == nullptr || !seen.insert(name).second) continue;
        if (program("ryg16").block(name) == nullptr) return true;
        next.insert(next.end(), block->uses.routines.begin(), block->uses.routines.end());
    }
    return false;
}

}  // namespace blocks
