// A program of one's own, whose game brings little.
#include "app/run.hpp"
#include "engine/claims/game.hpp"
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using program::Folder;

/// Runs a command line of a program with one game that has no verbs, and ends with its exit status.
[[noreturn]] void run_bare(std::vector<std::string> words) {
    static const claims::Game bare{.name = "bare", .programs = {}};
    words.insert(words.begin(), "own");
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    std::exit(ryg::run(static_cast<int>(words.size()), pointers.data(), {&bare}));
}

TEST(OwnProgramDeathTest, SaysWhatItsGameLacks) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    for (const std::string verb : {"verify", "search", "bench", "perft", "play"}) {
        EXPECT_EXIT(run_bare({verb}), testing::ExitedWithCode(2), "lacks the member `" + verb + "`")
            << verb;
    }
    EXPECT_EXIT(run_bare({"debug"}), testing::ExitedWithCode(2), "give FILE");
    EXPECT_EXIT(run_bare({"debug", "--help"}), testing::ExitedWithCode(0), "");
}

TEST(OwnProgramDeathTest, DebugsFilesAllTheSame) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const Folder folder;
    const std::string prg = folder.write("a.prg", std::string("\x00\x10\x60", 3));
    const std::string script = folder.write("script", "r\n");
    EXPECT_EXIT(run_bare({"debug", prg, "--start", "4096", "--commands", script}),
                testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ryg
