// What is known of the SID's noise: its sequence, its period, when it shifts, what repeats.
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

constexpr unsigned OSC3 = 0x1B, control = 0x12;

void write_frequency(Sid& sid, unsigned frequency, Cycle now) {
    write(sid, {{0x0E, frequency, now}, {0x0F, frequency >> 8, now}});
}

/// TEST was held for long; it ends in cycle `now`, with noise selected.
Sid released(unsigned frequency, Cycle now) {
    Sid sid;
    write_frequency(sid, frequency, 0);
    write(sid, {{control, 0x88, 0}, {control, 0x80, now}});
    return sid;
}
constexpr Cycle long_enough = 12'000'000;

/// The cycle, after TEST ended in cycle 0, from which a read sees the n-th shift (n = 1, 2, ...).
constexpr Cycle shift_seen(Cycle n, unsigned frequency) {
    return ((n << 20) - (1 << 19) + frequency - 1) / frequency + 2;
}

TEST(SidNoise, FirstBytesAreTheKnownSequence) {
    const std::array<Byte, 40> known{0xFE, 0xFE, 0xFC, 0xFC, 0xFC, 0xF8, 0xF8, 0xF8, 0xF8, 0xF0,
                                     0xF0, 0xE0, 0xE0, 0xE0, 0xC0, 0xC0, 0xC0, 0xC0, 0x81, 0x81,
                                     0x03, 0x03, 0x03, 0x06, 0x06, 0x04, 0x04, 0x0C, 0x08, 0x18,
                                     0x18, 0x18, 0x30, 0x30, 0x20, 0x20, 0x61, 0x41, 0xC3, 0xC3};
    Noise noise;
    Sid sid = released(0xFFFF, long_enough);
    for (std::size_t n = 0; n < known.size(); ++n) {
        EXPECT_EQ(noise.output(), known[n]) << "after shift " << n;
        const Cycle seen = n == 0 ? 0 : shift_seen(n, 0xFFFF);
        EXPECT_EQ(sid.read(OSC3, long_enough + seen), known[n]) << "after shift " << n;
        noise.shift();
    }
}

