// `ryg contract` on files as a stranger writes them: right blocks hold, lies are found, bad input.
#include <filesystem>

#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using Contract = WithFolder;

const std::string strangers = RYG_SOURCE_DIR "/tests/support/strangers/";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

/// The block of mul8 and its routine.
std::string mul() { return tests::content(strangers + "mul.s"); }
const std::string reference = " --reference 'python3 \"" + strangers + "find.py\"'";
/// A word of a command line, whatever folder the sources are in.
std::string stranger(const std::string& file) { return "'" + strangers + file + "'"; }

TEST(RightContracts, HoldOnFilesOfStrangers) {
    expect_prints("contract " + stranger("mul.s"), {"mul8", "holds", "The contract holds."});
    expect_prints("contract " + stranger("counter.s"),
                  {"install", "read", "show", "tick", "All 4 contracts hold."});
    expect_prints("contract --config c64-asm.cfg " + stranger("mul.s"), {"The contract holds."});
    expect_prints("contract " + stranger("sort8.s"), {"160..1299 cycles"});  // the true ends
    const auto open = expect_prints("contract " + stranger("find.s"), {"The contract holds."});
    EXPECT_TRUE(contains(open.out, "find: nothing says what Y is")) << open.out;
    if (!tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    expect_prints("contract " + stranger("find.s") + reference, {"The contract holds."});
}

TEST(RightContracts, OfTheProjectsOwnProgramsAreCheckedByTheSameVerb) {
    expect_report("contract hints --label turnBoard",
                  "{holds: true, routines: [{routine: \"turnBoard\", holds: true}]}");
    expect_prints("contract ryg3-07 --label movePiece", {"holds"});
}

struct Lie {
    std::string name, file, routine, from, to, what, fact;
};
struct LyingBlock : testing::TestWithParam<Lie> {
    Folder folder;
};

TEST_P(LyingBlock, IsFoundWithItsLineAndItsInput) {
    const auto& [name, file, routine, from, to, what, fact] = GetParam();
    const bool refers = file == "find.s";
    if (refers && !tests::is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
    const std::string source = replaced(tests::content(strangers + file), from, to);
    const auto begin = source.begin(), lie = begin + static_cast<long>(source.find(to));
    const auto line = 1 + std::count(begin, lie, '\n') + std::count(to.begin(), to.end(), '\n');
    const std::string command =
        "contract " + folder.write(file, source) + (refers ? reference : "");
    const auto report = ryg_json(command + " --label " + routine, 1);
    const auto& complaint = report["routines"][0]["complaints"][0];
    EXPECT_EQ(complaint["line"], line) << complaint.dump(1);
    EXPECT_TRUE(contains(complaint["file"].get<std::string>(), file)) << complaint.dump(1);
    EXPECT_TRUE(contains(complaint["what"].get<std::string>(), what)) << complaint.dump(1);
    EXPECT_TRUE(contains(complaint["facts"].dump(), fact)) << complaint.dump(1);
    const std::string again = complaint["reproduce"];
    expect_prints(again.substr(again.find("contract")), {what, fact}, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Files, LyingBlock,
    testing::Values(Lie{"AFormulaThatIsWrong", "mul.s", "mul8", "(X * Y) & $ff", "(X + Y) & $ff",
                        "A is $", "X = $"},
                    Lie{"ARegisterThatIsNotStated", "mul.s", "mul8", "; Uses    Y; ", "; Uses    ",
                        "changes Y", "Y=$"},
                    Lie{"AVariableThatIsNotStated", "mul.s", "mul8", "; Uses    Y; factor; high",
                        "; Uses    Y; factor", "high from", "before"},
                    Lie{"AByteThatNeverChanges", "mul.s", "mul8", "factor; high",
                        "factor; high; $fb", "Uses $fb, which never changes", ""},
                    Lie{"ATimeThatIsWrong", "mul.s", "mul8", "; Time    ", "; Time    1",
                        "cycles, its block says 1", ""},
                    Lie{"AFlagThatIsWrong", "find.s", "find", "1 if it is there", "= 1", "C is $",
                        "$fb/$fc = $"},
                    Lie{"ARangeThatIsTooNarrow", "find.s", "find", "at the end",
                        "at the end ($00..$7f)", "outside its stated range", "$fb/$fc = $"},
                    Lie{"ANothingThatIsNotTrue", "find.s", "find", "; Uses    wanted",
                        "; Uses    -", "wanted from", "A = $"},
                    Lie{"ASumThatIsWrong", "counter.s", "tick", "= count + 1", "= count + 2",
                        "count", "count = $"},
                    Lie{"AStackThatIsTooDeep", "counter.s", "read",
                        "X         = count >> 8\n; Uses    stack 1",
                        "X         = count >> 8\n; Uses    stack 2", "uses 1 bytes of stack", ""},
                    Lie{"AnAddressThatIsWrong", "counter.s", "install", "= .tick", "= .tick + 1",
                        "$0314", "before"}),
    tests::name_of_row);

/// A block with these lines for In, Out, Uses and Time, and what stands below it.
std::string one_block(const std::string& fields, const std::string& below) {
    const std::string ruler = "; " + std::string(75, '-') + '\n';
    return ruler + "; one -- returns 1\n;\n" + fields + ruler + below;
}
const std::string fields = "; Out     A         = 1\n; Uses    -\n; Time    8..8\n";
const std::string body = "        lda #1\n        rts\n";

struct Written {
    std::string name, source;
};
struct AnyStyle : testing::TestWithParam<Written> {
    Folder folder;
};
TEST_P(AnyStyle, IsRead) {
    expect_prints("contract " + folder.write("one.s", GetParam().source), {"one", "holds"});
}
std::string with_cr(std::string text) {
    for (auto at = text.find('\n'); at != text.npos; at = text.find('\n', at + 2)) {
        text.insert(at, "\r");
    }
    return text;
}
INSTANTIATE_TEST_SUITE_P(
    Of, AnyStyle,
    testing::Values(
        Written{"AnExportAndABlankLine", one_block(fields, "\n        .export one\none:\n" + body)},
        Written{"AProc", one_block(fields, ".proc one\n" + body + ".endproc\n")},
        Written{"AScope", ".scope s\n" + one_block(fields, "one:\n" + body + ".endscope\n")},
        Written{"NoColon", ".feature labels_without_colons\n" + one_block(fields, "one\n" + body)},
        Written{"NoColonBeforeCode", ".feature labels_without_colons\n" +
                                         one_block(fields, "one     lda #1\n        rts\n")},
        Written{"CheapLocals", one_block("; Out     A         = 1\n; Uses    -\n; Time    11..11\n",
                                         "one:    lda #1\n        bne @end\n@end:   rts\n")},
        Written{"CarriageReturns", with_cr(one_block(fields, "one:\n" + body))},
        Written{"Tabs",
                one_block("; Out\tA\t= 1\n; Uses\t-\n; Time\t8..8\n", "one:\tlda #1\n\trts\n")},
        Written{"EmptyLines",
                one_block("; Out     A         = 1\n;\n; Uses    -\n; \n; Time    8\n;\n",
                          "one:\n" + body)},
        Written{"OneTime",
                one_block("; Out     A         = 1\n; Uses    -\n; Time    8\n", "one:\n" + body)},
        Written{"ARangeOfAddresses",
                one_block("; Out     A         = 1\n; Uses    X; $50..$53\n; Time    53..53\n",
                          "one:    ldx #3\n@next:  inc $50,x\n        dex\n        bpl @next\n" +
                              body)}),
    tests::name_of_row);

TEST_F(Contract, DrawsAreNoMoreThanTheUserWants) {
    expect_prints("contract " + stranger("mul.s") + " --draws 7", {" 7 draws"});
}

TEST_F(Contract, AReferenceMayAnswerByARangeOfAddresses) {
    const std::string file = folder.write(
        "one.s", one_block("; Out     $50..$51\n; Uses    A\n; Time    14..14\n",
                           "one:    lda #7\n        sta $50\n        sta $51\n        rts\n"));
    const auto answering = [&](const std::string& bytes) {
        const std::string script = folder.write(
            "answer.sh", "while read line; do echo '{\"$50..$51\":" + bytes + "}'; done\n");
        return ryg("contract " + file + " --reference 'sh " + script + "'");
    };
    EXPECT_EQ(answering("[7,7]").status, 0);
    EXPECT_EQ(answering("[7,8]").status, 1);
    expect_trouble(answering("[7,256]"), "a list of other things than bytes");
}

TEST_F(Contract, ACommentBetweenRulersIsABlockOnlyWithFields) {
    const std::string ruler = "; " + std::string(60, '-') + '\n';
    const std::string notes = ruler + "; file -- what is in it\n" + ruler + '\n' + ruler +
                              "; note -- a label of its own\n" + ruler + "note:   rts\n" + ruler +
                              "; todo -- things\n; In the cellar\n" + ruler;
    const std::string file = folder.write("one.s", notes + one_block(fields, "one:\n" + body));
    const Finished checked = expect_prints("contract " + file, {"one", "The contract holds."});
    EXPECT_TRUE(contains(checked.err, "one.s:6: note: a comment without fields")) << checked.err;
    EXPECT_TRUE(contains(checked.err, "one.s:10: todo: a comment whose label")) << checked.err;
    EXPECT_EQ(std::ranges::count(checked.err, '\n'), 2) << checked.err;
}

TEST_F(Contract, SaysWhatIsMissingInAFirstBlock) {
    const auto refused = [&](const std::string& lines, std::string_view why) {
        expect_trouble(ryg("contract " + folder.write("one.s", one_block(lines, "one:\n" + body))),
                       why);
    };
    refused("; Out     A         = 1\n; Time    8..8\n",
            "no field Uses: '; Uses    -' if nothing else changes (--skeleton one prints");
    refused("; Uses    A\n", "no field Time: '; Time    -' until it is measured");
    refused("; Out     A         = 1 / (1 - 1)\n; Uses    -\n; Time    8..8\n",
            "character 3: division by zero");
    refused("; Out     A         = 1 ? 1\n; Uses    -\n; Time    8..8\n",
            "character 6: ':' is missing after '?'");
    refused("; Out     A         one =\n; Uses    -\n; Time    8..8\n",
            "one.s:4: one: nothing follows '=' of A");
    refused("; In      $6f..$50  some                            (any)\n" + fields,
            "$6f..$50 is not a range, which goes upward");
    const std::string unmeasured = folder.write(
        "one.s", one_block("; Out     A         = 1\n; Uses    -\n; Time    -\n", "one:\n" + body));
    expect_prints("contract " + unmeasured, {"holds", " 8..8 cycles"});
    expect_prints("contract " + unmeasured + " --write-time", {"one ", " 8..8 cycles\n"});
    expect_prints("contract " + unmeasured, {"holds"});
}

/// Whether a formula may read something is told before anything is drawn; at an address that is
/// computed, when it is.
TEST_F(Contract, StatesOnlyWhatInNames) {
    const std::string below =
        "one:    rts\ntable:  .byte 1, 2, 3\n        .bss\nmode:   .res 1\n"
        "list:   .res 9\npair:   .res 2\n";
    const auto with = [&](const std::string& formula) {
        return "contract " +
               folder.write("one.s", one_block("; In      A         some (any)\n"
                                               ";         pair      two  (any)\n"
                                               "; Out     A         = " +
                                                   formula + "\n; Uses    -\n; Time    6\n",
                                               below));
    };
    const auto refused = [&](const std::string& formula, std::string_view why) {
        expect_trouble(ryg(with(formula)), "one.s:6: one: " + std::string(why));
    };
    refused("A + (mode == $37)", "'A + (mode == $37)': character 6: 'mode' is not in In");
    refused("A + X", "'A + X': character 5: 'X' is not in In");
    refused("A + C", "'A + C': character 5: 'C' is not in In");
    refused("A + sp", "'A + sp': character 5: 'sp' is not in In");
    refused("A + @$d020", "'A + @$d020': character 5: $d020 is not in In");
    refused("A + @(.mode + 0 * A)", "'A + @(.mode + 0 * A)': character 5: $");
    refused("A + @word:(.pair + 1)", "'A + @word:(.pair + 1)': character 5: $");
    refused("A + list", "'list' has 9 bytes, a number at most 8: a byte of it is @(.list + 0)");
    refused("A + nothing", "unknown label 'nothing'");
    expect_prints(with("A + 0 * pair + 0 * @(.pair + 1) + 0 * @(.table + (A & 1))"), {"holds"});
}

TEST_F(Contract, StatesValuesOfAnyWidthAfterWords) {
    const std::string source = R"(
        .bss
p:      .res 2
q:      .res 2
row:    .res 1
sum:    .res 4
all:    .res 10
cell:   .res 4
        .code
; ---------------------------------------------------------------------------
; less -- subtracts
;
; In      p         one                                         (any)
;         q         the other                                   (any)
;         row       where                                       ($00..$03)
; Out     sum       all 32 bits = p - q
;         all       the sign, ten times = p < q ? -1 : 0
;         cell[row] = q
;         X         high byte = (p - q) >> 8
; Uses    A, Y
; Time    -
; ---------------------------------------------------------------------------
less:   sec
        lda p
        sbc q
        sta sum
        lda p + 1
        sbc q + 1
        sta sum + 1
        tax
        lda #0
        sbc #0
        sta sum + 2
        sta sum + 3
        ldy #9
@next:  sta all,y
        dey
        bpl @next
        lda q
        ldy row
        sta cell,y
        rts
)";
    expect_prints("contract " + folder.write("less.s", source), {"holds"});
    for (const auto& [from, to] : {std::pair{"sta sum + 3", "bit sum + 3"},
                                   {"ldy #9", "ldy #8"},
                                   {"ldy row", "ldy #0"},
                                   {"tax", "nop"}}) {
        expect_prints("contract " + folder.write("wrong.s", replaced(source, from, to)), {"BROKEN"},
                      1);
    }
}

TEST_F(Contract, WritesAFirstBlockThatHolds) {
    const std::string source = mul();
    const auto begin = source.find("; ----"), end = source.find("mul8:");
    const std::string bare = folder.write("bare.s", source.substr(0, begin) + source.substr(end));
    expect_trouble(ryg("contract " + bare),
                   "no header block, a comment between two dashed rules: `--skel");
    const auto block = expect_prints("contract " + bare + " --skeleton mul8",
                                     {"; mul8 -- ", "; In      ", "; Uses    ", "; Time    "});
    const std::string with =
        folder.write("with.s", source.substr(0, begin) + block.out + source.substr(end));
    expect_prints("contract " + with, {"The contract holds."});
}

/// A routine of 2^20 inputs, with one of which it goes another way.
std::string with_one_input(const std::string& other_way, const std::string& uses = "Y; sum; all") {
    return R"(
        .bss
sum:    .res 1
all:    .res 1
        .code
; ---------------------------------------------------------------------------
; rare -- EORs three registers
;
; In      A         one                                         (any)
;         X         another                                     (any)
;         Y         a third                                     ($00..$0f)
; Out     A         = A ^ X ^ Y
; Uses    )" +
           uses + R"(
; Time    -
; ---------------------------------------------------------------------------
rare:   stx all
        eor all
        sty all
        eor all
        sta sum
        eor #$33 ^ $a5 ^ $0b
        sta all
        txa
        eor #$a5
        ora all
        sta all
        tya
        eor #$0b
        ora all
        bne @done
)" + other_way +
           "@done:  iny\n        lda sum\n        rts\n";
}

