// What `ryg debug` debugs: a program of the user's, or a search by a game's program.
#include "app/debug_session.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "app/file_program.hpp"
#include "app/files.hpp"
#include "app/hardware.hpp"
#include "app/program_file.hpp"
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
    if (program_name.empty()) throw Trouble("no game has a search to debug: give FILE");
    if (claims::find_program(program().games, program_name) == nullptr) {
        unknown_program(program_name);
    }
    throw Trouble(fmt::format("{}: its searches cannot be debugged", program_name));
}

/// Throws Trouble for the first of these options that was given.
void refuse(const Options& options, const work::Values& given, std::string_view why) {
    for (const Option& option : options) {
        if (given.has(option.name)) throw Trouble(fmt::format("--{} {}", option.name, why));
    }
}

/// Chips and input.
const Options& machine_options() {
    static const Options all = [] {
        Options options = input_options();
        for (const Option& option : chip_options()) options.push_back(option);
        return options;
    }();
    return all;
}

/// Those of a program, which a search does not have.
const Options& file_options() {
    static const Options all = [] {
        Options options{
            number_option("start", "FILE: start here, not at the number after SYS", "", 0, 0xFFFF),
            load_option(),
            assembler_option(),
            {"program", "FILE: which program of a diskette or tape, if not the first"},
            machine_option(),
            {"end", "ram: the program has ended when the processor is here"},
            model_option(),
            timing_option()};
        for (const Options& more : {machine_options(), unstable_options()}) {
            options.insert(options.end(), more.begin(), more.end());
        }
        return options;
    }();
    return all;
}

}  // namespace

const Options& debug_options() {
    static const Options all = [] {
        Options options = file_options();
        Option folders{"source-folder",
                       "where source files are, if not in the current folder, that of the debug "
                       "file or one above it; may be repeated"};
        folders.repeats = true;
        options.insert(
            options.begin(),
            {"file",
             "a PRG, P00, diskette, tape, cartridge (.crt), raw binary or assembly source, or a "
             "program inside ryg, such as ryg16; without it a search is debugged"});
        options.push_back(folders);
        options.push_back(number_option("memory", "megabytes for the history", "64", 1, 1'000'000));
        options.push_back(number_option("cycles", "stop a command that has run for this many",
                                        "1000000000", 0, emu::never / 2));
        return options;
    }();
    return all;
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
    if (parsed.has("file") || (!command.programs.empty() && !searches)) {
        if (parsed.has("file")) {
            if (!command.programs.empty()) {
                throw Trouble(fmt::format("{} or {}: one program at a time",
                                          command.programs.front()->name(), parsed.text("file")));
            }
            refuse(of_search, parsed.given,
                   fmt::format("is for a search: leave FILE out, or name a program of {} first",
                               command.game->name));
            launch.file = parsed.text("file");
        } else {
            launch.file = command.programs.front()->name();
        }
        launch.keys = unescape(parsed.text("keys"), "keys");
        launch.inputs = parsed.given;
        if (parsed.has("start")) launch.start = parsed.number<emu::Address>("start");
        if (parsed.has("program")) launch.program = parsed.text("program");
        if (parsed.has("load")) launch.load = parsed.number<emu::Address>("load");
        launch.on_ram = parsed.text("machine") == "ram";
        launch.end = parsed.text("end");
        if (launch.on_ram) {
            Options of_c64 = machine_options();
            of_c64.push_back(timing_option());
            for (const Option& option : of_c64) {
                if (!is_chosen(parsed, option)) continue;
                throw Trouble(fmt::format("--{} goes with --machine c64", option.name));
            }
            launch.timing = c64::Timing::cpu;
        } else if (parsed.has("end")) {
            throw Trouble("--end goes with --machine ram");
        }
    } else {
        refuse(file_options(), parsed.given, "is for a program: give FILE");
        if (!command.programs.empty()) launch.searcher = command.programs.front()->name();
        for (const Option& option : of_search) {
            if (!parsed.given.has(option.name)) continue;
            launch.search.set(option.name, parsed.given.text(option.name));
        }
    }
    for (std::string& folder : c64::lines_of(parsed.text("source-folder"))) {
        launch.source_folders.emplace_back(std::move(folder));
    }
    return launch;
}

Debuggee debuggee_of(Launch launch) {
    launch.source_folders.emplace_back(data_folder());
    const claims::Game* const game = launch.file ? nullptr : &debugged_game(launch.searcher);
    const claims::Game* shown = game;
    if (launch.file) shown = claims::find_named(program().games, *launch.file).game;
    const auto can_debug = [](const claims::Game* one) { return one->debug.has_value(); };
    if (shown == nullptr || !can_debug(shown)) {
        const auto first = std::ranges::find_if(program().games, can_debug);
        shown = first == program().games.end() ? nullptr : *first;
    }
    const work::Values inputs = checked(machine_options(), launch.inputs);
    Debuggee made = begin(
        launch,
        {.read =
             [&](const std::string& name) {
                 return read_program(name, {.program = launch.program,
                                            .load = launch.load,
                                            .assembler = launch.inputs.text("assembler")});
             },
         .cia = cia_of(inputs),
         .start =
             [&](c64::Machine& machine, const c64::Image& image, const c64::StartOptions& options,
                 std::string_view keys) {
                 return launch.on_ram ? start_on_ram(machine, image, options.at, launch.end)
                                      : start_program(machine, image, options, keys);
             },
         .prepare =
             [&](c64::Machine& machine) {
                 const std::string& file = *launch.file;
                 if (has_ending(file, ".d64") || has_ending(file, ".t64")) {
                     machine.insert(mounted_diskette(file));
                 }
                 if (launch.inputs.has("sid")) plug_in_sid(machine, inputs);
                 give_inputs(machine, inputs);
             },
         .search =
             [&](const std::string& name, claims::Order order) {
                 order.values = checked(game->debug->options, order.values);
                 std::vector<const claims::Subject*> named;
                 if (!name.empty()) {
                     named.push_back(claims::find_program(game->programs, name));
                 }
                 order.programs = claims::programs_for(*game, *game->debug, std::move(named));
                 return game->debug->begin(order);
             },
         .add_views = shown != nullptr ? shown->debug->add_views : [](c64::debug::Commands&) {}});
    for (const std::string& place : made.commands->symbols.info.breakpoints()) {
        const auto reply = made.commands->execute("break " + place);
        if (reply.failed) say(fmt::format("ryg: {}: its breakpoint: {}", made.name, reply.text));
    }
    made.debugger->pause = [] { return interrupted.load(); };
    return made;
}

Services debug_services(const ClientFiles& files, emu::Core core) {
    return {.launch =
                [core](Launch launch) {
                    launch.core = core;
                    return debuggee_of(launch);
                },
            .read_program = [](const std::string& name) { return read_program(name); },
            .read_state = read_state,
            .write = [files](const std::string& path,
                             std::span<const emu::Byte> bytes) { files.write(path, bytes); },
            .interrupted = interrupted};
}

}  // namespace ryg::app
