// Starts what `ryg debug` debugs: a user's program, or a search by a game's program.
#include "app/debug_session.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/file_program.hpp"
#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "app/ram_run.hpp"
#include "c64/program/text.hpp"
#include "engine/claims/game.hpp"

namespace ryg::app {
namespace {

/// The game that searches with a program, or the first that has a search to debug.
const claims::Game& debugged_game(const std::string& program_name) {
    for (const claims::Game* game : program().games) {
        if (!game->debug) continue;
        if (program_name.empty() || claims::find_program(game->programs, program_name)) {
            return *game;
        }
    }
    throw Trouble("no game has a search to debug: give FILE");
}

/// Throws Trouble for the first of these options that was given.
void refuse(const Options& options, const work::Values& given, std::string_view why) {
    for (const Option& option : options) {
        if (given.has(option.name)) throw Trouble(fmt::format("--{} {}", option.name, why));
    }
}

/// The options for chips and input.
const Options& machine_options() {
    static const Options all = joined_options({input_options(), chip_options()});
    return all;
}

/// The options for a program, which a search does not have.
const Options& file_options() {
    static const Options all = joined_options(
        {{number_option("start", "FILE: start here, not at the number after SYS", "", 0, 0xFFFF),
          load_option(),
          cart_option(),
          assembler_option(),
          {"program", "FILE: program of a disk or tape image, if not the first"},
          machine_option(),
          documented_option(),
          model_option(),
          timing_option()},
         ram_options(),
         machine_options(),
         unstable_options()});
    return all;
}

work::Values values_of(const Launch::Given& given) {
    work::Values values;
    for (const auto& [name, value] : given) values.set(name, value);
    return values;
}

/// A program about to execute its first instruction.
Debuggee debugged_program(const Launch& launch) {
    const std::string& file = *launch.file;
    const work::Values given = values_of(launch.inputs), inputs = checked(machine_options(), given);
    const c64::Image image = read_program(file, {.program = launch.program,
                                                 .load = launch.load,
                                                 .assembler = given.text("assembler"),
                                                 .is_cartridge = launch.is_cartridge});
    c64::Machine machine({.model = launch.model, .core = launch.core}, cia_of(inputs));
    machine.set_timing(launch.timing);
    machine.cpu.unstable = launch.unstable;
    const c64::StartOptions options{.at = launch.start,
                                    .masked = launch.timing != c64::Timing::stock};
    c64::ReturnPlace end;
    if (launch.on_ram) {
        machine.board.become_ram(terminal_of(launch.putc, launch.getc, launch.keys, image.labels));
        machine.cpu.cycle = 0;
        const auto ending = end_on_ram(launch.end, launch.success, image.labels);
        start_on_ram(machine.cpu, machine.ram(), image, options.at, ending);
        end.pc = ending.at.value_or(0);
    } else {
        end = start_program(machine, image, options, launch.keys);
    }
    insert_own_disk(machine, file);
    if (given.has("sid")) plug_in_sid(machine, inputs);
    give_inputs(machine, inputs);
    const auto can_debug = [](const claims::Game* game) { return game && game->debug.has_value(); };
    const claims::Game* shown = claims::find_named(program().games, file).game;
    const auto first = std::ranges::find_if(program().games, can_debug);
    if (!can_debug(shown)) shown = first == program().games.end() ? nullptr : *first;
    Debuggee made = c64::debuggee(launch, file, std::make_shared<c64::debug::Symbols>(image),
                                  machine, end, [&](c64::debug::Commands& commands) {
                                      if (shown != nullptr) shown->debug->add_views(commands);
                                  });
    made.warnings = image.warnings;
    return made;
}

/// A search about to begin.
Debuggee debugged_search(const Launch& launch) {
    const claims::Game& game = debugged_game(launch.searcher);
    const claims::Debug& debug = *game.debug;
    std::vector<const claims::Subject*> named;
    if (!launch.searcher.empty()) {
        named.push_back(claims::find_program(game.programs, launch.searcher));
    }
    const claims::Watched search =
        debug.begin({.values = checked(debug.options, values_of(launch.search)),
                     .programs = claims::programs_for(game, debug, std::move(named)),
                     .core = launch.core});
    return c64::debuggee(launch, search.program, {search.kept, search.symbols}, *search.machine,
                         {search.done, search.machine->cpu.registers.s},
                         [&](c64::debug::Commands& commands) {
                             search.add_commands(commands);
                             debug.add_views(commands);
                         });
}

}  // namespace

VerbOptions debug_command() {
    Options options = file_options();
    Option folders{
        "source-folder",
        "where source files are, if not in the current folder, that of the debug file or "
        "one above it; may be repeated"};
    folders.repeats = true;
    options.insert(
        options.begin(),
        {"file",
         "a PRG, P00, disk image, tape image, cartridge (.crt), raw binary or assembly "
         "source, or a program inside ryg, such as ryg16; without it a search is debugged"});
    options.push_back(folders);
    options.push_back(number_option("memory", "megabytes for the history", "64", 1, 1'000'000));
    options.push_back(number_option("cycles", "stop a command after this many cycles", "1000000000",
                                    0, emu::never / 2));
    return {
        .options = options, .positional = {"file"}, .needs_program = false, .needs_game = false};
}

Launch launch_of(const GameCommand& command) {
    const Parsed& parsed = command.parsed;
    const Options& of_search = command.job->options;
    if (command.programs.size() > 1) throw Trouble("debug: one program at a time");
    const bool searches = std::ranges::any_of(
        of_search, [&](const Option& option) { return parsed.given.has(option.name); });
    Launch launch{.model = model_named(parsed.text("model")),
                  .timing = timing_named(parsed.text("timing")),
                  .unstable = unstable_of(parsed.values),
                  .core = core_of(parsed.values),
                  .memory = parsed.number<std::size_t>("memory") << 20,
                  .limit = parsed.number("cycles")};
    launch.is_cartridge = parsed.has("cart");
    const char* const subject = launch.is_cartridge ? "cart" : "file";
    if (parsed.has(subject) || (!command.programs.empty() && !searches)) {
        if (parsed.has(subject)) {
            if (!command.programs.empty()) {
                throw Trouble(fmt::format("{} or {}: one program at a time",
                                          command.programs.front()->name(), parsed.text(subject)));
            }
            if (searches && named_or_file(parsed.text(subject)).game != nullptr) {
                throw Trouble(
                    fmt::format("{}: its searches cannot be debugged", parsed.text(subject)));
            }
            refuse(of_search, parsed.given,
                   fmt::format("is for a search: leave FILE out, or name a program of {} first",
                               command.game->name));
            launch.file = parsed.text(subject);
        } else {
            launch.file = command.programs.front()->name();
        }
        launch.keys = unescape(parsed.text("keys"), "keys");
        launch.inputs = parsed.given.all();
        if (parsed.has("start")) launch.start = parsed.number<emu::Address>("start");
        if (parsed.has("program")) launch.program = parsed.text("program");
        if (parsed.has("load")) launch.load = parsed.number<emu::Address>("load");
        launch.on_ram = parsed.text("machine") == "ram";
        launch.end = parsed.text("end");
        launch.success = parsed.text("success");
        launch.documented = parsed.has("documented");
        launch.putc = parsed.text("putc");
        launch.getc = parsed.text("getc");
        if (launch.on_ram) {
            refuse_c64_options(parsed);
            launch.timing = c64::Timing::cpu;
        } else {
            need_machine(parsed, ram_options(), "ram");
        }
    } else {
        refuse(file_options(), parsed.given, "is for a program: give FILE");
        if (!command.programs.empty()) launch.searcher = command.programs.front()->name();
        for (const Option& option : of_search) {
            if (!parsed.given.has(option.name)) continue;
            launch.search.emplace_back(option.name, parsed.given.text(option.name));
        }
    }
    for (std::string& folder : c64::lines_of(parsed.text("source-folder"))) {
        launch.source_folders.emplace_back(std::move(folder));
    }
    return launch;
}

Debuggee debuggee_of(Launch launch) {
    launch.source_folders.emplace_back(data_folder());
    Debuggee made = launch.file ? debugged_program(launch) : debugged_search(launch);
    for (const std::string& place : made.commands->symbols.info.breakpoints()) {
        const auto reply = made.commands->execute("break " + place);
        if (reply.failed) say(fmt::format("ryg: {}: its breakpoint: {}", made.name, reply.text));
    }
    made.debugger->pause = [] { return interrupted.load(); };
    return made;
}

Services debug_services(const ClientFiles& files, emu::Core core) {
    return {.launch =
                [core](Arguments words) {
                    Launch launch = launch_of(
                        ask(words, "debug", job_of<&claims::Game::debug>, debug_command()));
                    launch.core = core;
                    return debuggee_of(std::move(launch));
                },
            .read_program = [](const std::string& name) { return read_program(name); },
            .read_state = read_state,
            .write = [files](const std::string& path,
                             std::span<const emu::Byte> bytes) { files.write(path, bytes); },
            .interrupted = interrupted};
}

}  // namespace ryg::app
