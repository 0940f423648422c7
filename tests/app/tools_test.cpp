// What holds for every verb: Ctrl-C in those that can take long, and how far they have come.
#include <chrono>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

/// At a terminal Ctrl-C goes to the whole group. This peer presses it in the middle of its work.
TEST(BenchCpu, EndsAtOnceWhenCtrlCIsPressedWhileThePeerRuns) {
    const Folder folder;
    const auto peer =
        folder.write("sim65",
                     "#!/bin/sh\ncase $1 in --version) echo peer; exit ;; esac\n"
                     "if ! test -e \"$0.pressed\"; then : >\"$0.pressed\"; kill -INT -$PPID; fi\n"
                     "PATH=${PATH#*:}\nexec sim65 \"$@\"\n");
    std::filesystem::permissions(peer, std::filesystem::perms::owner_all);
    const auto ended =
        expect_prints(run(words_of("setsid --wait '" RYG_PROGRAM
                                   "' bench cpu --rounds 1 --cycles 1000000 --workload compute"),
                          "", {"PATH=" + folder.path() + ":" + std::getenv("PATH")}),
                      {"compute   stock"}, 130);
    EXPECT_FALSE(contains(ended.out, "sim65    sim65")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with("\nInterrupted.\n")) << ended.out;
}

TEST(Program, SaysHowFarALongJobHasComeWithoutATerminal) {
    const auto press_when_it_has_spoken = [](pid_t child) {
        const std::string errors = "/proc/" + std::to_string(child) + "/fd/2";
        std::error_code ignored;
        for (int i = 0; i < 600 && std::filesystem::file_size(errors, ignored) == 0; ++i) {
            usleep(100'000);
        }
        program::press_ctrl_c(child);
    };
    const auto job = run(words_of("'" RYG_PROGRAM "' verify --positions 1000000 --games 0"), "", {},
                         press_when_it_has_spoken);
    EXPECT_EQ(job.status, 130);
    EXPECT_TRUE(job.err.starts_with("ryg: comparing ")) << job.err;
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
         {"verify --positions 100000", "verify ryg3:all --positions 100000",
          "verify hints --boards 1000000000", "perft 60", "perft 60 --engine asm",
          "search ryg3 --depth 20", "search ryg3 --depth 20 --engine native",
          "search ryg3-07 --depth 20", "strength --depth 5 --games 1000000",
          "bench cpu --cycles 10000000000 --board flat", "bench hints --rounds 10000",
          "mutate ryg16"}) {
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
          "run --machine ram --load 0x1000 --success 9 --cycles 1000000000000000 " + counts,
          std::string("hash --tables host --sets 1000000")}) {
        interrupted(command);
    }
}

/// A call that never returns, and a reference that never answers and does not hear Ctrl-C.
TEST(CtrlC, EndsACallAndAReferenceThatTakeForEver) {
    const Folder folder;
    const std::string rule = "; " + std::string(60, '-') + '\n';
    const auto routine = [&](const std::string& name, const std::string& code) {
        return folder.write(name + ".s", rule + "; " + name + " -- for ever\n;\n; In      A     " +
                                             "(any)\n; Out     A\n; Uses    -\n; Time    -\n" +
                                             rule + name + ":\n" + code + "  rts\n");
    };
    const auto ends = [](const std::string& command) {
        const auto begin = std::chrono::steady_clock::now();
        const auto finished = interrupted(command);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << command;
        EXPECT_FALSE(contains(finished.out, "The contract holds")) << finished.out;
    };
    ends("contract " + routine("circle", "  jmp circle\n") + " --cycles 1000000000000");
    ends("contract " + routine("quick", "") + " --reference 'trap : INT TERM; sleep 1000; cat'");
}

/// Random inputs take less than a second.
TEST(CtrlC, ShowsHowManyOfAllInputsHaveBeenTried) {
    const Folder folder;
    const std::string rule = "; " + std::string(60, '-') + '\n',
                      any = "                    (any)\n";
    const std::string file = folder.write(
        "long.s", "never: .res 2\n" + rule + "; same -- nothing\n;\n; In      A" + any +
                      ";         X" + any + ";         Y" + any + ";         never" + any +
                      "; Out     A         = A\n; Uses    -\n; Time    -\n" + rule + "same: rts\n");
    const auto stopped = run({RYG_PROGRAM, "contract", file, "--all"}, "", {}, press_ctrl_c_late);
    expect_prints(stopped, {" of 1099511627776 inputs"}, 130);
}

}  // namespace
}  // namespace ryg
