// A search of a game in a debugger.
#include "engine/claims/jobs.hpp"
#include "engine/claims/tree_commands.hpp"

namespace ryg::claims {

Address call_from_tape_buffer(c64::Machine& machine, c64::debug::Symbols& symbols,
                              std::span<const std::string_view> routines) {
    constexpr Address tape_buffer = 0x033c;
    Address at = tape_buffer;
    const auto put = [&](Byte opcode, Address target) {
        for (const Byte byte : {opcode, emu::low(target), emu::high(target)}) {
            machine.ram()[at++] = byte;
        }
    };
    for (const std::string_view routine : routines) put(0x20, symbols.labels.at(routine));
    const Address done = at;
    put(0x4c, done);
    if (!symbols.labels.find("search")) symbols.labels.add("search", tape_buffer);
    symbols.labels.add("searchDone", done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);  // printing clears I
    machine.cpu.jump(tape_buffer);
    return done;
}

Debug debug_of(const SharedDoor& door) {
    Debug job;
    job.about = "Without FILE, debugs a search from its start; the command tree shows its tree.\n";
    if (door->path != nullptr) {
        job.about =
            "Without FILE, debugs a search from its start; the command path shows its current "
            "line of play.\n";
    }
    job.options = {position_option(*door)};
    job.examples = {{{"", "hello.prg"}}, {{"position", door->write(door->start)}}};
    if (door->depths.greatest != 0) {
        job.options.push_back(depth_option(*door, "depth of the search, ", door->depths.debug));
        job.examples.push_back({{"depth", std::to_string(door->depths.least)}});
    }
    job.options.insert(job.options.end(), door->options.begin(), door->options.end());
    if (door->tree_in_memory.node_size != 0) job.options.push_back(squares_option);
    if (door->tree_in_memory.node_size != 0) job.tree = &door->tree_in_memory;
    job.begin = [door](const Order& order) {
        const auto values = std::make_shared<const work::Values>(order.values);
        Setting setting = setting_of(*door, order);
        setting.own = values.get();
        if (door->routines(setting).empty()) {
            throw std::invalid_argument(std::string(order.program().name()) +
                                        " does not search: without options of a search it is "
                                        "debugged from its start");
        }
        if (values->has("depth")) setting.depth = values->number<int>("depth");
        const AnyPosition position =
            values->has("position") ? door->read(values->text("position")) : door->start;
        const auto image = c64::from_embedded(*order.program().image);
        const auto search = std::make_shared<WatchedSearch<AnyPosition>>(
            watched_search(Searcher<AnyPosition>(*door, setting, image, order.setup()), position));
        search->values = values;
        return Watched{.program = std::string(order.program().name()),
                       .machine = &search->searcher.host.machine(),
                       .symbols = &search->symbols,
                       .done = search->done,
                       .tree = search->tree(),
                       .add_commands = [search](auto& commands) { watch(commands, *search); },
                       .kept = search};
    };
    job.add_views = [door](auto& commands) {
        add_board_view(commands, door->tree_in_memory);
        if (door->path != nullptr) add_path(commands, door->path);
    };
    return job;
}

}  // namespace ryg::claims
