// Machines as bytes: what is loaded is what was saved, and damaged files are refused.
#include "c64/board/state.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <random>

#include "c64/board/members.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using Bytes = std::vector<Byte>;

struct Dice {
    std::mt19937_64 random;
    unsigned operator()(unsigned below) { return static_cast<unsigned>(random() % below); }
};

/// Reads and prints what the chips show, while the KERNAL's interrupt goes on.
constexpr auto looks_at_everything = {
    0xAD, 0x1B, 0xD4,  // lda $d41b
    0x6D, 0x04, 0xDC,  // adc $dc04
    0x6D, 0x06, 0xDD,  // adc $dd06
    0x6D, 0x12, 0xD0,  // adc $d012
    0x29, 0x3F,        // and #$3f
    0x09, 0x40,        // ora #$40
    0x20, 0xD2, 0xFF,  // jsr chrout
    0x20, 0xE4, 0xFF,  // jsr getin
    0xEE, 0x00, 0xC1,  // inc $c100
    0x4C, 0x00, 0xC0,  // jmp $c000
};

Machine busy(Model model, Timing timing) {
    Machine machine(model);
    machine.set_timing(timing);
    machine.boot();
    put(machine, 0xC000, looks_at_everything);
    machine.start_at(0xC000);
    for (const auto& [address, value] : {std::pair{0xD40F, 0x80}, {0xD412, 0x81}, {0xD406, 0x42}}) {
        machine.poke(static_cast<Address>(address), static_cast<Byte>(value));
    }
    return machine;
}

/// What somebody in front of it, or a program, may do at any time.
void disturb(Machine& machine, Dice& dice) {
    const auto value = static_cast<Byte>(dice(256));
    const auto poke = [&](unsigned address) { machine.poke(static_cast<Address>(address), value); };
    switch (dice(12)) {
        case 0: return machine.type("AB");
        case 1: return machine.board.keyboard.press(Key::number(value & 0x3F));
        case 2: return machine.board.keyboard.release_all();
        case 3: return machine.board.press_restore(machine.cpu.cycle);
        case 4: return poke(0x0000);
        case 5: return poke(0x0001);
        case 6: return poke(0xD800 + dice(1024));
        case 7: return poke(0xD400 + dice(32));
        case 8: return poke(0xD000 + dice(47));
        case 9: return poke(0xDC00 + dice(16));
        case 10: return poke(0xDD00 + dice(16));
        default: return poke(0xD011);
    }
}

Bytes saved(Machine machine) { return save_state(machine); }

/// The message, or nothing if the bytes are a machine.
std::string refusal(std::span<const Byte> bytes) {
    try {
        (void)load_state(bytes, "file");
        return {};
    } catch (const StateError& error) {
        return error.what();
    }
}

