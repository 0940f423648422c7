// The raster: its registers, and programs that look at the beam by polling, interrupts and NMIs.
#include "tests/support/c64_testing.hpp"
#include "tests/support/run_program.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

TEST(Raster, TheLineIsWhereTheTimeSays) {
    Vic pal(Model::pal), ntsc(Model::ntsc);
    EXPECT_EQ(pal.read(0x11, 63 * 256) & 0x80, 0x80);
    // Line 0 has its number a cycle later.
    expect_reads(pal, {{0x12, 100, 63 * 100},
                       {0x12, 55, 63 * 311},
                       {0x12, 55, 63 * 312},
                       {0x12, 0, 63 * 312 + 1}});
    expect_reads(ntsc, {{0x12, 6, 65 * 262}, {0x12, 0, 65 * 263 + 1}});
}

TEST(Raster, InterruptComesAtTheStartOfItsLineInEveryFrame) {
    Vic vic(Model::pal);
    vic.write(0x12, 100, 10);
    vic.write(0x19, 0x01, 14);  // line 0 was the one before
    vic.write(0x1A, 0x01, 18);
    EXPECT_EQ(vic.next_interrupt(), Cycle{6300});
    vic.catch_up(6299);
    EXPECT_FALSE(vic.interrupt());
    vic.catch_up(6300);
    EXPECT_TRUE(vic.interrupt());
    EXPECT_EQ(vic.read(0x19, 6301), 0xF1);
    vic.write(0x19, 0x01, 6310);
    EXPECT_FALSE(vic.interrupt());
    EXPECT_EQ(vic.next_interrupt(), Cycle{6300 + 19'656});
}

TEST(Raster, AWriteThatMakesTheLineEqualInterruptsInTheNextCycleAndOnlyThen) {
    struct Row {
        unsigned before, after;
        Cycle written, expected;
    };
    constexpr Cycle line = 63, frame = 312 * line;
    const Row rows[]{
        {50, 100, 100 * line + 20, 100 * line + 21},    // in the line
        {50, 100, 100 * line, 100 * line + 1},          // in its first cycle
        {50, 100, 100 * line - 1, 100 * line},          // it begins in the next
        {50, 100, 101 * line - 1, frame + 100 * line},  // it is over in the next
        {100, 101, 101 * line - 1,
         frame + 101 * line},  // equal before and after: nothing becomes so
        {100, 100, 100 * line + 20, frame + 100 * line},  // nothing changes
        {100, 50, 100 * line + 20, frame + 50 * line},    // equal no more
    };
    for (const auto& [before, after, written, expected] : rows) {
        Vic vic(Model::pal);
        vic.write(0x12, static_cast<Byte>(before), 10);
        vic.write(0x1A, 0x01, 14);
        vic.catch_up(written);
        vic.write(0x19, 0xFF, written - 1);
        vic.write(0x12, static_cast<Byte>(after), written);
        EXPECT_EQ(vic.next_interrupt(), expected) << before << " to " << after << " at " << written;
    }
}

TEST(Raster, LinesAreBadIfDenIsSetInAnyCycleOfLine30) {
    constexpr Cycle line = 63, begin = 0x30 * line, end = 0x31 * line;
    const auto is_bad = [](std::initializer_list<std::pair<Cycle, Byte>> writes) {
        VicBus bus(Model::pal);
        for (const auto& [cycle, value] : writes) bus.write(0x11, value, cycle);
        return bus.is_bad_line(0x38);
    };
    EXPECT_TRUE(is_bad({{end - 1, 0x10}}));
    EXPECT_FALSE(is_bad({{end, 0x10}}));
    EXPECT_TRUE(is_bad({{10, 0x10}, {begin, 0x00}}));
    EXPECT_FALSE(is_bad({{10, 0x10}, {begin - 1, 0x00}}));
    EXPECT_TRUE(is_bad({{10, 0x10}, {end + 5, 0x00}}));
}

TEST(Raster, UnusedBitsReadOne) {
    Vic vic(Model::pal);
    write(vic, {{0x16, 0x08, 1}, {0x18, 0x14, 2}, {0x20, 0x0E, 3}});
    expect_reads(vic, {{0x16, 0xC8, 4}, {0x18, 0x15, 4}, {0x20, 0xFE, 4}, {0x2F, 0xFF, 4}});
}

/// A stock machine in which the program has just been started.
struct Started {
    Machine machine;
    Labels labels;

    Started(Model model, const std::string& source) : machine(model) {
        const program::Folder folder;
        const std::string prg = folder.prg("test", source);
        labels = Labels::read(folder.file("test.lbl"));
        machine.set_timing(Timing::stock);
        machine.boot();
        machine.start(read_prg(prg));
    }
    /// The cycle in which the processor next comes to a label.
    Cycle at(std::string_view label) {
        EXPECT_EQ(machine.run({.cycles = 3'000'000, .at = {labels.at(label)}}).ended,
                  Ended::address)
            << label;
        return machine.cpu.cycle;
    }
    Cycle from_to(std::string_view from, std::string_view to) {
        const Cycle begin = at(from);
        return at(to) - begin;
    }
    Byte byte(std::string_view label) { return machine.peek(labels.at(label)); }

    /// The processor comes to `label` once a frame, `most` / 2 cycles earlier or later.
    void expect_once_a_frame(std::string_view label, unsigned frames, Cycle most) {
        const Cycle first = at(label);
        for (Cycle n = 1; n <= frames; ++n) {
            EXPECT_LE(at(label) + most / 2 - (first + n * machine.frame_cycles()), most);
        }
    }
};

/// Waits for line `line` of each frame and then executes 40 NOPs, more than a line.
std::string nops_after(int line) {
    const std::string number = std::to_string(line);
    return "        sei\nagain:  lda #" + number +
           "\n:       cmp $d012\n        beq :-\n"
           ":       cmp $d012\n        bne :-\n"
           "from:   .repeat 40\n        nop\n        .endrepeat\n"
           "to:     jmp again\n";
}

TEST(RasterPrograms, ABadlineStopsALoopFor43CyclesAndTheOtherLinesDoNot) {
    for (const Model model : models) {
        for (int line = 0x31; line < 0x3B; ++line) {
            Started started(model, nops_after(line));
            started.at("to");
            const bool stolen = line == 0x32 || line == 0x3A;  // the next one is bad
            const bool begun = line == 0x33;                   // the loop itself is stopped
            if (begun) continue;
            EXPECT_EQ(started.from_to("from", "to"), stolen ? 123U : 80U) << line;
        }
    }
}

TEST(RasterPrograms, APolledLineComesOnceAFrame) {
    for (const Model model : models) {
        // The loop takes seven cycles.
        Started(model, nops_after(200)).expect_once_a_frame("from", 50, 16);
    }
}

constexpr const char* raster_interrupt =
    "        sei\n        lda #$7f\n        sta $dc0d\n"
    "        lda #<irq\n        sta $0314\n        lda #>irq\n        sta $0315\n"
    "        lda #100\n        sta $d012\n        lda #$1b\n        sta $d011\n"
    "        lda #1\n        sta $d019\n        sta $d01a\n        cli\n"
    "        jmp *\n"
    "irq:    inc count\n        lda #1\n        sta $d019\n        jmp $ea81\n"
    "count:  .byte 0\n";

TEST(RasterPrograms, InterruptsThroughTheVectorComeAFrameApart) {
    for (const Model model : models) {
        Started started(model, raster_interrupt);
        started.expect_once_a_frame("irq", 100, 4);  // JMP takes three cycles
        EXPECT_EQ(started.byte("count"), 100);
    }
}

TEST(RasterPrograms, TheInterruptComesInTheFirstCyclesOfItsLine) {
    Started started(Model::pal, raster_interrupt);
    for (int n = 0; n < 20; ++n) {
        // 7 cycles to take it, 29 of the KERNAL to the vector, up to 2 and 1 of the JMP before.
        const Cycle in_frame = started.at("irq") % started.machine.frame_cycles();
        EXPECT_GE(in_frame, 100U * 63 + 7 + 29);
        EXPECT_LE(in_frame, 100U * 63 + 7 + 29 + 4);
    }
}

/// Two timers count the same cycles, one against the beam: what the program itself can see.
TEST(RasterPrograms, ATimerMeasuresTheFrame) {
    for (const Model model : models) {
        Started started(model,
                        "        sei\n        lda #$ff\n        sta $dd04\n        sta $dd05\n"
                        "        jsr wait\n        lda #$11\n        sta $dd0e\n"
                        "        jsr wait\n        lda #$00\n        sta $dd0e\n"
                        "        lda $dd04\n        sta low\n        lda $dd05\n"
                        "        sta high\n        rts\n"
                        "wait:   lda #250\n:       cmp $d012\n        beq :-\n"
                        ":       cmp $d012\n        bne :-\n        rts\n"
                        "low:    .byte 0\nhigh:   .byte 0\n");
        ASSERT_EQ(started.machine.run(3'000'000).ended, Ended::returned);
        const unsigned counted = 0xFFFFU - emu::word(started.byte("low"), started.byte("high"));
        EXPECT_NEAR(counted, static_cast<double>(started.machine.frame_cycles()), 7);
    }
}

TEST(RasterPrograms, NoNmiOfCia2IsLostToBadlinesAndInterrupts) {
    for (const Model model : models) {
        Started started(model,
                        "        lda #<nmi\n        sta $0318\n        lda #>nmi\n"
                        "        sta $0319\n        lda #<999\n        sta $dd04\n"
                        "        lda #>999\n        sta $dd05\n        lda #$81\n"
                        "        sta $dd0d\n        lda #$11\n        sta $dd0e\n"
                        "        jmp *\n"
                        "nmi:    inc low\n        bne :+\n        inc high\n"
                        ":       bit $dd0d\n        rti\n"
                        "low:    .byte 0\nhigh:   .byte 0\n");
        const Cycle first = started.at("nmi");
        started.machine.run(1'000'000 - 100);
        EXPECT_EQ(emu::word(started.byte("low"), started.byte("high")), 1000);
        const Cycle error = started.at("nmi") + 500 - (first + 1'000'000);
        EXPECT_LE(error, 1000U);
    }
}

/// Each interrupt starts the timer anew, so that its next one may come into a badline that was
/// planned as free of events. Single steps plan nothing.
TEST(RasterPrograms, AnInterruptThatMovesIntoABadlineComesAsInSingleSteps) {
    for (int latch = 60; latch < 124; latch += 3) {
        Started started(Model::pal,
                        "        sei\n        lda #<irq\n        sta $0314\n        lda #>irq\n"
                        "        sta $0315\n        lda #" +
                            std::to_string(latch) +
                            "\n        sta $dc04\n        lda #0\n        sta $dc05\n"
                            "        lda #$19\n        sta $dc0e\n        cli\n"
                            ":       inc count\n        jmp :-\n"
                            "irq:    lda $dc0d\n        lda #$19\n        sta $dc0e\n"
                            "        jmp $ea81\ncount:  .byte 0\n");
        Machine stepped = started.machine;
        const Cycle until = stepped.cpu.cycle + 4 * stepped.frame_cycles();
        started.machine.cpu.run(started.machine.board, until);
        while (stepped.cpu.cycle < until) stepped.cpu.step(stepped.board);
        EXPECT_EQ(started.machine.cpu.cycle, stepped.cpu.cycle) << latch;
        EXPECT_EQ(started.machine.cpu.registers, stepped.cpu.registers) << latch;
        EXPECT_EQ(started.byte("count"), stepped.peek(started.labels.at("count"))) << latch;
    }
}

// --- the light pen ------------------------------------------------------------------------------

/// What has been latched since the interrupt was acknowledged; no interrupt: nothing.
struct Latched {
    bool interrupt;
    unsigned x, y;
    bool operator==(const Latched&) const = default;
};
Latched latched(Vic& vic, Cycle now) {
    const bool interrupt = (vic.read(0x19, now) & 0x08) != 0;
    vic.write(0x19, 0x0F, now);
    return {interrupt, interrupt ? vic.read(0x13, now) : 0U, interrupt ? vic.read(0x14, now) : 0U};
}
constexpr Latched nothing{false, 0, 0};

TEST(LightPen, LatchesTheBeamOncePerFrameAndTheLineOfTheNextCycle) {
    constexpr Cycle line = 63, frame = 312 * line;
    Vic vic(Model::pal);
    vic.set_light_pen(true, frame + 100 * line + 20);
    const Latched first = latched(vic, frame + 100 * line + 30);
    EXPECT_TRUE(first.interrupt);
    EXPECT_EQ(first.y, 100U);
    vic.set_light_pen(false, frame + 101 * line);
    vic.set_light_pen(true, frame + 120 * line);
    EXPECT_EQ(latched(vic, frame + 130 * line), nothing);
    vic.set_light_pen(false, frame + 140 * line);
    vic.set_light_pen(true, 2 * frame + 50 * line - 1);
    EXPECT_EQ(latched(vic, 2 * frame + 51 * line).y, 50U);
    Vic old(Model::pal_old);
    old.set_light_pen(true, frame + 100 * line + 20);
    EXPECT_EQ(latched(old, frame + 100 * line + 30), (Latched{true, first.x + 1, first.y}));
}

TEST(LightPen, IsBlindInTheLastLineAndSeesALowInputWhenAFrameBegins) {
    constexpr Cycle line = 63, frame = 312 * line, second = 2 * frame + 1;
    constexpr Latched start{true, 0xD1, 0};
    struct Row {
        Cycle falls, rises;
        Latched expected;
    };
    for (const auto& [falls, rises, expected] :
         {Row{second - 30, second - 2, nothing}, Row{second - 30, second - 1, nothing},
          Row{second - 30, second, start}, Row{second - 1, second + 9, start},
          Row{second, second + 9, start}}) {
        Vic vic(Model::pal);
        vic.set_light_pen(true, falls);
        vic.set_light_pen(false, rises);
        EXPECT_EQ(latched(vic, second + 20), expected) << falls << " to " << rises;
        vic.set_light_pen(true, second + 60 * line);  // that did not use up an edge
        EXPECT_EQ(latched(vic, second + 70 * line).interrupt, expected == nothing);
    }
    Vic kept(Model::pal);  // low from frame to frame
    kept.write(0x1A, 0x08, 10);
    kept.set_light_pen(true, frame / 2);
    for (Cycle begin = frame; begin < 5 * frame; begin += frame) {
        (void)latched(kept, begin - 9);
        EXPECT_EQ(kept.next_interrupt(), begin + 1);
        EXPECT_EQ(latched(kept, begin + 9), start);
    }
}

}  // namespace
}  // namespace ryg
