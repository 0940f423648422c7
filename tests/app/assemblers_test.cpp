// Programs of other assemblers than ca65: blocks are judged, faults found, source lines known.
#include <filesystem>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

const std::string strangers = RYG_SOURCE_DIR "/tests/support/strangers/";

/// The same routine for each assembler, and how a test makes a PRG of it with what belongs beside.
struct Tool {
    std::string name, file, build;
    int stop = 0;  ///< the line of `jsr mul8`; 0: it tells no lines
};
void PrintTo(const Tool& tool, std::ostream* out) { *out << tool.name; }

struct Assembler : testing::TestWithParam<Tool> {
    Folder folder;

    void SetUp() override {
        if (!tests::is_installed(GetParam().name)) {
            GTEST_SKIP() << GetParam().name << " is not installed";
        }
    }
    [[nodiscard]] std::string written(const std::string& from = "",
                                      const std::string& to = "") const {
        std::string text = tests::content(strangers + GetParam().file);
        if (const auto at = text.find(from); !from.empty()) text.replace(at, from.size(), to);
        return folder.write(GetParam().file, text);
    }
    [[nodiscard]] static std::string with() { return " --assembler " + GetParam().name; }
    /// A PRG, made in the folder by the assembler's own options.
    [[nodiscard]] std::string built() const {
        EXPECT_NE(written(), "");
        const auto made = run({"sh", "-c", "cd '" + folder.path() + "' && " + GetParam().build});
        EXPECT_EQ(made.status, 0) << made.out << made.err;
        return folder.file("mul.prg");
    }
};

TEST_P(Assembler, ItsBlockHoldsAndALieIsFound) {
    expect_prints("contract " + written() + with(), {"mul8", "holds", "The contract holds."});
    const auto lie = ryg_json("contract " + written("(X * Y) & $ff", "(X + Y) & $ff") + with(), 1);
    EXPECT_TRUE(contains(lie["routines"][0]["complaints"][0]["what"].get<std::string>(), "A is $"));
}

TEST_P(Assembler, AFaultInItsSourceIsFound) {
    expect_prints("contract " + written("cpy #0", "cpy #1") + with(), {"BROKEN"}, 1);
    const std::string mutate = "mutate " + written() + with() + " --count 40";
    if (GetParam().stop == 0) return expect_refused(mutate, {{"", "source lines are not known"}});
    const json report = ryg_json(mutate, 1);
    EXPECT_GE(report["killed"], 30) << report.dump(1);
    EXPECT_TRUE(contains(report["results"][0]["file"].get<std::string>(), GetParam().file));
}

TEST_P(Assembler, TheDebuggerStopsAtALineOrALabel) {
    const std::string prg = built(), file = GetParam().file;
    const std::string line = file + ':' + std::to_string(GetParam().stop);
    const std::string place = GetParam().stop == 0 ? "mul8" : line;
    const auto session = ryg("debug " + prg + " --start 4096", "break " + place + "\ng\nr\n");
    EXPECT_EQ(session.status, 0) << session.err;
    EXPECT_TRUE(contains(session.out, GetParam().stop == 0 ? "mul8" : line)) << session.out;
    const auto refused = ryg("debug " + prg + " --start 4096", "break other.a:10\n");
    EXPECT_TRUE(contains(refused.err, GetParam().stop == 0
                                          ? "no source lines are known, only labels"
                                          : "the debug file knows no such source file"));
    if (GetParam().stop == 0) {
        expect_refused("contract " + prg, {{"", "mul: its source lines are not known"}});
    }
    const auto trace = ryg("trace " + prg + " --start 4096 --limit 5");
    EXPECT_TRUE(contains(trace.out, "mul8+2")) << trace.out << trace.err;
}

TEST_P(Assembler, ItsErrorsAreOneLineWithFileAndLine) {
    const std::string bad = written("stx factor", "stx");
    expect_refused("contract", {{bad + with(), GetParam().file + ':'},
                                {"'" + strangers + "none.a'" + with(), "there is no "},
                                {bad + " --assembler tass", "unknown assembler 'tass'"}});
}

INSTANTIATE_TEST_SUITE_P(
    Files, Assembler,
    testing::Values(Tool{"acme", "mul_acme.a",
                         "acme -f cbm -o mul.prg --vicelabels mul.lbl -r mul.rep mul_acme.a", 10},
                    Tool{"64tass", "mul_64tass.asm",
                         "64tass -q -o mul.prg --vice-labels -l mul.lbl --map=mul.map "
                         "--line-numbers --list=mul.lst /dev/null mul_64tass.asm",
                         8},
                    Tool{"dasm", "mul_dasm.asm",
                         "dasm mul_dasm.asm -f1 -omul.prg -smul.sym -lmul.lst", 13},
                    Tool{"xa", "mul_xa.a65", "xa -o mul.prg -l mul.lbl mul_xa.a65", 0}),
    [](const auto& test) { return "By" + test.param.name; });

