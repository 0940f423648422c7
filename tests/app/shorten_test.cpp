// `ryg shorten`: every find is proved again by `prove --against`, and tried on the exact core.
#include <cstdlib>
#include <filesystem>
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

std::string sample(const std::string& name) {
    return tests::content(RYG_SOURCE_DIR "/tests/support/shorten/" + name + ".s");
}

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

/// Runs the verb with --apply on a copy, and has `prove --against` compare it with the original.
nlohmann::json shortened(const Folder& folder, const std::string& source,
                         const std::string& options = "") {
    const std::string old = folder.write("old.s", source), now = folder.write("now.s", source);
    auto found = ryg_json("shorten '" + now + "' --apply " + options);
    if (found["better"] == 0) {
        EXPECT_EQ(tests::content(now), source);
        return found["routines"][0];
    }
    const auto proof = ryg_json("prove '" + now + "' --against '" + old + "'");
    EXPECT_EQ(proof["different"], 0) << proof.dump(1);
    EXPECT_EQ(proof["routines"][0]["verdict"], "equal") << proof.dump(1);
    EXPECT_EQ(proof["routines"][0]["cycles"], found["routines"][0]["cycles"]);
    EXPECT_EQ(proof["routines"][0]["before"], found["routines"][0]["cycles_before"]);
    EXPECT_EQ(ryg("contract '" + now + "'").status, 0);
    return found["routines"][0];
}

TEST_F(Shorten, FindsWhatIsKnownToBeThere) {
    struct Known {
        std::string name;
        unsigned before, after;
    };
    for (const Known& known : {Known{"times10", 32, 30}, {"below", 11, 9}, {"digit", 9, 7}}) {
        const auto found = shortened(folder, sample(known.name), "--seconds 5");
        EXPECT_EQ(found["bytes_before"], known.before) << found.dump(1);
        EXPECT_LE(found["bytes"].get<unsigned>(), known.after) << found.dump(1);
    }
}

TEST_F(Shorten, AvoidsInstructions) {
    const auto found = shortened(folder, sample("digit"), "--seconds 1 --avoid sed");
    EXPECT_FALSE(contains(found["finds"].dump(), "sed")) << found.dump(1);
}

/// What Out names, what Uses does not name and what callers read is not lost.
TEST_F(Shorten, LosesNothingThatIsRead) {
    const std::string lines = "        lda b|        adc #1|        clc|        rts";
    const auto is_shorter = [&](const std::string& out, const std::string& then = "") {
        const std::string block =
            "; In      b    (any)|;         C    ($00)|; Out     A    = b + 1" + out +
            "|; Uses    -|; Time    -";
        const std::string source = file_of("it", block, lines + then);
        return shortened(folder, source, "--seconds 2 --label it")["better"].get<bool>();
    };
    EXPECT_TRUE(is_shorter(""));
    EXPECT_FALSE(is_shorter("|;         C    = 0"));
    EXPECT_FALSE(is_shorter("", "|caller: jsr it|        bcs caller|        rts"));
    EXPECT_TRUE(is_shorter("", "|caller: jsr it|        asl|        bcs caller|        rts"));
    EXPECT_FALSE(is_shorter("", "|caller: jsr other|        bcs caller|        rts|" + rule +
                                    "; other -- calls it|;|; In      b (any)|; Out     -|"
                                    "; Uses    = it|; Time    -|" +
                                    rule + "other:  jsr it|        rts"));
    EXPECT_FALSE(is_shorter("", "|far:    jmp it"));
    EXPECT_FALSE(is_shorter("", "|table:  .word it-1"));
}

