// C programs by cc65, Debian's samples among them, on the built-in KERNAL: printf and conio.
#include <filesystem>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

struct CProgram {
    std::string name;
    std::string options;  ///< of `ryg run`
    std::vector<std::string_view> shown;
    std::string source = {};  ///< empty: Debian's sample of that name
};
struct Cc65 : testing::TestWithParam<CProgram> {
    program::Folder folder;
};

TEST_P(Cc65, ShowsWhatItSays) {
    const auto& [name, options, shown, source] = GetParam();
    const std::string sample = "/usr/share/cc65/samples/" + name + ".c";
    if (source.empty() && !std::filesystem::exists(sample)) {
        GTEST_SKIP() << sample << " is not installed";
    }
    // The compiler writes beside its source.
    const auto file = folder.write(name + ".c", source.empty() ? tests::content(sample) : source);
    // The compiler that belongs to the assembler of the build.
    const auto cl65 = std::filesystem::path(RYG_CA65).replace_filename("cl65").string();
    const std::string prg = folder.file(name + ".prg");
    program::expect_prints(program::run({cl65, "-t", "c64", "-O", "-o", prg, file}), {});
    const auto run = program::expect_prints("run " + prg + ' ' + options, {});
    for (const auto text : shown) EXPECT_TRUE(program::contains(run.out, text)) << run.out;
}

const CProgram programs[]{{"PrintfReturnsWhatItPrintedAndMainItsStatus",
                           "--printed -",
                           {"Hello 42 world\n15\n", "returned"},
                           R"(#include <stdio.h>
int main(void) {
    int n = printf("Hello %d %s\n", 42, "world");
    printf("%d\n", n);
    return 0;
})"},
                          {"ConioWritesWhereItIsToldAndReadsKeys",
                           "--keys X --cycles 9000000 --screen",
                           {"\n\n     key? x\ndone"},
                           R"(#include <conio.h>
int main(void) {
    char key;
    clrscr(); gotoxy(5, 2); cputs("key?"); key = cgetc();
    textcolor(7); cprintf(" %c\r\n", key); revers(1); cputs("done");
    return 0;
})"},
                          {"LinesAreReadFromTheKeyboard",
                           R"(--keys EVE\r --cycles 20000000 --screen)",
                           {"hi eve"},
                           R"(#include <stdio.h>
int main(void) {
    char name[20];
    printf("name? "); fgets(name, sizeof name, stdin); printf("hi %s", name);
    return 0;
})"},
                          {"hello", "--cycles 9000000 --screen", {"Hello world!"}},
                          {"ascii", "--keys A --cycles 9000000 --screen", {"=$41"}},
                          {"sieve", "--keys Q --cycles 9000000 --screen", {"Time used"}}};
INSTANTIATE_TEST_SUITE_P(Programs, Cc65, testing::ValuesIn(programs), tests::name_of_row);

}  // namespace
}  // namespace ryg
