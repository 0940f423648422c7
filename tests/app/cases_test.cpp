// Cases in JSON beside the blocks: each kind of value and each key holds, breaks and is refused.
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using nlohmann::json;

struct Cases : testing::Test {
    Folder folder;
    const std::string source = folder.write("twice.s", code("seed: .res 1; .export twice, double;"
                                                            "double: asl; rts;"
                                                            "twice: lda seed; jsr double;"
                                                            "jsr double; sta seed+1; rts; .res 2"));
    [[nodiscard]] std::string with(const std::string& cases) const {
        return source + " --cases " + folder.write("twice.json", cases);
    }
    [[nodiscard]] std::string one(const std::string& rest) const {
        return with("{\"cases\": [{\n\"call\": \"twice\",\n" + rest + "}]}");
    }
};

TEST_F(Cases, HoldBesideTheBlocksAndWithoutAny) {
    const std::string holds = with(R"({"cpu": "6502", "cases": [
        {"name": "four times", "call": "twice", "in": {"seed": "$15"},
         "out": {"A": 84, "seed+1": [84], "C": 0}, "cycles": [30, 60],
         "calls": ["double"], "never": ["$ffd2"]},
        {"name": "a stand-in", "call": "twice", "in": {"seed": 1}, "out": {"A": 7, "$1001": 7},
         "instead": {"double": {"A": 7, "C": 1}}}]})");
    const std::string junit = folder.file("it.xml"), info = folder.file("it.info");
    expect_prints("contract " + holds + " --junit " + junit + " --coverage " + info,
                  {"four times", "holds", "2 of 2 cases hold."});
    EXPECT_TRUE(contains(tests::content(junit), "name=\"a stand-in\""));
    EXPECT_TRUE(contains(tests::content(info), "twice.s"));
    const std::string cases = folder.write("mul.json", R"({"cases": [
        {"call": "mul8", "in": {"X": 20, "Y": 20}, "out": {"X": 1, "A": 144}}]})");
    expect_prints("contract '" RYG_SOURCE_DIR "/tests/support/strangers/mul.s' --cases " + cases,
                  {"1 of 1 cases hold.", "The contract holds."});
}

TEST_F(Cases, ThatDoNotHoldSayWhatAndWhere) {
    const auto report =
        ryg_json("contract " +
                     one(R"("in": {"seed": 1}, "out": {"A": 5}, "cycles": 9, "never": ["double"])"),
                 1);
    const json& complaints = report["cases"][0]["complaints"];
    ASSERT_EQ(complaints.size(), 3) << report.dump(1);
    EXPECT_EQ(complaints[0], "A is $04, not $05");
    EXPECT_TRUE(contains(complaints[1].get<std::string>(), "cycles, not 9..9"));
    EXPECT_EQ(complaints[2], "calls double");
    expect_prints("contract " + one(R"("calls": ["$1000"])"), {"twice.json:1: twice: never calls"},
                  1);
}

TEST_F(Cases, HaveASchemaWhoseKeysAreThoseOfTheReader) {
    const json schema = json::parse(tests::content(RYG_SOURCE_DIR "/docs/schema/cases.json"));
    const auto is_known = [&](const json& keys, const auto& file_of) {
        for (const auto& [key, about] : keys.items()) {
            const std::string file = file_of(json{{key, 1e9}}.dump());
            EXPECT_FALSE(contains(ryg("contract " + file).err, "unknown key")) << key;
        }
        expect_trouble(ryg("contract " + file_of(R"({"$schem": 1})")), "unknown key");
    };
    is_known(schema["properties"], [&](const std::string& cases) { return with(cases); });
    is_known(schema["definitions"]["case"]["properties"],
             [&](const std::string& one) { return with("{\"cases\": [" + one + "]}"); });
}

