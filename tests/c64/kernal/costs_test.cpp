// What calls of the KERNAL cost: as on a C64 with its original ROMs, in every figure that is known.
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/c64_testing.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

Machine after(std::string_view petscii) {
    Machine machine = booted();
    print(machine, petscii);
    return machine;
}
Cycle printing(const Machine& machine, int petscii) {
    return cost(machine, kernal::CHROUT, {.a = static_cast<Byte>(petscii)});
}
Cycle printing(int row, int column, int petscii) {
    Machine machine = after("\x93");
    plot(machine, row, column);
    return printing(machine, petscii);
}
std::string repeated(int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}
Cycle printing_after(const std::string& text, int petscii) {
    return printing(after("\x93" + text), petscii);
}
Cycle calling(Address routine, const CallInput& input = {}) {
    return cost(booted(), routine, input);
}
Cycle getting(int keys) {
    Machine machine = booted();
    machine.ram()[0xC6] = static_cast<Byte>(keys);
    return cost(machine, kernal::GETIN);
}

constexpr int CR = 13, DOWN = 17, RVS = 18, HOME = 19, DEL = 20, RIGHT = 29, UP = 145, CLR = 147,
              INST = 148, LEFT = 157;

/// By the names that the reference data has.
struct Call {
    std::string name;
    Cycle cycles;
    std::function<Cycle()> measured;
};
const std::string joined = std::string(60, 'A');
const std::vector<Call> calls{
    {"character", 278, [] { return printing(10, 10, 'A'); }},
    {"space", 278, [] { return printing(10, 10, ' '); }},
    {"character in column 39", 278, [] { return printing(10, 38, 'A'); }},
    {"last column (39 -> next line)", 355, [] { return printing(0, 39, 'A'); }},
    {"column 40 of a joined line", 278, [] { return printing_after(std::string(40, 'A'), 'A'); }},
    {"column 79 -> next line", 413, [] { return printing_after(std::string(79, 'A'), 'A'); }},
    {"RETURN, row 5", 231, [] { return printing(5, 0, CR); }},
    {"RETURN on the last row (scroll)", 31'692, [] { return printing(24, 0, CR); }},
    {"character in the last column of the last row", 31'832, [] { return printing(24, 39, 'A'); }},
    {"RETURN, last row, top line joined", 63'048,
     [] {
         Machine machine = after("\x93" + joined);
         plot(machine, 24, 0);
         return printing(machine, CR);
     }},
    {"HOME", 449, [] { return printing(10, 10, HOME); }},
    {"CLR", 37'695, [] { return printing(10, 10, CLR); }},
    {"cursor right", 190, [] { return printing(10, 10, RIGHT); }},
    {"cursor left", 195, [] { return printing(10, 10, LEFT); }},
    {"cursor down", 290, [] { return printing(10, 0, DOWN); }},
    {"cursor down, last row (scroll)", 31'751, [] { return printing(24, 0, DOWN); }},
    {"cursor up", 246, [] { return printing(10, 10, UP); }},
    {"DEL", 1658, [] { return printing(10, 2, DEL); }},
    {"INST", 1641, [] { return printing(10, 1, INST); }},
    {"RVS ON", 354, [] { return printing(10, 10, RVS); }},
    {"colour", 331, [] { return printing(10, 10, 28); }},
    {"lower case", 349, [] { return printing(10, 10, 14); }},
    {"upper case", 357, [] { return printing(10, 10, 142); }},
    {"quote", 287, [] { return printing(10, 10, '"'); }},
    {"character in quotes", 278, [] { return printing_after("\"", 'A'); }},
    {"control character in quotes", 267, [] { return printing_after("\"", RIGHT); }},
    {"20 lines of 60 characters", 63'026,
     [] { return printing_after(repeated(20, joined + "\r"), CR); }},
    {"2 lines of 79, 24 rows", 63'026,
     [] { return printing_after(repeated(12, std::string(79, 'A') + "\r"), CR); }},
    {"joined lines, insert", 3199, [] { return printing_after(joined + "\x13", INST); }},
    {"DEL at column 0 of the 2nd row", 1732,
     [] { return printing_after(std::string(40, 'A'), DEL); }},
    {"printable after RVS", 279, [] { return printing_after("\x12", 'A'); }},
    {"pi", 261, [] { return printing(10, 10, 255); }},
    {"shifted letter", 260, [] { return printing(10, 10, 193); }},
    {"shift space", 260, [] { return printing(10, 10, 160); }},
    {"GETIN, no key", 30, [] { return getting(0); }},
    {"STOP", 25, [] { return calling(kernal::STOP); }},
    {"SCNKEY, no key", 68, [] { return calling(kernal::SCNKEY); }},
    {"UDTIM", 63, [] { return calling(kernal::UDTIM); }},
    {"RDTIM", 39, [] { return calling(kernal::RDTIM); }},
    {"SETTIM", 28, [] { return calling(kernal::SETTIM); }},
    {"PLOT read", 24, [] { return calling(kernal::PLOT, {.carry = true}); }},
    {"SCREEN", 19, [] { return calling(kernal::SCREEN); }},
    {"IOBASE", 19, [] { return calling(kernal::IOBASE); }},
    {"READST", 32, [] { return calling(0xFFB7); }},
    {"CLRCHN", 39, [] { return calling(0xFFCC); }},
    {"SETLFS", 24, [] { return calling(0xFFBA); }},
    {"SETNAM", 24, [] { return calling(0xFFBD); }},
    {"MEMTOP", 33, [] { return calling(0xFF99, {.carry = true}); }},
    {"GETIN, 2 keys", 82, [] { return getting(2); }},
    {"GETIN, 1 key", 65, [] { return getting(1); }},
};

/// CHROUT at column 3 of a line: from this code up to the next row's.
struct Codes {
    int first;
    Cycle cycles;
};
const std::vector<Codes> codes{
    // clang-format off
    {0x00, 352}, {0x05, 342}, {0x06, 352}, {0x08, 359}, {0x09, 361}, {0x0a, 352}, {0x0d, 231},
    {0x0e, 349}, {0x0f, 352}, {0x11, 296}, {0x12, 354}, {0x13, 449}, {0x14, 1620}, {0x15, 352},
    {0x1c, 331}, {0x1d, 190}, {0x1e, 298}, {0x1f, 287}, {0x20, 278}, {0x22, 287}, {0x23, 278},
    {0x60, 280}, {0x80, 358}, {0x81, 271}, {0x82, 358}, {0x8d, 245}, {0x8e, 357}, {0x8f, 358},
    {0x90, 359}, {0x91, 246}, {0x92, 362}, {0x93, 37695}, {0x94, 1565}, {0x95, 260}, {0x96, 249},
    {0x97, 238}, {0x98, 227}, {0x99, 216}, {0x9a, 205}, {0x9b, 194}, {0x9c, 315}, {0x9d, 195},
    {0x9e, 282}, {0x9f, 326}, {0xa0, 260}, {0xff, 261},
    // clang-format on
};

Cycle of_code(int petscii) {
    const auto after_it = std::ranges::upper_bound(codes, petscii, {}, &Codes::first);
    return std::prev(after_it)->cycles;
}

TEST(KernalCost, OfEveryCallThatIsKnownIsThatOfTheOriginal) {
    for (const Call& call : calls) EXPECT_EQ(call.measured(), call.cycles) << call.name;
    EXPECT_EQ(printing(0, 0, DEL), 140U);
    EXPECT_EQ(calling(kernal::PLOT, {.x = 10, .y = 10}), 125U);
}

TEST(KernalCost, OfEveryCharacterIsThatOfTheOriginal) {
    const Machine machine = after("\x93\rABC");
    for (int petscii = 0; petscii < 256; ++petscii) {
        EXPECT_EQ(printing(machine, petscii), of_code(petscii)) << fmt::format("${:02x}", petscii);
    }
}

TEST(KernalCost, FiguresAreThoseOfTheReferenceData) {
    const auto file = tests::reference_data("kernal/costs.txt");
    if (!file) GTEST_SKIP() << "no reference data";
    std::ifstream in(*file);
    std::size_t calls_read = 0, codes_read = 0;
    bool by_code = false;
    for (std::string line; std::getline(in, line);) {
        by_code = by_code || line.starts_with("# CHROUT by code");
        if (line.empty() || line.starts_with('#') || line.starts_with("   $")) continue;
        if (by_code) {
            std::istringstream words(line);
            Cycle cycles = 0;
            std::string ours, difference, code;
            for (words >> cycles >> ours >> difference; words >> code; ++codes_read) {
                EXPECT_EQ(of_code(std::stoi(code, nullptr, 16)), cycles) << code;
            }
            continue;
        }
        const std::size_t figures = line.find("   ");
        const auto call = std::ranges::find(calls, line.substr(0, figures), &Call::name);
        ASSERT_NE(call, calls.end()) << line;
        EXPECT_EQ(call->cycles, std::stoull(line.substr(figures))) << line;
        ++calls_read;
    }
    EXPECT_EQ(calls_read, calls.size());
    EXPECT_EQ(codes_read, 256U);
}

// ---------------------------------------------------------------------------------------- effects

TEST(KernalEffects, ALogicalLineOfTwoRowsScrollsAsOne) {
    Machine machine = after("\x93" + joined + "\rSECOND");
    plot(machine, 24, 0);
    print(machine, "LAST\r");
    EXPECT_TRUE(machine.screen()[0].starts_with("SECOND"));
    EXPECT_TRUE(machine.screen()[22].starts_with("LAST"));
    EXPECT_EQ(machine.peek(0xD6), 23);
    for (Address row = 0; row < 25; ++row) {
        EXPECT_EQ(machine.peek(static_cast<Address>(0xD9 + row)), 0x84 + row * 40 / 256) << row;
    }
}

TEST(KernalEffects, ALineThatGrowsAtTheBottomTakesTheScreenAlong) {
    Machine machine = after("\x93");
    plot(machine, 24, 38);
    print(machine, "ABC");
    EXPECT_EQ(machine.screen()[23].substr(38), "AB");
    EXPECT_TRUE(machine.screen()[24].starts_with("C"));
    EXPECT_EQ(machine.peek(0xD3), 41);
    EXPECT_EQ(machine.peek(0xF0) & 0x80, 0x80);
    EXPECT_EQ(machine.peek(0xF1) & 0x80, 0);
}

TEST(KernalEffects, AreFoundInMemoryAsTheOriginalLeavesThem) {
    Machine machine = after("\x12");
    EXPECT_EQ(machine.peek(0xC7), 0x12);
    EXPECT_EQ(machine.ram()[0xA000], 0x55);
    EXPECT_EQ(machine.ram()[0xFD30], 0x31);
    EXPECT_EQ(machine.ram()[0xFD4F], 0xF5);
}

}  // namespace
}  // namespace ryg