TEST_F(Contract, TriesAllInputsIfToldTo) {
    const std::string right = folder.write("right.s", with_one_input("        nop\n"));
    expect_prints("contract " + right + " --all",
                  {"1048576 of 1048576 inputs", "The contract holds"});
    expect_prints("contract " + right + " --all --write-time", {" 61..62 cycles"});
    expect_prints("contract " + right + " --all", {"61..62 cycles\n"});
    const std::pair<std::string, std::string> faults[]{
        {"        inc sum\n", "A is $9e and should be $9d"},
        {"        inc $07ff\n", "changes $07ff from"},
        {"        inx\n", "changes X from $a5 to $a6"},
        {"        pha\n        pla\n", "on the stack from"},
        {"        jmp *\n", "has not returned after"}};
    for (const auto& [fault, what] : faults) {
        const std::string command = "contract " + folder.write("one.s", with_one_input(fault));
        expect_prints(command, {"The contract holds"});  // 3,000 draws miss it
        const auto found = ryg_json(command + " --all --cycles 5000", 1);
        const auto& complaint = found["routines"][0]["complaints"][0];
        EXPECT_TRUE(contains(complaint["what"].get<std::string>(), what)) << complaint.dump(1);
        EXPECT_TRUE(contains(complaint["facts"].dump(), "A = $33")) << complaint.dump(1);
        const std::string again = complaint["reproduce"];
        expect_prints(again.substr(again.find("contract")), {what}, 1);
    }
    const std::string deep = with_one_input("        pha\n        pla\n", "Y; sum; all; stack 1");
    expect_prints("contract " + folder.write("deep.s", deep) + " --all", {"The contract holds"});
}