TEST(State, IsKeptAtAnyMomentAndTheMachineGoesOnTheSameWay) {
    Dice dice{std::mt19937_64(1)};
    unsigned moments = 0, jams = 0;
    while (moments < 2000) {
        const auto timing = static_cast<Timing>(dice(3));
        const auto machine = std::make_unique<Machine>(busy(static_cast<Model>(dice(3)), timing));
        for (int i = 0; i < 50; ++i, ++moments) {
            machine->run(dice(4) == 0 ? dice(60'000) : dice(400));
            disturb(*machine, dice);
            const auto bytes = save_state(*machine);
            const auto loaded = std::make_unique<Machine>(load_state(bytes, "file"));
            ASSERT_EQ(*loaded, *machine) << "moment " << moments;
            const Cycle more = dice(3000);
            machine->run(more);
            loaded->run(more);
            ASSERT_EQ(*loaded, *machine) << "moment " << moments << ", " << more << " cycles later";
            if (!machine->cpu.jammed) continue;
            ++jams;
            break;
        }
    }
    EXPECT_LT(jams, moments / 10);
}

TEST(State, NothingThatAProgramCanSeeChangesWhenItIsSaved) {
    Dice dice{std::mt19937_64(2)};
    for (int round = 0; round < 40; ++round) {
        const auto timing = static_cast<Timing>(dice(3));
        const auto plain = std::make_unique<Machine>(busy(static_cast<Model>(dice(3)), timing));
        const auto often = std::make_unique<Machine>(*plain);
        for (int i = 0; i < 50; ++i) {
            const Cycle some = dice(700);
            plain->run(some);
            often->run(some);
            (void)save_state(*often);
            Dice again = dice;
            disturb(*plain, dice);
            disturb(*often, again);
        }
        ASSERT_EQ(often->cpu, plain->cpu) << round;
        ASSERT_TRUE(std::ranges::equal(often->ram(), plain->ram())) << round;
        for (unsigned address = 0xD000; address < 0xE000; ++address) {
            const auto at = static_cast<Address>(address);
            ASSERT_EQ(often->peek(at), plain->peek(at)) << round << " " << address;
        }
    }
}

TEST(State, RomsCartridgeKeysAndOptionsAreInIt) {
    Machine machine(Model::ntsc, CiaChip::mos6526a);
    const Bytes rom(8192, 0xEA);
    machine.install(Rom::basic, rom);
    machine.board.sid = Sid(SidChip::mos8580, {.noise = 0x1234});
    machine.start(Cartridge{.exrom = false, .game = false, .roml = rom, .romh = rom});
    machine.run(100'000);
    machine.type("HELLO");
    machine.board.keyboard.move_joystick(2, Joystick::fire);
    machine.poke(0xD7FF, 0x55);
    Machine loaded = load_state(save_state(machine), "file");
    EXPECT_EQ(loaded, machine);
    EXPECT_EQ(loaded.keys_waiting(), 5U);
    EXPECT_EQ(loaded.board.debugcart->value, 0x55);
    EXPECT_EQ(loaded.peek(0x8000), 0xEA);
    EXPECT_NE(loaded, Machine(Model::ntsc));
}

TEST(State, OneThatWasJustSwitchedOnIsOne) {
    Machine machine;
    EXPECT_EQ(load_state(save_state(machine), "file"), machine);
}

/// Where the members that are saved, or found again, lie in a machine.
std::vector<bool> listed_bytes(const Machine& machine) {
    std::vector<bool> listed(sizeof machine);
    const auto add = [&](const auto& member) {
        const auto from =
            reinterpret_cast<std::uintptr_t>(&member) - reinterpret_cast<std::uintptr_t>(&machine);
        for (std::size_t i = 0; i < sizeof member; ++i) listed[from + i] = true;
    };
    visit_members(machine, add);
    Board::rebuilt([&](auto... member) { (add(machine.board.*member), ...); });
    return listed;
}

TEST(State, NoMemberIsMissingInTheLists) {
    const auto machine = std::make_unique<Machine>(busy(Model::pal, Timing::stock));
    machine->run(123'456);
    const auto copy = std::make_unique<Machine>(*machine);
    const auto listed = listed_bytes(*machine);
    auto* const bytes = reinterpret_cast<unsigned char*>(copy.get());
    for (std::size_t i = 0; i < sizeof(Machine); ++i) {
        if (listed[i]) continue;
        bytes[i] ^= 1;  // padding, or a member that somebody forgot
        ASSERT_EQ(*copy, *machine)
            << "byte " << i << " of a machine is compared and not saved: add "
            << "the new member to its class's members()";
    }
    const auto count = std::count(listed.begin(), listed.end(), false);
    EXPECT_LT(count, 300) << "so much padding?";
}

TEST(State, OtherFilesAreRefusedByName) {
    const Bytes good = saved(booted());
    EXPECT_EQ(refusal(Bytes{}),
              "file: not the state of a C64: write one with ryg run --save-state");
    EXPECT_EQ(refusal(Bytes(100'000, 7)), refusal(Bytes{}));
    Bytes newer = good;
    newer[8] = state_version + 1;
    EXPECT_EQ(refusal(newer), fmt::format("file: the state of a C64 in format {}, but this ryg "
                                          "knows format {}",
                                          state_version + 1, state_version));
    Bytes longer = good;
    longer.push_back(0);
    EXPECT_NE(refusal(longer).find("too long"), std::string::npos);
    Bytes damaged = good;
    damaged[50'000] ^= 0x10;
    EXPECT_NE(refusal(damaged).find("checksum"), std::string::npos);
}

TEST(State, AFileThatIsCutOffIsRefusedAtEveryLength) {
    const Bytes good = saved(booted());
    for (std::size_t size = 0; size < good.size(); ++size) {
        ASSERT_NE(refusal(std::span(good).first(size)), "") << size;
    }
}

}  // namespace
}  // namespace ryg
