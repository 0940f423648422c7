// Reads the .s files with their `.if` sections, and joins them to what was assembled from them.
#include "tests/engine/contracts/source.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <regex>

#include "engine/programs.hpp"

namespace ryg::blocks {
namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    if (lines.empty()) throw BlockError(fmt::format("{}: cannot be read", path.string()));
    return lines;
}

/// `VERSION >= 13`, `FALLO = 1`, `DESEMPATE`.
bool holds_one(const std::string& condition, const Options& options) {
    static const std::regex form(R"((VERSION|FALLO|FAULT|DESEMPATE)(?: (>=|<=|<>|=) ([0-9]+))?)");
    std::smatch parts;
    if (!std::regex_match(condition, parts, form)) {
        throw BlockError("cannot work out the condition: .if " + condition);
    }
    const int value = parts[1] == "VERSION"     ? options.version
                      : parts[1] == "DESEMPATE" ? options.desempate
                                                : options.fault;
    if (!parts[2].matched) return value != 0;
    const int number = std::stoi(parts[3].str());
    if (parts[2] == ">=") return value >= number;
    if (parts[2] == "<=") return value <= number;
    return (value == number) == (parts[2] == "=");
}

/// `VERSION = 8 .or VERSION = 9`, or one of them alone.
bool holds(const std::string& condition, const Options& options) {
    constexpr std::string_view word = " .or ";
    const auto end = condition.find(word);
    const bool first = holds_one(condition.substr(0, end), options);
    if (end == std::string::npos) return first;
    return holds(condition.substr(end + word.size()), options) || first;
}

/// The name taken apart.
Options options_of(std::string_view name) {
    static const std::regex second("ryg3(?:-([0-9]+))?(?:_fault([0-9]))?");
    static const std::regex first("ryg([0-9]+)(_desempate)?(?:_fallo([0-9]))?");
    std::cmatch parts;
    const auto number = [&parts](std::size_t i, int otherwise) {
        return parts[i].matched ? std::stoi(parts[i].str()) : otherwise;
    };
    if (std::regex_match(name.begin(), name.end(), parts, second)) {
        return {.folder = "ryg3", .version = number(1, 11), .fault = number(2, 0)};
    }
    if (std::regex_match(name.begin(), name.end(), parts, first)) {
        return {.version = number(1, 0), .desempate = parts[2].matched, .fault = number(3, 0)};
    }
    throw BlockError(fmt::format("there is no program {}", name));
}

/// All labels of the programs that are held, by folder.
const std::set<std::string, std::less<>>& labels_of_family(const std::string& folder) {
    static std::map<std::string, std::set<std::string, std::less<>>> all;
    auto& labels = all[folder];
    if (!labels.empty()) return labels;
    for (const std::string_view name : held_programs()) {
        if (options_of(name).folder != folder) continue;
        const c64::Image image = c64::from_embedded(*crosscheck::find_program(name));
        for (const c64::Label& label : image.labels.all()) labels.insert(label.name);
    }
    return labels;
}

/// A variable that other versions have adds nothing to the blocks of one that lacks it.
void leave_out_what_others_have(Program& program) {
    const auto& known = labels_of_family(program.options.folder);
    const auto is_missing = [&](const std::string& symbol) {
        const std::string first = symbol.substr(0, symbol.find_first_of(".["));
        return known.contains(first) && !program.image.labels.find(first);
    };
    for (auto& [name, block] : program.source.blocks) {
        for (auto* entries : {&block.in, &block.out}) {
            std::erase_if(*entries, [&](const Entry& e) { return is_missing(e.symbol); });
        }
        std::erase_if(block.uses.items, is_missing);
    }
}

Program make_program(std::string_view name) {
    const c64::EmbeddedImage* embedded = crosscheck::find_program(name);
    if (embedded == nullptr) throw BlockError(fmt::format("there is no program {}", name));
    Program made;
    made.name = name;
    made.options = options_of(name);
    made.image = c64::from_embedded(*embedded);
    made.source = read_source(made.options);
    made.code = segment(*embedded, "CODE");
    if (made.options.folder == "ryg3") {
        made.version = engine::Version::v16;  // has no trees
        const bool has_history = made.options.version >= 11;
        made.data = {segment(*embedded, "PAGES").begin,
                     segment(*embedded, has_history ? "HISTORY" : "DATA").end};
        made.tree_memory = {made.data.end, 0xa000};
        leave_out_what_others_have(made);
    } else {
        made.version = engine::version_from(made.options.version);
        made.data = {segment(*embedded, "DATA").begin, segment(*embedded, "ARBOL").end};
        made.tree_memory = {made.data.end, made.options.version >= 16 ? 0xd000U : 0xa000U};
    }
    return made;
}

}  // namespace