TEST_F(Contract, LetsFlagsChangeThatABlockNamesInAllInputsToo) {
    const std::string flags =
        "; In      A                     (any)\n;         X                     (any)\n"
        ";         Y                     (any)\n; Out     I         = 1\n; Uses    ";
    const auto source = [&](const std::string& uses) {
        return folder.write("flags.s", one_block(flags + uses + "\n; Time    10..10\n",
                                                 "one:    sed\n        sei\n"
                                                 "        rts\n"));
    };
    EXPECT_EQ(ryg_json("contract " + source("D") + " --all")["routines"][0]["tried"], 1U << 24);
    const auto found = ryg_json("contract " + source("-") + " --all", 1)["routines"][0];
    EXPECT_EQ(found["complaints"][0]["what"], "changes the flag D or I");
}

TEST_F(Contract, SaysHowManyInputsItHasTriedAtCtrlC) {
    std::string source = with_one_input("        nop\n");
    source = replaced(source, "($00..$0f)", "(any)");
    source = replaced(source, "sum:    .res 1", "sum:    .res 1\nnever:  .res 2");
    source =
        replaced(source, "; Out",
                 ";         never     not read                                    (any)\n; Out");
    const auto stopped =
        program::run({RYG_PROGRAM, "contract", folder.write("long.s", source), "--all"}, "", {},
                     press_ctrl_c_late);  // random inputs take less than a second
    EXPECT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_TRUE(contains(stopped.out, " of 1099511627776 inputs")) << stopped.out;
}

