// `ryg prove` on files of strangers: the page's output, refutations that `contract` replays, bad input.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using Prove = WithFolder;

const std::string strangers = RYG_SOURCE_DIR "/tests/support/strangers/";

std::string stranger(const std::string& file) { return "'" + strangers + file + "'"; }

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

/// A header block with the lines of its fields after the name, and a Time.
std::string block(const std::string& name, const std::string& fields, const std::string& time) {
    const std::string rule = "; " + std::string(75, '-') + '\n';
    return rule + "; " + name + " -- does it\n;\n; " + fields + "\n; Time    " + time + '\n' + rule;
}

TEST(ProvePage, BeginsWithWhatTheCommandPrints) {
    const auto all = ryg("prove " + stranger("add16.s") + ' ' + stranger("mul.s") + ' ' +
                         stranger("divide.s") + ' ' + stranger("sort8.s"));
    EXPECT_EQ(all.status, 0) << all.err;
    EXPECT_TRUE(
        contains(tests::content(RYG_SOURCE_DIR "/docs/prove.md"), "```\n" + all.out + "```"))
        << all.out;
}

TEST_F(Prove, RefutesAWrongBlockWithAnInputThatContractReplays) {
    // Of the eight bytes it sorts five.
    const std::string sort =
        replaced(replaced(tests::content(strangers + "sort8.s"), "lda #7", "lda #4"), "160..1299",
                 "100..495");
    for (const auto& [from, to, what] :
         {std::array{"; Uses    A, X, Y; last; stack 1", "; Uses    A, X, Y; last", "changes $01"},
          {"100..495", "100..494", "is exactly 100..495"},
          {"        pla\n", "        pla\n        eor #0\n        inc last,x\n", "changes $"}}) {
        const std::string file = folder.write("sort8.s", replaced(sort, from, to));
        const auto report = ryg_json("prove --seconds 10 " + file, 1);
        EXPECT_EQ(report["refuted"], 1) << report.dump(1);
        bool is_replayed = false;
        for (const auto& clause : report["routines"][0]["clauses"]) {
            if (clause["verdict"] != "refuted" || clause["reproduce"].is_null()) continue;
            const std::string again = clause["reproduce"];
            expect_prints(again.substr(again.find("contract")), {"BROKEN"}, 1);
            is_replayed |= contains(clause["why"].get<std::string>(), what);
        }
        EXPECT_TRUE(is_replayed) << report.dump(1);
    }
}

/// What the first random input contradicts needs no change of it, and is replayed all the same.
TEST_F(Prove, ReplaysATimeThatTheFirstInputContradicts) {
    const std::string file =
        folder.write("one.s", block("one", "Out     A         one\n; Uses    -", "9..9") +
                                  "one:\n lda #1\n rts\n");
    const auto time = ryg_json("prove " + file, 1)["routines"][0]["clauses"][2];
    EXPECT_EQ(time["why"], "is exactly 8..8, its block says 9..9");
    const std::string again = time["reproduce"];
    expect_prints(again.substr(again.find("contract")), {"BROKEN", "8..8"}, 1);
}

/// One input of 2^32 is wrong, and no random input shows it.
TEST_F(Prove, FindsTheOneInputThatIsWrong) {
    const std::string right = tests::content(strangers + "add16.s");
    const std::string wrong =
        replaced(right, "first + second\n;         C",
                 "first + second + (first == 777 && second == $beef)\n;         C");
    const auto found = ryg_json("prove " + folder.write("add16.s", wrong), 1)["routines"][0];
    EXPECT_EQ(found["clauses"][0]["verdict"], "refuted") << found.dump(1);
    EXPECT_EQ(found["clauses"][0]["facts"][0], "    first = $09 $03");
    EXPECT_EQ(found["clauses"][0]["facts"][1], "    second = $ef $be");
}

