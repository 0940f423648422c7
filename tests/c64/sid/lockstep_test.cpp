// The lazy SID in lock-step with one that takes every cycle, on random register scripts.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>
#include <string>

#include "tests/c64/sid/naive.hpp"

namespace ryg {
namespace {

using c64::Byte;
using c64::Cycle;
using c64::Sid;
using c64::SidChip;
using sid_test::NaiveSid;

/// What a script is made of.
struct Mix {
    std::string name;
    unsigned longest_gap;
    unsigned frequency_shift;  // frequencies are 16 bits >> up to this
    Byte control_and, control_or;
    bool all_voices = true;
    unsigned fades = 3000;  // at most
};

struct Script {
    std::mt19937 random;

    unsigned below(unsigned end) { return static_cast<unsigned>(random() % end); }
    Byte byte() { return static_cast<Byte>(random()); }

    Cycle gap(const Mix& mix) {
        switch (below(4)) {
            case 0: return 1 + below(4);
            case 1: return below(40);
            case 2: return below(400);
            default: return below(mix.longest_gap);
        }
    }

    /// Numbers its writes, so that a failure can say which one.
    void run(const Mix& mix, unsigned number, unsigned writes) {
        random.seed(number);
        const SidChip chip = below(2) != 0 ? SidChip::mos8580 : SidChip::mos6581;
        c64::SidSeed seed;
        if (below(2) != 0) {
            seed = {{below(1 << 24), below(1 << 24), below(1 << 24)}, below(1 << 23)};
        }
        const auto time = [&] { return 1 + Cycle{below(mix.fades)}; };
        const c64::SidFades fades{time(), time(), time(), time(), time()};
        Sid sid(chip, seed);
        sid.fades = fades;
        NaiveSid naive(chip, seed, fades);
        Cycle now = 0;
        for (unsigned write = 0; write < writes; ++write) {
            now += gap(mix);
            const auto [index, value] = choose(mix);
            sid.write(index, value, now);
            naive.write(index, value, now);
            for (unsigned reads = below(4); reads != 0; --reads) {
                now += gap(mix);
                const unsigned from = below(8) == 0 ? below(32) : 0x1B + below(2);
                const Byte peeked = sid.peek(from, now);
                const Byte read = sid.read(from, now);
                ASSERT_EQ(peeked, read);
                ASSERT_EQ(read, naive.read(from, now))
                    << fmt::format("{}, script {}: register {:02x} in cycle {}, after write {}",
                                   mix.name, number, from, now, write);
            }
        }
    }

    std::pair<unsigned, Byte> choose(const Mix& mix) {
        const unsigned first = mix.all_voices ? below(3) * 7 : 14;
        switch (below(8)) {
            case 0:
            case 1:
            case 2:
                return {first + 4, static_cast<Byte>((byte() & mix.control_and) | mix.control_or)};
            case 3: return {first, byte()};
            case 4: return {first + 1, static_cast<Byte>(byte() >> below(mix.frequency_shift + 1))};
            case 5: return {16 + below(2), byte()};
            case 6: return {19 + below(2), byte()};
            default: return {below(32), byte()};
        }
    }
};

void compare(const Mix& mix, unsigned scripts, unsigned writes) {
    Script script;
    for (unsigned number = 0; number < scripts && !testing::Test::HasFatalFailure(); ++number) {
        script.run(mix, number, writes);
    }
}

TEST(SidLockstep, AnyWritesToAnyRegister) { compare({"any", 3000, 8, 0xFF, 0x00}, 1000, 60); }

TEST(SidLockstep, NoiseAlone) { compare({"noise", 3000, 4, 0x07, 0x80}, 400, 40); }

TEST(SidLockstep, SyncChainsOfAllThreeVoices) {
    compare({"sync", 5000, 6, 0xF7, 0x02}, 500, 40);
    compare({"sync, slow", 50'000, 8, 0xF7, 0x02}, 40, 40);
}

TEST(SidLockstep, TestPulses) {
    compare({"test", 1000, 8, 0x8F, 0x80, false}, 400, 60);
    compare({"test, long", 50'000, 8, 0x89, 0x00, false, 20'000}, 20, 60);
}

TEST(SidLockstep, RingModulatedTriangles) { compare({"ring", 3000, 8, 0x07, 0x14}, 300, 40); }

TEST(SidLockstep, WaveformSwitchesAndHeldOutput) {
    compare({"switch", 2000, 8, 0xF0, 0x00, false, 500}, 300, 60);
}

TEST(SidLockstep, NoiseTogetherWithOtherWaveforms) {
    compare({"write-back", 300, 8, 0x77, 0x80}, 500, 60);
    compare({"write-back of a pulse", 3000, 3, 0x00, 0xC0}, 200, 60);
    compare({"write-back, slow", 30'000, 8, 0x76, 0x80}, 100, 40);
    compare({"write-back, very slow", 3000, 30, 0x7E, 0x80}, 500, 60);
}

TEST(SidLockstep, Envelopes) {
    compare({"gate", 3000, 8, 0x01, 0x80, false}, 300, 60);
    compare({"gate, long", 400'000, 8, 0x01, 0x80, false}, 12, 30);
}

}  // namespace
}  // namespace ryg
