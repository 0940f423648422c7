// What holds for every verb: the page, completions, and Ctrl-C in those that can take long.
#include <chrono>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

const std::string quick = "bench cpu --rounds 1 --cycles 1000000 ";

/// At a terminal Ctrl-C goes to the whole group. This peer presses it in the middle of its work.
TEST(BenchCpu, EndsAtOnceWhenCtrlCIsPressedWhileThePeerRuns) {
    const Folder folder;
    const auto peer =
        folder.write("sim65",
                     "#!/bin/sh\ncase $1 in --version) echo peer; exit ;; esac\n"
                     "if ! test -e \"$0.pressed\"; then : >\"$0.pressed\"; kill -INT -$PPID; fi\n"
                     "PATH=${PATH#*:}\nexec sim65 \"$@\"\n");
    std::filesystem::permissions(peer, std::filesystem::perms::owner_all);
    const auto ended = expect_prints(
        run(words_of("setsid --wait '" RYG_PROGRAM "' " + quick + "--workload compute"), "",
            {"PATH=" + folder.path() + ":" + std::getenv("PATH")}),
        {"compute   stock"}, 130);
    EXPECT_FALSE(contains(ended.out, "sim65    sim65")) << ended.out;
    EXPECT_TRUE(ended.out.ends_with("\nInterrupted.\n")) << ended.out;
}

/// As it is installed: the page is beside it, with folders of its own.
TEST(Program, LeavesThePageThatIsInstalledBesideIt) {
    const Folder folder;
    const std::string copy = folder.write("bin/ryg", tests::content(RYG_PROGRAM));
    std::filesystem::permissions(copy, std::filesystem::perms::owner_all);
    folder.write("share/ryg/web/index.html", "the page");
    folder.write("share/ryg/web/more/board.js", "the board");
    const std::string out = folder.file("public/page");
    for (int i = 0; i < 2; ++i) {  // over itself, too
        const auto left = run({copy, "web", "--out", out});
        EXPECT_EQ(left.status, 0) << left.err;
        EXPECT_EQ(left.out, "the page is " + out + "/index.html\n");
        EXPECT_EQ(tests::content(out + "/index.html"), "the page");
        EXPECT_EQ(tests::content(out + "/more/board.js"), "the board");
    }
}

TEST(Program, SaysWhatItIsMadeOf) {
    const auto version = expect_prints(
        "--version",
        {"ryg ", ", commit ", "\ncompiler   ", " dispatch, recompiler: ", "\nlibraries  fmt "});
    EXPECT_EQ(std::ranges::count(version.out, '\n'), 4);
}

TEST(Program, PrintsAManPageFromTheHelpOfItsVerbs) {
    const auto page = expect_prints(
        "--man-page", {".TH RYG 1", "\n.SS ryg verify [PROGRAM ...] [options]\n",
                       "\n.SS ryg play ryg3\\-11 [options]\n", "\n.SS ryg bench cpu [options]\n",
                       "\n.SS ryg hash [options]\n", "\n.B \\-\\-depth", "\\er is RETURN",
                       "\nCompare a 6502 program with its native twin, byte by byte.\n"});
    const std::string contract = "\n.SS ryg contract [";
    EXPECT_EQ(page.out.find(contract), page.out.rfind(contract)) << "once, not for each game";
    if (!tests::is_installed("man")) GTEST_SKIP() << "man is not installed";
    const Folder folder;
    const auto shown =
        run({"man", "-l", folder.write("ryg.1", page.out)}, "", {"MANPAGER=cat", "LC_ALL=C"});
    EXPECT_TRUE(contains(shown.out, "ryg verify --positions 1000 --seed 7"))
        << shown.out << shown.err;
}

TEST(Program, ZshAndFishCompleteTheSame) {
    const Folder folder;
    const std::string zsh = folder.write("_ryg", ryg("--completion=zsh").out);
    const std::string fish = folder.write("ryg.fish", ryg("--completion=fish").out);
    const auto by_zsh = [&](const std::string& before, const std::string& word) {
        return run({"zsh", "-fc",
                    "compdef() {}; source '" + zsh + "'; compadd() { print -- ${(M)found:#" + word +
                        "*} }; words=(" + before + " " + word +
                        "); CURRENT=$#words PREFIX=" + word + "; _ryg"})
            .out;
    };
    const auto by_fish = [&](const std::string& before, const std::string& word) {
        return run({"fish", "-c",
                    "source '" + fish + "'; string join -- ' ' (complete -C '" + before + " " +
                        word + "')"})
            .out;
    };
    for (const bool is_zsh : {true, false}) {
        const std::string shell = is_zsh ? "zsh" : "fish";
        if (!tests::is_installed(shell)) {
            GTEST_LOG_(INFO) << shell << " is not installed";
            continue;
        }
        const auto completed = [&](const std::string& before, const std::string& word) {
            return is_zsh ? by_zsh(before, word) : by_fish(before, word);
        };
        EXPECT_EQ(completed("ryg", "ver"), "verify\n") << shell;
        EXPECT_EQ(completed("ryg verify", "--see"), "--seed\n") << shell;
        EXPECT_EQ(completed("ryg play", "per"), "perfecto\n") << shell;
        EXPECT_EQ(completed("ryg play --side", "c"), "cats\n") << shell;
    }
}

TEST(Program, DrawsThePicturesOfThePage) {
    const Folder folder;
    std::filesystem::create_directory(folder.file("docs"));
    const std::string page = tests::content(RYG_SOURCE_DIR "/docs/games.md");
    const auto section = page.find("These commands make the pictures");
    const auto begin = page.find("```sh\n", section) + 6, end = page.find("```\n", begin);
    std::string commands = page.substr(begin, end - begin);
    for (std::size_t at = 0; (at = commands.find("./ryg", at)) != commands.npos; ++at) {
        commands.replace(at, 5, "'" RYG_PROGRAM "'");
    }
    const auto made = run({"sh", "-ec", "cd '" + folder.path() + "'\n" + commands});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(tests::content(folder.file("docs/tree.svg")),
              tests::content(RYG_SOURCE_DIR "/docs/tree.svg"));
    EXPECT_TRUE(tests::content(folder.file("docs/machine.png")).starts_with("\x89PNG"));
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

}  // namespace
}  // namespace ryg