/// All 2^32 inputs of a product of words, added up in an order that the formula does not have.
TEST_F(Prove, DecidesAProductOfWords) {
    const std::string product =
        "        .zeropage\np: .res 2\nq: .res 2\nr: .res 4\n        .code\n" +
        block("mul16",
              "In      p                    (any)\n;         q                    (any)\n"
              "; Out     r         = p * q\n; Uses    A, X, Y; q",
              "-") +
        "mul16:  lda #0\n        sta r+2\n        sta r+3\n        ldx #16\n"
        "@next:  lsr q+1\n        ror q\n        bcc @no\n        tay\n        clc\n"
        "        lda r+2\n        adc p\n        sta r+2\n        tya\n        adc p+1\n"
        "@no:    ror\n        ror r+2\n        ror r+1\n        ror r\n        dex\n"
        "        bne @next\n        sta r+3\n        rts\n";
    const auto found = ryg_json("prove " + folder.write("mul16.s", product))["routines"][0];
    EXPECT_EQ(found["clauses"][0]["verdict"], "proved") << found.dump(1);
    EXPECT_EQ(found["clauses"][1]["verdict"], "proved");
    const std::string wrong = replaced(product, "adc p+1", "adc p");
    EXPECT_EQ(ryg_json("prove " + folder.write("mul16.s", wrong), 1)["refuted"], 1);
}

/// An index chooses what the routine reads; each of its values is looked at.
TEST_F(Prove, LooksAtEachValueOfAnIndex) {
    const std::string right = tests::content(strangers + "pick.s");
    EXPECT_EQ(ryg_json("prove " + stranger("pick.s"))["routines"][0]["proved"], true);
    for (const auto& [from, to, clause] : {std::array{"= row + column", "= $00", "Out"},
                                           {"$00..$02", "$00..$01", "Time"},
                                           {"20..21", "20..20", "Time"}}) {
        const std::string file = folder.write("pick.s", replaced(right, from, to));
        const auto report = ryg_json("prove " + file, 1);
        for (const auto& decision : report["routines"][0]["clauses"]) {
            if (decision["clause"] != clause) continue;
            EXPECT_EQ(decision["verdict"], "refuted") << report.dump(1);
        }
    }
}

/// Two elements of an array, or an element and a byte of it, may be the same one.
TEST_F(Prove, KnowsThatTwoIndexesMayBeTheSame) {
    const auto verdicts = [](const std::string& file, int status) {
        std::map<std::string, std::string> found;
        const auto report = ryg_json("prove " + file, status);
        for (const auto& routine : report["routines"]) {
            for (const auto& clause : routine["clauses"]) {
                found[routine["routine"].get<std::string>() + ' ' +
                      clause["clause"].get<std::string>()] = clause["verdict"];
            }
        }
        return found;
    };
    auto right = verdicts(stranger("elements.s"), 1);
    for (const char* const routine : {"two", "fixed", "before"}) {
        EXPECT_EQ(right[std::string(routine) + " Out"], "refuted") << routine;
        EXPECT_EQ(right[std::string(routine) + " Uses"], "proved") << routine;
    }
    EXPECT_EQ(right["either Out"], "proved");
    EXPECT_EQ(right["after Uses"], "proved");
    const std::string text = tests::content(strangers + "elements.s");
    const auto last = text.rfind("($00..$07)");
    auto wrong =
        verdicts(folder.write("elements.s", std::string(text).replace(last, 10, "($00..$08)")), 1);
    EXPECT_EQ(wrong["after Uses"], "refuted");
}

TEST_F(Prove, WritesTheExactTime) {
    const std::string crc = tests::content(strangers + "crc8.s");
    const std::string file = folder.write("crc8.s", replaced(crc, "95..103", "-"));
    expect_prints("prove --write " + file, {"95..103 cycles, written"});
    EXPECT_EQ(tests::content(file), crc);
}

