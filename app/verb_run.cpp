// `ryg run`: any PRG on the C64, with keys typed and the screen shown.
#include <algorithm>
#include <fmt/format.h>

#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "app/terminal.hpp"
#include "c64/board/endless_brk.hpp"
#include "c64/board/state.hpp"
#include "c64/kernal/entries.hpp"
#include "c64/kernal/petscii.hpp"
#include "c64/program/coverage.hpp"
#include "emu/disassemble.hpp"

namespace ryg::app {
namespace {

using c64::Ended;
using emu::Cycle;

constexpr Help run_help{
    .usage = "run FILE [options]",
    .about =
        R"(Runs a program on a C64, from the SYS number of its BASIC line or from --start, and types keys as it
reads them. FILE is a PRG, a P00, a diskette (.d64), which is then in drive 8, too, a tape (.t64), a
cartridge (.crt), or a program inside ryg (`ryg verify --help` lists them).

The run ends when the program returns, when --until-text is on the screen, or after --cycles. Without
that limit it is an error if the program has not ended after 17 minutes of C64 time. With --debugcart
a write to $d7ff ends it: the exit status is 0 if the value is 0, else 1. With --timing cpu or
badlines the interrupts of processor and CIA 1 are masked at the start.

A BASIC program needs --kernal and --basic: your own ROMs, or those of Debian's package open-roms.
With --kernal the machine boots to READY. and RUN starts the program, which has returned when READY.
is on the screen again. --save-state writes the whole machine when the run ends, however it ends;
--load-state, in place of FILE, goes on from there. --cart, in place of FILE, takes raw images, too.)",
    .examples =
        "run ryg16 --keys 262 --until-text 'COLUMNA): 62' --screen\n"
        "run hello.prg --screenshot hello.png --json\n",
};

/// What goes to the screen through CHROUT, as UTF-8; control codes other than RETURN are left out.
struct Printed {
    static constexpr emu::Byte screen = 3;
    std::string text{};

