// Label files in every form, names of addresses, and what is said about a name that is not there.
#include "c64/program/labels.hpp"

#include <gtest/gtest.h>

namespace ryg {
namespace {

using namespace ryg::c64;

std::string message_of(const auto& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "nothing was thrown";
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
        "al 00c000 ._under_score\n",
        "t.lbl");
    EXPECT_EQ(labels.at("ld65"), 0x1000);
    EXPECT_EQ(labels.at("vice"), 0x1001);
    EXPECT_EQ(labels.at("dollar"), 0x1002);
    EXPECT_EQ(labels.at("equals"), 0x1003);
    EXPECT_EQ(labels.at("hex"), 0x1004);
    EXPECT_EQ(labels.at("kick"), 0x1005);
    EXPECT_EQ(labels.at("_under_score"), 0xC000);
    EXPECT_EQ(labels.all().size(), 7U);
}

TEST(Labels, ALineThatIsNoLabelIsNamedWithFileAndNumber) {
    EXPECT_EQ(message_of([] { (void)Labels::parse("al 001000 .a\nal nonsense\n", "t.lbl"); }),
              "t.lbl:2: not a label: 'al nonsense'");
    for (const std::string_view line :
         {"al", "al 1000", "al 12345 .x", "= $1000", "x = 1000", "x = $", "hello", "al $ .x"}) {
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

TEST(Labels, WhatTheLinkerDefinesNamesNoAddress) {
    const Labels labels = Labels::parse(
        "al 001000 .a\nal 001000 .__CODE_RUN__\nal 001004 .__CODE_SIZE__\nal 001008 .__\n", "t");
    EXPECT_EQ(labels.describe(0x1000), "a");
    EXPECT_EQ(labels.describe(0x1005), "a+5");
    EXPECT_EQ(labels.describe(0x1008), "__");
    EXPECT_EQ(labels.at("__CODE_SIZE__"), 0x1004);
}

TEST(Labels, EquatesNameNoAddress) {
    Labels labels = Labels::parse("al 001000 .a\nal 001004 .size\n", "t");
    labels.learn_constants(
        "version\tmajor=2,minor=0\n"
        "sym\tid=0,name=\"size\",addrsize=absolute,scope=0,def=1,val=0x1004,type=equ\n"
        "sym\tid=1,name=\"a\",addrsize=absolute,scope=0,def=2,val=0x1000,seg=0,type=lab\n");
    EXPECT_EQ(labels.describe(0x1005), "a+5");
    EXPECT_EQ(labels.at("size"), 0x1004);
}

}  // namespace
}  // namespace ryg