/// Of 16 million inputs one is quickest.
const std::string lock =
    "; -----------------------------------------\n"
    "; open -- is Y the last digit?\n"
    ";\n"
    "; In      A         the first digits  (any)\n"
    ";         X         the next          (any)\n"
    ";         Y         the last          (any)\n"
    "; Out     Z         1: it is\n"
    "; Uses    -\n"
    "; Time    -\n"
    "; -----------------------------------------\n"
    "open:   cmp #$a5\n"
    "        bne :+\n"
    ":       cpx #$5a\n"
    "        bne :+\n"
    ":       cpy #$33\n"
    "        bne :+\n"
    ":       rts\n";

TEST_F(Prove, KeepsWhatItHasFoundUntilAnythingChanges) {
    const std::string right = replaced(lock, "Time    -", "Time    18..21");
    const std::string file = folder.write("lock.s", right), kept = folder.file("kept.json");
    const std::string command = "prove " + file + " --keep " + kept;
    expect_prints(command, {"; 18..21 cycles"});
    folder.write("kept.json", replaced(tests::content(kept), "\"18..21\"", "\"17..22\""));
    expect_prints(command, {"; 17..22 cycles", "1 of 1 blocks are proved"});
    EXPECT_EQ(ryg_json(command + " --table")["proved"], 1);
    folder.write("lock.s", replaced(right, "18..21", "18..22"));
    expect_prints(command, {"; 18..21 cycles", "is exactly 18..21"}, 1);
    expect_prints(command, {"; 18..21 cycles", "is exactly 18..21"}, 1);
    expect_prints(command + " --write", {"18..21 cycles, written"});
    EXPECT_EQ(tests::content(file), right);
    folder.write("kept.json", replaced(tests::content(kept), "\"verdict\"", "\"verdikt\""));
    expect_trouble(ryg(command), "not a file of --keep");
    folder.write("kept.json", "{\"lock open\": 1}");
    expect_trouble(ryg(command), "not a file of --keep");
    EXPECT_EQ(tests::content(kept), "{\"lock open\": 1}");
}

/// The command stays the same, and what it answers does not.
TEST_F(Prove, KeepsNothingThatRestsOnACommand) {
    const std::string file = folder.write(
        "twice.s",
        block("twice", "In      A                    (any)\n; Out     A         twice\n; Uses    -",
              "8") +
            "twice:\n        asl\n        rts\n");
    const auto answer = [&](const std::string& formula) {
        folder.write(
            "r.py",
            "import sys, json\nfor line in sys.stdin:\n    a = json.loads(line)['in']['A']\n"
            "    print(json.dumps({'A': " +
                formula + " & 255}), flush=True)\n");
    };
    const std::string command = "prove " + file + " --keep " + folder.file("kept.json") +
                                " --reference 'python3 " + folder.file("r.py") + "'";
    answer("a * 2");
    EXPECT_EQ(ryg_json(command)["proved"], 1);
    answer("a * 3");
    EXPECT_EQ(ryg_json(command, 1)["refuted"], 1);
}

std::string reference(const std::string& file) {
    const auto path = tests::reference_data(file);
    return path ? "'" + path->string() + "'" : "";
}

/// The verdicts of a file's only routine: "proved undecided unstated ".
std::string verdicts_of(const std::string& command, int status) {
    const auto report = ryg_json("prove " + command, status);
    std::string all;
    for (const auto& clause : report["routines"][0]["clauses"]) {
        all += clause["verdict"].get<std::string>() + ' ';
    }
    return all;
}

TEST(ProveReference, IsProvedInEveryClauseThatItStates) {
    if (reference("prove").empty()) GTEST_SKIP() << "no reference data 'prove'";
    // A product by four tables takes half a minute.
    const bool has_time = std::getenv("RYG_LONG") != nullptr;
    std::string short_styles;
    for (const char* const label : {"bcd", "mul16n", "onstack", "ptrmul", "rtsjmp", "skip", "smmul",
                                    "smten", "sqmul", "undoc", "unmul"}) {
        short_styles += std::string(" --label ") + label;
    }
    for (const auto& file : std::filesystem::directory_iterator(*tests::reference_data("prove"))) {
        if (file.path().extension() != ".s") continue;
        const std::string name = file.path().stem();
        const bool is_part = name == "styles" && !has_time;
        const auto report =
            ryg_json("prove '" + file.path().string() + "'" + (is_part ? short_styles : ""));
        EXPECT_EQ(report["routines"].size(), name != "styles" ? 1U : has_time ? 12U : 11U);
        for (const auto& routine : report["routines"]) {
            EXPECT_EQ(routine["clauses"][0]["verdict"], name == "crc16" ? "unstated" : "proved")
                << routine.dump(1);
        }
    }
}