    /// The processor is about to call CHROUT.
    void hear(const c64::Machine& machine) {
        const emu::Byte code = machine.cpu.registers.a;
        if (machine.peek(c64::DFLTO) != screen) return;
        if ((code & 0x7F) == '\r') text += '\n';
        if ((code & 0x60) == 0) return;
        c64::append_utf8(text,
                         c64::to_unicode(c64::petscii_to_screen_code(code), machine.charset()));
    }
};

Options run_options() {
    Options own{
        {"file", "the program; the word --file may be left out"},
        number_option("cycles", "stop after this many; that is not an error", "", 0,
                      emu::never / 2),
        {"until-text", "stop when a line of the screen has it"},
        {.name = "debugcart",
         .help = "stop at a write to $d7ff; its value decides the exit status",
         .kind = OptionKind::flag,
         .excludes = {"until-text"}},
        {"program", "which program of a diskette or tape, if not the first"},
        {.name = "cart",
         .help =
             "a cartridge: raw image of 4K, 8K or 16K, or .crt of type 0, 1, 4, 5, 15, 17, 19 or "
             "32",
         .excludes = {"file", "program", "start", "coverage"}},
        flag_option("ultimax", "the raw image is for $8000 and $e000; 8K: $e000 alone; 4K: $f000"),
        number_option("start", "start here, not at the number after SYS", "", 0, 0xFFFF),
        flag_option("screen", "print the screen as it is at the end"),
        {"printed", "write all that is printed through CHROUT to this file; -: standard output"},
        {"screenshot", "write the next frame shown as a PNG"},
        {"save-state", "write the machine when the run ends"},
        {.name = "load-state",
         .help = "go on with a machine that was written",
         .excludes = {"file", "cart", "program", "ultimax", "start", "coverage"}},
        coverage_option(),
        cpu_option()};
    for (const Options& more : {input_options(), hardware_options()}) {
        own.insert(own.end(), more.begin(), more.end());
    }
    for (const Option& option : hardware_options()) {
        std::ranges::find(own, "load-state", &Option::name)->excludes.push_back(option.name);
    }
    return own;
}

/// The option that says what is to run: one of three.
const char* what_runs(const Parsed& parsed) {
    for (const char* const option : {"load-state", "cart", "file"}) {
        if (!parsed.has(option)) continue;
        if (parsed.has("ultimax") && !parsed.has("cart")) {
            throw Trouble("--ultimax: goes with --cart");
        }
        return option;
    }
    throw Trouble("nothing to run: give FILE, --cart or --load-state");
}

/// Throws Trouble if after a part of the run nothing but BRKs will follow, or a BRK in it has led to
/// where our KERNAL idles.
void check_brk(c64::Machine& before, const c64::Machine& after, Cycle cycles,
               const std::string& file) {
    constexpr Cycle look = 5000;
    const auto idles = [](const c64::Machine& machine) {
        const auto copy = std::make_unique<c64::Machine>(machine);
        return copy->run({.cycles = look, .at = {copy->kernal.idle}}).ended == Ended::address;
    };
    const auto copy = std::make_unique<c64::Machine>(after);
    if (idles(after) ? idles(before) : !find_endless_brk(*copy, look)) return;
    const auto found = find_endless_brk(before, cycles + look);
    if (!found) return;
    throw Trouble(fmt::format(
        "{}: BRK at ${:04x}{}, which nothing handles: the vector at ${:04x} leads to ${:04x}", file,
        found->at, found->from ? fmt::format(", reached from ${:04x}", *found->from) : "",
        found->vector, found->handler));
}

/// In pieces, so that Ctrl-C is heard.
c64::RunResult run_machine(c64::Machine& machine, const Parsed& parsed, const std::string& file,
                           Printed& printed) {
    constexpr Cycle piece = 20'000'000, patience = 1'000'000'000;
    const Cycle limit = parsed.has("cycles") ? parsed.number("cycles") : patience;
    const std::string text = parsed.text("until-text");
    const bool debugcart = parsed.has("debugcart");
    Progress progress("cycles");
    std::unique_ptr<c64::Machine> before;
    c64::RunResult all;
    c64::Until until{.returned = !debugcart, .text = text, .debugcart = debugcart};
    if (parsed.has("printed")) until.at = {c64::CHROUT};
    while (all.cycles < limit && !interrupted) {
        until.cycles = std::min(piece, limit - all.cycles);
        before = std::make_unique<c64::Machine>(machine);
        const c64::RunResult part = machine.run(until);
        all.ended = part.ended;
        all.cycles += part.cycles;
        if (part.ended == Ended::address) {
            printed.hear(machine);
            all.ended = Ended::cycle_limit;
            continue;
        }
        if (part.ended != Ended::cycle_limit) break;
        check_brk(*before, machine, part.cycles, file);
        progress.show(all.cycles, limit);
    }
    return all;
}

std::string where(const c64::Machine& machine, const c64::Image& image, emu::Address pc) {
    const auto byte = [&](int offset) {
        return machine.peek(static_cast<emu::Address>(pc + offset));
    };
    const bool has_place = image.labels.nearest(pc).has_value();
    return fmt::format("${:04x}{}  {}", pc,
                       has_place ? fmt::format(" ({})", image.labels.describe(pc)) : "",
                       emu::disassemble(pc, {byte(0), byte(1), byte(2)}).text);
}

/// Throws Trouble unless the run ended as the user wished.
void check_end(const Parsed& parsed, const std::string& file, const c64::RunResult& run,
               const c64::Machine& machine, const c64::Image& image) {
    const emu::Address pc = machine.cpu.registers.pc;
    if (const auto missing = machine.missing_routine()) {
        throw needs_basic(
            fmt::format("{}: calls ${:04x}{}, where nothing is", file, missing->at,
                        missing->from ? fmt::format(" from ${:04x}", *missing->from) : ""));
    }
    if (run.ended == Ended::jammed) {
        throw Trouble(fmt::format("{}: jammed after {} cycles at {}", file, run.cycles,
                                  where(machine, image, static_cast<emu::Address>(pc - 1))));
    }
    if (parsed.has("until-text") && run.ended != Ended::text_shown) {
        throw Trouble(fmt::format("{}: '{}' was not shown within {} cycles ({})", file,
                                  parsed.text("until-text"), run.cycles,
                                  c64::to_string(run.ended)));
    }
    if (run.ended == Ended::cycle_limit && !parsed.has("cycles")) {
        throw Trouble(
            fmt::format("{}: has not ended after {} cycles, now at {}: set --cycles or "
                        "--until-text",
                        file, run.cycles, where(machine, image, pc)));
    }
}

/// Puts what is to run into the machine and starts it.
c64::Image start(c64::Machine& machine, const std::string& file, const Parsed& parsed) {
    constexpr std::size_t largest_cartridge = 2 << 20;
    if (parsed.has("cart") || has_ending(file, ".crt")) {
        for (const char* const option : {"program", "start", "coverage"}) {
            if (parsed.has(option))
                throw Trouble(fmt::format("--{} does not go with a cartridge", option));
        }
        const auto bytes = c64::read_bytes(file, largest_cartridge);
        machine.start(c64::parse_cartridge(bytes, file, parsed.has("ultimax")));
        return {};
    }
    std::optional<std::string> program;
    if (parsed.has("program")) program = parsed.text("program");
    c64::Image image = read_program(file, program);
    if (has_ending(file, ".d64")) machine.insert(read_diskette(file));
    if (parsed.has("coverage")) {
        static_cast<void>(c64::instructions(image));  // which says so if there is no debug file
    }
    c64::StartOptions options{.masked = machine.timing() != c64::Timing::stock};
    if (parsed.has("start")) options.at = parsed.number<emu::Address>("start");
    try {
        app::start(machine, image, options);
    } catch (const c64::BootError& error) {
        throw Trouble(fmt::format("{}: {}{}", parsed.text("kernal"), error.what(),
                                  parsed.has("basic") ? "" : ": it may need BASIC: give --basic"));
    }
    return image;
}

}  // namespace

