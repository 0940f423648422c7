// The SID's registers: first reads, envelope, fading bus, reset, copies, and any write at any time.
#include "tests/support/c64_testing.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr unsigned control = 0x12, attack_decay = 0x13, sustain_release = 0x14, OSC3 = 0x1B,
                   ENV3 = 0x1C;

TEST(SidRegisters, FirstReadsAfterPowerOnAreThoseOfTheRealChips) {
    for (const SidChip chip : {SidChip::mos6581, SidChip::mos8580}) {
        for (const auto& [value, byte] :
             {std::pair{0x00, 0x00}, {0x80, 0xFE}, {0x40, 0xFF}, {0x20, 0x55}, {0x10, 0xAA}}) {
            Sid sid(chip);
            EXPECT_EQ(sid.read(OSC3, 90), 0x00);
            sid.write(control, static_cast<Byte>(value), 100);
            EXPECT_EQ(sid.read(OSC3, 104), byte) << fmt::format("{:02x}", value);
        }
    }
}

TEST(SidRegisters, TrianglesAndSawtoothsAreACycleLaterOnThe8580) {
    for (const Byte waveform : {Byte{0x10}, Byte{0x20}}) {
        Sid early(SidChip::mos6581), late(SidChip::mos8580);
        for (Sid* sid : {&early, &late}) {
            sid->write(0x0F, 0x80, 0);
            sid->write(control, waveform, 4);
        }
        for (Cycle now = 10; now < 1000; ++now) {
            ASSERT_EQ(early.peek(OSC3, now), late.peek(OSC3, now + 1)) << now;
        }
        EXPECT_NE(early.peek(OSC3, 100), early.peek(OSC3, 102));
    }
}

TEST(SidRegisters, APulseIsHighWherePhaseIsNotBelowWidth) {
    Sid sid({}, {.phases = {0, 0, 0}});
    sid.write(0x0F, 0x10, 0);  // the upper 12 bits count cycles
    write(sid, {{0x10, 0x34, 0}, {0x11, 0xF2, 0}, {control, 0x40, 0}});
    for (Cycle now = 4; now < 9000; ++now) {
        const bool high = (now - 1) % 4096 >= 0x234;  // it shows a cycle later
        ASSERT_EQ(sid.read(OSC3, now), high ? 0xFF : 0x00) << now;
    }
    sid.write(control, 0x48, 9000);
    expect_reads(sid, {{OSC3, 0xFF, 9004}, {OSC3, 0xFF, 1'000'000}});
}

TEST(SidRegisters, RingTurnsTheTriangleRoundWhileVoice2IsInItsLowerHalf) {
    for (const std::uint32_t second : {0x7FFFFFU, 0x800000U}) {
        Sid sid({}, {.phases = {0, second, 0x123456}});
        sid.write(control, 0x14, 0);
        EXPECT_EQ(sid.read(OSC3, 4), second == 0x7FFFFF ? 0xDB : 0x24);
        sid.write(control, 0x34, 8);
        EXPECT_EQ(sid.read(OSC3, 12), 0x24 & 0x12) << "not with a sawtooth";
    }
}

// Line 7 of the two is high where both upper bits of the phase are: low when the top one has risen.
TEST(SidRegisters, ASawtoothWithATrianglePullsThePhaseDownOnThe6581) {
    for (const auto& [chip, phase] :
         {std::pair{SidChip::mos6581, 0x00U}, {SidChip::mos8580, 0x80U}}) {
        Sid sid(chip, {.phases = {0, 0, 0x7FFFFF}});
        write(sid, {{0x0E, 0x01, 0}, {control, 0x30, 0}});
        (void)sid.read(OSC3, 1);
        write(sid, {{0x0E, 0x00, 1}, {control, 0x20, 4}});
        EXPECT_EQ(sid.read(OSC3, 8), phase);
    }
}

