// `ryg run`: any program on the C64, or on RAM alone, with keys typed and the screen shown.
#include <algorithm>
#include <fmt/format.h>

#include "app/file_program.hpp"
#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/live.hpp"
#include "app/program_file.hpp"
#include "app/ram_run.hpp"
#include "app/terminal.hpp"
#include "app/undocumented.hpp"
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
        R"(Runs a program on a C64, from the SYS number of its BASIC line or from --start. FILE is a PRG, a P00, a
disk image (.d64) or tape image (.t64), which is then also in drive 8, a cartridge (.crt), a raw binary
(--load), an assembly source, or a program inside ryg (`ryg verify --help` lists them). --keys are typed
when the program reads the keyboard through the KERNAL; a program that scans the keyboard itself sees each
key for three frames.

The run ends when the program returns, enters BASIC, resets the machine, or reaches the KERNAL's warm
start; when --until-text is on the screen; or after --cycles. If the program returns but leaves an
interrupt handler running, the run continues to --cycles, --until-text or --screenshot. Without --cycles, a
program that has not ended after 17 minutes of C64 time is an error; with --screen, the screen after 100
seconds is shown. With --debugcart, a write to $d7ff ends the run: the exit status is 0 if the value is 0,
else 1. With --timing cpu or badlines, the processor's and CIA 1's interrupts are masked at the start.

A BASIC program needs --kernal and --basic: your own ROMs, or those of Debian's package open-roms.
With --kernal the machine boots to READY. and RUN starts the program; the program has returned when
READY. is on the screen again. --save-state writes the whole machine when the run ends, for whatever
reason; --load-state, instead of FILE, continues from there. --cart, instead of FILE, also accepts raw
images.

--machine ram is 64 KB of RAM in place of the C64, with a terminal at --putc and --getc: without
--keys, it reads what you type, up to Ctrl-D. The run ends at --end or --success, or when the program is
stuck: in a jump to itself, in a loop that changes nothing, or at a JAM opcode. With --success, any other
end is a failure, exit status 1.

An undocumented opcode, such as those in programs for the 65C02, is reported if it is executed within the
first million cycles; with --documented it ends the run, with exit status 1.)",
    .examples =
        "run ryg16 --keys 262 --until-text 'COLUMNA): 62' --screen\n"
        "run hello.prg --screenshot hello.png --json\n"
        "run game.d64 --disk-out saved.d64 --keys-at 9000000:S\n"
        "run game.prg --live\n"
        "run microchess.bin --machine ram --load '$1000' --putc '$fff0' --getc '$fff1' --end "
        "'$ff00' "
        "--keys 'C\\rPQ'\n"
        "run functional_test.bin --machine ram --load 0 --start 0x400 --success 0x3469\n",
};

/// The output through CHROUT as UTF-8, without control codes other than RETURN.
struct PrintedText {
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
    const Options of_run{
        {"file", "the program; the word --file may be left out"},
        number_option("cycles", "stop after this many cycles; that is not an error", "", 0,
                      emu::never / 2),
        {"until-text", "stop when a line of the screen contains this text"},
        {.name = "debugcart",
         .help = "stop at a write to $d7ff; its value decides the exit status",
         .kind = OptionKind::flag,
         .excludes = {"until-text"}},
        {"program", "program of a disk or tape image, if not the first"},
        machine_option(),
        load_option(),
        assembler_option(),
        cart_option(),
        flag_option("ultimax", "the raw image is for $8000 and $e000; 8K: $e000 alone; 4K: $f000"),
        {"start", "start at this address or label, not at the number after SYS"},
        flag_option("screen", "print the screen at the end"),
        {"printed", "write everything printed through CHROUT to this file; -: standard output"},
        {"screenshot", "write the next frame as a PNG"},
        {.name = "live",
         .help = "serve the page for browsers with the program in it, to play and to debug",
         .kind = OptionKind::flag,
         .excludes = {"cycles", "until-text", "debugcart", "screen", "printed", "screenshot",
                      "save-state", "disk-out", "coverage", "documented"}},
        {"save-state", "write the machine when the run ends"},
        documented_option(),
        number_option("zero", "ram: address of a byte that must also be 0 at --success", "", 0,
                      0xFFFF),
        junit_option(),
        {"disk-out", "write the changed disk image of drive 8 to this file"},
        {.name = "load-state",
         .help = "continue a saved machine",
         .excludes = {"file", "cart", "program", "ultimax", "start", "coverage"}},
        coverage_option(),
        cpu_option()};
    Options own = joined_options({of_run, input_options(), hardware_options(), ram_options()});
    for (const Option& option : hardware_options()) {
        std::ranges::find(own, "load-state", &Option::name)->excludes.push_back(option.name);
    }
    return own;
}

