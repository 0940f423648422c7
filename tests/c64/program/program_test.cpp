// Programs: PRG files and the SYS number of their BASIC line; label files and names of addresses.
#include "c64/program/image.hpp"
#include "c64/program/labels.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using tests::message_of;

/// A program at $0801 whose only BASIC line is this token and this text.
Image basic_line(Byte token, std::string_view text) {
    Image image{.name = "line.prg",
                .load_address = 0x0801,
                .bytes = {0x0B, 0x08, 0x0A, 0x00},
                .labels = {}};
    image.bytes.push_back(token);
    image.bytes.insert(image.bytes.end(), text.begin(), text.end());
    image.bytes.push_back(0);
    return image;
}

TEST(Image, APrgIsItsLoadAddressAndItsBytes) {
    const std::vector<Byte> file = {0x01, 0x08, 0xAA, 0xBB};
    const Image image = parse_prg(file, "a.prg");
    EXPECT_EQ(image.load_address, 0x0801);
    EXPECT_EQ(image.bytes, (std::vector<Byte>{0xAA, 0xBB}));
    EXPECT_EQ(image.end(), 0x0803U);
}

TEST(Image, TruncatedAndTooLongFilesAreRefusedInOneLine) {
    for (std::size_t size = 0; size < 3; ++size) {
        const std::vector<Byte> file(size);
        const std::string message = message_of([&] { (void)parse_prg(file, "a.prg"); });
        EXPECT_TRUE(message.starts_with("a.prg: no program")) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos);
    }
    std::vector<Byte> file(2 + 0x100);
    file[1] = 0xFF;
    EXPECT_EQ(parse_prg(file, "a.prg").end(), 0x10000U);
    file.push_back(0);
    EXPECT_EQ(message_of([&] { (void)parse_prg(file, "a.prg"); }),
              "a.prg: too long: 257 bytes from $ff00 go beyond $ffff");
}

TEST(ImageFile, ComesWithTheLabelsThatLieBesideIt) {
    const tests::Folder folder;
    const std::string path = folder.write("a.prg", std::string("\x00\x10\x60", 3));
    EXPECT_TRUE(read_prg(path).labels.empty());
    folder.write("a.lbl", "al 001000 .start\n");
    EXPECT_EQ(read_prg(path).labels.at("start"), 0x1000);
    folder.write("a.lbl", "rubbish\n");
    const Image image = read_prg(path);
    EXPECT_TRUE(image.labels.empty());
    ASSERT_EQ(image.warnings.size(), 1U);
    EXPECT_TRUE(image.warnings[0].starts_with(folder.file("a.lbl") + ":1: ")) << image.warnings[0];
}

TEST(ImageFile, MissingFoldersAndHugeFilesAreRefused) {
    const tests::Folder folder;
    const std::string missing = folder.file("no.prg");
    EXPECT_EQ(message_of([&] { (void)read_prg(missing); }), missing + ": no such file");
    EXPECT_EQ(message_of([&] { (void)read_prg(folder.path()); }),
              folder.path() + ": cannot be read: it is a directory");
    const std::string huge = folder.write("huge.prg", std::string(1 << 20, '\0'));
    EXPECT_TRUE(message_of([&] { (void)read_prg(huge); }).starts_with(huge + ": too long"));
}

TEST(Sys, TheNumberAfterTheTokenIsRead) {
    for (const auto& line : {"2061", " 2061", "(2061)"}) {
        EXPECT_EQ(sys_address(basic_line(0x9E, line)), 2061) << line;
    }
    EXPECT_EQ(sys_address(basic_line(0x9E, "49152:\x8F")), 49152);
}

/// Tokens in the text of a line.
#define PEEK "\xC2"
#define PLUS "\xAA"
#define MINUS "\xAB"
#define TIMES "\xAC"
#define OVER "\xAD"

