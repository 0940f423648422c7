// The CIA register by register: timers on their pins, time of day, shift register, interrupts.
#include <gtest/gtest.h>
#include <utility>

#include "c64/board/board.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

enum Register : unsigned {
    PRB = 1,
    TALO = 4,
    TAHI,
    TBLO,
    TBHI,
    TOD10,
    TODS,
    TODM,
    TODH,
    SDR,
    ICR,
    CRA,
    CRB
};

Byte read(Cia& cia, unsigned index, Cycle now) { return cia.read(index, now, 0xFF, 0xFF); }

Cia with_latch(unsigned latch, CiaChip chip = CiaChip::mos6526) {
    Cia cia({}, chip);
    cia.reset(0);
    cia.write(TALO, static_cast<Byte>(latch), 10);
    cia.write(TAHI, static_cast<Byte>(latch >> 8), 14);
    return cia;
}

TEST(Pins, APulseIsHighInTheCycleOfTheUnderflow) {
    Cia cia = with_latch(20);
    cia.write(CRA, 0x13, 100);
    for (Cycle now = 104; now < 200; ++now) {
        const bool underflow = now >= 123 && (now - 123) % 21 == 0;
        EXPECT_EQ(read(cia, PRB, now), underflow ? 0xFF : 0xBF) << now;
    }
}

TEST(Pins, AToggleIsHighFromTheStartAndChangesWithEachUnderflow) {
    Cia cia = with_latch(20);
    cia.write(CRA, 0x17, 100);
    EXPECT_EQ(read(cia, PRB, 122), 0xFF);
    EXPECT_EQ(read(cia, PRB, 123), 0xBF);
    EXPECT_EQ(read(cia, PRB, 143), 0xBF);
    EXPECT_EQ(read(cia, PRB, 144), 0xFF);
    EXPECT_EQ(read(cia, PRB, 123 + 21 * 1001), 0xBF ^ 0x40);
}

TEST(Interrupts, TheLaterChipPullsItsPinInTheCycleOfTheFlag) {
    for (const auto chip : {CiaChip::mos6526, CiaChip::mos6526a}) {
        Cia cia = with_latch(50, chip);
        cia.write(ICR, 0x81, 90);
        cia.write(CRA, 0x11, 100);
        const Cycle flag = 153, pin = chip == CiaChip::mos6526 ? 154 : 153;
        EXPECT_EQ(cia.next_event(), pin);
        cia.catch_up(pin);
        EXPECT_TRUE(cia.interrupt());
        EXPECT_EQ(cia.interrupt_since(), pin);
        EXPECT_LE(flag, pin);
    }
}

TEST(Interrupts, ReadingInTheCycleOfTheFlagTakesTheInterruptWithIt) {
    Cia cia = with_latch(50);
    cia.write(ICR, 0x81, 90);
    cia.write(CRA, 0x19, 100);
    EXPECT_EQ(read(cia, ICR, 153), 0x01);
    cia.catch_up(1000);
    EXPECT_FALSE(cia.interrupt());
    EXPECT_EQ(read(cia, ICR, 1001), 0);
}

TEST(Interrupts, AFlagThatIsSetWaitsForItsMask) {
    for (const auto& [chip, pin] : {std::pair{CiaChip::mos6526, 502U}, {CiaChip::mos6526a, 501U}}) {
        Cia cia = with_latch(50, chip);
        cia.write(CRA, 0x19, 100);
        cia.catch_up(500);
        EXPECT_FALSE(cia.interrupt());
        cia.write(ICR, 0x81, 500);
        EXPECT_EQ(cia.next_event(), Cycle{pin});
        cia.catch_up(510);
        EXPECT_EQ(cia.interrupt_since(), Cycle{pin});
    }
}

/// Both timers run out in cycle 153, and ICR was read in 152.
Cia read_before_flags(CiaChip chip, Byte mask) {
    Cia cia = with_latch(50, chip);
    cia.write(TBLO, 50, 20);
    cia.write(TBHI, 0, 24);
    cia.write(ICR, mask, 30);
    cia.write(CRB, 0x19, 100);
    EXPECT_EQ(read(cia, ICR, 152), 0);
    return cia;
}

TEST(Interrupts, The6526LosesTheFlagOfTimerBWhenIcrIsReadInTheCycleBefore) {
    Cia early = read_before_flags(CiaChip::mos6526, 0x82);
    EXPECT_EQ(read(early, ICR, 1000), 0);
    Cia later = read_before_flags(CiaChip::mos6526a, 0x82);
    EXPECT_EQ(read(later, ICR, 1000), 0x82);
}

TEST(Interrupts, The6526APullsItsPinLaterWhenIcrIsReadInTheCycleBefore) {
    Cia cia = read_before_flags(CiaChip::mos6526a, 0x82);
    EXPECT_EQ(cia.next_event(), Cycle{154});
    cia.catch_up(160);
    EXPECT_EQ(cia.interrupt_since(), Cycle{154});
}

