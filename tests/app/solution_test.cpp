// The exported solution, read by the function that the document gives.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using tests::content;

TEST(Solve, IsExportedAByteAPositionAndReadByTheDocumentsFunction) {
    const Folder folder;
    const std::string file = folder.file("solution.bin");
    expect_prints("solve --export " + file, {"the cats win in 44 plies"});
    EXPECT_EQ(std::filesystem::file_size(file), 2'013'760U);
    expect_refused("solve", {{"--export /nowhere/at.all", "cannot write '/nowhere/at.all'"}});
    if (!tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    const std::string document = content(RYG_SOURCE_DIR "/docs/api.md");
    const auto section = document.find("## The exported solution");
    const auto begin = document.find("```python\n", section) + 10;
    const auto end = document.find("```\n", begin);
    const auto script = folder.write(
        "read.py", document.substr(begin, end - begin) +
                       "import csv, sys\nsolution = open(sys.argv[1], 'rb').read()\n"
                       "for row in csv.DictReader(sys.stdin):\n"
                       "    found = outcome(solution, row['position'])\n"
                       "    assert found == (row['winner'], int(row['plies'])), (row, found)\n"
                       "print('all the same')\n");
    const auto read = run({"python3", script, file}, ryg("solve --random 300 --seed 3 --csv").out);
    EXPECT_EQ(read.out, "all the same\n") << read.err;
}

}  // namespace
}  // namespace ryg