TEST_F(Prove, IsNotMisledByWhatMisledOthers) {
    if (reference("attacks").empty()) GTEST_SKIP() << "no reference data 'attacks'";
    const auto attack = [](const std::string& file) { return reference("attacks/" + file); };
    EXPECT_EQ(verdicts_of(attack("io3.s"), 1), "refuted undecided undecided ");
    expect_trouble(ryg("prove " + attack("noise2.s")), "mode");
    EXPECT_TRUE(contains(verdicts_of(attack("stk.s"), 1), "refuted"));
    EXPECT_EQ(verdicts_of(attack("row.s"), 0), "proved proved unstated ");
    EXPECT_EQ(verdicts_of(attack("both.s"), 0), "proved proved unstated ");
    const std::string neg0 =
        folder.write("neg0.py", tests::content(*tests::reference_data("attacks/neg0.py")));
    EXPECT_FALSE(verdicts_of(attack("neg0.s") + " --reference 'python3 " + neg0 + "'", 1)
                     .starts_with("proved"))
        << "of 2^32 inputs some are asked about";
}

/// The KERNAL takes a time that is not known; what comes out is as stated, or is not.
TEST_F(Prove, LeavesTheTimeOfPrintingOpen) {
    const auto verdicts = [&](const std::string& formula, int status) {
        return verdicts_of(
            folder.write("print.s",
                         block("print",
                               "In      A                    (any)\n; Out     X         = " +
                                   formula + "\n; Uses    A; screen",
                               "25..25") +
                             "print:  tax\n        jsr $ffd2\n        rts\n"),
            status);
    };
    EXPECT_EQ(verdicts("A", 3), "proved proved undecided ");
    EXPECT_EQ(verdicts("A ^ (A == 77)", 1), "refuted proved undecided ");
}

/// What it is right to say of routines that earlier provers were wrong about.
TEST_F(Prove, IsNotMisled) {
    const auto verdicts = [&](const std::string& fields, const std::string& time,
                              const std::string& code, int status) {
        return verdicts_of(folder.write("it.s", "        .bss\ntable: .res 8\n        .code\n" +
                                                    block("it", fields, time) + code),
                           status);
    };
    // Two reads of a chip may differ.
    EXPECT_EQ(
        verdicts("In      X                    ($04..$05)\n; Out     A         = 0\n; Uses    -",
                 "14", "it: lda $dc00,x\n eor $dc00,x\n rts\n", 1),
        "refuted undecided undecided ");
    // A read in passing, whose value is not used, is one of a chip, too.
    EXPECT_EQ(verdicts("In      X                    (any)\n; Uses    A", "-",
                       "it: lda $dcff,x\n rts\n", 3),
              "undecided unstated ");
    // An indexed read that crosses a page touches a chip before it reads the ROM.
    EXPECT_EQ(verdicts("In      X                    ($01..$ff)\n; Uses    A", "-",
                       "it: lda $dfff,x\n rts\n", 3),
              "undecided unstated ");
    // The decimal mode, as In has it and as Out says.
    const std::string mode = "In      A  ($00..$09)\n;         D  (any)\n; Out     A  = ";
    const std::string adds = "it: clc\n adc #1\n rts\n";
    EXPECT_EQ(verdicts(mode + "A == 9 && D ? $10 : A + 1\n; Uses    -", "10", adds, 0),
              "proved proved proved ");
    EXPECT_EQ(verdicts(mode + "A + 1\n; Uses    -", "10", adds, 1), "refuted proved proved ");
    EXPECT_EQ(verdicts("Out     D  = 1\n; Uses    I", "10", "it: sed\n cli\n rts\n", 0),
              "proved proved proved ");
    EXPECT_EQ(verdicts("Out     D  = 0\n; Uses    -", "10", "it: sed\n cli\n rts\n", 1),
              "refuted refuted proved ");
    // Less stack than stated, and more.
    EXPECT_EQ(verdicts("Uses    stack 3", "13", "it: pha\n pla\n nop\n rts\n", 1),
              "refuted refuted ");
    EXPECT_EQ(verdicts("Uses    stack 2", "-", "it: pha\n pla\n rts\n", 1), "refuted unstated ");
    // A byte of a table at an index that may be any of eight.
    EXPECT_EQ(
        verdicts("In      A                    (any)\n;         X                    ($00..$07)\n"
                 "; Out     A         = A\n; Uses    table",
                 "11", "it: sta table,x\n rts\n", 0),
        "proved proved proved ");
    // A Time that is not stated refutes nothing, and neither does one that was seen and fits.
    EXPECT_EQ(
        verdicts("In      A                    (any)\n; Out     A         = A ^ 1\n; Uses    -",
                 "seen 8..8", "it: eor #1\n rts\n", 0),
        "proved proved unstated ");
}