TEST_F(Contract, WritesFirstBlocksOfWhatPrintsOrWritesAnywhere) {
    const std::string code = R"(
chrout = $ffd2
print:  lda #'X'
        sta $0400
        sta $0403
        pha
        pla
        jmp chrout
)";
    const auto block =
        expect_prints("contract " + folder.write("bare.s", code) + " --skeleton print",
                      {"; Uses    A; $400..$403; stack 1; screen\n; Time    printing"});
    const auto at = code.find("print:");
    expect_prints(
        "contract " + folder.write("with.s", code.substr(0, at) + block.out + code.substr(at)),
        {"The contract holds."});
}

TEST_F(Contract, MeasuresWhatItCanAndReportsTheOtherRoutines) {
    const std::string wrong = replaced(mul(), "; Uses    Y; ", "; Uses    ");
    const std::string two =
        folder.write("two.s", wrong + one_block(replaced(fields, "8..8", "-"), "one:\n" + body));
    expect_prints("contract " + two + " --write-time",
                  {"mul8                     not measured: ", "changes Y",
                   "one                      8..8 cycles"},
                  1);
    expect_prints("contract " + two + " --label one", {"8..8 cycles"});
    EXPECT_TRUE(contains(tests::content(two), "; Time    8..8\n"));
}

TEST_F(Contract, WritesTheTimesThatItMeasures) {
    const std::string wrong = folder.write("mul.s", replaced(mul(), "; Time    ", "; Time    1"));
    expect_prints("contract " + wrong + " --write-time", {"mul8"});
    EXPECT_EQ(tests::content(wrong), mul());
}

