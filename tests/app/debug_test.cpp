// `ryg debug`: each example of its help works.
#include <regex>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

/// Each example that help gives works: all of them in one session, some after what they need.
TEST(Debug, TheExamplesOfHelpWork) {
    const Folder folder;
    folder.write("script.txt", "where\n");
    folder.write("labels.lbl", "al C:c000 .mine\n");
    std::string asking, session = "save part.prg c000 c0ff\nbsave part.bin c000 c0ff\n", last;
    static const std::regex row("\n  ([^ /]+)[^ ]* "), example("  for example: (.*)\n");
    const std::string list = ryg("debug --depth 1", "help\n").out;
    for (std::sregex_iterator at(list.begin(), list.end(), row), end; at != end; ++at) {
        asking += "help " + (*at)[1].str() + "\n";
    }
    const std::string answers = ryg("debug --depth 1", asking).out;
    for (std::sregex_iterator at(answers.begin(), answers.end(), example), end; at != end; ++at) {
        const std::string line = (*at)[1];
        const bool disturbs = line == "cl" || line == "reset" || line == "quit" ||
                              line.starts_with("r ") || line.starts_with("goto .");
        const std::string before =
            "break c000\nbreak c010\ndisplay 1\nal c000 .mine\n"
            "goto-cycle 81100\n";
        (disturbs ? last : session) += before +
                                       (line == "down"     ? "up\n"
                                        : line == "jump 1" ? "ww .libreLo\n"
                                                           : "") +
                                       line + "\n";
    }
    EXPECT_EQ(std::ranges::count(last, 'q'), 1);
    EXPECT_GT(std::ranges::count(asking, '\n'), 70);
    const std::string script = folder.write("session.txt", session + last);
    const auto ended = run(
        {"/bin/sh", "-c",
         "cd '" + folder.path() + "' && '" RYG_PROGRAM "' debug --depth 1 --commands session.txt"});
    EXPECT_EQ(ended.status, 0) << ended.err;
}

}  // namespace
}  // namespace ryg
