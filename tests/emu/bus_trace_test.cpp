// What the chip puts on its bus, typed in from the documented cycle-by-cycle tables.  [HM] [64DOC]
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using tests::name_of_row;

/// Some registers as text, `pc=1000 x=20`, put into others.
emu::Registers with(emu::Registers r, const std::string& changes) {
    constexpr Byte emu::Registers::*byte_registers[]{&emu::Registers::a, &emu::Registers::x,
                                                     &emu::Registers::y, &emu::Registers::s,
                                                     &emu::Registers::p};
    std::stringstream words(changes);
    for (std::string word; words >> word;) {
        const auto value = std::stoul(word.substr(word.find('=') + 1), nullptr, 16);
        if (word.starts_with("pc")) {
            r.pc = static_cast<Address>(value);
        } else {
            r.*byte_registers[std::string("axysp").find(word[0])] = static_cast<Byte>(value);
        }
    }
    return r;
}

/// Memory that holds what a trace reads from it before it writes there: code, operands, the stack.
void lay_out(Memory& ram, const std::string& trace) {
    std::stringstream words(trace);
    std::set<unsigned long> seen;
    for (std::string word; words >> word;) {
        const auto address = std::stoul(word.substr(1, 4), nullptr, 16);
        if (!seen.insert(address).second || word[0] == 'w') continue;
        ram[address] = static_cast<Byte>(std::stoul(word.substr(6), nullptr, 16));
    }
}

struct Row {
    const char* name;
    std::string before;  ///< registers; the others are pc=1000 s=fd p=20 and 0
    std::string trace;   ///< of one or more instructions
    std::string after;   ///< registers; the others are not looked at
};

struct BusTrace : testing::TestWithParam<Row> {};

TEST_P(BusTrace, IsTheDocumentedOne) {
    const Row& row = GetParam();
    Board board;
    lay_out(board.ram, row.trace);
    emu::Cpu cpu;
    cpu.registers = with({.pc = 0x1000, .s = 0xFD, .p = emu::Flag::unused}, row.before);
    emu::RecordingBus bus{board};
    while (text(bus.accesses).size() < row.trace.size()) cpu.step(bus);
    EXPECT_EQ(text(bus.accesses), row.trace);
    EXPECT_EQ(text(cpu.registers), text(with(cpu.registers, row.after)));
    EXPECT_EQ(cpu.cycle, bus.accesses.size());
    for (Cycle i = 0; i < bus.accesses.size(); ++i) EXPECT_EQ(bus.accesses[i].cycle, i);
    EXPECT_EQ(cpu.jammed, row.trace.starts_with("r1000:02"));
}

