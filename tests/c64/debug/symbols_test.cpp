// What a debugger knows of a program by its label file and its debug file.
#include "c64/debug/symbols.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ryg