TEST_F(Contract, LetsABlockStandForARoutineThatIsNotRun) {
    const std::string source = folder.write("caller.s", R"(
; ---------------------------------------------------------------------------
; twice -- calls a routine that never ends
;
; In      X         a number                                    (any)
; Out     A         = X * 2 + 1
; Uses    stack 2; = slow
; Time    -
; ---------------------------------------------------------------------------
twice:  txa
        jsr slow
        ora #1
        rts

; ---------------------------------------------------------------------------
; slow -- doubles
;
; In      A         a number                                    (any)
; Out     A         = A * 2
; Uses    -
; Time    -
; ---------------------------------------------------------------------------
slow:   jmp slow
)");
    expect_prints("contract " + source + " --stub slow --write-time", {"twice"});
    expect_prints("contract " + source + " --stub slow", {"The contract holds."});
    const auto lost = expect_prints("contract " + source + " --label slow --cycles 5000",
                                    {"caller.s:21: slow", "has not returned after 500"}, 1);
    EXPECT_TRUE(contains(lost.out, "again: ")) << lost.out;
    const std::string lost_name = folder.write(
        "name.s", replaced(tests::content(source), "; Uses    -", "; Uses    = nobody"));
    expect_trouble(ryg("contract --label twice " + lost_name),
                   "name.s:7: twice: unknown routine 'nobody' in Uses of slow, " + lost_name);
}

