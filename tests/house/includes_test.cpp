// Holds every #include in the tree to the table of who may include whom.
#include <gtest/gtest.h>

#include "tests/house/tree.hpp"

namespace ryg {
namespace {

using house::File;

/// A room of the house, the rooms whose headers its files may include, and the libraries.
struct Room {
    std::string_view folder;
    std::vector<std::string_view> rooms;
    std::vector<std::string_view> libraries;
};

// floor 5   app, and app/fronts   (beside the house: examples, tests)
// floor 4   engine/ryg  engine/ryg3  engine/hints  engine/strength, and engine itself, which lists them
// floor 3   engine/harness  engine/contracts
// floor 2   c64
// floor 1   emu   engine/common   engine/*/native
// A file is in the first room whose folder it is below.
// clang-format off
const std::vector<Room> rooms{
    {"emu/disassemble.cpp",  {"emu"},                                                      {"fmt"}},
    {"emu",                  {"emu"},                                                      {}},
    {"c64",                  {"emu", "c64"},                                               {"fmt"}},
    {"engine/common",        {"engine/common"},                                            {}},
    {"engine/hints/native",  {"engine/common", "engine/hints/native"},                     {}},
    {"engine/ryg/native",    {"engine/common", "engine/ryg/native"},                       {}},
    {"engine/ryg3/native",   {"engine/common", "engine/ryg3/native"},                      {}},
    {"engine/contracts",     {"emu", "c64", "engine/common", "engine/contracts"},          {"fmt"}},
    {"engine/harness",       {"emu", "c64", "engine/common", "engine/harness"},            {"fmt"}},
    {"engine/hints",         {"emu", "c64", "engine/common", "engine/harness", "engine/contracts", "engine/hints"}, {"fmt"}},
    {"engine/ryg",           {"emu", "c64", "engine/common", "engine/harness", "engine/contracts", "engine/ryg"},   {"fmt"}},
    {"engine/ryg3",          {"emu", "c64", "engine/common", "engine/harness", "engine/contracts", "engine/ryg3"},  {"fmt"}},
    {"engine/strength",      {"engine/common", "engine/harness", "engine/strength"},       {}},
    {"engine",               {"emu", "c64", "engine"},                                     {"fmt"}},
    {"app/fronts", {"emu", "c64", "engine/harness", "app/fronts"}, {"fmt", "nlohmann"}},
    {"app",      {"emu", "c64", "engine", "app"}, {"fmt", "boost", "nlohmann"}},
    {"tests/house", {"engine", "app", "tests"}, {"gtest"}},
    {"tests/app",  {"emu", "c64", "engine", "app", "tests"}, {"fmt", "gtest", "nlohmann"}},
    {"tests/fuzz", {"emu", "c64", "engine", "app", "tests"}, {"fmt"}},
    {"tests",      {"emu", "c64", "engine", "tests"},  {"fmt", "gtest", "nlohmann"}},
};
// clang-format on

const std::vector<std::string_view> libraries{"fmt", "boost", "nlohmann", "gtest"};

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
    const std::filesystem::path root = RYG_SOURCE_DIR;
    if (!std::filesystem::exists(root / header)) return "no such file, seen from the root";
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
    for (const File& file : house::all_files()) {
        if (!file.is_cpp()) continue;
        // The examples see the installed package, and a stranger's compiler checks them.
        if (file.is_below("examples")) continue;
        const Room* room = room_of(file);
        ASSERT_NE(room, nullptr) << file.path << " is in no room of the house";
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const auto& [pattern, fault_in] :
                 {std::pair{&quoted, &fault_in_quoted}, std::pair{&angled, &fault_in_angled}}) {
                for (const std::string& header : house::matches(file.lines[i], *pattern)) {
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

}  // namespace
}  // namespace ryg
