// When interrupts are taken, cycle by cycle: hand-derived from the documented rules.  [NESDEV]
//
// A line that is low in the second half of an instruction's last cycle but one starts the interrupt
// sequence of 7 cycles when the instruction ends. In the tables cycle 0 is the opcode fetch of the
// instruction under test, nop (2 cycles each) is everywhere else, and what is compared is the cycle
// in which the first byte of a handler is fetched.
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "emu/cpu.hpp"
#include "emu/recording_bus.hpp"
#include "tests/emu/boards.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using What = LineChange::What;

constexpr Address program = 0x1000, irq_handler = 0x2000, nmi_handler = 0x3000;
constexpr int never_taken = -1;
constexpr int zero = 100;  ///< the number of the cycle that the tables call 0

constexpr LineChange at(int cycle, What what) { return {static_cast<Cycle>(zero + cycle), what}; }

/// What came first: the cycle, and by which vector.
struct Entry {
    int cycle = never_taken;
    Address handler = 0;
    bool operator==(const Entry&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Entry& entry) {
    return out << fmt::format("cycle {} at ${:04x}", entry.cycle, entry.handler);
}

constexpr Byte i_clear = emu::Flag::unused, i_set = emu::Flag::unused | emu::Flag::I;

struct Scene {
    std::vector<Byte> code;
    Byte p = i_clear;
    std::vector<LineChange> script{};
    Byte pulled_p = i_clear;  ///< what PLP and RTI find; RTI then returns to $1100

