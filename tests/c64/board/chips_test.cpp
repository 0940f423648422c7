// CIA timers and interrupts, the VIC-II's raster, as a program can see them.
#include <gtest/gtest.h>

#include "c64/board/keyboard.hpp"
#include "c64/cia/cia.hpp"
#include "c64/vic/vic.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr unsigned TALO = 4, TAHI = 5, TBLO = 6, TBHI = 7, ICR = 13, CRA = 14, CRB = 15;

/// A CIA with latch A set, stopped, and its clock at `start`.
Cia stopped(unsigned latch, Cycle start) {
    Cia cia;
    cia.reset(0);
    cia.write(TALO, static_cast<Byte>(latch), start - 20);
    cia.write(TAHI, static_cast<Byte>(latch >> 8), start - 16);
    return cia;
}

unsigned counter_a(Cia cia, Cycle now) {
    const unsigned low = cia.read(TALO, now, 0xFF, 0xFF);
    return low | cia.read(TAHI, now, 0xFF, 0xFF) * 256U;
}

TEST(Timer, CountsFromTheThirdCycleBehindItsStartAndNeverShowsZero) {
    for (const unsigned latch : {5U, 6U, 100U, 16'421U}) {
        Cia cia = stopped(latch, 100);
        cia.write(CRA, 0x11, 100);
        for (Cycle k = 4; k < latch + 3; ++k) {
            ASSERT_EQ(counter_a(cia, 100 + k), latch + 3 - k) << "latch " << latch << " t " << k;
        }
        for (unsigned period = 0; period < 3; ++period) {
            const Cycle underflow = 100 + latch + 3 + Cycle{period} * (latch + 1);
            EXPECT_EQ(counter_a(cia, underflow - 1), 1U);
            EXPECT_EQ(counter_a(cia, underflow), latch);
            EXPECT_EQ(counter_a(cia, underflow + 1), latch);
            EXPECT_EQ(counter_a(cia, underflow + 2), latch - 1);
        }
    }
}

TEST(Timer, FlagComesWithTheUnderflowAndThePinACycleLater) {
    for (const unsigned latch : {1U, 2U, 3U, 7U, 1000U}) {
        Cia cia = stopped(latch, 100);
        cia.write(ICR, 0x81, 90);
        cia.write(CRA, 0x11, 100);
        const Cycle underflow = 100 + latch + 3;
        Cia early = cia;
        EXPECT_EQ(early.read(ICR, underflow - 1, 0xFF, 0xFF), 0) << latch;
        Cia there = cia;
        EXPECT_EQ(there.read(ICR, underflow, 0xFF, 0xFF) & 0x7F, 1) << latch;
        Cia later = cia;
        EXPECT_LE(later.next_event(), underflow + 1) << latch;
        later.catch_up(underflow);
        EXPECT_FALSE(later.interrupt());
        later.catch_up(underflow + 1);
        EXPECT_TRUE(later.interrupt());
        EXPECT_EQ(later.interrupt_since(), underflow + 1);
        EXPECT_EQ(later.read(ICR, underflow + 1, 0xFF, 0xFF), 0x81);
        EXPECT_FALSE(later.interrupt());
    }
}

TEST(Timer, OneShotStopsAtItsUnderflow) {
    Cia cia = stopped(50, 100);
    cia.write(CRA, 0x19, 100);
    EXPECT_EQ(counter_a(cia, 1000), 50U);
    EXPECT_EQ(cia.read(CRA, 1000, 0xFF, 0xFF), 0x08);
    EXPECT_EQ(cia.read(ICR, 1000, 0xFF, 0xFF) & 1, 1);
    EXPECT_EQ(cia.read(ICR, 5000, 0xFF, 0xFF) & 1, 0);
}

TEST(Timer, BCountsTheUnderflowsOfA) {
    Cia cia = stopped(99, 100);
    cia.write(TBLO, 10, 50);
    cia.write(TBHI, 0, 54);
    cia.write(ICR, 0x82, 60);
    cia.write(CRB, 0x51, 70);
    cia.write(CRA, 0x11, 100);
    Cia at_five = cia;
    EXPECT_EQ(at_five.read(TBLO, 100 + 102 + 4 * 100 + 50, 0xFF, 0xFF), 5);
    // The eleventh underflow of A takes B below zero.
    Cycle event = 0;
    while (!cia.interrupt() && event < 10'000) {
        event = cia.next_event();
        cia.catch_up(event);
    }
    EXPECT_GE(event, Cycle{100 + 102 + 9 * 100});
    EXPECT_LE(event, Cycle{100 + 102 + 10 * 100 + 10});
}

TEST(Timer, LazyEvaluationIsTheSameAsLookingEveryCycle) {
    for (const unsigned latch : {0U, 1U, 2U, 3U, 4U, 9U}) {
        Cia often = stopped(latch, 100);
        often.write(TBLO, 3, 95);
        often.write(TBHI, 0, 96);
        often.write(CRB, 0x51, 97);
        often.write(CRA, 0x11, 100);
        const Cia once = often;
        for (Cycle now = 101; now < 400; ++now) {
            often.catch_up(now);
            Cia jumped = once;
            jumped.catch_up(now);
            ASSERT_EQ(often, jumped) << "latch " << latch << " cycle " << now;
        }
    }
}

TEST(Timer, PromisedEventsAreNeverTooLate) {
    for (unsigned latch = 0; latch < 40; ++latch) {
        for (const Byte control : {Byte{0x11}, Byte{0x19}, Byte{0x01}}) {
            Cia cia = stopped(latch, 100);
            cia.write(ICR, 0x81, 90);
            cia.write(CRA, control, 100);
            Cia slow = cia;
            while (!slow.interrupt() && slow.next_event() < 100'000) {
                slow.catch_up(slow.next_event());
            }
            Cia fine = cia;
            for (Cycle now = 100; now < 400 && !fine.interrupt(); ++now) fine.catch_up(now);
            EXPECT_EQ(slow.interrupt_since(), fine.interrupt_since()) << latch << " " << +control;
        }
    }
}

TEST(Keyboard, AKeyJoinsItsColumnAndItsRow) {
    Keyboard keyboard;
    EXPECT_EQ(keyboard.rows(0x00), 0xFF);
    keyboard.press(Key::number(10));  // A: column 1, row 2
    EXPECT_EQ(keyboard.rows(0xFD), 0xFB);
    EXPECT_EQ(keyboard.rows(0xFE), 0xFF);
    EXPECT_EQ(keyboard.columns(0xFB), 0xFD);
    keyboard.release(Key::number(10));
    EXPECT_EQ(keyboard.rows(0x00), 0xFF);
}

TEST(Raster, TheLineIsWhereTheTimeSays) {
    Vic pal(Model::pal), ntsc(Model::ntsc);
    EXPECT_EQ(pal.read(0x12, 63 * 100), 100);
    EXPECT_EQ(pal.read(0x11, 63 * 256) & 0x80, 0x80);
    EXPECT_EQ(pal.read(0x12, 63 * 311), 311 - 256);
    EXPECT_EQ(pal.read(0x12, 63 * 312), 311 - 256);  // back to 0 a cycle later
    EXPECT_EQ(pal.read(0x12, 63 * 312 + 1), 0);
    EXPECT_EQ(ntsc.read(0x12, 65 * 262), 262 - 256);
    EXPECT_EQ(ntsc.read(0x12, 65 * 263 + 1), 0);
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

TEST(Raster, UnusedBitsReadOne) {
    Vic vic(Model::pal);
    vic.write(0x16, 0x08, 1);
    vic.write(0x18, 0x14, 2);
    vic.write(0x20, 0x0E, 3);
    EXPECT_EQ(vic.read(0x16, 4), 0xC8);
    EXPECT_EQ(vic.read(0x18, 4), 0x15);
    EXPECT_EQ(vic.read(0x20, 4), 0xFE);
    EXPECT_EQ(vic.read(0x2F, 4), 0xFF);
}

}  // namespace
}  // namespace ryg
