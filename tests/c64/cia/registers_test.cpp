// The CIA register by register: timers, pins, interrupts, time of day, shift register, ports.
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr unsigned PRB = 1, TALO = 4, TAHI = 5, TBLO = 6, TBHI = 7, TOD10 = 8, TODS = 9, TODM = 10,
                   TODH = 11, SDR = 12, ICR = 13, CRA = 14, CRB = 15;

/// A timer A that is stopped in cycle 100.
Cia with_latch(unsigned latch, CiaChip chip = CiaChip::mos6526) {
    Cia cia({}, chip);
    cia.reset(0);
    write(cia, {{TALO, latch & 0xFF, 10}, {TAHI, latch >> 8, 14}});
    return cia;
}

unsigned counter_a(Cia cia, Cycle now) {
    return read(cia, TALO, now) | read(cia, TAHI, now) * 256U;
}

TEST(Timer, CountsFromTheThirdCycleAfterItsStartAndNeverShowsZero) {
    for (const unsigned latch : {5U, 6U, 100U, 16'421U}) {
        Cia cia = with_latch(latch);
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

TEST(Timer, SetsItsFlagWithTheUnderflowAndPullsThePinACycleLaterOrOnTheLaterChipAtOnce) {
    for (const auto chip : {CiaChip::mos6526, CiaChip::mos6526a}) {
        for (const unsigned latch : {1U, 2U, 3U, 7U, 50U, 1000U}) {
            Cia cia = with_latch(latch, chip);
            write(cia, {{ICR, 0x81, 90}, {CRA, 0x11, 100}});
            const Cycle underflow = 100 + latch + 3;
            const Cycle pin = underflow + (chip == CiaChip::mos6526 ? 1 : 0);
            Cia early = cia, there = cia;
            EXPECT_EQ(read(early, ICR, underflow - 1), 0) << latch;
            EXPECT_EQ(read(there, ICR, underflow) & 0x7F, 1) << latch;
            EXPECT_LE(cia.next_event(), pin) << latch;
            cia.catch_up(pin - 1);
            EXPECT_FALSE(cia.interrupt());
            cia.catch_up(pin);
            EXPECT_TRUE(cia.interrupt());
            EXPECT_EQ(cia.interrupt_since(), pin);
            EXPECT_EQ(read(cia, ICR, pin), 0x81);
            EXPECT_FALSE(cia.interrupt());
        }
    }
}

TEST(Timer, InOneShotModeStopsAtItsUnderflow) {
    Cia cia = with_latch(50);
    cia.write(CRA, 0x19, 100);
    EXPECT_EQ(counter_a(cia, 1000), 50U);
    expect_reads(cia, {{CRA, 0x08, 1000}, {ICR, 0x01, 1000}, {ICR, 0x00, 5000}});
}

TEST(Timer, IsTheSameHoweverOftenOneLooks) {
    for (const unsigned latch : {0U, 1U, 2U, 3U, 4U, 9U}) {
        Cia often = with_latch(latch);
        write(often, {{TBLO, 3, 95}, {TBHI, 0, 96}, {CRB, 0x51, 97}, {CRA, 0x11, 100}});
        const Cia once = often;
        for (Cycle now = 101; now < 400; ++now) {
            often.catch_up(now);
            Cia jumped = once;
            jumped.catch_up(now);
            ASSERT_EQ(often, jumped) << "latch " << latch << " cycle " << now;
        }
    }
}

TEST(Timer, TakesAWriteToItsLatchIntoTheCounterInTheCycleOfTheUnderflow) {
    for (const Cycle written : {152U, 153U, 154U}) {
        Cia cia = with_latch(50);
        write(cia, {{CRA, 0x11, 100}, {TALO, 200, written}});
        EXPECT_EQ(read(cia, TALO, 160), written == 154 ? 50 - 6 : 200 - 6) << written;
    }
}

TEST(Timer, BCountsAnUnderflowOfATwoCyclesLaterWithCntToo) {
    constexpr Cycle counted = 155;
    for (const unsigned control : {0x51U, 0x71U}) {
        Cia cia = with_latch(50);
        write(cia, {{TBLO, 9, 20}, {TBHI, 0, 24}, {CRB, control, 90}, {CRA, 0x11, 100}});
        expect_reads(cia, {{TBLO, 9, counted - 1}, {TBLO, 8, counted}});
    }
}

TEST(Timer, DoesNotWalkThroughALongGap) {
    Cia cia = with_latch(7), cascade = with_latch(99);
    cia.write(CRA, 0x15, 100);
    write(cascade, {{CRB, 0x51, 90}, {CRA, 0x11, 100}});
    for (Cia* each : {&cia, &cascade}) {
        each->catch_up(1'000'000'000'000);
        EXPECT_EQ(each->done(), Cycle{1'000'000'000'000});
    }
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
    expect_reads(cia, {{PRB, 0xFF, 122},
                       {PRB, 0xBF, 123},
                       {PRB, 0xBF, 143},
                       {PRB, 0xFF, 144},
                       {PRB, 0xFF, 123 + 21 * 1001}});
}

TEST(Interrupts, ReadingInTheCycleOfTheFlagTakesTheInterruptWithIt) {
    Cia cia = with_latch(50);
    write(cia, {{ICR, 0x81, 90}, {CRA, 0x19, 100}});
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

/// Timer B runs out in cycle 153, and ICR is read in the cycle before.
TEST(Interrupts, The6526LosesTheFlagThatFollowsAReadOfIcrAndThe6526ADelaysItsPin) {
    for (const auto chip : {CiaChip::mos6526, CiaChip::mos6526a}) {
        Cia cia = with_latch(50, chip);
        write(cia, {{TBLO, 50, 20}, {TBHI, 0, 24}, {ICR, 0x82, 30}, {CRB, 0x19, 100}});
        EXPECT_EQ(read(cia, ICR, 152), 0);
        if (chip == CiaChip::mos6526a) {
            EXPECT_EQ(cia.next_event(), Cycle{154});
            cia.catch_up(160);
            EXPECT_EQ(cia.interrupt_since(), Cycle{154});
        }
        EXPECT_EQ(read(cia, ICR, 1000), chip == CiaChip::mos6526 ? 0x80 : 0x82);
    }
}

/// Timer A runs out in cycle 153 and every 51 later; ICR is read in two cycles in a row, as INC does.
TEST(Interrupts, TheSecondOfTwoReadsInARowShowsAgainWhatTheFirstTook) {
    for (const auto& [first, by_6526, by_6526a] :
         {std::tuple{152U, 0x01, 0x81}, {153U, 0x80, 0x81}, {154U, 0x80, 0x81}}) {
        for (const auto chip : {CiaChip::mos6526, CiaChip::mos6526a}) {
            Cia cia = with_latch(50, chip);
            write(cia, {{ICR, 0x81, 90}, {CRA, 0x11, 100}});
            const auto taken = read(cia, ICR, first);
            EXPECT_EQ(taken & 1, first == 152 ? 0 : 1);
            EXPECT_EQ(read(cia, ICR, first + 1), chip == CiaChip::mos6526 ? by_6526 : by_6526a)
                << first;
            EXPECT_EQ(read(cia, ICR, first + 3), 0);
            cia.catch_up(200);
            EXPECT_FALSE(cia.interrupt());
        }
    }
}

TEST(Interrupts, The6526HasNoneIfTimerAsMaskIsClearedInTheCycleOfItsFlag) {
    for (const Cycle cleared : {Cycle{153}, Cycle{154}}) {
        Cia cia = with_latch(50);
        write(cia, {{ICR, 0x81, 90}, {CRA, 0x19, 100}, {ICR, 0x01, cleared}});
        cia.catch_up(200);
        EXPECT_EQ(cia.interrupt(), cleared == 154);
    }
}

constexpr Cycle second = 985'248, tenth = second / 10;

/// Clock set to a time and started at cycle 1000, at a rate of 50 Hz.
Cia at_time(Byte hours, Byte minutes, Byte seconds, Byte tenths) {
    Cia cia;
    cia.reset(0);
    write(cia, {{CRA, 0x80, 900},
                {TODH, hours, 940},
                {TODM, minutes, 960},
                {TODS, seconds, 980},
                {TOD10, tenths, 1000}});
    return cia;
}

TEST(TimeOfDay, CountsTenthsOfTheMains) {
    Cia cia = at_time(0x01, 0, 0, 0);
    expect_reads(cia, {{TOD10, 0, tenth / 2},
                       {TOD10, 1, tenth + tenth / 2},
                       {TOD10, 9, 9 * tenth + tenth / 2},
                       {TODS, 1, 10 * tenth + tenth / 2},
                       {TODS, 0x59, 59 * second + tenth},
                       {TODM, 0x01, 60 * second + tenth}});
}

TEST(TimeOfDay, GoesASixthSlowerWhenItTakesFiftyForSixty) {
    Cia cia = at_time(0x01, 0, 0, 0);
    cia.write(CRA, 0x00, 1010);
    EXPECT_EQ(read(cia, TODS, second * 12 + tenth), 0x10);
}

TEST(TimeOfDay, TwelveComesAfterElevenAndOneAfterTwelve) {
    Cia cia = at_time(0x11, 0x59, 0x59, 9);
    expect_reads(cia, {{TODH, 0x11, 2000}, {TOD10, 9, 2000}, {TODH, 0x92, 2 * tenth}});
    Cia one = at_time(0x92, 0x59, 0x59, 9);  // written as PM, it is 12 AM
    expect_reads(one, {{TODH, 0x12, 1500}, {TOD10, 9, 1500}, {TODH, 0x01, 2 * tenth}});
}

TEST(TimeOfDay, ReadingTheHoursKeepsTheRestUntilTheTenths) {
    Cia cia = at_time(0x09, 0x59, 0x59, 9);
    const Cycle later = 20 * tenth;
    expect_reads(cia, {{TODH, 9, 2000},
                       {TODM, 0x59, later},
                       {TODS, 0x59, later},
                       {TOD10, 9, later},
                       {TODM, 0, later}});
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
    write(cia, {{ICR, 0x84, 1100}, {CRB, 0x80, 1104}, {TOD10, 3, 1108}, {TODH, 1, 1112}});
    EXPECT_EQ(read(cia, TOD10, 1116), 0);  // the clock went on
    while (!cia.interrupt() && cia.next_event() < 10 * tenth) cia.catch_up(cia.next_event());
    ASSERT_TRUE(cia.interrupt());
    EXPECT_NEAR(static_cast<double>(cia.interrupt_since()), 3.0 * tenth, 10);
    EXPECT_EQ(read(cia, ICR, cia.interrupt_since()), 0x84);
}

TEST(Serial, TheFlagComesFourCyclesAfterTheFifteenthUnderflow) {
    Cia cia = with_latch(99);
    write(cia, {{CRA, 0x51, 100}, {SDR, 0xA5, 110}});
    const Cycle flag = 100 + 99 + 3 + 14 * 100 + 4;
    EXPECT_EQ(read(cia, ICR, flag - 1) & 0x08, 0);
    EXPECT_EQ(read(cia, ICR, flag) & 0x08, 0x08);
    EXPECT_EQ(read(cia, SDR, 5000), 0xA5);
    EXPECT_EQ(read(cia, ICR, 50'000) & 0x08, 0);
}

TEST(Serial, AnInputDropsTheByteAndTheFlagTellsWhetherCntWasLow) {
    for (const Cycle cut : {590U, 700U}) {  // CNT falls in cycle 204 and changes each hundred
        Cia cia = with_latch(99);
        write(cia, {{CRA, 0x51, 100}, {SDR, 0xA5, 110}, {CRA, 0x01, cut}, {CRA, 0x41, 1000}});
        EXPECT_EQ(read(cia, ICR, 1001) & 0x08, 0);
        EXPECT_EQ(read(cia, ICR, 1002) & 0x08, cut == 700 ? 0x08 : 0);
        EXPECT_EQ(read(cia, ICR, 5000) & 0x08, 0);
    }
}

TEST(Ports, KeysWorkBothWaysAndJoysticksPullTheirLines) {
    Board board(Model::pal);
    Cycle now = 100;
    const auto write_at = [&](Address at, Byte value) { board.write(at, value, now += 4); };
    const auto read_at = [&](Address at) { return +board.read(at, now += 4); };
    EXPECT_EQ(board.keyboard.rows(0x00), 0xFF);
    board.keyboard.press(Key::number(10));  // column 1, row 2
    EXPECT_EQ(board.keyboard.rows(0xFE), 0xFF);
    write_at(0xDC02, 0xFF);
    write_at(0xDC00, 0xFD);
    EXPECT_EQ(read_at(0xDC01), 0xFB);
    write_at(0xDC02, 0x00);
    write_at(0xDC03, 0xFF);
    write_at(0xDC01, 0xFB);
    EXPECT_EQ(read_at(0xDC00), 0xFD);
    write_at(0xDC03, 0x00);
    board.keyboard.release(Key::number(10));
    EXPECT_EQ(board.keyboard.rows(0x00), 0xFF);
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

TEST(Ports, ClkAndDataAreLowWhereTheirOutputsAreHighOrNobodyDrivesTheInverters) {
    for (unsigned out = 0; out < 4; ++out) {
        for (unsigned direction = 0; direction < 4; ++direction) {
            Board board(Model::pal);
            Cycle now = 18;
            board.write(0xDD02, static_cast<Byte>(direction << 4), 10);
            board.write(0xDD00, static_cast<Byte>(out << 4), 14);
            const unsigned driven = (out & direction) | (~direction & 3);  // inputs are pulled up
            EXPECT_EQ(board.read(0xDD00, now) >> 6, ~driven & 3) << out << " " << direction;
        }
    }
}

TEST(Restore, IsAPulseThatTheSecondCiaCanHide) {
    Board board(Model::pal);
    Cycle now = 0;
    for (const Cycle pressed : {10U, 20U}) {
        board.press_restore(pressed);
        EXPECT_TRUE(board.lines.nmi_waits());
        board.lines.answer_nmi();
    }
    for (const auto& [address, value] :
         {std::pair<Address, Byte>{0xDD04, 5}, {0xDD05, 0}, {0xDD0D, 0x81}, {0xDD0E, 0x19}}) {
        board.write(address, value, now += 30);
    }
    board.happen(200);
    EXPECT_TRUE(board.lines.nmi_waits());
    board.lines.answer_nmi();
    for (const Cycle pressed : {210U, 215U}) {
        board.press_restore(pressed);
        EXPECT_FALSE(board.lines.nmi_waits());
    }
    EXPECT_EQ(board.read(0xDD0D, now = 220), 0x81);
    board.press_restore(230);
    EXPECT_TRUE(board.lines.nmi_waits());
}

TEST(Interrupts, BeginInTheCycleOfTheirCauseHoweverLateTheyAreLookedAt) {
    Board board(Model::pal);
    Cycle now = 0;
    for (const auto& [address, value] :
         {std::pair<Address, Byte>{0xDC04, 5}, {0xDC05, 0}, {0xDC0D, 0x81}, {0xDC0E, 0x19}}) {
        board.write(address, value, now += 30);
    }
    board.happen(200);
    EXPECT_FALSE(board.lines.irq_low_between(0, 125));
    EXPECT_TRUE(board.lines.irq_low_between(126, 135));
}

}  // namespace
}  // namespace ryg