    template <class SomeBoard>
    void set_up(SomeBoard& board, emu::Cpu& cpu) const {
        board.ram.fill(0xEA);
        std::ranges::copy(code, board.ram.begin() + program);
        poke(board.ram, 0x01FA, {pulled_p, 0x00, 0x11});
        poke_word(board.ram, 0xFFFA, nmi_handler);
        poke_word(board.ram, 0xFFFE, irq_handler);
        board.script = script;
        // Two nops first, so that a line may change before the instruction.
        cpu.registers = {.pc = program - 2, .x = 1, .y = 1, .s = 0xF9, .p = p};
        cpu.cycle = zero - 4;
    }
};

/// The first fetch from a handler within 60 cycles, as the exact core makes it.
Entry exact_entry(const Scene& scene) {
    ScriptedBoard board;
    emu::Cpu cpu;
    scene.set_up(board, cpu);
    emu::RecordingBus bus{board};
    while (cpu.cycle < zero + 60) {
        cpu.step(bus);
        for (const emu::BusAccess& access : bus.accesses) {
            if (access.address == irq_handler || access.address == nmi_handler)
                return {static_cast<int>(access.cycle) - zero, access.address};
        }
    }
    return {};
}

/// The same in the fast loop: it runs up to a handler, and no fetch is recorded.
Entry fast_entry(const Scene& scene) {
    Machine machine;
    emu::Cpu cpu;
    scene.set_up(machine, cpu);
    emu::Cpu other = cpu;
    Machine same = machine;
    const bool irq = cpu.run_to(machine, irq_handler, zero + 60) == emu::Outcome::reached_address;
    const bool nmi = other.run_to(same, nmi_handler, zero + 60) == emu::Outcome::reached_address;
    if (irq && (!nmi || cpu.cycle < other.cycle))
        return {static_cast<int>(cpu.cycle) - zero, irq_handler};
    if (nmi) return {static_cast<int>(other.cycle) - zero, nmi_handler};
    return {};
}

void expect_entry(const Scene& scene, const Entry& expected, const std::string& what) {
    EXPECT_EQ(exact_entry(scene), expected) << what;
    EXPECT_EQ(fast_entry(scene), expected) << what << " (fast)";
}

/// An instruction and the cycle of the handler's first fetch for a line pulled in cycle -1, 0, 1,
/// and so on, and kept low.
struct Row {
    const char* name;
    std::vector<Byte> code;
    std::vector<int> handler;
    Byte p = i_clear;
    Byte pulled_p = i_clear;
};

void expect_rows(const std::vector<Row>& rows, What what, Address handler) {
    for (const Row& row : rows) {
        int arrival = -1;
        for (const int cycle : row.handler) {
            const Scene scene{row.code, row.p, {at(arrival, what)}, row.pulled_p};
            expect_entry(scene, {cycle, cycle == never_taken ? Address{0} : handler},
                         fmt::format("{}, line pulled in cycle {}", row.name, arrival));
            ++arrival;
        }
    }
}

/// The last value of each is the first arrival that waits for the nop behind the instruction.
const std::vector<Row> common_rows{
    {"nop", {0xEA}, {9, 9, 11, 11}},
    {"lda #", {0xA9, 0x00}, {9, 9, 11, 11}},
    {"lda zp", {0xA5, 0x10}, {10, 10, 10, 12}},
    {"lda abs", {0xAD, 0x00, 0x40}, {11, 11, 11, 11, 13}},
    {"lda abs,y", {0xB9, 0x00, 0x40}, {11, 11, 11, 11, 13}},
    {"lda abs,y into the next page", {0xB9, 0xFF, 0x40}, {12, 12, 12, 12, 12, 14}},
    {"sta abs,x", {0x9D, 0x00, 0x40}, {12, 12, 12, 12, 12, 14}},
    {"inc abs", {0xEE, 0x00, 0x40}, {13, 13, 13, 13, 13, 13, 15}},
    {"inc abs,x", {0xFE, 0x00, 0x40}, {14, 14, 14, 14, 14, 14, 14, 16}},
    {"slo (zp,x)", {0x03, 0x40}, {15, 15, 15, 15, 15, 15, 15, 15, 17}},
    {"pha", {0x48}, {10, 10, 10, 12}},
    {"pla", {0x68}, {11, 11, 11, 11, 13}},
    {"jsr", {0x20, 0x00, 0x11}, {13, 13, 13, 13, 13, 13, 15}},
    {"rts", {0x60}, {13, 13, 13, 13, 13, 13, 15}},
    {"jmp", {0x4C, 0x00, 0x11}, {10, 10, 10, 12}},
    {"jmp ()", {0x6C, 0x00, 0x11}, {12, 12, 12, 12, 12, 14}},
    {"branch not taken", {0xF0, 0x10}, {9, 9, 11, 11}},
    // Looked at in cycle 0 and not again: the next chance is the nop's.
    {"branch taken in its page", {0xD0, 0x10}, {10, 10, 12, 12, 12, 14}},
    // The second branch looks at cycle 3 and lets the rest wait, too.
    {"two branches taken in their page",
     {0xD0, 0x00, 0xD0, 0x00},
     {10, 10, 13, 13, 13, 15, 15, 15, 17}},
    {"branch taken into another page", {0xD0, 0x80}, {11, 11, 11, 11, 13}},
    {"rti", {0x40}, {13, 13, 13, 13, 13, 13, 15}},
};

TEST(InterruptTiming, IrqIsTakenBehindTheInstructionWhoseLastCycleButOneSeesIt) {
    expect_rows(common_rows, What::pull_irq, irq_handler);
}

TEST(InterruptTiming, NmiIsTakenBehindTheInstructionWhoseLastCycleButOneSeesIt) {
    expect_rows(common_rows, What::pull_nmi, nmi_handler);
}

TEST(InterruptTiming, ChangesOfTheMaskCountOneInstructionLateButForRti) {
    expect_rows(
        {
            // cli, nop: the nop's look is the first with I clear.
            {"cli", {0x58}, {11, 11, 11, 11, 13}, i_set},
            {"cli, sei", {0x58, 0x78}, {11, 11, 11, 11, never_taken}, i_set},
            // sei still looks with I clear, in cycle 0.
            {"sei", {0x78}, {9, 9, never_taken}, i_clear},
            {"plp clears I", {0x28}, {13, 13, 13, 13, 13, 13, 15}, i_set, i_clear},
            {"plp sets I", {0x28}, {11, 11, 11, 11, never_taken}, i_clear, i_set},
            // rti has the new I before it looks.
            {"rti clears I", {0x40}, {13, 13, 13, 13, 13, 13, 15}, i_set, i_clear},
            {"rti sets I", {0x40}, {never_taken, never_taken, never_taken}, i_clear, i_set},
            {"masked", {0xEA}, {never_taken, never_taken, never_taken}, i_set},
        },
        What::pull_irq, irq_handler);
}

TEST(InterruptTiming, TheMaskDoesNotConcernNmi) {
    expect_rows(
        {
            {"cli", {0x58}, {9, 9, 11, 11}, i_set},
            {"sei", {0x78}, {9, 9, 11, 11}, i_clear},
            {"plp", {0x28}, {11, 11, 11, 11, 13}, i_set},
            {"rti", {0x40}, {13, 13, 13, 13, 13, 13, 15}, i_clear, i_set},
            {"nop, masked", {0xEA}, {9, 9, 11, 11}, i_set},
        },
        What::pull_nmi, nmi_handler);
}

TEST(InterruptTiming, AnIrqPendingBehindTheMaskIsTakenAfterTheInstructionBehindCli) {
    expect_entry({{0x58}, i_set, {at(-4, What::pull_irq)}}, {11, irq_handler}, "cli, nop");
    expect_entry({{0x58, 0xAD, 0x00, 0x40}, i_set, {at(-4, What::pull_irq)}}, {13, irq_handler},
                 "cli, lda abs");
}

TEST(InterruptTiming, SeiWithAnIrqIsInterruptedWithTheMaskPushed) {
    ScriptedBoard board;
    emu::Cpu cpu;
    Scene{{0x78}, i_clear, {at(0, What::pull_irq)}}.set_up(board, cpu);
    EXPECT_EQ(cpu.run_to(board, irq_handler, zero + 60), emu::Outcome::reached_address);
    EXPECT_EQ(cpu.cycle, zero + 9u);
    EXPECT_EQ(board.ram[0x01F9], 0x10);
    EXPECT_EQ(board.ram[0x01F8], 0x01);  // the nop behind sei is next
    EXPECT_EQ(board.ram[0x01F7], i_set);
}

TEST(InterruptTiming, AnIrqThatEndsBeforeTheLookIsMissed) {
    const auto pulse = [](std::vector<Byte> code, int from, int to) {
        return Scene{
            std::move(code), i_clear, {at(from, What::pull_irq), at(to, What::release_irq)}};
    };
    // The nops look in cycles -4, -2, 0, 2 and so on.
    expect_entry(pulse({0xEA}, -1, 0), {}, "between two looks");
    expect_entry(pulse({0xEA}, 0, 1), {9, irq_handler}, "just in the look");
    expect_entry(pulse({0xEA}, 1, 2), {}, "between two looks");
    expect_entry(pulse({0xEA}, 0, 0), {}, "no cycle long");
    // lda abs looks in cycle 2 only, the nop behind it in cycle 4.
    expect_entry(pulse({0xAD, 0x00, 0x40}, -1, 2), {}, "over before the look");
    expect_entry(pulse({0xAD, 0x00, 0x40}, 2, 3), {11, irq_handler}, "just in the look");
    expect_entry(pulse({0xAD, 0x00, 0x40}, 3, 4), {}, "behind the look");
    // A branch in its page looks in cycle 0, the nop at its target in cycle 3.
    expect_entry(pulse({0xD0, 0x10}, 0, 1), {10, irq_handler}, "a branch's first cycle");
    expect_entry(pulse({0xD0, 0x10}, 1, 3), {}, "a branch's other cycles");
}

TEST(InterruptTiming, ABranchIntoAnotherPageLooksTwiceAndEitherLookCounts) {
    const auto pulse = [](int from) {
        return Scene{
            {0xD0, 0x80}, i_clear, {at(from, What::pull_irq), at(from + 1, What::release_irq)}};
    };
    expect_entry(pulse(-1), {}, "before");
    expect_entry(pulse(0), {11, irq_handler}, "the first look");
    expect_entry(pulse(1), {}, "between");
    expect_entry(pulse(2), {11, irq_handler}, "the second look");
    expect_entry(pulse(3), {}, "behind");
}

TEST(InterruptTiming, ALineReleasedAndPulledInOneCycleStaysLow) {
    const Scene scene{{0xAD, 0x00, 0x40},
                      i_clear,
                      {at(1, What::pull_irq), at(3, What::release_irq), at(3, What::pull_irq)}};
    expect_entry(scene, {11, irq_handler}, "lda abs");
}

TEST(InterruptTiming, AnNmiIsAnEdgeAndIsRemembered) {
    const auto pulse = [](int from, int to) {
        return Scene{
            {0xAD, 0x00, 0x40}, i_clear, {at(from, What::pull_nmi), at(to, What::release_nmi)}};
    };
    expect_entry(pulse(0, 1), {11, nmi_handler}, "over before the look");
    expect_entry(pulse(3, 4), {13, nmi_handler}, "behind the look");
}

TEST(InterruptTiming, ALowNmiLineInterruptsOnce) {
    ScriptedBoard board;
    emu::Cpu cpu;
    Scene{{0xEA}, i_clear, {at(0, What::pull_nmi)}}.set_up(board, cpu);
    EXPECT_EQ(cpu.run_to(board, nmi_handler, zero + 60), emu::Outcome::reached_address);
    EXPECT_EQ(cpu.run_to(board, nmi_handler, zero + 60), emu::Outcome::reached_cycle);
    board.lines.release_nmi(cpu.cycle);
    board.lines.pull_nmi(cpu.cycle);
    EXPECT_EQ(cpu.run_to(board, nmi_handler, zero + 90), emu::Outcome::reached_address);
}

TEST(InterruptTiming, BothAtOnceIsAnNmiWithTheIrqBehindItsFirstInstruction) {
    const std::vector<LineChange> both{at(0, What::pull_irq), at(0, What::pull_nmi)};
    expect_entry({{0xEA}, i_clear, both}, {9, nmi_handler}, "nop");
    // The handler's first instruction is cli: the nop behind it looks, at 9 + 2, and is the last.
    Machine machine;
    emu::Cpu cpu;
    Scene{{0xEA}, i_clear, both}.set_up(machine, cpu);
    machine.ram[nmi_handler] = 0x58;
    EXPECT_EQ(cpu.run_to(machine, irq_handler, zero + 60), emu::Outcome::reached_address);
    EXPECT_EQ(cpu.cycle, zero + 9u + 2u + 2u + 7u);
}

TEST(InterruptTiming, AnNmiTakesOverABreakInItsFirstFourCycles) {
    for (int arrival = -1; arrival <= 9; ++arrival) {
        const Scene scene{{0x00, 0x00}, i_clear, {at(arrival, What::pull_nmi)}};
        // brk is 7 cycles. Too late, and nobody looks at its end: the IRQ handler's first nop,
        // cycles 7 and 8, is the first that looks, in 7.
        const Entry first = arrival <= 3 ? Entry{7, nmi_handler} : Entry{7, irq_handler};
        expect_entry(scene, first, fmt::format("nmi in cycle {}", arrival));
        Machine machine;
        emu::Cpu cpu;
        scene.set_up(machine, cpu);
        ASSERT_EQ(cpu.run_to(machine, nmi_handler, zero + 60), emu::Outcome::reached_address);
        const int expected = arrival <= 3 ? 7 : arrival <= 7 ? 16 : 18;
        EXPECT_EQ(static_cast<int>(cpu.cycle) - zero, expected) << "nmi in cycle " << arrival;
        // The break leaves its mark on the stack all the same.
        EXPECT_EQ(machine.ram[0x01F7], i_clear | emu::Flag::B);
        EXPECT_EQ(machine.ram[0x01F8], 0x02);
    }
}

TEST(InterruptTiming, AnIrqDuringABreakWaitsForTheMask) {
    for (int arrival = -1; arrival <= 6; ++arrival) {
        const Scene scene{{0x00, 0x00}, i_clear, {at(arrival, What::pull_irq)}};
        // One entry: the break's own. (The nop before it looks in cycle -2.)
        expect_entry(scene, {7, irq_handler}, fmt::format("irq in cycle {}", arrival));
        ScriptedBoard board;
        emu::Cpu cpu;
        scene.set_up(board, cpu);
        cpu.run_to(board, irq_handler, zero + 60);
        EXPECT_EQ(cpu.run_to(board, irq_handler, zero + 60), emu::Outcome::reached_cycle);
    }
}

TEST(InterruptTiming, AnNmiTakesOverAnIrqSequenceInItsFirstFourCycles) {
    for (int arrival = 1; arrival <= 10; ++arrival) {
        const Scene scene{{0xEA}, i_clear, {at(0, What::pull_irq), at(arrival, What::pull_nmi)}};
        // The sequence is cycles 2 to 8.
        const Entry first = arrival <= 5 ? Entry{9, nmi_handler} : Entry{9, irq_handler};
        expect_entry(scene, first, fmt::format("nmi in cycle {}", arrival));
        Machine machine;
        emu::Cpu cpu;
        scene.set_up(machine, cpu);
        ASSERT_EQ(cpu.run_to(machine, nmi_handler, zero + 60), emu::Outcome::reached_address);
        const int expected = arrival <= 5 ? 9 : arrival <= 9 ? 18 : 20;
        EXPECT_EQ(static_cast<int>(cpu.cycle) - zero, expected) << "nmi in cycle " << arrival;
        EXPECT_EQ(machine.ram[0x01F7], i_clear);  // B clear, whoever took it
    }
}

TEST(InterruptTiming, TheFirstInstructionOfAHandlerAlwaysRuns) {
    // An NMI in every cycle of the sequence of another NMI, whose edge is answered in cycle 7: what
    // comes by then is lost.
    for (int arrival = 2; arrival <= 9; ++arrival) {
        ScriptedBoard board;
        emu::Cpu cpu;
        Scene{{0xEA},
              i_clear,
              {at(0, What::pull_nmi), at(1, What::release_nmi), at(arrival, What::pull_nmi)}}
            .set_up(board, cpu);
        board.ram[nmi_handler] = 0xE8;  // inx
        ASSERT_EQ(cpu.run_to(board, nmi_handler, zero + 60), emu::Outcome::reached_address);
        EXPECT_EQ(cpu.cycle, zero + 9u);
        const emu::Outcome second = cpu.run_to(board, nmi_handler, zero + 60);
        if (arrival <= 7) {
            EXPECT_EQ(second, emu::Outcome::reached_cycle) << arrival;
            continue;
        }
        ASSERT_EQ(second, emu::Outcome::reached_address);
        EXPECT_EQ(cpu.cycle, zero + 18u);
        EXPECT_EQ(cpu.registers.x, 2);
    }
}

TEST(InterruptTiming, ALevelEntersAgainRightBehindRti) {
    Machine machine;
    emu::Cpu cpu;
    Scene{{0xEA}, i_clear, {at(0, What::pull_irq)}}.set_up(machine, cpu);
    machine.ram[irq_handler] = 0x40;  // rti, and nobody acknowledges
    Cycle expected = zero + 9;
    for (int round = 0; round < 10; ++round) {
        ASSERT_EQ(cpu.run_to(machine, irq_handler, zero + 1000), emu::Outcome::reached_address);
        EXPECT_EQ(cpu.cycle, expected);
        EXPECT_EQ(cpu.registers.s, 0xF6);
        EXPECT_EQ(machine.ram[0x01F8], 0x01);  // the program does not get on
        expected += 6 + 7;
    }
}

TEST(InterruptTiming, TheSequenceIsSevenCyclesWithTwoFetchesThrownAway) {
    ScriptedBoard board;
    emu::Cpu cpu;
    Scene{{0xEA, 0xA9, 0x77}, i_clear, {at(0, What::pull_irq)}}.set_up(board, cpu);
    cpu.run(board, zero + 1);
    emu::RecordingBus bus{board};
    EXPECT_EQ(cpu.step(bus), emu::Outcome::reached_cycle);
    EXPECT_EQ(text(bus.accesses), "r1001:a9 r1001:a9 w01f9:10 w01f8:01 w01f7:20 rfffe:00 rffff:20");
    EXPECT_EQ(cpu.registers.p, i_set);
}

TEST(InterruptTiming, AJumpFromOutsideLooksForTheInterruptAgain) {
    ScriptedBoard board;
    emu::Cpu cpu;
    Scene{{0xEA}, i_clear, {at(0, What::pull_irq)}}.set_up(board, cpu);
    cpu.run(board, zero + 1);  // the sequence would be next
    cpu.jump(0x1200);
    cpu.step(board);
    EXPECT_EQ(cpu.registers.pc, 0x1201);
    cpu.step(board);
    EXPECT_EQ(cpu.registers.pc, irq_handler);
    EXPECT_EQ(board.ram[0x01F8], 0x01);
    EXPECT_EQ(board.ram[0x01F9], 0x12);
}

TEST(InterruptTiming, LinesMayBePulledBetweenTwoSteps) {
    ScriptedBoard board;
    emu::Cpu cpu;
    Scene{{0xEA}}.set_up(board, cpu);
    cpu.run(board, zero);
    board.lines.pull_irq(cpu.cycle);
    EXPECT_EQ(cpu.run_to(board, irq_handler, zero + 60), emu::Outcome::reached_address);
    EXPECT_EQ(cpu.cycle, zero + 9u);
}

TEST(Lines, RememberWhenTheyMoved) {
    emu::Lines lines;
    EXPECT_FALSE(lines.irq_low());
    lines.pull_irq(0);
    EXPECT_TRUE(lines.irq_low_between(0, 0));
    lines.release_irq(5);
    EXPECT_TRUE(lines.irq_low_between(4, 4));
    EXPECT_FALSE(lines.irq_low_between(5, 5));
    lines.pull_irq(8);
    lines.pull_irq(9);
    EXPECT_FALSE(lines.irq_low_between(7, 7));
    EXPECT_TRUE(lines.irq_low_between(8, 8));
    lines.pull_nmi(3);
    lines.pull_nmi(2);
    EXPECT_FALSE(lines.nmi_seen_by(2));
    EXPECT_TRUE(lines.nmi_seen_by(3));
    lines.answer_nmi();
    lines.pull_nmi(9);
    EXPECT_FALSE(lines.nmi_waits());  // it never went up
}

}  // namespace
}  // namespace ryg
