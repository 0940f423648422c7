// `ryg run`: any PRG on the C64, with keys typed and the screen shown.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "app/hardware_options.hpp"
#include "app/png_file.hpp"
#include "app/program_file.hpp"
#include "app/progress.hpp"
#include "app/state_file.hpp"
#include "app/verb.hpp"
#include "c64/board/machine.hpp"
#include "emu/disassemble.hpp"

namespace ryg::app {
namespace {

using c64::Ended;
using emu::Cycle;

constexpr Help help{
    .usage = "run FILE [options]",
    .about =
        "Loads a PRG into a C64 that has just been switched on and starts it from the SYS number\n"
        "of its BASIC line. Keys are fed as the program reads them. Ends when the program returns\n"
        "to its starter, when the text is on the screen, or at the limit of --cycles. Without\n"
        "that limit a program that does not end within 17 minutes of C64 time is trouble.\n"
        "With --timing cpu or badlines the program starts with interrupts masked.\n"
        "With --debugcart a write to $d7ff ends it: status 0 if the value is 0, else 1.\n"
        "FILE is a PRG, a P00, a diskette (.d64), or one of the programs inside: ryg12 to ryg16,\n"
        "ryg3, ryg3-03 and others of its versions, hints; with .prg or without.\n"
        "With --cart there is no FILE: the cartridge starts by itself.\n"
        "--save-state writes the whole machine when the run ends, however it ends; with\n"
        "--load-state instead of a FILE it goes on from there.\n"
        "With --kernal, a ROM of yours, the machine boots until READY. is on the screen, the\n"
        "program is started by RUN, and has returned when READY. is there again.",
    .examples =
        "./ryg run ryg16 --keys 262 --until-text 'JUGADA DEL RATON (FILA Y COLUMNA): 62' "
        "--screen\n"
        "./ryg run ryg3.prg --keys '.D4\\r.G\\r.Q\\r' --screen\n"
        "./ryg run hello.prg --screen\n"
        "./ryg run editor.prg --keys 'HELLO\\r' --cycles 5000000 --json\n"
        "./ryg run cia-test.prg --debugcart --limit-cycles 20000000 --cia 6526a\n"
        "./ryg run games.d64 --program PACMAN --cycles 9000000 --screenshot pacman.png\n"
        "./ryg run --cart test.crt --model ntsc --timing cpu --cycles 1000000\n"
        "./ryg run game.prg --joystick2 up,fire --seed 12345 --sid 8580 --cycles 5000000\n"
        "./ryg run ryg16 --keys 2 --until-text 'COLUMNA):' --save-state move.state\n"
        "./ryg run --load-state move.state --keys 62 --until-text 'COLUMNA): 62' --screen\n"
        "./ryg run hello.prg --kernal kernal.rom --basic basic.rom --chargen chargen.rom\n",
};

constexpr Cycle patience = 1'000'000'000;
constexpr emu::Address status_of_sys = 0x030F;  // P of a program that SYS starts

struct Wish {
    std::string file;
    std::string until_text{};
    Cycle limit = patience;
    bool limit_is_given = false;
    bool debugcart = false;
};

/// In pieces, so that Ctrl-C is heard.
c64::RunResult run_machine(c64::Machine& machine, const Wish& wish) {
    constexpr Cycle piece = 20'000'000;
    Progress progress("cycles");
    c64::RunResult all;
    while (all.cycles < wish.limit && !interrupted) {
        const Cycle next = std::min(piece, wish.limit - all.cycles);
        const c64::RunResult part =
            machine.run({.cycles = next, .text = wish.until_text, .debugcart = wish.debugcart});
        all.ended = part.ended;
        all.cycles += part.cycles;
        if (part.ended != Ended::cycle_limit) break;
        progress.show(all.cycles, wish.limit);
    }
    return all;
}

std::string where(const c64::Machine& machine, const c64::Image& image, emu::Address pc) {
    const std::array bytes{machine.peek(pc), machine.peek(static_cast<emu::Address>(pc + 1)),
                           machine.peek(static_cast<emu::Address>(pc + 2))};
    const std::string text = emu::disassemble(pc, bytes).text;
    const auto place = image.labels.nearest(pc);
    return fmt::format("${:04x}{}  {}", pc,
                       place ? fmt::format(" ({})", image.labels.describe(pc)) : "", text);
}

/// Throws Trouble unless the run ended as it was wished.
void check_end(const Wish& wish, const c64::RunResult& run, const c64::Machine& machine,
               const c64::Image& image) {
    const emu::Address pc = machine.cpu.registers.pc;
    if (run.ended == Ended::jammed) {
        throw Trouble(fmt::format("{}: jammed after {} cycles at {}", wish.file, run.cycles,
                                  where(machine, image, static_cast<emu::Address>(pc - 1))));
    }
    if (!wish.until_text.empty() && run.ended != Ended::text_shown) {
        throw Trouble(fmt::format("{}: '{}' was not shown within {} cycles ({})", wish.file,
                                  wish.until_text, run.cycles, c64::to_string(run.ended)));
    }
    if (run.ended == Ended::cycle_limit && !wish.limit_is_given) {
        throw Trouble(
            fmt::format("{}: has not ended after {} cycles, now at {}: set --cycles or "
                        "--until-text",
                        wish.file, run.cycles, where(machine, image, pc)));
    }
}

options::options_description own_options() {
    options::options_description own;
    own.add_options()                                                           //
        ("file", options::value<std::string>(), "the program")                  //
        ("keys", options::value<std::string>(), "keys to type; \\r is RETURN")  //
        ("cycles", options::value<std::string>(), "stop after so many; that is no trouble")(
            "limit-cycles", options::value<std::string>(), "the same as --cycles")(
            "until-text", options::value<std::string>(), "stop when a line of the screen has it")(
            "debugcart", "stop at a write to $d7ff; its value decides over the exit status")(
            "program", options::value<std::string>(), "which one of a diskette, if not the first")(
            "cart", options::value<std::string>(),
            "a cartridge: raw image of 8K or 16K, or plain .crt")(
            "ultimax", "the raw image is for $8000 and $e000; 8K: $e000 alone; 4K: $f000")(
            "screen", "print the screen as it is at the end")(
            "screenshot", options::value<std::string>(), "write the next frame shown as a PNG")(
            "save-state", options::value<std::string>(), "write the machine when the run ends")(
            "load-state", options::value<std::string>(), "go on with a machine that was written");
    add_joystick_options(own);
    add_hardware_options(own);
    return own;
}

/// The option that says what is to run: one of three.
const char* what_runs(const Parsed& parsed) {
    if (parsed.has("load-state")) {
        for (const char* const option :
             {"file", "cart", "program", "ultimax", "model", "timing", "cia", "sid", "seed", "ane",
              "lxa", "kernal", "basic", "chargen"}) {
            if (!parsed.given(option)) continue;
            throw Trouble(
                fmt::format("--{}: it is in the state: leave it out, or --load-state", option));
        }
        return "load-state";
    }
    if (parsed.has("cart") == parsed.has("file")) {
        throw Trouble(parsed.has("cart") ? "--cart: a cartridge starts by itself: give no --file"
                                         : "what to run is not said: give --file, --cart or "
                                           "--load-state");
    }
    check_alone(parsed, "cart", {"program"});
    if (parsed.has("ultimax") && !parsed.has("cart")) throw Trouble("--ultimax: goes with --cart");
    return parsed.has("cart") ? "cart" : "file";
}

Wish read_wish(const Parsed& parsed) {
    Wish wish;
    wish.file = parsed.get<std::string>(what_runs(parsed));
    if (parsed.has("until-text")) {
        wish.until_text = parsed.get<std::string>("until-text");
        if (wish.until_text.empty()) throw Trouble("--until-text: no text: say what to wait for");
    }
    for (const char* const limit : {"cycles", "limit-cycles"}) {
        if (!parsed.has(limit)) continue;
        if (wish.limit_is_given) {
            throw Trouble("--limit-cycles is another name for --cycles: give one of them");
        }
        wish.limit = parse_number(parsed.get<std::string>(limit), limit, emu::never / 2);
        wish.limit_is_given = true;
    }
    wish.debugcart = parsed.has("debugcart");
    if (wish.debugcart && parsed.has("until-text")) {
        throw Trouble("--debugcart and --until-text both say when to stop: give one of them");
    }
    return wish;
}

/// Another KERNAL may not get there.
void boot(c64::Machine& machine, const Parsed& parsed) {
    if (machine.boot()) return;
    throw Trouble(fmt::format(
        "{}: {} {} cycles without READY. on the screen{}", parsed.get<std::string>("kernal"),
        machine.cpu.jammed ? "jammed after" : "has run for", machine.cpu.cycle,
        parsed.has("basic") ? "" : ": it may need BASIC: give --basic"));
}

/// Puts what is to run into the machine and starts it.
c64::Image start(c64::Machine& machine, const Wish& wish, const Parsed& parsed) {
    constexpr std::size_t largest_cartridge = 65'536;
    if (parsed.has("cart")) {
        const auto bytes = c64::read_bytes(wish.file, largest_cartridge);
        machine.start(c64::parse_cartridge(bytes, wish.file, parsed.has("ultimax")));
        return {};
    }
    std::optional<std::string> program;
    if (parsed.has("program")) program = parsed.get<std::string>("program");
    const c64::Image image = read_program(wish.file, program);
    boot(machine, parsed);
    if (machine.timing() != c64::Timing::stock) machine.poke(status_of_sys, emu::Flag::I);
    machine.start(image);
    return image;
}

}  // namespace

Exit run(Arguments arguments) {
    const Parsed parsed = parse(arguments, help, own_options(), {"file"});
    if (parsed.helped) return exit_done;
    const Wish wish = read_wish(parsed);
    const std::string keys =
        parsed.has("keys") ? unescape(parsed.get<std::string>("keys"), "keys") : std::string();

    const bool goes_on = parsed.has("load-state");
    const auto machine = goes_on ? read_state(wish.file) : switched_on(parsed);
    c64::Image image;
    if (!goes_on) {
        image = start(*machine, wish, parsed);
        plug_in_sid(*machine, parsed);
    }
    hold_joysticks(*machine, parsed);
    machine->type(keys);
    const c64::RunResult run = run_machine(*machine, wish);
    if (parsed.has("save-state")) {
        write_state(*machine, parsed.get<std::string>("save-state"));
    }
    if (!interrupted) check_end(wish, run, *machine, image);

    if (parsed.has("screenshot")) {
        write_png(c64::picture_of(*machine), parsed.get<std::string>("screenshot"));
    }
    const std::string_view ended = interrupted ? "interrupted" : c64::to_string(run.ended);
    const auto& debugcart = machine->board.debugcart;
    const bool reported = wish.debugcart && debugcart.has_value();
    if (parsed.json()) {
        Json report{{"cycles", run.cycles}, {"ended", ended}};
        if (wish.debugcart) report["debugcart"] = reported ? Json(debugcart->value) : Json();
        report["screen"] = machine->screen();
        print(report);
    } else {
        if (parsed.has("screen")) fmt::print("{}", machine->screen_text());
        fmt::print("{}: {} after {} cycles{}\n", wish.file, ended, run.cycles,
                   reported ? fmt::format(", value {}", debugcart->value) : "");
    }
    if (interrupted) return exit_interrupted;
    return !wish.debugcart || (reported && debugcart->value == 0) ? exit_done : exit_difference;
}

}  // namespace ryg::app
