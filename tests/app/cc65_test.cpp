// C programs by cc65, Debian's samples among them, on the built-in KERNAL: printf and conio.
#include <filesystem>

#include "tests/app/verbs.hpp"

namespace ryg {
namespace {

using program::Finished;
using program::Folder;

program::Finished ryg(std::vector<std::string> words, std::string_view input = "") {
    words.insert(words.begin(), RYG_PROGRAM);
    return program::run(words, input);
}

/// Compiles C for the C64 with the compiler that belongs to the assembler of the build.
std::string compiled(const Folder& folder, const std::string& name, const std::string& source) {
    const auto cl65 = std::filesystem::path(RYG_CA65).replace_filename("cl65").string();
    const std::string text = folder.write(name + ".c", source);
    const Finished done =
        program::run({cl65, "-t", "c64", "-O", "-o", folder.file(name + ".prg"), text});
    EXPECT_EQ(done.status, 0) << done.err;
    return folder.file(name + ".prg");
}

TEST(Cc65, PrintfReturnsWhatItPrintedAndMainItsStatus) {
    const Folder folder;
    const auto prg = compiled(folder, "prints",
                              "#include <stdio.h>\n"
                              "int main(void) {\n"
                              "    int n = printf(\"Hello %d %s\\n\", 42, \"world\");\n"
                              "    printf(\"%d\\n\", n);\n    return 0;\n}\n");
    const auto run = ryg({"run", prg, "--printed", "-"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("Hello 42 world\n15\n"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("returned"), std::string::npos) << run.out;
}

TEST(Cc65, ConioWritesWhereItIsToldAndReadsKeys) {
    const Folder folder;
    const auto prg = compiled(folder, "conio",
                              "#include <conio.h>\n"
                              "int main(void) {\n    char key;\n    clrscr();\n"
                              "    gotoxy(5, 2);\n    cputs(\"key?\");\n    key = cgetc();\n"
                              "    textcolor(7);\n    cprintf(\" %c\\r\\n\", key);\n"
                              "    revers(1);\n    cputs(\"done\");\n    return 0;\n}\n");
    const auto run = ryg({"run", prg, "--keys", "X", "--cycles", "9000000", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("\n\n     key? x\ndone"), std::string::npos) << run.out;
}

TEST(Cc65, LinesAreReadFromTheKeyboard) {
    const Folder folder;
    const auto prg = compiled(folder, "reads",
                              "#include <stdio.h>\n"
                              "int main(void) {\n    char name[20];\n    printf(\"name? \");\n"
                              "    fgets(name, sizeof name, stdin);\n"
                              "    printf(\"hi %s\", name);\n    return 0;\n}\n");
    const auto run = ryg({"run", prg, "--keys", "EVE\\r", "--cycles", "20000000", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_NE(run.out.find("hi eve"), std::string::npos) << run.out;
}

struct Sample {
    const char* name;
    const char* keys;
    const char* shown;
};
struct Cc65Sample : testing::TestWithParam<Sample> {};

TEST_P(Cc65Sample, ShowsWhatItIsAbout) {
    const auto& [name, keys, shown] = GetParam();
    const std::filesystem::path source =
        std::filesystem::path("/usr/share/cc65/samples") / (std::string(name) + ".c");
    if (!std::filesystem::exists(source)) GTEST_SKIP() << source << " is not installed";
    const Folder folder;
    std::ifstream in(source);
    const auto prg = compiled(folder, name, std::string{std::istreambuf_iterator<char>(in), {}});
    const auto run = ryg({"run", prg, "--keys", keys, "--cycles", "9000000", "--screen"});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_TRUE(program::contains(run.out, shown)) << run.out;
}

INSTANTIATE_TEST_SUITE_P(Debian, Cc65Sample,
                         testing::Values(Sample{"hello", "", "Hello world!"},
                                         Sample{"ascii", "A", "=$41"},
                                         Sample{"sieve", "Q", "Time used"}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace ryg
