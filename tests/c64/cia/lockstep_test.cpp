// The lazy CIA against one that is asked in every cycle, over thousands of random scripts.
#include <array>
#include <gtest/gtest.h>

#include "tests/c64/cia/naive.hpp"
#include "tests/support/dice.hpp"

namespace ryg {
namespace {

using c64::Byte;
using c64::Cia;
using c64::CiaChip;
using cia_test::NaiveCia;
using emu::Cycle;

constexpr int scripts = 4000, accesses = 60;

/// The two side by side, the lazy one with a board that heeds its events.
class Pair {
  public:
    Pair(const c64::Mains& mains, CiaChip chip) : lazy_(mains, chip), naive_(mains, chip) {
        lazy_.reset(0);
    }

    void go_on(Cycle cycles) {
        const Cycle target = now_ + cycles;
        for (; now_ < target; ++now_) naive_.tick();
        for (Cycle event = lazy_.next_event(); event <= now_; event = lazy_.next_event()) {
            lazy_.catch_up(event);
        }
        ASSERT_EQ(lazy_.interrupt(), naive_.pin) << "pin in cycle " << now_;
        if (naive_.pin) {
            ASSERT_EQ(lazy_.interrupt_since(), naive_.pin_since);
        }
    }
    void read(unsigned index) {
        ASSERT_EQ(+lazy_.read(index, now_, 0xFF, 0xFF), +naive_.read(index))
            << "register " << index << " in cycle " << now_;
    }
    void write(unsigned index, Byte value) {
        lazy_.write(index, value, now_);
        naive_.write(index, value);
    }
    void read_all() {
        for (unsigned index = 0; index < 16; ++index) read(index);
    }

  private:
    Cia lazy_;
    NaiveCia naive_;
    Cycle now_ = 0;
};

Byte random_value(tests::Dice& dice, unsigned index) {
    static constexpr std::array<Byte, 6> controls_a{0x11, 0x01, 0x19, 0x91, 0xD5, 0x53};
    static constexpr std::array<Byte, 6> controls_b{0x51, 0x11, 0x41, 0x19, 0xD7, 0x47};
    static constexpr std::array<Byte, 6> hours{0x12, 0x92, 0x11, 0x09, 0x01, 0x1F};
    if (dice(4) == 0) return dice.byte();
    switch (index) {
        case 4:
        case 6: return static_cast<Byte>(dice(12));
        case 5:
        case 7: return dice(8) == 0 ? 1 : 0;
        case 8: return static_cast<Byte>(dice(10));
        case 9:
        case 10: return 0x59;
        case 11: return hours[dice(6)];
        case 13: return static_cast<Byte>(0x80 | dice(32));
        case 14: return controls_a[dice(6)];
        case 15: return controls_b[dice(6)];
        default: return dice.byte();
    }
}
Cycle random_gap(tests::Dice& dice) {
    switch (dice(8)) {
        case 0: return 0;
        case 1: return dice(3000);
        case 2: return dice(300);
        default: return 1 + dice(12);
    }
}

void run_script(unsigned seed) {
    tests::Dice dice(seed);
    // Mains so fast that the clock and its alarm take part in a script of some thousand cycles.
    const c64::Mains mains{.hz = 50 + dice(11), .clock_hz = 700 + dice(5000)};
    Pair pair(mains, static_cast<CiaChip>(dice(3)));
    for (int i = 0; i < accesses && !testing::Test::HasFatalFailure(); ++i) {
        pair.go_on(random_gap(dice));
        const unsigned index = dice(16);
        if (dice(3) == 0) {
            pair.read(index);
        } else {
            pair.write(index, random_value(dice, index));
        }
    }
    if (!testing::Test::HasFatalFailure()) pair.read_all();
}

TEST(CiaLockstep, LazyAndEveryCycleGiveTheSame) {
    for (unsigned seed = 1; seed <= scripts; ++seed) {
        run_script(seed);
        ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    }
}

/// Timers that run out again and again, alone, side by side and in a cascade.
TEST(CiaLockstep, LongGapsEndWhereAStepEveryCycleEnds) {
    for (const unsigned control_b : {0x00U, 0x11U, 0x51U, 0x41U, 0x19U, 0x55U}) {
        for (const unsigned latch : {0U, 1U, 2U, 3U, 5U, 7U, 60U}) {
            for (const unsigned mask : {0x00U, 0x81U, 0x82U, 0x8FU}) {
                Pair pair({}, CiaChip::mos6526);
                for (const auto& [index, value] :
                     {std::pair{4U, latch}, {5U, 0U}, {6U, 19U}, {7U, 0U}, {13U, mask}}) {
                    pair.write(index, static_cast<Byte>(value));
                }
                pair.go_on(4);
                pair.write(15, static_cast<Byte>(control_b));
                pair.write(14, 0x17);
                for (const Cycle gap : {5'003U, 1U, 997U, 13U, 4'001U}) {
                    pair.go_on(gap);
                    pair.read_all();
                    ASSERT_FALSE(HasFatalFailure()) << control_b << ' ' << latch << ' ' << mask;
                }
            }
        }
    }
}

}  // namespace
}  // namespace ryg