/// The option that selects what to run: one of three.
const char* what_runs(const Parsed& parsed) {
    for (const char* const option : {"load-state", "cart", "file"}) {
        if (!parsed.has(option)) continue;
        if (parsed.has("ultimax") && !parsed.has("cart")) {
            throw Trouble("--ultimax needs --cart");
        }
        return option;
    }
    throw Trouble("nothing to run: give FILE, --cart or --load-state");
}

constexpr emu::Address reset_routine = 0xFCE2, warm_start = 0xFE66;

/// How a run has ended, in a few words.
struct RunOutcome {
    c64::RunResult run;
    std::string_view how{};
    bool gave_up = false;  ///< stopped at the default limit
};

/// Whether the program has installed an interrupt, with which it continues after its return.
bool has_interrupt(const c64::Machine& machine) {
    constexpr emu::Address CINV = 0x0314, NMINV = 0x0318, standard_irq = 0xEA31,
                           standard_nmi = 0xFE47;
    return machine.kernal.is_ours &&
           (machine.peek_word(CINV) != standard_irq || machine.peek_word(NMINV) != standard_nmi);
}

/// The BRK that led to the KERNAL's warm start, from the bytes pushed; nullopt if there was none.
std::optional<emu::Address> brk_before_warm_start(const c64::Machine& machine) {
    const emu::Registers& r = machine.cpu.registers;
    if (r.a != emu::Flag::B || r.x != r.s) return {};  // the KERNAL's registers after testing B
    const auto stack = static_cast<emu::Address>(0x0100 + r.s);  // Y, X, A, P, PC
    return static_cast<emu::Address>(machine.peek_word(static_cast<emu::Address>(stack + 5)) - 2);
}

/// Finds the first undocumented instruction on a copy of the machine.
std::optional<Undocumented> look_ahead(const c64::Machine& machine, Cycle cycles) {
    if (machine.cpu.jammed) return std::nullopt;
    const auto probe = std::make_unique<c64::Machine>(machine);
    return find_undocumented(
        probe->cpu, cycles, [&](emu::Address at) { return probe->peek(at); },
        [&] {
            probe->offer_key();
            return probe->cpu.registers.pc != probe->kernal.sys_returned &&
                   probe->cpu.step(probe->board) != emu::RunEnd::jammed;
        });
}

