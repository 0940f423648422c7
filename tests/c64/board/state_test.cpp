// Machines as bytes: what is loaded is what was saved, and damaged files are refused.
#include "c64/board/state.hpp"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <type_traits>
#include <utility>

#include "c64/board/members.hpp"
#include "tests/c64/board/random_machine.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;
using Bytes = std::vector<Byte>;

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
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        tests::Dice dice(seed);
        ASSERT_TRUE(tests::goes_on_when_loaded(dice)) << "seed " << seed;
    }
}

TEST(State, IsKeptWhenAPokeHasJustShownSprites) {
    Machine machine;
    machine.boot();
    machine.poke(0xD01A, 0x02);  // collisions are waited for, so sprites have to be drawn
    machine.poke(0xD015, 0xFF);
    EXPECT_EQ(load_state(save_state(machine), "poked"), machine);
}

TEST(State, NothingThatAProgramCanSeeChangesWhenItIsSaved) {
    tests::Dice dice(2);
    for (int round = 0; round < 40; ++round) {
        const auto plain = tests::random_machine(dice);
        const auto often = std::make_unique<Machine>(*plain);
        for (int i = 0; i < 50; ++i) {
            const Cycle some = dice(700);
            plain->run(some);
            often->run(some);
            (void)save_state(*often);
            tests::Dice again = dice;
            tests::disturb(*plain, dice);
            tests::disturb(*often, again);
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
    Machine::unsaved([&](auto... member) { (add(machine.*member), ...); });
    Board::rebuilt([&](auto... member) { (add(machine.board.*member), ...); });
    return listed;
}

TEST(State, NoMemberIsMissingInTheLists) {
    tests::Dice dice(3);
    const auto machine = tests::random_machine(dice);
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

TEST(State, ARestoredMachineIsAsItWas) {
    tests::Dice dice(5);
    const auto machine = tests::random_machine(dice);
    const auto before = std::make_unique<Machine>(*machine);
    machine->run(123'456);
    machine->type("X");
    machine->set_timing(Timing::badlines);
    EXPECT_NE(*machine, *before);
    machine->restore(*before, std::array{Extent{0, 0x8000}, Extent{0x8000, 0x10000}});
    EXPECT_EQ(*machine, *before);
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

/// A number of a machine: by offset in the content of its state how many bytes it takes from where.
struct Field {
    std::size_t at, size;
    const void* member;
};

/// Memory is left out: a program may have anything there.
std::vector<Field> fields_of(const Machine& machine) {
    std::vector<Field> fields;
    std::size_t at = 1;  // the model
    visit_members(machine, [&]<class T>(const T& value) {
        std::size_t size = sizeof value;
        if constexpr (requires { value.has_value(); }) {
            size = 1;
        } else if constexpr (requires { value.size(); }) {
            size = std::is_same_v<T, std::vector<Byte>> || std::is_same_v<T, std::vector<Input>> ||
                           std::is_same_v<T, std::deque<Byte>>
                       ? 4
                       : sizeof value;
        }
        if (size <= 64) fields.push_back({at, size, &value});
        at += size;
    });
    return fields;
}

void correct_checksum(Bytes& state) {
    const std::uint32_t crc = crc_32(std::span(state).subspan(20));
    for (unsigned i = 0; i < 4; ++i) state[16 + i] = static_cast<Byte>(crc >> 8 * i);
}

/// Each of these had the right checksum and one number that was changed: it is refused, or runs.
TEST(State, OneWithAChangedNumberIsRefusedOrRuns) {
    Machine machine = booted();
    machine.set_timing(Timing::stock);
    machine.run(300'000);
    const Bytes good = save_state(machine);
    const auto fields = fields_of(machine);
    tests::Dice dice(4);
    unsigned refused = 0;
    for (int round = 0; round < 400; ++round) {
        Bytes changed = good;
        const auto [at, size, member] = fields[dice(static_cast<unsigned>(fields.size()))];
        const unsigned bytes = dice(static_cast<unsigned>(size)) + 1;
        for (unsigned i = 0; i < bytes; ++i) changed[20 + at + i] = dice.byte();
        correct_checksum(changed);
        try {
            Machine loaded = load_state(changed, "file");
            loaded.run(100'000);
            loaded.catch_up();
        } catch (const StateError& error) {
            EXPECT_NE(std::string(error.what()).find("do not go together"), std::string::npos);
            ++refused;
        }
    }
    EXPECT_GT(refused, 50U);
    EXPECT_LT(refused, 390U);
}

TEST(State, ALineThatIsLowWithoutAChipOrHighInSpiteOfOneIsRefused) {
    for (const bool pulled : {false, true}) {
        Machine machine = booted();
        machine.set_timing(Timing::stock);
        machine.cpu.registers.p |= emu::Flag::I;
        machine.run(pulled ? 20'000 : 0);  // the jiffy interrupt waits
        EXPECT_EQ(machine.board.lines.irq_low(), pulled);
        Bytes state = save_state(machine);
        const auto fields = fields_of(machine);
        const auto line = std::ranges::find(fields, static_cast<const void*>(&machine.board.lines),
                                            &Field::member);
        ASSERT_NE(line, fields.end());
        ASSERT_EQ(state[20 + line->at], pulled);
        state[20 + line->at] ^= 1;
        correct_checksum(state);
        EXPECT_NE(refusal(state).find("do not go together"), std::string::npos);
    }
}

TEST(State, IsTheSameToTheByteHoweverTheMachineRan) {
    for (const bool sprites : {false, true}) {
        std::vector<Bytes> states;
        for (const emu::Core core :
             {emu::Core::exact, emu::Core::interpreter, emu::Core::recompiler}) {
            Machine machine({.core = core});
            machine.boot();
            machine.set_timing(Timing::stock);
            if (sprites) machine.poke(0xD015, 0x05);
            for (int part = 0; part < 7; ++part) {
                machine.run(12'345);
                if (core != emu::Core::exact && part % 2 == 0) machine.catch_up();
            }
            states.push_back(save_state(machine));
        }
        EXPECT_EQ(states[1], states[0]);
        EXPECT_EQ(states[2], states[0]);
    }
}

TEST(State, AFileThatIsCutOffIsRefusedAtEveryLength) {
    const Bytes good = saved(booted());
    for (std::size_t size = 0; size < good.size(); ++size) {
        ASSERT_NE(refusal(std::span(good).first(size)), "") << size;
    }
}

}  // namespace
}  // namespace ryg
