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
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::emu_test;
using What = LineChange::What;

constexpr Address program = 0x1000, irq_handler = 0x2000, nmi_handler = 0x3000;
constexpr int never_taken = -1;
constexpr int zero = 100;  ///< the number of the cycle that the tables call 0

constexpr LineChange at(int cycle, What what) { return {static_cast<Cycle>(zero + cycle), what}; }

/// What came first: the cycle, and by which vector.
using Entry = std::pair<int, Address>;
constexpr Entry missed{never_taken, 0};

constexpr Byte i_clear = emu::Flag::unused, i_set = emu::Flag::unused | emu::Flag::I;

struct Scene {
    std::vector<Byte> code;
    Byte p = i_clear;
    std::vector<LineChange> script{};
    Byte pulled_p = i_clear;  ///< what PLP and RTI find; RTI then returns to $1100
};

/// A scene on a board; two nops come first, so that a line may change before the instruction.
template <class SomeBoard>
struct Stage {
    SomeBoard board;
    emu::Cpu cpu;

    explicit Stage(const Scene& scene) {
        board.ram.fill(0xEA);
        std::ranges::copy(scene.code, board.ram.begin() + program);
        poke(board.ram, 0x01FA, {scene.pulled_p, 0x00, 0x11});
        poke_word(board.ram, emu::nmi_vector, nmi_handler);
        poke_word(board.ram, emu::irq_vector, irq_handler);
        board.script = scene.script;
        cpu.registers = {.pc = program - 2, .x = 1, .y = 1, .s = 0xF9, .p = scene.p};
        cpu.cycle = zero - 4;
    }
    /// Runs to a handler and returns the cycle of its first fetch.
    int run_to(Address handler, Cycle until = zero + 60) {
        const auto outcome = cpu.run_to(board, handler, until);
        return outcome == emu::RunEnd::reached_address ? static_cast<int>(cpu.cycle) - zero
                                                       : never_taken;
    }
};
using Exact = Stage<ScriptedBoard>;
using Fast = Stage<Machine>;

/// The first fetch from a handler within 60 cycles.
template <class SomeStage>
Entry first_entry(const Scene& scene) {
    const int irq = SomeStage(scene).run_to(irq_handler),
              nmi = SomeStage(scene).run_to(nmi_handler);
    if (irq != never_taken && (nmi == never_taken || irq < nmi)) return {irq, irq_handler};
    return nmi == never_taken ? missed : Entry{nmi, nmi_handler};
}

