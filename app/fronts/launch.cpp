// Machines about to execute the first instruction of a program, or of a search by one.
#include "app/fronts/launch.hpp"

#include "c64/debug/symbols.hpp"

namespace ryg::app {
namespace {

/// Of a program, and those that the user names.
std::vector<std::filesystem::path> folders_of(const std::string& program, const Launch& launch) {
    auto folders = c64::debug::source_folders(program);
    folders.insert(folders.end(), launch.source_folders.begin(), launch.source_folders.end());
    return folders;
}

Debuggee begin_program(const Launch& launch, const Programs& programs) {
    const std::string& file = *launch.file;
    Debuggee made{.name = file};
    const c64::Image image = programs.read(file);
    const auto symbols = std::make_shared<c64::debug::Symbols>(image);
    symbols->find_sources(folders_of(file, launch));
    made.kept = symbols;
    made.warnings = image.warnings;
    c64::Machine machine({.model = launch.model, .core = launch.core}, programs.cia);
    machine.set_timing(launch.timing);
    machine.cpu.unstable = launch.unstable;
    const auto end = programs.start(
        machine, image, {.at = launch.start, .masked = launch.timing != c64::Timing::stock},
        launch.keys);
    programs.prepare(machine);
    made.debugger = std::make_unique<c64::debug::Debugger>(
        machine, c64::debug::Options{.memory = launch.memory});
    made.debugger->program_end = end;
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, *symbols);
    return made;
}

Debuggee begin_search(const Launch& launch, const Programs& programs) {
    const claims::Watched search =
        programs.search(launch.searcher, {.values = launch.search, .core = launch.core});
    Debuggee made{.name = search.program, .kept = search.kept};
    search.symbols->find_sources(folders_of(search.program, launch));
    made.debugger = std::make_unique<c64::debug::Debugger>(
        *search.machine, c64::debug::Options{.memory = launch.memory});
    made.commands = std::make_unique<c64::debug::Commands>(*made.debugger, *search.symbols);
    made.debugger->program_end = {search.done, search.machine->cpu.registers.s};
    search.add_commands(*made.commands);
    return made;
}

}  // namespace

Debuggee begin(const Launch& launch, const Programs& programs) {
    Debuggee made = launch.file ? begin_program(launch, programs) : begin_search(launch, programs);
    programs.add_views(*made.commands);
    if (const auto& symbols = made.commands->symbols; !symbols.info.empty()) {
        made.commands->views.push_back(c64::debug::program_data(symbols));
        made.commands->views.push_back(c64::debug::equates(symbols));
    }
    made.commands->limit = launch.limit;
    return made;
}

}  // namespace ryg::app