TEST_F(Cases, AreRefusedWithFileLineAndKey) {
    const auto refused = [&](const std::string& rest, const std::string& why) {
        expect_refused("contract", {{rest.starts_with('{') ? with(rest) : one(rest), why}});
    };
    refused(R"("nevr": [])", "twice.json:3: nevr: unknown key: did you mean 'never'?");
    refused(R"("out": {"sed": 1})", "twice.json:3: sed: unknown label 'sed': did you mean");
    refused(R"("out": {"A": 256})", "twice.json:3: A: 256 is more than 255");
    refused(R"("out": {"C": 2})", "twice.json:3: C: 2 is more than 1");
    refused("\"in\": {\"A\": 1,\n\"A\": 2}", "twice.json:4: A: this name is there twice");
    refused(R"("in": {"seed+1": 1, "$1001": 2})", "$1001: $1001 has a value already");
    refused(R"("in": {"A": -129})", "A: -129 is less than -128");
    refused(R"("in": {"A": true})", "A: true is not a number");
    refused(R"("in": {"C": -1})", "C: -1 is not a number");
    refused(R"("cycles": [3, 2])", "twice.json:3: cycles: the least is more than the most");
    refused("{\n\"cpu\": \"65C02\"}", "twice.json:2: cpu: there is no core for \"65C02\"");
    refused("{\"cases\": [\n{\"in\": {}}]}", "twice.json:2: 0: no key 'call'");
    refused("{\n]", "twice.json:2: not JSON at '");
    refused("{}", "twice.json:1: there are no \"cases\"");
    expect_refused("contract", {{source + " --cases none.json", "none.json: no such file"}});
}

/// Routines for every kind of value.
struct CaseValues : WithFolder {
    const std::string source = folder.write(
        "values.s",
        code(
            // adds two words; how many ones there are in X
            "add: clc; lda sum; adc by; sta sum; lda sum+1; adc by+1; sta sum+1; rts;"
            "fill: ldx #7; : sta line,x; dex; bpl :-; rts;"
            "paint: sta $d020; sta $d800; sta $d418; inc $d01d; rts;"
            "ink: lda $d800; and #$0f; rts;"
            "twice: asl; rts;"
            "modes: sed; cli; rts;"
            "press: jsr key; bcc press; : jsr key; bcs :-; inc taps; rts; key: lda $dc00; lsr; rts;"
            "start: lda #7; sta taps; loop: inc taps; jmp loop;"
            "two: ldx #0; ldy #0; lda $fb; bne :+; ldx #1; : bpl :+; ldy #1; : rts;"
            ".zeropage; taps: .res 1; sum: .res 2; by: .res 2; textLo: .res 1; gap: .res 1; "
            "textHi: .res 1;"
            ".bss; line: .res 8; guard: .res 1; .rodata; table: .byte 9, 1, 33, 2"));
    [[nodiscard]] std::string with(const std::string& cases) const {
        return source + " --cases " + folder.write("values.json", "{\"cases\": [" + cases + "]}");
    }
    /// Checks what is wrong with the only case.
    void breaks(const std::string& one, const std::string& why) const {
        const json report = ryg_json("contract " + with('{' + one + '}'), 1);
        ASSERT_EQ(report["cases"][0]["complaints"].size(), 1) << report.dump(1);
        EXPECT_TRUE(contains(report["cases"][0]["complaints"][0].get<std::string>(), why))
            << report["cases"][0]["complaints"][0];
    }
    void refused(const std::string& one, const std::string& why) const {
        expect_refused("contract", {{with("\n{" + one + '}'), "values.json:2: " + why}});
    }
};

TEST_F(CaseValues, Hold) {
    expect_prints("contract " + with(R"-(
        {"name": "words", "call": "add", "in": {"by/by+1": 255, "sum": 1, "sum+1": 0},
         "out": {"sum/sum+1": 256, "C": false}},
        {"name": "by size", "call": "add", "in": {"by": 1, "sum": 65535}, "out": {"sum": 0, "C": 1}},
        {"name": "apart", "call": "twice", "in": {"textLo/Hi": "$1234", "$fb/$fc": "%101"},
         "out": {"textLo": "$34", "textHi": "$12", "$fb": 5, "$fc": 0}},
        {"name": "ranges", "call": "fill", "in": {"A": -1, "line..line+7": 0, "guard": "-3"},
         "out": {"line..guard-1": 255, "guard": 253}},
        {"name": "a list", "call": "fill", "in": {"A": 2}, "out": {"line..line+2": [2, 2, 2]}},
        {"name": "bounds", "call": "add", "in": {"by": 300, "sum": 5},
         "out": {"A": "($01)", "sum/sum+1": "(300..310|$ffff)", "by": ["($2c)", "(0..1)"]
}
},
        {"name": "formulas", "call": "twice", "in": {"A": "= @(.table + 2)", "X": "= .twice >> 8"},
         "out": {
    "A" : "= 2 * A", "X" : "= X", "$fb/$fc" : "= @word:$fb"
}
},
        {"name": "modes", "call": "modes", "in": {"D": 0, "I": true}, "out": {"D": 1, "I": false}},
        {"name": "chips", "call": "paint", "in": {"A": 5, "$d01d": 7},
         "out": {"$d020": "$f5", "$d800": 5, "$d418": 5, "$d01d": 8}},
        {"name": "the RAM beneath", "call": "paint", "in": {"$01": "$34", "A": 5, "$d020": 0},
         "out": {"$d020": 5}},
        {"name": "ink", "call": "ink", "in": {"$d800": 9}, "out": {"A": 9}},
        {"name": "inputs", "call": "press", "in": {"taps": 4}, "inputs": {"$dc00": [0, 0, 1, 0]},
         "out": {"taps": 5}},
        {"name": "in turn", "call": "press", "in": {"taps": 4},
         "instead": {"key": [{"C": false}, {"C": 1}, {"C": 0}]}, "out": {"taps": 5}},
        {"name": "up to", "call": "start", "to": "loop", "out": {"taps": 7}, "cycles": 6})-"),
                  {"14 of 14 cases hold."});
}