TEST(SidRegisters, WithoutWaveformOsc3HoldsWhatItShowedAndFades) {
    Sid sid;
    write(sid, {{control, 0x10, 0}, {control, 0x00, 100}});
    expect_reads(sid, {{OSC3, 0xAA, 104}, {OSC3, 0xAA, 100 + 53'999}, {OSC3, 0x00, 10'000'000}});
    write(sid, {{control, 0x20, 10'000'000}, {control, 0x00, 10'000'004}});
    sid.fades.hold_first = 10;
    expect_reads(sid, {{OSC3, 0x55, 10'000'013}, {OSC3, 0x00, 10'000'014}});
}

TEST(SidRegisters, WriteOnlyOnesReadAsTheLastByteOnTheBusUntilItFades) {
    for (const auto& [chip, cycles] :
         {std::pair{SidChip::mos6581, 0x1D00U}, {SidChip::mos8580, 0xA2000U}}) {
        Sid sid(chip);
        EXPECT_EQ(sid.read(0x00, 10), 0x00);
        sid.write(0x18, 0x0F, 100);
        expect_reads(
            sid, {{0x05, 0x0F, 104}, {0x1F, 0x0F, 100 + cycles - 1}, {0x00, 0x00, 100 + cycles}});
        EXPECT_EQ(sid.read(0x19, 2'000'000), 0xFF) << "no paddle";
        EXPECT_EQ(sid.read(0x1A, 2'000'004), 0xFF) << "no paddle";
        EXPECT_EQ(sid.read(0x12, 2'000'008), 0xFF) << "what a read put on the bus";
    }
}

TEST(SidRegisters, ResetKeepsPhasesAndBeginsTheNoiseAnew) {
    Sid sid;
    write(sid, {{0x0F, 0x12, 0}, {control, 0x21, 0}});
    const Byte phase = sid.read(OSC3, 12'345);
    EXPECT_NE(phase, 0x55);
    sid.reset(12'345);
    EXPECT_EQ(sid.read(OSC3, 20'000), 0x00);
    sid.write(control, 0x20, 20'000);
    EXPECT_EQ(sid.read(OSC3, 20'004), phase);
    sid.write(control, 0x80, 20'010);
    EXPECT_EQ(sid.read(OSC3, 20'014), 0xFE);
}

// --- the envelope -------------------------------------------------------------------------------

/// A chip whose envelope has come down from what it is at power-on.
Sid quiet(Byte attack_and_decay, Byte sustain_and_release, Cycle now) {
    Sid sid;
    write(sid, {{attack_decay, attack_and_decay, now - 8},
                {sustain_release, sustain_and_release, now - 4}});
    return sid;
}

TEST(SidEnvelope, IsAaAtPowerOnAndComesDownToZeroForGood) {
    Sid sid;
    EXPECT_EQ(sid.read(ENV3, 0), 0xAA);
    Byte before = 0xAA;
    for (Cycle now = 1; now < 8000; ++now) {
        const Byte level = sid.read(ENV3, now);
        ASSERT_TRUE(level == before || level == before - 1) << now;
        before = level;
    }
    EXPECT_EQ(before, 0);
    EXPECT_EQ(sid.read(ENV3, Cycle{1} << 50), 0);
}

TEST(SidEnvelope, AttackShowsItsFirstStepSoonAndThenOneEachPeriod) {
    for (unsigned attack = 0; attack < 16; ++attack) {
        const unsigned period = envelope_periods[attack];
        Sid sid = quiet(static_cast<Byte>(attack << 4), 0xF0, 50'000);
        sid.write(control, 0x01, 50'000);
        Cycle now = 50'000;
        while (sid.read(ENV3, now) == 0) ++now;
        EXPECT_GE(now - 50'000, attack == 0 ? 4U : period - 9);
        EXPECT_LE(now - 50'000, period + 4);
        for (unsigned level = 2; level <= 255; ++level) {
            now += period;
            ASSERT_EQ(sid.read(ENV3, now - 1), level - 1);
            ASSERT_EQ(sid.read(ENV3, now), level);
        }
        EXPECT_EQ(sid.read(ENV3, now + 100'000'000), 255) << "SUSTAIN is 15";
    }
}

/// The rate counter matches every 9 cycles; where GATE goes on in that cycle, ENV3 shows 1 after 3.
/// A cycle earlier the match is missed, because the period of the decay counts for a cycle.
TEST(SidEnvelope, AGateInTheCycleOfAMatchStillMakesItsStep) {
    std::vector<Cycle> waits;
    for (Cycle gate = 50'000; gate < 50'009; ++gate) {
        Sid sid = quiet(0x01, 0x00, gate);
        sid.write(control, 0x01, gate);
        Cycle now = gate;
        while (sid.read(ENV3, now) == 0) ++now;
        waits.push_back(now - gate);
    }
    std::ranges::sort(waits);
    EXPECT_EQ(waits, (std::vector<Cycle>{3, 6, 7, 8, 9, 10, 11, 12, 32'772}));
}

TEST(SidEnvelope, DecayStopsAtSustainAndFollowsItDownOnly) {
    Sid sid = quiet(0x00, 0x80, 50'000);
    sid.write(control, 0x01, 50'000);
    EXPECT_EQ(sid.read(ENV3, 150'000), 0x88);
    sid.write(sustain_release, 0x40, 150'000);
    EXPECT_EQ(sid.read(ENV3, 250'000), 0x44);
    sid.write(sustain_release, 0xF0, 250'000);
    EXPECT_EQ(sid.read(ENV3, 350'000), 0x00);
}

TEST(SidEnvelope, ReleaseTakesLongerStepsAsItGoesDown) {
    Sid sid = quiet(0x00, 0xF0, 50'000);
    write(sid, {{control, 0x01, 50'000}, {control, 0x00, 60'000}});
    std::vector<Cycle> came_to(256);
    for (Cycle now = 60'000; now < 70'000; ++now) {
        const Byte level = sid.read(ENV3, now);
        if (came_to[level] == 0) came_to[level] = now;
    }
    const auto step = [&](unsigned level) { return came_to[level] - came_to[level + 1]; };
    for (unsigned level = 253; level-- > 0;) {
        const unsigned times = level >= 93   ? 1
                               : level >= 54 ? 2
                               : level >= 26 ? 4
                               : level >= 14 ? 8
                               : level >= 6  ? 16
                                             : 30;
        const unsigned later = level == 92 ? 1 : 0;  // the divider delays from here on
        ASSERT_EQ(step(level), 9 * times + later) << level;
    }
}

// The rate counter is at 20,000 or so when the period becomes 9: it has to go round.
TEST(SidEnvelope, AShorterPeriodThanCountedAlreadyWaitsForTheCounterToGoRound) {
    Sid sid = quiet(0xF0, 0xF0, 50'000);
    write(sid, {{control, 0x01, 50'000}, {attack_decay, 0x00, 70'000}});
    Cycle now = 70'000;
    while (sid.read(ENV3, now) == 0) ++now;
    EXPECT_NEAR(static_cast<double>(now), 50'000 + 32'767 + 9, 10);
}

// --- any write at any time ----------------------------------------------------------------------

/// Reads and writes of any register, after gaps of up to so many bits: the same for the same seed.
template <class Access>
void any_accesses(unsigned seed, unsigned count, unsigned longest_gap_bits, const Access& access) {
    tests::Dice dice(seed);
    Cycle now = 0;
    for (unsigned i = 0; i < count; ++i) {
        if (dice(4) != 0) now += dice.next() >> (63 - dice(longest_gap_bits));
        access(dice(64), dice.byte(), now, dice(3) != 0);
    }
}
void apply(Sid& sid, unsigned index, Byte value, Cycle now, bool is_write) {
    if (is_write) return sid.write(index, value, now);
    (void)sid.read(index, now);
}

TEST(SidFuzz, AnyAccessesGiveTheSameAgainAndACopyContinuesEqually) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        const SidChip chip = seed % 2 != 0 ? SidChip::mos8580 : SidChip::mos6581;
        Sid sid(chip), again(chip);
        unsigned done = 0;
        any_accesses(seed, 100, 18, [&](auto... access) {
            apply(sid, access...);
            apply(again, access...);
            if (done++ % 10 == 0) again = Sid(again);
            ASSERT_EQ(sid, again);
        });
    }
}

TEST(SidFuzz, ALongGapAtOnceIsTheSameAsInSteps) {
    for (unsigned seed = 0; seed < 4; ++seed) {
        Sid sid(seed % 2 != 0 ? SidChip::mos8580 : SidChip::mos6581), in_steps = sid;
        Cycle before = 0;
        any_accesses(seed, 40, 26, [&](unsigned index, Byte value, Cycle now, bool is_write) {
            for (Cycle step = before; step < now; step += (now - before) / 5 + 1) {
                in_steps.catch_up(step);
            }
            before = now;
            apply(sid, index, value, now, is_write);
            apply(in_steps, index, value, now, is_write);
            for (Sid* each : {&sid, &in_steps}) each->catch_up(now);
            ASSERT_EQ(sid, in_steps) << seed;
        });
    }
}

}  // namespace
}  // namespace ryg
