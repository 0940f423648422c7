// The lazy SID in lock-step with one that takes every cycle, on random register scripts.
#include <fmt/format.h>

#include "tests/c64/sid/naive.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using c64::Byte;
using c64::Cycle;
using c64::Sid;
using c64::SidChip;
using sid_test::NaiveSid;

/// What a script is made of.
struct Mix {
    const char* name;
    unsigned scripts, writes;
    unsigned longest_gap;
    unsigned frequency_shift;  // frequencies are 16 bits >> up to this
    Byte control_and, control_or;
    bool all_voices = true;
    unsigned fades = 3000;  // at most
};

Cycle random_gap(tests::Dice& dice, const Mix& mix) {
    switch (dice(4)) {
        case 0: return 1 + dice(4);
        case 1: return dice(40);
        case 2: return dice(400);
        default: return dice(mix.longest_gap);
    }
}
std::pair<unsigned, Byte> random_write(tests::Dice& dice, const Mix& mix) {
    const unsigned first = mix.all_voices ? dice(3) * 7 : 14;
    const Byte value = dice.byte();
    switch (dice(8)) {
        case 0:
        case 1:
        case 2: return {first + 4, static_cast<Byte>((value & mix.control_and) | mix.control_or)};
        case 3: return {first, value};
        case 4: return {first + 1, static_cast<Byte>(value >> dice(mix.frequency_shift + 1))};
        case 5: return {16 + dice(2), value};
        case 6: return {19 + dice(2), value};
        default: return {dice(32), value};
    }
}

/// Numbers its writes, so that a failure can say which one.
void run_script(const Mix& mix, unsigned number) {
    tests::Dice dice(number);
    const SidChip chip = dice(2) != 0 ? SidChip::mos8580 : SidChip::mos6581;
    c64::SidSeed seed;
    if (dice(2) != 0) seed = {{dice(1 << 24), dice(1 << 24), dice(1 << 24)}, dice(1 << 23)};
    const auto time = [&] { return 1 + Cycle{dice(mix.fades)}; };
    const c64::SidFades fades{time(), time(), time(), time(), time()};
    Sid sid(chip, seed);
    sid.fades = fades;
    NaiveSid naive(chip, seed, fades);
    Cycle now = 0;
    for (unsigned write = 0; write < mix.writes; ++write) {
        now += random_gap(dice, mix);
        const auto [index, value] = random_write(dice, mix);
        sid.write(index, value, now);
        naive.write(index, value, now);
        for (unsigned reads = dice(4); reads != 0; --reads) {
            now += random_gap(dice, mix);
            const unsigned from = dice(8) == 0 ? dice(32) : 0x1B + dice(2);
            const Byte peeked = sid.peek(from, now);
            const Byte read = sid.read(from, now);
            ASSERT_EQ(peeked, read);
            ASSERT_EQ(read, naive.read(from, now))
                << fmt::format("{}, script {}: register {:02x} in cycle {}, after write {}",
                               mix.name, number, from, now, write);
        }
    }
}

struct SidLockstep : testing::TestWithParam<Mix> {};

TEST_P(SidLockstep, GivesTheSame) {
    for (unsigned number = 0; number < GetParam().scripts && !HasFatalFailure(); ++number) {
        run_script(GetParam(), number);
    }
}

const Mix mixes[]{
    {"AnyWritesToAnyRegister", 1000, 60, 3000, 8, 0xFF, 0x00},
    {"NoiseAlone", 400, 40, 3000, 4, 0x07, 0x80},
    {"SyncChainsOfAllThreeVoices", 500, 40, 5000, 6, 0xF7, 0x02},
    {"SlowSyncChains", 40, 40, 50'000, 8, 0xF7, 0x02},
    {"TestPulses", 400, 60, 1000, 8, 0x8F, 0x80, false},
    {"LongTestPulses", 20, 60, 50'000, 8, 0x89, 0x00, false, 20'000},
    {"RingModulatedTriangles", 300, 40, 3000, 8, 0x07, 0x14},
    {"WaveformSwitchesAndHeldOutput", 300, 60, 2000, 8, 0xF0, 0x00, false, 500},
    {"NoiseTogetherWithOtherWaveforms", 500, 60, 300, 8, 0x77, 0x80},
    {"NoiseTogetherWithAPulse", 200, 60, 3000, 3, 0x00, 0xC0},
    {"SlowNoiseTogetherWithOtherWaveforms", 100, 40, 30'000, 8, 0x76, 0x80},
    {"VerySlowNoiseTogetherWithOtherWaveforms", 500, 60, 3000, 30, 0x7E, 0x80},
    {"Envelopes", 300, 60, 3000, 8, 0x01, 0x80, false},
    {"LongEnvelopes", 12, 30, 400'000, 8, 0x01, 0x80, false},
};
INSTANTIATE_TEST_SUITE_P(Scripts, SidLockstep, testing::ValuesIn(mixes), tests::name_of_row);

}  // namespace
}  // namespace ryg