/// Runs in slices, so that Ctrl-C can stop it.
RunOutcome run_machine(c64::Machine& machine, const c64::Image& image, const Parsed& parsed,
                       PrintedText& printed) {
    constexpr Cycle piece = 20'000'000, patience = 1'000'000'000, for_a_look = 100'000'000;
    const bool looks = parsed.has("screen") || parsed.has("screenshot");
    const Cycle limit = parsed.has("cycles")                 ? parsed.number("cycles")
                        : looks && !parsed.has("until-text") ? for_a_look
                                                             : patience;
    const std::string text = parsed.text("until-text");
    const bool debugcart = parsed.has("debugcart");
    const bool goes_on = parsed.has("cycles") || !text.empty() || parsed.has("screenshot");
    const bool ends_at_reset = machine.kernal.is_ours && !image.is_cartridge;
    Progress progress("cycles");
    RunOutcome all;
    c64::Until until{.returned = !debugcart, .text = text, .debugcart = debugcart};
    if (parsed.has("printed")) until.at.push_back(c64::CHROUT);
    if (ends_at_reset) until.at.insert(until.at.end(), {reset_routine, warm_start});
    const bool documented = parsed.has("documented");
    while (all.run.cycles < limit && !interrupted) {
        until.cycles = std::min(piece, limit - all.run.cycles);
        const auto odd =
            documented || all.run.cycles == 0
                ? look_ahead(machine, documented ? until.cycles : looks_for_undocumented)
                : std::nullopt;
        if (odd && (!documented || odd->cycle == machine.cpu.cycle)) {
            say(fmt::format("ryg: {}\n", odd->text));
        }
        if (odd && documented) until.cycles = odd->cycle - machine.cpu.cycle;
        if (until.cycles == 0) {
            all.how = ended_undocumented;
            return all;
        }
        const c64::RunResult part = machine.run(until);
        all.run.ended = part.ended;
        all.run.cycles += part.cycles;
        const emu::Address pc = machine.cpu.registers.pc;
        if (part.ended == Ended::address) {
            all.run.ended = Ended::cycle_limit;
            if (pc == c64::CHROUT) {
                printed.hear(machine);
            } else if (ends_at_reset && machine.is_in_kernal()) {
                all.how = pc == reset_routine ? "reset" : "warm start";
                return all;
            }
            continue;
        }
        if (part.ended == Ended::returned && goes_on && until.returned && has_interrupt(machine)) {
            until.returned = false;
            all.run.ended = Ended::cycle_limit;
            if (until.at.empty()) until.at.push_back(c64::CHROUT);
            continue;
        }
        if (part.ended != Ended::cycle_limit) break;
        progress.show(all.run.cycles, limit);
    }
    all.how = interrupted ? "interrupted" : c64::to_string(all.run.ended);
    all.gave_up = all.run.ended == Ended::cycle_limit && !parsed.has("cycles") && !interrupted;
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

/// Throws Trouble unless the run ended as requested.
void check_end(const Parsed& parsed, const std::string& file, const RunOutcome& outcome,
               const c64::Machine& machine, const c64::Image& image) {
    const emu::Address pc = machine.cpu.registers.pc;
    const c64::RunResult& run = outcome.run;
    if (const auto missing = machine.missing_routine()) {
        const std::string what =
            fmt::format("{}: calls ${:04x}{}, where there is no code", file, missing->at,
                        missing->from ? fmt::format(" from ${:04x}", *missing->from) : "");
        constexpr unsigned editor = 0xE500;  // BASIC's ROM extends to here
        if (missing->at < editor) throw needs_basic(what);
        throw Trouble(
            what +
            ": the built-in KERNAL has only the documented calls: give --kernal and --basic");
    }
    if (run.ended == Ended::jammed) {
        throw Trouble(fmt::format("{}: jammed after {} cycles at {}", file, run.cycles,
                                  where(machine, image, static_cast<emu::Address>(pc - 1))));
    }
    const bool shown = run.ended == Ended::text_shown;
    if (const auto brk =
            outcome.how == "warm start" ? brk_before_warm_start(machine) : std::nullopt) {
        throw Trouble(
            fmt::format("{}: BRK at ${:04x} after {} cycles, which nothing handles: $0316 leads to "
                        "the KERNAL's "
                        "warm start",
                        file, *brk, run.cycles));
    }
    if (parsed.has("until-text") && !shown) {
        throw Trouble(fmt::format("{}: '{}' was not shown within {} cycles ({})", file,
                                  parsed.text("until-text"), run.cycles, outcome.how));
    }
    if (outcome.gave_up && !parsed.has("screen") && !parsed.has("screenshot")) {
        throw Trouble(
            fmt::format("{}: has not ended after {} cycles, now at {}: set --cycles or "
                        "--until-text",
                        file, run.cycles, where(machine, image, pc)));
    }
}

/// Loads the program into the machine and starts it.
c64::Image start(c64::Machine& machine, const std::string& file, const Parsed& parsed) {
    c64::Image image = read_subject(parsed);
    insert_own_disk(machine, file);
    if (parsed.has("coverage")) {
        static_cast<void>(c64::instructions(image));  // throws if there is no debug file
    }
    const c64::StartOptions options{.at = address_of(parsed, "start", image.labels),
                                    .masked = machine.timing() != c64::Timing::stock};
    try {
        app::start(machine, image, options, parsed.has("ultimax"));
    } catch (const c64::BootError& error) {
        throw Trouble(fmt::format("{}: {}{}", parsed.text("kernal"), error.what(),
                                  parsed.has("basic") ? "" : ": it may need BASIC: give --basic"));
    }
    return image;
}

}  // namespace

