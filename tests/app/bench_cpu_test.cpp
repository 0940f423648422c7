// `ryg bench cpu`: short runs; that all contestants compute the same, and what is no contestant.
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using program::expect_trouble;
using program::ryg;

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

const std::vector<std::string> quick{"bench", "cpu", "--rounds", "1", "--cycles", "1000000"};

std::vector<std::string> quick_with(std::initializer_list<std::string> more) {
    auto words = quick;
    words.insert(words.end(), more);
    return words;
}

TEST(BenchCpu, AllContestantsFindTheSame) {
    const auto run = ryg(quick);
    EXPECT_EQ(run.status, 0) << run.err;
    for (const char* workload : {"tree      flat", "compute   machine", "branch    machine"}) {
        EXPECT_TRUE(contains(run.out, workload)) << run.out;
    }
}

TEST(BenchCpu, ReportsAsJson) {
    const auto run = ryg(quick_with({"--workload", "compute", "--board", "flat", "--json"}));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(contains(run.out, "\"workload\": \"compute\"")) << run.out;
    EXPECT_TRUE(contains(run.out, "\"mhz\": ")) << run.out;
    EXPECT_FALSE(contains(run.out, "machine")) << run.out;
}

TEST(BenchCpu, GoesOnWithoutItsPeerUnlessThatIsAskedFor) {
    const std::vector<std::string> nowhere{"PATH=/nowhere"};
    const auto run = ryg(quick_with({"--workload", "compute"}), "", nowhere);
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(contains(run.err, "sim65 not found")) << run.err;
    EXPECT_TRUE(contains(run.out, "compute   machine")) << run.out;
    expect_trouble(ryg(quick_with({"--peer", "sim65"}), "", nowhere), "sim65 not found");
}

/// At a terminal Ctrl-C goes to the whole group. This peer presses it in the middle of its work.
TEST(BenchCpu, FinishesTheRoundWhenCtrlCIsPressedWhileThePeerRuns) {
    const program::Folder folder;
    const auto peer =
        folder.write("sim65",
                     "#!/bin/sh\ncase $1 in --version) echo peer; exit ;; esac\n"
                     "if ! test -e \"$0.pressed\"; then : >\"$0.pressed\"; kill -INT -$PPID; fi\n"
                     "PATH=${PATH#*:}\nexec sim65 \"$@\"\n");
    std::filesystem::permissions(peer, std::filesystem::perms::owner_all);
    std::vector<std::string> words{"setsid", "--wait", RYG_PROGRAM};
    for (const auto& word : quick_with({"--workload", "compute"})) words.push_back(word);
    const auto run = program::run(words, "", {"PATH=" + folder.path() + ":" + std::getenv("PATH")});
    EXPECT_EQ(run.status, 130) << run.err;
    EXPECT_TRUE(contains(run.out, "compute   sim65")) << run.out;
    EXPECT_TRUE(run.out.ends_with("\nInterrupted.\n")) << run.out;
}

TEST(BenchCpu, RefusesWhatItDoesNotKnow) {
    expect_trouble(ryg(quick_with({"--peer", "vice"})), "'vice' is no peer");
    expect_trouble(ryg(quick_with({"--workload", "chess"})), "use tree, compute or branch");
    expect_trouble(ryg(quick_with({"--board", "moon"})), "use flat, machine");
    expect_trouble(ryg({"bench", "cpu", "--rounds", "0"}), "--rounds");
    expect_trouble(ryg({"bench", "cpu", "--round", "1"}), "see ryg bench cpu --help");
    expect_trouble(ryg({"bench", "cpu", "--cycles", "many"}), "--cycles");
}

}  // namespace
}  // namespace ryg
