// The debugger of a machine, with the sources of its program and views of its data.
#include "c64/session/session.hpp"

namespace ryg::c64 {

Debuggee debuggee(const Launch& launch, std::string name, std::shared_ptr<debug::Symbols> symbols,
                  const Machine& machine, ReturnPlace end,
                  const std::function<void(debug::Commands&)>& add) {
    Debuggee made{.name = std::move(name), .kept = std::move(symbols)};
    auto folders = debug::source_folders(made.name);
    folders.insert(folders.end(), launch.source_folders.begin(), launch.source_folders.end());
    made.kept->find_sources(folders);
    made.debugger =
        std::make_unique<debug::Debugger>(machine, debug::DebuggerOptions{.memory = launch.memory});
    made.debugger->program_end = end;
    made.debugger->ends_at_any_level = launch.on_ram;
    made.debugger->documented = launch.documented;
    made.commands = std::make_unique<debug::Commands>(*made.debugger, *made.kept);
    made.commands->limit = launch.limit;
    add(*made.commands);
    if (!made.kept->info.empty()) {
        made.commands->views.push_back(debug::program_data(*made.kept));
        made.commands->views.push_back(debug::equates(*made.kept));
    }
    return made;
}

}  // namespace ryg::c64