namespace {

/// Throws Trouble for options of the other machine.
void check_machine(const Parsed& parsed, bool on_ram) {
    Options others = ram_options();
    others.insert(others.end(), {{"zero", ""}, {"junit", ""}});
    if (on_ram) {
        others = joined_options({hardware_options(), input_options()});
        for (const char* const name : {"until-text", "debugcart", "cart", "screen", "screenshot",
                                       "save-state", "load-state", "disk-out", "live"}) {
            others.push_back({name, ""});
        }
        for (const char* const both : {"keys", "ane", "lxa"}) {
            std::erase_if(others, [&](const Option& option) { return option.name == both; });
        }
    }
    need_machine(parsed, others, on_ram ? "c64" : "ram");
}

/// Saves the disk image if requested; warns if it was changed but not saved.
void save_disk(const Parsed& parsed, const c64::DiskImage* before, const c64::Machine& machine) {
    if (before == nullptr) return;
    if (parsed.has("disk-out")) {
        write_output(parsed.text("disk-out"), machine.disk()->bytes());
    } else if (*machine.disk() != *before) {
        say("ryg run: the disk image was changed but not saved: give --disk-out FILE\n");
    }
}

void report_run(const Parsed& parsed, const std::string& file, const RunOutcome& outcome,
                const c64::Machine& machine) {
    const auto& debugcart = machine.board.debugcart;
    const bool asked = parsed.has("debugcart"), reported = asked && debugcart.has_value();
    if (parsed.json()) {
        Json report{{"cycles", outcome.run.cycles}, {"ended", outcome.how}};
        if (asked) report["debugcart"] = reported ? Json(debugcart->value) : Json();
        report["screen"] = machine.screen();
        print(report);
        return;
    }
    if (parsed.has("screen")) fmt::print("{}", machine.screen_text());
    fmt::print("{}: {} after {} cycles{}\n", file, outcome.how, outcome.run.cycles,
               reported ? fmt::format(", value {}", debugcart->value) : "");
    if (outcome.gave_up) say("ryg run: the program has not ended: --cycles N runs it longer\n");
}

}  // namespace

Exit run(Arguments arguments) {
    const Parsed parsed = parse(arguments, run_help, run_options(), {"file"});
    if (parsed.helped) return exit_done;
    const std::string file = parsed.text(what_runs(parsed));
    const bool on_ram = parsed.text("machine") == "ram";
    check_machine(parsed, on_ram);
    if (parsed.has("until-text") && parsed.text("until-text").empty()) {
        throw Trouble("--until-text: no text: say what to wait for");
    }
    if (parsed.text("printed") == "-" && parsed.json()) {
        throw Trouble("--printed: - and --json are both for standard output: give a file");
    }
    if (on_ram) return run_on_ram(parsed);
    const std::string keys = unescape(parsed.text("keys"), "keys");

    const bool goes_on = parsed.has("load-state");
    const bool observed = parsed.has("coverage");
    c64::CoverageRecording recording;
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
    if (parsed.has("live")) {
        serve_live(std::filesystem::path(file).filename(), *machine, image.labels, parsed.json());
        return exit_interrupted;
    }
    std::optional<c64::DiskImage> disk;
    if (machine->disk() != nullptr) disk = *machine->disk();
    if (parsed.has("disk-out") && !disk) throw Trouble("--disk-out: no disk: give --disk");
    PrintedText printed;
    const RunOutcome outcome = run_machine(*machine, image, parsed, printed);
    write_printed(parsed, printed.text);
    if (parsed.has("save-state")) {
        write_output(parsed.text("save-state"), c64::save_state(*machine));
    }
    save_disk(parsed, disk ? &*disk : nullptr, *machine);
    if (observed) {
        write_output(parsed.text("coverage"), lcov(recording.sum(), image));
    }
    if (!interrupted) check_end(parsed, file, outcome, *machine, image);

    if (parsed.has("screenshot")) {
        write_png(c64::picture_of(*machine), parsed.text("screenshot"));
    }
    report_run(parsed, file, outcome, *machine);
    const auto& debugcart = machine->board.debugcart;
    const bool is_good = debugcart.has_value() && debugcart->value == 0;
    if (interrupted) return exit_interrupted;
    if (outcome.how == ended_undocumented) return exit_difference;
    return !parsed.has("debugcart") || is_good ? exit_done : exit_difference;
}

}  // namespace ryg::app
