// What `ryg debug` debugs: a program of the user's, or a search by a game's program.
#include "app/debug_session.hpp"

#include <fmt/format.h>

#include "app/hardware.hpp"
#include "app/program_file.hpp"
#include "c64/program/text.hpp"
#include "engine/harness/game.hpp"

namespace ryg::app {
namespace {

const harness::Debug& game_debug() {
    for (const harness::Game* game : program().games) {
        if (game->debug) return *game->debug;
    }
    throw Trouble("no game has a search to debug: give FILE");
}

/// Throws Trouble for the first of these options that was given.
void refuse(const Options& options, const work::Values& given, std::string_view why) {
    for (const Option& option : options) {
        if (given.has(option.name)) throw Trouble(fmt::format("--{} {}", option.name, why));
    }
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

Launch launch_of(const Parsed& parsed) {
    const Options& of_search = game_debug().options;
    Launch launch{.model = model_named(parsed.text("model")),
                  .timing = timing_named(parsed.text("timing")),
                  .unstable = unstable_of(parsed.values),
                  .core = core_of(parsed.values),
                  .memory = parsed.number<std::size_t>("memory") << 20,
                  .limit = parsed.number("limit")};
    if (parsed.has("file")) {
        refuse(of_search, parsed.given, "is for a search: leave FILE out");
        launch.file = parsed.text("file");
        launch.keys = unescape(parsed.text("keys"), "keys");
        if (parsed.has("start")) launch.start = parsed.number<emu::Address>("start");
    } else {
        refuse(file_options(), parsed.given, "is for a program: give FILE");
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

Debuggee debuggee_of(const Launch& launch) {
    const harness::Debug& game = game_debug();
    Debuggee made =
        begin(launch, {.read = [](const std::string& name) { return read_program(name); },
                       .start = start_program,
                       .search =
                           [&](const harness::Order& order) {
                               return game.begin({.values = checked(game.options, order.values),
                                                  .core = order.core});
                           },
                       .add_views = game.add_views});
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
