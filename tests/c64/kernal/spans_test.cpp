// Cycles between labels of our programs with the screen on and interrupts live, as a C64 with its
// original ROMs takes them.
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "engine/games/games.hpp"
#include "tests/support/c64_testing.hpp"
#include "tests/support/testing.hpp"

namespace ryg {
namespace {

using namespace ryg::c64;

/// A label of a program, or the return from it, and where beam and timer are then.
struct Mark {
    std::string label;
    Cycle since = 0;  ///< the mark before
    unsigned line = 0, cycle_in_line = 0, timer = 0;

    [[nodiscard]] bool is_return() const { return label.ends_with(" back"); }
    [[nodiscard]] bool begins_a_phase() const { return line == 288 && cycle_in_line == 33; }
    bool operator==(const Mark&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Mark& mark) {
    return out << fmt::format("{} {} {} {} {}", mark.label, mark.since, mark.line,
                              mark.cycle_in_line, mark.timer);
}

struct Span {
    std::string program;
    std::vector<Mark> marks;
};

/// Keys, typed when the program asks for them.
std::string keys_of(std::string_view program) {
    if (program == "ryg12" || program == "ryg13") return "262";
    if (program == "ryg15" || program == "ryg16") return "26251";
    if (program == "rygp") return "M2D1E2\r?\rE2D3\r";
    return program.starts_with("ryg3") ? ".D4\rE1F2\r.G\rF2G3\r" : "";
}

/// Lets the next instruction begin in line 288, cycle 33, with the jiffy clock at 0, its timer
/// just started, and interrupts live.
void begin_phase(Machine& machine) {
    constexpr Cycle there = 288 * 63 + 33, tail = 4 + 2 + 4 + 2 + 3, nops = 7;
    constexpr Address wait = 0x0334, ready = 0x0343, end = 0x034C;
    const emu::Registers registers = machine.cpu.registers;
    put(machine, wait, {0x4C, 0x34, 0x03});
    // seven NOPs; lda $dc0d; lda #$11; sta $dc0e; cli; jmp end
    put(machine, ready - nops,
        {0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xEA, 0xAD, 0x0D, 0xDC, 0xA9, 0x11, 0x8D, 0x0E, 0xDC,
         0x58, 0x4C, 0x4C, 0x03});
    const auto step = [&machine] { machine.cpu.step(machine.board); };
    const auto left = [&machine] {
        const Cycle frame = machine.frame_cycles();
        return (there + frame - machine.cpu.cycle % frame) % frame - tail;
    };
    machine.cpu.registers.p |= emu::Flag::I;
    machine.cpu.registers.pc = wait;
    while (left() > 2 * nops || left() % 2 == 1) step();
    machine.cpu.registers.pc = static_cast<Address>(ready - left() / 2);
    while (machine.cpu.registers.pc != end) step();
    step();
    put(machine, 0x00A0, {0, 0, 0});
    machine.cpu.registers = registers;
    machine.cpu.registers.p &= static_cast<Byte>(~emu::Flag::I);
}

std::vector<Mark> measured(const Span& span) {
    Machine machine = booted();
    machine.set_timing(Timing::stock);
    plot(machine, 7, 0);  // where the cursor is after RUN
    const Image image = from_embedded(*engine::find_program(span.program));
    machine.start(image);
    machine.type(keys_of(span.program));
    std::vector<Mark> marks;
    Cycle before = 0;
    ReturnPlace back;
    for (const Mark& mark : span.marks) {
        const Address at = mark.is_return()
                               ? back.pc
                               : image.labels.at(mark.label.substr(0, mark.label.find(' ')));
        const auto run = [&] { machine.run({.cycles = 20'000'000, .at = {at}}); };
        if (mark.label == "think" && span.program == "rygp") {
            run();  // before the first keys, and when the program has moved
            if (marks.size() > 3) begin_phase(machine);
        }
        run();
        while (mark.is_return() && !back.is_reached(machine.cpu.registers)) run();
        if (!mark.is_return()) {
            const Byte s = machine.cpu.registers.s;
            back = {static_cast<Address>(machine.peek_word(static_cast<Address>(0x0101 + s)) + 1),
                    static_cast<Byte>(s + 2)};
        }
        if (mark.begins_a_phase()) begin_phase(machine);
        const Cycle now = machine.cpu.cycle, in_frame = now % machine.frame_cycles();
        marks.push_back({mark.label, marks.empty() ? 0 : now - before,
                         static_cast<unsigned>(in_frame / 63), static_cast<unsigned>(in_frame % 63),
                         machine.peek_word(0xDC04)});
        before = now;
    }
    return marks;
}

std::vector<Span> spans_of(const std::filesystem::path& file) {
    std::vector<Span> all;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream fields(line);
        std::string program, depth;
        Mark mark;
        std::getline(fields, program, '\t');
        std::getline(fields, depth, '\t');
        std::getline(fields, mark.label, '\t');
        fields >> mark.since >> mark.line >> mark.cycle_in_line >> mark.timer;
        if (all.empty() || all.back().program != program) all.push_back({program, {}});
        all.back().marks.push_back(mark);
    }
    return all;
}

void expect_equal(const Span& span) {
    const std::vector<Mark> marks = measured(span);
    for (std::size_t i = 0; i < span.marks.size(); ++i) {
        EXPECT_EQ(marks[i], span.marks[i]) << span.program;
    }
}

TEST(Spans, OfEveryProgramAreThoseOfTheOriginalRoms) {
    const auto file = tests::reference_data("kernal/spans.tsv");
    if (!file) GTEST_SKIP() << "no reference data";
    const std::vector<Span> spans = spans_of(*file);
    EXPECT_EQ(spans.size(), 12U);
    for (const Span& span : spans) expect_equal(span);
}

// Forty dots and a scroll; a search; a game's input and answer between two of them.
TEST(Spans, WithPrintingAndScrollingInThemAreThoseOfTheOriginalRoms) {
    expect_equal({"ryg15",
                  {{"desarrollaArbolJugadas", 0, 288, 33, 16418},
                   {"desarrollaArbolJugadas back", 240279, 46, 30, 6047},
                   {"evaluaArbolJugadas", 6, 46, 36, 6041},
                   {"evaluaArbolJugadas back", 116717, 27, 14, 4278},
                   {"decideJugadaGatos", 6, 27, 20, 4272},
                   {"decideJugadaGatos back", 276, 31, 44, 3996},
                   {"desarrollaArbolJugadas", 1215196, 288, 33, 16418},
                   {"desarrollaArbolJugadas back", 235711, 285, 61, 10615}}});
    expect_equal({"ryg3-03",
                  {{"start", 0, 288, 33, 16418},
                   {"testRandomizeHashes", 52153, 180, 22, 13531},
                   {"testRandomizeHashes back", 1652161, 197, 8, 3570}}});
}

}  // namespace
}  // namespace ryg