TEST(Latches, AWriteInTheCycleOfTheUnderflowReachesTheCounter) {
    for (const Cycle written : {152U, 153U, 154U}) {
        Cia cia = with_latch(50);
        cia.write(CRA, 0x11, 100);
        cia.write(TALO, 200, written);
        EXPECT_EQ(read(cia, TALO, 160), written == 154 ? 50 - 6 : 200 - 6) << written;
    }
}

TEST(Cascade, TimerBCountsAnUnderflowTwoCyclesLaterAndThreeWithCnt) {
    for (const auto& [control, counted] : {std::pair{Byte{0x51}, 155U}, {Byte{0x71}, 156U}}) {
        Cia cia = with_latch(50);
        cia.write(TBLO, 9, 20);
        cia.write(TBHI, 0, 24);
        cia.write(CRB, control, 90);
        cia.write(CRA, 0x11, 100);
        EXPECT_EQ(read(cia, TBLO, counted - 1), 9);
        EXPECT_EQ(read(cia, TBLO, counted), 8);
    }
}

constexpr Cycle tenth = 985'248 / 10;

/// Clock set to a time and started at cycle 1000, at a rate of 50 Hz.
Cia at_time(Byte hours, Byte minutes, Byte seconds, Byte tenths) {
    Cia cia;
    cia.reset(0);
    cia.write(CRA, 0x80, 900);
    cia.write(TODH, hours, 940);
    cia.write(TODM, minutes, 960);
    cia.write(TODS, seconds, 980);
    cia.write(TOD10, tenths, 1000);
    return cia;
}

