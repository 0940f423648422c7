// Names in the debugger: its label and debug files, and conditions, read as VICE's monitor does.
#include "c64/debug/symbols.hpp"

#include "tests/c64/debug/machine.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::debug_test;
using c64::Labels;
using c64::debug::Expression;
using c64::debug::Symbols;

TEST(Symbols, AddEquatesAndLocalLabelsOfTheDebugFile) {
    const Symbols symbols(
        Labels::parse("al 001000 .work\nal 001002 .@loop\nal 001004 .known\n", "t"),
        "version\tmajor=2,minor=0\n"
        "sym\tid=0,name=\"work\",addrsize=absolute,scope=0,def=1,val=0x1000,seg=0,type=lab\n"
        "sym\tid=1,name=\"@loop\",addrsize=absolute,parent=0,def=2,val=0x1002,seg=0,type=lab\n"
        "sym\tid=2,name=\"size\",addrsize=absolute,scope=0,def=3,val=0x1003,type=equ\n"
        "sym\tid=3,name=\"known\",addrsize=absolute,scope=0,def=4,val=0x1004,type=equ\n",
        "t");
    EXPECT_EQ(symbols.labels.at("size"), 0x1003);
    EXPECT_EQ(symbols.labels.at("work@loop"), 0x1002);
    EXPECT_EQ(symbols.labels.find("@loop"), std::nullopt);
    EXPECT_EQ(symbols.describe(0x1003), "work@loop+1") << "an equate is no place";
    EXPECT_EQ(symbols.describe(0x1004), "work@loop+2");
    EXPECT_EQ(symbols.routine_at(0x1003), "work");
}

constexpr std::string_view one_source =
    "version\tmajor=2,minor=0\n"
    "file\tid=0,name=\"src/small.s\",size=1,mtime=0x0,mod=0\n"
    "line\tid=0,file=0,line=1,span=0\n"
    "seg\tid=0,name=\"CODE\",start=0x001000,size=0x0001,addrsize=absolute,type=ro\n"
    "span\tid=0,seg=0,start=0,size=1\n";

TEST(Symbols, NameWhatAnInstructionWorksOn) {
    const auto labels = Labels::parse("al 000002 .at\nal 002000 .table\n", "t");
    const Symbols symbols(labels, one_source, "t");
    EXPECT_EQ(symbols.operand_name(0x1000, {0xAD, 0x01, 0x20}), "table+1");
    EXPECT_EQ(symbols.operand_name(0x1000, {0xA5, 0x02, 0x00}), "at");
    EXPECT_EQ(symbols.operand_name(0x1000, {0xB1, 0x03, 0x00}), "at+1");
    EXPECT_EQ(symbols.operand_name(0x1000, {0xA9, 0x02, 0x00}), "") << "a number";
    EXPECT_EQ(Symbols(labels).operand_name(0x1000, {0xA5, 0x02, 0x00}), "") << "it may be one";
}

TEST(Symbols, FindSourcesRoundTheFolderOfTheDebugFileAndInFoldersThatAreNamed) {
    const tests::Folder root, elsewhere;
    const std::string source = root.write("src/small.s", "        rts\n");
    (void)elsewhere.write("src/small.s", "        rts\n");
    Symbols symbols(Labels(), one_source, "t");
    EXPECT_FALSE(symbols.sources.at(0).at_hand);
    symbols.find_sources(c64::debug::source_folders(root.write("build/debug/small.dbg", "")));
    EXPECT_TRUE(symbols.sources.at(0).at_hand);
    EXPECT_EQ(symbols.sources.at(0).path, std::filesystem::canonical(source));
    EXPECT_EQ(symbols.text_of({0, 1}), "        rts");
    const tests::Folder nowhere;
    Symbols named(Labels(), one_source, "t");
    named.find_sources(c64::debug::source_folders(nowhere.file("small.dbg")));
    EXPECT_FALSE(named.sources.at(0).at_hand);
    named.find_sources({nowhere.path(), elsewhere.path()});
    EXPECT_TRUE(named.sources.at(0).at_hand);
}

TEST(Symbols, TellCodeFromData) {
    const tests::Folder root;
    (void)root.write("src/small.s",
                     "start:  rts\ntext:   .byte 1\n        .res 2\nvalue:  inc $02\n");
    Symbols symbols(Labels(),
                    "version\tmajor=2,minor=0\n"
                    "file\tid=0,name=\"src/small.s\",size=1,mtime=0x0,mod=0\n"
                    "line\tid=0,file=0,line=1,span=0\nline\tid=1,file=0,line=2,span=1\n"
                    "line\tid=2,file=0,line=3,span=2\nline\tid=3,file=0,line=4,span=3\n"
                    "seg\tid=0,name=\"CODE\",start=0x001000,size=0x0004,addrsize=absolute,type=ro\n"
                    "seg\tid=1,name=\"DATA\",start=0x002000,size=0x0002,addrsize=absolute,type=rw\n"
                    "span\tid=0,seg=0,start=0,size=1\nspan\tid=1,seg=0,start=1,size=1\n"
                    "span\tid=2,seg=0,start=2,size=2\nspan\tid=3,seg=1,start=0,size=2\n",
                    "t");
    symbols.find_sources({root.path()});
    EXPECT_TRUE(symbols.is_code(0x1000));
    EXPECT_FALSE(symbols.is_code(0x1001));
    EXPECT_FALSE(symbols.is_code(0x1003));
    EXPECT_TRUE(symbols.is_code(0x2000));
    EXPECT_FALSE(symbols.is_code(0x3000));
}

