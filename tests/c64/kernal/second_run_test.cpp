// Every program of ours can be broken by RUN/STOP with RESTORE and run again.
#include <filesystem>
#include <string>
#include <string_view>

#include "engine/games/games.hpp"
#include "tests/support/c64_testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

const std::string open_roms = "/usr/share/open-roms/C64/";

/// Some moves, for programs that ask for any.
std::string_view keys_of(std::string_view program) {
    if (program.starts_with("ryg3-0") && program != "ryg3-09") return "";
    if (program.starts_with("ryg3")) return ".D4\rE1F2\r.G\r";
    return program == "perfecto" ? "M2D1E2\r" : "262";
}

void break_and_wait(Machine& machine) {
    machine.board.keyboard.press(Key::number(63));
    machine.run(50'000);
    machine.board.press_restore(machine.cpu.cycle);
    machine.run(100'000);
    machine.board.keyboard.release_all();
    machine.board.lines.release_nmi(machine.cpu.cycle);
    machine.run(1'000'000);
}

void expect_same_beginning_twice(Machine& machine, const Image& image) {
    const Address first = *sys_address(image);
    const auto beginning = [&] {
        EXPECT_EQ(machine.run({.cycles = 5'000'000, .at = {first}}).ended, Ended::address);
        machine.run(100'000);
        EXPECT_EQ(machine.ram()[0x68], 0) << "BASIC's arithmetic needs it";
    };
    machine.start(image);
    beginning();
    machine.type(keys_of(image.name));
    machine.run(5'000'000);
    EXPECT_EQ(machine.ram()[0x68], 0) << "BASIC's arithmetic needs it";
    machine.kernal.keys.clear();
    break_and_wait(machine);
    if (machine.kernal.is_ours) {
        machine.start_at(first);
    } else {
        machine.type("RUN\r");
    }
    beginning();
}

template <class Action>
void for_each_program(Action action) {
    for (const claims::Game* game : engine::games()) {
        for (const claims::Subject& program : game->programs) {
            SCOPED_TRACE(program.name());
            action(from_embedded(*program.image));
        }
    }
}

TEST(SecondRun, OfEveryProgramComesAfterABreak) {
    for_each_program([](const Image& image) {
        Machine machine = booted();
        expect_same_beginning_twice(machine, image);
    });
}

TEST(SecondRun, OfEveryProgramComesAfterABreakWithOpenRoms) {
    if (!std::filesystem::exists(open_roms)) GTEST_SKIP() << "open-roms is not installed";
    Machine other;
    other.install(Rom::kernal, read_bytes(open_roms + "kernal", 10'000));
    other.install(Rom::basic, read_bytes(open_roms + "basic", 10'000));
    ASSERT_TRUE(other.boot());
    for_each_program([&](const Image& image) {
        Machine machine = other;
        expect_same_beginning_twice(machine, image);
    });
}

}  // namespace
}  // namespace ryg