TEST(TimeOfDay, CountsTenthsOfTheMains) {
    Cia cia = at_time(0x01, 0, 0, 0);
    EXPECT_EQ(read(cia, TOD10, tenth / 2), 0);
    EXPECT_EQ(read(cia, TOD10, tenth + tenth / 2), 1);
    EXPECT_EQ(read(cia, TOD10, 9 * tenth + tenth / 2), 9);
    EXPECT_EQ(read(cia, TODS, 10 * tenth + tenth / 2), 1);
    EXPECT_EQ(read(cia, TODS, 985'248 * 59 + tenth), 0x59);
    EXPECT_EQ(read(cia, TODM, 985'248 * 60 + tenth), 0x01);
}

TEST(TimeOfDay, GoesASixthSlowerWhenItTakesFiftyForSixty) {
    Cia cia = at_time(0x01, 0, 0, 0);
    cia.write(CRA, 0x00, 1010);
    EXPECT_EQ(read(cia, TODS, 985'248 * 12 + tenth), 0x10);
}

TEST(TimeOfDay, TwelveComesBehindElevenAndOneBehindTwelve) {
    Cia cia = at_time(0x11, 0x59, 0x59, 9);
    EXPECT_EQ(read(cia, TODH, 2000), 0x11);
    EXPECT_EQ(read(cia, TOD10, 2000), 9);
    EXPECT_EQ(read(cia, TODH, 2 * tenth), 0x92);
    Cia one = at_time(0x92, 0x59, 0x59, 9);  // written as PM, it is 12 AM
    EXPECT_EQ(read(one, TODH, 1500), 0x12);
    EXPECT_EQ(read(one, TOD10, 1500), 9);
    EXPECT_EQ(read(one, TODH, 2 * tenth), 0x01);
}

TEST(TimeOfDay, ReadingTheHoursKeepsTheRestUntilTheTenths) {
    Cia cia = at_time(0x09, 0x59, 0x59, 9);
    EXPECT_EQ(read(cia, TODH, 2000), 0x09);
    EXPECT_EQ(read(cia, TODM, 20 * tenth), 0x59);
    EXPECT_EQ(read(cia, TODS, 20 * tenth), 0x59);
    EXPECT_EQ(read(cia, TOD10, 20 * tenth), 9);
    EXPECT_EQ(read(cia, TODM, 20 * tenth), 0x00);
}

TEST(TimeOfDay, WritingTheHoursStopsItUntilTheTenths) {
    Cia cia = at_time(0x01, 0, 0, 5);
    cia.write(TODH, 0x02, 2000);
    EXPECT_EQ(read(cia, TOD10, 100 * tenth), 5);
    cia.write(TOD10, 5, 100 * tenth);
    EXPECT_EQ(read(cia, TOD10, 101 * tenth + tenth / 2), 6);
}

TEST(TimeOfDay, TheAlarmInterruptsInItsTenth) {
    Cia cia = at_time(0x01, 0, 0, 0);
    cia.write(ICR, 0x84, 1100);
    cia.write(CRB, 0x80, 1104);
    cia.write(TOD10, 0x03, 1108);
    cia.write(TODH, 0x01, 1112);
    EXPECT_EQ(read(cia, TOD10, 1116), 0);  // the clock went on
    while (!cia.interrupt() && cia.next_event() < 10 * tenth) cia.catch_up(cia.next_event());
    ASSERT_TRUE(cia.interrupt());
    EXPECT_NEAR(static_cast<double>(cia.interrupt_since()), 3.0 * tenth, 10);
    EXPECT_EQ(read(cia, ICR, cia.interrupt_since()), 0x84);
}

TEST(Serial, TheFlagComesFourCyclesAfterTheFifteenthUnderflow) {
    Cia cia = with_latch(99);
    cia.write(CRA, 0x51, 100);
    cia.write(SDR, 0xA5, 110);
    const Cycle flag = 100 + 99 + 3 + 14 * 100 + 4;
    EXPECT_EQ(read(cia, ICR, flag - 1) & 0x08, 0);
    EXPECT_EQ(read(cia, ICR, flag) & 0x08, 0x08);
    EXPECT_EQ(read(cia, SDR, 5000), 0xA5);
    EXPECT_EQ(read(cia, ICR, 50'000) & 0x08, 0);
}

TEST(Serial, AByteThatIsHalfOutGoesOnWhenTheRegisterIsAnOutputAgain) {
    Cia cia = with_latch(99);
    cia.write(CRA, 0x51, 100);
    cia.write(SDR, 0xA5, 110);
    cia.write(CRA, 0x01, 700);
    cia.write(CRA, 0x41, 1000);  // three underflows later
    const Cycle flag = 100 + 99 + 3 + 17 * 100 + 4;
    EXPECT_EQ(read(cia, ICR, flag - 1) & 0x08, 0);
    EXPECT_EQ(read(cia, ICR, flag) & 0x08, 0x08);
}

TEST(Speed, ALongGapIsNotWalked) {
    Cia cia = with_latch(7);
    cia.write(CRA, 0x15, 100);
    cia.catch_up(1'000'000'000'000);
    EXPECT_EQ(cia.done(), Cycle{1'000'000'000'000});
    Cia cascade = with_latch(99);
    cascade.write(CRB, 0x51, 90);
    cascade.write(CRA, 0x11, 100);
    cascade.catch_up(1'000'000'000'000);
    EXPECT_EQ(cascade.done(), Cycle{1'000'000'000'000});
}

TEST(Ports, KeysWorkBothWaysAndJoysticksPullTheirLines) {
    Board board(Model::pal);
    board.keyboard.press(Key::number(10));  // column 1, row 2
    Cycle now = 100;
    const auto write = [&](Address at, Byte value) { board.write(at, value, now += 4); };
    const auto read_at = [&](Address at) { return +board.read(at, now += 4); };
    write(0xDC02, 0xFF);
    write(0xDC00, 0xFD);
    EXPECT_EQ(read_at(0xDC01), 0xFB);
    write(0xDC02, 0x00);
    write(0xDC03, 0xFF);
    write(0xDC01, 0xFB);
    EXPECT_EQ(read_at(0xDC00), 0xFD);
    write(0xDC03, 0x00);
    board.keyboard.release_all();
    board.keyboard.move_joystick(1, Joystick::fire | Joystick::up);
    EXPECT_EQ(read_at(0xDC01), 0xEE);
    EXPECT_EQ(read_at(0xDC00), 0xFF);
    board.keyboard.move_joystick(2, Joystick::left);
    EXPECT_EQ(read_at(0xDC00), 0xFB);
}

TEST(Ports, ThreeKeysOfARectangleShowTheFourth) {
    Keyboard keyboard;
    keyboard.press({.column = 1, .row = 2});
    keyboard.press({.column = 1, .row = 5});
    keyboard.press({.column = 6, .row = 5});
    EXPECT_EQ(keyboard.levels(static_cast<Byte>(~(1U << 6)), 0xFF).rows, 0xDB);
}

TEST(Ports, TheVideoBankReadsBackAndTheSerialBusAnswers) {
    Board board(Model::pal);
    Cycle now = 0;
    board.write(0xDD02, 0x3F, 10);
    board.write(0xDD00, 0x07, 14);
    EXPECT_EQ(board.read(0xDD00, now = 18), 0xC7);
    board.write(0xDD00, 0x36, 22);
    EXPECT_EQ(board.read(0xDD00, now = 26), 0x36);
}

TEST(Restore, IsAPulseThatTheSecondCiaCanHide) {
    Board board(Model::pal);
    Cycle now = 0;
    board.press_restore(10);
    EXPECT_TRUE(board.lines.nmi_waits());
    board.lines.answer_nmi();
    board.press_restore(20);
    EXPECT_TRUE(board.lines.nmi_waits());
    board.lines.answer_nmi();
    board.write(0xDD04, 5, 30);
    board.write(0xDD05, 0, 34);
    board.write(0xDD0D, 0x81, 38);
    board.write(0xDD0E, 0x19, 42);
    board.happen(100);
    EXPECT_TRUE(board.lines.nmi_waits());
    board.lines.answer_nmi();
    board.press_restore(110);
    EXPECT_FALSE(board.lines.nmi_waits());
    EXPECT_EQ(board.read(0xDD0D, now = 120), 0x81);
    board.press_restore(130);
    EXPECT_TRUE(board.lines.nmi_waits());
}

}  // namespace
}  // namespace ryg