std::int64_t value(std::string_view text) {
    static const auto labels = c64::Labels::parse("al 002000 .counter\nal 00000a .ac\n", "test");
    static const Machine machine = [] {
        Machine made;
        made.boot();
        made.cpu.registers = {.pc = 0x1234, .a = 0x10, .x = 2, .y = 0xFF, .s = 0xF3, .p = 0x21};
        made.ram()[0x2000] = 7;
        return made;
    }();
    return Expression::parse(text, labels).value(machine);
}

using Values = std::initializer_list<std::pair<const char*, std::int64_t>>;
void expect_values(Values values) {
    for (const auto& [text, expected] : values) EXPECT_EQ(value(text), expected) << text;
}

TEST(Expression, ReadsNumbersRegistersMemoryAndLabels) {
    expect_values({{"$10", 16}, {"10", 16}, {"0x10", 16}, {"+10", 10}, {"%101", 5}, {"$a", 10}});
    expect_values({{"a", 0x10}, {"A", 0x10}, {"pc", 0x1234}, {"sp", 0xF3}, {"fl", 0x21}});
    expect_values({{".counter", 0x2000}, {"counter", 0x2000}, {".ac", 0x0A}});
    EXPECT_THROW((void)value("ac"), c64::debug::BadExpression);  // a label and a number
    expect_values({{"@.counter", 7}, {"@(2002 - x)", 7}});
    EXPECT_GT(value("cycle"), 50'000);
    EXPECT_LT(value("rl"), 312);
}

TEST(Expression, BindsAsTheTableSays) {
    expect_values({{"2 + 3 * 4", 14}, {"(2 + 3) * 4", 20}, {"$10 - 3 - 2", 11}});
    expect_values({{"fl & 1 == 1", 1}, {"a == $10 && @$2000 != 0", 1}, {"a == 11 || y >= ff", 1}});
    expect_values({{"1 == 0 || 1 && 0", 0}, {"!0 + -1", 0}, {"~0 & ff ^ f | 0", 0xF0}});
    expect_values({{"x - 3 < 0", 1}});
}

TEST(Expression, ShiftsDividesAndReadsFlagsAndWords) {
    expect_values({{"1 << 4 + 1", 32}, {"ff >> 4 == f", 1}, {"-8 >> 1", -4}});
    expect_values({{"1 << 40", 0}});                   // 64 bits
    expect_values({{"17 % 5", 3}, {"17 % %101", 3}});  // $17
    expect_values({{"fl.c", 1}, {"FL.Z + fl.n", 0}, {"@word:.counter & ff", 7}});
    expect_values({{"@word:1fff >> 8", 7}, {"@word:ram:(1ffe + 1) >> 8", 7}});
}

TEST(Expression, KnowsTheLocalLabelsOfARoutine) {
    const c64::Machine machine;
    const c64::Labels labels = c64::Labels::parse(
        "al 001000 .work\nal 001003 .work@loop\nal 001005 .work@add\nal 001007 .work@\nal 002000 "
        ".loops\n",
        "x");
    const auto in_work = [&](std::string_view text) {
        return Expression::parse(text, labels, "work").value(machine);
    };
    EXPECT_EQ(in_work("@loop"), 0x1003);
    EXPECT_EQ(in_work(".@loop + 1"), 0x1004);
    EXPECT_EQ(in_work("work@loop"), 0x1003);
    EXPECT_EQ(in_work(".@add"), 0x1005);
    EXPECT_EQ(in_work("@add"), machine.peek(0xADD)) << "a byte where it can be one";
    EXPECT_THROW((void)Expression::parse("@loop", labels), c64::UnknownLabel);
    EXPECT_THROW((void)in_work(".@nowhere"), c64::UnknownLabel);
    EXPECT_THROW((void)in_work("@ + 1"), c64::debug::BadExpression);
}

TEST(Expression, SaysWhatIsWrongAndWhere) {
    const auto complaint = [](std::string_view text) {
        return tests::message_of([text] { (void)value(text); });
    };
    EXPECT_EQ(complaint("a == "), "'a == ': character 6: a value is missing");
    EXPECT_EQ(complaint("(a"), "'(a': character 3: ')' is missing");
    EXPECT_EQ(complaint("a b"), "'a b': character 3: 'b' is not expected");
    EXPECT_EQ(complaint("$xyz"), "'$xyz': character 1: '$xyz' is not a number");
    EXPECT_EQ(complaint("1g"), "'1g': character 1: '1g' is not a number");
    EXPECT_EQ(complaint(".countre"), "unknown label 'countre': did you mean 'counter'?");
}

}  // namespace
}  // namespace ryg