Exit run(Arguments arguments) {
    const Parsed parsed = parse(arguments, run_help, run_options(), {"file"});
    if (parsed.helped) return exit_done;
    const std::string file = parsed.text(what_runs(parsed));
    if (parsed.has("until-text") && parsed.text("until-text").empty()) {
        throw Trouble("--until-text: no text: say what to wait for");
    }
    if (parsed.text("printed") == "-" && parsed.json()) {
        throw Trouble("--printed: - and --json are both for standard output: give a file");
    }
    const std::string keys = unescape(parsed.text("keys"), "keys");

    const bool goes_on = parsed.has("load-state");
    const bool observed = parsed.has("coverage");
    c64::Recording recording;
    const auto machine =
        goes_on ? read_state(file) : switched_on(parsed, observed ? &recording : nullptr);
    machine->cpu.core = core_of(parsed.values);
    c64::Image image;
    if (!goes_on) {
        image = start(*machine, file, parsed);
        plug_in_sid(*machine, parsed.values);
    }
    give_inputs(*machine, parsed.values);
    machine->type(keys);
    Printed printed;
    const c64::RunResult run = run_machine(*machine, parsed, file, printed);
    if (parsed.text("printed") == "-") {
        fmt::print("{}", printed.text);
    } else if (parsed.has("printed")) {
        write_output(parsed.text("printed"), printed.text);
    }
    if (parsed.has("save-state")) {
        write_output(parsed.text("save-state"), c64::save_state(*machine));
    }
    if (observed) {
        write_output(parsed.text("coverage"), lcov(recording.sum(), image));
    }
    if (!interrupted) check_end(parsed, file, run, *machine, image);

    if (parsed.has("screenshot")) {
        write_png(c64::picture_of(*machine), parsed.text("screenshot"));
    }
    const std::string_view ended = interrupted ? "interrupted" : c64::to_string(run.ended);
    const auto& debugcart = machine->board.debugcart;
    const bool asked = parsed.has("debugcart"), reported = asked && debugcart.has_value();
    if (parsed.json()) {
        Json report{{"cycles", run.cycles}, {"ended", ended}};
        if (asked) report["debugcart"] = reported ? Json(debugcart->value) : Json();
        report["screen"] = machine->screen();
        print(report);
    } else {
        if (parsed.has("screen")) fmt::print("{}", machine->screen_text());
        fmt::print("{}: {} after {} cycles{}\n", file, ended, run.cycles,
                   reported ? fmt::format(", value {}", debugcart->value) : "");
    }
    if (interrupted) return exit_interrupted;
    return !asked || (reported && debugcart->value == 0) ? exit_done : exit_difference;
}

}  // namespace ryg::app