/// What a block says by relations, conditions, bounds and signs: a routine that is as stated, one
/// that is not, and a text that means nothing. Proofs and runs of all inputs agree.
TEST_F(Prove, DecidesRelationsConditionsBoundsAndSigns) {
    struct Row {
        std::string in, right, wrong, refused, uses, time, code;
    };
    const std::string any = "In      A                    (any)";
    const std::string root =
        "it: ldx #1\n stx it_t\n ldx #0\nnext: cmp it_t\n bcc done\n sbc it_t\n inx\n inc it_t\n"
        " inc it_t\n bne next\ndone: txa\n rts\n";
    const std::string difference = "it: sta it_t\n txa\n sec\n sbc it_t\n rts\n";
    const std::string both = any + "\n;         X                    (any)\n; Requires ";
    const Row rows[]{{any, "where A' * A' <= A && A < (A' + 1) * (A' + 1)", "where A' * A' < A",
                      "where A' == it_t'", "X; it_t", "-", root},
                     {any, "where A' == A || A' == $80", "where A' == A || A' == $7f",
                      "where A' == q", "-", "-", "it: cmp #$40\n bcc it_\n lda #$80\nit_: rts\n"},
                     {any + "\n;         C                    (any)", "next = A + 1 when C == 0",
                      "next = A + 1 when C == 1", "next = A + 1 when X == 0", "-", "-",
                      "it: bcs it_\n adc #1\nit_: rts\n"},
                     {both + "A <= X", "= X - A\n;         C         = 1", "= X - A + 1", "= A'",
                      "it_t", "-", difference},
                     {both + "A <=\n;            X + 1\n;          A >= 0", "= X - A",
                      "= X - A\n;         C         = 1", "= Y", "it_t", "-", difference},
                     {any, "= signed(A) >> 1", "= A >> 1", "= signed(A + 1)", "-", "<= 10",
                      "it: cmp #$80\n ror a\n rts\n"},
                     {any, "= A >>> 1", "= signed(A) / 2", "= A >>>", "-", "<= 10",
                      "it: cmp #$80\n ror a\n rts\n"}};
    for (const Row& row : rows) {
        const auto file = [&](const std::string& out, const std::string& time) {
            return folder.write(
                "it.s",
                "        .bss\nit_t: .res 1\n        .code\n" +
                    block("it", row.in + "\n; Out     A         " + out + "\n; Uses    " + row.uses,
                          time) +
                    row.code);
        };
        const auto both_say = [&](const std::string& path, int status) {
            EXPECT_EQ(ryg("prove " + path).status, status) << row.right;
            EXPECT_EQ(ryg("contract --all " + path).status, status) << row.right;
        };
        both_say(file(row.right, row.time), 0);
        both_say(file(row.wrong, row.time), 1);
        expect_trouble(ryg("prove " + file(row.refused, row.time)), "it.s:");
        if (row.time != "-") both_say(file(row.right, "<= 7"), 1);
    }
    const auto refused = [&](const std::string& line, const std::string& why) {
        const std::string fields = any + "\n; " + line + "\n; Uses    -";
        const std::string file = folder.write("it.s", block("it", fields, "-") + "it: rts\n");
        expect_trouble(ryg("contract " + file), why);
    };
    refused("Requires A < X", "'X' is not in In");
    refused("Out     A         where A' == 1 / (A - A)", "it.s:5: it: 'A'");
}

