// Ctrl-C in every verb that can take long: status 130, and what was done until then is reported.
#include "tests/support/json.hpp"
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using Words = std::vector<std::string>;
using nlohmann::json;
using program::Folder;

/// Pressed as early as can be: nothing that the verb has begun may make it deaf.
program::Finished interrupted(const Words& verb) {
    Words words{RYG_PROGRAM};
    words.insert(words.end(), verb.begin(), verb.end());
    return program::run(words, "", {}, program::press_ctrl_c);
}

std::string joined(const Words& words) {
    std::string text = "ryg";
    for (const std::string& word : words) text += ' ' + word;
    return text;
}

TEST(CtrlC, EndsWhatWouldTakeForEverAndReportsInJson) {
    for (const Words& verb :
         {Words{"verify", "--positions", "100000"},
          {"verify", "--game", "ryg3", "--positions", "100000"},
          {"verify", "--game", "hints", "--boards", "1000000000"},
          {"perft", "60"},
          {"perft", "60", "--engine", "asm"},
          {"search", "--game", "ryg3", "--depth", "20"},
          {"search", "--game", "ryg3", "--depth", "20", "--engine", "native"},
          {"search", "--game", "ryg3", "--depth", "20", "--version", "7"},
          {"strength", "--depth", "5", "--games", "1000000"},
          {"bench", "cpu", "--rounds", "1000", "--cycles", "100000", "--board", "flat"},
          {"bench", "hints", "--rounds", "10000"},
          {"bench", "index", "--rounds", "10000"}}) {
        Words words = verb;
        words.emplace_back("--json");
        const auto run = interrupted(words);
        EXPECT_EQ(run.status, 130) << joined(words) << "\n" << run.err;
        EXPECT_EQ(run.err, "") << joined(words);
        const json report = json::parse(run.out, nullptr, false);
        ASSERT_FALSE(report.is_discarded()) << joined(words) << "\n" << run.out;
        EXPECT_EQ(report.value("interrupted", false), true) << joined(words) << "\n" << run.out;
    }
}

TEST(CtrlC, EndsRunsOfPrograms) {
    const Folder folder;
    const auto prg = folder.prg("endless", "@1:     inc $02\n        jmp @1\n");
    const auto counts =
        folder.binary("counts",
                      "again:  inc $10\n        bne again\n        inc $11\n        bne again\n"
                      "        inc $12\n        jmp again\n");
    for (const Words& verb :
         {Words{"run", prg, "--cycles", "1000000000000000"},
          {"trace", prg, "--from", "$c000", "--cycles", "1000000000000000"},
          {"suite", counts, "--start", "0", "--success", "9", "--cycles", "1000000000000000"},
          {"hash", "--tables", "host", "--sets", "1000000"}}) {
        const auto run = interrupted(verb);
        EXPECT_EQ(run.status, 130) << joined(verb) << "\n" << run.err;
        EXPECT_EQ(run.err, "") << joined(verb);
    }
}

}  // namespace
}  // namespace ryg
