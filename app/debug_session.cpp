// What `ryg debug` debugs: a program of the user's, or a search by a game's program.
#include "app/debug_session.hpp"

#include <fmt/format.h>
#include <sstream>

#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "engine/harness/game.hpp"

namespace ryg::app {
namespace {

using harness::Values;

const harness::Debug& game_debug() {
    for (const harness::Game* game : program().games) {
        if (game->debug) return *game->debug;
    }
    throw Trouble("no game has a search to debug: give FILE");
}

/// Throws Trouble for the first of these options that was given.
void refuse(const Options& options, const Values& given, std::string_view why) {
    for (const Option& option : options) {
        if (given.has(option.name)) throw Trouble(fmt::format("--{} {}", option.name, why));
    }
}

/// Of a program, and those that the user names.
std::vector<std::filesystem::path> folders_of(const std::string& program, const Values& values) {
    auto folders = c64::debug::source_folders(program);
    std::istringstream named(values.text("source-folder"));
    for (std::string folder; std::getline(named, folder);) folders.emplace_back(folder);
    return folders;
}

Debuggee debuggee_of_file(const std::string& file, const Values& values,
                          const c64::debug::Options& options) {
    Debuggee made{.name = file};
    const c64::Image image = read_program(file);
    const auto symbols = std::make_shared<c64::debug::Symbols>(image);
    symbols->find_sources(folders_of(file, values));
    made.kept = symbols;
    c64::Machine machine(model_named(values.text("model")));
    machine.set_timing(timing_named(values.text("timing")));
    machine.cpu.unstable = unstable_of(values);
    c64::StartOptions start{.masked = machine.timing() != c64::Timing::stock};
    if (values.has("start")) start.at = values.number<emu::Address>("start");
    made.end = start_program(machine, image, start, unescape(values.text("keys"), "keys"));
    made.debugger = std::make_unique<c64::debug::Debugger>(machine, options);
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, *symbols);
    return made;
}

Debuggee debuggee_of_search(const Values& values, const c64::debug::Options& options) {
    const harness::Watched search = game_debug().begin(values);
    Debuggee made{.name = search.program, .kept = search.kept};
    search.symbols->find_sources(folders_of(search.program, values));
    made.debugger = std::make_unique<c64::debug::Debugger>(*search.machine, options);
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, *search.symbols);
    made.debugger->program_end = search.done;
    made.end = {search.done, made.debugger->machine().cpu.registers.s};
    search.add_commands(*made.commands);
    return made;
}

/// Those of a program, which a search does not have.
const Options& file_options() {
    static const Options all = [] {
        Options options{{"keys", "FILE: keys to type; \\r is RETURN"},
                        number_option("start", "FILE: where it starts, in place of its SYS line",
                                      "", 0, 0xFFFF),
                        model_option(),
                        timing_option()};
        for (const Option& option : unstable_options()) options.push_back(option);
        return options;
    }();
    return all;
}

}  // namespace

const Options& debug_options() {
    static const Options all = [] {
        Options options = file_options();
        Option folders{"source-folder",
                       "where source files are, if not in the folder that ryg is started in, that "
                       "of the debug file or one round it; may be given again"};
        folders.repeats = true;
        options.insert(options.begin(),
                       {"file",
                        "a PRG, P00 or diskette, or a program inside ryg, such as ryg16; "
                        "without it a search is debugged"});
        options.push_back(folders);
        options.push_back(number_option("memory", "megabytes for the past", "64", 1, 1'000'000));
        options.push_back(number_option("limit", "cycles after which a movement ends by itself",
                                        "1000000000", 0, emu::never / 2));
        return options;
    }();
    return all;
}

Debuggee debuggee_of(const Launch& launch) {
    const Options& of_search = game_debug().options;
    if (launch.file) {
        refuse(of_search, launch.given, "is for a search: leave FILE out");
    } else {
        refuse(file_options(), launch.given, "is for a program: give FILE");
    }
    Options all = debug_options();
    all.insert(all.end(), of_search.begin(), of_search.end());
    const Values values = checked(all, launch.given);
    const c64::debug::Options options{.memory = values.number<std::size_t>("memory") << 20};
    Debuggee made = launch.file ? debuggee_of_file(*launch.file, values, options)
                                : debuggee_of_search(values, options);
    game_debug().add_views(*made.commands);
    if (const auto& symbols = made.commands->symbols; !symbols.info.empty()) {
        made.commands->views.push_back(c64::debug::program_data(symbols));
        made.commands->views.push_back(c64::debug::equates(symbols));
    }
    made.debugger->pause = [] { return interrupted.load(); };
    made.commands->limit = values.number("limit");
    return made;
}

Host debug_host(const ClientFiles& files) {
    return {.launch = debuggee_of,
            .read_program = [](const std::string& name) { return read_program(name); },
            .read_state = read_state,
            .write = [files](const std::string& path,
                             std::span<const emu::Byte> bytes) { files.write(path, bytes); },
            .interrupted = interrupted};
}

}  // namespace ryg::app
