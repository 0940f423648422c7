// The tree keeps what it promises: who includes whom, first lines, sources, links, the README.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/game_verb.hpp"
#include "engine/games/ryg1/game.hpp"
#include "tests/support/planted_faults.hpp"

namespace ryg {
namespace {

namespace fs = std::filesystem;

struct File {
    std::string path;  ///< from the root of the tree, with slashes
    std::vector<std::string> lines;

    [[nodiscard]] bool is_cpp() const { return path.ends_with(".hpp") || path.ends_with(".cpp"); }
    [[nodiscard]] bool is_assembly() const {
        return path.ends_with(".s") || path.ends_with(".inc");
    }
    [[nodiscard]] bool is_below(std::string_view folder) const {
        return path.starts_with(folder) && path.size() > folder.size() &&
               path[folder.size()] == '/';
    }
};

const fs::path root = RYG_SOURCE_DIR;

File read_file(const fs::path& path) {
    File file{fs::relative(path, root).generic_string(), {}};
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) file.lines.push_back(line);
    return file;
}

std::string text_of(const char* path) {
    std::string text;
    for (const std::string& line : read_file(root / path).lines) text += line + '\n';
    return text;
}

/// All text files of the tree, sorted by path; without what is hidden, built or binary.
const std::vector<File>& files() {
    static const std::vector<File> all = [] {
        const std::set<std::string> extensions{".hpp", ".cpp", ".s",  ".inc",  ".cfg",  ".txt",
                                               ".md",  ".in",  ".sh", ".json", ".cmake"};
        std::vector<File> found{read_file(root / "ryg"), read_file(root / ".ci/run")};
        for (auto at = fs::recursive_directory_iterator(root); at != fs::end(at); ++at) {
            const std::string name = at->path().filename().string();
            if (at->is_directory()) {
                const bool built =
                    at.depth() == 0 && (name.starts_with("build") || name == "_skbuild");
                if (name.starts_with('.') || built) at.disable_recursion_pending();
            } else if (extensions.contains(at->path().extension().string())) {
                found.push_back(read_file(at->path()));
            }
        }
        std::ranges::sort(found, {}, &File::path);
        return found;
    }();
    return all;
}

/// What follows `//` or `;` in each line of a source file.
std::vector<std::string> comments(const File& file) {
    const std::string_view mark = file.is_assembly() ? ";" : "//";
    std::vector<std::string> found;
    for (const std::string& line : file.lines) {
        const auto at = line.find(mark);
        if (at != std::string::npos) found.push_back(line.substr(at + mark.size()));
    }
    return found;
}

/// The first group of every match of `pattern` in `text`.
std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
    std::vector<std::string> found;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern);
         at != std::sregex_iterator(); ++at) {
        found.push_back((*at)[1].str());
    }
    return found;
}

// --- who includes whom ----------------------------------------------------------------------------

/// A room of the house, the rooms whose headers its files may include, and the libraries.
struct Room {
    std::string_view folder;
    std::vector<std::string_view> rooms;
    std::vector<std::string_view> libraries;
};