TEST(SidNoise, APeriodHas8388607ShiftsAndEveryByteEquallyOften) {
    std::array<unsigned, 256> count{};
    Noise noise;
    Cycle shifts = 0;
    do {
        ++count[noise.output()];
        noise.shift();
        ++shifts;
    } while (noise != Noise{} && shifts < 9'000'000);
    EXPECT_EQ(shifts, 8'388'607U);
    EXPECT_EQ(shifts, Noise::period);
    EXPECT_EQ(count[0], 32'767U);
    for (unsigned value = 1; value < 256; ++value) EXPECT_EQ(count[value], 32'768U) << value;
}

TEST(SidNoise, ManyShiftsAtOnceAreAsManySingleOnes) {
    Noise single{0x2B5A91};
    for (Cycle n = 0; n < 3000; ++n) {
        Noise at_once{0x2B5A91};
        at_once.shift(n);
        ASSERT_EQ(at_once, single) << n;
        single.shift();
    }
    single.shift(Noise::period * 1'000'000'000 - 3000);
    EXPECT_EQ(single.bits, 0x2B5A91U);
}

TEST(SidNoise, TheNthShiftIsSeenTwoCyclesAfterBit19Rises) {
    for (const unsigned frequency : {0xFFFFU, 0xFFF1U, 0x8000U, 0x4001U, 0x1000U, 0x0123U, 1U}) {
        Noise noise;
        Sid sid = released(frequency, long_enough);
        for (Cycle n = 1; n < 200; ++n) {
            const Cycle seen = long_enough + shift_seen(n, frequency);
            ASSERT_EQ(sid.read(OSC3, seen - 1), noise.output()) << frequency << ' ' << n;
            noise.shift();
            ASSERT_EQ(sid.read(OSC3, seen), noise.output()) << frequency << ' ' << n;
        }
    }
    // The figures for the two frequencies that are known best.
    static_assert(shift_seen(1, 0xFFFF) == 11 && shift_seen(2, 0xFFFF) == 27);
    static_assert(shift_seen(1, 0x1000) == 130 && shift_seen(2, 0x1000) == 130 + 256);
}

TEST(SidNoise, FromPowerOnTheSeedsProgramSeesTheFirstChangeInCycle25) {
    for (const SidChip chip : {SidChip::mos6581, SidChip::mos8580}) {
        Sid sid(chip);
        write(sid, {{0x0E, 0xFF, 0}, {0x0F, 0xFF, 4}, {control, 0x81, 10}});
        Byte before = 0xFE;
        std::vector<Cycle> changes;
        for (Cycle now = 11; now < 25 + 5 * 16; ++now) {
            const Byte byte = sid.read(OSC3, now);
            if (byte != before) changes.push_back(now);
            before = byte;
        }
        // Shifts in 9, 25, 41, 57, 73, 89; fe fe fc fc fc f8: the second and the fifth show.
        EXPECT_EQ(changes, (std::vector<Cycle>{25, 73}));
    }
}

TEST(SidNoise, AFullPeriodTakes134219760Cycles) {
    static_assert((Noise::period << 20) / 0xFFFF == 134'219'760);  // and 0.03
    Sid sid = released(0xFFFF, long_enough);
    std::vector<Byte> first;
    for (Cycle n = 1; n <= 100; ++n) {
        first.push_back(sid.read(OSC3, long_enough + shift_seen(n, 0xFFFF)));
    }
    for (Cycle n = 1; n <= 100; ++n) {
        const Cycle seen = shift_seen(Noise::period + n, 0xFFFF);
        EXPECT_EQ(sid.read(OSC3, long_enough + seen), first[n - 1]) << n;
    }
}

TEST(SidNoise, ReadsCloserThan16CyclesRepeat) {
    constexpr std::size_t reads = 1 << 18;
    Sid sid = released(0xFFFF, long_enough);
    std::vector<unsigned> shifts(reads);  // how many each read has seen
    std::vector<Byte> bytes(reads);
    Cycle seen = 0;
    for (std::size_t t = 0; t < reads; ++t) {
        while (shift_seen(seen + 1, 0xFFFF) <= t) ++seen;
        shifts[t] = static_cast<unsigned>(seen);
        bytes[t] = sid.read(OSC3, long_enough + t);
    }
    const auto share = [](std::size_t apart, const auto& values) {
        std::size_t same = 0;
        for (std::size_t t = apart; t < values.size(); ++t) same += values[t] == values[t - apart];
        return static_cast<double>(same) / static_cast<double>(values.size() - apart);
    };
    for (const auto& [apart, forced] :
         {std::pair{4U, 0.75}, {8U, 0.50}, {12U, 0.25}, {16U, 0.0}, {24U, 0.0}}) {
        EXPECT_NEAR(share(apart, shifts), forced, 0.001) << apart;
        EXPECT_NEAR(share(apart, bytes), forced + (1 - forced) / 256, 0.006) << apart;
    }
}

/// How many of `forms`, each a sum of register bits, are independent.
unsigned rank(std::vector<std::uint32_t> forms) {
    unsigned found = 0;
    for (std::uint32_t bit = 1 << 22; bit != 0; bit >>= 1) {
        for (std::size_t i = found; i < forms.size(); ++i) {
            if ((forms[i] & bit) == 0) continue;
            std::swap(forms[i], forms[found]);
            for (std::size_t j = 0; j < forms.size(); ++j) {
                if (j != found && (forms[j] & bit) != 0) forms[j] ^= forms[found];
            }
            ++found;
            break;
        }
    }
    return found;
}

/// The eight bits of OSC3 after `shifts` shifts, as sums of the register's bits now.
void add_forms(std::vector<std::uint32_t>& forms, Cycle shifts) {
    std::array<std::uint32_t, 8> byte{};
    for (unsigned bit = 0; bit < 23; ++bit) {
        Noise noise{1U << bit};
        noise.shift(shifts);
        for (unsigned i = 0; i < 8; ++i) byte[i] |= (noise.output() >> i & 1U) << bit;
    }
    forms.insert(forms.end(), byte.begin(), byte.end());
}

TEST(SidNoise, TwoBytesHaveTheKnownRankByTheShiftsBetweenThem) {
    const std::vector<std::pair<Cycle, unsigned>> known{
        {1, 16}, {2, 13},  {3, 13},  {4, 14},  {5, 12},  {6, 14},  {7, 13},  {8, 15},
        {9, 10}, {10, 15}, {11, 13}, {14, 12}, {18, 12}, {22, 16}, {23, 12}, {24, 16}};
    for (const auto& [shifts, joint_rank] : known) {
        std::vector<std::uint32_t> forms;
        add_forms(forms, 0);
        add_forms(forms, shifts);
        EXPECT_EQ(rank(forms), joint_rank) << shifts << " shifts apart";
    }
}

TEST(SidNoise, AllTableBytesOfRandomizeHang23BitsOnly) {
    std::vector<std::uint32_t> forms;
    for (Cycle read = 0; read < 640; ++read) add_forms(forms, read * 24 / 16);
    EXPECT_EQ(rank(forms), 23U);
}

TEST(SidNoise, TestIsAClockForTheNoiseThatShiftsInTheOppositeOfBit17) {
    Sid sid;
    Noise noise;
    Cycle now = 0;
    for (unsigned pulse = 0; pulse < 500; ++pulse) {
        sid.write(control, 0x88, now += 6);
        EXPECT_EQ(sid.read(OSC3, now += 4), noise.output());
        sid.write(control, 0x80, now += 6);
        noise.bits = (noise.bits << 1 | (~noise.bits >> 17 & 1)) & Noise::all;
        ASSERT_EQ(sid.read(OSC3, now += 4), noise.output()) << pulse;
    }
}

TEST(SidNoise, ShortTestPulsesStopItAndLongOnesFillIt) {
    Sid sid;
    write_frequency(sid, 0xFFFF, 0);
    write(sid, {{control, 0x80, 0}, {control, 0x88, 100'000}});
    const Byte stopped = sid.read(OSC3, 100'001);
    EXPECT_NE(stopped, 0xFF);
    for (const Cycle held : {100U, 10'000U, 30'000U}) {
        EXPECT_EQ(sid.peek(OSC3, 100'000 + held), stopped);
    }
    EXPECT_EQ(sid.peek(OSC3, 100'000 + long_enough), 0xFF);
    sid.write(control, 0x80, 100'000 + long_enough);
    EXPECT_EQ(sid.read(OSC3, 100'001 + long_enough), 0xFE);
}

TEST(SidNoise, NeitherGateNorRingNorATimeOnAnotherWaveformChangesIt) {
    Sid plain = released(0xFFFF, long_enough), other = plain;
    for (const unsigned value : {0x81U, 0x84U, 0x85U, 0x11U, 0x80U, 0x25U, 0x41U, 0x00U}) {
        const Cycle now = long_enough + value * 1000 % 7919;
        Sid changed = other;
        write(changed, {{control, value, now}, {control, 0x80, now + 3000}});
        for (Cycle later = now + 3001; later < now + 4000; later += 7) {
            ASSERT_EQ(changed.read(OSC3, later), plain.peek(OSC3, later)) << value;
        }
    }
}

TEST(SidNoise, ShiftsInThePipeHappenThoughTheFrequencyBecomesZero) {
    Sid sid = released(0xFFFF, long_enough);
    const Cycle rise = long_enough + shift_seen(2, 0xFFFF) - 2;
    write_frequency(sid, 0, rise);
    expect_reads(
        sid, {{OSC3, 0xFE, rise + 1}, {OSC3, 0xFC, rise + 2}, {OSC3, 0xFC, rise + 1'000'000'000}});
}

TEST(SidNoise, TogetherWithASawtoothItDiesUntilTestIsPulsed) {
    Sid sid = released(0xFFFF, long_enough);
    Cycle now = long_enough + 10'000;
    write(sid, {{control, 0xA0, now}, {control, 0x80, now += 5000}});
    for (unsigned read = 0; read < 1000; ++read) ASSERT_EQ(sid.read(OSC3, now += 333), 0x00);
    write(sid, {{control, 0x88, now += 4}, {control, 0x80, now += 4}});
    EXPECT_EQ(sid.read(OSC3, now += 4), 0x01);
}

// With a triangle at phase 0 all lines are low: each such pulse clears the eight bits, and one more
// after the shift. Programs bring the register to a known value so.
TEST(SidNoise, ReleaseOfTestWithAnotherWaveformWritesZerosBackBeforeItsShiftToo) {
    for (const Byte before : {Byte{0x98}, Byte{0x88}}) {
        Sid sid;
        Noise noise;
        write(sid, {{control, before, 4}, {control, 0x90, 10}});
        if (before == 0x98) noise.pull_low(0x00);
        noise.shift_at_release();
        noise.pull_low(0x00);
        for (Cycle now = 20; now < 420; now += 20) {
            write(sid, {{control, 0x88, now}, {control, 0x80, now + 6}});
            noise.shift_at_release();
            ASSERT_EQ(sid.read(OSC3, now + 10), noise.output()) << now;
        }
    }
}

TEST(SidNoise, The8580AloneWritesAllWaveformsZerosBackOnTheWayToNoise) {
    for (const SidChip chip : {SidChip::mos6581, SidChip::mos8580}) {
        Sid sid(chip);
        Noise noise;
        write(sid, {{control, 0xF8, 4}, {control, 0x80, 10}});
        if (chip == SidChip::mos8580) noise.pull_low(0x00);
        noise.shift_at_release();
        EXPECT_EQ(sid.read(OSC3, 14), noise.output());
    }
}

}  // namespace
}  // namespace ryg