/// What In names is an input, also where the program has a byte for it.
TEST_F(Prove, TakesWhatInNamesAsAnInputInCodeToo) {
    const auto file = [&](const std::string& name, const std::string& value) {
        return folder.write(
            name, block("it",
                        "In      it_v                 (any)\n; Out     A         = " + value +
                            "\n; Uses    -",
                        "10") +
                      "it: lda it_v\n rts\nit_v: .byte 7\n");
    };
    EXPECT_EQ(verdicts_of(file("it.s", "it_v"), 0), "proved proved proved ");
    EXPECT_EQ(verdicts_of(file("it.s", "7"), 1), "refuted proved proved ");
    const std::string seven =
        folder.write("seven.s", "it: lda #7\n nop\n nop\n rts\nit_v: .byte 7\n");
    EXPECT_EQ(ryg("prove " + file("it.s", "it_v") + " --against " + seven).status, 1);
    const std::string same = folder.write("same.s", "it: lda it_v\n rts\n nop\nit_v: .byte 9\n");
    EXPECT_EQ(ryg("prove " + file("it.s", "it_v") + " --against " + same).status, 0);
}

TEST_F(Prove, DecidesArraysPairsAndRepetition) {
    struct Row {
        std::string in, right, wrong, refused, uses, code;
    };
    const std::string copies = "it: dey\n bmi it_\n lda src,y\n sta dst,y\n jmp it\nit_: rts\n";
    const std::string crc =
        "it: ldx #8\nnext: asl a\n bcc it_\n eor #7\nit_: dex\n bne next\n rts\n";
    const std::string round = "s = (s << 1 ^ (s & $80 ? 7 : 0)) & $ff;";
    const Row rows[]{
        {"Y                    ($00..$08)\n;         src[0..7]            (any)",
         "dst[i] = src[i] for i in 0..Y-1", "dst[i] = src[i] for i in 0..Y-2",
         "dst[i] = src[j] for i in 0..Y-1", "A, Y", copies},
        {"src                  (any)", "dst[i] = src[i] for i in 0..1",
         "dst[i] = src[i + 1] for i in 0..1", "dst[i] = src[i] for i in 7..8", "A",
         "it: lda src\n sta dst\n lda src+1\n sta dst+1\n rts\n"},
        {"X                    ($00..$07)\n;         A                    (any)", "dst[X] = A ^ 1",
         "dst[X] = A", "dst[Y] = A ^ 1", "A", "it: eor #1\n sta dst,x\n rts\n"},
        {"X                    ($00..$07)\n;         dst[X]               ($03..$09)",
         "A = dst[X] + 1", "A = dst[X]", "A = dst[X", "-", "it: lda dst,x\n clc\n adc #1\n rts\n"},
        {"$f0/$f1              (any)\n;         src/src2             (any)",
         "$f2/$f3 = $f0/$f1 + src/src2", "$f2/$f3 = $f0/$f1 + src", "$f2/$f3 = $f4/$f5", "A",
         "it: clc\n lda $f0\n adc src\n sta $f2\n lda $f1\n adc src2\n sta $f3\n rts\n"},
        {"A                    (any)", "A = let s = A; repeat 8 { " + round + " } s",
         "A = let s = A; repeat 7 { " + round + " } s", "A = let s = A; repeat 8 { t = 1; } s", "X",
         crc}};
    for (const Row& row : rows) {
        const auto file = [&](const std::string& out) {
            const auto space = out.find(' ');
            const std::string fields = "In      " + row.in + "\n; Out     " + out.substr(0, space) +
                                       "    " + out.substr(space) + "\n; Uses    " + row.uses;
            const std::string size = contains(row.in, "src2") ? "1\nsrc2: .res 1" : "8";
            return folder.write("it.s", "        .bss\ndst: .res 8\nsrc: .res " + size +
                                            "\n        .code\n" + block("it", fields, "-") +
                                            row.code);
        };
        for (const std::string verb : {"prove ", "contract "}) {
            EXPECT_EQ(ryg(verb + file(row.right)).status, 0) << verb << row.right;
            EXPECT_EQ(ryg(verb + file(row.wrong)).status, 1) << verb << row.wrong;
            expect_trouble(ryg(verb + file(row.refused)), "it.s:");
        }
    }
    // It writes one element more than is stated.
    const std::string fields =
        "In      Y                    ($00..$07)\n;         src                  "
        "(any)\n; Out     dst[i]    = src[i] for i in 0..Y-1\n; Uses    A, Y";
    const std::string more = folder.write(
        "it.s", "        .bss\ndst: .res 8\nsrc: .res 8\n        .code\n" +
                    block("it", fields, "-") + "it: lda src,y\n sta dst,y\n dey\n bpl it\n rts\n");
    EXPECT_EQ(ryg("prove " + more).status, 1);
    EXPECT_EQ(ryg("contract " + more).status, 1);
}

