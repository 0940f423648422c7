// The places in KERNAL and BASIC that programs call besides the jump table, and files.
#include <functional>

#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

struct Entry {
    const char* sentence;
    Address address;
    CallInput input{};
    std::function<void(Machine&)> before{};
    std::function<bool(const Machine&, const CallResult&)> holds;
};

Byte screen_at(const Machine& machine, int row, int column) {
    return machine.peek(static_cast<Address>(0x0400 + row * 40 + column));
}

// clang-format off
const std::vector<Entry> entries{
    {"E500GivesTheBaseOfCia1", 0xE500, {}, {},
     [](auto&, auto& r) { return r.registers.x == 0x00 && r.registers.y == 0xDC; }},
    {"E505GivesTheSizeOfTheScreen", 0xE505, {}, {},
     [](auto&, auto& r) { return r.registers.x == 40 && r.registers.y == 25; }},
    {"E50APutsTheCursor", 0xE50A, {.x = 3, .y = 7}, {},
     [](auto& m, auto&) { return m.peek(0xD6) == 3 && m.peek(0xD3) == 7; }},
    {"E518ClearsTheScreenInLightBlue", 0xE518, {}, [](auto& m) { m.poke(0xD021, 0); },
     [](auto& m, auto&) { return m.screen_text().empty() && (m.peek(0xD021) & 15) == 6; }},
    {"E536ClearsTheScreenInTheColourA", 0xE536, {.a = 5}, {},
     [](auto& m, auto&) { return m.peek(0x0286) == 5 && (m.peek(0xD800) & 15) == 5; }},
    {"E544ClearsTheScreen", 0xE544, {}, {}, [](auto& m, auto&) { return m.screen_text().empty(); }},
    {"E566PutsTheCursorHome", 0xE566, {}, {},
     [](auto& m, auto&) { return m.peek(0xD6) == 0 && m.peek(0xD3) == 0; }},
    {"E56CFindsTheCursorsLine", 0xE56C, {}, [](auto& m) { m.ram()[0xD6] = 5; },
     [](auto& m, auto&) { return m.peek_word(0xD1) == 0x0400 + 5 * 40; }},
    {"E5A0SetsTheVideoChipAndTheDevices", 0xE5A0, {},
     [](auto& m) { m.poke(0xD018, 0), m.ram()[0x9A] = 4; },
     [](auto& m, auto&) { return (m.peek(0xD018) & 0xFE) == 0x14 && m.peek(0x9A) == 3; }},
    {"E5A8SetsTheVideoChipAlone", 0xE5A8, {}, [](auto& m) { m.poke(0xD020, 0); },
     [](auto& m, auto&) { return (m.peek(0xD020) & 15) == 14; }},
    {"E5B4TakesAKey", 0xE5B4, {}, [](auto& m) { m.ram()[0xC6] = 1, m.ram()[0x277] = 'K'; },
     [](auto& m, auto& r) { return r.registers.a == 'K' && m.peek(0xC6) == 0; }},
    {"E716PrintsOnTheScreen", 0xE716, {.a = 'A'}, [](auto& m) { m.call(0xE566); },
     [](auto& m, auto&) { return screen_at(m, 0, 0) == 1; }},
    {"E8EAScrolls", 0xE8EA, {}, {},
     [](auto& m, auto&) { return m.screen()[1].starts_with("READY."); }},
    {"E9FFClearsARow", 0xE9FF, {.x = 2}, {},
     [](auto& m, auto&) { return m.screen()[2].find("READY") == std::string::npos; }},
    {"EA13PutsACharacterInAColour", 0xEA13, {.a = 1, .x = 7}, [](auto& m) { m.call(0xE566); },
     [](auto& m, auto&) { return screen_at(m, 0, 0) == 1 && (m.peek(0xD800) & 15) == 7; }},
    {"EA24FindsTheColours", 0xEA24, {}, [](auto& m) { m.ram()[0xD1] = 0x50, m.ram()[0xD2] = 6; },
     [](auto& m, auto&) { return m.peek_word(0xF3) == 0xDA50; }},
    {"EA87ScansTheKeyboard", 0xEA87, {}, [](auto& m) { m.board.keyboard.press(Key::number(10)); },
     [](auto& m, auto&) { return m.peek(0xCB) == 10; }},
    {"F69BCountsAJiffy", 0xF69B, {}, [](auto& m) { m.ram()[0xA2] = 7; },
     [](auto& m, auto&) { return m.peek(0xA2) == 8; }},
    {"F6DDReadsTheClock", 0xF6DD, {}, [](auto& m) { m.ram()[0xA2] = 7; },
     [](auto&, auto& r) { return r.registers.a == 7; }},
    {"F6E4SetsTheClock", 0xF6E4, {.a = 3}, {}, [](auto& m, auto&) { return m.peek(0xA2) == 3; }},
    {"FD15RestoresTheVectors", 0xFD15, {}, [](auto& m) { m.ram()[0x315] = 0xC0; },
     [](auto& m, auto&) { return m.peek_word(0x0314) == 0xEA31; }},
    {"FD50TestsTheMemory", 0xFD50, {}, [](auto& m) { m.ram()[0x284] = 0; },
     [](auto& m, auto&) { return m.peek(0x284) == 0xA0 && m.peek_word(0xB2) == 0x033C; }},
    {"FDA3SetsTheChips", 0xFDA3, {}, [](auto& m) { m.poke(0xDC0E, 0); },
     [](auto& m, auto&) { return (m.peek(0xDC0E) & 1) == 1 && m.peek(1) == 0x37; }},
    {"FF5BSetsTheEditor", 0xFF5B, {}, {},
     [](auto& m, auto&) { return m.screen_text().empty() && m.peek(0x02A6) == 1; }},
    {"BASICsAB1EPrintsAString", 0xAB1E, {.a = 0x00, .y = 0xC0},
     [](auto& m) { m.call(0xE544), put(m, 0xC000, {'H', 'I', 0}); },
     [](auto& m, auto&) { return m.screen_text() == "HI\n"; }},
    {"BASICsBDCDPrintsANumber", 0xBDCD, {.a = 0xFF, .x = 0xFE}, [](auto& m) { m.call(0xE544); },
     [](auto& m, auto&) { return m.screen_text() == "65534\n"; }},
    {"BASICsBDCDPrintsZero", 0xBDCD, {}, [](auto& m) { m.call(0xE544); },
     [](auto& m, auto&) { return m.screen_text() == "0\n"; }},
    {"BASICsBDCDPrintsZerosAfterADigit", 0xBDCD, {.a = 0x03, .x = 0xE9},
     [](auto& m) { m.call(0xE544); }, [](auto& m, auto&) { return m.screen_text() == "1001\n"; }},
    {"BASICsB7F7MakesAWordOfANumber", 0xB7F7, {},
     [](auto& m) { put(m, 0x61, {0x8B, 0x80, 0x20, 0, 0, 0}); },
     [](auto& m, auto& r) { return m.peek_word(0x14) == 1025 && r.registers.a == 4; }},
};
// clang-format on