TEST_F(Shorten, LeavesAloneWhatItCannotKnow) {
    const std::string block = "; In      A    (any)|; Out     A    = A|; Uses    -|; Time    -";
    const auto is_better = [&](const std::string& lines) {
        const std::string source = file_of("it", block, lines);
        return shortened(folder, source, "--seconds 2 --label it")["better"].get<bool>();
    };
    EXPECT_TRUE(is_better("        nop|        rts"));
    EXPECT_FALSE(is_better("        nop             ; timing|        rts"));
    EXPECT_TRUE(is_better("        clc|        rts"));
    EXPECT_FALSE(is_better("        clc             ; timing|        rts"));
    EXPECT_FALSE(is_better("        sta $d020|        sta $d020|        rts"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|other:  jsr in|        rts"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|other:  bcc in|        rts"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|table:  .word in"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|other:  lda #<in|        rts"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|other:  ldx in|        rts"));
    EXPECT_FALSE(is_better("        clc|in:     clc|        rts|other:  stx in|        rts"));
    EXPECT_FALSE(is_better("        .byte $2c|        clc|        clc|        rts"));
    EXPECT_FALSE(is_better("        .if 1|        clc|        .endif|        rts"));
    EXPECT_FALSE(is_better("        .repeat 2|        clc|        .endrepeat|        rts"));
    EXPECT_FALSE(
        is_better("        .macro two|        clc|        clc|        .endmacro|"
                  "        two|        rts|it2:    two|        rts"));
}

/// A find may make an item of Uses needless.
TEST_F(Shorten, BringsUsesUpToDate) {
    const std::string lines =
        "        ldx #5|        sta t|        lda #0|        sta b|        rts";
    for (const auto& [uses, then] : {std::pair{"A, X", "A"}, {"X, A", "A"}, {"X", "-"}}) {
        const std::string out = std::string(uses) == "X" ? "|;         A    = 0" : "";
        const std::string block = "; In      A    (any)|; Out     t    = A|;         b    = 0" +
                                  out + "|; Uses    " + uses + "|; Time    -";
        EXPECT_EQ(shortened(folder, file_of("it", block, lines), "--seconds 2")["better"], true);
        EXPECT_TRUE(
            contains(tests::content(folder.file("now.s")), std::string("Uses    ") + then + '\n'));
    }
}

TEST_F(Shorten, ShowsAtCtrlCWhatItHasFound) {
    std::string source = sample("times10");
    source.insert(source.rfind("        rts"), "        clc\n");
    const std::string file = folder.write("it.s", source);
    const auto stopped = program::run({RYG_PROGRAM, "shorten", file, "--seconds", "1000"}, "", {},
                                      press_ctrl_c_late);
    expect_prints(stopped, {"33 -> ", "-        clc", "Interrupted"}, 130);
}

TEST_F(Shorten, RewritesFilesOfOtherAssemblers) {
    for (const auto& [tool, name] :
         {std::pair<std::string, std::string>{"64tass", "mul_64tass.asm"},
          {"acme", "mul_acme.a"},
          {"dasm", "mul_dasm.asm"}}) {
        if (!tests::is_installed(tool)) continue;
        SCOPED_TRACE(tool);
        const std::string now =
            folder.write(name, tests::content(RYG_SOURCE_DIR "/tests/support/strangers/" + name));
        EXPECT_EQ(ryg_json("shorten '" + now + "' --apply --seconds 2")["better"], 1);
        EXPECT_EQ(ryg("contract '" + now + "'").status, 0);
    }
}

TEST_F(Shorten, RefusesBadInput) {
    const std::string file = "'" + folder.write("it.s", sample("below")) + "'";
    expect_refused("shorten", {{"", "--file"},
                               {"none.s", "none.s"},
                               {file + " --for size", "size"},
                               {file + " --undocumented", "setcpu"},
                               {file + " --label other", "other"}});
}

/// RYG_ALL: every file with blocks in these folders.
TEST_F(Shorten, FindsInSamplesAreProvedAgain) {
    const bool all = std::getenv("RYG_ALL") != nullptr;
    for (const std::string place : {"strangers", "versions"}) {
        for (const auto& entry :
             std::filesystem::directory_iterator(RYG_SOURCE_DIR "/tests/support/" + place)) {
            const std::string source = tests::content(entry.path());
            const bool has_block = contains(source, "; Out ");
            const bool is_short = entry.path().stem() == "abs" || entry.path().stem() == "tenth";
            if (entry.path().extension() != ".s" || !has_block || !(all || is_short)) continue;
            SCOPED_TRACE(entry.path());
            shortened(folder, source, all ? "" : "--seconds 1");
        }
    }
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