// layer 5   app, and app/fronts   (beside the layers: examples, tests)
// layer 4   engine/games/*, and engine/games itself, which lists them
// layer 3   engine/work  engine/claims  engine/prove  engine/mutation  engine/strength
//           engine/shorten
// layer 2   c64
// layer 1   emu   engine/common   engine/games/*/native
// A file is in the first room whose folder it is below.
// clang-format off
const std::vector<Room> rooms{
    {"emu/disassemble.cpp",  {"emu"},                                                      {"fmt"}},
    {"emu/recompiler",       {"emu"},                                                      {"asmjit"}},
    {"emu",                  {"emu"},                                                      {}},
    {"c64",                  {"emu", "c64"},                                               {"fmt"}},
    {"engine/common",        {"engine/common"},                                            {}},
    {"engine/games/hints/native",    {"engine/common", "engine/games/hints/native"},       {}},
    {"engine/games/perfecto/native", {"engine/common", "engine/games/perfecto/native"},    {}},
    {"engine/games/ryg1/native",     {"engine/common", "engine/games/ryg1/native"},        {"fmt"}},
    {"engine/games/veloz/native",    {"engine/common", "engine/games/ryg1/native", "engine/games/veloz/native"}, {}},
    {"engine/games/ryg3/native",     {"engine/common", "engine/games/ryg3/native"},        {"fmt"}},
    {"engine/claims",        {"emu", "c64", "engine/common", "engine/work", "engine/claims"}, {"fmt"}},
    {"engine/prove",         {"emu", "c64", "engine/common", "engine/claims", "engine/prove"}, {"fmt", "cadical"}},
    {"engine/shorten",       {"emu", "c64", "engine/common", "engine/claims", "engine/prove", "engine/shorten"}, {"fmt"}},
    {"engine/work",          {"emu", "c64", "engine/common", "engine/work"},               {"fmt"}},
    {"engine/mutation",      {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/mutation"}, {"fmt"}},
    {"engine/strength",      {"engine/common", "engine/work", "engine/claims", "engine/strength"}, {}},
    {"engine/games/hints",   {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/games/hints"}, {"fmt"}},
    {"engine/games/perfecto", {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/games/perfecto"}, {"fmt"}},
    {"engine/games/ryg1",    {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/games/ryg1"}, {"fmt"}},
    {"engine/games/veloz",   {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/games/ryg1/native", "engine/games/veloz"}, {"fmt"}},
    {"engine/games/ryg3",    {"emu", "c64", "engine/common", "engine/claims", "engine/work", "engine/games/ryg3"}, {"fmt"}},
    {"engine/games",         {"engine"},                                                   {}},
    {"app/fronts", {"emu", "c64", "app/fronts"}, {"fmt", "nlohmann"}},
    {"app/python", {"emu", "c64", "engine", "app/python"}, {"fmt", "pybind11"}},
    {"app",      {"emu", "c64", "engine", "app"}, {"fmt", "boost", "nlohmann"}},
    {"tests/house", {"engine", "app", "tests"}, {"gtest"}},
    {"tests/app",  {"emu", "c64", "engine", "app", "tests"}, {"fmt", "gtest", "nlohmann"}},
    {"tests/fuzz", {"emu", "c64", "engine", "app", "tests"}, {"fmt"}},
    {"tests",      {"emu", "c64", "engine", "tests"},  {"fmt", "gtest", "nlohmann"}},
};
// clang-format on

const std::vector<std::string_view> libraries{"asmjit", "fmt",      "boost",  "nlohmann",
                                              "gtest",  "pybind11", "cadical"};

const Room* room_of(const File& file) {
    for (const Room& room : rooms) {
        if (file.path == room.folder || file.is_below(room.folder)) return &room;
    }
    return nullptr;
}

bool holds(const std::vector<std::string_view>& list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
}

/// What is wrong with an include of our own, or nothing.
std::string fault_in_quoted(const Room& room, const std::string& header) {
    if (!fs::exists(root / header)) return "no such file, seen from the root";
    const File target{header, {}};
    for (const std::string_view allowed : room.rooms) {
        if (target.is_below(allowed)) return "";
    }
    return std::string(room.folder) + " may not include it";
}

/// What is wrong with an include of a library, or nothing.
std::string fault_in_angled(const Room& room, const std::string& header) {
    const auto slash = header.find('/');
    const std::string library = header.substr(0, slash);
    if (slash != std::string::npos && holds(libraries, library)) {
        if (holds(room.libraries, library)) return "";
        return std::string(room.folder) + " may not use " + library;
    }
    const bool is_standard = header.find_first_of("./") == std::string::npos;
    const bool is_native = room.folder == "engine/common" || room.folder.ends_with("/native");
    if (is_native && !is_standard) return "the native engines use the standard library only";
    return "";
}

TEST(House, EveryIncludeIsOneThatTheTableAllows) {
    static const std::regex quoted(R"re(^\s*#\s*include\s*"([^"]+)")re");
    static const std::regex angled(R"re(^\s*#\s*include\s*<([^>]+)>)re");
    int seen = 0;
    for (const File& file : files()) {
        if (!file.is_cpp()) continue;
        // The examples see the installed package, and a stranger's compiler checks them.
        if (file.is_below("examples")) continue;
        const Room* room = room_of(file);
        ASSERT_NE(room, nullptr) << file.path << " is in no room of the house";
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const auto& [pattern, fault_in] :
                 {std::pair{&quoted, &fault_in_quoted}, std::pair{&angled, &fault_in_angled}}) {
                for (const std::string& header : matches(file.lines[i], *pattern)) {
                    ++seen;
                    EXPECT_EQ(fault_in(*room, header), "")
                        << file.path << ":" << i + 1 << ": " << file.lines[i];
                }
            }
        }
    }
    EXPECT_GT(seen, 100) << "the test reads no includes";
}

TEST(House, ForbiddenIncludesAreSeen) {
    const File cpu{"emu/cpu.hpp", {}}, notation{"engine/common/notation.cpp", {}};
    EXPECT_NE(fault_in_quoted(*room_of(cpu), "c64/board/machine.hpp"), "");
    EXPECT_NE(fault_in_quoted(*room_of(cpu), "bus.hpp"), "");
    EXPECT_NE(fault_in_angled(*room_of(cpu), "fmt/format.h"), "");
    EXPECT_NE(fault_in_angled(*room_of(notation), "unistd.h"), "");
    EXPECT_EQ(fault_in_angled(*room_of(notation), "vector"), "");
    EXPECT_EQ(room_of({"notes.cpp", {}}), nullptr);
}

/// By folder of a library: the folders of those that it links, as CMake wrote them.
std::map<std::string, std::vector<std::string>> link_lines() {
    std::map<std::string, std::vector<std::string>> lines;
    std::ifstream file(fs::path(RYG_BINARY_DIR) / "link_lines.txt");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string folder;
        words >> folder;
        for (std::string linked; words >> linked;) lines[folder].push_back(linked);
        lines[folder].push_back(folder);
    }
    return lines;
}

TEST(House, LibrariesLinkWhatTheTableAllowsAndAllOfIt) {
    const auto lines = link_lines();
    EXPECT_GT(lines.size(), 12U);
    for (const auto& [folder, linked] : lines) {
        const Room* room = room_of({folder + "/any.cpp", {}});
        ASSERT_NE(room, nullptr) << folder;
        std::set<std::string> reached;
        const auto reach = [&](const auto& self, const std::string& from) -> void {
            if (!reached.insert(from + "/").second || !lines.contains(from)) return;
            for (const std::string& next : lines.at(from)) self(self, next);
        };
        reach(reach, folder);
        const auto is_in = [](const std::string& path, std::string_view allowed) {
            return path.starts_with(std::string(allowed) + "/");
        };
        for (const std::string& next : linked) {
            EXPECT_TRUE(std::ranges::any_of(
                room->rooms, [&](std::string_view allowed) { return is_in(next + "/", allowed); }))
                << folder << " may not link " << next;
        }
        for (const std::string_view allowed : room->rooms) {
            EXPECT_TRUE(std::ranges::any_of(
                reached, [&](const std::string& path) { return is_in(path, allowed); }))
                << folder << " includes " << allowed << " and does not link it";
        }
    }
}

/// The layer of each folder in the picture of CONTRIBUTING.md.
std::map<std::string, int> layers_of_the_picture() {
    static const std::regex word(R"(((?:[a-z0-9_]+/)+)(?:\{([a-z0-9_,]+)\}/)?)");
    std::map<std::string, int> layers;
    std::istringstream page(text_of("CONTRIBUTING.md"));
    std::string line, first;
    for (int layer = 0; std::getline(page, line) && (layer == 0 || line != "```");) {
        if (line.starts_with("layer ")) {
            layer = line[6] - '0';
            first.clear();
        }
        if (layer == 0) continue;
        line.resize(std::min(line.find(':'), line.size()));  // after it: what a folder has in it
        for (auto at = std::sregex_iterator(line.begin(), line.end(), word);
             at != std::sregex_iterator(); ++at) {
            std::istringstream names((*at)[2].matched ? (*at)[2].str() : std::string("."));
            for (std::string name; std::getline(names, name, ',');) {
                const std::string path = (*at)[1].str() + (name == "." ? "" : name + "/");
                const bool is_inside = !first.empty() && fs::exists(root / (first + path));
                if (is_inside) layers.erase(first);
                layers[is_inside ? first + path : path] = layer;
                if (first.empty()) first = path;
            }
        }
    }
    return layers;
}

/// The layer of a folder, of the folder that contains it, or the highest layer in it; 0 if there is
/// none.
int layer_of(const std::map<std::string, int>& layers, const std::string& folder) {
    int highest = 0;
    for (const auto& [shown, layer] : layers) {
        if ((folder + "/").starts_with(shown)) return layer;
        if (shown.starts_with(folder + "/")) highest = std::max(highest, layer);
    }
    return highest;
}

TEST(House, ThePictureHasTheFoldersOfTheTableOnTheirLayers) {
    const auto layers = layers_of_the_picture();
    for (const auto& [folder, layer] : layers) EXPECT_TRUE(fs::is_directory(root / folder));
    for (const Room& room : rooms) {
        if (room.folder.starts_with("tests")) continue;
        const int layer = layer_of(layers, std::string(room.folder));
        EXPECT_GT(layer, 0) << room.folder << " is not in the picture";
        for (const std::string_view allowed : room.rooms) {
            EXPECT_LE(layer_of(layers, std::string(allowed)), layer)
                << room.folder << " includes " << allowed << ", which is on a higher layer";
        }
    }
    for (const auto& entry : fs::directory_iterator(root / "c64")) {
        if (!entry.is_directory()) continue;
        const std::string folder = "c64/" + entry.path().filename().string();
        EXPECT_GT(layer_of(layers, folder), 0) << folder << " is not in the picture";
    }
}

// --- comments and documents -----------------------------------------------------------------------

TEST(House, LineOneOfEverySourceFileSaysWhatItIs) {
    static const std::regex cpp(R"(// \S.*[.:?](\s+\[[A-Z0-9]+\])*)");
    static const std::regex assembly(R"(; \S.{10,})");
    for (const File& file : files()) {
        if (!file.is_cpp() && !file.is_assembly()) continue;
        ASSERT_GE(file.lines.size(), 2U) << file.path;
        std::string first = file.lines[0];
        if (first.size() > 90 && file.lines[1].starts_with("// ")) {
            first += file.lines[1].substr(2);  // a sentence of two lines
        }
        EXPECT_TRUE(std::regex_match(first, file.is_cpp() ? cpp : assembly))
            << file.path << ":1: not a comment of one sentence: " << first;
    }
}

/// Whether a file of the namespace before the last one or two words declares these.
bool is_declared(const std::string& name) {
    const auto parts = matches(name, std::regex("([A-Za-z0-9_]+)"));
    const auto declares = [](const std::string& text, const std::string& word) {
        return std::regex_search(
            text, std::regex("\\b(class|struct) " + word + "\\b|[\\w&>\\]] " + word + "\\("));
    };
    for (const std::size_t words : {1U, 2U}) {
        if (parts.size() <= words) break;
        std::string space = "namespace ryg";
        for (std::size_t i = 0; i + words < parts.size(); ++i) space += "::" + parts[i];
        for (const File& file : files()) {
            const auto opens = [&](const std::string& line) { return line == space + " {"; };
            if (!file.is_cpp() || !file.is_below("engine") ||
                std::ranges::none_of(file.lines, opens)) {
                continue;
            }
            const std::string text = text_of(file.path.c_str());
            if (declares(text, parts.back()) &&
                (words == 1 || declares(text, parts[parts.size() - 2]))) {
                return true;
            }
        }
    }
    return false;
}

/// A block's Native names functions and types that are there.
TEST(House, NativesOfHeaderBlocksExist) {
    std::map<std::string, std::string> names;
    for (const File& file : files()) {
        if (!file.is_assembly()) continue;
        for (const std::string& line : file.lines) {
            if (!line.starts_with("; Native ")) continue;
            for (const auto& name : matches(line, std::regex("(engine::[A-Za-z0-9_:]+)"))) {
                names[name] = file.path + ": " + line;
            }
        }
    }
    for (const auto& [name, where] : names) EXPECT_TRUE(is_declared(name)) << where;
    EXPECT_FALSE(is_declared("engine::ryg1::HashedBoard::make"));
    EXPECT_GT(names.size(), 40U);
}

TEST(House, EveryHeaderIsReadOnce) {
    for (const File& file : files()) {
        if (!file.path.ends_with(".hpp")) continue;
        EXPECT_EQ(std::ranges::count(file.lines, "#pragma once"), 1) << file.path;
    }
}

// A key is written after what it vouches for, `... in the wrong page.  [HM]`, so a[N] is not a key.
TEST(House, EverySourceKeyIsResolvedAndEveryResolvedOneIsUsed) {
    static const std::regex key(R"((?:^|[\s(\]])\[([A-Z0-9]*[A-Z][A-Z0-9]+)\])");
    static const std::regex resolved(R"(^\| \[([A-Z0-9]+)\] \|)");
    std::set<std::string> used, known;
    for (const File& file : files()) {
        if (file.path == "docs/accuracy.md") {
            for (const std::string& line : file.lines) {
                for (const std::string& name : matches(line, resolved)) known.insert(name);
            }
        }
        if (!file.is_cpp() && !file.is_assembly()) continue;
        for (const std::string& comment : comments(file)) {
            for (const std::string& name : matches(comment, key)) {
                if (used.insert(name).second) RecordProperty(name, file.path);
            }
        }
    }
    for (const std::string& name : used) {
        EXPECT_TRUE(known.contains(name)) << "[" << name << "] is not in docs/accuracy.md";
    }
    for (const std::string& name : known) {
        EXPECT_TRUE(used.contains(name)) << "nothing in the code rests on [" << name << "]";
    }
    EXPECT_FALSE(used.empty());
}

TEST(House, LinksInTheDocumentsLeadSomewhere) {
    static const std::regex link(R"(\]\(([^)#:\s]+)(?:#[^)]*)?\))");
    for (const File& file : files()) {
        if (!file.path.ends_with(".md")) continue;
        const auto folder = (root / file.path).parent_path();
        for (const std::string& line : file.lines) {
            for (const std::string& target : matches(line, link)) {
                EXPECT_TRUE(fs::exists(folder / target)) << file.path << ": " << target;
            }
        }
    }
}

TEST(House, EveryExampleIsInTheOverviewOfTheLibraries) {
    const std::string overview = text_of("docs/api.md");
    for (const File& file : files()) {
        if (!file.is_below("examples") || !file.is_cpp()) continue;
        EXPECT_NE(overview.find("](../" + file.path + ")"), std::string::npos) << file.path;
    }
}

TEST(House, NoFileKnowsWhereItWasWritten) {
    static const std::regex absolute("(^|[^a-z])/(ho|wo|ro|Us)(me|rk|ot|ers)/");
    for (const File& file : files()) {
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            EXPECT_FALSE(std::regex_search(file.lines[i], absolute))
                << file.path << ":" << i + 1 << ": " << file.lines[i];
        }
    }
}

TEST(House, TheContainerfileRunsTheTwoCommandsOfTheReadme) {
    const std::string readme = text_of("README.md");
    const auto begin = readme.find("```sh\n") + 6;
    std::istringstream commands(readme.substr(begin, readme.find("```", begin) - begin));
    std::vector<std::string> expected;
    for (std::string line; std::getline(commands, line);) expected.push_back(line);
    EXPECT_EQ(matches(text_of("Containerfile"), std::regex("\nRUN ([^\n]+)")), expected);
    EXPECT_EQ(expected.size(), 2U);
}

TEST(House, EveryJobOfAWorkflowIsACheckoutAndAScriptOfTheTree) {
    static const std::regex step(R"(\n +- ([^\n]+))"), script(R"(run: (?:\./)?(\S+))");
    int seen = 0;
    for (const auto& entry : fs::directory_iterator(root / ".github/workflows")) {
        std::string text = text_of(entry.path().c_str());
        text.erase(0, text.find("\njobs:"));
        const auto steps = matches(text, step);
        ASSERT_EQ(steps.size(), 2U) << entry.path();
        EXPECT_TRUE(steps[0].starts_with("uses: actions/checkout@")) << steps[0];
        const auto scripts = matches(steps[1], script);
        ASSERT_EQ(scripts.size(), 1U) << steps[1];
        EXPECT_TRUE(text_of(scripts[0].c_str()).starts_with("#!")) << scripts[0];
        ++seen;
    }
    EXPECT_EQ(seen, 4);
}

TEST(House, EveryFaultOfTheTableHasOnePlaceInItsFile) {
    const File table = read_file(root / "tests/faults/faults.tsv");
    for (std::size_t i = 1; i < table.lines.size(); ++i) {
        const auto cells = matches(table.lines[i] + '\t', std::regex("([^\t]*)\t"));
        ASSERT_EQ(cells.size(), 5U) << table.lines[i];
        const std::string source = text_of(cells[0].c_str());
        const std::string there = std::regex_replace(cells[2], std::regex(R"(\\n)"), "\n");
        const auto at = source.find(there);
        EXPECT_NE(at, source.npos) << cells[0] << ": " << cells[1];
        EXPECT_EQ(at, source.rfind(there)) << cells[0] << ": " << cells[1] << ", more than once";
    }
}

TEST(House, TheReadmeShowsTheReportOfAPlantedFault) {
    const c64::Image faulty = tests::faulty_ryg16(3);
    const auto result = tests::verify(
        "ryg16", {{"depth", "2"}, {"position", "c1c1c1c1/8/8/8/8/8/2M5/8 b"}}, &faulty);
    ASSERT_TRUE(result.first.has_value());
    app::program() = {
        .name = "ryg", .about = "", .games = {&engine::ryg1_game()}, .own = {}, .called = "./ryg"};
    const std::string report =
        describe(*result.first, app::command_line("verify", result.first->again));
    EXPECT_NE(text_of("README.md").find(report), std::string::npos)
        << "the README should show this:\n"
        << report;
}

}  // namespace
}  // namespace ryg