TEST_F(CaseValues, Break) {
    breaks(R"-("call": "add", "in": {"by": 1, "sum": 65535}, "out": {"sum": 1})-",
           "sum+1 is $0000, not $0001");
    breaks(R"-("call": "fill", "in": {"A": 1, "guard": 9}, "out": {"line..guard": 1})-",
           "guard is $09, not $01");
    breaks(R"-("call": "twice", "in": {"A": 9}, "out": {"A": "= 3 * A"})-", "A is $12, not $1b");
    breaks(R"-("call": "twice", "in": {"A": 9}, "out": {"A": "(0..$11|$13..20)"})-",
           "A is $12, not in (0..$11|$13..20)");
    breaks(R"-("call": "paint", "in": {"A": 5, "$d01d": 5}, "out": {"$d01d": 5})-",
           "$d01d is $06, not $05");
    breaks(R"-("call": "modes", "out": {"D": 0})-", "D is $01, not $00");
    breaks(R"-("call": "press", "inputs": {"$dc00": [1]})-", "does not return within");
    breaks(R"-("call": "twice", "to": "start")-", "returns before it comes to start");
}

/// A chip that one case has changed is as before in the next.
TEST_F(CaseValues, AreOfOneCase) {
    expect_prints("contract " + with(R"-(
        {"name": "before", "call": "twice", "out": {"$d020": "$fe", "$d800": "= @$d800"}},
        {"name": "paints", "call": "paint", "in": {"A": 5}},
        {"name": "after", "call": "twice", "out": {"$d020": "$fe", "$d418": 0}})-"),
                  {"3 of 3 cases hold."});
}

TEST_F(CaseValues, AreRefused) {
    refused(R"-("call": "add", "in": {"by/by+1": 65536})-", "by/by+1: 65536 is more than 65535");
    refused(R"-("call": "add", "in": {"taps": 256})-", "taps: 256 is more than 255");
    refused(R"-("call": "add", "in": {"sum/sum": 1})-", "sum/sum: 'sum/sum' is one byte");
    refused(R"-("call": "fill", "in": {"line..line+3": [1, 2]})-",
            "line..line+3: 2 values for 4 bytes");
    refused(R"-("call": "fill", "in": {"guard..line": 1})-",
            "guard..line: 'guard..line' goes from $");
    refused(R"-("call": "fill", "in": {"line+2..line+3": 1, "line+3": 1})-", "line+3: $");
    refused(R"-("call": "twice", "out": {"A": "= nothing * A"})-", "A: unknown label 'nothing'");
    refused(R"-("call": "twice", "out": {"A": "="})-", "A: '': character 1: a value is missing");
    refused(R"-("call": "twice", "out": {"A": "= 1 / (A - A)"})-",
            "A: '1 / (A - A)': character 3: div");
    refused(R"-("call": "twice", "out": {"A": "($ff..$64)"})-", "A: ($ff..$64) has no ranges");
    refused(R"-("call": "twice", "in": {"A": "(1..2)"})-", "A: ranges are for \"out\"");
    refused(R"-("call": "twice", "in": {"$d012": 5})-",
            "$d012: $d012: storing $05 does not make it");
    refused(R"-("call": "twice", "out": {"$de00": 5})-", "$de00: $de00: no chip is there");
    refused(R"-("call": "twice", "inputs": {"$dc00": []})-", "$dc00: an empty list");
    refused(R"-("call": "press", "instead": {"key": []})-", "key: an empty list");
    refused(R"-("call": "twice", "to": "nowhere")-", "to: unknown label 'nowhere'");
}

