// What a debugger knows of a program by its label file and its debug file.
#include "c64/debug/symbols.hpp"

#include <gtest/gtest.h>

#include "tests/support/folder.hpp"

namespace ryg {
namespace {

using c64::Labels;
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

TEST(Symbols, FindSourcesRoundTheFolderOfTheDebugFile) {
    const tests::Folder root;
    std::filesystem::create_directories(root.file("src"));
    std::filesystem::create_directories(root.file("build/debug"));
    const std::string source = root.write("src/small.s", "        rts\n");
    Symbols symbols(Labels(), one_source, "t");
    EXPECT_FALSE(symbols.sources.at(0).at_hand);
    symbols.find_sources(c64::debug::source_folders(root.file("build/debug/small.dbg")));
    EXPECT_TRUE(symbols.sources.at(0).at_hand);
    EXPECT_EQ(symbols.sources.at(0).path, std::filesystem::canonical(source));
    EXPECT_EQ(symbols.text_of({0, 1}), "        rts");
}

TEST(Symbols, FindSourcesInFoldersThatAreNamed) {
    const tests::Folder root, elsewhere;
    std::filesystem::create_directories(elsewhere.file("src"));
    (void)elsewhere.write("src/small.s", "        rts\n");
    Symbols symbols(Labels(), one_source, "t");
    symbols.find_sources(c64::debug::source_folders(root.file("small.dbg")));
    EXPECT_FALSE(symbols.sources.at(0).at_hand);
    symbols.find_sources({root.path(), elsewhere.path()});
    EXPECT_TRUE(symbols.sources.at(0).at_hand);
}

}  // namespace
}  // namespace ryg