TEST_F(Contract, IsRefusedInOneLine) {
    const std::string bad = folder.write("bad.s", "main:\n lda #\n");
    const std::string wrong = folder.write("wrong.s", replaced(mul(), "(any)", "(anything)"));
    const std::string typo = folder.write("typo.s", replaced(mul(), "; high", "; hihg"));
    const std::string formula = folder.write("formula.s", replaced(mul(), ">> 8", ">>"));
    const std::string element = folder.write("element.s", replaced(mul(), "(X * Y)", "high[0]"));
    const std::string nobody = folder.write("nobody.s", replaced(mul(), "; high", "; = nobody"));
    const std::string by_org = folder.write("by_org.s", " .org $c000\n" + mul());
    const std::string alone = folder.write("alone.prg", std::string("\x00\x10\x60", 3));
    expect_refused(
        "contract",
        {{"/no/such.s", "/no/such.s: there is no such file"},
         {bad, "bad.s:2: "},
         {wrong, "wrong.s:12: mul8: unknown kind '(anything)'"},
         {typo, "typo.s:16: mul8: unknown word 'hihg'"},
         {formula, "formula.s:15: mul8: "},
         {element, "element.s:14: mul8: 'high[0] & $ff': character 1: $"},
         {nobody, "nobody.s:16: mul8: unknown routine 'nobody' in Uses"},
         {alone, "its debug file"},
         {stranger("mul.s") + " --label mul9", "no header block for 'mul9'"},
         {stranger("mul.s") + " --config /no/such.cfg", "/no/such.cfg"},
         {stranger("mul.s") + " --stub nothing", "stub 'nothing'"},
         {stranger("mul.s") + " --reference true", "--reference: 'true'"},
         {stranger("mul.s") + " --reference 'echo nonsense'", "no JSON object"},
         {stranger("mul.s") + " --draws 10 --draw 11", "mul8: there is no draw 11: the last is 10"},
         {by_org, "by_org: loads at $1000, where none of its labels is: does it begin"},
         {"ryg3 --skeleton nobody", "unknown label 'nobody'"},
         {"ryg3 --skeleton makeMove", "'makeMove' has a block, and a reference"},
         {"ryg3 ryg16", "one program, or a family such as ryg:all"},
         {"nothing", "there is no file or program 'nothing'"},
         {"ryg4:all", "there is no file or program 'ryg4:all': did you mean 'ryg3:all'?"}});
}

}  // namespace
}  // namespace ryg