/// What a read gives, or what was stored last; never the RAM beneath. `prove` follows no chip.
TEST_F(Prove, TakesChipsAsAProgramFindsThem) {
    struct Row {
        std::string fields, code;
        int status;
    };
    const std::string any = "In      A                    (any)\n; ", none = "\n; Uses    -";
    const std::string sid = any + "Out     $d418     = A\n; Uses    ";
    const std::string joystick = "In      reads $dc00          ($00..$ff)\n; Out     A         = ";
    const std::string both = "it: sta $d418\n sta $d400\n rts\n", left = "it: lda $dc00\n rts\n";
    const std::string border = "it: sta $d020\n rts\n", next = "it: inc $d020\n rts\n";
    const std::string colour = any + ";         X                    (any)\n; ";
    const Row rows[]{
        {any + "Out     $d020     = A | $f0" + none, border, 0},
        {any + "Out     $d020     = A" + none, border, 1},
        {"In      $d020                (any)\n; Out     $d020     = (@$d020 + 1) | $f0" + none,
         next, 0},
        {"In      $d020                ($05)\n; Out     $d020     = $f5" + none, next, 1},
        {"Out     $d020     = $f5" + none, next, 1},
        {"Uses    $d020", next, 0},
        {sid + "$d400", both, 0},
        {sid + "$d400..$d401", both, 0},
        {sid + "$d402", both, 1},
        {"Out     $d418     = 5" + none, "it: inc $d418\n rts\n", 1},
        {joystick + "@$dc00" + none, left, 0},
        {joystick + "@$dc00 & $1f" + none, left, 1},
        {any + "Out     $d8ff     = A & $0f" + none, "it: sta $d8ff\n rts\n", 0},
        {any + "Out     $d8ff     = A" + none, "it: sta $d8ff\n rts\n", 1},
        {any + "Out     $d8ff     = A & $0f" + none, "it: sta $d8ff\n sta $d800\n rts\n", 1}};
    for (const Row& row : rows) {
        const std::string file = folder.write("it.s", block("it", row.fields, "-") + row.code);
        EXPECT_EQ(ryg("contract " + file).status, row.status) << row.fields << row.code;
        const int verdict =
            ryg("prove " + file).status;  // which does not run all to see if it changes
        EXPECT_TRUE(verdict == 3 || (row.status == 1 && verdict == 1)) << row.fields << row.code;
    }
    const std::string file = folder.write("it.s", block("it", joystick + "1" + none, "-") + left);
    expect_trouble(ryg("contract --machine ram " + file), "it.s:4");
    for (const char* const refused :
         {"In      $d012                (any)\n; Uses    -", "Out     $de00     = 1\n; Uses    -",
          "In      reads $0400          (any)\n; Uses    -"}) {
        folder.write("it.s", block("it", refused, "-") + "it: rts\n");
        expect_trouble(ryg("contract " + file), "it.s:4");
    }
}

