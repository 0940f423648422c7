// `ryg shorten` on samples and random routines: its finds are proved again, and tried on the exact core.
#include <cstdlib>
#include <random>

#include "app/file_program.hpp"
#include "c64/program/image.hpp"
#include "emu/cpu.hpp"
#include "emu/flat_memory.hpp"
#include "tests/app/verbs.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace program;
using Shorten = WithFolder;

const std::string rule = "; " + std::string(75, '-') + '\n';

/// Text in which '|' divides the lines.
std::string lines_of(std::string text) {
    std::ranges::replace(text, '|', '\n');
    return text + '\n';
}

/// A file with one routine.
std::string file_of(const std::string& name, const std::string& block, const std::string& lines) {
    return "        .setcpu \"6502X\"\n        .export " + name +
           "\n        .zeropage\nb: .res 1\nt: .res 1\n        .code\n" + rule + "; " + name +
           " -- under test\n;\n" + lines_of(block) + rule + name + ":\n" + lines_of(lines);
}

TEST_F(Shorten, ShowsAtCtrlCWhatItHasFound) {
    std::string source = tests::content(RYG_SOURCE_DIR "/tests/support/shorten/times10.s");
    source.insert(source.rfind("        rts"), "        clc\n");
    const std::string file = folder.write("it.s", source);
    const auto stopped = program::run({RYG_PROGRAM, "shorten", file, "--seconds", "1000"}, "", {},
                                      press_ctrl_c_late);
    expect_prints(stopped, {"33 -> ", "-        clc", "Interrupted"}, 130);
}

// --- random routines ----------------------------------------------------------------------------

/// Random instructions on A and two bytes, some of them branched over.
std::string random_lines(std::mt19937& random) {
    const std::vector<std::string> all{
        "asl",   "lsr",    "rol",    "ror",      "clc",   "sec",    "lda b", "sta t",    "lda t",
        "adc b", "sbc t",  "and b",  "ora t",    "eor b", "cmp #3", "inc t", "asl t",    "lda #0",
        "dec t", "adc #1", "and #1", "sbc #$80", "rol t", "lsr t",  "bit b", "eor #$ff", "clv"};
    std::string lines;
    const unsigned count = 3 + random() % 4;
    for (unsigned i = 0; i < count; ++i) {
        if (random() % 5 == 0) {
            const std::vector<std::string> branches{"bcc", "bcs", "beq", "bne", "bmi", "bvc"};
            const std::string label = "@" + std::to_string(i);
            lines += "        " + branches[random() % branches.size()] + " " + label + ";        " +
                     all[random() % all.size()] + "|" + label + ":|";
        } else {
            lines += "        " + all[random() % all.size()] + "|";
        }
    }
    return lines + "        clc|        rts";
}

struct Ended {
    emu::Byte a, t;
    emu::Cycle cycles;
    bool operator==(const Ended&) const = default;
};

/// Runs `it` on the exact core.
Ended run_at(emu::FlatMemory& memory, unsigned at, unsigned a, unsigned b, unsigned t) {
    emu::Cpu cpu;
    cpu.core = emu::Core::exact;
    cpu.registers = {.pc = static_cast<emu::Address>(at),
                     .a = static_cast<emu::Byte>(a),
                     .x = 0,
                     .y = 0,
                     .s = 0xed,
                     .p = emu::Flag::I | emu::Flag::unused};
    memory.ram[2] = static_cast<emu::Byte>(b);
    memory.ram[3] = static_cast<emu::Byte>(t);
    memory.ram[0x1ee] = 0xff;
    memory.ram[0x1ef] = 0x2f;
    cpu.run_to(memory, 0x3000, 1000);
    return {cpu.registers.a, memory.ram[3], cpu.cycle};
}

/// Each find is tried on all 2^16 inputs. RYG_WINDOWS says how many routines.
TEST_F(Shorten, RandomFindsHoldOnTheExactCore) {
    const char* const asked = std::getenv("RYG_WINDOWS");
    const int count = asked == nullptr ? 3 : std::atoi(asked);
    std::mt19937 random(61);
    const std::string block =
        "; In      A    (any)|;         b    (any)|;         t    ($00)|"
        ";         C    ($00)|;         V    ($00)|;         N    ($00)|;         Z    ($00)|"
        "; Out     A|;         t|; Uses    -|; Time    -";
    for (int i = 0; i < count; ++i) {
        const std::string source = file_of("it", block, random_lines(random));
        const std::string old = folder.write("old.s", source), now = folder.write("now.s", source);
        const bool by_cycles = i % 2 != 0;
        const std::string how = by_cycles ? " --for cycles --undocumented" : "";
        const auto found = ryg_json("shorten '" + now + "' --apply --seconds 1" + how);
        ASSERT_EQ(found["better"], 1) << source;  // its last clc is needless at least
        std::vector<std::unique_ptr<emu::FlatMemory>> memories;
        for (const std::string& file : {old, now}) {
            const auto made = app::file_program({file});
            const c64::Image image = c64::from_embedded(made->image);
            memories.push_back(std::make_unique<emu::FlatMemory>());
            std::ranges::copy(image.bytes, memories.back()->ram.begin() + image.load_address);
        }
        for (unsigned input = 0; input < 0x10000; ++input) {
            const Ended before = run_at(*memories[0], 0x1000, input & 0xff, input >> 8, 0);
            const Ended after = run_at(*memories[1], 0x1000, input & 0xff, input >> 8, 0);
            ASSERT_TRUE(before.a == after.a && before.t == after.t) << source << found.dump(1);
            ASSERT_TRUE(!by_cycles || after.cycles <= before.cycles) << source << found.dump(1);
        }
    }
}

}  // namespace
}  // namespace ryg
