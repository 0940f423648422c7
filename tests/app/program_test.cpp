// The program as a whole: its help, and Ctrl-C in every verb that can take long.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

TEST(Program, SaysWhatItCanDo) {
    const auto help = expect_prints("--help", {});
    for (const std::string verb : {"verify", "search", "perft", "solve", "strength", "bench",
                                   "play", "run", "trace", "suite", "asm-info"}) {
        EXPECT_TRUE(contains(help.out, "\n  " + verb)) << verb;
        expect_prints(verb + " --help", {"Examples:", "--json"});
    }
    EXPECT_EQ(ryg("dance").status, 2);
    EXPECT_EQ(ryg("").status, 2);
    EXPECT_EQ(ryg("--version").status, 0);
}

/// Pressed as early as can be: nothing that the verb has begun may make it deaf.
Finished interrupted(const std::string& command) {
    const auto finished =
        run(words_of("'" RYG_PROGRAM "' " + command), "", {}, program::press_ctrl_c);
    EXPECT_EQ(finished.status, 130) << command << "\n" << finished.err;
    EXPECT_EQ(finished.err, "") << command;
    return finished;
}

TEST(CtrlC, EndsWhatWouldTakeForEverAndReportsInJson) {
    for (const std::string command :
         {"verify --positions 100000", "verify --game ryg3 --positions 100000",
          "verify --game hints --boards 1000000000", "perft 60", "perft 60 --engine asm",
          "search --game ryg3 --depth 20", "search --game ryg3 --depth 20 --engine native",
          "search --game ryg3 --depth 20 --version 7", "strength --depth 5 --games 1000000",
          "bench cpu --rounds 1000 --cycles 100000 --board flat",
          "bench --game hints --rounds 10000", "bench index --rounds 10000"}) {
        const auto finished = interrupted(command + " --json");
        const json report = json::parse(finished.out, nullptr, false);
        ASSERT_FALSE(report.is_discarded()) << command << "\n" << finished.out;
        EXPECT_EQ(report.value("interrupted", false), true) << command << "\n" << finished.out;
    }
}

TEST(CtrlC, EndsRunsOfPrograms) {
    const Folder folder;
    const auto prg = folder.prg("endless", endless);
    const auto counts = folder.binary(
        "counts", code("again: inc $10; bne again; inc $11; bne again; inc $12; jmp again"));
    for (const std::string& command :
         {"run --cycles 1000000000000000 " + prg,
          "trace --from $c000 --cycles 1000000000000000 " + prg,
          "suite --start 0 --success 9 --cycles 1000000000000000 " + counts,
          std::string("hash --tables host --sets 1000000")}) {
        interrupted(command);
    }
}

}  // namespace
}  // namespace ryg