Extent segment(const c64::EmbeddedImage& image, std::string_view name) {
    // seg	id=0,name="CODE",start=0x00080E,size=0x0A2B,...
    const std::string text(image.debug.begin(), image.debug.end());
    const auto number_behind = [&](std::string_view words, std::size_t from) {
        const auto at = text.find(words, from);
        if (at == std::string::npos) {
            throw BlockError(fmt::format("no segment {} in the debug file", name));
        }
        return static_cast<unsigned>(std::stoul(text.substr(at + words.size(), 8), nullptr, 16));
    };
    const std::string start = fmt::format(",name=\"{}\",start=0x", name);
    const unsigned begin = number_behind(start, 0);
    return {begin, begin + number_behind(",size=0x", text.find(start))};
}

std::vector<std::string> source_files(const std::string& folder) {
    const auto path = std::filesystem::path(RYG_SOURCE_DIR) / "engine" / folder / "asm";
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        if (entry.path().extension() == ".s") names.push_back(entry.path().string());
    }
    std::ranges::sort(names);
    return names;
}

std::vector<Line> assembled_lines(std::span<const std::string> lines, const Options& options) {
    static const std::regex conditional(R"(\s*\.(if|elseif|else|endif)\b\s*([^;]*?)\s*(?:;.*)?)");
    static const std::regex macro(R"(\.(macro|endmacro)\b.*)");
    struct Branch {
        bool taken, done;  ///< this one; this one or one before
    };
    std::vector<Line> assembled;
    std::vector<Branch> branches{{true, true}};  // innermost last
    bool in_macro = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch parts;
        const bool directive = lines[i].find('.') != std::string::npos;
        if (directive && std::regex_match(lines[i], parts, macro)) {
            in_macro = parts[1] == "macro";
        } else if (in_macro) {
            continue;  // what it says is assembled elsewhere
        } else if (!directive || !std::regex_match(lines[i], parts, conditional)) {
            if (std::ranges::all_of(branches, &Branch::taken)) {
                assembled.push_back({i + 1, lines[i]});
            }
        } else if (parts[1] == "if") {
            const bool taken = holds(parts[2].str(), options);
            branches.push_back({taken, taken});
        } else if (branches.size() == 1) {
            throw BlockError(fmt::format("line {}: .{} without .if", i + 1, parts[1].str()));
        } else if (parts[1] == "endif") {
            branches.pop_back();
        } else {
            Branch& last = branches.back();
            last.taken = !last.done && (parts[1] == "else" || holds(parts[2].str(), options));
            last.done |= last.taken;
        }
    }
    return assembled;
}

void read_lines(std::span<const Line> lines, std::string_view file, Source& source) {
    static const std::regex ruler("; -{70,}");
    static const std::regex call(R"((?:\S+:)?\s+jsr\s+([A-Za-z]\w*).*)");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch parts;
        const auto has = [&](std::string_view word) {  // far quicker than the expressions
            return lines[i].text.find(word) != std::string::npos;
        };
        if (!has("jsr") && !has("; -----")) continue;
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
    for (const std::string& path : source_files(options.folder)) {
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
    const auto dots = symbol.find("..");
    if (dots != std::string_view::npos) {
        return {variable(symbol.substr(0, dots)).begin, variable(symbol.substr(dots + 2)).end};
    }
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
    static constexpr std::array<std::string_view, 13> names{
        "ryg12",           "ryg13",   "ryg14",   "ryg15",   "ryg16",
        "ryg16_desempate", "ryg3-03", "ryg3-04", "ryg3-07", "ryg3-08",
        "ryg3-09",         "ryg3-10", "ryg3"};
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

}  // namespace ryg::blocks
