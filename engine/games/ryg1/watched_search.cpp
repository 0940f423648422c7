// A program's search with somebody watching: a machine made ready, and a C64 program that calls it.
#include "engine/games/ryg1/watched_search.hpp"

#include <fmt/format.h>

#include "engine/games/ryg1/game.hpp"
#include "engine/games/ryg1/tree_commands.hpp"
#include "engine/harness/make.hpp"

namespace ryg::engine::ryg1 {
namespace {

constexpr Address tape_buffer = 0x033C;

}  // namespace

WatchedSearch watched_search(const harness::Program& program, const Root& root, int depth,
                             const c64::Setup& setup) {
    WatchedSearch search{root, searcher(program, depth, setup),
                         c64::debug::Symbols(c64::from_embedded(*program.image))};
    search.searcher.prepare(root);
    c64::Machine& machine = search.searcher.host.machine();
    Address at = tape_buffer;
    const auto put = [&](Byte opcode, Address target) {
        machine.ram()[at++] = opcode;
        machine.ram()[at++] = emu::low(target);
        machine.ram()[at++] = emu::high(target);
    };
    for (const std::string_view routine : search.searcher.routines()) {
        put(0x20, search.searcher.host.labels().at(routine));
    }
    search.done = at;
    put(0x4C, search.done);
    search.symbols.labels.add("search", tape_buffer);
    search.symbols.labels.add("searchDone", search.done);
    machine.cpu.registers.p |= emu::Flag::I;
    machine.board.connect_irq(false, machine.cpu.cycle);  // printing clears I
    machine.cpu.jump(tape_buffer);
    return search;
}

harness::Watched watch(const harness::Order& order) {
    const work::Values& values = order.values;
    const auto search = std::make_shared<WatchedSearch>(watched_search(
        order.program(), values.has("position") ? door().read(values.text("position")) : Root{},
        values.number<int>("depth"), order.setup()));
    const Geometry geometry = geometry_of(values);
    return {.program = std::string(order.program().name()),
            .machine = &search->searcher.host.machine(),
            .symbols = &search->symbols,
            .done = search->done,
            .add_commands =
                [search, geometry](c64::debug::Commands& commands) {
                    add_tree_view(commands, *search);
                    add_tree_commands(commands, *search, geometry);
                },
            .kept = search};
}

}  // namespace ryg::engine::ryg1