TEST(Sys, TheNumberIsCalculatedAsFarAsItMakesSense) {
    constexpr Byte SYS = 0x9E;
    const auto leads_to = [](std::string_view text) { return sys_address(basic_line(SYS, text)); };
    EXPECT_EQ(leads_to("2069 /TEXT/"), 2069);
    EXPECT_EQ(leads_to("2069 " OVER "TEXT"), std::nullopt) << "nobody knows that number";
    EXPECT_EQ(leads_to(MINUS "1" PLUS "4097.5"), 4096);
    EXPECT_EQ(leads_to(std::string(5000, '(') + "1"), std::nullopt);
    EXPECT_EQ(leads_to(PEEK "(43)" PLUS "256" TIMES PEEK "(44)" PLUS "26"), 0x0801 + 26);
    EXPECT_EQ(leads_to("(43)" PLUS "256" TIMES "(44)" PLUS "26"), 43 + 256 * 44 + 26);
    EXPECT_EQ(leads_to("20" PLUS "8" OVER "4" MINUS "1"), 21);
    EXPECT_EQ(leads_to("2.061E3"), 2061);
    EXPECT_EQ(leads_to("20610E" MINUS "1"), 2061);
    EXPECT_EQ(leads_to("1E99999"), std::nullopt);
    EXPECT_EQ(leads_to(PEEK "(9)"), std::nullopt);
}

TEST(Sys, ALaterLineMayHaveItUnlessTheProgramMayGoElsewhereBefore) {
    const auto lines = [](Byte token) {  // 10 token "SYS"; 20 SYS2061
        return basic_line(token, std::string_view("\"\x9E\"\0\x20\x08\x14\0 \x9E"
                                                  "2061\0\0\0",
                                                  17));
    };
    constexpr Byte REM = 0x8F, PRINT = 0x99, IF = 0x8B, GOTO = 0x89;
    EXPECT_EQ(sys_address(lines(REM)), 2061);
    EXPECT_EQ(sys_address(lines(PRINT)), 2061);
    EXPECT_EQ(start_of_basic(lines(PRINT)).skipped, (std::vector<std::string>{"line 10: PRINT"}));
    EXPECT_TRUE(start_of_basic(lines(REM)).skipped.empty());
    EXPECT_EQ(sys_address(lines(IF)), std::nullopt);
    EXPECT_EQ(sys_address(lines(GOTO)), std::nullopt);
    EXPECT_TRUE(is_basic(lines(GOTO)));
    EXPECT_FALSE(is_basic(parse_prg(std::vector<Byte>{0x01, 0x08, 0xA9, 0x00, 0x60, 0, 0, 0}, "")));
}

TEST(Sys, LinesWithoutANumberHaveNone) {
    EXPECT_EQ(sys_address(basic_line(0x99, "1")), std::nullopt);
    for (const auto& line : {"A", "", "65536"}) {
        EXPECT_EQ(sys_address(basic_line(0x9E, line)), std::nullopt) << line;
    }
    Image image = basic_line(0x9E, "");
    for (int cut = 0; cut < 2; ++cut) {
        image.bytes.pop_back();
        EXPECT_EQ(sys_address(image), std::nullopt);
    }
    image = basic_line(0x9E, "2061");
    image.load_address = 0x1000;
    EXPECT_EQ(sys_address(image), std::nullopt);
}

TEST(Labels, EveryFormOfALabelFileIsRead) {
    const Labels labels = Labels::parse(
        "al 001000 .ld65\n"
        "al C:1001 .vice\r\n"
        "al $1002 .dollar\n"
        "equals = $1003\n"
        "hex=0x1004\n"
        ".label kick=$1005\n"
        "\n"
        "; a remark\n"
        "# another\n"
        "// and another\n"
        "al 00c000 ._under_score\n"
        "add_label C:1006 .added\n"
        "five = 5\nbits = %101\ntext = \"abc\"\nlist = [1,2]\nhalf = 1.5\nbelow = -3\n"
        "al C:ffffffff .unset\nbig = $12345\nwatch 1000\n"
        ".namespace vic {\n  .label border=$d020\n}\n.label keys=$1007 {\n  .label row=$1008\n}\n",
        "t.lbl");
    EXPECT_EQ(labels.at("ld65"), 0x1000);
    EXPECT_EQ(labels.at("vice"), 0x1001);
    EXPECT_EQ(labels.at("dollar"), 0x1002);
    EXPECT_EQ(labels.at("equals"), 0x1003);
    EXPECT_EQ(labels.at("hex"), 0x1004);
    EXPECT_EQ(labels.at("kick"), 0x1005);
    EXPECT_EQ(labels.at("_under_score"), 0xC000);
    EXPECT_EQ(labels.at("added"), 0x1006);
    EXPECT_EQ(labels.at("five"), 5);
    EXPECT_EQ(labels.at("bits"), 5);
    EXPECT_EQ(labels.at("vic.border"), 0xD020);
    EXPECT_EQ(labels.at("keys.row"), 0x1008);
    EXPECT_EQ(labels.all().size(), 13U) << "what can be no address is left out";
}

