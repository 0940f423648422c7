// Holds every #include in the tree to the table of who may include whom.
#include <array>
#include <gtest/gtest.h>

#include "tests/house_tree.hpp"

namespace {

using house::File;

/// A room of the house, the rooms whose headers its files may include, and the libraries.
struct Room {
    std::string_view folder;
    std::vector<std::string_view> rooms;
    std::vector<std::string_view> libraries;
};

// floor 4   app   (beside the house: examples, tests)
// floor 3   engine/crosscheck
// floor 2   c64
// floor 1   emu   engine/native
// clang-format off
const std::vector<Room> rooms{
    {"emu",               {"emu"},                                             {}},
    {"c64",               {"emu", "c64"},                                      {"fmt"}},
    {"engine/native",     {"engine/native"},                                   {}},
    {"engine/crosscheck", {"emu", "c64", "engine/native", "engine/crosscheck"}, {"fmt"}},
    {"app",      {"emu", "c64", "engine/native", "engine/crosscheck", "app"},
                 {"fmt", "boost", "nlohmann"}},
    {"tests",    {"emu", "c64", "engine/native", "engine/crosscheck", "tests"},
                 {"fmt", "gtest"}},
    {"examples", {"emu", "c64", "engine/native", "engine/crosscheck"},         {"fmt"}},
};
// clang-format on

// In emu only text needs fmt, and only the disassembler makes text.
constexpr std::string_view may_also_use_fmt = "emu/disassemble.cpp";
// The tests of the program read the JSON that it prints, or talk to it in JSON.
constexpr std::array<std::string_view, 2> may_also_use_nlohmann{"tests/app_", "tests/dap_"};
// The debugger's fronts are tested and fuzzed from inside, and so are the p-values of `ryg hash`:
// which tests look into which folder.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> may_look_into{
    {{"tests/binmon_", "app/binary_monitor"},
     {"tests/fuzz_binary_monitor", "app/binary_monitor"},
     {"tests/fuzz_dap", "app/dap"},
     {"tests/app_hash_", "app"}}};

const std::vector<std::string_view> libraries{"fmt", "boost", "nlohmann", "gtest"};

const Room* room_of(const File& file) {
    for (const Room& room : rooms) {
        if (file.is_below(room.folder)) return &room;
    }
    return nullptr;
}

bool holds(const std::vector<std::string_view>& list, std::string_view name) {
    return std::ranges::find(list, name) != list.end();
}

/// What is wrong with an include of our own, or nothing.
std::string fault_in_quoted(const File& file, const Room& room, const std::string& header) {
    const std::filesystem::path root = RYG_SOURCE_DIR;
    if (!std::filesystem::exists(root / header)) return "no such file, seen from the root";
    const File target{header, {}};
    for (const std::string_view allowed : room.rooms) {
        if (target.is_below(allowed)) return "";
    }
    for (const auto& [start, folder] : may_look_into) {
        if (file.path.starts_with(start) && target.is_below(folder)) return "";
    }
    return std::string(room.folder) + " may not include it";
}

/// What is wrong with an include of a library, or nothing.
std::string fault_in_angled(const File& file, const Room& room, const std::string& header) {
    const auto slash = header.find('/');
    const std::string library = header.substr(0, slash);
    if (slash != std::string::npos && holds(libraries, library)) {
        if (holds(room.libraries, library)) return "";
        if (library == "fmt" && file.path == may_also_use_fmt) return "";
        for (const std::string_view start : may_also_use_nlohmann) {
            if (library == "nlohmann" && file.path.starts_with(start)) return "";
        }
        return std::string(room.folder) + " may not use " + library;
    }
    const bool is_standard = header.find_first_of("./") == std::string::npos;
    if (room.folder == "engine/native" && !is_standard) {
        return "engine/native uses the standard library only";
    }
    return "";
}

TEST(House, EveryIncludeIsOneThatTheTableAllows) {
    static const std::regex quoted(R"re(^\s*#\s*include\s*"([^"]+)")re");
    static const std::regex angled(R"re(^\s*#\s*include\s*<([^>]+)>)re");
    int seen = 0;
    for (const File& file : house::all_files()) {
        if (!file.is_cpp()) continue;
        const Room* room = room_of(file);
        ASSERT_NE(room, nullptr) << file.path << " is in no room of the house";
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const auto& [pattern, fault_in] :
                 {std::pair{&quoted, &fault_in_quoted}, std::pair{&angled, &fault_in_angled}}) {
                for (const std::string& header : house::matches(file.lines[i], *pattern)) {
                    ++seen;
                    EXPECT_EQ(fault_in(file, *room, header), "")
                        << file.path << ":" << i + 1 << ": " << file.lines[i];
                }
            }
        }
    }
    EXPECT_GT(seen, 100) << "the test reads no includes";
}

TEST(House, ForbiddenIncludesAreSeen) {
    const File cpu{"emu/cpu.hpp", {}}, notation{"engine/native/notation.cpp", {}};
    EXPECT_NE(fault_in_quoted(cpu, *room_of(cpu), "c64/machine.hpp"), "");
    EXPECT_NE(fault_in_quoted(cpu, *room_of(cpu), "bus.hpp"), "");
    EXPECT_NE(fault_in_angled(cpu, *room_of(cpu), "fmt/format.h"), "");
    EXPECT_NE(fault_in_angled(notation, *room_of(notation), "unistd.h"), "");
    EXPECT_EQ(fault_in_angled(notation, *room_of(notation), "vector"), "");
    EXPECT_EQ(room_of({"engine/asm/notes.cpp", {}}), nullptr);
}

}  // namespace