void expect_entry(const Scene& scene, const Entry& expected, const std::string& what) {
    EXPECT_EQ(first_entry<Exact>(scene), expected) << what;
    EXPECT_EQ(first_entry<Fast>(scene), expected) << what << " (fast)";
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

/// The last value of each is the first arrival that waits for the nop after the instruction.
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

TEST(InterruptTiming, IrqAndNmiAreTakenAfterTheInstructionWhoseLastCycleButOneSeesThem) {
    expect_rows(common_rows, What::pull_irq, irq_handler);
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

TEST(InterruptTiming, AnIrqThatTheMaskHeldBackIsTakenAfterTheInstructionThatFollowsCli) {
    expect_entry({{0x58}, i_set, {at(-4, What::pull_irq)}}, {11, irq_handler}, "cli, nop");
    expect_entry({{0x58, 0xAD, 0x00, 0x40}, i_set, {at(-4, What::pull_irq)}}, {13, irq_handler},
                 "cli, lda abs");
}

TEST(InterruptTiming, SeiWithAnIrqIsInterruptedWithTheMaskPushed) {
    Exact exact({{0x78}, i_clear, {at(0, What::pull_irq)}});
    EXPECT_EQ(exact.run_to(irq_handler), 9);
    EXPECT_EQ(exact.board.ram[0x01F9], 0x10);
    EXPECT_EQ(exact.board.ram[0x01F8], 0x01);  // the nop after sei is next
    EXPECT_EQ(exact.board.ram[0x01F7], i_set);
}

TEST(InterruptTiming, AnIrqIsMissedUnlessALookMeetsItAndAnNmiIsRemembered) {
    struct Pulse {
        const char* what;
        std::vector<Byte> code;
        int from, to;
        Entry entry;
        What pull = What::pull_irq, release = What::release_irq;
    };
    const std::vector<Byte> nop{0xEA}, lda_abs{0xAD, 0x00, 0x40}, branch{0xD0, 0x10},
        branch_away{0xD0, 0x80};
    for (const Pulse& pulse : {
             // The nops look in cycles -4, -2, 0, 2 and so on.
             Pulse{"between two looks", nop, -1, 0, missed},
             {"just in the look", nop, 0, 1, {9, irq_handler}},
             {"between two looks", nop, 1, 2, missed},
             {"no cycle long", nop, 0, 0, missed},
             // lda abs looks in cycle 2 only, the nop after it in cycle 4.
             {"over before the look", lda_abs, -1, 2, missed},
             {"just in the look", lda_abs, 2, 3, {11, irq_handler}},
             {"after the look", lda_abs, 3, 4, missed},
             // A branch in its page looks in cycle 0, the nop at its target in cycle 3.
             {"a branch's first cycle", branch, 0, 1, {10, irq_handler}},
             {"a branch's other cycles", branch, 1, 3, missed},
             // A branch into another page looks in cycles 0 and 2, and either look counts.
             {"before", branch_away, -1, 0, missed},
             {"the first look", branch_away, 0, 1, {11, irq_handler}},
             {"between", branch_away, 1, 2, missed},
             {"the second look", branch_away, 2, 3, {11, irq_handler}},
             {"after both", branch_away, 3, 4, missed},
             {"over before", lda_abs, 0, 1, {11, nmi_handler}, What::pull_nmi, What::release_nmi},
             {"after", lda_abs, 3, 4, {13, nmi_handler}, What::pull_nmi, What::release_nmi},
         }) {
        const Scene scene{
            pulse.code, i_clear, {at(pulse.from, pulse.pull), at(pulse.to, pulse.release)}};
        expect_entry(scene, pulse.entry, fmt::format("{} of ${:02x}", pulse.what, pulse.code[0]));
    }
    const Scene low_again{
        lda_abs, i_clear, {at(1, What::pull_irq), at(3, What::release_irq), at(3, What::pull_irq)}};
    expect_entry(low_again, {11, irq_handler}, "released and pulled in one cycle, it stays low");
}

TEST(InterruptTiming, ALowNmiLineInterruptsOnce) {
    Exact exact({{0xEA}, i_clear, {at(0, What::pull_nmi)}});
    EXPECT_NE(exact.run_to(nmi_handler), never_taken);
    EXPECT_EQ(exact.run_to(nmi_handler), never_taken);
    exact.board.lines.release_nmi(exact.cpu.cycle);
    exact.board.lines.pull_nmi(exact.cpu.cycle);
    EXPECT_NE(exact.run_to(nmi_handler, zero + 90), never_taken);
}

TEST(InterruptTiming, BothAtOnceIsAnNmiWithTheIrqAfterItsFirstInstruction) {
    const Scene both{{0xEA}, i_clear, {at(0, What::pull_irq), at(0, What::pull_nmi)}};
    expect_entry(both, {9, nmi_handler}, "nop");
    // The handler's first instruction is cli: the nop after it looks, at 9 + 2, and is the last.
    Fast fast(both);
    fast.board.ram[nmi_handler] = 0x58;
    EXPECT_EQ(fast.run_to(irq_handler), 9 + 2 + 2 + 7);
}

/// The sequence that ends in cycle `entry` - 1 becomes an NMI's in its first four cycles. Later it
/// stays an IRQ's, and the handler's first nop is the first to look, in its first cycle.
void expect_takeover(const std::vector<Byte>& code, const std::vector<LineChange>& script,
                     int entry, Byte pushed_p) {
    for (int arrival = entry - 8; arrival <= entry + 2; ++arrival) {
        const std::string what = fmt::format("opcode ${:02x}, nmi in cycle {}", code[0], arrival);
        Scene scene{code, i_clear, script};
        scene.script.push_back(at(arrival, What::pull_nmi));
        const bool in_time = arrival <= entry - 4;
        expect_entry(scene, {entry, in_time ? nmi_handler : irq_handler}, what);
        Fast fast(scene);
        EXPECT_EQ(fast.run_to(nmi_handler), entry + (in_time            ? 0
                                                     : arrival <= entry ? 9
                                                                        : 11))
            << what;
        EXPECT_EQ(fast.board.ram[0x01F7], pushed_p) << what;
        EXPECT_EQ(fast.board.ram[0x01F8], code[0] == 0 ? 0x02 : 0x01) << what;
    }
}

TEST(InterruptTiming, AnNmiTakesOverABreakOrAnIrqSequenceInItsFirstFourCycles) {
    expect_takeover({0x00, 0x00}, {}, 7, i_clear | emu::Flag::B);  // the break leaves its mark
    expect_takeover({0xEA}, {at(0, What::pull_irq)}, 9, i_clear);
}

TEST(InterruptTiming, AnIrqDuringABreakWaitsForTheMask) {
    for (int arrival = -1; arrival <= 6; ++arrival) {
        const Scene scene{{0x00, 0x00}, i_clear, {at(arrival, What::pull_irq)}};
        // One entry: the break's own. (The nop before it looks in cycle -2.)
        expect_entry(scene, {7, irq_handler}, fmt::format("irq in cycle {}", arrival));
        Exact exact(scene);
        EXPECT_EQ(exact.run_to(irq_handler), 7);
        EXPECT_EQ(exact.run_to(irq_handler), never_taken);
    }
}

TEST(InterruptTiming, TheFirstInstructionOfAHandlerAlwaysRuns) {
    // An NMI in every cycle of the sequence of another NMI, whose edge is answered in cycle 7: what
    // comes by then is lost.
    for (int arrival = 2; arrival <= 9; ++arrival) {
        Exact exact(
            {{0xEA},
             i_clear,
             {at(0, What::pull_nmi), at(1, What::release_nmi), at(arrival, What::pull_nmi)}});
        exact.board.ram[nmi_handler] = 0xE8;  // inx
        ASSERT_EQ(exact.run_to(nmi_handler), 9);
        EXPECT_EQ(exact.run_to(nmi_handler), arrival <= 7 ? never_taken : 18) << arrival;
        if (arrival > 7) {
            EXPECT_EQ(exact.cpu.registers.x, 2);
        }
    }
}

TEST(InterruptTiming, ALevelEntersAgainRightAfterRti) {
    Fast fast({{0xEA}, i_clear, {at(0, What::pull_irq)}});
    fast.board.ram[irq_handler] = 0x40;  // rti, and nobody acknowledges
    for (int round = 0; round < 10; ++round) {
        ASSERT_EQ(fast.run_to(irq_handler, zero + 1000), 9 + round * (6 + 7));
        EXPECT_EQ(fast.cpu.registers.s, 0xF6);
        EXPECT_EQ(fast.board.ram[0x01F8], 0x01);  // the program does not get on
    }
}

TEST(InterruptTiming, TheSequenceIsSevenCyclesWithTwoFetchesThrownAway) {
    Exact exact({{0xEA, 0xA9, 0x77}, i_clear, {at(0, What::pull_irq)}});
    exact.cpu.run(exact.board, zero + 1);
    emu::RecordingBus bus{exact.board};
    EXPECT_EQ(exact.cpu.step(bus), emu::RunEnd::reached_cycle);
    EXPECT_EQ(text(bus.accesses), "r1001:a9 r1001:a9 w01f9:10 w01f8:01 w01f7:20 rfffe:00 rffff:20");
    EXPECT_EQ(exact.cpu.registers.p, i_set);
}

TEST(InterruptTiming, AJumpFromOutsideLooksForTheInterruptAgain) {
    Exact exact({{0xEA}, i_clear, {at(0, What::pull_irq)}});
    exact.cpu.run(exact.board, zero + 1);  // the sequence would be next
    exact.cpu.jump(0x1200);
    exact.cpu.step(exact.board);
    EXPECT_EQ(exact.cpu.registers.pc, 0x1201);
    exact.cpu.step(exact.board);
    EXPECT_EQ(exact.cpu.registers.pc, irq_handler);
    EXPECT_EQ(exact.board.ram[0x01F8], 0x01);
    EXPECT_EQ(exact.board.ram[0x01F9], 0x12);
}

TEST(InterruptTiming, LinesMayBePulledBetweenTwoSteps) {
    Exact exact({{0xEA}});
    exact.cpu.run(exact.board, zero);
    exact.board.lines.pull_irq(exact.cpu.cycle);
    EXPECT_EQ(exact.run_to(irq_handler), 9);
}

TEST(InterruptTiming, AnNmiThatIsPulledAgainWhileItIsLowIsNoSecondEdge) {
    Exact exact({{0xEA}, i_clear, {at(0, What::pull_nmi)}});
    EXPECT_NE(exact.run_to(nmi_handler), never_taken);
    exact.board.lines.pull_nmi(exact.cpu.cycle);
    EXPECT_EQ(exact.run_to(nmi_handler, zero + 90), never_taken);
    exact.board.lines.release_nmi(exact.cpu.cycle);
    EXPECT_EQ(exact.run_to(nmi_handler, zero + 120), never_taken) << "going up is no edge";
    exact.board.lines.pull_nmi(exact.cpu.cycle);
    EXPECT_NE(exact.run_to(nmi_handler, zero + 150), never_taken);
}

TEST(InterruptTiming, AnAddressIsNotReachedWhereAnInterruptComesFirst) {
    const Scene scene{{0xEA, 0xEA}, i_clear, {at(0, What::pull_irq), at(6, What::release_irq)}};
    const auto check = [](auto stage) {
        stage.board.ram[irq_handler] = 0x40;  // rti
        EXPECT_EQ(stage.cpu.run_to(stage.board, program + 1, zero + 60),
                  emu::RunEnd::reached_address);
        EXPECT_EQ(stage.cpu.registers.pc, program + 1);
        EXPECT_FALSE(stage.cpu.interrupt_follows());
        EXPECT_EQ(stage.cpu.cycle, Cycle{zero + 2 + 7 + 6});
    };
    check(Exact(scene));
    check(Fast(scene));
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

/// Beside a record of every cycle, for windows as long as any wait for the bus.
TEST(Lines, KnowEachLevelOfTheLastCyclesHoweverOftenTheyMoved) {
    tests::Dice dice(7);
    for (int round = 0; round < 300; ++round) {
        emu::Lines lines;
        std::vector<bool> irq, nmi;
        for (Cycle now = 0; now < 60; ++now) {
            irq.push_back(dice(3) == 0);
            nmi.push_back(dice(3) == 0);
            irq.back() ? lines.pull_irq(now) : lines.release_irq(now);
            nmi.back() ? lines.pull_nmi(now) : lines.release_nmi(now);
        }
        for (Cycle first = 0; first < 60; ++first) {
            for (Cycle last = first; last < 60; ++last) {
                const auto from = irq.begin() + static_cast<std::ptrdiff_t>(first);
                const auto to = irq.begin() + static_cast<std::ptrdiff_t>(last) + 1;
                ASSERT_EQ(lines.irq_low_between(first, last), std::find(from, to, true) != to);
            }
        }
        const Cycle chosen = dice(60);
        const auto falls = [&](Cycle cycle) {
            return nmi[cycle] && (cycle == 0 || !nmi[cycle - 1]);
        };
        Cycle expected = 0;
        while (expected < 60 && !(falls(expected) && (nmi[chosen] || expected >= chosen))) {
            ++expected;
        }
        lines.miss_nmi_before(chosen);
        EXPECT_EQ(lines.nmi_waits(), expected < 60);
        if (expected < 60) {
            EXPECT_TRUE(lines.nmi_seen_by(expected));
            EXPECT_TRUE(expected == 0 || !lines.nmi_seen_by(expected - 1));
        }
    }
}

}  // namespace
}  // namespace ryg