// clang-format off
const Row rows[]{
    {"ImpliedInstructionsFetchTheNextByteInVain", "",  // inx, asl a
     "r1000:e8 r1001:0a r1001:0a r1002:66", ""},
    {"ImmediateTakesTwoFetches", "",
     "r1000:a9 r1001:42", "a=42"},
    {"ZeroPageIndexedLooksAtTheUnindexedAddressAndStaysInThePage", "x=20",
     "r1000:b5 r1001:f0 r00f0:11 r0010:22", "a=22"},
    {"AbsoluteReadsAndWritesOnce", "",
     "r1000:ad r1001:45 r1002:23 r2345:99 r1003:8d r1004:46 r1005:23 w2346:99", ""},
    {"AbsoluteIndexedReadInThePageTakesNoDummyRead", "x=01",
     "r1000:bd r1001:f0 r1002:20 r20f1:55", ""},
    {"AbsoluteIndexedReadIntoTheNextPageLooksAtTheWrongOneFirst", "y=20",
     "r1000:b9 r1001:f0 r1002:20 r2010:33 r2110:44", "a=44"},
    {"AbsoluteIndexedStoreInThePageLooksFirst", "a=5a x=01",
     "r1000:9d r1001:10 r1002:20 r2011:00 w2011:5a", ""},
    {"AbsoluteIndexedStoreIntoTheNextPageLooksAtTheWrongOneFirst", "a=5a x=ff",
     "r1000:9d r1001:10 r1002:20 r200f:00 w210f:5a", ""},
    {"AnIndexCanCarryOutOfTheLastPage", "x=20",
     "r1000:bd r1001:f0 r1002:ff rff10:33 r0010:44", ""},
    {"ReadModifyWriteWritesTheOldValueBackFirst", "",
     "r1000:e6 r1001:40 r0040:7f w0040:7f w0040:80 "
     "r1002:4e r1003:00 r1004:20 r2000:81 w2000:81 w2000:40", ""},
    {"IndexedReadModifyWriteTakesSevenCyclesInThePage", "x=01",
     "r1000:1e r1001:10 r1002:20 r2011:01 r2011:01 w2011:01 w2011:02", ""},
    {"IndexedReadModifyWriteTakesSevenCyclesIntoTheNextPage", "x=01",
     "r1000:1e r1001:ff r1002:20 r2000:03 r2100:04 w2100:04 w2100:08", ""},
    {"IndexedIndirectWrapsItsPointerInTheZeroPage", "x=7f",
     "r1000:a1 r1001:80 r0080:12 r00ff:00 r0000:20 r2000:77", ""},
    {"IndirectIndexedReadInThePageLooksOnce", "y=01",
     "r1000:b1 r1001:40 r0040:f0 r0041:20 r20f1:11", ""},
    {"IndirectIndexedReadIntoTheNextPageLooksAtTheWrongOneFirst", "y=10",
     "r1000:b1 r1001:40 r0040:f0 r0041:20 r2000:22 r2100:33", ""},
    {"IndirectIndexedStoreAlwaysTakesSixCycles", "a=99",
     "r1000:91 r1001:40 r0040:10 r0041:20 r2010:00 w2010:99", ""},
    {"BranchNotTakenReadsItsTwoBytes", "",  // beq, Z clear
     "r1000:f0 r1001:10", "pc=1002"},
    {"TakenBranchFetchesTheNextOpcodeFirst", "",
     "r1000:d0 r1001:10 r1002:77", "pc=1012"},
    {"TakenBranchIntoAnotherPageLooksAtTheWrongPageToo", "",
     "r1000:d0 r1001:f0 r1002:77 r10f2:88", "pc=0ff2"},
    {"SubroutineCallLooksAtTheStackBeforeItReadsTheHighByte", "",
     "r1000:20 r1001:00 r01fd:00 w01fd:10 w01fc:02 r1002:40 "
     "r4000:60 r4001:77 r01fb:00 r01fc:02 r01fd:10 r1002:40", "pc=1003 s=fd"},
    {"ASubroutineCallOnTheStackReadsTheHighByteThatItPushed", "pc=0180 s=82",
     "r0180:20 r0181:34 r0182:77 w0182:01 w0181:82 r0182:01", "pc=0134"},
    // PHP pushes B and bit 5 as 1.
    {"PushesTakeThreeCyclesAndPullsFour", "a=12",
     "r1000:48 r1001:08 w01fd:12 r1001:08 r1002:28 w01fc:30 "
     "r1002:28 r1003:68 r01fb:00 r01fc:30 r1003:68 r1004:77 r01fc:30 r01fd:12", "p=20"},
    {"TheStackWrapsInItsPage", "s=00",
     "r1000:20 r1001:00 r0100:00 w0100:10 w01ff:02 r1002:40", "s=fe"},
    {"BreakPushesTheAddressAfterItsSignatureAndSetsB", "",
     "r1000:00 r1001:77 w01fd:10 w01fc:02 w01fb:30 rfffe:00 rffff:30", "pc=3000 p=24"},
    {"ReturnFromInterruptPullsTheFlagsAndTheAddress", "pc=3000 s=fa p=24",
     "r3000:40 r3001:66 r01fa:00 r01fb:30 r01fc:02 r01fd:10", "pc=1002 p=20"},
    {"JumpIndirectTakesBothBytesOfThePointerFromOnePage", "",
     "r1000:6c r1001:ff r1002:20 r20ff:34 r2000:12", "pc=1234"},
    {"CodeRunsOverTheEndOfMemory", "pc=ffff",
     "rffff:ad r0000:00 r0001:20 r2000:00", "pc=0002"},
    {"UndocumentedNopsReadTheirOperands", "x=20",
     "r1000:1c r1001:f0 r1002:20 r2010:33 r2110:44 r1003:80 r1004:55", ""},
    {"UndocumentedPairsModifyAndUseTheResult", "a=10 x=04",  // slo ($40,x)
     "r1000:03 r1001:40 r0040:00 r0044:00 r0045:20 r2000:81 w2000:81 w2000:02", "a=12 p=21"},
    {"SaxStoresWithoutFlags", "a=f0 x=3c",
     "r1000:87 r1001:50 w0050:30", "p=20"},
    {"ShaStoresTheAndWithTheHighByte", "a=ff x=7f y=01",
     "r1000:9f r1001:10 r1002:20 r2011:00 w2011:21", ""},
    {"ShaThatCarriesStoresToThePageThatIsItsValue", "a=ff x=0f y=ff",
     "r1000:9f r1001:10 r1002:20 r200f:00 w010f:01", ""},
    {"TasSetsTheStackPointerOnItsWay", "a=f7 x=3f",
     "r1000:9b r1001:10 r1002:20 r2010:00 w2010:21", "s=37"},
    {"JamEndsInAnEndlessReadOfTheLastAddress", "",
     "r1000:02 r1001:77 rffff:30 rfffe:00 rfffe:00 rffff:30 rffff:30 rffff:30 rffff:30 "
     "rffff:30 rffff:30", ""},
};
// clang-format on
INSTANTIATE_TEST_SUITE_P(Documented, BusTrace, testing::ValuesIn(rows), name_of_row);

TEST(BusTraceOfReset, LooksAtTheStackThreeTimes) {
    Board board;
    poke_word(board.ram, emu::reset_vector, 0xC000);
    emu::Cpu cpu;
    cpu.registers = with({}, "pc=1000 s=00 p=20");
    emu::RecordingBus bus{board};
    cpu.reset(bus);
    EXPECT_EQ(text(bus.accesses), "r1000:00 r1000:00 r0100:00 r01ff:00 r01fe:00 rfffc:00 rfffd:c0");
    EXPECT_EQ(cpu.cycle, 7u);
    EXPECT_EQ(text(cpu.registers), text(with(cpu.registers, "pc=c000 s=fd p=24")));
}

}  // namespace
}  // namespace ryg