struct OtherFormats : WithFolder {
    /// A file beside the program that cannot be read costs one line, and not the run.
    static void expect_warning(const std::string& prg, std::string_view words) {
        const auto traced = ryg("trace " + prg + " --start 4096 --limit 1");
        expect_prints(traced, {"1000  a9 01"});
        EXPECT_TRUE(contains(traced.err, words)) << traced.err;
        EXPECT_TRUE(traced.err.ends_with(": the file is not used\n")) << traced.err;
        EXPECT_EQ(std::ranges::count(traced.err, '\n'), 1) << traced.err;
    }
};

/// Written by the format's description in Kick Assembler's manual.
TEST_F(OtherFormats, OfKickAssemblerGiveLinesAndLabels) {
    const std::string prg = folder.write("kick.prg", std::string("\x00\x10\xa9\x01\x60", 5));
    folder.write("kick.asm", "*=$1000\nmain: lda #1\n rts\n");
    folder.write(
        "kick.dbg",
        "<C64debugger version=\"1.0\">\n"
        "  <Sources values=\"INDEX,FILE\">\n    0,kick.asm\n  </Sources>\n"
        "  <Segment name=\"Default\" dest=\"\" values=\"START,END,FILE_IDX,LINE1\">\n"
        "    <Block name=\"Unnamed\">\n      $1000,$1001,0,2,7,2,9\n"
        "      $1002,$1002,0,3,2,3,4\n    </Block>\n  </Segment>\n"
        "  <Labels values=\"SEGMENT,ADDRESS,NAME,START,END,FILE_IDX,LINE1\">\n"
        "    Default,$1000,main,0,0,0,2\n  </Labels>\n"
        "  <Breakpoints values=\"SEGMENT,ADDRESS,ARGUMENT\">\n    Default,$1002,if a == 1\n"
        "    Default,$1000,if x == 7\n  </Breakpoints>\n</C64debugger>\n");
    const auto stopped = ryg("debug " + prg + " --start 4096", "g\nr\n");
    EXPECT_TRUE(contains(stopped.out, "kick.asm:3")) << stopped.out << stopped.err;
    const auto session = ryg("debug " + prg + " --start 4096", "break kick.asm:3\ng\nr\n");
    EXPECT_TRUE(contains(session.out, "kick.asm:3")) << session.out << session.err;
    EXPECT_TRUE(contains(ryg("trace " + prg + " --start 4096 --limit 2").out, "main"));
    std::filesystem::remove(folder.file("kick.dbg"));
    folder.write("kick.vs", "al C:1000 .main\nal C:1002 .done\nbreak $1002\nbreak $1000 then 7\n");
    const auto listed = ryg("debug " + prg + " --start 4096", "g\n");
    EXPECT_TRUE(contains(listed.out, "done")) << listed.out;
    EXPECT_TRUE(contains(listed.err, "kick.prg: its breakpoint: ")) << listed.err;
}

/// Kick Assembler may not be passed on, so a stand-in takes its options and writes its files.  [KICK]
TEST_F(OtherFormats, KickAssemblerIsGivenItsOptionsAndItsDumpIsRead) {
    const std::string kickass = folder.write("kickass", R"(#!/bin/sh
for word; do
    case $last in -o) prg=$word ;; -odir) to=$word ;; esac
    case $word in :BY=2) by=2 ;; *.asm) source=$word ;; esac
    last=$word
done
if [ "$by" != 2 ]; then
    echo "Error: Unknown symbol 'BY'"
    echo "at line 11, column 5 in $source"
    exit 1
fi
printf '\000\020\012\140' >"$prg"
cat >"$to/twice.dbg" <<END
<C64debugger version="1.0">
  <Sources values="INDEX,FILE">
    0,$source
  </Sources>
  <Segment name="Default" dest="" values="START,END,FILE_IDX,LINE1">
    <Block name="Unnamed">
      \$1000,\$1000,0,11,3,11,6
      \$1001,\$1001,0,12,3,12,6
    </Block>
  </Segment>
  <Labels values="SEGMENT,ADDRESS,NAME,START,END,FILE_IDX,LINE1">
    Default,\$1000,twice,0,0,0,10
  </Labels>
</C64debugger>
END
)");
    ASSERT_EQ(run({"chmod", "+x", kickass}).status, 0);
    const std::string rule = "// " + std::string(60, '-') + '\n';
    const auto source = [&](const std::string& name, const std::string& value) {
        return folder.write(
            name, "* = $1000 \"Main\"\n" + rule + "// twice -- a number twice\n//\n" +
                      "// In      A     a number   ($00..$ff)\n// Out     A     = " + value + '\n' +
                      "// Uses    -\n// Time    -\n" + rule + "twice:\n  asl // * BY\n  rts\n");
    };
    const std::string good = source("twice.asm", "(A * 2) & $ff"), lie = source("lie.asm", "A");
    const std::string with = " --define BY=2 --assembler " + kickass;
    expect_prints("contract " + good + with, {"twice", "holds"});
    expect_prints("contract " + lie + with, {"lie.asm:6: twice", "BROKEN"}, 1);
    expect_prints("prove " + good + with, {"twice", "proved"});
    expect_refused("contract",
                   {{good + " --assembler " + kickass, "twice.asm:11: Error: Unknown symbol"},
                    {good + ' ' + lie + with, "takes one source: " + lie},
                    {good + " --assembler /none/kickass", "install it, or give its path"}});
}