TEST(Labels, ALineThatIsNoLabelIsNamedWithFileAndNumber) {
    EXPECT_EQ(message_of([] { (void)Labels::parse("al 001000 .a\nal nonsense\n", "t.lbl"); }),
              "t.lbl:2: not a label: 'al nonsense'");
    for (const std::string_view line :
         {"al", "al 1000", "= $1000", "x = ", "x = $", "hello", "al $ .x", "}"}) {
        EXPECT_THROW((void)Labels::parse(line, "t"), LabelFileError) << line;
    }
    EXPECT_EQ(message_of([] { (void)Labels::read("/no/such/file"); }),
              "/no/such/file: cannot be read");
}

TEST(Labels, AnUnknownNameIsToldTheNearestOne) {
    const Labels labels =
        Labels::parse("al 001000 .minFilaGatos\nal 001010 .maxFilaGatos\nal 001020 .x\n", "t");
    EXPECT_EQ(message_of([&] { (void)labels.at("minFilaGato"); }),
              "unknown label 'minFilaGato': did you mean 'minFilaGatos'?");
    EXPECT_EQ(message_of([&] { (void)labels.at("MAXFILAGATOS"); }),
              "unknown label 'MAXFILAGATOS': did you mean 'maxFilaGatos'?");
    EXPECT_EQ(message_of([] { (void)Labels().at("a"); }), "unknown label 'a'");
    EXPECT_EQ(labels.find("minFilaGato"), std::nullopt);
}

TEST(Labels, AnAddressIsNamedAfterTheNearestLabelAtOrBelow) {
    Labels labels = Labels::parse("al 001010 .b\nal 001000 .a\n", "t");
    EXPECT_EQ(labels.describe(0x1000), "a");
    EXPECT_EQ(labels.describe(0x100F), "a+15");
    EXPECT_EQ(labels.describe(0x1010), "b");
    EXPECT_EQ(labels.describe(0x0FFF), "$0fff");
    EXPECT_EQ(labels.describe(0xFFFF), "$ffff");
    labels.add("c", 0x1008);
    EXPECT_EQ(labels.describe(0x100F), "c+7");
    EXPECT_EQ(labels.at("c"), 0x1008);
}

TEST(Labels, NameNothingBeyondTheirSegmentOrWithinARoutine) {
    Labels labels = Labels::parse(
        "al 000090 .ST\nal 001000 .a\nal 001002 .L0007\nal 001003 .LOCAL-MACRO_SYMBOL-0001\n"
        "al 001080 .L1080\n",
        "t");
    EXPECT_EQ(labels.describe(0x0801), "$0801") << "not by a name of the zero page";
    EXPECT_EQ(labels.describe(0x1004), "a+4") << "not by a place within the routine";
    EXPECT_EQ(labels.describe(0x1080), "L1080") << "which a disassembly has made";
    labels.divide({0x1040});
    EXPECT_EQ(labels.describe(0x103F), "a+63");
    EXPECT_EQ(labels.describe(0x1040), "$1040");
}

TEST(Labels, WhatTheLinkerDefinesNamesNoAddress) {
    const Labels labels = Labels::parse(
        "al 001000 .a\nal 001000 .__CODE_RUN__\nal 001004 .__CODE_SIZE__\nal 001008 .__\n", "t");
    EXPECT_EQ(labels.describe(0x1000), "a");
    EXPECT_EQ(labels.describe(0x1005), "a+5");
    EXPECT_EQ(labels.describe(0x1008), "__");
    EXPECT_EQ(labels.at("__CODE_SIZE__"), 0x1004);
}

TEST(Labels, EquatesNameNoAddress) {
    const auto info = DebugInfo::parse(
        "version\tmajor=2,minor=0\n"
        "sym\tid=0,name=\"size\",addrsize=absolute,scope=0,def=1,val=0x1004,type=equ\n"
        "sym\tid=1,name=\"a\",addrsize=absolute,scope=0,def=2,val=0x1000,seg=0,type=lab\n",
        "t");
    const Labels labels = info.labels();
    EXPECT_EQ(labels.describe(0x1005), "a+5");
    EXPECT_EQ(labels.at("size"), 0x1004);
}

}  // namespace
}  // namespace ryg