TEST_F(Prove, DecidesWhatIsPrinted) {
    const auto file = [&](const std::string& text) {
        return folder.write("print.s", block("print",
                                             "In      X                    (any)\n; Prints  " +
                                                 text + "\n; Uses    A; screen",
                                             "printing") +
                                           "print:  lda #'B'\n        jsr $ffd2\n        txa\n"
                                           "        jsr $ffd2\n        rts\n");
    };
    EXPECT_EQ(verdicts_of(file("'B', X"), 0), "proved proved ");
    EXPECT_EQ(ryg("contract " + file("'B', X")).status, 0);
    for (const char* const wrong : {"'B', X ^ (X == 77)", "'B'", "'B', X, $0d", "''"}) {
        EXPECT_EQ(verdicts_of(file(wrong), 1), "refuted proved ") << wrong;
    }
    EXPECT_EQ(ryg("contract " + file("'B', X + 1")).status, 1);
    for (const char* const bad : {"'B", "'B' X", "'B', Y", "'B',"}) {
        expect_trouble(ryg("contract " + file(bad)), "print.s:");
    }
}

TEST_F(Prove, NamesFileAndLineOfWhatItCannotFollowOrRead) {
    const auto file = [&](const std::string& in) {
        return folder.write(
            "it.s", block("it", in + "\n; Uses    A", "-") + "it:     nop\n lda $dc00\n rts\n");
    };
    expect_prints("prove " + file("In      A                    (any)"),
                  {"it.s:9: $1001 it+1 reads $dc00, a chip"}, 3);
    expect_trouble(ryg("prove " + file("In      A                    (odd)")),
                   "it.s:4: it: unknown kind '(odd)'");
}

TEST_F(Prove, HasTheTimesThatDrawsMiss) {
    const std::string file = folder.write("lock.s", lock);
    const auto time_of = [&] {
        const std::string text = tests::content(file);
        const auto at = text.find("Time");
        return text.substr(at, text.find('\n', at) - at);
    };
    expect_prints("contract " + file + " --write-time", {"open", "seen "});
    EXPECT_TRUE(time_of().starts_with("Time    seen ")) << time_of();
    expect_prints("contract " + file, {"holds"});
    expect_prints("prove --write " + file, {"18..21 cycles, written"});
    EXPECT_EQ(time_of(), "Time    18..21");
    expect_prints("contract " + file, {"holds"});
    expect_prints("contract --write-time " + file, {"seen "});
    EXPECT_EQ(time_of(), "Time    18..21");
    expect_prints("prove " + file, {"1 of 1 blocks are proved"});
    expect_prints(
        "contract " + folder.write("no.s", replaced(tests::content(file), "18..21", "20..21")),
        {"its block says 20..21"}, 1);
}

TEST(ProveOptions, AreExplainedAndRefused) {
    expect_prints("prove --assumptions", {"D is clear", "S is $ed"});
    EXPECT_EQ(ryg_json("prove --assumptions")["assumptions"].size(), 8U);
    expect_trouble(ryg("prove " + stranger("mul.s") + " --label nobody"), "no header block");
    expect_trouble(ryg("prove /no/such.s"), "/no/such.s");
}

}  // namespace
}  // namespace ryg
