// `ryg contract --all` says at Ctrl-C how many inputs it has tried.
#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using namespace program;

TEST(Contract, SaysHowManyInputsItHasTriedAtCtrlC) {
    const Folder folder;
    const std::string rule = "; " + std::string(60, '-') + '\n';
    const std::string file = folder.write(
        "long.s", "never: .res 2\n" + rule +
                      "; same -- nothing\n;\n; In      A                    (any)\n"
                      ";         X                    (any)\n;         Y                    (any)\n"
                      ";         never                (any)\n; Out     A         = A\n; Uses    "
                      "-\n; Time    -\n" +
                      rule + "same: rts\n");
    const auto stopped = run({RYG_PROGRAM, "contract", file, "--all"}, "", {},
                             press_ctrl_c_late);  // random inputs take less than a second
    EXPECT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_TRUE(contains(stopped.out, " of 1099511627776 inputs")) << stopped.out;
}

}  // namespace
}  // namespace ryg