struct KernalEntry : testing::TestWithParam<Entry> {};

TEST_P(KernalEntry, DoesWhatTheMemoryMapSays) {
    const Entry& entry = GetParam();
    Machine machine = booted();
    if (entry.before) entry.before(machine);
    const CallResult result = machine.call(entry.address, entry.input, 1'000'000);
    ASSERT_TRUE(result.returned());
    EXPECT_TRUE(entry.holds(machine, result)) << machine.screen_text();
}

INSTANTIATE_TEST_SUITE_P(All, KernalEntry, testing::ValuesIn(entries),
                         [](const auto& row) { return row.param.sentence; });

TEST(KernalEntries, TheVectorsAreThoseOfTheMemoryMap) {
    const Machine machine = booted();
    constexpr std::array<Address, 16> known{0xEA31, 0xFE66, 0xFE47, 0xF34A, 0xF291, 0xF20E,
                                            0xF250, 0xF333, 0xF157, 0xF1CA, 0xF6ED, 0xF13E,
                                            0xF32F, 0xFE66, 0xF4A5, 0xF5ED};
    for (unsigned i = 0; i < known.size(); ++i) {
        EXPECT_EQ(machine.peek_word(static_cast<Address>(0x0314 + 2 * i)), known[i]) << i;
        EXPECT_EQ(machine.peek_word(static_cast<Address>(0xFD30 + 2 * i)), known[i]) << i;
    }
    EXPECT_EQ(machine.peek_word(0x028F), 0xEB48);
}

