// Comments and documents keep what they promise: first lines, sources, links, no one's paths.
#include <gtest/gtest.h>
#include <set>

#include "tests/house/tree.hpp"

namespace ryg {
namespace {

using house::File;
namespace fs = house::fs;

const std::vector<File>& files() {
    static const std::vector<File> all = house::all_files();
    return all;
}

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

TEST(House, EveryHeaderIsReadOnce) {
    for (const File& file : files()) {
        if (!file.ends_with(".hpp")) continue;
        EXPECT_EQ(std::ranges::count(file.lines, "#pragma once"), 1) << file.path;
    }
}

// A key is written after what it vouches for, `... in the wrong page.  [HM]`, so a[N] is not a key.
TEST(House, EverySourceKeyIsResolvedAndEveryResolvedOneIsUsed) {
    static const std::regex key(R"((?:^|[\s(\]])\[([A-Z0-9]*[A-Z][A-Z0-9]+)\])");
    static const std::regex resolved(R"(^\| \[([A-Z0-9]+)\] \|)");
    std::set<std::string> used, known;
    for (const File& file : files()) {
        if (file.path == "docs/sources.md") {
            for (const std::string& line : file.lines) {
                for (const std::string& name : house::matches(line, resolved)) known.insert(name);
            }
        }
        if (!file.is_cpp() && !file.is_assembly()) continue;
        if (file.path.starts_with("tests/house_")) continue;
        for (const std::string& comment : house::comments(file)) {
            for (const std::string& name : house::matches(comment, key)) {
                if (used.insert(name).second) RecordProperty(name, file.path);
            }
        }
    }
    for (const std::string& name : used) {
        EXPECT_TRUE(known.contains(name)) << "[" << name << "] is not in docs/sources.md";
    }
    for (const std::string& name : known) {
        EXPECT_TRUE(used.contains(name)) << "nothing in the code rests on [" << name << "]";
    }
    EXPECT_FALSE(used.empty());
}

TEST(House, LinksInTheDocumentsLeadSomewhere) {
    static const std::regex link(R"(\]\(([^)#:\s]+)(?:#[^)]*)?\))");
    for (const File& file : files()) {
        if (!file.ends_with(".md")) continue;
        const auto folder = (fs::path(RYG_SOURCE_DIR) / file.path).parent_path();
        for (const std::string& line : file.lines) {
            for (const std::string& target : house::matches(line, link)) {
                EXPECT_TRUE(fs::exists(folder / target)) << file.path << ": " << target;
            }
        }
    }
}

TEST(House, EveryExampleIsInTheOverviewOfTheLibraries) {
    const fs::path root = RYG_SOURCE_DIR;
    std::string overview;
    for (const std::string& line : house::read_file(root, root / "docs/api.md").lines) {
        overview += line + '\n';
    }
    for (const File& file : files()) {
        if (!file.is_below("examples") || !file.is_cpp()) continue;
        EXPECT_NE(overview.find("](../" + file.path + ")"), std::string::npos) << file.path;
    }
}

// Written in two halves, so that this file is not the one that it finds.
TEST(House, NoFileKnowsWhereItWasWritten) {
    const std::vector<std::string> roots{
        "/ho"
        "me/",
        "/wo"
        "rk/",
        "/ro"
        "ot/",
        "/Us"
        "ers/"};
    for (const File& file : files()) {
        for (std::size_t i = 0; i < file.lines.size(); ++i) {
            for (const std::string& root : roots) {
                EXPECT_EQ(file.lines[i].find(root), std::string::npos)
                    << file.path << ":" << i + 1 << ": " << file.lines[i];
            }
        }
    }
}

}  // namespace
}  // namespace ryg