/// As its linker writes them; newer versions have the keys in quotes.
TEST_F(OtherFormats, OfOscar64GiveLinesLabelsAndTables) {
    const std::string prg = folder.write("osc.prg", std::string("\x00\x10\xa9\x01\x60\x07", 6));
    folder.write("osc.c", "int main(void)\n{\n    return 1;\n}\n");
    folder.write("osc.map",
                 "sections\n1000 - 1003 : DATA, code\n\nregions\n0800 - a000 : 0000, 0004, main\n"
                 "\nobjects\n : \n1 : ,\n1000 - 1003 : main, NATIVE_CODE:code\n"
                 "\nobjects by size\n1000 (0003) : main, NATIVE_CODE:code\n");
    folder.write("osc.lbl", "al 1000 .main\nal 1003 .table\n");
    for (const std::string quote : {"\"", ""}) {
        std::string dbj =
            "{\n\t'memory': [\t\t{'name': \"main\", 'start': 4096, 'end': 4099, 'type': "
            "\"NATIVE_CODE\", 'source': \"osc.c\", 'line': 1 },\n\t\t{'name': \"table\", "
            "'start': 4099, 'end': 4100, 'type': \"DATA\", 'source': \"osc.c\", 'line': 1 }],\n"
            "\t'functions': [{'name': \"main\", 'start': 4096, 'end': 4099, 'source': \"osc.c\", "
            "'line': 1, 'lines': [\n{'start': 4096, 'end': 4098, 'source': \"osc.c\", 'line': 3},\n"
            "{'start': 4098, 'end': 4099, 'source': \"osc.c\", 'line': 4}],\n'variables': "
            "[{'name': \"i\", 'start': 2, 'end': 4, 'typeid': 1}]}]\n}\n";
        for (std::size_t at = 0; (at = dbj.find('\'')) != dbj.npos;) dbj.replace(at, 1, quote);
        folder.write("osc.dbj", dbj);
        const auto session = ryg("debug " + prg + " --start 4096", "break osc.c:4\ng\nr\n");
        EXPECT_TRUE(contains(session.out, "osc.c:4")) << session.out << session.err;
        EXPECT_TRUE(contains(ryg("trace " + prg + " --start 4096 --limit 2").out, "main"));
    }
    folder.write("osc.dbj", "{\"other\": [1, 2]}\n");
    expect_warning(prg, "osc.dbj: no memory and no lines as Oscar64 writes");
    std::filesystem::remove(folder.file("osc.dbj"));
    std::filesystem::remove(folder.file("osc.lbl"));
    EXPECT_TRUE(contains(ryg("trace " + prg + " --start 4096 --limit 2").out, "main+2"));
}

TEST_F(OtherFormats, NoneOfThemIsNamedAndALabelTwiceIsAskedAbout) {
    const std::string prg = folder.write("odd.prg", std::string("\x00\x10\xa9\x01\x60", 5));
    folder.write("odd.lst", "something else\n");
    expect_warning(prg, "odd.lst:1: not a label: 'something else', and the file");
    std::filesystem::remove(folder.file("odd.lst"));
    folder.write("odd.lbl", "loop, 0x1000, 1, 0x0000\nloop, 0x1002, 2, 0x0000\n");
    const auto session = ryg("debug " + prg + " --start 4096", "break loop\n");
    EXPECT_TRUE(contains(session.out + session.err, "label 'loop' is at $1000 and $1002: which?"))
        << session.out << session.err;
    folder.write("odd.lst",
                 "; 64tass Turbo Assembler Macro V1.58 listing file\n\n"
                 ";Offset\t;Hex\t\t;Monitor\t;Source\n\n"
                 ".1000\ta9 01\t\tlda #$01\tloop lda #1\n");
    expect_warning(prg, "odd.lst: a listing of 64tass without line numbers");
}

TEST_F(OtherFormats, AnotherProcessorIsRefusedByName) {
    const std::string source = folder.write("c.s", "        .setcpu \"65C02\"\n        rts\n");
    const auto with = [&](const std::string& line, const std::string& assembler) {
        return folder.write("c.a", "        " + line + "\n        rts\n") + " --assembler " +
               assembler;
    };
    expect_refused("contract", {{source, "c.s:1: .setcpu: there is no core for the 65c02"}});
    expect_refused("contract", {{with("!cpu 65c02", "acme"), "c.a:1: !cpu: there is no core"}});
    expect_refused("contract", {{with(".cpu \"w65c02\"", "64tass"), "the w65c02"}});
    expect_refused("contract", {{with("processor 65c02", "dasm"), "c.a:1: processor: there is"}});
}

}  // namespace
}  // namespace ryg