TEST(KernalEntries, TablesLieWhereProgramsReadThem) {
    const Machine machine = booted();
    EXPECT_EQ(machine.peek(0xEB81 + 10), 'A');
    EXPECT_EQ(machine.peek(0xEBC2 + 10), 0xC1);
    EXPECT_EQ(machine.peek(0xEC03 + 10), 0xB0);
    EXPECT_EQ(machine.peek(0xEC78 + 10), 0x01);
    EXPECT_EQ(machine.peek(0xECB9 + 0x11), 0x1B);
    EXPECT_EQ(machine.peek(0xECF0 + 7), (7 * 40) & 0xFF);
}

TEST(KernalEntries, TheInterruptTakes29CyclesToTheJumpThroughItsVector) {
    Machine machine = booted();
    put(machine, 0xC000, {0x4C, 0x00, 0xC0});
    machine.start_at(0xC000);
    const Address entry = machine.peek_word(0xFFFE);
    EXPECT_EQ(entry, 0xFF48);
    ASSERT_EQ(machine.run({.cycles = 100'000, .at = {entry}}).ended, Ended::address);
    EXPECT_EQ(machine.run({.cycles = 100, .at = {0xEA31}}).cycles, 29U);
}

TEST(KernalEntries, FebcLeavesAnInterruptAsEa81Does) {
    Machine machine = booted();
    put(machine, 0xC000, {0xEE, 0x00, 0xC1, 0xAD, 0x0D, 0xDC, 0x4C, 0xBC, 0xFE});
    put(machine, 0x0314, {0x00, 0xC0});
    machine.run(16'422 * 5);
    EXPECT_EQ(machine.peek(0xC100), 5);
}

TEST(KernalEntries, JumpsToBasicEndAProgramAsItsReturnDoes) {
    for (const int high : {0xE3, 0xA4}) {
        Machine machine = booted();
        put(machine, 0xC000, {0x4C, high == 0xE3 ? 0x7B : 0x74, high});
        machine.start_at(0xC000);
        EXPECT_EQ(machine.run(10'000).ended, Ended::returned);
    }
    Machine machine = booted();
    put(machine, 0xC000, {0x6C, 0x02, 0xA0});  // jmp ($a002)
    machine.start_at(0xC000);
    EXPECT_EQ(machine.run(10'000).ended, Ended::returned);
}

TEST(KernalEntries, WhatIsNotThereJamsAndTheMachineKnowsWhereAndFromWhere) {
    for (const int at : {0xE097, 0xED0C, 0xF72C, 0xBC0F, 0xA8A0, 0xFEC2}) {
        Machine machine = booted();
        put(machine, 0xC005, {0x20, at & 0xFF, at >> 8});
        machine.start_at(0xC005);
        ASSERT_EQ(machine.run(10'000).ended, Ended::jammed) << std::hex << at;
        const auto missing = machine.missing_routine();
        ASSERT_TRUE(missing.has_value());
        EXPECT_EQ(missing->at, at);
        EXPECT_EQ(missing->from, 0xC005);
    }
    Machine machine = booted();
    put(machine, 0xC000, {0x02});
    machine.start_at(0xC000);
    ASSERT_EQ(machine.run(10'000).ended, Ended::jammed);
    EXPECT_FALSE(machine.missing_routine());
}

TEST(KernalEntries, PrintingLetsInterruptsInButNotIntoACall) {
    Machine machine = booted();
    // sei; lda #'A'; jsr chrout; php; pla; sta $c100; rts
    put(machine, 0xC000, {0x78, 0xA9, 'A', 0x20, 0xD2, 0xFF, 0x08, 0x68, 0x8D, 0, 0xC1, 0x60});
    machine.start_at(0xC000);
    ASSERT_EQ(machine.run(10'000).ended, Ended::returned);
    EXPECT_EQ(machine.peek(0xC100) & emu::Flag::I, 0);
    // jsr chrout; then 65,000 cycles without one interrupt
    put(machine, 0xC000,
        {0xA9, 'A', 0x20, 0xD2, 0xFF, 0xA2, 0, 0xA0, 50, 0xCA, 0xD0, 0xFD, 0x88, 0xD0, 0xFA, 0x60});
    const Byte time = machine.peek(0xA2);
    const CallResult call = machine.call(0xC000);
    ASSERT_TRUE(call.returned());
    EXPECT_EQ(machine.peek(0xA2), time);
    machine.run(1000);
    EXPECT_EQ(machine.peek(0xA2), time + 1) << "the one that waited";
}

// ------------------------------------------------------------------------------------------ files

struct Files : testing::Test {
    static constexpr Address SETLFS = 0xFFBA, OPEN = 0xFFC0, CLOSE = 0xFFC3, CHKIN = 0xFFC6,
                             CHKOUT = 0xFFC9, CLALL = 0xFFE7;
    Machine machine = booted();

    /// The error, or 0.
    int call(Address routine, const CallInput& input = {}) {
        const CallResult result = machine.call(routine, input);
        return result.carry() ? result.registers.a : 0;
    }
    int open(Byte number, Byte device) {
        machine.call(SETLFS, {.a = number, .x = device, .y = 0});
        return call(OPEN);
    }
};

TEST_F(Files, OutputGoesToTheScreenAndInputComesFromItOrTheKeyboard) {
    ASSERT_EQ(open(4, 3), 0);
    ASSERT_EQ(open(5, 0), 0);
    EXPECT_EQ(machine.peek(0x98), 2);
    EXPECT_EQ(call(CHKOUT, {.x = 4}), 0);
    EXPECT_EQ(machine.peek(0x9A), 3);
    EXPECT_EQ(machine.peek(0xB8), 4);
    EXPECT_EQ(call(CHKIN, {.x = 4}), 0);
    EXPECT_EQ(machine.peek(0x99), 3);
    EXPECT_EQ(call(CHKIN, {.x = 5}), 0);
    EXPECT_EQ(machine.peek(0x99), 0);
    EXPECT_EQ(call(CHKOUT, {.x = 5}), 7);
    EXPECT_EQ(call(CLOSE, {.a = 4}), 0);
    EXPECT_EQ(call(CHKIN, {.x = 4}), 3);
    EXPECT_EQ(call(CHKIN, {.x = 5}), 0) << "the last one took the place of the first";
    EXPECT_EQ(call(CLALL), 0);
    EXPECT_EQ(call(CHKIN, {.x = 5}), 3);
}

TEST_F(Files, ErrorsHaveTheirNumbers) {
    EXPECT_EQ(open(1, 8), 5);
    EXPECT_EQ(open(1, 3), 0);
    EXPECT_EQ(open(1, 3), 2);
    for (Byte number = 2; number <= 10; ++number) EXPECT_EQ(open(number, 3), 0);
    EXPECT_EQ(open(11, 3), 1);
    EXPECT_EQ(call(CHKIN, {.x = 77}), 3);
    EXPECT_EQ(call(CHKOUT, {.x = 77}), 3);
    EXPECT_EQ(call(CLOSE, {.a = 77}), 0);
}

}  // namespace
}  // namespace ryg