/// How a case begins, runs and ends.
struct CaseKeys : WithFolder {
    const std::string source = folder.write(
        "keys.s",
        code(".export add, put, nmi, work, ask, hang, stop, jam, arg, copy;"
             "add: clc; adc count; sta count; rts; put: sta count; inc guard; rts; nmi: inc count; "
             "rti;"
             "work: ldx #5; : dex; bne :-; rts; ask: jsr $ffe4; jsr $ffd2; lda #13; jmp $ffd2;"
             "hang: jmp hang; stop: .byte 0; jam: .byte 2;"
             "arg: tsx; lda $103,x; clc; adc $104,x; rts;"
             "copy: ldx #6; : lda from,x; sta to,x; dex; bpl :-; rts;"
             ".zeropage; count: .res 1; guard: .res 1; .bss; from: .res 7; to: .res 7"));
    const std::string common =
        folder.write("common.json", R"-({"comment": "shared", "in": {"count": 3}, "cases": [
            {"name": "shared", "call": "add", "in": {"A": 4}, "out": {"A": 7}}]})-");
    [[nodiscard]] std::string with(const std::string& file) const {
        return source + " --cases " + folder.write("keys.json", file);
    }
    void breaks(const std::string& one, const std::string& why) const {
        const json report = ryg_json("contract " + with("{\"cases\": [{" + one + "}]}"), 1);
        ASSERT_EQ(report["cases"][0]["complaints"].size(), 1) << report.dump(1);
        EXPECT_TRUE(contains(report["cases"][0]["complaints"][0].get<std::string>(), why))
            << report["cases"][0]["complaints"][0];
    }
    void refused(const std::string& one, const std::string& why) const {
        expect_refused("contract",
                       {{with("{\"cases\": [\n{" + one + "}]}"), "keys.json:2: " + why}});
    }
};

const std::string all_keys = R"-({"$schema": "x", "include": ["common.json"], "rest": 0, "cases": [
 {"name": "first", "call": "add", "first": [{"call": "put", "in": {"A": 9}, "out": {"count": 9}}, "put"], "in": {"A": 1, "count": 8}, "out": {"A": 9}},
 {"name": "uses", "call": "put", "in": {"A": 1}, "out": {"count": "= A"}, "uses": ["guard"]},
 {"name": "rti", "call": "nmi", "ends": "rti", "out": {"count": 4}},
 {"name": "irq", "call": "work", "interrupt": {"at": 9, "call": "nmi"}, "out": {"count": 4}, "calls": {"nmi": 1}},
 {"name": "irq2", "call": "work", "interrupt": [{"at": "work", "call": "nmi"}, {"at": 20, "call": "nmi"}], "out": {"count": 5}, "calls": {"nmi": [2, 2]}, "writes": {"count": 2}},
 {"name": "keys", "call": "ask", "keys": "'A", "prints": "A\r"},
 {"name": "never", "call": "hang", "ends": "never"},
 {"name": "brk", "call": "stop", "ends": "brk"},
 {"name": "jam", "call": "jam", "ends": "jam"},
 {"name": "stack", "call": "arg", "in": {"S+3": [1, 2]}, "out": {"A": 3}},
 {"name": "copy", "call": "copy", "in": {"from": "'HELLO\u0000\u00ff"}, "out": {"to..to+6": "= from..from+6"}, "reads": {"from..from+6": 7}, "writes": {"to..to+6": 7}},
 {"name": "rest", "call": "hang", "ends": "never", "in": {"count": 0}, "out": {"guard": 0, "X": 0}},
 {"name": "rows", "call": "add", "rows": {"in": {"A": [1, 2], "count": [5, 6]}, "out": {"A": [6, 8]}}, "tags": ["slow"]},
 {"name": "later", "call": "add", "skip": "not yet"}]})-";

TEST_F(CaseKeys, HoldAndAreChosen) {
    const std::string all = with(all_keys);
    expect_prints("contract " + all,
                  {"later                    skipped: not yet", "15 of 15 cases hold; 1 skipped."});
    expect_prints("contract " + all + " --case ro*", {"rows, row 2", "2 of 2 cases hold."});
    expect_prints("contract " + all + " --tag slow", {"2 of 2 cases hold."});
    expect_prints("contract " + all + " --no-tag slow", {"13 of 13 cases hold; 1 skipped."});
    expect_prints("contract " + all + " --cases " + common + " --case shared",
                  {"2 of 2 cases hold."});
    expect_refused("contract", {{all + " --case zz*", "no case has such a name and tags"},
                                {source + " --label add --case a", "among the cases of --cases"}});
    expect_prints("contract " + with(R"-({"machine": "ram", "cases": [{"call": "put",
                      "in": {"A": 1, "$d020": 7}, "out": {"$d020": 7, "$01": "($30..$37)"}}]})-"),
                  {"1 of 1 cases hold."});
}

TEST_F(CaseKeys, Break) {
    breaks(R"-("call": "put", "in": {"A": 1}, "out": {"count": 1}, "uses": [])-", "changes $");
    breaks(R"-("call": "work", "uses": [])-", "changes X from $");
    breaks(R"-("call": "work", "interrupt": {"at": 900, "call": "nmi"})-",
           "ends before interrupt 1");
    breaks(R"-("call": "ask", "prints": "A\r")-", "waits for a key, and GETIN has none");
    breaks(R"-("call": "ask", "keys": [66], "prints": "A\r")-", "prints 'B<0d>', not 'A<0d>'");
    breaks(R"-("call": "work", "ends": "never")-", "returns");
    breaks(R"-("call": "stop")-", "executes BRK at stop");
    breaks(R"-("call": "jam", "ends": "brk")-", "executes JAM at jam");
    breaks(R"-("call": "work", "first": [{"call": "put", "in": {"A": 1}, "out": {"count": 2}}])-",
           "put before it $");
    breaks(R"-("call": "copy", "reads": {"from..from+6": [0, 6]})-",
           "reads from..from+6 7 times, not 0..6");
    breaks(R"-("call": "copy", "writes": {"to": 2})-", "writes to 1 times, not 2..2");
    breaks(R"-("call": "copy", "in": {"from": "'HELLO.."}, "out": {"to": "'HELLA"})-",
           "to+4 is $4f, not $41");
    breaks(R"-("call": "arg", "in": {"S+3": [1, 2]}, "out": {"A": 4})-", "A is $03, not $04");
}

/// The state before and after, and a command that shows it again.
TEST_F(CaseKeys, ThatFailCanBeRunAlone) {
    const auto failed = ryg("contract " + with(R"-({"cases": [{"name": "it's", "call": "put",
        "in": {"A": 1}, "out": {"count": 2}}, {"name": "other", "call": "work"}]})-"));
    const auto at = failed.out.find("again: ");
    ASSERT_NE(at, failed.out.npos) << failed.out;
    EXPECT_TRUE(contains(failed.out, "    before A=$01 ")) << failed.out;
    EXPECT_TRUE(contains(failed.out, "    after  A=$01 ")) << failed.out;
    const std::string line = failed.out.substr(at + 7, failed.out.find('\n', at) - at - 7);
    const auto again = run({"sh", "-c", line});
    EXPECT_EQ(again.status, 1) << line << again.err;
    EXPECT_TRUE(contains(again.out, "0 of 1 cases hold.")) << again.out;
}

TEST_F(CaseKeys, AreRefused) {
    refused(R"-("call": "put", "ends": "soon")-", "ends: 'soon' is not rts, rti, never, brk");
    refused(R"-("call": "put", "ends": "rts", "to": "add")-", "ends: there is \"to\" already");
    refused(R"-("call": "put", "first": [{"in": {}}])-", "0: no key 'call'");
    refused(R"-("call": "put", "interrupt": {"at": 5})-", "interrupt: no key 'call'");
    refused(R"-("call": "put", "in": {"S+2": 1})-", "S+2: arguments on the stack begin at S+3");
    refused(R"-("call": "put", "uses": ["nothing"])-", "0: unknown label 'nothing'");
    refused(R"-("call": "put", "skip": "")-", "skip: say why");
    refused(R"-("call": "put", "rest": 256)-", "rest: 256 is more than 255");
    refused(R"-("call": "put", "out": {"from..from+2": "= to..to+1"})-",
            "from..from+2: 2 values for 3 bytes");
    refused(R"-("call": "put", "in": {"from": "'\u1234"})-", "from: a character above");
    refused(R"-("call": "put", "rows": {"in": {"A": [1], "X": [1, 2]}})-",
            "X: 2 values, and 1 before");
    refused(R"-("call": "put", "calls": {"add": [3, 2]})-", "add: the least is more than the most");
    for (const auto& [file, why] :
         {std::pair<std::string, std::string>{R"-({"include": ["keys.json"]})-",
                                              "more than 8 files include each other"},
          {R"-({"machine": "vic"})-", "machine: \"vic\" is not \"c64\" or \"ram\""},
          {std::string(100, '['), "keys.json:1: more than 64 levels"}}) {
        expect_refused("contract", {{with(file), why}});
    }
}

}  // namespace
}  // namespace ryg
